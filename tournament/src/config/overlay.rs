//! The options of the command line as typed values, which override those of a
//! file.

use std::fmt::Display;
use std::path::{Path, absolute};
use std::sync::{Arc, LazyLock};

use super::document::{Entry, Placed, Table, Value};
use super::listing::keys;
use crate::config::document::problem::{Place, Problem};
use crate::config::key::info::{KeyInfo, Syntax};
use crate::config::key::kind::{Joins, Kind};
use crate::config::tables::engines::over;
use crate::config::tables::settings::KEYS;

/// The descriptions of all keys, of which a script may set many thousand.
static ALL: LazyLock<Vec<KeyInfo>> = LazyLock::new(keys);

/// The keys that the command line sets.
#[derive(Clone, Debug, Default)]
pub struct Overlay {
    pub(crate) document: Table,
    /// Mistakes in words that could not be read.
    pub(crate) problems: Vec<Problem>,
}

impl Overlay {
    /// Sets a key. `origin` is the option as written, for messages.
    pub fn value(&mut self, key: &str, text: &str, origin: &str) {
        let place = place(origin);
        match value(syntax(&ALL, key), text, &place) {
            Ok(value) => self.put(key, value, &place),
            Err(reason) => self.problems.push(Problem::new(&place, wrong(key, text, reason))),
        }
    }

    /// Adds the `KEY=VALUE` words of a table; a table of which there are
    /// several is appended. Names after `option.` and `env.` are entries of the
    /// tables `options` and `env`.
    pub fn table(&mut self, key: &str, words: &[String], origin: &str) {
        let place = place(origin);
        let known = ALL.iter().find(|info| info.name == key).map(|info| &info.keys[..]);
        let table = self.words(words, known.unwrap_or_default(), &place);
        let table = Placed { value: Value::Table(table), place: place.clone() };
        let is_list =
            KEYS.iter().any(|known| known.name == key && joins(&known.kind) == Joins::List);
        let value = if is_list { Value::List(vec![table]) } else { table.value };
        self.put(key, value, &place);
    }

    /// Adds a mistake in words that set no key.
    pub fn problem(&mut self, origin: &str, reason: impl Display) {
        self.problems.push(Problem::new(&place(origin), reason));
    }

    /// Returns whether a key is set.
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
                let reason = "is not KEY=VALUE; put a tournament file before all options";
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
                None => (&mut table, key, value(syntax(known, key), text, place)),
            };
            match value {
                Err(reason) => self.problems.push(Problem::new(place, wrong(key, text, reason))),
                Ok(_) if target.has(name) => {
                    let reason = format!("duplicate key \"{key}\"");
                    self.problems.push(Problem::new(place, reason));
                }
                Ok(value) => target.put(entry(name, value, place)),
            }
        }
        for (name, settings) in settings {
            if table.has(name) {
                self.problems.push(Problem::new(place, format!("duplicate key \"{name}\"")));
            }
            table.put(entry(name, Value::Table(settings), place));
        }
        table
    }
}

