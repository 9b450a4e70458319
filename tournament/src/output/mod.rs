//! What a tournament shows: the report, the live page, exports, and results for programs.

pub mod export;
pub mod formats;
pub mod ladder;
pub mod live;
pub mod report;
pub mod results;
