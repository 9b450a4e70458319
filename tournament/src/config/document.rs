//! A tournament as it is written, in a file or on the command line: values, and
//! where each of them stands.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::reader::Problem;

/// Where something is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// The file, or the part of the command line.
    pub(super) file: Arc<str>,
    /// The line, from 1; 0 where there are no lines.
    pub(super) line: usize,
}

/// Something with its place.
#[derive(Clone, Debug)]
pub(super) struct Placed<T> {
    pub(super) value: T,
    pub(super) place: Place,
}

/// A value as it is written.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Text(String),
    /// A whole number, without a value where 64 bits do not hold it.
    Whole {
        text: String,
        value: Option<i64>,
    },
    /// Another number.
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

/// As a mistake names it.
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

/// A key, its value and their places.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) key: Placed<String>,
    pub(super) value: Placed<Value>,
}

/// Keys and values in the order in which they are written.
#[derive(Clone, Debug, Default)]
pub(super) struct Table(Vec<Entry>);

impl Table {
    /// The table that the text of a file is, as far as it can be understood, and
    /// what cannot.
    pub(super) fn parse(text: &str, file: &Arc<str>) -> (Table, Vec<Problem>) {
        let lines = Lines::of(text, file);
        let (document, errors) = DeTable::parse_recoverable(text);
        let problem = |error: &toml::de::Error| {
            let place = lines.place(error.span().map_or(0, |span| span.start));
            Problem::new(&place, error.message())
        };
        (lines.table(document.get_ref()), errors.iter().map(problem).collect())
    }

    pub(super) fn into_entries(self) -> impl Iterator<Item = Entry> {
        self.0.into_iter()
    }

    pub(super) fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.0.iter()
    }

    pub(super) fn get(&self, key: &str) -> Option<&Placed<Value>> {
        self.0.iter().find(|entry| entry.key.value == key).map(|entry| &entry.value)
    }

    /// Where the value of a key stands, if there is one.
    pub(super) fn place(&self, key: &str) -> Option<&Place> {
        self.get(key).map(|value| &value.place)
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    pub(super) fn remove(&mut self, key: &str) -> Option<Placed<Value>> {
        let at = self.0.iter().position(|entry| entry.key.value == key)?;
        Some(self.0.remove(at).value)
    }

    pub(super) fn retain(&mut self, keep: impl Fn(&str) -> bool) {
        self.0.retain(|entry| keep(&entry.key.value));
    }

    /// Adds an entry, behind all others and instead of one with the same key.
    pub(super) fn put(&mut self, entry: Entry) {
        self.remove(&entry.key.value);
        self.0.push(entry);
    }

    /// Lays another table over this one: what both say counts as the other has
    /// it, except for tables, whose entries are joined.
    pub(super) fn overlay(&mut self, other: Table) {
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

/// The places of a text.
struct Lines<'t> {
    file: &'t Arc<str>,
    /// Where each line begins.
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
