//! The arithmetic of SPSA, simultaneous perturbation stochastic approximation
//! (Spall 1992), in the form that fishtest uses: a pure function of the
//! settings, the seed and the results.
//!
//! Iteration k moves all values at once by ±c(k), with a random sign for each
//! value, plays one set of values against the other, and moves every value
//! towards the side that won. With N iterations and a = A·N
//!
//! - c(k) = step · (N / k)^gamma, so that c(N) is the step of the option;
//! - R(k) = rate · (step / c(k))² · ((a + N) / (a + k))^alpha, so that R(N) is
//!   its rate;
//! - value += R(k) · c(k) · sign · (wins − losses).

use noughts::random::{Random, splitmix};

use crate::model::tuning::{TunedOption, Tuning};
use crate::plan::seeds::{Purpose, derive};

/// The two sets of values of an iteration, as they are sent.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// The values with the perturbation added.
    pub plus: Vec<f64>,
    /// The values with the perturbation subtracted.
    pub minus: Vec<f64>,
}

impl Tuning {
    /// Returns the values at the start.
    pub fn start(&self) -> Vec<f64> {
        self.options.iter().map(|option| option.clamp(option.start)).collect()
    }

    /// Returns the perturbation c(k) of an option; iterations count from 1.
    pub fn perturbation(&self, option: &TunedOption, iteration: usize) -> f64 {
        option.step * (self.iterations as f64 / iteration.max(1) as f64).powf(self.gamma)
    }

    /// Returns the factor R(k)·c(k), by which a won game moves a value.
    pub fn gain(&self, option: &TunedOption, iteration: usize) -> f64 {
        let (last, k) = (self.iterations as f64, iteration.max(1) as f64);
        let delay = self.delay * last;
        let c = self.perturbation(option, iteration);
        let rate = option.rate * ((delay + last) / (delay + k)).powf(self.alpha);
        rate * option.step * option.step / c
    }

    /// Returns the values to play against each other, from the values that are
    /// current when the iteration begins.
    ///
    /// Whole numbers are rounded at random, up with the probability of the
    /// fraction, as fishtest does: on average the engine then plays the exact
    /// value. Rounded to the nearest number, a value would have no effect
    /// until it passes the middle between two numbers, and with a perturbation
    /// below a half both sides could play the same. Both sets are rounded by
    /// the same random number, which keeps their order.
    pub fn trial(&self, seed: u64, iteration: usize, values: &[f64]) -> Trial {
        let mut trial = Trial { plus: Vec::new(), minus: Vec::new() };
        for (i, (option, &value)) in self.options.iter().zip(values).enumerate() {
            let (sign, fraction) = chance(seed, iteration, i);
            let moved = sign * self.perturbation(option, iteration);
            let sent = |value: f64| {
                let value = option.clamp(value);
                option.clamp(if option.integer { (value + fraction).floor() } else { value })
            };
            trial.plus.push(sent(value + moved));
            trial.minus.push(sent(value - moved));
        }
        trial
    }

    /// Moves the values by the result of an iteration: the games that the added
    /// perturbation won minus those that it lost.
    pub fn update(&self, seed: u64, iteration: usize, values: &mut [f64], result: f64) {
        for (i, (option, value)) in self.options.iter().zip(values).enumerate() {
            let (sign, _) = chance(seed, iteration, i);
            *value = option.clamp(*value + self.gain(option, iteration) * sign * result);
        }
    }
}

