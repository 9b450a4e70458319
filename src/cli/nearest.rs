//! Suggestions for mistyped commands, options and values.

use std::ffi::OsString;
use std::sync::LazyLock;

use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use noughts::engine::{OptionError, OptionRow};
use noughts::game::{FAMILIES, GameSpec, SpecError};
use noughts::protocol::{COMMANDS, Command, OptionKind, did_you_mean, nearest, printable};

/// The maximum length of a word in a message, in characters.
const LONGEST: usize = 100;

/// The commands of the match runner, which users may expect here.
const RUNNERS: [&str; 12] = [
    "run",
    "tournament",
    "stats",
    "report",
    "merge",
    "book",
    "check",
    "replay",
    "follow",
    "export",
    "tune",
    "speed",
];

/// Checks that the words of a command line contain a command of the protocol.
/// The error suggests a similar command, if there is one.
pub(super) fn check_command(words: &[String]) -> Result<(), String> {
    let Some(word) = words.first() else { return Ok(()) };
    if COMMANDS.iter().any(|row| row.word == word) {
        return Ok(());
    }
    let no_command = format!("there is no command \"{}\"", printable(word, LONGEST));
    let is_game = !matches!(word.parse::<GameSpec>(), Err(SpecError::Unknown(_)));
    if is_game {
        return Err(format!("{no_command}; to play it: noughts play {word}"));
    }
    if RUNNERS.contains(&word.as_str()) {
        let command = if word == "tournament" { "" } else { word };
        let runner = format!("noughts-tournament {command}");
        return Err(format!("{no_command}; it is one of the runner: {}", runner.trim_end()));
    }
    let families = FAMILIES.iter().map(|family| family.name);
    let meant = nearest(family_of(word), names().chain(families.clone()));
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
        None => Err(format!("{no_command}: see noughts --help, and noughts help")),
    }
}

/// The names of all commands.
fn names() -> impl Iterator<Item = &'static str> {
    // Static, because the names of the subcommands are borrowed from it.
    static OWN: LazyLock<clap::Command> = LazyLock::new(super::Arguments::command);
    let own = OWN.get_subcommands().map(clap::Command::get_name);
    own.chain(COMMANDS.iter().map(|row| row.word))
}

/// Returns the help of a command of the protocol. The error suggests a similar
/// command, if there is one.
pub(super) fn help_of_protocol(name: &str) -> Result<String, String> {
    if let Some(row) = COMMANDS.iter().find(|row| row.word == name) {
        return Ok(format!("{}: {}", row.usage, row.help));
    }
    let question = match did_you_mean(name, names()) {
        question if question.is_empty() => ": see noughts --help, and noughts help".to_string(),
        question => question,
    };
    Err(format!("there is no command \"{}\"{question}", printable(name, LONGEST)))
}

/// Adds a tip to an error about an option with one dash instead of two.
pub(super) fn advise(error: &mut clap::Error, words: &[OsString]) {
    if error.kind() != ErrorKind::UnknownArgument {
        return;
    }
    let program = super::Arguments::command();
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

/// Returns the suggestion of a game with a similar name, `; did you mean …?`;
/// empty if there is none.
pub(super) fn game_meant(text: &str) -> String {
    nearest_game(text).map_or(String::new(), |spec| format!("; did you mean \"{spec}\"?"))
}

/// Returns the part of a spec that names the family.
fn family_of(spec: &str) -> &str {
    spec.split(':').next().unwrap_or(spec)
}

/// Returns the intended spec of a game whose family is mistyped.
fn nearest_game(text: &str) -> Option<String> {
    let name = family_of(text);
    let family = nearest(name, FAMILIES.iter().map(|family| family.name))?;
    let spec = format!("{family}{}", &text[name.len()..]);
    spec.parse::<GameSpec>().is_ok().then_some(spec)
}

/// Returns the suggestion of a similar option or value; empty if there is none.
pub(super) fn option_meant(error: &OptionError) -> String {
    match error {
        OptionError::Unknown(name) => {
            did_you_mean(name, OptionRow::all().iter().map(|row| row.name))
        }
        OptionError::Value { name, value, .. } => value_meant(name, value),
        _ => String::new(),
    }
}

/// Returns the suggestion of a similar value of an option; empty if there is
/// none.
pub(super) fn value_meant(name: &str, value: &str) -> String {
    let row = OptionRow::all().iter().find(|row| row.name == name);
    match row.map(|row| row.declaration().kind) {
        Some(OptionKind::Combo { values, .. }) => {
            did_you_mean(value, values.iter().map(String::as_str))
        }
        _ => String::new(),
    }
}
