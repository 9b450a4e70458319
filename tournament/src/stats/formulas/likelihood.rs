//! The generalized log-likelihood ratio: how much better the most likely
//! distribution of results under one hypothesis explains the results than the
//! most likely one under another.
//!
//! Source: Michel Van den Bergh, *Comparing the approximations for the
//! generalized log likelihood ratio of a multinomial distribution* (the mean),
//! and *Comments on normalized Elo*, section 4.1 (the mean in units of the
//! standard deviation).

/// The count that replaces 0, so that no probability is 0.
const NEVER: f64 = 1e-3;

/// The observed frequencies of results, each a share of the points in equal
/// steps from 0 to 1.
#[derive(Clone, Copy, Debug)]
pub struct EmpiricalDistribution<const N: usize> {
    total: f64,
    probabilities: [f64; N],
}

impl<const N: usize> EmpiricalDistribution<N> {
    /// Creates the frequencies from counts.
    pub fn new(counts: [f64; N]) -> EmpiricalDistribution<N> {
        let counts = counts.map(|count| if count > 0.0 { count } else { NEVER });
        let total = counts.iter().sum();
        EmpiricalDistribution { total, probabilities: counts.map(|count| count / total) }
    }

    /// Returns the log-likelihood ratio of the hypothesis that the mean is
    /// `score1` to the hypothesis that it is `score0`, both between 0 and 1.
    pub fn mean_ratio(&self, score0: f64, score1: f64) -> f64 {
        let under = |score| self.most_likely(&shares().map(|share| share - score));
        self.ratio(&under(score0), &under(score1))
    }

    /// Returns the log-likelihood ratio of the hypothesis that the mean exceeds
    /// 1/2 by `t1` standard deviations to the hypothesis that it exceeds it by
    /// `t0`.
    pub fn normalized_ratio(&self, t0: f64, t1: f64) -> f64 {
        self.ratio(&self.most_likely_normalized(t0), &self.most_likely_normalized(t1))
    }

    fn ratio(&self, probabilities0: &[f64; N], probabilities1: &[f64; N]) -> f64 {
        let terms = self.probabilities.iter().zip(probabilities0.iter().zip(probabilities1));
        self.total * terms.map(|(seen, (p0, p1))| seen * (p1 / p0).ln()).sum::<f64>()
    }

    /// Returns the most likely probabilities with which the mean of `values` is
    /// 0: the observed ones, each divided by 1 + θ·value. The values must have
    /// both signs; otherwise the observed probabilities are returned.
    fn most_likely(&self, values: &[f64; N]) -> [f64; N] {
        let lowest = values.iter().copied().fold(f64::INFINITY, f64::min);
        let highest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if lowest >= 0.0 || highest <= 0.0 {
            return self.probabilities;
        }
        // The mean falls from +∞ to −∞ between the two θ at which a probability
        // would be infinite. Newton's method finds its zero; a step outside the
        // bracket is replaced by bisection.
        let (mut low, mut high) = (-1.0 / highest, -1.0 / lowest);
        let smallest = 1e-15 * (high - low);
        let mut theta = 0.0;
        for _ in 0..MAX_STEPS {
            let (mut mean, mut slope) = (0.0, 0.0);
            for (seen, value) in self.probabilities.iter().zip(values) {
                let part = value / (1.0 + theta * value);
                mean += seen * part;
                slope -= seen * part * part;
            }
            if mean > 0.0 {
                low = theta;
            } else {
                high = theta;
            }
            let mut next = theta - mean / slope;
            if !(low < next && next < high) {
                next = low + (high - low) / 2.0;
            }
            let step = (next - theta).abs();
            theta = next;
            if step <= smallest {
                break;
            }
        }
        std::array::from_fn(|i| self.probabilities[i] / (1.0 + theta * values[i]))
    }

