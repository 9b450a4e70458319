//! The moments of a series of results, with corrections for one-sided series.

/// The 97.5 % quantile of the normal distribution.
pub(crate) const Z: f64 = 1.959_963_984_540_054;

/// The number of opposite results that cannot be excluded if all results have
/// been alike: of an event that did not occur in n trials, only rates above 3/n
/// are implausible (the rule of three). The correction fades as the results
/// differ.
const UNSEEN: f64 = 3.0;

/// The moments of results, each of which is a share of the points from 0 to 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    /// The number of results.
    pub(crate) total: f64,
    /// The mean of the results.
    pub(crate) mean: f64,
    /// The variance of the results.
    pub(crate) variance: f64,
    /// The third and the fourth central moment of the results.
    higher: [f64; 2],
    /// Half a point as a share of all points.
    pub(crate) half_point: f64,
    /// The probability that two random results are alike.
    alike: f64,
}

impl Sample {
    /// Creates a sample from the number of results of each share, in equal
    /// steps from 0 to 1; `None` without results.
    pub(crate) fn new<const N: usize>(frequencies: [f64; N]) -> Option<Sample> {
        let total: f64 = frequencies.iter().sum();
        if total <= 0.0 {
            return None;
        }
        let share = |step: usize| step as f64 / (N - 1) as f64;
        let average = |of: &dyn Fn(f64) -> f64| {
            frequencies.iter().enumerate().map(|(step, count)| count * of(share(step))).sum::<f64>()
                / total
        };
        let mean = average(&|score| score);
        Some(Sample {
            total,
            mean,
            variance: average(&|score| (score - mean).powi(2)),
            higher: [3, 4].map(|power| average(&|score| (score - mean).powi(power))),
            half_point: 1.0 / ((N - 1) as f64 * total),
            alike: frequencies.iter().map(|count| (count / total).powi(2)).sum(),
        })
    }

    /// Returns the standard deviation of the mean that unseen results could
    /// have.
    fn unseen(&self) -> f64 {
        self.alike * UNSEEN.sqrt() * self.mean.max(1.0 - self.mean) / self.total
    }

    /// Returns the standard deviation of the mean. It is never 0: a few results
    /// that are all alike prove little.
    pub(crate) fn deviation(&self) -> f64 {
        (self.variance / self.total).sqrt().max(self.unseen())
    }

    /// Returns the largest plausible variance of a result; it exceeds the
    /// observed variance if the results are nearly all alike.
    pub(crate) fn plausible_variance(&self) -> f64 {
        self.variance.max(self.unseen().powi(2) * self.total)
    }

    /// Returns the variance or, if all results are alike, that of one result
    /// which differs by half a point.
    pub(crate) fn likely_variance(&self) -> f64 {
        self.variance.max(self.alike * self.half_point * (1.0 - self.half_point))
    }

    /// Returns the variance, times the number of results, of the mean in units of the
    /// standard deviation, if it is `t` of them from 1/2 and `variance` is that of a
    /// result. With a known deviation it would be 1. But the deviation is estimated as
    /// well: a result z deviations from the mean changes the quotient by
    /// z − t/2 (z² − 1), and the variance is the mean of the square of that, as in
    /// fishtest. It vanishes for some results of two values, where the quotient is at its
    /// least; so it is taken to be 1 at least.
    pub(crate) fn quotient_variance(&self, t: f64, variance: f64) -> f64 {
        let [third, fourth] = self.higher;
        let skewness = third / variance.powf(1.5);
        let kurtosis = fourth / variance.powi(2);
        let seen = self.variance / variance;
        (seen - t * skewness + t * t / 4.0 * (kurtosis - 2.0 * seen + 1.0)).max(1.0)
    }
}
