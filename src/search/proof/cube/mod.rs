//! `proof` on the cubes: df-pn for both sides in turn, with a forcing-sequence
//! search at its nodes.
//!
//! In the proof search the *attacker* is always X: positions in which O attacks
//! are searched with the colours exchanged. The attacker's moves are
//! restricted, which can miss proofs but never makes a false one. The
//! defender's moves are not: a reply is left out only if a forced win refutes
//! it.

mod alternate;
mod announced;
mod arena;
mod book;
mod defence;
mod dfpn;
mod distance;
mod expand;
mod extract;
mod forcing;
mod geometry;
mod improve;
mod line;
mod node_index;
mod player;
mod position;
mod root_moves;
mod sequence;
mod solve;
mod swindle;
mod symmetry;
#[cfg(test)]
mod testing;

use super::bits;
use crate::game::{Lines, Side};
use crate::search::Searcher;

pub use book::Book;
pub use solve::{Entry, Opening, Solver, Statistics, openings};

/// The side that tries to win in a proof search.
const ATTACKER: Side = Side::X;
/// The side that tries to prevent it.
const DEFENDER: Side = Side::O;

/// The searcher for a cube with `side` squares along an edge.
pub(in crate::search) fn searcher(side: usize) -> Box<dyn Searcher<Lines>> {
    use geometry::{Cube2, Cube3, Cube4, Cube5};
    match side {
        2 => Box::<player::Player<Cube2>>::default(),
        3 => Box::<player::Player<Cube3>>::default(),
        4 => Box::<player::Player<Cube4>>::default(),
        _ => Box::<player::Player<Cube5>>::default(),
    }
}