    /// Returns the most likely probabilities with which the mean exceeds 1/2 by
    /// `t` standard deviations.
    fn most_likely_normalized(&self, t: f64) -> [f64; N] {
        let even = [1.0 / N as f64; N];
        let found = self.along_tangents(t, even, |probabilities| probabilities);
        let (mean, deviation) = moments(&found);
        if (mean - 0.5 - t * deviation).abs() < 1e-9 {
            return found;
        }
        // Results far from the hypothesis: no probabilities are on the tangent. Those
        // that satisfy the condition always have one.
        self.along_tangents(t, satisfying(even, t), |probabilities| satisfying(probabilities, t))
    }

    /// Returns the most likely probabilities that satisfy the condition of
    /// `most_likely_normalized`, which is not linear in the probabilities: iterates
    /// with its tangent, and `correct`s each step, until they no longer change.
    fn along_tangents(
        &self,
        t: f64,
        mut probabilities: [f64; N],
        correct: impl Fn([f64; N]) -> [f64; N],
    ) -> [f64; N] {
        for _ in 0..MAX_STEPS {
            let (mean, deviation) = moments(&probabilities);
            let values = shares().map(|share| {
                let distance = (share - mean) / deviation;
                share - 0.5 - 0.5 * t * deviation * (1.0 + distance * distance)
            });
            let next = correct(self.most_likely(&values));
            let change =
                probabilities.iter().zip(&next).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            probabilities = next;
            if change < 1e-12 {
                break;
            }
        }
        probabilities
    }
}

/// Mixes probabilities with a certain win, or a certain loss, so that the mean
/// exceeds 1/2 by `t` standard deviations.
fn satisfying<const N: usize>(probabilities: [f64; N], t: f64) -> [f64; N] {
    let is_below = |mixed: &[f64; N]| {
        let (mean, deviation) = moments(mixed);
        mean - 0.5 < t * deviation
    };
    let from_below = is_below(&probabilities);
    let end = if from_below { N - 1 } else { 0 };
    let mixed = |part: f64| {
        let mut mixed = probabilities.map(|probability| (1.0 - part) * probability);
        mixed[end] += part;
        mixed
    };
    // With more of the certain result the mean approaches its end, and the deviation
    // approaches 0.
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..MAX_STEPS {
        let middle = (low + high) / 2.0;
        match is_below(&mixed(middle)) == from_below {
            true => low = middle,
            false => high = middle,
        }
    }
    mixed(low)
}

/// The largest number of steps of either iteration; a handful suffice in
/// practice.
const MAX_STEPS: usize = 100;

/// Returns the shares of the points, from 0 to 1.
fn shares<const N: usize>() -> [f64; N] {
    std::array::from_fn(|step| step as f64 / (N - 1) as f64)
}

