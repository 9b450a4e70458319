//! Elo differences from results, with their 95 % error.

use super::{Games, Pairs};

/// A difference in strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The difference; positive when the player is the stronger one.
    pub difference: f64,
    /// Half the width of the 95 % interval.
    pub error: f64,
}

/// The 97.5 % quantile of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

impl Elo {
    /// From single games; `None` without a game.
    pub fn from_games(games: &Games) -> Option<Elo> {
        estimate(games.frequencies())
    }

    /// From pairings, whose two games share an opening and so are not
    /// independent; `None` without a pairing.
    pub fn from_pairs(pairs: &Pairs) -> Option<Elo> {
        estimate(pairs.frequencies())
    }
}

/// The difference at which a player is expected to make this share of the
/// points; the share is above 0 and below 1.
fn from_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// From how often each share of the points, in equal steps from 0 to 1, was
/// made.
///
/// The error is half the width of the interval of the score, transformed to
/// Elo. Where that interval runs out of (0, 1), or has no width because all
/// results are alike, one more observation is added, half of it lost and half
/// of it won, and the error is that of the linearised transformation: one-sided
/// results give a finite difference with a wide error.
fn estimate<const N: usize>(frequencies: [f64; N]) -> Option<Elo> {
    let (mean, deviation) = moments(frequencies)?;
    let (low, high) = (mean - Z * deviation, mean + Z * deviation);
    if deviation > 0.0 && low > 0.0 && high < 1.0 {
        let error = (from_score(high) - from_score(low)) / 2.0;
        return Some(Elo { difference: from_score(mean), error });
    }
    let mut added = frequencies;
    added[0] += 0.5;
    added[N - 1] += 0.5;
    let (mean, deviation) = moments(added)?;
    let slope = 400.0 / std::f64::consts::LN_10 / (mean * (1.0 - mean));
    Some(Elo { difference: from_score(mean), error: Z * deviation * slope })
}

/// The mean of the observations and the standard deviation of that mean.
fn moments<const N: usize>(frequencies: [f64; N]) -> Option<(f64, f64)> {
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
    let variance = average(&|score| (score - mean).powi(2));
    Some((mean, (variance / total).sqrt()))
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

    #[test]
    fn published_values_by_game() {
        close(games(136, 96, 111), 40.70, 30.43, 0.01);
        close(games(76, 89, 123), -15.69, 30.46, 0.01);
    }

    #[test]
    fn published_values_by_pairing() {
        // LL LD WL DD WD WW, of which WL and DD are both one point.
        let pairs = |[ll, ld, wl, dd, wd, ww]: [u64; 6]| {
            Elo::from_pairs(&Pairs([ll, ld, wl + dd, wd, ww])).unwrap()
        };
        close(pairs([34, 54, 31, 32, 64, 75]), 55.58, 27.65, 0.01);
        close(pairs([332, 433, 457, 41, 333, 334]), -8.643, 10.334, 0.001);
    }

    #[test]
    fn one_sided_results_are_finite_with_an_honest_error() {
        assert_eq!(Elo::from_games(&Games::default()), None);
        for n in [1, 2, 10, 1000, 1_000_000] {
            let (won, lost, drawn) = (games(n, 0, 0), games(0, n, 0), games(0, 0, n));
            assert!(won.difference.is_finite() && won.error.is_finite());
            assert!((won.difference + lost.difference).abs() < 1e-6);
            assert!(won.difference > 0.0 && drawn.difference.abs() < 1e-9);
            assert!(won.error > 200.0, "{won:?}");
            assert!(drawn.error > 0.0);
        }
        // Ten wins of ten: the exact 95 % interval of the score begins at
        // 0.69, 140 Elo. Ours must reach down to that.
        let ten = games(10, 0, 0);
        assert!(ten.difference - ten.error < 140.0, "{ten:?}");
        // More of the same is stronger evidence.
        assert!(games(100, 0, 0).difference > ten.difference);
        assert!(games(0, 0, 100).error < games(0, 0, 10).error);
    }

    #[test]
    fn swapping_the_players_turns_the_sign() {
        for (w, l, d) in [(5, 3, 2), (99, 1, 0), (3, 0, 4), (0, 1, 7), (960, 39, 1)] {
            let (a, b) = (games(w, l, d), games(l, w, d));
            assert!((a.difference + b.difference).abs() < 1e-6, "{a:?} {b:?}");
            assert!((a.error - b.error).abs() < 1e-6, "{a:?} {b:?}");
        }
    }
}
