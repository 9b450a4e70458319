//! An engine of a tournament: what to start, how to speak to it, and under which
//! limits it plays.

use std::collections::BTreeMap;
use std::path::PathBuf;

use noughts::protocol;
use serde::{Deserialize, Serialize};

use crate::limits::Limits;

/// One engine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EngineConfig {
    /// Its name, which no other one has.
    pub name: String,
    /// What to start.
    pub program: Program,
    /// The working directory.
    pub dir: Option<PathBuf>,
    /// Additions to the environment.
    pub env: BTreeMap<String, String>,
    /// What it speaks.
    pub dialect: Dialect,
    /// Settings, in the order in which they are sent.
    pub options: Vec<(String, String)>,
    /// Whether it is started anew for every game.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub restart: bool,
    /// Whether it thinks in the opponent's time.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ponder: bool,
    /// What it may use for a move.
    pub limits: Limits,
}

impl EngineConfig {
    /// The built-in engine under this name.
    pub fn builtin(name: &str, options: &[(&str, &str)], limits: Limits) -> EngineConfig {
        let text = |(name, value): &(&str, &str)| (name.to_string(), value.to_string());
        EngineConfig {
            name: name.to_string(),
            program: Program::Builtin,
            dir: None,
            env: BTreeMap::new(),
            dialect: Dialect::Ugi,
            options: options.iter().map(text).collect(),
            restart: false,
            ponder: false,
            limits,
        }
    }
}

/// What to start as an engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Program {
    /// The engine of this project, served by the runner itself.
    Builtin,
    /// A program.
    Command {
        /// Its path, or its name if it is to be looked for.
        path: PathBuf,
        /// Its arguments.
        args: Vec<String>,
    },
}

/// What an engine speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Dialect {
    /// The Universal Game Interface.
    #[default]
    Ugi,
    /// The Universal Chess Interface.
    Uci,
}

impl Dialect {
    /// Every dialect with its name.
    pub const ALL: &'static [(&'static str, Dialect)] =
        &[("ugi", Dialect::Ugi), ("uci", Dialect::Uci)];
}

impl From<Dialect> for protocol::Dialect {
    fn from(dialect: Dialect) -> protocol::Dialect {
        match dialect {
            Dialect::Ugi => protocol::Dialect::Ugi,
            Dialect::Uci => protocol::Dialect::Uci,
        }
    }
}
