//! What all searches agree on: the task, the settings, the report, and what a
//! game offers them.

pub(crate) mod report;
pub(crate) mod searcher;
pub(crate) mod settings;
