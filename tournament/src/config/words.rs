//! A document as words of the command line: the reverse of `overlay.rs`.

use std::path::Path;

use super::document::{Placed, Table, Value};
use super::key::KeyInfo;
use super::kind::Syntax;
use super::listing::keys;
use super::reader::absolute;

/// Returns the options of the keys of a document, except for some keys.
/// Relative paths in it start from `folder`.
pub(super) fn options(document: &Table, folder: &Path, except: &[&str]) -> Vec<String> {
    let mut words = Vec::new();
    for info in keys().iter().filter(|info| !except.contains(&info.name)) {
        let Some(Placed { value, .. }) = document.get(info.name) else { continue };
        words.push(format!("--{}", info.name.replace('_', "-")));
        match value {
            Value::Table(table) => words.extend(table_words(table, &info.keys, folder)),
            value => words.push(text(value, info.syntax, folder)),
        }
    }
    words
}

/// Returns the `KEY=VALUE` words of a table with these keys.
pub(super) fn table_words(table: &Table, known: &[KeyInfo], folder: &Path) -> Vec<String> {
    let mut words = Vec::new();
    for entry in table.entries() {
        let name = &entry.key.value;
        let syntax = known.iter().find(|info| info.name == name).map(|info| info.syntax);
        match (&entry.value.value, syntax) {
            (Value::Table(settings), Some(Syntax::Settings)) => {
                let prefix = name.strip_suffix('s').unwrap_or(name);
                words.extend(settings.entries().map(|setting| {
                    let value = text(&setting.value.value, Syntax::Text, folder);
                    format!("{prefix}.{}={value}", setting.key.value)
                }));
            }
            (value, syntax) => {
                let value = text(value, syntax.unwrap_or(Syntax::Text), folder);
                words.push(format!("{name}={value}"));
            }
        }
    }
    words
}

/// Returns a value as a word of the command line.
fn text(value: &Value, syntax: Syntax, folder: &Path) -> String {
    let path = |text: &str| absolute(folder, text).display().to_string();
    match (value, syntax) {
        (Value::Text(text), Syntax::File | Syntax::Folder) => path(text),
        // A name without a folder is looked up in the search path.
        (Value::Text(text), Syntax::Program) if Path::new(text).components().count() > 1 => {
            path(text)
        }
        (Value::Text(text), _) => text.clone(),
        (Value::List(items), syntax) => {
            let words: Vec<String> = items
                .iter()
                .map(|item| match syntax {
                    Syntax::Arguments => quoted(&text(&item.value, Syntax::Text, folder)),
                    _ => text(&item.value, Syntax::Text, folder),
                })
                .collect();
            words.join(match syntax {
                Syntax::Arguments => " ",
                Syntax::Numbers => ",",
                _ => ";",
            })
        }
        (value, _) => value.to_string(),
    }
}

fn quoted(word: &str) -> String {
    // No value has NUL characters, the only ones that cannot be quoted.
    shlex::try_quote(word).map_or_else(|_| word.to_string(), std::borrow::Cow::into_owned)
}
