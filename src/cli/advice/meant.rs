//! The games, options and values that a mistyped word may mean.

use noughts::engine::{OptionError, OptionRow};
use noughts::game::{FAMILIES, GameSpec};
use noughts::protocol::{OptionKind, did_you_mean, nearest};

/// Returns the suggestion of a game with a similar name, `; did you mean …?`;
/// empty if there is none.
pub(crate) fn game_meant(text: &str) -> String {
    nearest_game(text).map_or(String::new(), |spec| format!("; did you mean \"{spec}\"?"))
}

/// Returns the part of a spec that names the family.
pub(super) fn family_of(spec: &str) -> &str {
    spec.split(':').next().unwrap_or(spec)
}

/// Returns the intended spec of a game whose family is mistyped.
pub(super) fn nearest_game(text: &str) -> Option<String> {
    let name = family_of(text);
    let family = nearest(name, FAMILIES.iter().map(|family| family.name))?;
    let spec = format!("{family}{}", &text[name.len()..]);
    spec.parse::<GameSpec>().is_ok().then_some(spec)
}

/// Returns the suggestion of a similar option or value; empty if there is none.
pub(crate) fn option_meant(error: &OptionError) -> String {
    match error {
        OptionError::Unknown(name) => {
            did_you_mean(name, OptionRow::all().iter().map(|row| row.name))
        }
        OptionError::Value { name, value, .. } => value_meant(name, value),
        _ => String::new(),
    }
}

/// Returns the suggestion of a similar value of an option; empty if there is
/// none.
pub(crate) fn value_meant(name: &str, value: &str) -> String {
    let row = OptionRow::all().iter().find(|row| row.name == name);
    match row.map(|row| row.declaration().kind) {
        Some(OptionKind::Combo { values, .. }) => {
            did_you_mean(value, values.iter().map(String::as_str))
        }
        _ => String::new(),
    }
}
