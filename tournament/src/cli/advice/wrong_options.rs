//! Answers to options that a command does not have: mistyped ones, those of
//! other runners, and those with one hyphen.

use std::path::Path;

use clap::error::{ContextKind, ContextValue};
use clap::{Arg, Command, Error};
use noughts_client::names::nearest;
use noughts_tournament::config::foreign::{self, Foreign};
use noughts_tournament::config::{TuningFile, tuning_keys};

use super::kinds::{Advice, as_option, of_engines};
use crate::cli::common::console::quoted;

/// The arguments of `run` or `tune`, sorted into right and wrong ones.
#[derive(Default)]
struct Sorted {
    mistakes: Vec<String>,
    /// The right words; all options have two hyphens.
    right: Vec<String>,
    has_one_hyphen: Option<String>,
    /// Whether words were left out.
    is_cut: bool,
}

/// Answers for all options of a command line that do not exist, and for options
/// with one hyphen.
pub(crate) fn wrong_options(program: &Command, words: &[String], error: &Error) -> Option<Advice> {
    let first = words.first()?;
    let typed = program.find_subcommand(first);
    let command = typed.or_else(|| program.find_subcommand("run"))?;
    let name = command.get_name();
    if !["run", "tune"].contains(&name) {
        let text = format!("error: {}", unknown(program, command, &words[1..], error)?);
        return Some(Advice { text, others: None });
    }
    let sorted = sort(program, command, words.get(usize::from(typed.is_some())..)?);
    let Sorted { mut mistakes, right, has_one_hyphen, is_cut } = sorted;
    let line: Vec<String> = right.iter().map(|word| quoted(word)).collect();
    let again = match is_cut {
        true => String::new(),
        false => format!("; try\n  {} {name} {}", program.get_name(), line.join(" ")),
    };
    if typed.is_none() {
        let reason = "this option belongs to the command \"run\"";
        mistakes.push(format!("{first}: {reason}{again}"));
    } else if let Some(word) = has_one_hyphen {
        mistakes.push(format!("{word}: options have two hyphens{again}"));
    }
    if mistakes.is_empty() {
        return None;
    }
    let others = (name == "run").then(|| [vec!["run".to_string()], right].concat());
    let text: Vec<String> = mistakes.iter().map(|mistake| format!("error: {mistake}")).collect();
    Some(Advice { text: text.join("\n"), others })
}

/// Returns the answer to the option that clap refuses, for a command other than
/// `run` and `tune`.
fn unknown(
    program: &Command,
    command: &Command,
    words: &[String],
    error: &Error,
) -> Option<String> {
    let Some(ContextValue::String(refused)) = error.get(ContextKind::InvalidArg) else {
        return None;
    };
    // For a word with one hyphen, clap names only the first letter.
    let word = words.iter().find(|word| word.starts_with(refused.as_str()))?;
    let word = word.split('=').next().filter(|word| word.starts_with('-'))?;
    let name = word.trim_start_matches('-');
    let at = command.get_name();
    if !word.starts_with("--") && argument(program, command, name).is_some() {
        return Some(format!("{word}: options have two hyphens: --{name}"));
    }
    let unknown = format!("the command \"{at}\" has no option \"{word}\"");
    let run = program.find_subcommand("run")?;
    if argument(program, run, name).is_some() {
        return Some(format!("{unknown}; the command \"run\" has it"));
    }
    Some(match nearest(name, command.get_arguments().filter_map(Arg::get_long)) {
        Some(meant) => format!("{unknown}; did you mean \"--{meant}\"?"),
        None => format!("{unknown}; {} {at} --help lists all", program.get_name()),
    })
}

/// Returns the option with this name of a command, or of the whole program.
fn argument<'a>(program: &'a Command, command: &'a Command, name: &str) -> Option<&'a Arg> {
    command.get_arguments().chain(program.get_arguments()).find(|argument| {
        let aliases = argument.get_all_aliases().unwrap_or_default();
        argument.get_long() == Some(name) || aliases.contains(&name)
    })
}

