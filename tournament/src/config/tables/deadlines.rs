//! The table `[deadlines]`: how long the runner waits for an engine.

use std::time::Duration;

use noughts_client::Deadlines;

use crate::config::key::field::slot;
use crate::config::key::kind::{Joins, Kind, SubTable};
use crate::config::key::{Key, infos, keys, print_keys, read_table};
use crate::model::config::Config;

/// Returns the values of a time above 0.
macro_rules! seconds {
    ($field:ident) => {
        Kind::Seconds { may_be_zero: false, slot: slot!($field) }
    };
}

static KEYS: &[Key<Deadlines>] = keys! { Deadlines;
    "startup", seconds!(startup), may_differ |d| d.startup = Duration::ZERO =>
        "for the handshake and the options";
    "ready", seconds!(ready), may_differ |d| d.ready = Duration::ZERO =>
        "for `readyok` before a game";
    "think", seconds!(think), may_differ |d| d.think = Duration::ZERO =>
        "for a move that is limited by nodes or depth only";
    "answer", seconds!(answer), may_differ |d| d.answer = Duration::ZERO =>
        "for the reply to `stop` or `query`";
    "quit", seconds!(quit), may_differ |d| d.quit = Duration::ZERO =>
        "for the engine to end after `quit`";
};

/// The table `[deadlines]`.
pub(crate) const TABLE: SubTable<Config> = SubTable {
    keys: || infos(KEYS, &Deadlines::default()),
    joins: Joins::Keys,
    read: |reader, table, _, config| read_table(reader, KEYS, table, &mut config.deadlines),
    print: |config| vec![print_keys(KEYS, &config.deadlines)],
    forget: Some(|config| KEYS.iter().for_each(|key| key.forget(&mut config.deadlines))),
};
