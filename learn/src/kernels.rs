//! The inner loops of learning: convolutions of one position, forwards and
//! backwards. They are written so that the compiler keeps a block of sums in
//! vector registers; compile with `-C target-cpu=native`.
//!
//! Activations have a border of zeros, nine places in a row, as in the engine.

use noughts::search::network::TAPS;
use wide::f32x16;

/// The squares of a row with its border.
pub(crate) const WIDTH: usize = 9;
/// The places of a map.
pub(crate) const PLACES: usize = WIDTH * WIDTH;
/// The squares of a side of the board.
pub(crate) const SIDE: usize = 7;
/// The output channels of a convolution.
pub(crate) const OUT: usize = 32;

/// The output channels of a square, or the weights of an input channel.
pub(crate) type Row = [f32; OUT];

/// The place of a square in a map.
pub(crate) fn place(square: usize) -> usize {
    (square / SIDE + 1) * WIDTH + square % SIDE + 1
}

/// The first place of the squares that a tap reads for a row of outputs.
fn first_of(row: usize, tap: usize) -> usize {
    (row + tap / 3) * WIDTH + tap % 3
}

/// A row in vector registers.
#[derive(Clone, Copy)]
struct Registers([f32x16; OUT / 16]);

impl Registers {
    #[inline(always)]
    fn load(row: &Row) -> Registers {
        let (parts, _) = row.as_chunks::<16>();
        Registers(std::array::from_fn(|i| f32x16::new(parts[i])))
    }

    #[inline(always)]
    fn store(self, row: &mut Row) {
        let (parts, _) = row.as_chunks_mut::<16>();
        parts.iter_mut().zip(self.0).for_each(|(part, sum)| *part = sum.to_array());
    }

    #[inline(always)]
    fn add_scaled(&mut self, factor: f32, row: Registers) {
        let factor = f32x16::splat(factor);
        for (sum, number) in self.0.iter_mut().zip(row.0) {
            *sum = factor.mul_add(number, *sum);
        }
    }
}

/// `output += convolution of input`, for the squares of the board. `weights`
/// are ordered by tap and input channel; the input has `N` channels.
pub(crate) fn convolve<const N: usize>(input: &[[f32; N]], weights: &[Row], output: &mut [Row]) {
    for row in 0..SIDE {
        let at = first_of(row, 4);
        let mut sums: [_; SIDE] = std::array::from_fn(|i| Registers::load(&output[at + i]));
        for tap in 0..TAPS {
            let first = first_of(row, tap);
            let squares = &input[first..][..SIDE];
            let weights = &weights[tap * N..][..N];
            for (channel, weights) in weights.iter().enumerate() {
                let weights = Registers::load(weights);
                for (sums, square) in sums.iter_mut().zip(squares) {
                    sums.add_scaled(square[channel], weights);
                }
            }
        }
        output[at..at + SIDE].iter_mut().zip(sums).for_each(|(row, sums)| sums.store(row));
    }
}

/// Adds the gradient of the weights of a convolution, given its input and the
/// gradient of its output.
pub(crate) fn add_weight_gradient<const N: usize>(
    input: &[[f32; N]],
    output_gradient: &[Row],
    gradient: &mut [Row],
) {
    /// The number of input channels whose gradients are kept in registers.
    const BLOCK: usize = 8;
    for tap in 0..TAPS {
        for block in (0..N).step_by(BLOCK) {
            let at = tap * N + block;
            let mut sums: [_; BLOCK] = std::array::from_fn(|i| Registers::load(&gradient[at + i]));
            for row in 0..SIDE {
                let inputs = &input[first_of(row, tap)..][..SIDE];
                let outputs = &output_gradient[first_of(row, 4)..][..SIDE];
                for (input, output) in inputs.iter().zip(outputs) {
                    let input = &input[block..][..BLOCK];
                    let output = Registers::load(output);
                    for (sums, &input) in sums.iter_mut().zip(input) {
                        sums.add_scaled(input, output);
                    }
                }
            }
            gradient[at..at + BLOCK].iter_mut().zip(sums).for_each(|(row, sums)| sums.store(row));
        }
    }
}

/// The weights of the convolution that propagates gradients from the output
/// back to the input: input and output channels transposed, and the taps
/// reversed.
pub(crate) fn transposed(weights: &[Row]) -> Vec<Row> {
    let mut transposed = vec![[0.0; OUT]; weights.len()];
    for tap in 0..TAPS {
        for input in 0..OUT {
            for output in 0..OUT {
                transposed[(TAPS - 1 - tap) * OUT + output][input] =
                    weights[tap * OUT + input][output];
            }
        }
    }
    transposed
}
