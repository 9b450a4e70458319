//! An engine as its table describes it, before it is checked.

use std::collections::BTreeMap;
use std::path::PathBuf;

use noughts_client::{Dialect, EngineConfig, Limits, Program};

use crate::config::document::Table;
use crate::config::document::values::Setting;
/// The keys of an engine.
#[derive(Clone, Debug)]
pub(crate) struct EngineKeys {
    pub(crate) name: Option<String>,
    pub(crate) cmd: Option<String>,
    pub(crate) args: Option<Vec<String>>,
    pub(crate) dir: Option<PathBuf>,
    pub(crate) env: Vec<Setting>,
    pub(crate) dialect: Dialect,
    pub(crate) options: Vec<Setting>,
    pub(crate) limits: Limits,
    pub(crate) scale: Option<f64>,
    pub(crate) local: Option<Vec<String>>,
    pub(crate) ponder: bool,
    pub(crate) restart: bool,
}

impl Default for EngineKeys {
    fn default() -> EngineKeys {
        EngineKeys {
            name: None,
            cmd: None,
            args: None,
            dir: None,
            env: Vec::new(),
            dialect: Dialect::Auto,
            options: Vec::new(),
            limits: Limits::default(),
            scale: None,
            local: None,
            ponder: false,
            restart: false,
        }
    }
}

/// The role of an engine in a tournament.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    Player,
    Judge,
    /// It never searches, and so needs no limit.
    Referee,
}

impl Role {
    /// Returns its name if neither `name` nor `cmd` is set.
    pub(crate) fn usual_name(self) -> Option<String> {
        match self {
            Role::Player => None,
            Role::Judge => Some("proof".to_string()),
            Role::Referee => Some("referee".to_string()),
        }
    }
}

impl EngineKeys {
    /// Returns the keys that make an engine.
    pub(crate) fn of(engine: &EngineConfig) -> EngineKeys {
        let setting = |(name, value): (&String, &String)| Setting {
            name: name.clone(),
            value: value.clone(),
            place: None,
        };
        let (cmd, args) = match &engine.program {
            Program::Builtin => ("builtin".to_string(), None),
            Program::Command { path, args } => (path.display().to_string(), Some(args.clone())),
        };
        EngineKeys {
            name: Some(engine.name.clone()),
            cmd: Some(cmd),
            args,
            dir: engine.dir.clone(),
            env: engine.env.iter().map(setting).collect(),
            dialect: engine.dialect,
            options: engine.options.iter().map(|(name, value)| setting((name, value))).collect(),
            limits: engine.limits.clone(),
            scale: Some(engine.scale).filter(|scale| *scale != 1.0),
            local: Some(engine.local.clone()).filter(|local| !local.is_empty()),
            ponder: engine.ponder,
            restart: engine.restart,
        }
    }

    /// Returns the engine with this name and program.
    pub(crate) fn into_engine(self, name: String, program: Program) -> EngineConfig {
        let pair = |setting: Setting| (setting.name, setting.value);
        EngineConfig {
            name,
            program,
            dir: self.dir,
            env: self.env.into_iter().map(pair).collect::<BTreeMap<_, _>>(),
            dialect: self.dialect,
            options: self.options.into_iter().map(pair).collect(),
            restart: self.restart,
            ponder: self.ponder,
            limits: self.limits,
            scale: self.scale.unwrap_or(1.0),
            local: self.local.unwrap_or_default(),
        }
    }
}

/// Returns whether a table limits the search.
pub(crate) fn has_limit(table: &Table) -> bool {
    Limits::KEYS.iter().any(|key| table.has(key))
}
