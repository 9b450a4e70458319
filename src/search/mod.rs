//! The searches, which choose moves. They use the rules of the games, and
//! neither read nor write text.
//!
//! A [`Searcher`] works on one [`Task`] at a time, sends a [`Report`] from time
//! to time, and returns the last one. [`SearchKind`] lists all searches.

mod alpha_beta;
mod busy;
mod candidates;
pub mod clock;
mod constants;
mod deepening;
mod flat_alpha_beta;
mod handicap;
pub mod hardware;
mod heuristics;
mod iterations;
mod kind;
mod lines;
mod mcts;
mod memory;
mod meter;
mod minimax;
pub mod network;
pub mod patterns;
mod proof;
mod puct;
mod random;
mod report_filter;
mod report_timer;
mod root_moves;
mod score;
mod simulations;
mod stop;
mod task;
mod timer;
pub mod trains;
mod yield_hook;

pub use candidates::candidates;
pub use constants::{MctsConstants, PatternConstants, PuctConstants};
pub use handicap::FULL as FULL_SKILL;
pub use hardware::Hardware;
pub use heuristics::{Heuristics, PlayoutEnd};
pub use kind::{SearchKind, UnsupportedGame};
pub(crate) use memory::allocation::map_large_allocations;
pub use meter::Meter;
pub use minimax::{SelfPlay, Tally, self_play};
pub use proof::cube;
use report_timer::ReportTimer;
pub use score::Score;
pub use stop::{Canceller, Never, Stop};
pub use task::report::{Line, MoveCount, Report, TreeSize};
pub use task::searcher::{Budget, SIMULATIONS_PER_PLY, Searcher, Task};
pub use task::settings::Settings;
pub use timer::Clock;
pub use yield_hook::YieldHook;