/// Returns the random sign of an option in an iteration, and a random number
/// from 0 up to 1. They depend on nothing else, so that iterations can end in
/// any order.
fn chance(seed: u64, iteration: usize, option: usize) -> (f64, f64) {
    let mut state = derive(seed, Purpose::Tuning { iteration, option });
    let mut random = Random::new(splitmix(&mut state));
    let sign = if random.next_u64() >> 63 == 0 { 1.0 } else { -1.0 };
    // 53 bits: every such number is exact.
    let fraction = (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
    (sign, fraction)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(start: f64, min: f64, max: f64) -> TunedOption {
        let step = (max - min) / 10.0;
        TunedOption { start, min, max, step, ..TunedOption::default() }
    }

    fn tuning(options: Vec<TunedOption>) -> Tuning {
        Tuning { iterations: 1000, options, ..Tuning::default() }
    }

    #[test]
    fn the_gains_are_those_of_fishtest() {
        // Its formulas, with c_end = 10, r_end = 0.002, A = 100 and N = 1000.
        let tuning = tuning(vec![option(50.0, 0.0, 100.0)]);
        let option = &tuning.options[0];
        let (a, n) = (100.0_f64, 1000.0_f64);
        let c = 10.0 * n.powf(0.101);
        let a_end = 0.002 * 10.0 * 10.0;
        let big_a = a_end * (a + n).powf(0.602);
        for k in [1, 10, 500, 1000] {
            let c_k = c / (k as f64).powf(0.101);
            let r_k = big_a / (a + k as f64).powf(0.602) / (c_k * c_k);
            assert!((tuning.perturbation(option, k) - c_k).abs() < 1e-9, "{k}");
            assert!((tuning.gain(option, k) - r_k * c_k).abs() < 1e-9, "{k}");
        }
        assert!((tuning.perturbation(option, 1000) - 10.0).abs() < 1e-12);
        assert!((tuning.gain(option, 1000) - 0.02).abs() < 1e-12);
    }

    #[test]
    fn trials_keep_to_the_ranges_and_do_not_depend_on_each_other() {
        let tuning = tuning(vec![option(50.0, 0.0, 100.0), option(-3.0, -5.0, 5.0)]);
        let values = [99.0, -4.9];
        let trials: Vec<Trial> = (1..=200).map(|k| tuning.trial(7, k, &values)).collect();
        for (i, option) in tuning.options.iter().enumerate() {
            let sent = || trials.iter().flat_map(|trial| [trial.plus[i], trial.minus[i]]);
            assert!(sent().all(|v| (option.min..=option.max).contains(&v) && v.fract() == 0.0));
            let is_plus = trials.iter().filter(|trial| trial.plus[i] > trial.minus[i]).count();
            assert!((60..140).contains(&is_plus), "{is_plus} of 200 signs are positive");
        }
        // The signs of two options differ about as often as they agree.
        let agree = trials.iter().filter(|t| (t.plus[0] > t.minus[0]) == (t.plus[1] > t.minus[1]));
        assert!((60..140).contains(&agree.count()));
        assert_eq!(tuning.trial(7, 33, &values), trials[32]);
        assert_ne!(tuning.trial(8, 33, &values), tuning.trial(7, 33, &values));
    }

    #[test]
    fn values_keep_to_their_ranges_whatever_the_results() {
        // The start may lie beyond the range, and a few games may move a value far.
        let mut options = vec![option(200.0, 0.0, 100.0), option(-9.0, -5.0, 5.0)];
        options.iter_mut().for_each(|option| option.rate = 10.0);
        let tuning = tuning(options);
        let mut values = tuning.start();
        let mut reached = Vec::new();
        for k in 1..=200 {
            for (value, option) in values.iter().zip(&tuning.options) {
                assert!((option.min..=option.max).contains(value), "{k}: {values:?}");
            }
            reached.extend(values.clone());
            tuning.update(3, k, &mut values, if k % 3 == 0 { -2.0 } else { 2.0 });
        }
        for end in [0.0, 100.0, -5.0, 5.0] {
            assert!(reached.contains(&end), "{end} is reached");
        }
    }

    #[test]
    fn rounding_is_right_on_average_and_keeps_the_order() {
        let tuning = tuning(vec![TunedOption { step: 0.2, ..option(5.3, 0.0, 10.0) }]);
        let (mut sum, mut apart) = (0.0, 0.0);
        for k in 1..=20_000 {
            let trial = tuning.trial(1, k % 1000 + 1, &[5.3]);
            // The iterations repeat, so seeds vary as well.
            let trial = if k <= 1000 { trial } else { tuning.trial(k as u64, 1000, &[5.3]) };
            sum += trial.plus[0] + trial.minus[0];
            apart += (trial.plus[0] - trial.minus[0]).abs();
        }
        let (mean, apart) = (sum / 40_000.0, apart / 20_000.0);
        assert!((mean - 5.3).abs() < 0.03, "{mean}");
        assert!((apart - 0.4).abs() < 0.05, "{apart}");
    }

    #[test]
    fn fractions_are_sent_unrounded() {
        let option = TunedOption { integer: false, ..option(0.5, 0.0, 1.0) };
        assert_eq!(option.text(0.123_456_789), "0.123457");
        assert_eq!(option.text(-0.000_000_1), "0");
        let tuning = tuning(vec![option]);
        let trial = tuning.trial(1, 1000, &[0.5]);
        assert!((trial.plus[0] - trial.minus[0]).abs() > 0.199, "{trial:?}");
    }

    #[test]
    fn a_noisy_quadratic_is_climbed_from_every_start() {
        // The probability of winning depends on how much nearer the values are
        // to the optimum, as with Elo.
        let optimum = [70.0, -2.0, 0.25];
        let strength = |values: &[f64]| -> f64 {
            let sizes = [100.0, 10.0, 1.0];
            let squares = values.iter().zip(optimum).zip(sizes).map(|((v, o), s)| (v - o) / s);
            -squares.map(|d| d * d).sum::<f64>()
        };
        for seed in 0..20 {
            let mut random = Random::new(seed);
            let mut start =
                |min: f64, max: f64| min + (max - min) * random.below(101) as f64 / 100.0;
            let mut options =
                vec![option(start(0.0, 100.0), 0.0, 100.0), option(start(-5.0, 5.0), -5.0, 5.0)];
            options.push(TunedOption { integer: false, ..option(start(0.0, 1.0), 0.0, 1.0) });
            options.iter_mut().for_each(|option| option.rate = 0.03);
            let tuning = Tuning { iterations: 10_000, options, ..Tuning::default() };
            let mut values = tuning.start();
            let mut noise = Random::new(seed + 1000);
            for k in 1..=tuning.iterations {
                let trial = tuning.trial(seed, k, &values);
                let wins = 0.5 + (strength(&trial.plus) - strength(&trial.minus)).clamp(-0.5, 0.5);
                let mut game =
                    || if (noise.below(1000) as f64) < wins * 1000.0 { 1.0 } else { -1.0 };
                let result = game() + game();
                tuning.update(seed, k, &mut values, result);
            }
            let sizes = [100.0, 10.0, 1.0];
            for ((value, optimum), size) in values.iter().zip(optimum).zip(sizes) {
                let off = (value - optimum).abs() / size;
                assert!(off < 0.12, "seed {seed}: {values:?}");
            }
        }
    }
}
