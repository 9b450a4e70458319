//! `uct`: plain Monte Carlo tree search with random playouts.

mod logarithm;
mod search;
mod tree;

pub(crate) use search::Uct;
