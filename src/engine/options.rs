//! The options and their values. Handshake, `setoption`, `info`, the
//! documentation and the tests all read the one [`table`].

mod table;

use std::time::Duration;

use super::memory;
use crate::game::lines::Shape;
use crate::game::{GameSpec, SpecError};
use crate::protocol::{OptionDeclaration, OptionKind};
use crate::search::{SearchKind, Settings};
use table::TABLE;

/// The values of all options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The game.
    pub game: GameSpec,
    /// Whether the text of a position chooses the game that its board belongs
    /// to.
    pub game_from_position: bool,
    /// The search that plays it.
    pub search: SearchKind,
    /// What concerns the searches.
    pub settings: Settings,
    /// Whether the client may let the engine ponder; it only informs us.
    pub ponder: bool,
    /// Lost between the engine and the clock with every ply.
    pub move_overhead: Duration,
    /// Whether `info` lines tell wins, draws and losses.
    pub show_wdl: bool,
    /// Whether moves and positions are in the words of `UCI_Variant
    /// tictactoe`.
    pub drops: bool,
}

/// Why an option keeps its old value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// There is no such option.
    #[error("\"{0}\" is not an option")]
    Unknown(String),
    /// The option needs a value.
    #[error("option {0} needs a value")]
    NoValue(&'static str),
    /// The value is not one the option can have.
    #[error("\"{value}\" is not a value of option {name}: {expected}")]
    Value {
        /// The option.
        name: &'static str,
        /// The value.
        value: String,
        /// What would be accepted.
        expected: String,
    },
    /// The memory asked for is more than there is.
    #[error("option {name} cannot be {value}: there are {available} MiB of memory")]
    Memory {
        /// The option.
        name: &'static str,
        /// The value, in MiB.
        value: i64,
        /// What this process may have, in MiB.
        available: u64,
    },
    /// The value names no game.
    #[error(transparent)]
    Game(#[from] SpecError),
    /// The search cannot play the game.
    #[error("search \"{search}\" does not play {game}")]
    Unsupported {
        /// The search.
        search: &'static str,
        /// The game.
        game: String,
    },
}

/// One option.
#[derive(Debug)]
pub struct OptionRow {
    /// Its name; case does not matter in `setoption`.
    pub name: &'static str,
    /// What it does, in a few words.
    pub help: &'static str,
    kind: Kind,
}

/// The type of an option with its accessors. The default is the value in
/// `Options::default()`.
#[derive(Debug)]
enum Kind {
    Check {
        get: fn(&Options) -> bool,
        set: fn(&mut Options, bool),
    },
    Spin {
        range: (i64, i64),
        get: fn(&Options) -> i64,
        set: fn(&mut Options, i64),
    },
    /// A spin that counts MiB, of which there must be as many.
    Memory {
        range: (i64, i64),
        get: fn(&Options) -> i64,
        set: fn(&mut Options, i64),
    },
    Combo {
        values: fn() -> Vec<&'static str>,
        get: fn(&Options) -> &'static str,
        set: Setter,
    },
    Text {
        get: fn(&Options) -> String,
        set: Setter,
    },
}

type Setter = fn(&mut Options, &str) -> Result<(), OptionError>;

impl Default for Options {
    fn default() -> Options {
        Options {
            game: GameSpec::Trains(crate::game::trains::RuleSet::default()),
            game_from_position: false,
            search: SearchKind::Auto,
            settings: Settings::default(),
            ponder: false,
            move_overhead: Duration::from_millis(10),
            show_wdl: false,
            drops: false,
        }
    }
}

impl Options {
    /// Whether the game is the one that drop notation is for.
    pub fn plays_drops(&self) -> bool {
        let small = Shape::Flat { columns: 3, rows: 3, line: 3 };
        self.drops && self.game == GameSpec::Lines(small)
    }

    /// Sets an option from text.
    ///
    /// # Errors
    ///
    /// When there is no such option or the value is not allowed; nothing has
    /// changed then.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<(), OptionError> {
        let row = TABLE.iter().find(|row| row.name.eq_ignore_ascii_case(name));
        let row = row.ok_or_else(|| OptionError::Unknown(name.to_string()))?;
        let value = value.ok_or(OptionError::NoValue(row.name))?;
        let refuse = |expected: String| {
            Err(OptionError::Value { name: row.name, value: value.to_string(), expected })
        };
        match &row.kind {
            Kind::Check { set, .. } => match value.to_ascii_lowercase().parse() {
                Ok(value) => set(self, value),
                Err(_) => return refuse("true or false".to_string()),
            },
            Kind::Spin { range, set, .. } | Kind::Memory { range, set, .. } => {
                let (min, max) = *range;
                let Some(number) = whole(value).filter(|number| (min..=max).contains(number))
                else {
                    return refuse(format!("a whole number from {min} to {max}"));
                };
                if matches!(row.kind, Kind::Memory { .. }) {
                    affordable(row.name, number)?;
                }
                set(self, number);
            }
            Kind::Combo { values, set, .. } => {
                let values = values();
                match values.iter().find(|known| known.eq_ignore_ascii_case(value)) {
                    Some(known) => set(self, known)?,
                    None => return refuse(values.join(", ")),
                }
            }
            Kind::Text { set, .. } => set(self, value)?,
        }
        Ok(())
    }
}

