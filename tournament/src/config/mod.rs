//! The configuration of a tournament: engines, limits, openings, format.
//!
//! A [`Config`](crate::model::Config) is complete and checked. [`load()`] makes one from a file,
//! [`load_with`] and [`from_options`] also use the [options](Overlay) of the
//! command line, and [`print()`] turns one into a file again. Each key has a
//! row in a table: the keys outside of tables in `tables/settings.rs`, those of
//! engines in `tables/engines.rs`, and so on. Only the engines themselves can check
//! the values of their options: [`Spans`] keeps the lines of options for the
//! mistakes that engines report.

mod advice;
mod document;
pub mod foreign;
mod key;
mod listing;
mod load;
mod overlay;
mod tables;
mod tuning_file;
mod words;

pub use document::problem::{Problem, Problems, Spans};
pub use document::reader::MachineChecks;
pub use key::info::{KeyInfo, Syntax};
pub use listing::{keys, print, without_machine};
pub use load::{from_options, load, load_with, parse};
pub use overlay::Overlay;
pub use tables::tuning::tuning_keys;
pub use tuning_file::{TuningFile, load_tuning};
