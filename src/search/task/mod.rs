//! What all searches agree on: the task, the settings, the report, and what a
//! game offers them.

pub(crate) mod candidates;
pub(crate) mod constants;
pub(crate) mod heuristics;
pub(crate) mod report;
pub(crate) mod score;
pub(crate) mod searcher;
pub(crate) mod settings;
pub(crate) mod values;
