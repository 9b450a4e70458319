//! What a difference in strength means to a test, and the ratio that follows.

use serde::{Deserialize, Serialize};

use crate::stats::Games;
use crate::stats::likelihood::Seen;

/// What a difference means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Standard deviations of a game, [`PER_DEVIATION`](crate::stats::normalized::PER_DEVIATION) of them one.
    #[default]
    Normalized,
    /// The expected share of the points.
    Logistic,
    /// The parameter of Rémi Coulom's `BayesElo`, which has another one for
    /// draws; that one is taken from the games.
    Bayesian,
}

impl Model {
    /// Every model with its name.
    pub const ALL: &'static [(&'static str, Model)] = &[
        ("normalized", Model::Normalized),
        ("logistic", Model::Logistic),
        ("bayesian", Model::Bayesian),
    ];

    /// The ratio of a test of two differences, when one normalized Elo is so
    /// many standard deviations of what was seen.
    pub(super) fn ratio<const N: usize>(
        self,
        elo: [f64; 2],
        seen: &Seen<N>,
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

/// The expected share of the points at a difference in Elo.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

/// The expected share of the points at a difference in Bayesian Elo, with this
/// parameter for draws.
fn bayesian(elo: f64, draws: f64) -> f64 {
    let win = expected(elo - draws);
    let loss = expected(-elo - draws);
    win + (1.0 - win - loss) / 2.0
}

/// The parameter for draws that fits these games best: half the distance
/// between the odds of not losing and of winning.
fn draw_elo(games: &Games) -> f64 {
    // What has never been seen is half a game, so that all numbers are finite.
    let [losses, draws, wins] = games.frequencies().map(|count| count.max(0.5));
    let total = losses + draws + wins;
    let odds = |count: f64| ((total - count) / count).log10();
    200.0 * (odds(losses) + odds(wins))
}
