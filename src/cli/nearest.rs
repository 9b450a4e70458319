//! Suggestions for mistyped commands, options and values.

use clap::CommandFactory;
use noughts::engine::{OptionError, OptionRow};
use noughts::protocol::{COMMANDS, OptionKind, did_you_mean};

/// Returns the error of the first word of a command line, if it is no command
/// but nearly one.
pub(super) fn mistyped_command(word: &str) -> Option<String> {
    let program = super::Arguments::command();
    let own: Vec<&str> = program.get_subcommands().map(clap::Command::get_name).collect();
    let protocol = COMMANDS.iter().map(|row| row.word);
    if protocol.clone().any(|known| known == word) {
        return None;
    }
    let question = did_you_mean(word, own.into_iter().chain(protocol));
    (!question.is_empty()).then(|| format!("there is no command \"{word}\"{question}"))
}

/// Returns the question whether another option or value was meant.
pub(super) fn option_meant(error: &OptionError) -> String {
    match error {
        OptionError::Unknown(name) => {
            did_you_mean(name, OptionRow::all().iter().map(|row| row.name))
        }
        OptionError::Value { name, value, .. } => value_meant(name, value),
        _ => String::new(),
    }
}

/// Returns the question whether another value of an option was meant.
pub(super) fn value_meant(name: &str, value: &str) -> String {
    let row = OptionRow::all().iter().find(|row| row.name == name);
    match row.map(|row| row.declaration().kind) {
        Some(OptionKind::Combo { values, .. }) => {
            did_you_mean(value, values.iter().map(String::as_str))
        }
        _ => String::new(),
    }
}
