//! A match runner for engines that speak UGI or UCI.
//!
//! From the outside in:
//!
//! - [`config`]: what is to be played, from a file, checked;
//! - [`schedule`]: who meets whom in game N, as a pure function;
//! - [`game_queue`] and [`shard`]: which of these games are still to be played
//!   here;
//! - [`openings`] and [`seeds`]: how game N begins;
//! - [`tournament`]: the workers that play the games and survive the engines;
//! - [`play`]: one game, under a [`referee`], with [`limits`], a [`clock`] and
//!   perhaps rules of [`adjudication`];
//! - [`engine`]: one engine process, where every wait has a deadline;
//! - [`record`], with the [`trains`] at the end, and [`journal`]: what is written down, and [`logs`] and [`pgn`]:
//!   what else is on request, each file in a [`form`] of its own;
//! - [`stats`]: what the results mean, and [`results`]: those of a journal;
//! - [`report`]: a page for people;
//! - [`check`]: whether one engine keeps to the rules of its protocol.
//!
//! The command line is a folder of its own beside the library, `cli/`, which is
//! part of the program alone. [`check`] uses [`engine`], [`stop`] and [`text`],
//! and nothing here uses it.
//!
//! One row registers a thing. Another key of a tournament is a field with its
//! default and a row in `config/settings.rs`, or in the file of its table; another
//! format is a file in `schedule/` with its row, which the list in
//! `schedule/mod.rs` names. Files, the command line, `--help`, journals and
//! lists follow from the rows, and the tests say what the documents lack.
//!
//! Nothing of game N depends on how many games are played at once: its
//! players, opening and seeds are functions of the configuration and N.

pub mod adjudication;
pub mod affinity;
mod as_text;
pub mod check;
pub mod clock;
pub mod config;
pub mod engine;
pub mod file_kind;
pub mod files;
pub mod game_queue;
pub mod journal;
pub mod limits;
pub mod logs;
pub mod names;
mod notices;
pub mod openings;
pub mod pgn;
pub mod play;
pub mod record;
pub mod referee;
pub mod report;
pub mod results;
pub mod schedule;
pub mod seeds;
pub mod shard;
pub mod stats;
pub mod stop;
pub mod text;
pub mod tournament;
pub mod trains;
