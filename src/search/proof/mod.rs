//! `proof`: searches that find out the true value of a position, each made
//! for its family of games.

pub mod cube;

use super::Searcher;
use super::alpha_beta::AlphaBeta;
use crate::game::lines::Shape;
use crate::game::{Game, Lines, Trains};

/// A game that has a search for the truth.
pub trait Prove: Game {
    /// A fresh one.
    fn prover(&self) -> Box<dyn Searcher<Self>>;
}

impl Prove for Lines {
    fn prover(&self) -> Box<dyn Searcher<Lines>> {
        match self.geometry().shape() {
            Shape::Flat { .. } => Box::<AlphaBeta>::default(),
            Shape::Cube { side } => cube::searcher(side),
        }
    }
}

impl Prove for Trains {
    fn prover(&self) -> Box<dyn Searcher<Trains>> {
        Box::<AlphaBeta>::default()
    }
}
