//! How long to wait for an engine, and the keys that say so.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::Config;
use super::field::slot;
use super::key::{Key, infos, print_keys, read_table};
use super::kind::{Joins, Kind, SubTable};
use super::seconds;

/// How long to wait for an engine, in seconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deadlines {
    /// For the whole handshake, options included.
    #[serde(with = "seconds")]
    pub startup: Duration,
    /// For `readyok` before a game.
    #[serde(with = "seconds")]
    pub ready: Duration,
    /// For a move when nothing but nodes or depth limits the search.
    #[serde(with = "seconds")]
    pub think: Duration,
    /// For the answer to `stop` or to a `query`, and for input to be read.
    #[serde(with = "seconds")]
    pub answer: Duration,
    /// For the end after `quit`.
    #[serde(with = "seconds")]
    pub quit: Duration,
}

impl Default for Deadlines {
    fn default() -> Deadlines {
        Deadlines {
            startup: Duration::from_secs(20),
            ready: Duration::from_secs(20),
            think: Duration::from_secs(300),
            answer: Duration::from_secs(2),
            quit: Duration::from_secs(2),
        }
    }
}

/// A time above zero.
macro_rules! time {
    ($field:ident) => {
        Kind::Seconds { may_be_zero: false, slot: slot!($field) }
    };
}

type Row = Key<Deadlines>;

static KEYS: &[Row] = &[
    Row::new("startup", "for the handshake and the options", time!(startup)),
    Row::new("ready", "for `readyok` before a game", time!(ready)),
    Row::new("think", "for a move that only nodes or depth limit", time!(think)),
    Row::new("answer", "for the answer to `stop` or `query`", time!(answer)),
    Row::new("quit", "for the end of the program after `quit`", time!(quit)),
];

/// The table `[deadlines]`.
pub(super) const TABLE: SubTable<Config> = SubTable {
    keys: || infos(KEYS, &Deadlines::default()),
    joins: Joins::Keys,
    read: |reader, table, _, config| read_table(reader, KEYS, table, &mut config.deadlines),
    print: |config| vec![print_keys(KEYS, &config.deadlines)],
};
