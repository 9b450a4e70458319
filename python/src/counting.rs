//! What takes long: random playouts and perft. Python's other threads go on meanwhile, and
//! Ctrl-C ends it.

use std::hash::{BuildHasher, Hasher, RandomState};

use noughts_rules::game::GameState;
use noughts_rules::random::Random;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

/// The games that are played before a look for Ctrl-C.
const PLAYOUTS_AT_ONCE: u64 = 1_000;

/// The inner nodes that perft visits before a look for Ctrl-C.
const NODES_AT_ONCE: u32 = 4_096;

/// Plays random games and counts how many X won, were drawn, and O won.
pub(crate) fn playouts(
    py: Python<'_>,
    state: &dyn GameState,
    count: u64,
    seed: Option<u64>,
) -> PyResult<(u64, u64, u64)> {
    let mut random = Random::new(seed.unwrap_or_else(next_seed));
    let (mut x, mut draws, mut o) = (0, 0, 0);
    let mut left = count;
    while left > 0 {
        let now = left.min(PLAYOUTS_AT_ONCE);
        let counts = py.detach(|| state.playouts(now, &mut random));
        (x, draws, o) = (x + counts.x, draws + counts.draws, o + counts.o);
        left -= now;
        py.check_signals()?;
    }
    Ok((x, draws, o))
}

/// Counts the games of `depth` plies.
pub(crate) fn perft(py: Python<'_>, state: &dyn GameState, depth: usize) -> PyResult<u64> {
    let mut raised = None;
    let mut calls = 0_u32;
    let mut interrupted = || {
        calls = calls.wrapping_add(1);
        if calls.is_multiple_of(NODES_AT_ONCE) {
            raised = signal();
        }
        raised.is_some()
    };
    let count = py.detach(|| state.perft(depth, &mut interrupted));
    count.ok_or_else(|| raised.unwrap_or_else(|| PyKeyboardInterrupt::new_err(())))
}

/// A seed that no other call gets.
fn next_seed() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// The exception of a signal, such as Ctrl-C.
fn signal() -> Option<PyErr> {
    Python::attach(|py| py.check_signals().err())
}
