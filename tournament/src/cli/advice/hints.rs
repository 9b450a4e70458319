//! Answers to command lines in the style of other programs.

use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, Error};
use noughts::protocol::COMMANDS;
use noughts_client::names::{did_you_mean, nearest};

use super::kinds::Advice;
use super::wrong_options::wrong_options;
use crate::cli::common::console::quoted;

/// Commands of the engine `noughts` besides those of the protocol.
const OF_ENGINE: [&str; 4] = ["play", "solve", "verify", "selfplay"];

/// Returns a better message than that of clap for a command line, if there is
/// one. `words` are the arguments, without the name of the program.
pub(crate) fn advice(program: &Command, words: &[String], error: &Error) -> Option<Advice> {
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let text = wrong_command(program, words, &refused(error)?);
            Some(Advice { text: format!("error: {text}"), others: None })
        }
        ErrorKind::UnknownArgument => wrong_options(program, words, error),
        ErrorKind::InvalidValue => {
            let text = missing_value(words, error)?;
            Some(Advice { text: format!("error: {text}"), others: None })
        }
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

/// Returns the answer to an option without its value. The answer names the
/// option as typed: clap names the option even if an alias was typed.
fn missing_value(words: &[String], error: &Error) -> Option<String> {
    let (Some(ContextValue::String(option)), Some(ContextValue::String(value))) =
        (error.get(ContextKind::InvalidArg), error.get(ContextKind::InvalidValue))
    else {
        return None;
    };
    if !value.is_empty() {
        return None;
    }
    let (name, form) = option.split_once(' ')?;
    let is_alias = name == "--pairings" && !words.iter().any(|word| word == name);
    let typed = if is_alias { "--pairs" } else { name };
    Some(format!("{typed}: a value is missing, {typed} {form}"))
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
