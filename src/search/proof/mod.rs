//! `proof`: searches that find out the true value of a position, each made
//! for its family of games.

mod bits;
pub mod cube;
mod flat;
mod hashing;

use super::Searcher;
use super::trains::Proof;
use crate::game::lines::Shape;
use crate::game::{Game, Lines, Trains};

/// A game that has a search for the truth.
pub trait Prove: Game {
    /// A fresh one.
    fn prover(&self) -> Box<dyn Searcher<Self>>;

    /// Whether a distance that is told of this position has to be exact.
    fn wants_exact_distances(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Whether the prover, told how many plies a win takes, finds out whether
    /// there is a sooner one.
    fn finds_sooner_wins(&self) -> bool {
        false
    }

    /// The nodes that a proof of an ordinary position of this kind takes, if
    /// that can be told beforehand.
    fn proof_cost(&self, _position: &Self::Position) -> Option<f64> {
        None
    }

    /// A fresh search that plays well where it cannot prove anything; `None`
    /// where the game has none of its own.
    fn player(&self) -> Option<Box<dyn Searcher<Self>>> {
        None
    }
}

impl Prove for Lines {
    fn prover(&self) -> Box<dyn Searcher<Lines>> {
        match self.geometry().shape() {
            Shape::Flat { .. } => flat::prover(self),
            Shape::Cube { side } => cube::searcher(side),
        }
    }

    fn wants_exact_distances(&self, position: &Self::Position) -> bool {
        self.finds_sooner_wins() && self.legal(position).len() <= flat::ALWAYS_EXACT as usize
    }

    fn finds_sooner_wins(&self) -> bool {
        self.geometry().shape().is_flat()
    }

    /// Of 150 random positions with 16 empty squares on each of several flat
    /// boards the worst took from 3 to 60,000 nodes, with 12 at most 3,500. On
    /// the 4x4x4 cube draws take longest: 35 to 75 nodes with 4 empty squares,
    /// 500 to 1,600 with 8, 16,000 to 20,000 with 12.
    fn proof_cost(&self, position: &Self::Position) -> Option<f64> {
        let (most, nodes) = match self.geometry().shape() {
            Shape::Flat { .. } => (flat::ALWAYS_EXACT as i32, 4000.0),
            Shape::Cube { .. } => (14, 64_000.0),
        };
        let empty = self.legal(position).len() as i32;
        (empty <= most).then(|| nodes * 2f64.powi(empty - most))
    }

    fn player(&self) -> Option<Box<dyn Searcher<Lines>>> {
        self.geometry().shape().is_flat().then(|| flat::player(self))
    }
}

impl Prove for Trains {
    fn prover(&self) -> Box<dyn Searcher<Trains>> {
        Box::<Proof>::default()
    }

    /// From the medians of `cargo bench --bench endings`: 2.9 times as many
    /// for every empty square more, from 20 nodes at ten empty squares on.
    fn proof_cost(&self, position: &Self::Position) -> Option<f64> {
        let empty = self.empty(position).len() as i32;
        (self.ply(position) >= self.unrestricted_from()).then(|| 20.0 * 2.9f64.powi(empty - 10))
    }
}