/// Whether there are so many MiB of memory. Where the system does not say how
/// many there are, any number may be tried.
fn affordable(name: &'static str, value: i64) -> Result<(), OptionError> {
    match memory::available().map(|bytes| bytes >> 20) {
        Some(available) if available < value as u64 => {
            Err(OptionError::Memory { name, value, available })
        }
        _ => Ok(()),
    }
}

/// A whole number in digits alone, perhaps behind a minus.
fn whole(text: &str) -> Option<i64> {
    if text.starts_with('+') { None } else { text.parse().ok() }
}

impl OptionRow {
    /// All options, in the order of the table.
    pub fn all() -> &'static [OptionRow] {
        &TABLE
    }

    /// The value as `setoption` would write it.
    pub fn value(&self, options: &Options) -> String {
        match &self.kind {
            Kind::Check { get, .. } => get(options).to_string(),
            Kind::Spin { get, .. } | Kind::Memory { get, .. } => get(options).to_string(),
            Kind::Combo { get, .. } => get(options).to_string(),
            Kind::Text { get, .. } => get(options),
        }
    }

    /// How the handshake declares it.
    pub fn declaration(&self) -> OptionDeclaration {
        let defaults = Options::default();
        let kind = match &self.kind {
            Kind::Check { get, .. } => OptionKind::Check { default: get(&defaults) },
            Kind::Spin { range: (min, max), get, .. }
            | Kind::Memory { range: (min, max), get, .. } => {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_takes_its_default_and_its_bounds() {
        for row in OptionRow::all() {
            let mut options = Options::default();
            // A game that every search plays.
            assert_eq!(options.set("Game", Some("tictactoe")), Ok(()));
            let mut accepted = vec![row.value(&options)];
            match row.declaration().kind {
                OptionKind::Check { .. } => accepted.extend(["true".into(), "false".into()]),
                OptionKind::Spin { min, max, .. } => {
                    accepted.extend([min.to_string(), max.to_string()]);
                }
                OptionKind::Combo { values, .. } => accepted.extend(values),
                OptionKind::String { .. } => accepted.push("qubic:3".to_string()),
                OptionKind::Button => {}
            }
            for value in accepted {
                // Few machines have as much memory as the largest `Hash`.
                if matches!(row.kind, Kind::Memory { .. })
                    && value.parse().is_ok_and(|value| affordable(row.name, value).is_err())
                {
                    assert!(options.set(row.name, Some(&value)).is_err());
                    continue;
                }
                assert_eq!(options.set(&row.name.to_uppercase(), Some(&value)), Ok(()));
                assert_eq!(row.value(&options), value, "{}", row.name);
            }
        }
    }

    #[test]
    fn a_refused_value_changes_nothing() {
        let mut options = Options::default();
        for (name, value) in [
            ("Hash", Some("-1")),
            ("Hash", Some("99999999999999999999")),
            ("Hash", Some("")),
            ("Hash", None),
            ("Threads", Some("0")),
            ("Search", Some("magic")),
            ("Game", Some("chess")),
            ("Ponder", Some("perhaps")),
            ("UCI_Variant", Some("atomic")),
            ("Nonsense", Some("1")),
        ] {
            assert!(options.set(name, value).is_err(), "{name} {value:?}");
            assert_eq!(options, Options::default(), "{name} {value:?}");
        }
    }

    #[test]
    fn the_variant_chooses_its_game_and_another_game_ends_it() {
        let mut options = Options::default();
        assert_eq!(options.set("uci_variant", Some("tictactoe")), Ok(()));
        assert!(options.plays_drops());
        assert_eq!(options.game.to_string(), "tictactoe");
        assert_eq!(options.set("Game", Some("qubic")), Ok(()));
        assert!(!options.drops);
        assert_eq!(options.set("uci_variant", Some("tictactoe")), Ok(()));
        assert_eq!(options.set("uci_variant", Some("none")), Ok(()));
        assert!(!options.plays_drops());
        assert_eq!(options.game.to_string(), "tictactoe");
    }
}
