//! A share of games and the Wilson interval of the true share.

/// A number out of a total.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proportion {
    /// The number.
    pub count: u64,
    /// The total.
    pub total: u64,
}

/// 95 % of a normal distribution lie within this many standard deviations.
const Z: f64 = 1.959_963_984_540_054;

impl Proportion {
    /// Returns the observed share, from 0 to 1; 0 if the total is 0.
    pub fn found(&self) -> f64 {
        self.count as f64 / self.total.max(1) as f64
    }

    /// Returns the ends of the 95 % interval (Wilson 1927), which is valid for
    /// shares near 0 and 1 as well; [0, 1] if the total is 0.
    pub fn interval(&self) -> [f64; 2] {
        if self.total == 0 {
            return [0.0, 1.0];
        }
        let (n, p) = (self.total as f64, self.found());
        let middle = p + Z * Z / (2.0 * n);
        let spread = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
        [middle - spread, middle + spread].map(|end| (end / (1.0 + Z * Z / n)).clamp(0.0, 1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Newcombe (1998), table I: 81 of 263, 15 of 148, 0 of 20 and 1 of 29.
    #[test]
    fn published_intervals() {
        for (count, total, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let [found_low, found_high] = Proportion { count, total }.interval();
            assert!((found_low - low).abs() < 5e-5, "{count} of {total}: {found_low}");
            assert!((found_high - high).abs() < 5e-5, "{count} of {total}: {found_high}");
        }
    }
}
