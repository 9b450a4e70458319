//! The commands, a file for each, named as the command.

pub(crate) mod audit;
pub(crate) mod book;
pub(crate) mod check;
pub(crate) mod export;
pub(crate) mod follow;
pub(crate) mod merge;
pub(crate) mod replay;
pub(crate) mod report;
pub(crate) mod run;
pub(crate) mod speed;
pub(crate) mod stats;
pub(crate) mod tune;
