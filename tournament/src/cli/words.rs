//! Words of the command line as text of a tournament file.

use std::fmt::Display;
use std::path::{Path, absolute};

use noughts_tournament::config::quoted;

/// How the value of a key is written in a file.
#[derive(Clone, Copy)]
enum Kind {
    Text,
    /// A number, true or false.
    Bare,
    /// A file or folder, from the working directory.
    Path,
    /// A program: a path, or a name to be looked for.
    Program,
    /// Words as the shell writes them.
    Words,
    /// Numbers and ranges of numbers with commas between them, or a word.
    Numbers,
    /// Texts with semicolons between them.
    Lines,
}

/// The keys whose values are neither numbers nor true or false.
const KINDS: &[(Kind, &[&str])] = &[
    (Kind::Text, &["game", "title", "format", "name", "dialect", "tc", "order", "model", "counts"]),
    (Kind::Path, &["dir", "file", "journal", "events", "records", "transcripts"]),
    (Kind::Program, &["cmd"]),
    (Kind::Words, &["args"]),
    (Kind::Numbers, &["affinity"]),
    (Kind::Lines, &["list"]),
];

fn kind(key: &str) -> Kind {
    KINDS.iter().find(|(_, keys)| keys.contains(&key)).map_or(Kind::Bare, |&(kind, _)| kind)
}

/// A value as a tournament file has it, or why it has none.
pub(crate) fn value(key: &str, text: &str) -> Result<String, String> {
    let wrong = |reason: &dyn Display| format!("{key}={text}: {reason}");
    let from_here = |text: &str| match absolute(text) {
        Ok(path) => Ok(quoted(&path.display().to_string())),
        Err(error) => Err(wrong(&error)),
    };
    let list = |items: Vec<String>| {
        let items: Vec<String> = items.iter().map(|item| quoted(item)).collect();
        format!("[{}]", items.join(", "))
    };
    Ok(match kind(key) {
        Kind::Text => quoted(text),
        // What is no number is a text there, and refused as one.
        Kind::Bare if is_bare(text) => text.to_string(),
        Kind::Bare => quoted(text),
        Kind::Path if text.trim().is_empty() => quoted(text),
        Kind::Path => from_here(text)?,
        Kind::Program if Path::new(text).components().count() < 2 => quoted(text),
        Kind::Program => from_here(text)?,
        Kind::Words => list(shlex::split(text).ok_or_else(|| wrong(&"a quote is open"))?),
        Kind::Numbers => match numbers(text) {
            Some(numbers) => format!("{numbers:?}"),
            None if is_bare(text) => text.to_string(),
            None => quoted(text),
        },
        Kind::Lines => list(text.split(';').map(|line| line.trim().to_string()).collect()),
    })
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

fn is_bare(text: &str) -> bool {
    let number = text.strip_prefix(['+', '-']).unwrap_or(text);
    let digits = number.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let well_formed = number.starts_with(|c: char| c.is_ascii_digit())
        && number.ends_with(|c: char| c.is_ascii_digit())
        && number.matches('.').count() < 2
        && (number.len() == 1 || !number.starts_with('0') || number.starts_with("0."));
    matches!(text, "true" | "false") || digits && well_formed
}

/// Keys and values as a table in one line, and what is wrong with those that are
/// left out. Names below `option.` and `env.` have tables of their own.
pub(crate) fn table(pairs: &[String]) -> (String, Vec<String>) {
    let (mut own, mut wrong) = (Vec::new(), Vec::new());
    let (mut options, mut env) = (Vec::new(), Vec::new());
    for pair in pairs {
        let Some((key, text)) = pair.split_once('=') else {
            let reason = "is no KEY=VALUE; a tournament file comes before all others";
            wrong.push(format!("\"{pair}\" {reason}"));
            continue;
        };
        match key.split_once('.') {
            Some(("option" | "options", name)) => {
                options.push(format!("{} = {}", quoted(name), quoted(text)));
            }
            Some(("env", name)) => env.push(format!("{} = {}", quoted(name), quoted(text))),
            _ => match value(key, text) {
                Ok(value) => own.push(format!("{} = {value}", quoted(key))),
                Err(reason) => wrong.push(reason),
            },
        }
    }
    for (name, settings) in [("options", options), ("env", env)] {
        if !settings.is_empty() {
            own.push(format!("{name} = {{ {} }}", settings.join(", ")));
        }
    }
    (format!("{{ {} }}", own.join(", ")), wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_as_their_keys_have_them() {
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
            assert_eq!(value(key, text).unwrap(), expected, "{key}={text}");
        }
        assert!(value("args", "'x").is_err());
        assert!(value("cmd", "./engine").unwrap().len() > "./engine".len());
    }
}
