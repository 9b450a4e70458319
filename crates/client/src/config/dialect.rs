//! The protocols that engines speak.

use std::fmt;

use noughts_rules::protocol;
use serde::{Deserialize, Serialize};

use crate::base::names::name_of;

/// The protocol of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Dialect {
    /// The Universal Game Interface.
    #[default]
    Ugi,
    /// The Universal Chess Interface.
    Uci,
    /// The protocol of Gomocup, for five in a row.
    Gomocup,
    /// The protocol is detected before the first game.
    Auto,
}

impl Dialect {
    /// Every dialect with its name.
    pub const ALL: &'static [(&'static str, Dialect)] = &[
        ("auto", Dialect::Auto),
        ("ugi", Dialect::Ugi),
        ("uci", Dialect::Uci),
        ("gomocup", Dialect::Gomocup),
    ];
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(name_of(Dialect::ALL, self))
    }
}

impl From<Dialect> for protocol::Dialect {
    fn from(dialect: Dialect) -> protocol::Dialect {
        match dialect {
            // The first dialect that is tried.
            Dialect::Ugi | Dialect::Auto => protocol::Dialect::Ugi,
            Dialect::Uci => protocol::Dialect::Uci,
            // The module `gomocup` writes its commands: the protocol of noughts
            // does not have them.
            Dialect::Gomocup => protocol::Dialect::Plain,
        }
    }
}
