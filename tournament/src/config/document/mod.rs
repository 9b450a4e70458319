//! A tournament as a document, from a file or the command line: values with
//! their places.

pub(crate) mod problem;
pub(crate) mod reader;
pub(crate) mod values;

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::config::document::problem::{Place, Problem};

/// A value with its place.
#[derive(Clone, Debug)]
pub(crate) struct Placed<T> {
    pub(crate) value: T,
    pub(crate) place: Place,
}

/// A value of a document.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Text(String),
    /// A whole number; the value is `None` if 64 bits do not hold it.
    Whole {
        text: String,
        value: Option<i64>,
    },
    /// A number that is not whole; the value is `None` if it does not parse.
    Number {
        text: String,
        value: Option<f64>,
    },
    Truth(bool),
    /// A date, which no key takes.
    Date,
    List(Vec<Placed<Value>>),
    Table(Table),
}

/// Writes the value as messages quote it.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Text(text) => write!(f, "\"{text}\""),
            Value::Whole { text, .. } | Value::Number { text, .. } => f.write_str(text),
            Value::Truth(truth) => truth.fmt(f),
            Value::Date => f.write_str("a date"),
            Value::List(_) => f.write_str("a list"),
            Value::Table(_) => f.write_str("a table"),
        }
    }
}

/// A key and its value, with their places.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) key: Placed<String>,
    pub(crate) value: Placed<Value>,
}

/// Keys and values in the order of the document.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table(Vec<Entry>);

impl Table {
    /// Parses the text of a file. Returns the part of it that is valid, and the
    /// mistakes in the rest.
    pub(crate) fn parse(text: &str, file: &Arc<str>) -> (Table, Vec<Problem>) {
        let lines = Lines::of(text, file);
        let (document, errors) = DeTable::parse_recoverable(text);
        let problem = |error: &toml::de::Error| {
            let place = lines.place(error.span().map_or(0, |span| span.start));
            Problem::new(&place, error.message())
        };
        (lines.table(document.get_ref()), errors.iter().map(problem).collect())
    }

    pub(crate) fn into_entries(self) -> impl Iterator<Item = Entry> {
        self.0.into_iter()
    }

    pub(crate) fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.0.iter()
    }

    pub(crate) fn get(&self, key: &str) -> Option<&Placed<Value>> {
        self.0.iter().find(|entry| entry.key.value == key).map(|entry| &entry.value)
    }

    /// Returns the place of the value of a key, if the key is set.
    pub(crate) fn place(&self, key: &str) -> Option<&Place> {
        self.get(key).map(|value| &value.place)
    }

    pub(crate) fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    pub(crate) fn remove(&mut self, key: &str) -> Option<Placed<Value>> {
        let at = self.0.iter().position(|entry| entry.key.value == key)?;
        Some(self.0.remove(at).value)
    }

    pub(crate) fn retain(&mut self, keep: impl Fn(&str) -> bool) {
        self.0.retain(|entry| keep(&entry.key.value));
    }

    /// Appends an entry and removes one with the same key.
    pub(crate) fn put(&mut self, entry: Entry) {
        self.remove(&entry.key.value);
        self.0.push(entry);
    }

    /// Merges another table into this one. For a key of both, the other value
    /// wins, except that tables are merged.
    pub(crate) fn overlay(&mut self, other: Table) {
        for Entry { key, value } in other.into_entries() {
            let below = self.remove(&key.value).map(|below| below.value);
            let joined = match (below, value.value) {
                (Some(Value::Table(mut below)), Value::Table(above)) => {
                    below.overlay(above);
                    Value::Table(below)
                }
                (_, above) => above,
            };
            self.0.push(Entry { key, value: Placed { value: joined, place: value.place } });
        }
    }
}

/// The line numbers of a text.
struct Lines<'t> {
    file: &'t Arc<str>,
    /// The offset of the start of each line.
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    fn of(text: &str, file: &'t Arc<str>) -> Lines<'t> {
        let ends = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
        let starts = std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect();
        Lines { file, starts }
    }

    fn place(&self, at: usize) -> Place {
        let line = self.starts.partition_point(|&start| start <= at);
        Place { file: Arc::clone(self.file), line }
    }

    fn table(&self, table: &DeTable<'_>) -> Table {
        let mut entries: Vec<(&Spanned<Cow<'_, str>>, _)> = table.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        let entry = |(key, value): (&Spanned<Cow<'_, str>>, &Spanned<DeValue<'_>>)| {
            let place = self.place(key.span().start);
            let key = Placed { value: key.get_ref().clone().into_owned(), place };
            Entry { key, value: self.value(value) }
        };
        Table(entries.into_iter().map(entry).collect())
    }

    fn value(&self, spanned: &Spanned<DeValue<'_>>) -> Placed<Value> {
        let value = match spanned.get_ref() {
            DeValue::String(text) => Value::Text(text.to_string()),
            DeValue::Integer(number) => Value::Whole {
                text: number.to_string(),
                value: i64::from_str_radix(number.as_str(), number.radix()).ok(),
            },
            DeValue::Float(number) => {
                Value::Number { text: number.to_string(), value: number.as_str().parse().ok() }
            }
            DeValue::Boolean(truth) => Value::Truth(*truth),
            DeValue::Datetime(_) => Value::Date,
            DeValue::Array(items) => {
                Value::List(items.iter().map(|item| self.value(item)).collect())
            }
            DeValue::Table(table) => Value::Table(self.table(table)),
        };
        Placed { value, place: self.place(spanned.span().start) }
    }
}
