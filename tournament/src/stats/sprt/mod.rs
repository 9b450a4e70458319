//! The log-likelihood ratio of a sequential probability ratio test (SPRT), which tells
//! after every pairing whether the results suffice to accept one of two hypotheses about
//! the Elo difference.
//!
//! Source: Abraham Wald, *Sequential Analysis*; with the generalized ratio of
//! [`likelihood`](crate::stats::formulas::likelihood), as the probability of a draw is unknown.

mod model;

use crate::model::sprt::{Counts, Sprt};
use crate::stats::formulas::likelihood::EmpiricalDistribution;
use crate::stats::formulas::normalized::PER_DEVIATION;
use crate::stats::formulas::score::{Games, Pairs};

impl Sprt {
    /// Returns the log-likelihood ratio; 0 without results. A trinomial test
    /// counts all games, a pentanomial one the complete pairings.
    pub fn llr(&self, games: &Games, pairs: &Pairs) -> f64 {
        let elo = [self.elo0, self.elo1];
        match self.counts {
            Counts::Pentanomial if pairs.total() == 0 => 0.0,
            Counts::Pentanomial => {
                // The result of a pairing is the mean of two games, and its
                // standard deviation is smaller by √2.
                let share = 2.0_f64.sqrt() / PER_DEVIATION;
                let seen = EmpiricalDistribution::new(pairs.frequencies());
                self.model.ratio(elo, &seen, share, &pairs.games())
            }
            Counts::Trinomial if games.total() == 0 => 0.0,
            Counts::Trinomial => {
                let seen = EmpiricalDistribution::new(games.frequencies());
                self.model.ratio(elo, &seen, 1.0 / PER_DEVIATION, games)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::sprt::{Model, SprtError, Verdict};

    fn trinomial(model: Model, elo: [f64; 2], [wins, losses, draws]: [u64; 3]) -> f64 {
        let sprt = Sprt { model, counts: Counts::Trinomial, ..Sprt::new(elo[0], elo[1]) };
        sprt.llr(&Games { wins, draws, losses }, &Pairs::default())
    }

    fn pentanomial(model: Model, elo: [f64; 2], pairs: [u64; 6]) -> f64 {
        let sprt = Sprt { model, ..Sprt::new(elo[0], elo[1]) };
        sprt.llr(&Games::default(), &Pairs(pairs))
    }

    #[test]
    fn published_values() {
        let close = |llr: f64, published: f64, digit: f64| {
            assert!((llr - published).abs() < digit / 2.0, "{llr} {published}");
        };
        close(trinomial(Model::Normalized, [0.0, 2.0], [36433, 36027, 68692]), 0.9233, 1e-4);
        close(trinomial(Model::Logistic, [0.5, 2.5], [21404, 21184, 40708]), -1.5719, 1e-4);
        let pairs = [365, 16618, 36029, 200, 16974, 390];
        close(pentanomial(Model::Normalized, [0.0, 2.0], pairs), 2.2504, 1e-4);
        let pairs = [223, 9863, 20279, 1000, 10037, 246];
        close(pentanomial(Model::Logistic, [0.5, 2.5], pairs), -3.0741, 1e-4);
        close(pentanomial(Model::Normalized, [0.0, 5.0], [0, 0, 0, 0, 0, 5550]), 111.80, 1e-2);
    }

    const MODELS: [Model; 3] = [Model::Normalized, Model::Logistic, Model::Bayesian];

    #[test]
    fn swapped_players_negate_the_ratio() {
        for model in MODELS {
            let one = trinomial(model, [0.0, 10.0], [300, 250, 400]);
            let other = trinomial(model, [-10.0, 0.0], [250, 300, 400]);
            assert!((one + other).abs() < 1e-6, "{model:?} {one} {other}");
            let one = pentanomial(model, [-3.0, 10.0], [30, 40, 50, 60, 55, 25]);
            let other = pentanomial(model, [-10.0, 3.0], [25, 55, 50, 60, 40, 30]);
            assert!((one + other).abs() < 1e-6, "{model:?} {one} {other}");
        }
    }

    #[test]
    fn better_results_increase_the_ratio() {
        for model in MODELS {
            let pairs = [30, 40, 50, 60, 40, 30];
            for (i, better) in [(0, 1), (1, 2), (1, 3), (2, 4), (3, 4), (4, 5)] {
                let mut other = pairs;
                other[i] -= 5;
                other[better] += 5;
                let elo = [0.0, 10.0];
                assert!(pentanomial(model, elo, other) > pentanomial(model, elo, pairs));
            }
        }
    }

    #[test]
    fn one_sided_results_have_a_finite_ratio() {
        for model in MODELS {
            assert_eq!(trinomial(model, [0.0, 5.0], [0; 3]), 0.0);
            for n in [1, 50, 100_000] {
                for place in 0..6 {
                    let mut pairs = [0; 6];
                    pairs[place] = n;
                    let llr = pentanomial(model, [0.0, 5.0], pairs);
                    assert!(llr.is_finite(), "{model:?} {pairs:?}");
                    assert_eq!(llr > 0.0, place > 3, "{model:?} {pairs:?} {llr}");
                }
            }
        }
    }

    #[test]
    fn models_agree_without_draws() {
        // Without draws the deviation of a game is 1/2, and all models agree
        // with the logistic one.
        let llr = MODELS.map(|model| trinomial(model, [0.0, 5.0], [5100, 4900, 0]));
        assert!(
            (llr[0] / llr[1] - 1.0).abs() < 0.01 && (llr[2] / llr[1] - 1.0).abs() < 0.01,
            "{llr:?}"
        );
    }

    #[test]
    fn bounds_and_verdicts() {
        let sprt = Sprt::new(0.0, 5.0);
        let [low, high] = sprt.bounds();
        assert!((low + 2.944).abs() < 1e-3 && (high - 2.944).abs() < 1e-3);
        assert_eq!(sprt.verdict(low), Some(Verdict::Rejected));
        assert_eq!(sprt.verdict(0.0), None);
        assert_eq!(sprt.verdict(3.0), Some(Verdict::Accepted));
        assert_eq!(sprt.to_string(), "[0, 5] normalized pentanomial");
    }

    #[test]
    fn an_invalid_test_is_refused() {
        for (elo0, elo1) in [(5.0, 0.0), (1.0, 1.0), (f64::NAN, 1.0), (0.0, f64::INFINITY)] {
            assert_eq!(Sprt::new(elo0, elo1).checked(), Err(SprtError::Hypotheses));
        }
        for (alpha, beta) in [(0.0, 0.1), (0.5, 0.5), (0.1, 1.0), (f64::NAN, 0.1)] {
            let sprt = Sprt { alpha, beta, ..Sprt::new(0.0, 5.0) };
            assert_eq!(sprt.checked(), Err(SprtError::Errors));
        }
        assert!(Sprt::new(-3.0, 1.0).checked().is_ok());
    }

    /// More results than any test of this module needs.
    const MAX_RESULTS: usize = 10_000;

    /// The rate of false acceptance is within `alpha`.
    #[test]
    fn the_error_rate_is_within_alpha() {
        use noughts::random::Random;
        let sprt = Sprt { model: Model::Logistic, ..Sprt::new(0.0, 60.0) };
        let mut random = Random::new(1);
        let runs = 300;
        let accepted = (0..runs).filter(|_| {
            let mut pairs = Pairs::default();
            for _ in 0..MAX_RESULTS {
                // Equal players: independent games, a third of them drawn.
                let mut game = || {
                    use crate::model::points::Points;
                    [Points::Loss, Points::Draw, Points::Win][random.below(3)]
                };
                let (first, second) = (game(), game());
                pairs.add(first, second);
                match sprt.verdict(sprt.llr(&Games::default(), &pairs)) {
                    Some(verdict) => return verdict == Verdict::Accepted,
                    None => continue,
                }
            }
            panic!("the test does not decide")
        });
        // 15 are expected; 35 are five standard deviations more.
        assert!(accepted.count() < 35);
    }

    /// Wald's bounds: the test accepts at (1 − beta) / alpha and rejects at
    /// beta / (1 − alpha).
    #[test]
    fn each_error_has_its_own_bound() {
        for (alpha, beta, rejects, accepts) in [
            (0.01, 0.2, 0.2 / 0.99, 80.0),
            (0.2, 0.01, 0.0125, 0.99 / 0.2),
            (0.1, 0.5, 0.5 / 0.9, 5.0),
        ] {
            let sprt = Sprt { alpha, beta, ..Sprt::new(0.0, 5.0) };
            let [low, high] = sprt.bounds().map(f64::exp);
            assert!(
                (low - rejects).abs() < 1e-12 && (high - accepts).abs() < 1e-12,
                "{low} {high}"
            );
            let verdict = |ratio: f64| sprt.verdict(ratio.ln());
            assert_eq!(verdict(accepts * 1.001), Some(Verdict::Accepted));
            assert_eq!(verdict(accepts * 0.999), None);
            assert_eq!(verdict(rejects * 1.001), None);
            assert_eq!(verdict(rejects * 0.999), Some(Verdict::Rejected));
        }
    }

    /// The rate of false rejection is within `beta`, and that of false
    /// acceptance within `alpha`, also if they differ.
    #[test]
    fn the_error_rates_are_within_unequal_bounds() {
        use crate::model::points::Points;
        use noughts::random::Random;
        let mut random = Random::new(5);
        for (alpha, beta) in [(0.02, 0.3), (0.3, 0.02)] {
            let test = Sprt { alpha, beta, model: Model::Logistic, ..Sprt::new(0.0, 80.0) };
            let sprt = Sprt { counts: Counts::Trinomial, ..test };
            // Without draws a difference of 80 Elo is 61.31 % of the points.
            for (wins, wrong, error) in
                [(5000, Verdict::Accepted, alpha), (6131, Verdict::Rejected, beta)]
            {
                let runs = 300;
                let errors = (0..runs).filter(|_| {
                    let mut games = Games::default();
                    for _ in 0..MAX_RESULTS {
                        let wins = random.below(10_000) < wins;
                        games.add(if wins { Points::Win } else { Points::Loss });
                        if let Some(verdict) = sprt.verdict(sprt.llr(&games, &Pairs::default())) {
                            return verdict == wrong;
                        }
                    }
                    panic!("the test does not decide")
                });
                // At most five standard deviations above the expected number;
                // and a few errors occur if they are likely.
                let expected = error * f64::from(runs);
                let most = expected + 5.0 * (expected * (1.0 - error)).sqrt();
                let errors = errors.count() as f64;
                assert!(errors <= most, "{alpha} {beta} {wrong}: {errors} errors");
                assert!(error < 0.1 || errors > expected / 4.0, "{alpha} {beta}: {errors} errors");
            }
        }
    }

    #[test]
    fn a_test_counts_its_own_unit_only() {
        let pairs = Pairs([1, 2, 3, 4, 9, 8]);
        let games = Games { wins: 40, draws: 30, losses: 20 };
        let sprt = Sprt::new(0.0, 10.0);
        let none = (Games::default(), Pairs::default());
        assert!(sprt.llr(&none.0, &pairs) > 0.0);
        assert_eq!(sprt.llr(&games, &pairs), sprt.llr(&none.0, &pairs));
        assert_eq!(sprt.llr(&games, &none.1), 0.0);
        let sprt = Sprt { counts: Counts::Trinomial, ..sprt };
        assert!(sprt.llr(&games, &none.1) > 0.0);
        assert_eq!(sprt.llr(&games, &pairs), sprt.llr(&games, &none.1));
        assert_eq!(sprt.llr(&none.0, &pairs), 0.0);
        assert_eq!(sprt.to_string(), "[0, 10] normalized trinomial");
        let texts = [Verdict::Accepted, Verdict::Rejected].map(|verdict| verdict.to_string());
        assert_eq!(texts, ["accepted", "rejected"]);
    }

    #[test]
    fn hypotheses_are_within_a_thousand_elo() {
        for (elo0, elo1, valid) in [
            (-1000.0, 1000.0, true),
            (-1000.1, 0.0, false),
            (0.0, 1000.1, false),
            (999.0, 1000.0, true),
            (5.0, 5.0, false),
        ] {
            assert_eq!(Sprt::new(elo0, elo1).checked().is_ok(), valid, "{elo0} {elo1}");
        }
        for (alpha, beta, valid) in [(0.1, 0.8, true), (0.1, 0.9, false), (0.4, 0.0, false)] {
            let sprt = Sprt { alpha, beta, ..Sprt::new(0.0, 5.0) };
            assert_eq!(sprt.checked().is_ok(), valid, "{alpha} {beta}");
        }
    }
}
