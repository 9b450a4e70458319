//! Answers to command lines that people used to other programs type.

use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, Error};
use noughts_tournament::config::{KeyInfo, keys};
use noughts_tournament::names::{did_you_mean, nearest};

use super::console::quoted;

/// Options of other match runners, and what to write instead.
const FOREIGN: &[(&str, &str)] = &[
    ("repeat", "every pairing is played with both sides anyway; --no-swap turns that off"),
    ("pgnout", "--records FILE writes the games in PGN"),
    ("pgn", "--records FILE writes the games in PGN"),
    ("srand", "--seed N sets the seed"),
    ("tournament", "--format NAME sets the format"),
    ("ratinginterval", "--table-every GAMES shows the table during the run"),
    ("variant", "--game SPEC sets the game"),
    ("threads", "--concurrency N sets the number of games at the same time"),
];

/// Returns a better message than that of clap for a command line, if there is
/// one. The words are those after the name of the program.
pub(crate) fn advice(program: &Command, words: &[String], error: &Error) -> Option<String> {
    match error.kind() {
        ErrorKind::InvalidSubcommand => Some(wrong_command(program, &text(error, true)?)),
        ErrorKind::UnknownArgument => wrong_option(program, words, &text(error, false)?),
        _ => None,
    }
}

/// Returns the word that clap refuses.
fn text(error: &Error, is_command: bool) -> Option<String> {
    let kind = if is_command { ContextKind::InvalidSubcommand } else { ContextKind::InvalidArg };
    match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        _ => None,
    }
}

fn wrong_command(program: &Command, word: &str) -> String {
    let all = program.get_subcommands().filter(|command| !command.is_hide_set());
    let names: Vec<&str> = all.map(Command::get_name).collect();
    let unknown = format!("there is no command \"{word}\"");
    if nearest(word, names.iter().copied()).is_some() {
        return unknown + &did_you_mean(word, names);
    }
    if Path::new(word).is_file() {
        let name = program.get_name();
        return format!("{unknown}; to play a tournament file: {name} run {word}");
    }
    format!("{unknown}; the commands are: {}", names.join(", "))
}

fn wrong_option(program: &Command, words: &[String], refused: &str) -> Option<String> {
    let runs = words.first().is_some_and(|word| word == "run");
    // Of `-engine` clap names only `-e`.
    let typed = words.iter().position(|word| {
        let word = word.split('=').next().unwrap_or(word);
        word == refused || (!refused.starts_with("--") && word.starts_with(refused))
    })?;
    let name = words[typed].trim_start_matches('-').split('=').next().unwrap_or("");
    let value = words.get(typed + 1).map(String::as_str).unwrap_or("VALUE");
    let run = program.find_subcommand("run")?;
    let is_option = |name: &str| run.get_arguments().any(|known| known.get_long() == Some(name));
    let has_alias = |name: &str| {
        run.get_arguments().any(|a| a.get_all_aliases().is_some_and(|all| all.contains(&name)))
    };
    let has = |name: &str| is_option(name) || has_alias(name);
    // A subcommand other than `run` has its own options.
    let other = words.first().filter(|word| program.find_subcommand(word).is_some());
    if other.is_some() && !runs {
        return None;
    }
    if has(name) {
        let rest: Vec<String> = words
            .iter()
            .filter(|word| *word != "run")
            .map(|word| match word.strip_prefix('-') {
                Some(option) if !option.starts_with('-') && has(option) => format!("--{option}"),
                _ => word.clone(),
            })
            .collect();
        let rest: Vec<_> = rest.iter().map(|word| quoted(word)).collect();
        let line = format!("{} run {}", program.get_name(), rest.join(" "));
        let reason = match runs {
            true => "options have two hyphens",
            false => "this option belongs to the command \"run\"",
        };
        return Some(format!("{}: {reason}; try\n  {line}", words[typed]));
    }
    let known = keys();
    let of_engines = known.iter().find(|key| key.name == "engine").map(|key| &key.keys[..]);
    instead(name, value, of_engines.unwrap_or_default())
        .map(|instead| format!("there is no option \"{}\"; {instead}", words[typed]))
}

/// Returns what to write instead of an option that does not exist.
fn instead(name: &str, value: &str, of_engines: &[KeyInfo]) -> Option<String> {
    if name == "games" {
        let pairs = value.parse::<u64>().map_or("N".to_string(), |n| n.div_ceil(2).to_string());
        return Some(format!("games come in pairings of two, one with each side: --pairs {pairs}"));
    }
    if let Some((_, instead)) = FOREIGN.iter().find(|(foreign, _)| *foreign == name) {
        return Some((*instead).to_string());
    }
    let key = name.replace('-', "_");
    // `st` is the time for each ply in Cute Chess.
    let key = if key == "st" { "movetime" } else { &key };
    let is_key = of_engines.iter().any(|known| known.name == key) || key.starts_with("option.");
    is_key.then(|| {
        format!(
            "{key} is a key of engines: --each {key}={value} sets it for all, and {key}={value} after \
             one --engine for that one"
        )
    })
}
