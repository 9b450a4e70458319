//! `proof` on the cubes: a forcing-sequence search first, df-pn above it, for
//! both sides in turn.
//!
//! In the proof search the *attacker* tries to win, the *defender* not to
//! lose, and the attacker is always X: positions in which O attacks are
//! searched with the colours exchanged. The attacker's moves are restricted,
//! which can only lose proofs, never make a false one. The defender's never
//! are: replies are left out only where a forced win refutes them.

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

/// The side that tries to win.
const ATTACKER: Side = Side::X;
/// The side that tries not to lose.
const DEFENDER: Side = Side::O;

/// The searcher for a cube with this many squares along an edge.
pub(in crate::search) fn searcher(side: usize) -> Box<dyn Searcher<Lines>> {
    use geometry::{Cube2, Cube3, Cube4, Cube5};
    match side {
        2 => Box::<player::Player<Cube2>>::default(),
        3 => Box::<player::Player<Cube3>>::default(),
        4 => Box::<player::Player<Cube4>>::default(),
        _ => Box::<player::Player<Cube5>>::default(),
    }
}
