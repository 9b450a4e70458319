//! The kinds of values that keys take: how they are read, printed and written
//! on the command line.

use std::path::PathBuf;
use std::time::Duration;

use crate::config::document::problem::Place;
use crate::config::document::reader::{Reader, absolute};
use crate::config::document::values::{self, Setting};
use crate::config::document::{Placed, Table, Value};
use crate::config::key::info::{KeyInfo, Syntax};

/// The functions that store a value in a `T` and load it.
pub(crate) struct Slot<T, V> {
    /// Returns `None` if the value is not set.
    pub(crate) get: fn(&T) -> Option<V>,
    pub(crate) set: fn(&mut T, V),
}

/// The values that a key takes, with the functions that store them.
pub(crate) enum Kind<T: 'static> {
    Truth(Slot<T, bool>),
    Whole {
        least: u64,
        most: u64,
        slot: Slot<T, u64>,
    },
    Number {
        least: f64,
        most: f64,
        slot: Slot<T, f64>,
    },
    Seconds {
        may_be_zero: bool,
        slot: Slot<T, Duration>,
    },
    Choice {
        words: fn() -> Vec<&'static str>,
        slot: Slot<T, &'static str>,
    },
    /// A string that is parsed.
    Text {
        get: fn(&T) -> Option<String>,
        set: fn(&mut T, &str) -> Result<(), String>,
    },
    /// A string in one line; a number or a truth value is taken as its text.
    Name {
        get: fn(&T) -> Option<String>,
        set: fn(&mut T, &str) -> Result<(), String>,
    },
    /// A number, or a word in its place.
    NumberOr {
        word: &'static str,
        get: fn(&T) -> Option<String>,
        set: fn(&mut T, &str) -> Result<(), String>,
    },
    File(Slot<T, PathBuf>),
    Folder(Slot<T, PathBuf>),
    Program(Slot<T, String>),
    Arguments(Slot<T, Vec<String>>),
    Names(Slot<T, Vec<String>>),
    /// Numbers of processors; an empty list stands for all.
    Processors {
        get: fn(&T) -> Option<Vec<usize>>,
        set: fn(&mut T, Option<Vec<usize>>),
    },
    Lines {
        get: fn(&T) -> Option<Vec<String>>,
        set: fn(&mut T, Vec<Placed<String>>),
    },
    Settings(Slot<T, Vec<Setting>>),
    Table(SubTable<T>),
}

/// A table inside another one.
pub(crate) struct SubTable<T: 'static> {
    pub(crate) keys: fn() -> Vec<KeyInfo>,
    pub(crate) joins: Joins,
    /// Reads the table, or one of several, at this place.
    pub(crate) read: fn(&mut Reader, &Table, &Place, &mut T),
    /// Returns the lines of each table with this name, without its header.
    pub(crate) print: fn(&T) -> Vec<String>,
    /// Resets the keys in which machines may differ; `None` if there are none.
    pub(crate) forget: Option<fn(&mut T)>,
}

/// How a table of the command line combines with the same table of a file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Joins {
    /// The keys are merged; those of the command line win.
    Keys,
    /// The table of the command line replaces that of the file.
    Nothing,
    /// The tables are a list, and that of the command line is appended.
    List,
}

impl<T> Kind<T> {
    /// Reads the value of the key `name` and stores it.
    ///
    /// # Errors
    ///
    /// When the value is not of this kind; mistakes inside lists and tables go
    /// to the reader.
    pub(crate) fn read(
        &self,
        reader: &mut Reader,
        name: &str,
        Placed { value, place }: &Placed<Value>,
        into: &mut T,
    ) -> Result<(), String> {
        match self {
            Kind::Truth(slot) => (slot.set)(into, values::truth(value)?),
            Kind::Whole { least, most, slot } => {
                (slot.set)(into, values::whole(value, *least, *most)?);
            }
            Kind::Number { least, most, slot } => {
                (slot.set)(into, values::number(value, *least, *most)?);
            }
            Kind::Seconds { may_be_zero, slot } => match values::seconds(value)? {
                time if time.is_zero() && !may_be_zero => {
                    return Err("a number of seconds above 0 is expected, not 0".to_string());
                }
                time => (slot.set)(into, time),
            },
            Kind::Choice { words, slot } => (slot.set)(into, values::choice(value, &words())?),
            Kind::Text { set, .. } => set(into, values::text(value)?)?,
            Kind::Name { set, .. } | Kind::NumberOr { set, .. } => {
                set(into, &values::name(value)?)?;
            }
            Kind::File(slot) | Kind::Folder(slot) => {
                (slot.set)(into, absolute(&reader.folder, values::path(value)?));
            }
            Kind::Program(slot) => (slot.set)(into, values::path(value)?.to_string()),
            Kind::Arguments(slot) | Kind::Names(slot) => (slot.set)(into, values::texts(value)?),
            Kind::Processors { set, .. } => set(into, values::processors(value)?),
            Kind::Lines { set, .. } => {
                let mut lines = Vec::new();
                for Placed { value, place } in values::list(value)? {
                    match values::text(value) {
                        Ok(line) => {
                            lines.push(Placed { value: line.to_string(), place: place.clone() });
                        }
                        Err(reason) => reader.problem(place, reason),
                    }
                }
                set(into, lines);
            }
            Kind::Settings(slot) => (slot.set)(into, values::settings(value)?),
            Kind::Table(table) if table.joins == Joins::List => {
                for Placed { value, place } in values::list(value)? {
                    match values::table(value) {
                        Ok(one) => (table.read)(reader, one, place, into),
                        Err(reason) => reader.problem(place, format!("{name}: {reason}")),
                    }
                }
            }
            Kind::Table(table) => (table.read)(reader, values::table(value)?, place, into),
        }
        Ok(())
    }

