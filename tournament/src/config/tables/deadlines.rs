//! The table `[deadlines]`: how long the runner waits for an engine.

use std::time::Duration;

use crate::config::key::field::slot;
use crate::config::key::kind::{Joins, Kind, SubTable};
use crate::config::key::{Key, infos, print_keys, read_table};
use crate::model::config::Config;
use noughts_client::Deadlines;

/// Returns the row of a time above 0, in which machines may differ.
macro_rules! row {
    ($name:literal, $help:literal, $field:ident) => {
        Key::<Deadlines>::new(
            $name,
            $help,
            Kind::Seconds { may_be_zero: false, slot: slot!($field) },
        )
        .free(|deadlines: &mut Deadlines| deadlines.$field = Duration::ZERO)
    };
}

static KEYS: &[Key<Deadlines>] = &[
    row!("startup", "for the handshake and the options", startup),
    row!("ready", "for `readyok` before a game", ready),
    row!("think", "for a move that is limited by nodes or depth only", think),
    row!("answer", "for the reply to `stop` or `query`", answer),
    row!("quit", "for the engine to end after `quit`", quit),
];

/// The table `[deadlines]`.
pub(crate) const TABLE: SubTable<Config> = SubTable {
    keys: || infos(KEYS, &Deadlines::default()),
    joins: Joins::Keys,
    read: |reader, table, _, config| read_table(reader, KEYS, table, &mut config.deadlines),
    print: |config| vec![print_keys(KEYS, &config.deadlines)],
    forget: Some(|config| KEYS.iter().for_each(|key| key.forget(&mut config.deadlines))),
};
