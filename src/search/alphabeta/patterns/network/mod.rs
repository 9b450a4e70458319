//! The network of five in a row, which evaluates positions.
//!
//! Each window has a row of weights. For each empty square the rows of its four
//! windows are added and clipped to the range from 0 to 1. The results are
//! summed over all empty squares, and a small network turns these sums into a
//! value.
//!
//! ```text
//! for each empty square, seen by either side:
//!   4 windows ──> 4 rows ──> sum, clipped ──┐
//!                                           ├──> sums (2 x 16) ──> hidden (32) ──> value
//!   the same of all other empty squares  ───┘
//! ```
//!
//! The sums are integers and are updated incrementally (`accumulator`). The rest is
//! computed with floating-point numbers in a fixed order, so that a position has the
//! same value on every machine.

mod accumulator;
mod evaluation;
mod weights;
mod windows;

pub(super) use evaluation::Evaluation;
pub(super) use weights::Network;
pub use weights::{BOTH, HIDDEN, NetworkWeights, ONE, UNITS};
pub(super) use windows::{REACH, WindowTable, exchanged};
pub use windows::{WINDOWS, classes_of_windows};