    /// Returns the value as a file writes it; `None` if it is not set, and for
    /// a table.
    pub(crate) fn print(&self, from: &T) -> Option<String> {
        let path = |path: PathBuf| quoted(&path.display().to_string());
        match self {
            Kind::Truth(slot) => (slot.get)(from).map(|truth| truth.to_string()),
            Kind::Whole { slot, .. } => (slot.get)(from).map(|number| number.to_string()),
            Kind::Number { slot, .. } => (slot.get)(from).map(|number| number.to_string()),
            Kind::Seconds { slot, .. } => {
                (slot.get)(from).map(|time| time.as_secs_f64().to_string())
            }
            Kind::Choice { slot, .. } => (slot.get)(from).map(quoted),
            Kind::Text { get, .. } | Kind::Name { get, .. } => get(from).map(|text| quoted(&text)),
            Kind::NumberOr { word, get, .. } => {
                get(from).map(|text| if text == *word { quoted(&text) } else { text })
            }
            Kind::File(slot) | Kind::Folder(slot) => (slot.get)(from).map(path),
            Kind::Program(slot) => (slot.get)(from).map(|text| quoted(&text)),
            Kind::Arguments(slot) | Kind::Names(slot) => {
                let words = (slot.get)(from)?;
                let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
                Some(format!("[{}]", words.join(", ")))
            }
            Kind::Processors { get, .. } => Some(match &get(from)?[..] {
                [] => "true".to_string(),
                list => format!("{list:?}"),
            }),
            Kind::Lines { get, .. } => {
                let lines = get(from)?;
                let lines = lines.iter().map(|line| format!("\n    {},", quoted(line)));
                Some(format!("[{}\n]", lines.collect::<String>()))
            }
            Kind::Settings(slot) => {
                let settings = (slot.get)(from)?.into_iter();
                let pair = |s: Setting| format!("{} = {}", quoted(&s.name), quoted(&s.value));
                let pairs: Vec<String> = settings.map(pair).collect();
                (!pairs.is_empty()).then(|| format!("{{ {} }}", pairs.join(", ")))
            }
            Kind::Table(_) => None,
        }
    }

    /// Describes the permitted values.
    pub(crate) fn values(&self) -> String {
        match self {
            Kind::Truth(_) => "true or false".to_string(),
            Kind::Whole { least, most, .. } => format!("a whole number from {least} to {most}"),
            Kind::Number { least, most, .. } => values::numbers(*least, *most),
            Kind::Seconds { .. } => "a number of seconds".to_string(),
            Kind::Choice { words, .. } => values::among(&words()),
            Kind::Text { .. } | Kind::Name { .. } => "a string".to_string(),
            Kind::NumberOr { word, .. } => format!("a number or \"{word}\""),
            Kind::File(_) => "the path of a file".to_string(),
            Kind::Folder(_) => "the path of a folder".to_string(),
            Kind::Program(_) => "the path or the name of a program".to_string(),
            Kind::Arguments(_) | Kind::Names(_) | Kind::Lines { .. } => {
                "a list of strings".to_string()
            }
            Kind::Processors { .. } => "true, or a list of numbers".to_string(),
            Kind::Settings(_) => "a table of names and values".to_string(),
            Kind::Table(_) => String::new(),
        }
    }

    pub(crate) fn syntax(&self) -> Syntax {
        match self {
            Kind::Truth(_) => Syntax::Truth,
            Kind::Whole { .. } | Kind::Number { .. } | Kind::Seconds { .. } => Syntax::Number,
            Kind::Choice { .. } => Syntax::Choice,
            Kind::Text { .. } | Kind::Name { .. } | Kind::NumberOr { .. } => Syntax::Text,
            Kind::File(_) => Syntax::File,
            Kind::Folder(_) => Syntax::Folder,
            Kind::Program(_) => Syntax::Program,
            Kind::Arguments(_) => Syntax::Arguments,
            Kind::Names(_) => Syntax::Names,
            Kind::Processors { .. } => Syntax::Numbers,
            Kind::Lines { .. } => Syntax::Lines,
            Kind::Settings(_) => Syntax::Settings,
            Kind::Table(table) if table.joins == Joins::List => Syntax::Tables,
            Kind::Table(_) => Syntax::Table,
        }
    }
}

/// Quotes a string as TOML.
fn quoted(text: &str) -> String {
    toml::Value::String(text.to_string()).to_string()
}
