//! How likely it is that one player is the stronger one.

use statrs::distribution::{ContinuousCDF, Normal};

use super::sample::Sample;
use super::{Games, Pairs};

/// The chance, from 0 to 1, that a normally distributed value with this mean
/// and standard deviation is above 0; 1/2 if nothing is known of it.
pub fn above_zero(mean: f64, deviation: f64) -> f64 {
    if deviation > 0.0 { Normal::standard().cdf(mean / deviation) } else { 0.5 }
}

/// The likelihood of superiority from single games; `None` without a game.
pub fn from_games(games: &Games) -> Option<f64> {
    Sample::new(games.frequencies()).map(|sample| of(&sample))
}

/// The same from pairings.
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
    fn more_of_the_same_is_more_certain_and_one_game_is_not() {
        let wins = |wins| from_games(&Games { wins, ..Games::default() }).unwrap();
        assert!(wins(1) < 0.9, "{}", wins(1));
        assert!(wins(1) < wins(2) && wins(2) < wins(5) && wins(20) > 0.99);
        assert_eq!(from_games(&Games { draws: 9, ..Games::default() }), Some(0.5));
        assert_eq!(from_games(&Games::default()), None);
    }

    #[test]
    fn the_other_player_has_the_rest() {
        for (wins, draws, losses) in [(5, 3, 2), (0, 9, 1), (7, 0, 0)] {
            let one = from_games(&Games { wins, draws, losses }).unwrap();
            let other = from_games(&Games { wins: losses, draws, losses: wins }).unwrap();
            assert!((one + other - 1.0).abs() < 1e-9, "{one} {other}");
        }
    }
}
