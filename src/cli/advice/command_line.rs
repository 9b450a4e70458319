//! The commands and arguments that a mistyped command line may mean.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use noughts::game::{FAMILIES, GameSpec, SpecError};
use noughts::protocol::{COMMANDS, Command, did_you_mean, nearest, printable};

use super::meant::{family_of, nearest_game};

/// The maximum length of a word in a message, in characters.
const MAX_WORD: usize = 100;

/// The commands of the match runner, which users may expect here.
const RUNNERS: &str =
    "run tournament stats report merge book check replay follow export tune speed";

/// Checks that the words of the command line of a program contain a command of
/// the protocol. The error suggests a similar command, if there is one.
pub(crate) fn check_command(program: &clap::Command, words: &[String]) -> Result<(), String> {
    let Some(word) = words.first() else { return Ok(()) };
    if COMMANDS.iter().any(|row| row.word == word) {
        return Ok(());
    }
    let no_command = format!("unknown command \"{}\"", printable(word, MAX_WORD));
    let is_game = !matches!(word.parse::<GameSpec>(), Err(SpecError::Unknown(_)));
    if is_game {
        return Err(format!("{no_command}; to play it: noughts play {word}"));
    }
    if RUNNERS.split(' ').any(|command| command == word) {
        let command = if word == "tournament" { "" } else { word };
        let runner = format!("noughts-tournament {command}");
        return Err(format!("{no_command}; it is a command of the runner: {}", runner.trim_end()));
    }
    let families = FAMILIES.iter().map(|family| family.name);
    let meant = nearest(family_of(word), names(program).chain(families.clone()));
    if let Some(name) = meant {
        let game = nearest_game(word).filter(|_| families.into_iter().any(|known| known == name));
        let meant = game.map_or(name.to_string(), |spec| format!("noughts play {spec}"));
        return Err(format!("{no_command}; did you mean \"{meant}\"?"));
    }
    // The engine skips words before a command, as UCI demands.
    let commands = words.split(|word| word == ",");
    let first = commands.into_iter().next().map_or(String::new(), |words| words.join(" "));
    match Command::head(&first) {
        Some(_) => Ok(()),
        None => Err(format!("{no_command}; see noughts --help and noughts help")),
    }
}

/// The names of all commands, of the program and of the protocol.
fn names(program: &clap::Command) -> impl Iterator<Item = &str> {
    let own = program.get_subcommands().map(clap::Command::get_name);
    own.chain(COMMANDS.iter().map(|row| row.word))
}

/// Returns the help of a command of the protocol. The error suggests a similar
/// command, if there is one.
pub(crate) fn help_of_protocol(program: &clap::Command, name: &str) -> Result<String, String> {
    if let Some(row) = COMMANDS.iter().find(|row| row.word == name) {
        return Ok(format!("{}: {}", row.usage, row.help));
    }
    let question = match did_you_mean(name, names(program)) {
        question if question.is_empty() => "; see noughts --help and noughts help".to_string(),
        question => question,
    };
    Err(format!("unknown command \"{}\"{question}", printable(name, MAX_WORD)))
}

/// Adds a tip to an error about an option with one dash instead of two.
pub(crate) fn advise(program: &clap::Command, error: &mut clap::Error, words: &[OsString]) {
    if error.kind() != ErrorKind::UnknownArgument {
        return;
    }
    let subcommands = program.get_subcommands();
    let options = program.get_arguments().chain(subcommands.flat_map(clap::Command::get_arguments));
    let options: Vec<&str> = options.filter_map(clap::Arg::get_long).collect();
    let meant = words.iter().filter_map(|word| word.to_str()).find_map(|word| {
        let name = word.strip_prefix('-')?.split('=').next()?;
        options.iter().copied().find(|option| *option == name)
    });
    if let Some(name) = meant {
        let tip = format!("options of several letters begin with two dashes: --{name}");
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
}
