//! The parameters of the network of TicTacTrains while it is learned, and the
//! weights that the engine reads.

use std::ops::Range;

use noughts::random::Random;
use noughts::search::network::{
    BLOCKS, BlockWeights, CHANNELS, HIDDEN, ONE, PLANES, TAPS, UNIT, Weights,
};

use crate::kernels::{OUT, Row};

const _: () = assert!(OUT == CHANNELS);

/// The auxiliary outputs of a square: its owner, and whether it belongs to the
/// longest train of either side.
pub(crate) const EXTRAS: usize = 3;
/// The largest weight of a convolution that its file can hold.
const MAX_WEIGHT: f32 = 127.0 / UNIT as f32;

/// All parameters, or their gradient.
#[derive(Clone)]
pub(crate) struct Parameters {
    pub(crate) numbers: Vec<f32>,
}

/// The parts of the parameters, in this order.
#[derive(Clone, Copy)]
pub(crate) enum Part {
    Stem,
    StemBias,
    First(usize),
    FirstBias(usize),
    Pooled(usize),
    Second(usize),
    SecondBias(usize),
    Policy,
    Hidden,
    HiddenBias,
    Outcome,
    OutcomeBias,
    Extras,
    ExtrasBias,
    Margin,
}

impl Part {
    /// All parts, in their order.
    pub(crate) fn all() -> Vec<Part> {
        let mut all = vec![Part::Stem, Part::StemBias];
        for i in 0..BLOCKS {
            all.extend([Part::First(i), Part::FirstBias(i), Part::Pooled(i)]);
            all.extend([Part::Second(i), Part::SecondBias(i)]);
        }
        all.extend([Part::Policy, Part::Hidden, Part::HiddenBias, Part::Outcome]);
        all.extend([Part::OutcomeBias, Part::Extras, Part::ExtrasBias, Part::Margin]);
        all
    }

    /// The inputs of each output, for the size of random weights; 0 for
    /// biases and the last layers, which begin with 0.
    fn fan_in(self) -> f32 {
        match self {
            Part::Stem => (TAPS * 8) as f32,
            Part::First(_) => (TAPS * OUT) as f32,
            // Blocks begin near the identity.
            Part::Second(_) => (TAPS * OUT * 4) as f32,
            Part::Pooled(_) => (8 * OUT) as f32,
            Part::Hidden => (2 * OUT) as f32,
            _ => 0.0,
        }
    }

    /// Whether the weights of the part are stored as bytes.
    pub(crate) fn is_small(self) -> bool {
        matches!(self, Part::Stem | Part::First(_) | Part::Second(_) | Part::Pooled(_))
    }

    /// The range of the part in [`Parameters::numbers`].
    #[inline(always)]
    pub(crate) fn range(self) -> Range<usize> {
        let block = |i: usize| STEM + i * BLOCK;
        let end = block(BLOCKS);
        let (at, size) = match self {
            Part::Stem => (0, TAPS * PLANES * OUT),
            Part::StemBias => (TAPS * PLANES * OUT, OUT),
            Part::First(i) => (block(i), TAPS * OUT * OUT),
            Part::FirstBias(i) => (block(i) + TAPS * OUT * OUT, OUT),
            Part::Pooled(i) => (block(i) + (TAPS * OUT + 1) * OUT, 2 * OUT * OUT),
            Part::Second(i) => (block(i) + ((TAPS + 2) * OUT + 1) * OUT, TAPS * OUT * OUT),
            Part::SecondBias(i) => (block(i + 1) - OUT, OUT),
            Part::Policy => (end, OUT),
            Part::Hidden => (end + OUT, HIDDEN * 2 * OUT),
            Part::HiddenBias => (end + OUT + HIDDEN * 2 * OUT, HIDDEN),
            Part::Outcome => (end + OUT + HIDDEN * (2 * OUT + 1), 3 * HIDDEN),
            Part::OutcomeBias => (end + OUT + HIDDEN * (2 * OUT + 4), 3),
            Part::Extras => (end + OUT + HIDDEN * (2 * OUT + 4) + 3, EXTRAS * OUT),
            Part::ExtrasBias => (ALL - HIDDEN - EXTRAS, EXTRAS),
            Part::Margin => (ALL - HIDDEN, HIDDEN),
        };
        at..at + size
    }
}

/// The number of parameters of the stem, of a block, and of the whole network.
const STEM: usize = TAPS * PLANES * OUT + OUT;
const BLOCK: usize = (2 * TAPS + 2) * OUT * OUT + 2 * OUT;
const ALL: usize = STEM + BLOCKS * BLOCK + OUT + HIDDEN * (2 * OUT + 5) + 3 + EXTRAS * OUT + EXTRAS;