/// Returns the mean and the standard deviation of the shares.
fn moments<const N: usize>(probabilities: &[f64; N]) -> (f64, f64) {
    let sum = |of: &dyn Fn(f64) -> f64| -> f64 {
        probabilities.iter().zip(shares::<N>()).map(|(chance, share)| chance * of(share)).sum()
    };
    let mean = sum(&|share| share);
    (mean, sum(&|share| (share - mean).powi(2)).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    const COUNTS: [[f64; 5]; 4] = [
        [34.0, 54.0, 63.0, 64.0, 75.0],
        [332.0, 433.0, 498.0, 333.0, 334.0],
        [1.0, 0.0, 5.0, 0.0, 3.0],
        [0.0, 0.0, 0.0, 0.0, 40.0],
    ];

    #[test]
    fn the_most_likely_probabilities_satisfy_the_condition() {
        for counts in COUNTS {
            let seen = EmpiricalDistribution::new(counts);
            for score in [0.3, 0.5, 0.6] {
                let probabilities = seen.most_likely(&shares().map(|share| share - score));
                assert!(
                    (probabilities.iter().sum::<f64>() - 1.0).abs() < 1e-6,
                    "{probabilities:?}"
                );
                assert!((moments(&probabilities).0 - score).abs() < 1e-6);
            }
            for t in [-0.3, 0.0, 0.02] {
                let probabilities = seen.most_likely_normalized(t);
                let (mean, deviation) = moments(&probabilities);
                assert!(((mean - 0.5) / deviation - t).abs() < 1e-6, "{counts:?} {t}");
            }
        }
    }

    /// A hypothesis that the results contradict still has its own probabilities.
    #[test]
    fn results_far_from_a_hypothesis_speak_against_it() {
        let sided =
            [[15.0, 0.0, 0.0, 0.0, 0.0], [8.0, 7.0, 0.0, 0.0, 0.0], [20.0, 20.0, 5.0, 0.0, 0.0]];
        for lost in sided {
            let won: Vec<f64> = lost.iter().rev().copied().collect();
            let won = EmpiricalDistribution::new(<[f64; 5]>::try_from(won).unwrap());
            let lost = EmpiricalDistribution::new(lost);
            for t in [-3.0, -1.2, -0.4, -0.01, 0.01, 0.4, 1.2, 3.0] {
                let (mean, deviation) = moments(&lost.most_likely_normalized(t));
                assert!(((mean - 0.5) / deviation - t).abs() < 1e-6, "{t}");
            }
            let mut before = 0.0;
            for t in [0.01, 0.1, 0.4, 0.8, 1.2, 2.0, 3.0] {
                let (down, up) = (lost.normalized_ratio(0.0, t), won.normalized_ratio(0.0, -t));
                assert!(
                    down < before && (down - up).abs() < 1e-6 * (1.0 - down),
                    "{t} {down} {up}"
                );
                before = down;
            }
        }
    }

    #[test]
    fn no_other_probabilities_with_the_mean_are_more_likely() {
        for counts in COUNTS {
            let seen = EmpiricalDistribution::new(counts);
            let likelihood = |probabilities: &[f64; 5]| -> f64 {
                seen.probabilities.iter().zip(probabilities).map(|(seen, p)| seen * p.ln()).sum()
            };
            let best = seen.most_likely(&shares().map(|share| share - 0.55));
            // Moving probability symmetrically keeps sum and mean.
            for (from, to) in [(2, [1, 3]), (2, [0, 4]), (1, [0, 2]), (3, [2, 4])] {
                for part in [-1e-4, 1e-4] {
                    let mut other = best;
                    let moved = part * best[from].min(best[to[0]]).min(best[to[1]]);
                    other[from] -= 2.0 * moved;
                    to.iter().for_each(|&i| other[i] += moved);
                    assert!(likelihood(&other) <= likelihood(&best) + 1e-12, "{counts:?}");
                }
            }
        }
    }

    #[test]
    fn swapped_hypotheses_negate_the_ratio() {
        for counts in COUNTS {
            let seen = EmpiricalDistribution::new(counts);
            let (there, back) = (seen.mean_ratio(0.5, 0.52), seen.mean_ratio(0.52, 0.5));
            assert!((there + back).abs() < 1e-6 * (1.0 + there.abs()));
            let (there, back) = (seen.normalized_ratio(0.0, 0.1), seen.normalized_ratio(0.1, 0.0));
            assert!((there + back).abs() < 1e-6 * (1.0 + there.abs()));
            // No hypothesis explains the results better than their own mean.
            let (mean, _) = moments(&seen.probabilities);
            assert!(seen.mean_ratio(mean, 0.45) <= 0.0);
        }
    }

    #[test]
    fn values_of_one_sign_keep_the_observed_probabilities() {
        let seen = EmpiricalDistribution::new(COUNTS[0]);
        for values in [[0.0, 0.1, 0.2, 0.3, 0.4], [-0.4, -0.3, -0.2, -0.1, 0.0], [0.1; 5], [0.0; 5]]
        {
            assert_eq!(seen.most_likely(&values), seen.probabilities, "{values:?}");
        }
        // A hypothesis at the end of the range therefore has no effect.
        assert_eq!(seen.mean_ratio(0.0, 1.0), 0.0);
        assert!(seen.mean_ratio(0.5, 0.0) > 0.0);
    }
}
