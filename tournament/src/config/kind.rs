//! What values a key takes: how they are read and printed, and how the command
//! line writes them.

use std::path::PathBuf;
use std::time::Duration;

use super::document::{Place, Placed, Table, Value};
use super::key::KeyInfo;
use super::reader::{Reader, absolute};
use super::values::{self, Setting};

/// How the command line writes a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// As it is.
    Text,
    /// One of a few words.
    Choice,
    /// `true` or `false`.
    Truth,
    /// A number.
    Number,
    /// The path of a file, from the working directory.
    File,
    /// The path of a folder, from the working directory.
    Folder,
    /// A program: a path, or a name to be looked for.
    Program,
    /// Words as the shell writes them.
    Arguments,
    /// Numbers and ranges of numbers with commas between them, or `true`.
    Numbers,
    /// Texts with semicolons between them.
    Lines,
    /// Names with values, each in a word such as `option.NAME=VALUE`.
    Settings,
    /// A table: `KEY=VALUE` words.
    Table,
    /// One of several tables: `KEY=VALUE` words, and the option again for another.
    Tables,
}

/// How a value gets into a `T`, and out of it.
pub(super) struct Slot<T, V> {
    /// None if there is none.
    pub(super) get: fn(&T) -> Option<V>,
    pub(super) set: fn(&mut T, V),
}

/// What values a key takes, and how they are kept.
pub(super) enum Kind<T: 'static> {
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
    /// A text that means something.
    Text {
        get: fn(&T) -> Option<String>,
        set: fn(&mut T, &str) -> Result<(), String>,
    },
    /// A text in one line, which may look like a number.
    Name {
        get: fn(&T) -> Option<String>,
        set: fn(&mut T, &str) -> Result<(), String>,
    },
    File(Slot<T, PathBuf>),
    Folder(Slot<T, PathBuf>),
    Program(Slot<T, String>),
    Arguments(Slot<T, Vec<String>>),
    /// Numbers of processors; an empty list means all.
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

/// A table below another one.
pub(super) struct SubTable<T: 'static> {
    pub(super) keys: fn() -> Vec<KeyInfo>,
    pub(super) joins: Joins,
    /// Reads the table, or one of several, which stands at the place.
    pub(super) read: fn(&mut Reader, &Table, &Place, &mut T),
    /// The text of the table, or of each one with this name.
    pub(super) print: fn(&T) -> Vec<String>,
}

/// What becomes of a table of a file when the command line has one too.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Joins {
    /// Its keys are joined.
    Keys,
    /// It is replaced.
    Nothing,
    /// It is one of several, and the other one is one more.
    List,
}

impl<T> Kind<T> {
    /// Reads the value of a key with this name.
    ///
    /// # Errors
    ///
    /// When it is no value of this kind.
    pub(super) fn read(
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
                    return Err("nothing can be done in no time".to_string());
                }
                time => (slot.set)(into, time),
            },
            Kind::Choice { words, slot } => (slot.set)(into, values::choice(value, &words())?),
            Kind::Text { set, .. } => set(into, values::text(value)?)?,
            Kind::Name { set, .. } => set(into, &values::name(value)?)?,
            Kind::File(slot) | Kind::Folder(slot) => {
                (slot.set)(into, absolute(&reader.folder, values::path(value)?));
            }
            Kind::Program(slot) => (slot.set)(into, values::path(value)?.to_string()),
            Kind::Arguments(slot) => (slot.set)(into, values::texts(value)?),
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

    /// The value as a file has it, if there is one; none for a table.
    pub(super) fn print(&self, from: &T) -> Option<String> {
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
            Kind::File(slot) | Kind::Folder(slot) => (slot.get)(from).map(path),
            Kind::Program(slot) => (slot.get)(from).map(|text| quoted(&text)),
            Kind::Arguments(slot) => {
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

    /// What the value may be, for people.
    pub(super) fn values(&self) -> String {
        match self {
            Kind::Truth(_) => "true or false".to_string(),
            Kind::Whole { least, most, .. } => format!("a whole number from {least} to {most}"),
            Kind::Number { least, most, .. } => values::numbers(*least, *most),
            Kind::Seconds { .. } => "a number of seconds".to_string(),
            Kind::Choice { words, .. } => values::among(&words()),
            Kind::Text { .. } | Kind::Name { .. } => "a text".to_string(),
            Kind::File(_) => "the path of a file".to_string(),
            Kind::Folder(_) => "the path of a folder".to_string(),
            Kind::Program(_) => "the path of a program, or its name".to_string(),
            Kind::Arguments(_) | Kind::Lines { .. } => "a list of texts".to_string(),
            Kind::Processors { .. } => "true, or a list of numbers".to_string(),
            Kind::Settings(_) => "a table of names and values".to_string(),
            Kind::Table(_) => String::new(),
        }
    }

    pub(super) fn form(&self) -> FileKind {
        match self {
            Kind::Truth(_) => FileKind::Truth,
            Kind::Whole { .. } | Kind::Number { .. } | Kind::Seconds { .. } => FileKind::Number,
            Kind::Choice { .. } => FileKind::Choice,
            Kind::Text { .. } | Kind::Name { .. } => FileKind::Text,
            Kind::File(_) => FileKind::File,
            Kind::Folder(_) => FileKind::Folder,
            Kind::Program(_) => FileKind::Program,
            Kind::Arguments(_) => FileKind::Arguments,
            Kind::Processors { .. } => FileKind::Numbers,
            Kind::Lines { .. } => FileKind::Lines,
            Kind::Settings(_) => FileKind::Settings,
            Kind::Table(table) if table.joins == Joins::List => FileKind::Tables,
            Kind::Table(_) => FileKind::Table,
        }
    }
}

/// A text as a tournament file has it, in quotes.
fn quoted(text: &str) -> String {
    toml::Value::String(text.to_string()).to_string()
}
