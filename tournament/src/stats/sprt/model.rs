//! The likelihood ratio of a test, by the unit of its differences.

use crate::model::sprt::Model;
use crate::stats::formulas::likelihood::EmpiricalDistribution;
use crate::stats::formulas::score::Games;

impl Model {
    /// Returns the log-likelihood ratio of a test of two differences.
    /// `deviations` is one normalized Elo in standard deviations of a result.
    pub(super) fn ratio<const N: usize>(
        self,
        elo: [f64; 2],
        seen: &EmpiricalDistribution<N>,
        deviations: f64,
        games: &Games,
    ) -> f64 {
        match self {
            Model::Normalized => {
                let [elo0, elo1] = elo.map(|elo| elo * deviations);
                seen.normalized_ratio(elo0, elo1)
            }
            Model::Logistic => {
                let [elo0, elo1] = elo.map(expected);
                seen.mean_ratio(elo0, elo1)
            }
            Model::Bayesian => {
                let draws = draw_elo(games);
                let [elo0, elo1] = elo.map(|elo| bayesian(elo, draws));
                seen.mean_ratio(elo0, elo1)
            }
        }
    }
}

/// Returns the expected share of the points at a difference in logistic Elo.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

/// Returns the expected share of the points at a difference in Bayesian Elo,
/// with `draws` as the parameter `drawelo`.
fn bayesian(elo: f64, draws: f64) -> f64 {
    let win = expected(elo - draws);
    let loss = expected(-elo - draws);
    win + (1.0 - win - loss) / 2.0
}

/// Returns the parameter `drawelo` that fits these games best, from the odds of
/// not losing and of not winning.
fn draw_elo(games: &Games) -> f64 {
    // A count of 0 is replaced by 1/2, so that all numbers are finite.
    let [losses, draws, wins] = games.frequencies().map(|count| count.max(0.5));
    let total = losses + draws + wins;
    let odds = |count: f64| ((total - count) / count).log10();
    200.0 * (odds(losses) + odds(wins))
}
