//! The longest train: the longest path of orthogonally adjacent stones of one
//! side.
//!
//! The problem is NP-hard on general graphs, but easy for most random stones.
//! `peel` removes the trees of the whole board at once and leaves the cores
//! of the components with cycles. The longest path of a core comes from a table
//! for blocks of two by two (`block`), from a memo for small cores
//! (`shapes`), or from a search (`core`). If the search takes too long, as
//! on boards nearly full of stones of one side, dynamic programming takes over
//! (`frontier`); its time is bounded on every board. [`Lengths`] combines
//! these methods for the many boards of a search.

pub mod bits;
mod block;
mod core;
mod frontier;
mod lengths;
mod memo;
mod peel;
mod shapes;

pub use lengths::Lengths;
pub use memo::NumberMemo;

use bits::{flood, lowest};

use crate::game::Square;

/// Returns the length in squares of the longest train in a set of stones, given
/// as bits of the [`BOARD`](super::BOARD); 0 without stones.
pub fn longest_train(stones: u64) -> u32 {
    let [peeled] = peel::peel([stones]);
    let mut best = peeled.trees;
    let mut cores = peeled.core;
    while cores != 0 {
        let one = flood(lowest(cores), cores);
        cores ^= one;
        best = core::longest_through(one, &peeled.tails, best, u32::MAX);
    }
    lengths::beside_cores(stones, &peeled, best)
}

/// Returns the squares of one longest train, from one end to the other.
pub fn longest_train_squares(stones: u64) -> Vec<Square> {
    let squares = frontier::squares(stones).into_iter();
    squares.map(|square| Square::new(square.trailing_zeros() as usize)).collect()
}

#[cfg(test)]
mod tests;
