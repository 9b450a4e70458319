//! `proof` and `auto` on cubes: forced wins, proofs for both sides, alpha-beta.

mod alternate;
mod announced;
mod line;
mod player;
mod root_moves;
mod swindle;

use crate::game::Lines;
use crate::search::proof::cube::board::{Cube2, Cube3, Cube4, Cube5};
use crate::search::task::Searcher;
use player::CubePlayer;

/// The searcher for a cube with `side` squares along an edge.
pub(crate) fn searcher(side: usize) -> Box<dyn Searcher<Lines>> {
    match side {
        2 => Box::<CubePlayer<Cube2>>::default(),
        3 => Box::<CubePlayer<Cube3>>::default(),
        4 => Box::<CubePlayer<Cube4>>::default(),
        _ => Box::<CubePlayer<Cube5>>::default(),
    }
}
