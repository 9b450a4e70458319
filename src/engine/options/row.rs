//! A row of the table of options.

use super::values::{OptionError, Options};
use crate::protocol::{OptionDeclaration, OptionKind};

/// A row of the table of options.
#[derive(Debug)]
pub struct OptionRow {
    /// The name; case does not matter in `setoption`.
    pub name: &'static str,
    /// A short description, for `info` and the documentation.
    pub help: &'static str,
    pub(super) kind: Kind,
}

/// The type of an option, with accessors. `Options::default()` has the default.
#[derive(Debug)]
pub(super) enum Kind {
    Check { get: fn(&Options) -> bool, set: fn(&mut Options, bool) },
    Spin { range: (i64, i64), get: fn(&Options) -> i64, set: fn(&mut Options, i64) },
    Combo { values: fn() -> Vec<&'static str>, get: fn(&Options) -> &'static str, set: Setter },
    Text { get: fn(&Options) -> String, set: Setter },
}

/// The option whose value is in MiB: the available memory bounds it.
pub(super) const HASH: &str = "Hash";

pub(super) type Setter = fn(&mut Options, &str) -> Result<(), OptionError>;

impl OptionRow {
    /// Returns the value in the syntax of `setoption`.
    pub fn value(&self, options: &Options) -> String {
        match &self.kind {
            Kind::Check { get, .. } => get(options).to_string(),
            Kind::Spin { get, .. } => get(options).to_string(),
            Kind::Combo { get, .. } => get(options).to_string(),
            Kind::Text { get, .. } => get(options),
        }
    }

    /// Returns the declaration for the handshake.
    pub fn declaration(&self) -> OptionDeclaration {
        let defaults = Options::default();
        let kind = match &self.kind {
            Kind::Check { get, .. } => OptionKind::Check { default: get(&defaults) },
            Kind::Spin { range: (min, max), get, .. } => {
                OptionKind::Spin { default: get(&defaults), min: *min, max: *max }
            }
            Kind::Combo { values, get, .. } => OptionKind::Combo {
                default: get(&defaults).to_string(),
                values: values().into_iter().map(str::to_string).collect(),
            },
            Kind::Text { get, .. } => OptionKind::String { default: get(&defaults) },
        };
        OptionDeclaration { name: self.name.to_string(), kind }
    }
}
