//! The configuration of an engine: its program, its protocol and its limits.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::config::dialect::Dialect;
use crate::config::limits::Limits;

/// The configuration of an engine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EngineConfig {
    /// The name, unique in the tournament.
    pub name: String,
    /// The program to start.
    pub program: Program,
    /// The working directory.
    pub dir: Option<PathBuf>,
    /// Additions to the environment.
    pub env: BTreeMap<String, String>,
    /// The protocol.
    pub dialect: Dialect,
    /// Options, in the order in which they are sent.
    pub options: Vec<(String, String)>,
    /// Whether the engine is restarted for every game.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub restart: bool,
    /// Whether the engine ponders on the opponent's time.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ponder: bool,
    /// The limits of a search, before they are scaled.
    pub limits: Limits,
    /// The factor on the times of the limits on this machine.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub scale: f64,
    /// The names of the options in which the machines of a tournament may
    /// differ; [`ARGUMENTS`] stands for the arguments of the program.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub local: Vec<String>,
}

/// The name in [`EngineConfig::local`] of the arguments of the program.
pub const ARGUMENTS: &str = "args";

fn one() -> f64 {
    1.0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_one(factor: &f64) -> bool {
    *factor == 1.0
}

impl EngineConfig {
    /// Returns the built-in engine under this name.
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
            scale: 1.0,
            local: Vec::new(),
        }
    }

    /// Returns the limits with all times multiplied by the factor of the machine
    /// and that of the engine.
    pub fn scaled_limits(&self, of_machine: f64) -> Limits {
        self.limits.clone().scaled(self.scale * of_machine)
    }

    /// Returns whether the machines of a tournament may differ in an option, or
    /// in the arguments of the program.
    pub fn is_local(&self, name: &str) -> bool {
        self.local.iter().any(|local| local.eq_ignore_ascii_case(name))
    }
}

/// The program of an engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Program {
    /// The engine of this project, which the runner itself serves.
    Builtin,
    /// A program.
    Command {
        /// The path, or the name to look up in the search path.
        path: PathBuf,
        /// The arguments.
        args: Vec<String>,
    },
}
