//! Helpers of the tests in this folder: meters and random positions.

use std::time::Instant;

use super::bits::Bits;
use super::geometry::Cube;
use super::position::Position;
use crate::game::Side;
use crate::random::Random;
use crate::search::{Canceller, Meter};

/// Calls `run` with a meter without a limit.
pub(super) fn unlimited<T>(run: impl FnOnce(&mut Meter<'_>) -> T) -> T {
    limited(u64::MAX, run)
}

/// Calls `run` with a meter that allows `nodes` nodes.
pub(super) fn limited<T>(nodes: u64, run: impl FnOnce(&mut Meter<'_>) -> T) -> T {
    let (_keeps_open, stop) = Canceller::new(Instant::now());
    run(&mut Meter::new(&stop, nodes))
}

/// The position after random plies, and the side to move; `None` if a ply
/// completes a line.
pub(super) fn random_position<C: Cube>(
    plies: usize,
    random: &mut Random,
) -> Option<(Position<C>, Side)> {
    let geometry = C::geometry();
    let mut position = Position::<C>::default();
    let mut side = Side::X;
    for _ in 0..plies {
        let empty: Vec<usize> = position.empty(geometry).members().collect();
        let square = empty[random.below(empty.len())];
        if position.completions(geometry, side).has(square) {
            return None;
        }
        position.play(geometry, side, square);
        side = !side;
    }
    Some((position, side))
}
