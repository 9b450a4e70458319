//! The weights of the network, and its layers after the first.

use std::sync::LazyLock;

use bytemuck::allocation::zeroed_box;
use bytemuck::{Pod, Zeroable};

use super::windows::{WINDOWS, WindowTable, exchanged, possible_keys};
use crate::game::Side;

/// The length of a row.
pub const UNITS: usize = 16;
/// The hidden units.
pub const HIDDEN: usize = 32;
/// The stored value of 1 in a row.
pub const ONE: i16 = 512;
/// The length of the rows of both sides together.
pub const BOTH: usize = 2 * UNITS;

/// The sums of the clipped numbers of all empty cells.
pub(super) type Sums = [i32; BOTH];

/// The numbers of a window or of a cell, X's first.
#[derive(Clone, Copy, Debug, Zeroable)]
#[repr(align(64))]
pub(super) struct Row(pub(super) [i16; BOTH]);

impl Row {
    /// This row with the numbers of another window on a line.
    #[inline(always)]
    pub(super) fn with(self, before: &Row, after: &Row) -> Row {
        // The result is the bias and four rows, which fit; five may not.
        let mut row = self;
        for i in 0..BOTH {
            row.0[i] = self.0[i].wrapping_add(after.0[i]).wrapping_sub(before.0[i]);
        }
        row
    }
}

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

/// The rows of a table: [`WINDOWS`], rounded up to a power of two, so that no index needs
/// a check.
const ROWS: usize = WINDOWS.next_power_of_two();

/// The network, ready to evaluate.
#[derive(Debug)]
pub(in super::super) struct Network {
    windows: WindowTable,
    /// The row of each window, followed by that of the window with exchanged
    /// colours.
    rows: Box<[Row; ROWS]>,
    bias: Row,
    weights: Box<NetworkWeights>,
}

/// `weights.bin`, made from games by `noughts-learn patterns`.
static WEIGHTS: &[u8; size_of::<NetworkWeights>()] = include_bytes!("weights.bin");

impl Network {
    /// The built-in network.
    pub(in super::super) fn built_in() -> &'static Network {
        static NETWORK: LazyLock<Network> =
            LazyLock::new(|| Network::new(bytemuck::pod_read_unaligned(WEIGHTS)));
        &NETWORK
    }

    fn new(weights: NetworkWeights) -> Network {
        let windows = WindowTable::new();
        let mut rows: Box<[Row; ROWS]> = zeroed_box();
        for key in possible_keys() {
            let [own, other] = [key, exchanged(key)].map(|key| usize::from(windows.number(key)));
            rows[own] = twice(&weights.windows[own], &weights.windows[other]);
        }
        let bias = twice(&weights.bias, &weights.bias);
        Network { windows, rows, bias, weights: Box::new(weights) }
    }

    /// The number of the window with this key.
    #[inline(always)]
    pub(super) fn window(&self, key: u32) -> u16 {
        self.windows.number(key)
    }

    /// The row of the window with this number.
    #[inline(always)]
    pub(super) fn row(&self, window: u16) -> &Row {
        &self.rows[usize::from(window) % ROWS]
    }

    /// The sum of no windows.
    pub(super) fn bias(&self) -> Row {
        self.bias
    }

    /// The value of a position with these sums for the side to move, in centipoints.
    #[inline(always)]
    pub(super) fn value(&self, sums: &Sums, side: Side) -> i32 {
        let mut hidden = self.weights.hidden_bias;
        // The sums of X come first. Flipping bit 4 of the index exchanges them
        // with those of O.
        let first = if side == Side::X { 0 } else { UNITS };
        for i in 0..BOTH {
            let sum = sums[first ^ i] as f32;
            for (unit, weight) in hidden.iter_mut().zip(&self.weights.hidden[i]) {
                *unit += sum * weight;
            }
        }
        let mut parts = [0.0; 8];
        for (units, weights) in
            hidden.as_chunks::<8>().0.iter().zip(self.weights.output.as_chunks::<8>().0)
        {
            for i in 0..8 {
                parts[i] += units[i].max(0.0) * weights[i];
            }
        }
        (parts.iter().sum::<f32>() + self.weights.output_bias) as i32
    }
}

/// The rows of both sides, one after the other.
fn twice(own: &[i16; UNITS], other: &[i16; UNITS]) -> Row {
    Row(std::array::from_fn(|i| if i < UNITS { own[i] } else { other[i - UNITS] }))
}
