//! A match runner for engines that speak UGI, UCI or the Gomocup protocol.
//!
//! The modules, from the outside in:
//!
//! - [`config`]: the configuration of a tournament, read and checked;
//! - [`schedule`]: the players of game N, as a pure function;
//! - [`game_queue`] and [`shard`]: the games that are still to be played, and
//!   the share of them on this machine;
//! - [`openings`] and [`seeds`]: the opening and the seeds of game N;
//! - [`tournament`]: the workers that play the games and survive faulty
//!   engines;
//! - [`play`]: one game, with a [`referee`], [`limits`], a [`clock`] and
//!   [`adjudication`];
//! - [`engine`]: one engine process, with a deadline for every wait;
//! - [`record`] and [`trains`]: the record of a game, and its longest trains;
//! - [`journal`]: the file with the records of all games;
//! - [`logs`] and [`pgn`]: the other output files, each of one [`file_kind`];
//! - [`pgn_reader`]: the games in PGN files of other programs, and `pgn_pairs`:
//!   their pairings;
//! - [`stats`]: the statistics of results, and [`results`]: those of a journal;
//! - [`performance`]: depths, nodes, times and resource usage of the engines;
//! - [`report`]: an HTML page of the games, [`export`]: their positions and moves
//!   in the formats of other programs, and [`formats`]: results for programs and
//!   for continuous integration;
//! - [`live`]: the report of a running tournament, served to browsers;
//! - [`follow`]: the journals of shares that are being played, and the verdict of
//!   their test;
//! - [`files`] and [`text_file`]: the files that users name, and the text of those that
//!   other programs wrote;
//! - `time`: the clock of the runner, which stands still while the runner is stopped;
//! - [`machine`] and [`speed`]: the machine of a run and its measured speed, and
//!   `machine_load`: whether it is overloaded;
//! - [`tune`]: good values of an engine's options, found by SPSA;
//! - [`check`]: the check of one engine against the rules of its protocol.
//!
//! The command line, `cli/`, is part of the program and not of the library.
//! [`check`] uses only [`engine`], [`stop`], [`text`] and the time of the runner, and
//! of the other modules of the library only [`formats`] uses [`check`].
//!
//! One row registers a key or a format. A new key is a field with its default
//! and a row in `config/settings.rs`, or in the file of its table. A new format
//! is a file in `schedule/` with its row, and an entry in the list in
//! `schedule/mod.rs`. Files, the command line, `--help`, the comparison of
//! journals and the lists of keys are generated from the rows, and tests
//! compare the documents with them.
//!
//! Game N does not depend on the number of concurrent games: its players,
//! opening and seeds are functions of the configuration and N.

pub mod adjudication;
pub mod affinity;
pub mod clock;
pub mod config;
pub mod dialects;
pub mod export;
pub mod file_kind;
pub mod files;
pub mod follow;
pub mod foreign;
pub mod formats;
pub mod game_queue;
pub mod in_order;
pub mod journal;
pub mod live;
pub mod logs;
pub mod machine;
mod machine_load;
mod notices;
pub mod openings;
pub mod performance;
pub mod pgn;
mod pgn_pairs;
pub mod pgn_reader;
pub mod play;
pub mod record;
pub mod referee;
pub mod report;
pub mod results;
pub mod schedule;
pub mod seeds;
pub mod shard;
pub mod speed;
pub mod stats;
pub mod text_file;
pub mod tournament;
pub mod trains;
pub mod tune;