impl Parameters {
    /// All parameters 0.
    pub(crate) fn zero() -> Parameters {
        Parameters { numbers: vec![0.0; ALL] }
    }

    /// Random weights (He et al. 2015), biases of 0.
    pub(crate) fn random(random: &mut Random) -> Parameters {
        let mut parameters = Parameters::zero();
        for part in Part::all().into_iter().filter(|part| part.fan_in() > 0.0) {
            let size = (2.0 / part.fan_in()).sqrt();
            for number in &mut parameters.numbers[part.range()] {
                // The sum of four uniform numbers is nearly normal.
                let uniform = |r: &mut Random| (r.next_u64() >> 40) as f32 / (1 << 24) as f32 - 0.5;
                let sum: f32 = (0..4).map(|_| uniform(random)).sum();
                *number = sum * 3f32.sqrt() * size;
            }
        }
        parameters
    }

    /// Random values for all parameters, also those that begin with 0, rounded
    /// as in the file.
    #[cfg(test)]
    pub(crate) fn random_rounded(random: &mut Random) -> Parameters {
        let mut parameters = Parameters::random(random);
        for number in &mut parameters.numbers {
            let noise = (random.next_u64() >> 40) as f32 / (1 << 24) as f32 - 0.5;
            *number = ((*number + 0.1 * noise) * UNIT as f32).round() / UNIT as f32;
        }
        parameters
    }

    pub(crate) fn part(&self, part: Part) -> &[f32] {
        &self.numbers[part.range()]
    }

    pub(crate) fn rows(&self, part: Part) -> &[Row] {
        self.part(part).as_chunks().0
    }

    pub(crate) fn part_mut(&mut self, part: Part) -> &mut [f32] {
        &mut self.numbers[part.range()]
    }

    /// Limits the weights to what a file can hold.
    pub(crate) fn clamp(&mut self) {
        for part in Part::all().into_iter().filter(|part| part.is_small()) {
            self.part_mut(part).iter_mut().for_each(|w| *w = w.clamp(-MAX_WEIGHT, MAX_WEIGHT));
        }
    }

    /// The weights as the engine reads them.
    pub(crate) fn to_weights(&self) -> Weights {
        let byte = |w: f32| (w * UNIT as f32).round().clamp(-127.0, 127.0) as i8;
        let word = |w: f32| (w * UNIT as f32).round().clamp(-32_767.0, 32_767.0) as i16;
        let bias = |w: f32| (w * (UNIT * ONE) as f32).round() as i32;
        let bytes = |part| self.rows(part).iter().map(|row| row.map(byte)).collect::<Vec<_>>();
        let biases = |part| self.part(part).iter().map(|&w| bias(w)).collect::<Vec<i32>>();
        fn array<T: Copy, const N: usize>(items: &[T]) -> [T; N] {
            std::array::from_fn(|i| items[i])
        }
        let taps = |part| {
            let rows = bytes(part);
            std::array::from_fn(|tap| array(&rows[tap * OUT..(tap + 1) * OUT]))
        };
        let stem = bytes(Part::Stem);
        let words = |part| self.part(part).iter().map(|&w| word(w)).collect::<Vec<i16>>();
        let (hidden, outcome) = (words(Part::Hidden), words(Part::Outcome));
        Weights {
            magic: Weights::MAGIC,
            stem: std::array::from_fn(|tap| array(&stem[tap * PLANES..(tap + 1) * PLANES])),
            stem_bias: array(&biases(Part::StemBias)),
            blocks: std::array::from_fn(|i| BlockWeights {
                first: taps(Part::First(i)),
                first_bias: array(&biases(Part::FirstBias(i))),
                pooled: array(&bytes(Part::Pooled(i))),
                second: taps(Part::Second(i)),
                second_bias: array(&biases(Part::SecondBias(i))),
            }),
            policy: array(&words(Part::Policy)),
            hidden: std::array::from_fn(|i| array(&hidden[i * 2 * OUT..(i + 1) * 2 * OUT])),
            hidden_bias: array(&biases(Part::HiddenBias)),
            outcome: std::array::from_fn(|i| array(&outcome[i * HIDDEN..(i + 1) * HIDDEN])),
            outcome_bias: array(&biases(Part::OutcomeBias)),
            unused: [0; 4],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_follow_each_other() {
        let end = Part::all().into_iter().fold(0, |at, part| {
            assert_eq!(part.range().start, at);
            part.range().end
        });
        assert_eq!(end, ALL);
    }
}
