//! The options of `run` that are keys of a tournament, generated from the table
//! of keys.

use std::env;

use clap::error::Error;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use noughts_tournament::config::{KeyInfo, Overlay, Syntax, keys};

use crate::cli::options::sprt;

/// The keys that the command line sets.
#[derive(Debug)]
pub(crate) struct Keys(pub(crate) Overlay);

/// Keys with an alias on the command line, as (key, alias).
const ALIASES: &[(&str, &str)] = &[("pairings", "pairs")];

/// The largest number of keys that the help of a table lists.
const LISTED: usize = 8;

impl Args for Keys {
    fn augment_args(command: Command) -> Command {
        let keys = keys();
        let engine = keys.iter().find(|key| key.name == "engine");
        let of_engines = engine.into_iter().flat_map(|key| &key.keys);
        let names: Vec<&str> = of_engines.map(|key| key.name).collect();
        let help = format!(
            "Keys of --engine, --each, --proof and --referee: {}; option.NAME=VALUE and \
             env.NAME=VALUE set options and the environment. Those of --each are defaults of \
             --engine only; --proof and --referee have their own. All keys are those of a tournament file, see \
             tournament/README.md. Example:\n\n{EXAMPLE}",
            names.join(", ")
        );
        command.args(keys.iter().map(argument)).after_help(help)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Keys::augment_args(command)
    }
}

/// Lines that fit a terminal of 80 columns, where the help is not wrapped.
const EXAMPLE: &str = "  \
  noughts-tournament run --engine name=A cmd=./a \\
      --engine name=B cmd=./b args='-q -x' --each tc=10+0.1 option.Hash=64 \\
      --pairs 100 --sprt elo0=0 elo1=10";

impl FromArgMatches for Keys {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Keys, Error> {
        let mut overlay = Overlay::default();
        for key in keys() {
            let name = key.name;
            let occurrences = matches.get_occurrences::<String>(name).into_iter().flatten();
            let occurrences: Vec<Vec<String>> =
                occurrences.map(|words| words.cloned().collect()).collect();
            let mut table = |words: &[String]| {
                let origin = format!("--{} {}", typed(name), words.join(" "));
                if name != "sprt" {
                    return overlay.table(name, words, &origin);
                }
                match sprt::all_keys_of(words) {
                    Ok(words) => overlay.table(name, &words, &origin),
                    Err(reason) => overlay.problem(&origin, reason),
                }
            };
            match key.syntax {
                Syntax::Tables => occurrences.iter().for_each(|words| table(words)),
                Syntax::Table if occurrences.is_empty() => {}
                Syntax::Table => table(&occurrences.concat()),
                _ => {
                    for text in occurrences.iter().flatten() {
                        overlay.value(name, text, &format!("--{} {text}", typed(name)));
                    }
                }
            }
        }
        Ok(Keys(overlay))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Keys::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Returns the name of the option of a key.
fn option(name: &str) -> String {
    name.replace('_', "-")
}

/// Returns the option of a key as it was typed: its alias, if the command line
/// of this process has it. The parser does not distinguish aliases.
fn typed(name: &str) -> String {
    let is_typed = |alias: &str| {
        let long = format!("--{alias}");
        env::args_os().any(|word| {
            let word = word.to_string_lossy();
            word.strip_prefix(&long).is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
        })
    };
    let alias = ALIASES.iter().find(|(key, alias)| *key == name && is_typed(alias));
    alias.map_or_else(|| option(name), |(_, alias)| (*alias).to_string())
}

/// Returns the option of a key.
fn argument(key: &KeyInfo) -> Arg {
    let is_table = matches!(key.syntax, Syntax::Table | Syntax::Tables);
    let aliases = ALIASES.iter().filter(|(name, _)| *name == key.name).map(|(_, alias)| *alias);
    let argument = Arg::new(key.name)
        .long(option(key.name))
        .visible_aliases(aliases.collect::<Vec<_>>())
        .value_name(value_name(key.syntax))
        .action(if is_table { ArgAction::Append } else { ArgAction::Set })
        .help(help(key));
    match key.syntax {
        Syntax::Table | Syntax::Tables => argument.num_args(1..).allow_negative_numbers(true),
        // Accepts a wrong sign as well, which the key then refuses with its
        // range.
        Syntax::Number => argument.allow_negative_numbers(true),
        Syntax::Truth | Syntax::Numbers => argument.num_args(0..=1).default_missing_value("true"),
        _ => argument,
    }
}

fn value_name(syntax: Syntax) -> &'static str {
    match syntax {
        Syntax::Text | Syntax::Lines => "TEXT",
        Syntax::Choice => "NAME",
        Syntax::Truth => "BOOL",
        Syntax::Number => "N",
        Syntax::File => "FILE",
        Syntax::Folder => "FOLDER",
        Syntax::Program => "PROGRAM",
        Syntax::Arguments => "WORDS",
        Syntax::Numbers | Syntax::Names => "LIST",
        Syntax::Settings | Syntax::Table | Syntax::Tables => "KEY=VALUE",
    }
}

/// Returns the help of a key: its meaning, its values and its default.
fn help(key: &KeyInfo) -> String {
    let mut help = key.help.replace('`', "");
    if let Some(first) = help.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    if key.syntax == Syntax::Choice {
        help += &format!(": {}", key.values.replace('"', "").replace(" or ", ", "));
    }
    if !key.keys.is_empty() && key.keys.len() <= LISTED {
        let names: Vec<&str> = key.keys.iter().map(|key| key.name).collect();
        help += &format!(": {}", names.join(", "));
    }
    if !matches!(key.default.as_str(), "" | "none" | "false") {
        help += &format!(" [default: {}]", key.default);
    }
    help
}
