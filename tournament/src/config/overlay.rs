//! What the command line says: typed values, each with the part of the command
//! line where it stands. They lie over those of a file.

use std::fmt::Display;
use std::path::{Path, absolute};
use std::sync::Arc;

use super::document::{Entry, Place, Placed, Table, Value};
use super::key::KeyInfo;
use super::kind::{FileKind, Joins, Kind};
use super::listing::keys;
use super::reader::Problem;
use super::settings::KEYS;

/// What the command line lays over a tournament file.
#[derive(Clone, Debug, Default)]
pub struct Overlay {
    pub(super) document: Table,
    /// The words that are no values.
    pub(super) problems: Vec<Problem>,
}

impl Overlay {
    /// Adds the value of a key. The origin is the part of the command line, for
    /// mistakes in it.
    pub fn value(&mut self, key: &str, text: &str, origin: &str) {
        let place = place(origin);
        match value(form(&keys(), key), text) {
            Ok(value) => self.put(key, value, &place),
            Err(reason) => self.problems.push(Problem::new(&place, wrong(key, text, reason))),
        }
    }

    /// Adds the `KEY=VALUE` words of a table, to the others if there may be
    /// several. Names below `option.` and `env.` are entries of such a table.
    pub fn table(&mut self, key: &str, words: &[String], origin: &str) {
        let place = place(origin);
        let known = keys().into_iter().find(|info| info.name == key).map(|info| info.keys);
        let table = self.words(words, &known.unwrap_or_default(), &place);
        let table = Placed { value: Value::Table(table), place: place.clone() };
        let is_list =
            KEYS.iter().any(|known| known.name == key && joins(&known.kind) == Joins::List);
        let value = if is_list { Value::List(vec![table]) } else { table.value };
        self.put(key, value, &place);
    }

    /// Whether there is a value of a key.
    pub fn has(&self, key: &str) -> bool {
        self.document.has(key)
    }

    fn put(&mut self, key: &str, value: Value, place: &Place) {
        let mut table = Table::default();
        table.put(entry(key, value, place));
        lay_over(&mut self.document, table);
    }

    fn words(&mut self, words: &[String], known: &[KeyInfo], place: &Place) -> Table {
        let mut table = Table::default();
        let mut settings: Vec<(&str, Table)> = Vec::new();
        for word in words {
            let Some((key, text)) = word.split_once('=') else {
                let reason = "is no KEY=VALUE; a tournament file comes before all others";
                self.problems.push(Problem::new(place, format!("\"{word}\" {reason}")));
                continue;
            };
            let (target, name, value) = match named(known, key) {
                Some((table, name)) => {
                    let at = settings.iter().position(|(known, _)| *known == table);
                    let at = at.unwrap_or_else(|| {
                        settings.push((table, Table::default()));
                        settings.len() - 1
                    });
                    (&mut settings[at].1, name, Ok(Value::Text(text.to_string())))
                }
                None => (&mut table, key, value(form(known, key), text)),
            };
            match value {
                Err(reason) => self.problems.push(Problem::new(place, wrong(key, text, reason))),
                Ok(_) if target.has(name) => {
                    self.problems.push(Problem::new(place, "duplicate key"));
                }
                Ok(value) => target.put(entry(name, value, place)),
            }
        }
        for (name, settings) in settings {
            if table.has(name) {
                self.problems.push(Problem::new(place, "duplicate key"));
            }
            table.put(entry(name, Value::Table(settings), place));
        }
        table
    }
}

/// Lays a document over another one: tables are joined and engines added;
/// everything else is replaced.
pub(super) fn lay_over(below: &mut Table, above: Table) {
    for Entry { key, value: Placed { value, place } } in above.into_entries() {
        let kind = KEYS.iter().find(|known| known.name == key.value).map(|known| &known.kind);
        let old = below.remove(&key.value).map(|old| old.value);
        let value = match (kind.map_or(Joins::Nothing, joins), old, value) {
            (Joins::Keys, Some(Value::Table(mut old)), Value::Table(new)) => {
                old.overlay(new);
                Value::Table(old)
            }
            (Joins::List, Some(Value::List(mut old)), Value::List(new)) => {
                old.extend(new);
                Value::List(old)
            }
            (_, _, new) => new,
        };
        below.put(Entry { key, value: Placed { value, place } });
    }
}

fn joins<T>(kind: &Kind<T>) -> Joins {
    if let Kind::Table(table) = kind { table.joins } else { Joins::Nothing }
}

fn place(origin: &str) -> Place {
    Place { file: Arc::from(origin), line: 0 }
}

fn entry(key: &str, value: Value, place: &Place) -> Entry {
    let key = Placed { value: key.to_string(), place: place.clone() };
    Entry { key, value: Placed { value, place: place.clone() } }
}

fn wrong(key: &str, text: &str, reason: impl Display) -> String {
    format!("{key}={text}: {reason}")
}

/// How the value of a key is written; that of an unknown one as a number is.
fn form(known: &[KeyInfo], key: &str) -> FileKind {
    known.iter().find(|info| info.name == key).map_or(FileKind::Number, |info| info.form)
}

