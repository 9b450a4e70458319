//! A key of a tournament: one row of a table of keys. Reading and printing a
//! file, the options of the command line, the comparison of journals and the
//! documents all follow from it.

use super::document::Table;
use super::kind::{FileKind, Kind};
use super::reader::Reader;

/// A key whose value is kept in a `T`.
pub(super) struct Key<T: 'static> {
    /// As a file has it; an option of the command line has hyphens instead of
    /// underscores.
    pub(super) name: &'static str,
    /// What it means, for the documents and `--help`.
    help: &'static str,
    /// What its value may be, and where it is kept.
    pub(super) kind: Kind<T>,
    /// What the documents say instead of the value that is kept by default.
    default: Option<&'static str>,
    /// Sets it to what it is in no journal, if it changes no game.
    free: Option<fn(&mut T)>,
}

impl<T> Key<T> {
    /// A key that decides what is played.
    pub(super) const fn new(name: &'static str, help: &'static str, kind: Kind<T>) -> Key<T> {
        Key { name, help, kind, default: None, free: None }
    }

    /// What is done without it, where that is no value.
    pub(super) const fn otherwise(mut self, default: &'static str) -> Key<T> {
        self.default = Some(default);
        self
    }

    /// It changes no game: `forget` makes it the same in two configurations that
    /// are compared.
    pub(super) const fn free(mut self, forget: fn(&mut T)) -> Key<T> {
        self.free = Some(forget);
        self
    }

    /// Makes the key the same in whatever it is compared with, if it changes no
    /// game.
    pub(super) fn forget(&self, of: &mut T) {
        if let Some(forget) = self.free {
            forget(of);
        }
    }

    /// What there is to know of it, where `default` has all defaults.
    pub(super) fn info(&self, default: &T) -> KeyInfo {
        let unquoted = |text: String| text.trim_matches('"').to_string();
        let value = || self.kind.print(default).map_or("none".to_string(), unquoted);
        KeyInfo {
            name: self.name,
            help: self.help,
            values: self.kind.values(),
            default: self.default.map_or_else(value, str::to_string),
            form: self.kind.form(),
            changes_games: self.free.is_none(),
            keys: if let Kind::Table(table) = &self.kind { (table.keys)() } else { Vec::new() },
        }
    }
}

/// What a key is, without what it is kept in.
#[derive(Clone, Debug)]
pub struct KeyInfo {
    /// As a file has it.
    pub name: &'static str,
    /// What it means.
    pub help: &'static str,
    /// What its value may be, for people; nothing for a table.
    pub values: String,
    /// What counts without it, for people; nothing for a table.
    pub default: String,
    /// How the command line writes its value.
    pub form: FileKind,
    /// Whether games may be others when it is.
    pub changes_games: bool,
    /// The keys of a table.
    pub keys: Vec<KeyInfo>,
}

/// Reads the keys of a table. A value that is wrong is noted, and treated as
/// missing.
pub(super) fn read_keys<T>(reader: &mut Reader, keys: &[Key<T>], table: &Table, into: &mut T) {
    for key in keys {
        if let Some(value) = table.get(key.name)
            && let Err(reason) = key.kind.read(reader, key.name, value, into)
        {
            reader.problem(&value.place, format!("{}: {reason}", key.name));
        }
    }
}

/// Notes every key of a table that is none of these.
pub(super) fn refuse_others<T>(reader: &mut Reader, keys: &[Key<T>], table: &Table) {
    for entry in table.entries() {
        if !keys.iter().any(|key| key.name == entry.key.value) {
            let known: Vec<&str> = keys.iter().map(|key| key.name).collect();
            let (key, known) = (&entry.key.value, known.join(", "));
            reader.problem(&entry.key.place, format!("unknown key \"{key}\"; known here: {known}"));
        }
    }
}

/// Reads a table that has these keys and no other.
pub(super) fn read_table<T>(reader: &mut Reader, keys: &[Key<T>], table: &Table, into: &mut T) {
    read_keys(reader, keys, table, into);
    refuse_others(reader, keys, table);
}

/// The lines of a file for the keys that have a value, without the tables.
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

/// What there is to know of keys.
pub(super) fn infos<T>(keys: &[Key<T>], default: &T) -> Vec<KeyInfo> {
    keys.iter().map(|key| key.info(default)).collect()
}
