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
//! The sums are integers and are updated incrementally, for the squares that
//! have changed since the last evaluation. The rest is computed with
//! floating-point numbers in a fixed order, so that a position has the same
//! value on every machine.

use std::sync::LazyLock;

use bytemuck::{Pod, Zeroable};

use super::board::PatternBoard;
use super::field::{CELLS, Cell, CellSet};
use super::windows::{REACH, WINDOWS, WindowTable, exchanged, possible_keys};
use crate::game::Side;

/// The length of a row.
pub const UNITS: usize = 16;
/// The hidden units.
pub const HIDDEN: usize = 32;
/// The stored value of 1 in a row.
pub const ONE: i16 = 512;
/// The length of the rows of both sides together.
pub const BOTH: usize = 2 * UNITS;

/// The weights as they are stored in a file, little endian.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct NetworkWeights {
    /// The row of each window, in units of [`ONE`].
    pub windows: [[i16; UNITS]; WINDOWS],
    /// The bias of the sum of four rows.
    pub bias: [i16; UNITS],
    /// From the sums, those of the side to move first, to the hidden units.
    pub hidden: [[f32; HIDDEN]; BOTH],
    /// Their biases.
    pub hidden_bias: [f32; HIDDEN],
    /// From the hidden units to the value, in centipoints.
    pub output: [f32; HIDDEN],
    /// Its bias.
    pub output_bias: f32,
}

/// The network, ready to evaluate.
#[derive(Debug)]
pub(super) struct Network {
    windows: WindowTable,
    /// The row of each window, followed by that of the window with exchanged
    /// colours.
    rows: Vec<[i16; BOTH]>,
    bias: [i16; BOTH],
    weights: Box<NetworkWeights>,
}

/// `network.bin`, made from games by `noughts-learn patterns`.
static WEIGHTS: &[u8; size_of::<NetworkWeights>()] = include_bytes!("network.bin");

impl Network {
    /// The built-in network.
    pub(super) fn built_in() -> &'static Network {
        static NETWORK: LazyLock<Network> =
            LazyLock::new(|| Network::new(bytemuck::pod_read_unaligned(WEIGHTS)));
        &NETWORK
    }

    fn new(weights: NetworkWeights) -> Network {
        let windows = WindowTable::new();
        let mut rows = vec![[0; BOTH]; WINDOWS];
        for key in possible_keys() {
            let [own, other] = [key, exchanged(key)].map(|key| usize::from(windows.number(key)));
            rows[own] = twice(&weights.windows[own], &weights.windows[other]);
        }
        let bias = twice(&weights.bias, &weights.bias);
        Network { windows, rows, bias, weights: Box::new(weights) }
    }
}

/// The rows of both sides, one after the other.
fn twice(own: &[i16; UNITS], other: &[i16; UNITS]) -> [i16; BOTH] {
    std::array::from_fn(|i| if i < UNITS { own[i] } else { other[i - UNITS] })
}

/// The windows of a cell that is not empty.
const OCCUPIED: [u16; 4] = [u16::MAX; 4];

/// The sums of a position, updated at each evaluation.
#[derive(Debug)]
pub(super) struct Accumulator {
    /// The empty cells at the last update, and the cells with a stone of X.
    empty: CellSet,
    xs: CellSet,
    /// The windows of each empty cell, and its part of the sums.
    windows: Vec<[u16; 4]>,
    cells: Vec<[i16; BOTH]>,
    sums: [i32; BOTH],
}

impl Accumulator {
    /// An accumulator without a position.
    pub(super) fn new() -> Accumulator {
        Accumulator {
            empty: CellSet::EMPTY,
            xs: CellSet::EMPTY,
            windows: vec![OCCUPIED; CELLS],
            cells: vec![[0; BOTH]; CELLS],
            sums: [0; BOTH],
        }
    }

    /// The value of a position for the side to move, in centipoints.
    pub(super) fn evaluate(&mut self, network: &Network, board: &PatternBoard<'_>) -> i32 {
        self.update(network, board);
        let mut hidden = network.weights.hidden_bias;
        // The sums of X come first. Flipping bit 4 of the index exchanges them
        // with those of O.
        let first = if board.side == Side::X { 0 } else { UNITS };
        for i in 0..BOTH {
            let sum = self.sums[first ^ i] as f32;
            for (unit, weight) in hidden.iter_mut().zip(&network.weights.hidden[i]) {
                *unit += sum * weight;
            }
        }
        let mut parts = [0.0; 8];
        for (units, weights) in
            hidden.as_chunks::<8>().0.iter().zip(network.weights.output.as_chunks::<8>().0)
        {
            for i in 0..8 {
                parts[i] += units[i].max(0.0) * weights[i];
            }
        }
        (parts.iter().sum::<f32>() + network.weights.output_bias) as i32
    }

    /// Updates the sums.
    fn update(&mut self, network: &Network, board: &PatternBoard<'_>) {
        // A stone of one side may have replaced one of the other.
        let mut changed = board.empty_cells().symmetric_difference(&self.empty);
        changed.add(&board.stones_of_x().symmetric_difference(&self.xs));
        let mut cells = CellSet::EMPTY;
        for cell in changed.iter() {
            cells.add(&board.tables.surroundings[cell]);
        }
        for cell in cells.iter() {
            self.update_cell(network, board, cell);
        }
        self.empty = board.empty_cells().clone();
        self.xs = board.stones_of_x().clone();
    }

    /// Updates the part of a cell in the sums.
    #[inline(always)]
    fn update_cell(&mut self, network: &Network, board: &PatternBoard<'_>, cell: Cell) {
        let mut new = [0; BOTH];
        if board.empty_cells().contains(cell) {
            let windows = std::array::from_fn(|line| {
                network.windows.number(board.key_in::<REACH>(cell, line))
            });
            if windows == self.windows[cell] {
                return;
            }
            self.windows[cell] = windows;
            let [a, b, c, d] = windows.map(|window| &network.rows[usize::from(window)]);
            for i in 0..BOTH {
                new[i] = (network.bias[i] + a[i] + b[i] + c[i] + d[i]).clamp(0, ONE);
            }
        } else {
            self.windows[cell] = OCCUPIED;
        }
        let old = &mut self.cells[cell];
        for i in 0..BOTH {
            self.sums[i] += i32::from(new[i] - old[i]);
        }
        *old = new;
    }
}
