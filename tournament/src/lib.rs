//! A match runner for engines that speak UGI, UCI or the Gomocup protocol.
//!
//! The rooms, from the ground up; each imports only those before it. Below them all is
//! the crate [`noughts_client`], which speaks with one engine.
//!
//! - [`model`]: plain data that the rooms exchange: the configuration, openings, records
//!   of games, the terms of a test;
//! - [`files`]: the files that users name: their kinds, their text, PGN;
//! - [`machine`]: the machine of a run: its description, speed, load and processors;
//! - [`stats`]: the statistics of results, as pure functions;
//! - [`plan`]: what game N is, as a pure function: players, opening, seeds, and the share
//!   of the games on this machine;
//! - [`config`]: reads a configuration from files and arguments, and prints it;
//! - [`journal`]: the file with the records of all games: write, read, merge, follow;
//! - [`game`]: one game, with a referee and adjudication;
//! - [`audit`]: checks the lines of journals against rules, configuration and clocks;
//! - [`run`]: the workers that play a tournament or a tuning, and the logs;
//! - [`output`]: the report, the live page, exports, and results for programs.
//!
//! The command line, `cli/`, is part of the program and not of the library.
//!
//! One row registers a key or a format. A new key is a field with its default in
//! `model/config.rs` and a row in `config/tables/settings.rs`, or in the file of its table. A
//! new format is a file in `plan/schedule/` with its row, and an entry in the list in
//! `plan/schedule/mod.rs`. Files, the command line, `--help`, the comparison of journals
//! and the lists of keys are generated from the rows, and tests compare the documents
//! with them.
//!
//! Game N does not depend on the number of concurrent games: its players, opening and
//! seeds are functions of the configuration and N.

pub mod audit;
pub mod config;
pub mod files;
pub mod game;
pub mod journal;
pub mod machine;
pub mod model;
pub mod output;
pub mod plan;
pub mod run;
pub mod stats;
