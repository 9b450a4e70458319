//! The terms of a sequential probability ratio test (SPRT), and its verdict.

use std::fmt;

use noughts_client::names::name_of;
use serde::{Deserialize, Serialize};

/// A test whether the first of two players is better by `elo0` or by `elo1`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// The difference under the null hypothesis; a test that rejects `elo1`
    /// accepts it.
    pub elo0: f64,
    /// The difference under the alternative hypothesis; greater than `elo0`.
    pub elo1: f64,
    /// The probability of accepting `elo1` when `elo0` is true (type I error).
    pub alpha: f64,
    /// The probability of rejecting `elo1` when it is true (type II error).
    pub beta: f64,
    /// The unit of the differences.
    pub model: Model,
    /// The unit that is counted.
    pub counts: Counts,
}

/// The unit that a test counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Counts {
    /// Pairings, by their five possible results. The games of a pairing share
    /// an opening and are not independent.
    #[default]
    Pentanomial,
    /// Games, by their three possible results.
    Trinomial,
}

impl Counts {
    /// Both units with their names.
    pub const ALL: &'static [(&'static str, Counts)] =
        &[("pentanomial", Counts::Pentanomial), ("trinomial", Counts::Trinomial)];
}

/// The default of `alpha` and `beta`.
pub const DEFAULT_ERROR_RATE: f64 = 0.05;

/// The error of an invalid test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SprtError {
    /// The differences are not in order or not in range.
    #[error("elo0 must be less than elo1, and both between -1000 and 1000")]
    Hypotheses,
    /// The errors are not positive, or their sum is 1 or more.
    #[error("alpha and beta must be above 0, and less than 1 together")]
    Errors,
}

/// The outcome of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The test accepts `elo1`.
    Accepted,
    /// The test rejects `elo1`.
    Rejected,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Accepted => "accepted",
            Verdict::Rejected => "rejected",
        })
    }
}

impl Sprt {
    /// Creates a pentanomial test in normalized Elo with the default errors.
    pub fn new(elo0: f64, elo1: f64) -> Sprt {
        Sprt {
            elo0,
            elo1,
            alpha: DEFAULT_ERROR_RATE,
            beta: DEFAULT_ERROR_RATE,
            model: Model::default(),
            counts: Counts::default(),
        }
    }

    /// Returns the test if it is valid.
    ///
    /// # Errors
    ///
    /// When the differences or the errors are out of range.
    pub fn checked(self) -> Result<Sprt, SprtError> {
        let range = -1000.0..=1000.0;
        let ordered = range.contains(&self.elo0) && range.contains(&self.elo1);
        if !(ordered && self.elo0 < self.elo1) {
            return Err(SprtError::Hypotheses);
        }
        if !(self.alpha > 0.0 && self.beta > 0.0 && self.alpha + self.beta < 1.0) {
            return Err(SprtError::Errors);
        }
        Ok(self)
    }

    /// Returns the lower and the upper bound: the log-likelihood ratios at
    /// which the test rejects and accepts.
    pub fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// Returns the verdict at a log-likelihood ratio; `None` while the test is
    /// undecided.
    pub fn verdict(&self, llr: f64) -> Option<Verdict> {
        let [low, high] = self.bounds();
        if llr >= high {
            Some(Verdict::Accepted)
        } else if llr <= low {
            Some(Verdict::Rejected)
        } else {
            None
        }
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let model = name_of(Model::ALL, &self.model);
        let counts = name_of(Counts::ALL, &self.counts);
        write!(f, "[{}, {}] {model} {counts}", self.elo0, self.elo1)
    }
}

/// The unit of a difference in strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Normalized Elo:
    /// [`PER_DEVIATION`](crate::stats::formulas::normalized::PER_DEVIATION) of it are one
    /// standard deviation of a game.
    #[default]
    Normalized,
    /// Logistic Elo, by the expected share of the points.
    Logistic,
    /// Bayesian Elo, as in Rémi Coulom's `BayesElo`. Its second parameter,
    /// `drawelo`, is estimated from the games.
    Bayesian,
}

impl Model {
    /// Every model with its name.
    pub const ALL: &'static [(&'static str, Model)] = &[
        ("normalized", Model::Normalized),
        ("logistic", Model::Logistic),
        ("bayesian", Model::Bayesian),
    ];
}
