//! The longest train: the longest simple path through orthogonally adjacent
//! stones of one side.
//!
//! The problem is NP-hard in general, but stones at random leave little of it.
//! Trees are peeled off the whole board at once ([`peel`]); what is left are
//! the cores of the components with cycles, and the path in a core is found by
//! a table for blocks of four ([`block`]), a memo for small shapes
//! ([`shapes`]), or a search ([`core`]); where that takes too long, as it does
//! on boards that are nearly full of one side's stones, by a method that takes
//! bounded time on any board ([`frontier`]). [`Lengths`] puts this together
//! for the many boards of a search.

pub(crate) mod bits;
mod block;
mod core;
mod frontier;
mod lengths;
mod memo;
mod peel;
mod shapes;
#[cfg(test)]
mod tests;

pub use lengths::Lengths;
pub(crate) use memo::NumberMemo;

use bits::{flood, lowest};

use crate::game::Square;

/// The length in squares of the longest train in a set of stones, given as
/// bits of the [`BOARD`](super::BOARD). 0 without stones.
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

/// The squares of one longest train, from one end to the other.
pub fn longest_train_squares(stones: u64) -> Vec<Square> {
    let squares = frontier::squares(stones).into_iter();
    squares.map(|square| Square::new(square.trailing_zeros() as usize)).collect()
}
