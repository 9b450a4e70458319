//! The proof search: a tree of positions, grown by df-pn.

pub(crate) mod arena;
pub(crate) mod dfpn;
mod expand;
pub(crate) mod extract;
mod improve;
mod node_index;
