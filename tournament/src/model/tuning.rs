//! The settings of a tuning.

use serde::{Deserialize, Serialize};

/// The largest number of iterations, which the key `iterations` permits.
pub const MAX_ITERATIONS: usize = 10_000_000;

/// The settings of a tuning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tuning {
    /// The number of iterations, N.
    pub iterations: usize,
    /// The number of pairs of games in an iteration.
    pub pairs: usize,
    /// The exponent with which the rate falls.
    pub alpha: f64,
    /// The exponent with which the perturbation falls.
    pub gamma: f64,
    /// The share of the iterations for which the fall of the rate is delayed.
    #[serde(rename = "A")]
    pub delay: f64,
    /// The options.
    pub options: Vec<TunedOption>,
}

impl Default for Tuning {
    fn default() -> Tuning {
        // The exponents and the delay are those that Spall recommends (1998).
        let (alpha, gamma, delay) = (0.602, 0.101, 0.1);
        Tuning { iterations: 1, pairs: 1, alpha, gamma, delay, options: Vec::new() }
    }
}

/// An option whose value is tuned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TunedOption {
    /// The name.
    pub name: String,
    /// The value at the start.
    pub start: f64,
    /// The least value.
    pub min: f64,
    /// The greatest value.
    pub max: f64,
    /// The perturbation in the last iteration.
    pub step: f64,
    /// The rate in the last iteration: the share of the perturbation by which a
    /// won game moves the value.
    pub rate: f64,
    /// Whether the engine takes whole numbers only.
    pub integer: bool,
}

impl Default for TunedOption {
    fn default() -> TunedOption {
        let name = String::new();
        TunedOption { name, start: 0.0, min: 0.0, max: 0.0, step: 1.0, rate: 0.002, integer: true }
    }
}

impl TunedOption {
    /// Returns a value as it is sent to the engine: the nearest whole number
    /// for an option of whole numbers, otherwise at most six decimals.
    pub fn text(&self, value: f64) -> String {
        let rounded = if self.integer { value.round() } else { (value * 1e6).round() / 1e6 };
        // Not "-0".
        (rounded + 0.0).to_string()
    }

    /// Returns the change of a value from the start, in per cent of the range.
    pub fn change(&self, value: f64) -> f64 {
        (value - self.start) / (self.max - self.min) * 100.0
    }

    pub(crate) fn clamp(&self, value: f64) -> f64 {
        // Not `clamp`, which panics if a journal has min above max.
        value.max(self.min).min(self.max)
    }
}
