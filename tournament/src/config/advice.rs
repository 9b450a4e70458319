//! Advice about a key that a table does not have.

use noughts::engine::OptionRow;
use noughts_client::names::{did_you_mean, nearest};

use super::{foreign, listing};
use crate::config::document::problem::Place;

/// Returns a suggestion for a key that a table does not have: the equivalent of
/// a key of another runner, a similar key of the table, or a key of another
/// table.
pub(crate) fn advice(key: &str, known: &[&str], place: &Place) -> String {
    let all = listing::keys();
    let is_outermost = known.contains(&"engine");
    let engine = all.iter().find(|other| other.name == "engine");
    let of_engines: Vec<&str> = engine.iter().flat_map(|e| e.keys.iter().map(|k| k.name)).collect();
    let is_own_word = all.iter().any(|other| other.name == key) || of_engines.contains(&key);
    let is_in_file = place.line != 0;
    // Unlike other runners' keys, this one is written differently in a file
    // than on the command line.
    if key == "option" && is_in_file {
        return "; options of the engine are written options = { NAME = VALUE }".to_string();
    }
    if let Some(row) = foreign::key(key).filter(|_| !is_own_word) {
        return format!("; here: {}", row.advice());
    }
    if let Some(row) = foreign::option(key).filter(|_| !is_own_word && is_outermost) {
        return format!("; on the command line: {}", row.advice());
    }
    // In the table of an engine, an option of the engine is most likely meant.
    let own = nearest(key, known.iter().copied());
    if known.contains(&"options") && own.is_none() && !is_own_word {
        let is_option_like = key.starts_with(|first: char| first.is_ascii_uppercase());
        // `play` calls the option so.
        let skill = (key == "level").then_some("Skill");
        let meant = skill.or_else(|| similar_of_builtin(key));
        if meant.is_some() || is_option_like {
            let option = meant.unwrap_or(key);
            return match place.line {
                0 => format!("; an option of the engine is written option.{option}=VALUE"),
                _ => {
                    format!("; options of the engine are written options = {{ {option} = VALUE }}")
                }
            };
        }
    }
    let elsewhere: Vec<&str> =
        if is_outermost { of_engines } else { all.iter().map(|other| other.name).collect() };
    // Of equally near names the first one wins.
    let candidates = known.iter().chain(&elsewhere).copied();
    let Some(meant) = nearest(key, candidates) else {
        return format!("; the known keys are: {}", known.join(", "));
    };
    if known.contains(&meant) {
        return did_you_mean(key, [meant]);
    }
    let question = if meant == key { "" } else { &*did_you_mean(key, [meant]) };
    let place = match (place.line, is_outermost) {
        (0, true) => format!("engines have it: --each {meant}=VALUE"),
        (0, false) => format!("it is an option of its own: --{}", meant.replace('_', "-")),
        (_, true) => "engines have it: put it in [each] or [[engine]]".to_string(),
        (_, false) => "it stands before all tables".to_string(),
    };
    format!("{question}; {place}").replace("?; ", "? ")
}

/// Returns the option of the built-in engine with a name, or with a similar one.
fn similar_of_builtin(name: &str) -> Option<&'static str> {
    let names = || OptionRow::all().iter().map(|row| row.name);
    names().find(|known| known.eq_ignore_ascii_case(name)).or_else(|| nearest(name, names()))
}
