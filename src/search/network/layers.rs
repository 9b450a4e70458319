//! The layers of the network: convolutions and pooling, with integers.
//!
//! A [`Map`] holds the activations of all squares with a border of zeros, the
//! channels of a square next to each other:
//!
//! ```text
//! row 0    . . . . . . . . .      nine places in a row, so that every square
//! row 1    . a b c d e f g .      has eight neighbours; the border stays zero
//!   ...                           and adds nothing to a convolution
//! row 8    . . . . . . . . .
//! ```

use std::ops::Range;

use super::input::Planes;
use super::weights::{CHANNELS, ONE, PLANES, TAPS, UNIT};
use crate::search::hardware::{DotProducts, LANES, Order};

/// The squares of a row with its border.
const WIDTH: usize = 9;
/// The squares of a side of the board.
const SIDE: usize = 7;
/// The groups of output channels that are computed together.
const PARTS: usize = CHANNELS / LANES;
/// A sum of products of an activation and a weight is shifted by this to become
/// an activation.
const SHIFT: u32 = UNIT.trailing_zeros();
/// Added to such a sum, so that the shift rounds.
const HALF: i32 = UNIT / 2;
// Activations are clipped by the saturation to `i8`.
const _: () = assert!(ONE == i8::MAX as i32);

/// The weights of four inputs to [`LANES`] outputs.
type Fours = [i8; 4 * LANES];

/// The activations of all squares, from 0 to [`ONE`].
#[derive(Clone, Debug)]
pub(super) struct Map<const N: usize> {
    squares: [[u8; N]; WIDTH * WIDTH],
}

impl<const N: usize> Default for Map<N> {
    fn default() -> Map<N> {
        Map { squares: [[0; N]; WIDTH * WIDTH] }
    }
}

/// The place of a square in a map.
fn place(row: usize, column: usize) -> usize {
    (row + 1) * WIDTH + column + 1
}

impl Map<PLANES> {
    pub(super) fn of(planes: &Planes) -> Map<PLANES> {
        let mut map = Map::default();
        for row in 0..SIDE {
            let at = place(row, 0);
            map.squares[at..at + SIDE].copy_from_slice(&planes[row * SIDE..][..SIDE]);
        }
        map
    }
}

impl Map<CHANNELS> {
    /// The rows of squares.
    pub(super) fn rows(&self) -> impl Iterator<Item = &[[u8; CHANNELS]]> {
        (0..SIDE).map(|row| &self.squares[place(row, 0)..][..SIDE])
    }

    /// The means of all channels, then their maxima.
    #[inline(always)]
    pub(super) fn pooled(&self) -> [u8; 2 * CHANNELS] {
        let mut sums = [0u16; CHANNELS];
        let mut maxima = [0u8; CHANNELS];
        for row in 0..SIDE {
            for column in 0..SIDE {
                let square = &self.squares[place(row, column)];
                for i in 0..CHANNELS {
                    sums[i] += u16::from(square[i]);
                    maxima[i] = maxima[i].max(square[i]);
                }
            }
        }
        let mut pooled = [0; 2 * CHANNELS];
        for i in 0..CHANNELS {
            let squares = (SIDE * SIDE) as u32;
            pooled[i] = ((2 * u32::from(sums[i]) + squares) / (2 * squares)) as u8;
            pooled[CHANNELS + i] = maxima[i];
        }
        pooled
    }
}

/// Weights from groups of four inputs to all outputs, in all orders that
/// products may need.
#[derive(Debug, PartialEq, Eq)]
struct Groups {
    by_lane: Vec<[Fours; PARTS]>,
    by_pair: Vec<[Fours; PARTS]>,
    by_activation: Vec<[Fours; PARTS]>,
}

impl Groups {
    /// The groups of the inputs, in their order.
    fn new<'a>(inputs: impl Iterator<Item = &'a [i8; CHANNELS]>) -> Groups {
        let inputs: Vec<&[i8; CHANNELS]> = inputs.collect();
        let arrange = |weight: fn(usize) -> (usize, usize)| {
            let group = |inputs: &[&[i8; CHANNELS]]| {
                std::array::from_fn(|part| {
                    std::array::from_fn(|i| {
                        let (input, lane) = weight(i);
                        inputs[input][part * LANES + lane]
                    })
                })
            };
            inputs.chunks_exact(4).map(group).collect()
        };
        Groups {
            by_lane: arrange(|i| (i % 4, i / 4)),
            by_pair: arrange(|i| (i / (2 * LANES) * 2 + i % 2, i / 2 % LANES)),
            by_activation: arrange(|i| (i / LANES, i % LANES)),
        }
    }

    #[inline(always)]
    fn of<D: DotProducts>(&self, _: D) -> &[[Fours; PARTS]] {
        match D::ORDER {
            Order::ByLane => &self.by_lane,
            Order::ByPair => &self.by_pair,
            Order::ByActivation => &self.by_activation,
        }
    }
}

/// A convolution of three by three squares, followed by clipping.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Convolution {
    /// By tap, then by group of inputs.
    weights: Groups,
    /// The biases, each plus [`HALF`].
    bias: [i32; CHANNELS],
}

impl Convolution {
    pub(super) fn new<const N: usize>(
        weights: &[[[i8; CHANNELS]; N]; TAPS],
        bias: &[i32; CHANNELS],
    ) -> Convolution {
        let bias = bias.map(|bias| bias.wrapping_add(HALF));
        Convolution { weights: Groups::new(weights.iter().flatten()), bias }
    }

