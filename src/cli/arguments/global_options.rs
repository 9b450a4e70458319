//! The options `--game` and `--option`, before or after a command.

use std::ffi::OsString;

use anyhow::Context;
use clap::Parser;
use noughts::engine::Options;

use crate::cli::advice::option_meant;

// Not a doc comment, which would replace that of the command in its help.
#[derive(clap::Args, Clone, Default)]
pub(crate) struct GlobalOptions {
    /// The game: tictactrains, tictactoe:7x6:4, qubic, …
    #[arg(short, long, value_name = "SPEC")]
    game: Option<String>,

    /// Set an option of the engine (`noughts info` lists them); may be repeated
    #[arg(short, long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
}

#[derive(Parser)]
#[command(name = "noughts", no_binary_name = true, disable_help_flag = true)]
struct ProtocolWords {
    #[command(flatten)]
    given: GlobalOptions,

    /// A protocol command
    #[arg(value_name = "COMMAND", allow_negative_numbers = true)]
    words: Vec<String>,
}

impl GlobalOptions {
    /// Removes the options from the words of a protocol command and returns
    /// them.
    pub(crate) fn extract_from(words: &mut Vec<String>) -> GlobalOptions {
        let parsed = ProtocolWords::parse_from(std::mem::take(words));
        *words = parsed.words;
        parsed.given
    }

    /// Adds options that appear later on the command line: they are set after
    /// these, and their game replaces this one.
    pub(crate) fn extend(&mut self, later: GlobalOptions) {
        self.game = later.game.or(self.game.take());
        self.options.extend(later.options);
    }

    /// Whether they name a game.
    pub(crate) fn name_a_game(&self) -> bool {
        let is_game = |option: &String| {
            option.split_once('=').is_some_and(|(name, _)| name.trim().eq_ignore_ascii_case("game"))
        };
        self.game.is_some() || self.options.iter().any(is_game)
    }

    /// Returns the arguments that set the same options.
    pub(crate) fn option_arguments(&self) -> Vec<OsString> {
        self.options.iter().map(|option| format!("--option={option}").into()).collect()
    }

    /// Returns the options of the engine with these values. `tunable` adds the
    /// constants of the searches to them.
    pub(crate) fn options(&self, tunable: bool) -> anyhow::Result<Options> {
        let mut options = Options { tunable, ..Options::default() };
        if let Some(game) = &self.game {
            options.set("Game", Some(game)).with_context(|| format!("--game \"{game}\""))?;
        }
        for option in &self.options {
            let (name, value) = option
                .split_once('=')
                .with_context(|| format!("--option \"{option}\": write NAME=VALUE"))?;
            options.set(name, Some(value)).map_err(|error| {
                anyhow::anyhow!("--option \"{option}\": {error}{}", option_meant(&error))
            })?;
        }
        Ok(options)
    }
}
