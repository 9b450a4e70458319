//! A key of a tournament: one row of a table of keys. Reading and printing of
//! files, the options of the command line, the comparison of journals and the
//! documents are generated from these rows.

pub(crate) mod field;
pub(crate) mod info;
pub(crate) mod kind;

use self::kind::{Kind, SubTable};
use crate::config::document::Table;
use crate::config::document::reader::Reader;
use crate::config::key::info::KeyInfo;

/// A key whose value is stored in a `T`.
pub(crate) struct Key<T: 'static> {
    /// The name in a file; the option of the command line has hyphens instead
    /// of underscores.
    pub(crate) name: &'static str,
    /// The meaning, for the documents and `--help`.
    help: &'static str,
    /// The permitted values, and where they are stored.
    pub(crate) kind: Kind<T>,
    /// The default in words, if the stored default value does not describe it.
    default: Option<&'static str>,
    /// Resets the field so that two configurations compare as equal; `None` if
    /// journals of one tournament must agree in the key.
    may_differ: Option<fn(&mut T)>,
}

/// Declares the keys of a structure: name, permitted values with their field, the
/// default in words if the stored one does not describe it, the reset of a field in
/// which machines may differ, and the meaning.
macro_rules! keys {
    ($of:ty; $($name:literal, $kind:expr $(, default $default:literal)? $(, may_differ $forget:expr)?
        => $help:literal;)*) => {
        &[$(
            $crate::config::key::Key::<$of>::new($name, $help, $kind)
                $(.default_text($default))?
                $(.may_differ($forget))?
        ),*]
    };
}

pub(crate) use keys;

impl<T> Key<T> {
    /// Creates a key that decides what is played: journals of one tournament
    /// must agree in it.
    pub(crate) const fn new(name: &'static str, help: &'static str, kind: Kind<T>) -> Key<T> {
        Key { name, help, kind, default: None, may_differ: None }
    }

    /// Describes the default in words.
    pub(crate) const fn default_text(mut self, default: &'static str) -> Key<T> {
        self.default = Some(default);
        self
    }

    /// Declares that the key concerns only how a run is played on its machine,
    /// so that the machines of a tournament may differ in it; `forget` resets
    /// its field.
    pub(crate) const fn may_differ(mut self, forget: fn(&mut T)) -> Key<T> {
        self.may_differ = Some(forget);
        self
    }

    /// Resets the field, or the keys of the table, in which machines may
    /// differ.
    pub(crate) fn forget(&self, of: &mut T) {
        if let Some(forget) = self.may_differ {
            forget(of);
        }
        if let Kind::Table(SubTable { forget: Some(forget), .. }) = &self.kind {
            forget(of);
        }
    }

    /// Returns the description of the key; `default` has all defaults.
    pub(crate) fn info(&self, default: &T) -> KeyInfo {
        let unquoted = |text: String| text.trim_matches('"').to_string();
        let value = || self.kind.print(default).map_or("none".to_string(), unquoted);
        KeyInfo {
            name: self.name,
            help: self.help,
            values: self.kind.values(),
            default: self.default.map_or_else(value, str::to_string),
            syntax: self.kind.syntax(),
            must_agree: self.may_differ.is_none(),
            keys: if let Kind::Table(table) = &self.kind { (table.keys)() } else { Vec::new() },
        }
    }
}

/// Reads the keys of a table. A wrong value is reported to the reader and
/// treated as missing.
pub(crate) fn read_keys<T>(reader: &mut Reader, keys: &[Key<T>], table: &Table, into: &mut T) {
    for key in keys {
        if let Some(value) = table.get(key.name)
            && let Err(reason) = key.kind.read(reader, key.name, value, into)
        {
            reader.problem(&value.place, format!("{}: {reason}", key.name));
        }
    }
}

/// Reports every key of a table that is not among these.
pub(crate) fn refuse_others<T>(reader: &mut Reader, keys: &[Key<T>], table: &Table) {
    for entry in table.entries() {
        if !keys.iter().any(|key| key.name == entry.key.value) {
            let key = &entry.key.value;
            let known: Vec<&str> = keys.iter().map(|key| key.name).collect();
            let advice = reader.advice(key, &known, &entry.key.place);
            reader.problem(&entry.key.place, format!("unknown key \"{key}\"{advice}"));
        }
    }
}

/// Reads a table and reports all other keys.
pub(crate) fn read_table<T>(reader: &mut Reader, keys: &[Key<T>], table: &Table, into: &mut T) {
    read_keys(reader, keys, table, into);
    refuse_others(reader, keys, table);
}

/// Returns the lines of a file for the keys that are set, without the tables.
pub(crate) fn print_keys<T: 'static>(
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
pub(crate) fn infos<T>(keys: &[Key<T>], default: &T) -> Vec<KeyInfo> {
    keys.iter().map(|key| key.info(default)).collect()
}