/// Merges a document into another one: tables are merged, engines appended, and
/// all other values replaced. The tables `[each]`, `[proof]` and `[referee]`
/// are merged as an engine is merged with its defaults: any limit of `above`
/// replaces all limits of `below`.
pub(crate) fn lay_over(below: &mut Table, above: Table) {
    for Entry { key, value: Placed { value, place } } in above.into_entries() {
        let kind = KEYS.iter().find(|known| known.name == key.value).map(|known| &known.kind);
        let old = below.remove(&key.value).map(|old| old.value);
        let value = match (kind.map_or(Joins::Nothing, joins), old, value) {
            // Tables without the keys of an engine are merged key by key.
            (Joins::Keys, Some(Value::Table(old)), Value::Table(new)) => {
                Value::Table(over(&new, old))
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

/// Returns the syntax of a key; that of an unknown key is a number.
fn syntax(known: &[KeyInfo], key: &str) -> Syntax {
    known.iter().find(|info| info.name == key).map_or(Syntax::Number, |info| info.syntax)
}

/// Splits `option.NAME` and `env.NAME` into the name of the table of settings
/// and the name of the setting.
fn named<'a>(known: &[KeyInfo], key: &'a str) -> Option<(&'static str, &'a str)> {
    let (table, name) = key.split_once('.')?;
    let is_meant = |info: &&KeyInfo| {
        info.syntax == Syntax::Settings
            && (info.name == table || info.name.strip_suffix('s') == Some(table))
    };
    known.iter().find(is_meant).map(|info| (info.name, name))
}

/// Converts a word of the command line to a value.
fn value(syntax: Syntax, text: &str, place: &Place) -> Result<Value, String> {
    let as_text = || Value::Text(text.to_string());
    let from_here = || match absolute(text) {
        Ok(path) => Ok(Value::Text(path.display().to_string())),
        Err(error) => Err(error.to_string()),
    };
    let listed = |items: Vec<Value>| {
        let items = items.into_iter().map(|value| Placed { value, place: place.clone() });
        Value::List(items.collect())
    };
    Ok(match syntax {
        Syntax::Text | Syntax::Choice => as_text(),
        Syntax::File | Syntax::Folder if text.trim().is_empty() => as_text(),
        Syntax::File | Syntax::Folder => from_here()?,
        // A path that begins with `~` gets its own message.
        Syntax::Program if text.starts_with("~/") => as_text(),
        Syntax::Program if Path::new(text).components().count() < 2 => as_text(),
        Syntax::Program => from_here()?,
        Syntax::Arguments => {
            let words = shlex::split(text).ok_or("a quote is not closed")?;
            listed(words.into_iter().map(Value::Text).collect())
        }
        Syntax::Names => {
            let words = shlex::split(text).ok_or("a quote is not closed")?;
            let names = words.iter().flat_map(|word| word.split(',')).map(str::trim);
            let names = names.filter(|name| !name.is_empty());
            listed(names.map(|name| Value::Text(name.to_string())).collect())
        }
        Syntax::Numbers => match numbers(text) {
            Some(numbers) => listed(numbers.iter().map(|n| bare(&n.to_string())).collect()),
            None => bare(text),
        },
        Syntax::Lines => {
            listed(text.split(';').map(|line| Value::Text(line.trim().to_string())).collect())
        }
        Syntax::Truth | Syntax::Number | Syntax::Settings | Syntax::Table | Syntax::Tables => {
            bare(text)
        }
    })
}

/// Converts a number, `true` or `false`. Anything else becomes a string, which
/// the key then refuses.
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

/// Parses `0,2,4-7`; returns `None` for anything else and for more than 1024
/// numbers.
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

    /// Returns a value as a file writes it.
    fn shown(value: &Value) -> String {
        let Value::List(items) = value else { return value.to_string() };
        let items: Vec<String> = items.iter().map(|item| item.value.to_string()).collect();
        format!("[{}]", items.join(", "))
    }

    #[test]
    fn a_word_is_converted_by_the_syntax_of_its_key() {
        let all = keys();
        let tables = all.iter().flat_map(|info| &info.keys);
        let nowhere = place("");
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
            ("local", "Hash Threads", "[\"Hash\", \"Threads\"]"),
            ("local", "Hash,Threads", "[\"Hash\", \"Threads\"]"),
            ("local", "'Move Overhead', args", "[\"Move Overhead\", \"args\"]"),
            ("list", "a1; b1 b2;", "[\"a1\", \"b1 b2\", \"\"]"),
            ("cmd", "engine", "\"engine\""),
        ] {
            let syntax = syntax(&known, key);
            assert_eq!(shown(&value(syntax, text, &nowhere).unwrap()), expected, "{key}={text}");
        }
        assert!(value(Syntax::Arguments, "'x", &nowhere).is_err());
        assert!(
            shown(&value(Syntax::Program, "./engine", &nowhere).unwrap()).len() > "./engine".len()
        );
    }
}
