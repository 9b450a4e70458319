//! The state of a tuning after the iterations so far: the values, and the
//! number of the next iteration.

use serde::{Deserialize, Serialize};

use crate::model::tuning::Tuning;

/// The result of a game for the values with the perturbation added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TrialResult {
    /// They won.
    Win,
    /// A draw.
    Draw,
    /// They lost.
    Loss,
    /// A fault ended the game.
    Fault,
    /// The game has no result.
    Unscored,
}

impl TrialResult {
    /// Returns 1 for a win and −1 for a loss; `None` if the game does not
    /// count.
    pub fn points(self) -> Option<f64> {
        match self {
            TrialResult::Win => Some(1.0),
            TrialResult::Draw => Some(0.0),
            TrialResult::Loss => Some(-1.0),
            TrialResult::Fault | TrialResult::Unscored => None,
        }
    }
}

/// An iteration that has been played, as in the journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Iteration {
    /// Its number, from 1.
    pub iteration: usize,
    /// The values with the perturbation added, as they were sent.
    pub plus: Vec<f64>,
    /// The values with the perturbation subtracted, as they were sent.
    pub minus: Vec<f64>,
    /// The results of the games for `plus`, two for each opening.
    pub games: Vec<TrialResult>,
    /// The start, in milliseconds since 1970 (UTC).
    pub started: u64,
    /// The duration, in milliseconds.
    pub millis: u64,
}

impl Iteration {
    /// Returns the games that `plus` won minus those that it lost. The side
    /// that moves first has an advantage, so a pair counts only if both of its
    /// games do.
    pub fn result(&self) -> f64 {
        let pair = |games: &[TrialResult]| match games {
            [first, second] => Some(first.points()? + second.points()?),
            _ => None,
        };
        // An empty sum of floats is -0.
        self.games.chunks(2).filter_map(pair).sum::<f64>() + 0.0
    }
}

/// The state of a tuning.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    seed: u64,
    tuning: Tuning,
    values: Vec<f64>,
    /// For each iteration whether its result counts.
    done: Vec<bool>,
    finished: usize,
    games: usize,
    faults: usize,
}

impl Progress {
    /// Returns the state before the first iteration.
    pub fn new(tuning: Tuning, seed: u64) -> Progress {
        let (values, done) = (tuning.start(), vec![false; tuning.iterations]);
        Progress { seed, tuning, values, done, finished: 0, games: 0, faults: 0 }
    }

    /// Counts an iteration; returns whether it is new. Each number counts once.
    pub fn count(&mut self, iteration: &Iteration) -> bool {
        let number = iteration.iteration;
        let Some(done) = number.checked_sub(1).and_then(|index| self.done.get_mut(index)) else {
            return false;
        };
        if std::mem::replace(done, true) {
            return false;
        }
        self.tuning.update(self.seed, number, &mut self.values, iteration.result());
        self.finished += 1;
        self.games += iteration.games.len();
        self.faults += iteration.games.iter().filter(|game| **game == TrialResult::Fault).count();
        true
    }

    /// Returns the settings.
    pub fn tuning(&self) -> &Tuning {
        &self.tuning
    }

    /// Returns the seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns the current values.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Returns the number of iterations that count.
    pub fn finished(&self) -> usize {
        self.finished
    }

    /// Returns the number of games in them.
    pub fn games(&self) -> usize {
        self.games
    }

    /// Returns the number of games that a fault ended.
    pub fn faults(&self) -> usize {
        self.faults
    }

    /// Returns the lowest number after `last` of an iteration that does not
    /// count yet.
    pub fn next_after(&self, last: usize) -> Option<usize> {
        (last + 1..=self.done.len()).find(|number| !self.done[number - 1])
    }
}

#[cfg(test)]
mod tests {
    use super::TrialResult::{Draw, Fault, Loss, Unscored, Win};
    use super::*;
    use crate::model::tuning::TunedOption;

    fn progress() -> Progress {
        let option = TunedOption {
            name: "A".to_string(),
            start: 50.0,
            max: 100.0,
            step: 10.0,
            rate: 0.1,
            ..TunedOption::default()
        };
        Progress::new(Tuning { iterations: 5, options: vec![option], ..Tuning::default() }, 1)
    }

    fn iteration(iteration: usize, games: &[TrialResult]) -> Iteration {
        let (plus, minus) = (vec![60.0], vec![40.0]);
        Iteration { iteration, plus, minus, games: games.to_vec(), started: 0, millis: 0 }
    }

    #[test]
    fn only_pairs_without_a_fault_count() {
        for (games, result) in [
            (&[Win, Win][..], 2.0),
            (&[Win, Loss], 0.0),
            (&[Draw, Loss, Win, Draw], 0.0),
            (&[Win, Fault, Loss, Draw], -1.0),
            (&[Unscored, Win], 0.0),
            (&[Win], 0.0),
            (&[], 0.0),
        ] {
            assert_eq!(iteration(1, games).result(), result, "{games:?}");
        }
    }

    #[test]
    fn every_iteration_counts_once() {
        let mut progress = progress();
        assert!(progress.count(&iteration(2, &[Win, Win])));
        let values = progress.values().to_vec();
        assert_ne!(values, [50.0]);
        for number in [2, 0, 6, usize::MAX] {
            assert!(!progress.count(&iteration(number, &[Loss, Loss])));
        }
        assert_eq!(progress.values(), values);
        assert_eq!((progress.finished(), progress.games(), progress.faults()), (1, 2, 0));
        assert_eq!(progress.next_after(0), Some(1));
        assert_eq!(progress.next_after(1), Some(3));
        assert_eq!(progress.next_after(5), None);
        progress.count(&iteration(5, &[Fault, Win]));
        assert_eq!((progress.faults(), progress.values()), (1, &values[..]));
    }
}