/// The table of names and values, and the name, that `option.NAME` and `env.NAME`
/// mean.
fn named<'a>(known: &[KeyInfo], key: &'a str) -> Option<(&'static str, &'a str)> {
    let (table, name) = key.split_once('.')?;
    let is_meant = |info: &&KeyInfo| {
        info.form == FileKind::Settings
            && (info.name == table || info.name.strip_suffix('s') == Some(table))
    };
    known.iter().find(is_meant).map(|info| (info.name, name))
}

/// The value that a word of the command line is.
fn value(form: FileKind, text: &str) -> Result<Value, String> {
    let as_text = || Value::Text(text.to_string());
    let from_here = || match absolute(text) {
        Ok(path) => Ok(Value::Text(path.display().to_string())),
        Err(error) => Err(error.to_string()),
    };
    let listed = |items: Vec<Value>| {
        let nowhere = place("");
        let items = items.into_iter().map(|value| Placed { value, place: nowhere.clone() });
        Value::List(items.collect())
    };
    Ok(match form {
        FileKind::Text | FileKind::Choice => as_text(),
        FileKind::File | FileKind::Folder if text.trim().is_empty() => as_text(),
        FileKind::File | FileKind::Folder => from_here()?,
        FileKind::Program if Path::new(text).components().count() < 2 => as_text(),
        FileKind::Program => from_here()?,
        FileKind::Arguments => {
            let words = shlex::split(text).ok_or("a quote is open")?;
            listed(words.into_iter().map(Value::Text).collect())
        }
        FileKind::Numbers => match numbers(text) {
            Some(numbers) => listed(numbers.iter().map(|n| bare(&n.to_string())).collect()),
            None => bare(text),
        },
        FileKind::Lines => {
            listed(text.split(';').map(|line| Value::Text(line.trim().to_string())).collect())
        }
        FileKind::Truth
        | FileKind::Number
        | FileKind::Settings
        | FileKind::Table
        | FileKind::Tables => bare(text),
    })
}

/// A number, true or false; what is neither is a text, and refused as one.
fn bare(text: &str) -> Value {
    let number = text.strip_prefix(['+', '-']).unwrap_or(text);
    let is_number = number.bytes().all(|b| b.is_ascii_digit() || b == b'.')
        && number.starts_with(|c: char| c.is_ascii_digit())
        && number.ends_with(|c: char| c.is_ascii_digit())
        && number.matches('.').count() < 2
        && (number.len() == 1 || !number.starts_with('0') || number.starts_with("0."));
    let own = text.to_string();
    match text {
        "true" => Value::Truth(true),
        "false" => Value::Truth(false),
        _ if !is_number => Value::Text(own),
        _ if number.contains('.') => Value::Number { text: own, value: text.parse().ok() },
        _ => Value::Whole { text: own, value: text.parse().ok() },
    }
}

/// `0,2,4-7` as numbers, of which there are not too many.
fn numbers(text: &str) -> Option<Vec<u16>> {
    let mut numbers = Vec::new();
    for word in text.split(',') {
        let (first, last) = word.split_once('-').unwrap_or((word, word));
        let [first, last] = [first, last].map(|number| number.trim().parse::<u16>());
        numbers.extend(first.ok()?..=last.ok()?);
    }
    (!numbers.is_empty() && numbers.len() <= 1024).then_some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A value as a file has it.
    fn shown(value: &Value) -> String {
        let Value::List(items) = value else { return value.to_string() };
        let items: Vec<String> = items.iter().map(|item| item.value.to_string()).collect();
        format!("[{}]", items.join(", "))
    }

    #[test]
    fn values_are_written_as_their_keys_have_them() {
        let all = keys();
        let tables = all.iter().flat_map(|info| &info.keys);
        let known: Vec<KeyInfo> = tables.chain(&all).cloned().collect();
        for (key, text, expected) in [
            ("name", "7", "\"7\""),
            ("tc", "60", "\"60\""),
            ("nodes", "7", "7"),
            ("nodes", "7x", "\"7x\""),
            ("nodes", "", "\"\""),
            ("margin", "0.5", "0.5"),
            ("margin", ".5", "\".5\""),
            ("elo0", "-1.5", "-1.5"),
            ("seed", "007", "\"007\""),
            ("both", "false", "false"),
            ("affinity", "true", "true"),
            ("affinity", "0, 2", "[0, 2]"),
            ("affinity", "3", "[3]"),
            ("affinity", "0,4-6", "[0, 4, 5, 6]"),
            ("affinity", "6-4", "\"6-4\""),
            ("affinity", "0-65535", "\"0-65535\""),
            ("start", "3", "3"),
            ("affinity", "x,y", "\"x,y\""),
            ("args", "-q 'x y'", "[\"-q\", \"x y\"]"),
            ("list", "a1; b1 b2;", "[\"a1\", \"b1 b2\", \"\"]"),
            ("cmd", "engine", "\"engine\""),
        ] {
            let form = form(&known, key);
            assert_eq!(shown(&value(form, text).unwrap()), expected, "{key}={text}");
        }
        assert!(value(FileKind::Arguments, "'x").is_err());
        assert!(shown(&value(FileKind::Program, "./engine").unwrap()).len() > "./engine".len());
    }
}
