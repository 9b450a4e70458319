//! `proof`: searches that find out the true value of a position, each made
//! for its family of games.

mod flat;

use super::Searcher;
use super::alpha_beta::AlphaBeta;
use crate::game::{Game, Lines, Trains};

/// A game that has a search for the truth.
pub trait Prove: Game {
    /// A fresh one.
    fn prover(&self) -> Box<dyn Searcher<Self>>;

    /// A fresh search that plays well where it cannot prove anything; `None`
    /// where the game has none of its own.
    fn player(&self) -> Option<Box<dyn Searcher<Self>>> {
        None
    }
}

impl Prove for Lines {
    fn prover(&self) -> Box<dyn Searcher<Lines>> {
        flat::prover(self).unwrap_or_else(|| Box::<AlphaBeta>::default())
    }

    fn player(&self) -> Option<Box<dyn Searcher<Lines>>> {
        flat::player(self)
    }
}

impl Prove for Trains {
    fn prover(&self) -> Box<dyn Searcher<Trains>> {
        Box::<AlphaBeta>::default()
    }
}
