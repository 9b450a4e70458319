//! Elo differences from results, with their 95 % errors.

use super::sample::{Sample, Z};
use crate::stats::formulas::score::{Games, Pairs};

/// A difference in strength, in Elo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The difference; positive if the player is the stronger one.
    pub difference: f64,
    /// Half the width of the 95 % interval.
    pub error: f64,
}

impl Elo {
    /// Estimates the difference from single games; `None` without games.
    pub fn from_games(games: &Games) -> Option<Elo> {
        Sample::new(games.frequencies()).map(|sample| estimate(&sample))
    }

    /// Estimates the difference from pairings, whose two games share an opening
    /// and are not independent; `None` without pairings.
    pub fn from_pairs(pairs: &Pairs) -> Option<Elo> {
        Sample::new(pairs.frequencies()).map(|sample| estimate(&sample))
    }
}

/// Returns the difference at which a player is expected to score this share of
/// the points: 400 log10(s/(1 − s)) for every share that is at least half a point
/// away from 0 and 1. Shares closer to the ends or beyond them, such as the end of
/// an interval, are bent into the open interval, so that every share has a finite
/// difference and a greater share has a greater difference.
fn from_score(score: f64, half_point: f64) -> f64 {
    // A hyperbola that continues the line with its slope: half of `half_point` at
    // 0, and positive everywhere.
    let bent =
        |x: f64| if x < half_point { half_point.powi(2) / (2.0 * half_point - x) } else { x };
    let share = if score < 0.5 { bent(score) } else { 1.0 - bent(1.0 - score) };
    400.0 * (share / (1.0 - share)).log10()
}

