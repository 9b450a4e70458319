//! The searches, which choose moves. They use the rules of the games, and
//! neither read nor write text.
//!
//! A [`Searcher`] works on one [`Task`] at a time, sends a [`Report`] from time
//! to time, and returns the last one. [`SearchKind`] lists all searches.

mod alphabeta;
mod budget;
pub mod hardware;
mod memory;
pub mod network;
mod players;
mod proof;
mod task;
pub mod trains;
mod tree;

pub use alphabeta::minimax::{SelfPlay, Tally, self_play};
pub use alphabeta::patterns;
pub use budget::{Allotment, Canceller, Clock, Meter, Never, Stop, TimeLimits, YieldHook, allot};
pub use hardware::Hardware;
pub(crate) use memory::map_large_allocations;
pub use players::kind::{Players, SearchKind, UnsupportedGame};
pub use proof::cube;
pub use proof::flat::solution::strategy;
pub use task::{
    Budget, Exchange, FULL_SKILL, Heuristics, Line, MctsConstants, MoveCount, PatternConstants,
    PlayoutEnd, ProofEntry, PuctConstants, Report, SIMULATIONS_PER_PLY, Score, Searcher, Settings,
    Task, TreeSize, candidates,
};
