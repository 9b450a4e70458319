//! The likelihood of superiority (LOS): the probability that one player is
//! stronger than another.

use statrs::distribution::{ContinuousCDF, Normal};

use super::sample::Sample;
use super::{Games, Pairs};

/// Returns the probability that a normally distributed value is above 0; 1/2 if
/// the deviation is 0.
pub fn above_zero(mean: f64, deviation: f64) -> f64 {
    if deviation > 0.0 { Normal::standard().cdf(mean / deviation) } else { 0.5 }
}

/// Returns the LOS, from 0 to 1, from single games; `None` without games.
pub fn from_games(games: &Games) -> Option<f64> {
    Sample::new(games.frequencies()).map(|sample| of(&sample))
}

/// Returns the LOS from pairings; `None` without pairings.
pub fn from_pairs(pairs: &Pairs) -> Option<f64> {
    Sample::new(pairs.frequencies()).map(|sample| of(&sample))
}

fn of(sample: &Sample) -> f64 {
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

    #[test]
    fn certainty_grows_with_the_number_of_games() {
        let wins = |wins| from_games(&Games { wins, ..Games::default() }).unwrap();
        assert!(wins(1) < 0.9, "{}", wins(1));
        assert!(wins(1) < wins(2) && wins(2) < wins(5) && wins(20) > 0.99);
        assert_eq!(from_games(&Games { draws: 9, ..Games::default() }), Some(0.5));
        assert_eq!(from_games(&Games::default()), None);
    }

    #[test]
    fn the_chances_of_both_players_add_up_to_one() {
        for (wins, draws, losses) in [(5, 3, 2), (0, 9, 1), (7, 0, 0)] {
            let one = from_games(&Games { wins, draws, losses }).unwrap();
            let other = from_games(&Games { wins: losses, draws, losses: wins }).unwrap();
            assert!((one + other - 1.0).abs() < 1e-9, "{one} {other}");
        }
    }
}
