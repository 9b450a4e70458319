//! The configuration of a tournament: engines, limits, openings, format.
//!
//! A [`Config`] is complete and checked. [`load()`] makes one from a file,
//! [`load_with`] and [`from_options`] also use the [options](Overlay) of the
//! command line, and [`print()`] turns one into a file again. Each key has a
//! row in a table: the keys outside of tables in `settings.rs`, those of
//! engines in `players.rs`, and so on. Only the engines themselves can check
//! the values of their options: [`Spans`] keeps the lines of options for the
//! mistakes that engines report.

mod adjudicate;
mod deadlines;
mod document;
mod field;
pub mod foreign;
mod key;
mod kind;
mod listing;
mod load;
mod openings;
mod outputs;
mod overlay;
mod player_checks;
mod players;
mod reader;
mod settings;
mod tuning;
mod tuning_file;
mod values;
mod words;

pub use key::KeyInfo;
pub use kind::Syntax;
pub use listing::{keys, print, without_machine};
pub use load::{from_options, load, load_with, parse};
pub use overlay::Overlay;
pub use reader::{MachineChecks, Problem, Problems, Spans};

pub use tuning::tuning_keys;
pub use tuning_file::{TuningFile, load_tuning};

pub use noughts_client::Dialect;
