//! The file of lines: added durably, with check values, synced in the background,
//! repeated lines recognized.

pub(crate) mod chain;
pub(crate) mod durable_lines;
pub(crate) mod line_history;
pub(crate) mod sync;
