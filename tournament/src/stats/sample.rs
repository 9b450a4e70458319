//! What a series of results tells of the share of the points behind it.

/// The 97.5 % quantile of the normal distribution.
pub(super) const Z: f64 = 1.959_963_984_540_054;

/// So many unseen results at the far end cannot be excluded if all results have
/// been alike: of an event that has not been seen in n trials, only rates above
/// 3/n are implausible. The less alike they are, the more their own spread
/// tells.
const UNSEEN: f64 = 3.0;

/// The moments of results that each are a share of the points, from 0 to 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    /// How many results there are.
    pub(super) total: f64,
    /// Their mean.
    pub(super) mean: f64,
    /// Their variance.
    pub(super) variance: f64,
    /// Half a point as a share of all points.
    pub(super) half_point: f64,
    /// The chance that two of the results are alike.
    alike: f64,
}

impl Sample {
    /// From how often each share, in equal steps from 0 to 1, was made; `None`
    /// without a result.
    pub(super) fn new<const N: usize>(frequencies: [f64; N]) -> Option<Sample> {
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
            half_point: 1.0 / ((N - 1) as f64 * total),
            alike: frequencies.iter().map(|count| (count / total).powi(2)).sum(),
        })
    }

    /// The standard deviation of the mean that the results may have hidden.
    fn unseen(&self) -> f64 {
        self.alike * UNSEEN.sqrt() * self.mean.max(1.0 - self.mean) / self.total
    }

    /// The standard deviation of the mean; never 0, for results that are all
    /// alike prove little when there are few of them.
    pub(super) fn deviation(&self) -> f64 {
        (self.variance / self.total).sqrt().max(self.unseen())
    }

    /// The largest variance of a result that is plausible after results that
    /// are nearly all alike; that of the results if they are not.
    pub(super) fn plausible_variance(&self) -> f64 {
        self.variance.max(self.unseen().powi(2) * self.total)
    }

    /// The variance, or that of a single half point that is missing at the far
    /// end if all results have been alike.
    pub(super) fn likely_variance(&self) -> f64 {
        self.variance.max(self.alike * self.half_point * (1.0 - self.half_point))
    }
}
