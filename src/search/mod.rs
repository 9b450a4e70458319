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
pub use budget::allotment::{Allotment, TimeLimits, allot};
pub use budget::clock::Clock;
pub use budget::meter::Meter;
pub use budget::stop::{Canceller, Never, Stop};
pub use budget::yield_hook::YieldHook;
pub use hardware::Hardware;
pub(crate) use memory::allocation::map_large_allocations;
pub use players::kind::{Players, SearchKind, UnsupportedGame};
pub use proof::cube;
pub use task::candidates::candidates;
pub use task::constants::{MctsConstants, PatternConstants, PuctConstants};
pub use task::heuristics::{Heuristics, PlayoutEnd};
pub use task::report::{Line, MoveCount, Report, TreeSize};
pub use task::score::Score;
pub use task::searcher::{Budget, SIMULATIONS_PER_PLY, Searcher, Task};
pub use task::settings::{FULL_SKILL, Settings};
