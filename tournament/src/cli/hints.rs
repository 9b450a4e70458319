//! Answers to command lines that people used to other programs type.

use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, Error};
use noughts::protocol::COMMANDS;
use noughts_tournament::config::{KeyInfo, keys};
use noughts_tournament::foreign::{self, Foreign};
use noughts_tournament::names::{did_you_mean, nearest};

use super::console::quoted;

/// Commands of the engine `noughts` besides those of the protocol.
const OF_ENGINE: [&str; 4] = ["play", "solve", "verify", "selfplay"];

/// What to say about a command line that clap refuses.
pub(crate) struct Advice {
    /// A line for each mistake.
    pub(crate) text: String,
    /// The words after the name of the program without the mistakes, in which
    /// others may be found; `None` if there is nothing else to check.
    pub(crate) others: Option<Vec<String>>,
}

/// Returns a better message than that of clap for a command line, if there is
/// one. The words are those after the name of the program.
pub(crate) fn advice(program: &Command, words: &[String], error: &Error) -> Option<Advice> {
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let text = wrong_command(program, words, &refused(error)?);
            Some(Advice { text: format!("error: {text}"), others: None })
        }
        ErrorKind::UnknownArgument => wrong_options(program, words),
        _ => None,
    }
}

/// Returns the subcommand that clap refuses.
fn refused(error: &Error) -> Option<String> {
    match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        _ => None,
    }
}

fn wrong_command(program: &Command, words: &[String], word: &str) -> String {
    let all = program.get_subcommands().filter(|command| !command.is_hide_set());
    let names: Vec<&str> = all.map(Command::get_name).collect();
    let unknown = format!("there is no command \"{word}\"");
    if OF_ENGINE.contains(&word) || COMMANDS.iter().any(|command| command.word == word) {
        let words = words.iter().skip_while(|other| *other != word);
        let line: Vec<String> = words.map(|word| quoted(word)).collect();
        return format!("{unknown} here; the engine has it: noughts {}", line.join(" "));
    }
    if nearest(word, names.iter().copied()).is_some() {
        return unknown + &did_you_mean(word, names);
    }
    if Path::new(word).is_file() {
        let name = program.get_name();
        return format!("{unknown}; to play a tournament file: {name} run {word}");
    }
    format!("{unknown}; the commands are: {}", names.join(", "))
}

/// The words of a command line with `run`, sorted into right and wrong ones.
#[derive(Default)]
struct Sorted {
    mistakes: Vec<String>,
    /// The words without the wrong ones, with all hyphens.
    right: Vec<String>,
    has_one_hyphen: Option<String>,
    /// Whether words were left out.
    is_cut: bool,
}

/// Answers for all options of a command line that do not exist, and for options
/// with one hyphen.
fn wrong_options(program: &Command, words: &[String]) -> Option<Advice> {
    let first = words.first()?;
    let runs = first == "run";
    // A subcommand other than `run` has its own options.
    if !runs && program.find_subcommand(first).is_some() {
        return None;
    }
    let sorted = sort(program, words.get(usize::from(runs)..)?);
    let Sorted { mut mistakes, right, has_one_hyphen, is_cut } = sorted;
    let line: Vec<String> = right.iter().map(|word| quoted(word)).collect();
    let again = match is_cut {
        true => String::new(),
        false => format!("; try\n  {} run {}", program.get_name(), line.join(" ")),
    };
    if !runs {
        let reason = "this option belongs to the command \"run\"";
        mistakes.push(format!("{first}: {reason}{again}"));
    } else if let Some(word) = has_one_hyphen {
        mistakes.push(format!("{word}: options have two hyphens{again}"));
    }
    if mistakes.is_empty() {
        return None;
    }
    let others = [vec!["run".to_string()], right].concat();
    let text: Vec<String> = mistakes.iter().map(|mistake| format!("error: {mistake}")).collect();
    Some(Advice { text: text.join("\n"), others: Some(others) })
}

/// What the words after an option are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum After {
    /// The tournament file, or words that belong nowhere.
    Nothing,
    /// This many values, or as many as there are.
    Values(usize),
    /// The values of an option that does not exist.
    Unknown,
}

