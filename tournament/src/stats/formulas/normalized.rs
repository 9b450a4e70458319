//! Normalized Elo: the expected score of a game above 1/2, in units of the
//! standard deviation of its score. It measures how many games show a
//! difference, and depends less on openings and time control than Elo does.
//!
//! Source: Michel Van den Bergh, *Normalized Elo* and *Comments on normalized
//! Elo*.

use super::elo::Elo;
use super::sample::{Sample, Z};
use crate::stats::formulas::score::{Games, Pairs};

/// The normalized Elo of one standard deviation of a game. For two nearly equal
/// players who never draw, Elo and normalized Elo are the same.
pub const PER_DEVIATION: f64 = 800.0 / std::f64::consts::LN_10;

/// Estimates normalized Elo, with its 95 % error, from single games; `None`
/// without games.
pub fn from_games(games: &Games) -> Option<Elo> {
    Sample::new(games.frequencies()).map(|sample| estimate(&sample, 1.0))
}

/// Estimates normalized Elo from pairings, whose results are means of two
/// games; `None` without pairings.
pub fn from_pairs(pairs: &Pairs) -> Option<Elo> {
    Sample::new(pairs.frequencies()).map(|sample| estimate(&sample, 2.0))
}

/// Estimates normalized Elo from results that each are the mean of `games` games.
fn estimate(sample: &Sample, games: f64) -> Elo {
    let distance = |variance: f64| (sample.mean - 0.5) / variance.max(f64::MIN_POSITIVE).sqrt();
    let unit = PER_DEVIATION / games.sqrt();
    let variance = sample.likely_variance();
    let t = distance(variance);
    // If all results are alike, the variance is unknown and adds to the error.
    let hidden = (t - distance(sample.plausible_variance())).abs();
    // Few results estimate the deviation badly: the quantile is that of Student's t, by
    // the first terms of its expansion.
    let free = (sample.total - 1.0).max(1.0);
    let quantile = Z * (1.0 + (Z * Z + 1.0) / (4.0 * free));
    let deviation = (sample.quotient_variance(t, variance) / free).sqrt();
    Elo { difference: unit * t, error: unit * (quantile * deviation + hidden) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The published errors take the deviation of a game to be known, and are smaller by
    /// up to 4 % for these results.
    fn close(elo: Elo, difference: f64, error: f64, digit: f64) {
        assert!((elo.difference - difference).abs() < digit / 2.0, "{elo:?} {difference}");
        assert!((1.0..1.05).contains(&(elo.error / error)), "{elo:?} {error}");
    }

    #[test]
    fn published_values() {
        let games = |wins, losses, draws| from_games(&Games { wins, draws, losses }).unwrap();
        close(games(136, 96, 111), 49.77, 36.77, 0.01);
        close(games(76, 89, 123), -20.76, 40.13, 0.01);
        let pairs = |counts| from_pairs(&Pairs(counts)).unwrap();
        close(pairs([34, 54, 31, 32, 64, 75]), 57.94, 28.28, 0.01);
        close(pairs([332, 433, 457, 41, 333, 334]), -9.173, 10.960, 0.001);
    }

    /// The error grows with the difference: of two engines whose games are as independent
    /// as throws of a coin, 40 matches of 1,000 games in which one wins 97 % have estimates
    /// that scatter as much as their errors say.
    #[test]
    fn the_errors_of_extreme_scores_are_those_of_repeated_matches() {
        use noughts::random::Random;
        let mut random = Random::new(9);
        let found = (0..40).map(|_| {
            let wins = (0..1000).filter(|_| random.below(100) < 97).count() as u64;
            from_games(&Games { wins, draws: 0, losses: 1000 - wins }).unwrap()
        });
        let found: Vec<Elo> = found.collect();
        let mean = |of: &dyn Fn(&Elo) -> f64| found.iter().map(of).sum::<f64>() / 40.0;
        let middle = mean(&|elo| elo.difference);
        let scatter = mean(&|elo| (elo.difference - middle).powi(2)).sqrt();
        let ratio = mean(&|elo| elo.error) / (Z * scatter);
        // The scatter of 40 estimates is known within 1/√80, three times which are a third.
        assert!((0.66..1.5).contains(&ratio), "{ratio}");
        // The error of a known deviation would be a fifth of that.
        assert!(mean(&|elo| elo.error) > 4.0 * Z * PER_DEVIATION / 1000_f64.sqrt());
    }

    #[test]
    fn one_sided_results_are_finite_with_a_large_error() {
        assert_eq!(from_games(&Games::default()), None);
        for n in [1, 2, 10, 1000, 1_000_000] {
            let won = from_games(&Games { wins: n, ..Games::default() }).unwrap();
            let lost = from_games(&Games { losses: n, ..Games::default() }).unwrap();
            let drawn = from_games(&Games { draws: n, ..Games::default() }).unwrap();
            assert!(won.difference.is_finite() && won.difference > 0.0, "{won:?}");
            assert!(won.error > won.difference / 4.0 && won.error.is_finite(), "{won:?}");
            assert!((won.difference + lost.difference).abs() < 1e-6);
            assert_eq!(drawn.difference, 0.0);
            assert!(drawn.error > 0.0 && drawn.error.is_finite());
        }
    }

    #[test]
    fn without_draws_it_is_elo_for_small_differences() {
        let games = Games { wins: 50_100, draws: 0, losses: 49_900 };
        let (normalized, elo) = (from_games(&games).unwrap(), Elo::from_games(&games).unwrap());
        assert!((normalized.difference / elo.difference - 1.0).abs() < 1e-3);
        assert!((normalized.error / elo.error - 1.0).abs() < 1e-3);
    }

    #[test]
    fn pairs_of_independent_games_give_the_same_estimate() {
        // The exact frequencies of games won, drawn and lost with probabilities
        // 3:2:1.
        let games = Games { wins: 300, draws: 200, losses: 100 };
        let of = |a: u64, b: u64| a * b * 300 / 36;
        let pairs = Pairs([of(1, 1), of(1, 4), of(1, 6), of(2, 2), of(3, 4), of(3, 3)]);
        let (by_game, by_pair) = (from_games(&games).unwrap(), from_pairs(&pairs).unwrap());
        assert!(
            (by_game.difference / by_pair.difference - 1.0).abs() < 0.02,
            "{by_game:?} {by_pair:?}"
        );
        // Pairings tell less about the deviation of a game.
        assert!((1.0..1.1).contains(&(by_pair.error / by_game.error)), "{by_pair:?} {by_game:?}");
    }
}
