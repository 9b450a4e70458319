//! The last layers of the network: the chances of a position, and the logits of
//! the moves.

use std::sync::OnceLock;

use super::layers::Map;
use super::weights::{CHANNELS, HIDDEN, ONE, SQUARES, UNIT, Weights};

#[cfg(test)]
use super::weights::LOGIT_SCALE;

/// The network's evaluation of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evaluation {
    /// The logits of the moves, square by square; only differences matter. See
    /// [`Evaluation::shares`].
    pub policy: [i32; SQUARES],
    /// The chances of a win, a draw and a loss for the side to move, which add
    /// up to 1.
    pub outcome: [f32; 3],
}

impl Evaluation {
    /// The expected result for the side to move, from 0 to 1.
    pub fn value(&self) -> f32 {
        self.outcome[0] + 0.5 * self.outcome[1]
    }

    /// Computes the shares of these squares, which add up to 1 (softmax).
    pub fn shares(&self, squares: &[usize], shares: &mut [f32]) {
        let logit = |&square: &usize| self.policy.get(square).copied().unwrap_or(i32::MIN);
        let most = squares.iter().map(logit).max().unwrap_or(0);
        let mut sum = 0.0;
        for (share, square) in shares.iter_mut().zip(squares) {
            *share = exponential(most - logit(square));
            sum += *share;
        }
        shares.iter_mut().take(squares.len()).for_each(|share| *share /= sum);
    }
}

/// The output of a last layer that corresponds to a logit of 1.
#[cfg(test)]
const LOGIT: f32 = (ONE * UNIT) as f32 / LOGIT_SCALE;

/// `exp(-sum / LOGIT)`, from a table made by multiplications, so that it is the
/// same on every machine. Below e^-16 it is 0.
fn exponential(sum: i32) -> f32 {
    /// The step of the table, in sums.
    const STEP: i32 = 64;
    /// `exp(-STEP / LOGIT)`.
    const FACTOR: f64 = 0.984_375_320_386_627_1;
    const SIZE: usize = 1024;
    static TABLE: OnceLock<[f32; SIZE]> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        let mut power = 1.0;
        std::array::from_fn(|_| {
            let this = power;
            power *= FACTOR;
            this as f32
        })
    });
    table.get((sum / STEP) as usize).copied().unwrap_or(0.0)
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct PolicyHead {
    weights: [i16; CHANNELS],
}

impl PolicyHead {
    pub(super) fn new(weights: &[i16; CHANNELS]) -> PolicyHead {
        PolicyHead { weights: *weights }
    }

    #[inline(always)]
    pub(super) fn of(&self, map: &Map<CHANNELS>) -> [i32; SQUARES] {
        let mut logits = [0; SQUARES];
        for (logit, square) in logits.iter_mut().zip(map.rows().flatten()) {
            *logit = dot(square, &self.weights);
        }
        logits
    }
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct OutcomeHead {
    hidden: [[i16; 2 * CHANNELS]; HIDDEN],
    hidden_bias: [i32; HIDDEN],
    outcome: [[i16; HIDDEN]; 3],
    outcome_bias: [i32; 3],
}

impl OutcomeHead {
    pub(super) fn new(weights: &Weights) -> OutcomeHead {
        let &Weights { hidden, hidden_bias, outcome, outcome_bias, .. } = weights;
        OutcomeHead { hidden, hidden_bias, outcome, outcome_bias }
    }

    #[inline(always)]
    pub(super) fn of(&self, pooled: &[u8; 2 * CHANNELS]) -> [f32; 3] {
        let mut hidden = [0; HIDDEN];
        for (i, unit) in hidden.iter_mut().enumerate() {
            let sum = self.hidden_bias[i] + dot(pooled, &self.hidden[i]);
            *unit = ((sum + UNIT / 2) / UNIT).clamp(0, ONE) as u8;
        }
        let logits: [i32; 3] =
            std::array::from_fn(|i| self.outcome_bias[i] + dot(&hidden, &self.outcome[i]));
        let most = logits.into_iter().max().unwrap_or(0);
        let shares = logits.map(|logit| exponential(most - logit));
        let sum: f32 = shares.iter().sum();
        shares.map(|share| share / sum)
    }
}

#[inline(always)]
fn dot<const N: usize>(activations: &[u8; N], weights: &[i16; N]) -> i32 {
    let product = |(&a, &w): (&u8, &i16)| i32::from(a) * i32::from(w);
    activations.iter().zip(weights).map(product).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_exponentials() {
        for sum in [0, 64, 640, 6400, 64_000] {
            let exact = (-f64::from(sum) / f64::from(LOGIT)).exp();
            assert!((f64::from(exponential(sum)) / exact - 1.0).abs() < 1e-5, "{sum}");
        }
        assert_eq!(exponential(i32::MAX), 0.0);
    }
}
