//! A key of a tournament: one row of a table of keys. Reading and printing of
//! files, the options of the command line, the comparison of journals and the
//! documents are generated from these rows.

use super::document::{Place, Table};
use super::kind::{Kind, SubTable, Syntax};
use super::listing;
use super::reader::Reader;
use crate::config::foreign;
use noughts::engine::OptionRow;
use noughts_client::names::{did_you_mean, nearest};

/// A key whose value is stored in a `T`.
pub(super) struct Key<T: 'static> {
    /// The name in a file; the option of the command line has hyphens instead
    /// of underscores.
    pub(super) name: &'static str,
    /// The meaning, for the documents and `--help`.
    help: &'static str,
    /// The permitted values, and where they are stored.
    pub(super) kind: Kind<T>,
    /// The default in words, if the stored default value does not describe it.
    default: Option<&'static str>,
    /// Resets the field so that two configurations compare as equal; `None` if
    /// journals of one tournament must agree in the key.
    free: Option<fn(&mut T)>,
}

impl<T> Key<T> {
    /// Creates a key that decides what is played: journals of one tournament
    /// must agree in it.
    pub(super) const fn new(name: &'static str, help: &'static str, kind: Kind<T>) -> Key<T> {
        Key { name, help, kind, default: None, free: None }
    }

    /// Describes the default in words.
    pub(super) const fn otherwise(mut self, default: &'static str) -> Key<T> {
        self.default = Some(default);
        self
    }

    /// Declares that the key concerns only how a run is played on its machine,
    /// so that the machines of a tournament may differ in it; `forget` resets
    /// its field.
    pub(super) const fn free(mut self, forget: fn(&mut T)) -> Key<T> {
        self.free = Some(forget);
        self
    }

    /// Resets the field, or the keys of the table, in which machines may
    /// differ.
    pub(super) fn forget(&self, of: &mut T) {
        if let Some(forget) = self.free {
            forget(of);
        }
        if let Kind::Table(SubTable { forget: Some(forget), .. }) = &self.kind {
            forget(of);
        }
    }

    /// Returns the description of the key; `default` has all defaults.
    pub(super) fn info(&self, default: &T) -> KeyInfo {
        let unquoted = |text: String| text.trim_matches('"').to_string();
        let value = || self.kind.print(default).map_or("none".to_string(), unquoted);
        KeyInfo {
            name: self.name,
            help: self.help,
            values: self.kind.values(),
            default: self.default.map_or_else(value, str::to_string),
            syntax: self.kind.syntax(),
            must_agree: self.free.is_none(),
            keys: if let Kind::Table(table) = &self.kind { (table.keys)() } else { Vec::new() },
        }
    }
}

/// The description of a key.
#[derive(Clone, Debug)]
pub struct KeyInfo {
    /// The name in a file.
    pub name: &'static str,
    /// The meaning.
    pub help: &'static str,
    /// The permitted values in words; empty for a table.
    pub values: String,
    /// The default in words; empty for a table.
    pub default: String,
    /// The syntax of the value on the command line.
    pub syntax: Syntax,
    /// Whether the journals of one tournament must agree in the key.
    pub must_agree: bool,
    /// The keys of the table, if the key is one.
    pub keys: Vec<KeyInfo>,
}

/// Reads the keys of a table. A wrong value is reported to the reader and
/// treated as missing.
pub(super) fn read_keys<T>(reader: &mut Reader, keys: &[Key<T>], table: &Table, into: &mut T) {
    for key in keys {
        if let Some(value) = table.get(key.name)
            && let Err(reason) = key.kind.read(reader, key.name, value, into)
        {
            reader.problem(&value.place, format!("{}: {reason}", key.name));
        }
    }
}

/// Reports every key of a table that is not among these.
pub(super) fn refuse_others<T>(reader: &mut Reader, keys: &[Key<T>], table: &Table) {
    for entry in table.entries() {
        if !keys.iter().any(|key| key.name == entry.key.value) {
            let key = &entry.key.value;
            let known: Vec<&str> = keys.iter().map(|key| key.name).collect();
            let advice = advice(key, &known, &entry.key.place);
            reader.problem(&entry.key.place, format!("unknown key \"{key}\"{advice}"));
        }
    }
}

/// Returns a suggestion for a key that a table does not have: the equivalent of
/// a key of another runner, a similar key of the table, or a key of another
/// table.
fn advice(key: &str, known: &[&str], place: &Place) -> String {
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

/// Reads a table and reports all other keys.
pub(super) fn read_table<T>(reader: &mut Reader, keys: &[Key<T>], table: &Table, into: &mut T) {
    read_keys(reader, keys, table, into);
    refuse_others(reader, keys, table);
}

/// Returns the lines of a file for the keys that are set, without the tables.
pub(super) fn print_keys<T: 'static>(
    keys: impl IntoIterator<Item = &'static Key<T>>,
    from: &T,
) -> String {
    let line = |key: &Key<T>| {
        let value = key.kind.print(from);
        value.map(|value| format!("{} = {value}\n", key.name))
    };
    keys.into_iter().filter_map(line).collect()
}

/// Returns the descriptions of keys.
pub(super) fn infos<T>(keys: &[Key<T>], default: &T) -> Vec<KeyInfo> {
    keys.iter().map(|key| key.info(default)).collect()
}

/// Returns the option of the built-in engine with a name, or with a similar one.
fn similar_of_builtin(name: &str) -> Option<&'static str> {
    let names = || OptionRow::all().iter().map(|row| row.name);
    names().find(|known| known.eq_ignore_ascii_case(name)).or_else(|| nearest(name, names()))
}
