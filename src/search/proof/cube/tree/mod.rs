//! The proof search: a tree of positions, grown by df-pn.

pub(crate) mod arena;
pub(crate) mod dfpn;
mod expand;
pub(crate) mod extract;
mod improve;
mod node_index;

pub(crate) use dfpn::{Proof, Prover};
pub(crate) use extract::select;
pub(crate) use node_index::NodeId;
