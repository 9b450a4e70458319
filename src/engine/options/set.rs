//! Sets options, and derives the settings of searches.

use super::row::{HASH, Kind, OptionRow};
use super::table::{self, TABLE};
use super::tunable::TUNABLE;
use super::values::{OptionError, Options};
use super::{memory, strength};
use crate::search::{FULL_SKILL, Settings};

impl Options {
    /// Whether drop notation is on and the game is that of a variant.
    pub fn plays_drops(&self) -> bool {
        table::variant(self) != table::NO_VARIANT
    }

    /// The settings of a search that chooses a move to play.
    pub fn playing(&self) -> Settings {
        let elo = self.limit_strength.then_some(self.elo);
        let skill = elo.map_or(self.settings.skill, strength::nearest_level);
        Settings { skill, ..self.settings.clone() }
    }

    /// The settings of a search that analyses a position: full strength.
    pub fn analysing(&self) -> Settings {
        Settings { skill: FULL_SKILL, ..self.settings.clone() }
    }

    /// Sets an option from text.
    ///
    /// # Errors
    ///
    /// When no option has the name or the option does not allow the value. The
    /// options are then unchanged.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<(), OptionError> {
        let row = OptionRow::of(self).find(|row| row.name.eq_ignore_ascii_case(name));
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
            Kind::Spin { range, set, .. } => {
                let (min, max) = *range;
                let Some(number) = whole(value).filter(|number| (min..=max).contains(number))
                else {
                    return refuse(format!("a whole number from {min} to {max}"));
                };
                if row.name == HASH {
                    check_memory(row.name, number)?;
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

/// Checks that `value` MiB of memory are available. Accepts any value where the
/// available memory is unknown.
fn check_memory(name: &'static str, value: i64) -> Result<(), OptionError> {
    match memory::available().map(|bytes| bytes >> 20) {
        Some(available) if available < value as u64 => {
            Err(OptionError::Memory { name, value, available })
        }
        _ => Ok(()),
    }
}

/// Parses digits after an optional minus; the parser of `i64` also accepts a
/// plus.
fn whole(text: &str) -> Option<i64> {
    if text.starts_with('+') { None } else { text.parse().ok() }
}

impl OptionRow {
    /// The rows to declare, in order: [all](OptionRow::all), then the constants
    /// of the searches if these are tunable.
    pub fn of(options: &Options) -> impl Iterator<Item = &'static OptionRow> + use<> {
        let tunable = if options.tunable { TUNABLE } else { &[] };
        TABLE.iter().chain(tunable)
    }

    /// All options, in the order of the table, without the tunable constants.
    pub fn all() -> &'static [OptionRow] {
        TABLE
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::OptionKind;

    #[test]
    fn constants_are_options_only_if_they_are_tunable() {
        let mut options = Options::default();
        let before = options.clone();
        for row in TUNABLE {
            assert!(matches!(options.set(row.name, Some("9")), Err(OptionError::Unknown(_))));
        }
        assert_eq!(options, before);
        options.tunable = true;
        for row in TUNABLE {
            let changed = row.value(&options) != "9";
            assert_eq!(options.set(row.name, Some("9")), Ok(()), "{}", row.name);
            assert!(changed && row.value(&options) == "9", "{}", row.name);
        }
        assert_eq!(OptionRow::of(&options).count(), OptionRow::all().len() + TUNABLE.len());
    }

    #[test]
    fn every_option_accepts_its_default_and_bounds() {
        for row in TABLE.iter().chain(TUNABLE) {
            let options = || Options { tunable: true, ..Options::default() };
            let mut accepted = vec![row.value(&options())];
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
                let mut options = options();
                // A game that the search plays.
                let game = if value == "puct" { "tictactrains" } else { "tictactoe:8x8:5" };
                assert_eq!(options.set("Game", Some(game)), Ok(()));
                // Few machines have enough memory for the largest `Hash`.
                if row.name == HASH
                    && value.parse().is_ok_and(|value| check_memory(row.name, value).is_err())
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
    fn the_variant_sets_its_game_and_another_game_ends_it() {
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
        assert_eq!(options.set("UCI_Variant", Some("gomokufreestyle")), Ok(()));
        assert_eq!(options.game.to_string(), "tictactoe:15x15:5");
        assert!(options.plays_drops());
        let row = OptionRow::all().iter().find(|row| row.name == "UCI_Variant").expect("it exists");
        assert_eq!(row.value(&options), "gomokufreestyle");
        assert_eq!(options.set("UCI_Variant", Some("gomoku")), Ok(()));
        assert_eq!(options.game.to_string(), "tictactoe:15x15:5=");
        assert_eq!(options.set("UCI_Variant", Some("renju")), Ok(()));
        assert_eq!(options.game.to_string(), "tictactoe:15x15:renju");
    }
}
