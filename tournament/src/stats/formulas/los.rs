//! The likelihood of superiority (LOS): the probability that one player is
//! stronger than another.
//!
//! It takes the mean result to be normally distributed, which few results do not
//! justify: with five lost pairings it would be 7 %, where the exact probability is
//! below 2 %. Hence it has a value only from [`MIN_RESULTS`] results on.

use super::sample::Sample;
use crate::stats::formulas::score::{Games, Pairs};

/// The least number of results, which are pairings or else single games: from ten
/// on the LOS of all results is within 5 percentage points of the exact probability
/// that follows from the results won and lost. A test computes that.
pub const MIN_RESULTS: u64 = 10;

/// Returns the probability that a normally distributed value is above 0; 1/2 if
/// the deviation is 0.
pub fn above_zero(mean: f64, deviation: f64) -> f64 {
    if deviation > 0.0 { libm::erfc(-mean / deviation / f64::sqrt(2.0)) / 2.0 } else { 0.5 }
}

/// Returns the LOS, from 0 to 1, from single games; `None` if they are too few.
pub fn from_games(games: &Games) -> Option<f64> {
    Sample::new(games.frequencies()).and_then(|sample| of(&sample))
}

/// Returns the LOS from pairings; `None` if they are too few.
pub fn from_pairs(pairs: &Pairs) -> Option<f64> {
    Sample::new(pairs.frequencies()).and_then(|sample| of(&sample))
}

fn of(sample: &Sample) -> Option<f64> {
    (sample.total >= MIN_RESULTS as f64).then(|| normal(sample))
}

fn normal(sample: &Sample) -> f64 {
    above_zero(sample.mean - 0.5, sample.deviation())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_values() {
        let close = |los: Option<f64>, percent: f64| {
            let los = 100.0 * los.unwrap();
            assert!((los - percent).abs() < 0.005, "{los} {percent}");
        };
        close(from_games(&Games { wins: 136, draws: 111, losses: 96 }), 99.60);
        close(from_games(&Games { wins: 76, draws: 123, losses: 89 }), 15.53);
        close(from_pairs(&Pairs([332, 433, 457, 41, 333, 334])), 5.05);
    }

    /// Returns the probability that a win is likelier than a loss, given these
    /// numbers of both, with all probabilities equally likely at first: that of at
    /// most `wins` heads in `wins + losses + 1` throws of a coin.
    fn exact(wins: u64, losses: u64) -> f64 {
        let throws = wins + losses + 1;
        let mut ways = 1.0;
        let mut sum = 0.0;
        for heads in 0..=wins {
            sum += ways;
            ways *= (throws - heads) as f64 / (heads + 1) as f64;
        }
        sum / 2_f64.powi(throws as i32)
    }

    #[test]
    fn ten_is_the_least_number_of_results_for_a_likelihood() {
        let furthest = |total: u64| {
            let all = (0..=total).flat_map(|w| (0..=total - w).map(move |d| (w, d, total - w - d)));
            let apart = all.map(|(wins, draws, losses)| {
                let sample = Sample::new(Games { wins, draws, losses }.frequencies()).unwrap();
                (normal(&sample) - exact(wins, losses)).abs()
            });
            apart.fold(0.0, f64::max)
        };
        assert!((1..MIN_RESULTS).all(|total| furthest(total) > 0.05));
        assert!((MIN_RESULTS..60).all(|total| furthest(total) < 0.05));
    }

    #[test]
    fn few_results_have_no_likelihood() {
        let wins = |wins| from_games(&Games { wins, ..Games::default() });
        assert!((0..MIN_RESULTS).all(|few| wins(few).is_none()));
        assert!(wins(10).unwrap() > 0.99 && wins(10) < wins(11));
        assert_eq!(from_games(&Games { draws: 10, ..Games::default() }), Some(0.5));
        assert_eq!(from_pairs(&Pairs([5, 0, 0, 0, 0, 0])), None);
        assert!(from_pairs(&Pairs([10, 0, 0, 0, 0, 0])).unwrap() < 0.01);
    }

    #[test]
    fn the_chances_of_both_players_add_up_to_one() {
        for (wins, draws, losses) in [(5, 3, 2), (0, 9, 1), (17, 0, 0)] {
            let one = from_games(&Games { wins, draws, losses }).unwrap();
            let other = from_games(&Games { wins: losses, draws, losses: wins }).unwrap();
            assert!((one + other - 1.0).abs() < 1e-9, "{one} {other}");
        }
    }
}