    /// Applies the convolution to a map. `added` is added to the biases;
    /// with `skips`, what `output` holds is added to the result before it is
    /// clipped.
    #[inline(always)]
    pub(super) fn apply<D: DotProducts, const N: usize>(
        &self,
        products: D,
        input: &Map<N>,
        added: Option<&[i32; CHANNELS]>,
        skips: bool,
        output: &mut Map<CHANNELS>,
    ) {
        let mut bias = self.bias;
        if let Some(added) = added {
            (0..CHANNELS).for_each(|i| bias[i] += added[i]);
        }
        let start = std::array::from_fn(|part| {
            products.load(std::array::from_fn(|i| bias[part * LANES + i]))
        });
        let work = Row::<D, N> { weights: self.weights.of(products), start, input, skips };
        for row in 0..SIDE {
            match D::SQUARES {
                7.. => work.apply::<7>(products, row, 0, output),
                3.. => {
                    work.apply::<3>(products, row, 0, output);
                    work.apply::<2>(products, row, 3, output);
                    work.apply::<2>(products, row, 5, output);
                }
                _ => (0..SIDE).for_each(|column| work.apply::<1>(products, row, column, output)),
            }
        }
    }
}

/// A convolution of the squares of a row.
struct Row<'a, D: DotProducts, const N: usize> {
    /// By tap, then by group of inputs.
    weights: &'a [[Fours; PARTS]],
    start: [D::Sums; PARTS],
    input: &'a Map<N>,
    skips: bool,
}

impl<D: DotProducts, const N: usize> Row<'_, D, N> {
    /// Computes `C` squares of a row from column `first`, whose sums stay in
    /// registers.
    #[inline(always)]
    fn apply<const C: usize>(
        &self,
        products: D,
        row: usize,
        first: usize,
        output: &mut Map<CHANNELS>,
    ) {
        let mut sums = [self.start; C];
        // The border is zero, so its products are left out.
        let (left, right) = (usize::from(first == 0), C - usize::from(first + C == SIDE));
        // This is `N / 4`, but if the compiler knew, it would unroll short loops over the
        // groups and keep the sums in memory.
        let groups = self.weights.len() / TAPS;
        for down in (0..3).filter(|down| (1..=SIDE).contains(&(row + down))) {
            let squares = &self.input.squares[(row + down) * WIDTH + first..][..C + 2];
            let taps = &self.weights[3 * down * groups..][..3 * groups];
            add_tap(products, squares, &taps[..groups], &mut sums, left..C);
            add_tap(products, &squares[1..], &taps[groups..][..groups], &mut sums, 0..C);
            add_tap(products, &squares[2..], &taps[2 * groups..], &mut sums, 0..right);
        }
        for (column, sums) in sums.iter().enumerate() {
            let at = place(row, first + column);
            for (part, &sums) in sums.iter().enumerate() {
                let sums = products.store(sums);
                for (i, sum) in sums.into_iter().enumerate() {
                    let channel = part * LANES + i;
                    let number = &mut output.squares[at][channel];
                    let skipped = if self.skips { i32::from(*number) } else { 0 };
                    let sum = (sum >> SHIFT) + skipped;
                    // Written so, clipping takes two vector instructions.
                    let saturated = sum.clamp(i8::MIN.into(), i8::MAX.into()) as i8;
                    *number = saturated.max(0) as u8;
                }
            }
        }
    }
}

/// Adds the products of a tap to the sums of these columns. `squares` are those
/// that the tap sees, from the first column on.
#[inline(always)]
fn add_tap<D: DotProducts, const N: usize, const C: usize>(
    products: D,
    squares: &[[u8; N]],
    weights: &[[Fours; PARTS]],
    sums: &mut [[D::Sums; PARTS]; C],
    columns: Range<usize>,
) {
    for (group, weights) in (0..N / 4).zip(weights) {
        let columns = sums.iter_mut().zip(squares).take(columns.end).skip(columns.start);
        for (sums, square) in columns {
            let four = std::array::from_fn(|i| square[4 * group + i]);
            for part in 0..PARTS {
                sums[part] = products.add(sums[part], four, &weights[part]);
            }
        }
    }
}

/// Adds the same numbers to all squares: a linear function of the pooled
/// channels.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct PooledBias {
    weights: Groups,
}

impl PooledBias {
    pub(super) fn new(weights: &[[i8; CHANNELS]; 2 * CHANNELS]) -> PooledBias {
        PooledBias { weights: Groups::new(weights.iter()) }
    }

    #[inline(always)]
    pub(super) fn of(
        &self,
        products: impl DotProducts,
        pooled: &[u8; 2 * CHANNELS],
    ) -> [i32; CHANNELS] {
        let mut sums = [products.load([0; LANES]); PARTS];
        for (group, weights) in self.weights.of(products).iter().enumerate() {
            let four = std::array::from_fn(|i| pooled[4 * group + i]);
            for part in 0..PARTS {
                sums[part] = products.add(sums[part], four, &weights[part]);
            }
        }
        let mut bias = [0; CHANNELS];
        for (part, &sums) in sums.iter().enumerate() {
            bias[part * LANES..][..LANES].copy_from_slice(&products.store(sums));
        }
        bias
    }
}