/// Estimates the difference. The error is half the width of the 95 % interval of
/// the score, transformed to Elo. If all results are alike it reaches to the
/// farther end of the interval: the nearer one is only as far away as scores are
/// bent.
fn estimate(sample: &Sample) -> Elo {
    let reach = Z * sample.deviation();
    let elo = |score| from_score(score, sample.half_point);
    let [low, difference, high] = [-reach, 0.0, reach].map(|by| elo(sample.mean + by));
    let is_one_sided = sample.mean.min(1.0 - sample.mean) < sample.half_point;
    let error = match is_one_sided {
        true => (difference - low).max(high - difference),
        false => (high - low) / 2.0,
    };
    Elo { difference, error }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(wins: u64, losses: u64, draws: u64) -> Elo {
        Elo::from_games(&Games { wins, draws, losses }).unwrap()
    }

    fn close(elo: Elo, difference: f64, error: f64, digit: f64) {
        assert!((elo.difference - difference).abs() < digit / 2.0, "{elo:?} {difference}");
        assert!((elo.error - error).abs() < digit / 2.0, "{elo:?} {error}");
    }

    /// Returns the difference of ordinary results.
    fn of_share(share: f64) -> f64 {
        400.0 * (share / (1.0 - share)).log10()
    }

    #[test]
    fn only_one_sided_results_differ_from_the_formula() {
        assert_eq!(format!("{:.2}", games(7, 6, 11).difference), "14.48");
        for total in 1..=30_u64 {
            for wins in 0..=total {
                for draws in 0..=total - wins {
                    let losses = total - wins - draws;
                    let counts = Games { wins, draws, losses };
                    let found = Elo::from_games(&counts).unwrap().difference;
                    let pairs = Pairs([losses, 0, 0, draws, 0, wins]);
                    let of_pairs = Elo::from_pairs(&pairs).unwrap().difference;
                    if losses < total && wins < total {
                        assert!((found - of_share(counts.share())).abs() < 1e-9, "{counts:?}");
                        assert!((of_pairs - of_share(counts.share())).abs() < 1e-9, "{pairs:?}");
                    } else {
                        // As if a quarter of a point were missing.
                        let bent = of_share(1.0 - 0.25 / total as f64);
                        assert!((found.abs() - bent).abs() < 1e-9, "{counts:?}");
                    }
                }
            }
        }
        // One draw among a million losses.
        assert!((games(0, 999_999, 1).difference - of_share(5e-7)).abs() < 1e-6);
    }

    #[test]
    fn published_values_by_game() {
        close(games(136, 96, 111), 40.70, 30.43, 0.01);
        close(games(76, 89, 123), -15.69, 30.46, 0.01);
    }

    #[test]
    fn published_values_by_pairing() {
        let pairs = |counts| Elo::from_pairs(&Pairs(counts)).unwrap();
        close(pairs([34, 54, 31, 32, 64, 75]), 55.58, 27.65, 0.01);
        close(pairs([332, 433, 457, 41, 333, 334]), -8.643, 10.334, 0.001);
    }

    #[test]
    fn one_sided_results_are_finite_with_a_large_error() {
        assert_eq!(Elo::from_games(&Games::default()), None);
        for n in [1, 2, 10, 1000, 1_000_000] {
            let (won, lost, drawn) = (games(n, 0, 0), games(0, n, 0), games(0, 0, n));
            assert!(won.difference.is_finite() && won.error.is_finite());
            assert!((won.difference + lost.difference).abs() < 1e-6);
            assert!(won.difference > 0.0 && drawn.difference.abs() < 1e-9);
            assert!(won.error > 200.0, "{won:?}");
            assert!(drawn.error > 0.0);
        }
        // The exact 95 % interval of ten wins in ten games begins at a score of
        // 0.69, which is 140 Elo. The estimated interval must reach down to it.
        let ten = games(10, 0, 0);
        assert!(ten.difference - ten.error < 140.0, "{ten:?}");
        // More games with the same results are stronger evidence.
        assert!(games(100, 0, 0).difference > ten.difference);
        assert!(games(0, 0, 100).error < games(0, 0, 10).error);
    }

    /// Returns pairings by half points; those of 2 half points are two draws.
    fn by_points([ll, ld, dd, wd, ww]: [u64; 5]) -> Pairs {
        Pairs([ll, ld, 0, dd, wd, ww])
    }

    /// Returns all results of `total` pairings.
    fn all_pairs(total: u64) -> Vec<[u64; 5]> {
        let mut all = Vec::new();
        for a in 0..=total {
            for b in 0..=total - a {
                for c in 0..=total - a - b {
                    for d in 0..=total - a - b - c {
                        all.push([a, b, c, d, total - a - b - c - d]);
                    }
                }
            }
        }
        all
    }

    #[test]
    fn a_better_result_is_a_greater_difference() {
        let elo = |pairs| Elo::from_pairs(&by_points(pairs)).unwrap();
        for pairs in (1..=12).flat_map(all_pairs) {
            for step in 0..4 {
                let mut better = pairs;
                if better[step] > 0 {
                    better[step] -= 1;
                    better[step + 1] += 1;
                    let (low, high) = (elo(pairs), elo(better));
                    assert!(high.difference > low.difference, "{pairs:?} {low:?} {high:?}");
                }
            }
        }
        let [low, high] = [[0, 0, 3, 1, 55], [0, 0, 2, 2, 55]].map(elo);
        assert!(low.difference < high.difference && (low.error / high.error - 1.0).abs() < 0.1);
    }

    #[test]
    fn one_more_pairing_changes_the_error_little() {
        for pairs in all_pairs(20) {
            let before = Elo::from_pairs(&by_points(pairs)).unwrap();
            for result in 0..5 {
                let mut more = pairs;
                more[result] += 1;
                let after = Elo::from_pairs(&by_points(more)).unwrap();
                let ratio = after.error / before.error;
                assert!((0.5..2.0).contains(&ratio), "{pairs:?} {result} {before:?} {after:?}");
            }
        }
        // The error does not jump when one result differs.
        for n in [10, 59, 1000] {
            let (alike, nearly) = (games(n, 0, 0), games(n - 1, 0, 1));
            assert!((nearly.error / alike.error - 1.0).abs() < 0.5, "{alike:?} {nearly:?}");
        }
    }

    #[test]
    fn swapping_the_players_negates_the_difference() {
        for (w, l, d) in [(5, 3, 2), (99, 1, 0), (3, 0, 4), (0, 1, 7), (960, 39, 1)] {
            let (a, b) = (games(w, l, d), games(l, w, d));
            assert!((a.difference + b.difference).abs() < 1e-6, "{a:?} {b:?}");
            assert!((a.error - b.error).abs() < 1e-6, "{a:?} {b:?}");
        }
    }
}
