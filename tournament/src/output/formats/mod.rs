//! Results for programs and for continuous integration: JSON, a table in
//! Markdown for a comment on a pull request, JUnit's XML, and badges.

pub mod badge;
mod count_results;
mod game_counts;
mod groups_note;
pub mod junit;
pub mod markdown;
mod tournament_results;
mod usage_results;

pub use game_counts::GameCounts;
pub use groups_note::{groups, groups_note};
pub use tournament_results::{Crossing, EncounterResults, End, EngineResults, Results, Test};
pub use usage_results::UsageResults;
