//! Helpers of the tests in this folder: meters and random positions.

use std::time::Instant;

use super::board::{Cube, CubePosition};
use crate::game::Side;
use crate::random::Random;
use crate::search::budget::{Canceller, Meter};
use crate::search::proof::bits::Bits;

/// Calls `run` with a meter without a limit.
pub(crate) fn unlimited<T>(run: impl FnOnce(&mut Meter<'_>) -> T) -> T {
    limited(u64::MAX, run)
}

/// Calls `run` with a meter that allows `nodes` nodes.
pub(crate) fn limited<T>(nodes: u64, run: impl FnOnce(&mut Meter<'_>) -> T) -> T {
    let (_keeps_open, stop) = Canceller::new(Instant::now());
    run(&mut Meter::new(&stop, nodes))
}

/// The position after random plies, and the side to move; `None` if a ply
/// completes a line.
pub(crate) fn random_position<C: Cube>(
    plies: usize,
    random: &mut Random,
) -> Option<(CubePosition<C>, Side)> {
    let geometry = C::geometry();
    let mut position = CubePosition::<C>::default();
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
