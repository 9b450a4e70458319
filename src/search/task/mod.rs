//! What all searches agree on: the task, the settings, the report, and what a
//! game offers them.

pub(crate) mod candidates;
pub(crate) mod constants;
pub(crate) mod exchange;
pub(crate) mod heuristics;
pub(crate) mod report;
pub(crate) mod score;
pub(crate) mod searcher;
pub(crate) mod settings;
pub(crate) mod sorting;
pub(crate) mod values;

pub use candidates::candidates;
pub use constants::{MctsConstants, PatternConstants, PuctConstants};
pub use exchange::{Exchange, ProofEntry};
pub(crate) use heuristics::random_playout;
pub use heuristics::{Heuristics, PlayoutEnd};
pub use report::{Line, MoveCount, Report, TreeSize};
pub use score::Score;
pub(crate) use score::WIN;
pub use searcher::{Budget, SIMULATIONS_PER_PLY, Searcher, Task};
pub use settings::{Book, FULL_SKILL, Settings};
pub(crate) use values::{INFINITE, MAX_ESTIMATE, from_root, is_decisive, to_root, to_score};