fn sort(program: &Command, words: &[String]) -> Sorted {
    let mut sorted = Sorted::default();
    let Some(run) = program.find_subcommand("run") else { return sorted };
    let mut after = After::Nothing;
    for (i, word) in words.iter().enumerate() {
        let is_option = word.len() > 1
            && word.starts_with('-')
            && !word[1..].starts_with(|c: char| c.is_ascii_digit() || c == '.');
        if !is_option {
            after = match after {
                After::Unknown => {
                    sorted.is_cut = true;
                    continue;
                }
                After::Values(left @ 1..) => After::Values(left.saturating_sub(1)),
                _ if word.contains('=') && !Path::new(word).exists() => {
                    sorted.is_cut = true;
                    let instead =
                        as_option(word).map_or(String::new(), |it| format!("; write {it}"));
                    sorted
                        .mistakes
                        .push(format!("{word}: this word belongs to no option{instead}"));
                    continue;
                }
                _ => After::Nothing,
            };
            // The check of the other words says what to write in its place.
            sorted.is_cut |= sorted.has_one_hyphen.is_some() && is_foreign_key(word);
            sorted.right.push(word.clone());
            continue;
        }
        let name = word.trim_start_matches('-').split('=').next().unwrap_or("");
        let known = run.get_arguments().chain(program.get_arguments()).find(|argument| {
            let aliases = argument.get_all_aliases().unwrap_or_default();
            argument.get_long() == Some(name) || aliases.contains(&name)
        });
        let is_flag = ["--help", "--version", "-h", "-V", "--"].contains(&word.as_str());
        match known {
            // With one hyphen it is the word of another runner, which may mean
            // something else there.
            Some(_) if means_something_else(word, name) => {
                sorted.is_cut = true;
                after = After::Unknown;
                sorted.mistakes.push(other_meaning(word, name, words.get(i + 1)));
            }
            Some(argument) => {
                if !word.starts_with("--") {
                    sorted.has_one_hyphen.get_or_insert(word.clone());
                }
                sorted.right.push(format!("--{}", word.trim_start_matches('-')));
                let most = argument.get_num_args().map_or(0, |range| range.max_values());
                let takes = if argument.get_action().takes_values() { most.max(1) } else { 0 };
                after = After::Values(if word.contains('=') { 0 } else { takes });
            }
            None if is_flag => sorted.right.push(word.clone()),
            None => {
                sorted.is_cut = true;
                after = After::Unknown;
                let value = words.get(i + 1).map(String::as_str).unwrap_or("VALUE");
                let value = if value.starts_with('-') { "VALUE" } else { value };
                let names = run.get_arguments().filter_map(|argument| argument.get_long());
                let instead = instead(name, value).unwrap_or_else(|| match nearest(name, names) {
                    Some(meant) => format!("did you mean \"--{meant}\"?"),
                    None => format!("{} run --help lists all", program.get_name()),
                });
                sorted.mistakes.push(format!("there is no option \"{word}\"; {instead}"));
            }
        }
    }
    sorted
}

/// Returns whether a word is a key of another runner that is written otherwise
/// here.
fn is_foreign_key(word: &str) -> bool {
    let row = foreign::key(word.split(['=', '.']).next().unwrap_or(word));
    row.is_some_and(|row| !row.is_same() && (word.contains('=') || row.theirs == word))
}

/// Returns whether an option with one hyphen is that of another runner, where
/// the same name means something else.
fn means_something_else(word: &str, name: &str) -> bool {
    !word.starts_with("--") && foreign::option(name).is_some_and(|row| !row.is_same())
}

/// Returns what to write for an option that means something else here.
fn other_meaning(word: &str, name: &str, value: Option<&String>) -> String {
    let advice = foreign::option(name).map_or(String::new(), Foreign::advice);
    let advice = match value.filter(|value| value.parse::<u64>().is_ok()) {
        Some(value) => advice.replacen(" N ", &format!(" {value} "), 1),
        None => advice,
    };
    format!("{word}: here {advice}")
}

/// Returns the keys of engines.
fn of_engines() -> Vec<KeyInfo> {
    keys().into_iter().find(|key| key.name == "engine").map(|key| key.keys).unwrap_or_default()
}

/// Returns what to write instead of an option that does not exist.
fn instead(name: &str, value: &str) -> Option<String> {
    if name == "games" {
        return Some(match value.parse::<u64>() {
            // As in `-rounds 100 -games 2 -repeat`.
            Ok(2) => "every pairing has two games anyway; --pairs N sets the number of pairings"
                .to_string(),
            number => {
                let pairs = number.map_or("N".to_string(), |n| n.div_ceil(2).to_string());
                format!("games come in pairings of two, one with each side: --pairs {pairs}")
            }
        });
    }
    if let Some(row) = foreign::option(name) {
        return Some(format!("here: {}", row.advice()));
    }
    let key = name.replace('-', "_");
    // Seconds, where this program has milliseconds.
    let (key, value) = match (key.as_str(), value.parse::<f64>()) {
        ("st", Ok(seconds)) => ("movetime".to_string(), (seconds * 1000.0).to_string()),
        ("st", Err(_)) => ("movetime".to_string(), "MILLISECONDS".to_string()),
        _ => (key, value.to_string()),
    };
    if of_engines().iter().any(|known| known.name == key) || key.starts_with("option.") {
        return Some(format!(
            "{key} is a key of engines: --each {key}={value} sets it for all, and {key}={value} after \
             one --engine for that one"
        ));
    }
    foreign::key(name).map(|row| format!("here, after --each or --engine: {}", row.advice()))
}

/// Returns the option that a word such as `game=qubic` most likely means.
pub(crate) fn as_option(word: &str) -> Option<String> {
    let (key, value) = word.split_once('=')?;
    let (of_engines, value) = (of_engines(), quoted(value));
    if key.starts_with("option.") || key.starts_with("env.") {
        return Some(format!("--each {key}={value}"));
    }
    let all = keys();
    let plain = all.iter().filter(|known| known.keys.is_empty()).map(|known| known.name);
    let tables = all.iter().filter(|table| ["sprt", "openings"].contains(&table.name));
    let tables = || tables.clone().flat_map(|t| t.keys.iter().map(|key| (t.name, key.name)));
    let engines = of_engines.iter().map(|known| known.name);
    let names: Vec<&str> = plain.chain(engines).chain(tables().map(|(_, name)| name)).collect();
    let Some(meant) = nearest(key, names) else {
        return foreign::key(key).map(|row| format!("--each {}", row.advice()));
    };
    if all.iter().any(|known| known.name == meant) {
        return Some(format!("--{} {value}", meant.replace('_', "-")));
    }
    let table = tables().find(|(_, name)| *name == meant).map(|(table, _)| table);
    let is_engine = of_engines.iter().any(|known| known.name == meant);
    let table = table.filter(|_| !is_engine).unwrap_or("each");
    Some(format!("--{table} {meant}={value}"))
}
