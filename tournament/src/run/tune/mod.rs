//! Tuning: finds good values for numeric options of an engine by SPSA, from
//! games of the engine against itself.
//!
//! [`spsa`] is the arithmetic, without games or files; [`Progress`] is what
//! follows from the iterations so far; [`TuningJournal`] keeps these in a file;
//! [`tune`] plays the games.

pub mod progress;
pub mod spsa;
mod trial_games;
mod tuner;
pub mod tuning_journal;

pub use progress::{Iteration, Progress, TrialResult};

pub use tuner::{TuneObserver, Tuned, tune};
pub use tuning_journal::{Past, TuningHeader, TuningJournal, past};
