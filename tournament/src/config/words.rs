//! A document as words of the command line: the reverse of `overlay.rs`.

use std::path::Path;

use super::document::{Placed, Table, Value};
use super::listing::keys;
use crate::config::document::reader::absolute;
use crate::config::key::info::{KeyInfo, Syntax};

/// Returns the options of the keys of a document, except for some keys.
/// Relative paths in it start from `folder`.
pub(crate) fn options(document: &Table, folder: &Path, except: &[&str]) -> Vec<String> {
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
pub(crate) fn table_words(table: &Table, known: &[KeyInfo], folder: &Path) -> Vec<String> {
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
                    Syntax::Arguments | Syntax::Names => {
                        quoted(&text(&item.value, Syntax::Text, folder))
                    }
                    _ => text(&item.value, Syntax::Text, folder),
                })
                .collect();
            words.join(match syntax {
                Syntax::Arguments | Syntax::Names => " ",
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::document::reader::MachineChecks;
    use crate::config::{Overlay, from_options, parse};
    use std::sync::Arc;

    /// Returns the configuration that these words describe.
    fn read(words: &[String], engines: &[Vec<String>]) -> crate::model::config::Config {
        let mut overlay = Overlay::default();
        let starts = words.iter().enumerate().filter(|(_, word)| word.starts_with("--"));
        let starts: Vec<usize> = starts.map(|(at, _)| at).chain([words.len()]).collect();
        for range in starts.windows(2) {
            let key = words[range[0]].trim_start_matches("--").replace('-', "_");
            let values = &words[range[0] + 1..range[1]];
            match keys().iter().find(|info| info.name == key).unwrap().syntax {
                Syntax::Table => overlay.table(&key, values, ""),
                _ => overlay.value(&key, &values[0], ""),
            }
        }
        for engine in engines {
            overlay.table("engine", engine, "");
        }
        from_options(overlay, MachineChecks::Off).unwrap_or_else(|error| panic!("{error}")).0
    }

    #[test]
    fn the_words_of_a_file_describe_the_same_tournament() {
        let more = "game = 'tictactoe'\naffinity = [0, 2]\nno_swap = true\nmargin = 0.25\n\
                    journal = 'x y/j'\nscale = 1.5\nmax_length = 5\n\
                    [openings]\nlist = ['a1 b2', 'fen 3 3 3 3/1X1/3 o 1']\norder = 'random'\n\
                    [resign]\nscore = 5\nboth = false\n[deadlines]\nthink = 2.5\n\
                    [proof]\nnodes = 7\noptions = { Search = 'mcts' }\n\
                    [each]\ntc = '1+0.1'\nenv = { A = 'x y' }\n\
                    [[engine]]\nname = 'a b'\ncmd = './bin/a'\nargs = ['-q', 'x \"y']\n\
                    local = ['Hash']\n[[engine]]\nname = 'b'\ncmd = 'b'\nponder = true\n\
                    dialect = 'uci'\noptions = { Hash = 16, Ponder = true }\n";
        let folder = std::env::current_dir().unwrap();
        for text in [more, include_str!("../../example.toml")] {
            let (document, problems) = Table::parse(text, &Arc::from("t.toml"));
            assert_eq!(problems, []);
            let words = options(&document, &folder, &["engine"]);
            let Some(Value::List(engines)) = document.get("engine").map(|found| &found.value)
            else {
                panic!("no engines")
            };
            let known = keys().into_iter().find(|key| key.name == "engine").unwrap().keys;
            let engines = engines.iter().map(|engine| match &engine.value {
                Value::Table(table) => table_words(table, &known, &folder),
                _ => panic!("not a table"),
            });
            let engines: Vec<Vec<String>> = engines.collect();
            let expected = parse(text, "t.toml", &folder).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(read(&words, &engines), expected, "{words:?} {engines:?}");
        }
    }
}