/// The meaning of the words after an option.
#[derive(Clone, Copy, PartialEq, Eq)]
enum After {
    /// The tournament file, or words that belong nowhere.
    Nothing,
    /// At most this many values.
    Values(usize),
    /// The values of an option that does not exist.
    Unknown,
}

fn sort(program: &Command, command: &Command, words: &[String]) -> Sorted {
    let mut sorted = Sorted::default();
    let tunes = command.get_name() == "tune";
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
            // The later check of the arguments reports this key, with its
            // replacement.
            sorted.is_cut |= sorted.has_one_hyphen.is_some() && is_foreign_key(word);
            sorted.right.push(word.clone());
            continue;
        }
        let name = word.trim_start_matches('-').split('=').next().unwrap_or("");
        let known = argument(program, command, name);
        let refused = known.filter(|_| tunes);
        let refused = refused.and_then(|it| TuningFile::instead_of(it.get_id().as_str()));
        let is_flag = ["--help", "--version", "-h", "-V", "--"].contains(&word.as_str());
        match known {
            Some(argument) if refused.is_some() => {
                sorted.is_cut = true;
                after = After::Unknown;
                let (key, instead) = (argument.get_id(), refused.unwrap_or_default());
                sorted.mistakes.push(format!("{word}: `tune` does not take {key}: {instead}"));
            }
            // With one hyphen this is an option of another runner, where the
            // same name may have another meaning.
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
                let visible = command.get_arguments().filter(|argument| !argument.is_hide_set());
                let names = visible.filter_map(Arg::get_long);
                let known = if tunes { of_tune(program, command, name, value) } else { None };
                let known = known.or_else(|| instead(name, value));
                let instead = known.unwrap_or_else(|| match nearest(name, names) {
                    Some(meant) => format!("did you mean \"--{meant}\"?"),
                    None => {
                        format!("{} {} --help lists all", program.get_name(), command.get_name())
                    }
                });
                sorted.mistakes.push(format!("there is no option \"{word}\"; {instead}"));
            }
        }
    }
    sorted
}

/// Returns whether a word is a key of another runner that has another name in
/// this one.
fn is_foreign_key(word: &str) -> bool {
    let row = foreign::key(word.split(['=', '.']).next().unwrap_or(word));
    row.is_some_and(|row| !row.is_same() && (word.contains('=') || row.theirs == word))
}

/// Returns whether an option with one hyphen is that of another runner, where
/// the same name means something else.
fn means_something_else(word: &str, name: &str) -> bool {
    !word.starts_with("--") && foreign::option(name).is_some_and(|row| !row.is_same())
}

/// Returns the answer to an option that has another meaning in this runner.
fn other_meaning(word: &str, name: &str, value: Option<&String>) -> String {
    let advice = foreign::option(name).map_or(String::new(), Foreign::advice);
    let advice = match value.filter(|value| value.parse::<u64>().is_ok()) {
        Some(value) => advice.replacen(" N ", &format!(" {value} "), 1),
        None => advice,
    };
    format!("{word}: here {advice}")
}

/// Returns the replacement for an option that does not exist.
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
    // `st` has seconds, and `movetime` has milliseconds.
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

/// Returns the answer to an option that `tune` does not have: a key of its
/// table, or the reason why the corresponding option of `run` has no meaning
/// here.
fn of_tune(program: &Command, command: &Command, name: &str, value: &str) -> Option<String> {
    let all = tuning_keys();
    let names = || all.iter().filter(|key| key.keys.is_empty()).map(|key| key.name);
    let of_table = |key| format!("{key} is a key of the table [tune] in the file");
    if names().any(|known| known == name) {
        return Some(of_table(name));
    }
    let Some(of_run) = instead(name, value) else { return nearest(name, names()).map(of_table) };
    let options = of_run.split_whitespace().filter_map(|word| word.strip_prefix("--"));
    for option in options.map(|option| option.trim_end_matches([',', ';', ':'])) {
        let Some(known) = argument(program, command, option) else {
            return Some("`tune` has nothing like it".to_string());
        };
        if let Some(instead) = TuningFile::instead_of(known.get_id().as_str()) {
            return Some(instead.to_string());
        }
    }
    Some(of_run)
}
