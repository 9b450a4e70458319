//! The game and the options that a command line gives, before its command or
//! after it.

use anyhow::Context;
use clap::Parser;
use noughts::engine::Options;

// A doc comment would take the place of the command's own in its help.
#[derive(clap::Args, Clone, Default)]
pub(super) struct Given {
    /// The game to begin with: tictactrains, tictactoe:7x6:4, qubic, …
    #[arg(short, long, value_name = "SPEC")]
    game: Option<String>,

    /// An option to set first; may be given several times.
    #[arg(short, long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
}

#[derive(Parser)]
#[command(name = "noughts", no_binary_name = true, disable_help_flag = true)]
struct Words {
    #[command(flatten)]
    given: Given,

    /// A protocol command
    #[arg(value_name = "COMMAND", allow_negative_numbers = true)]
    words: Vec<String>,
}

impl Given {
    /// Takes what stands among the words of a protocol command out of them.
    pub(super) fn among(words: &mut Vec<String>) -> Given {
        let parsed = Words::parse_from(std::mem::take(words));
        *words = parsed.words;
        parsed.given
    }

    /// Adds what stands further behind on the command line: options are set
    /// after these, and a game takes the place of this one.
    pub(super) fn extend(&mut self, later: Given) {
        self.game = later.game.or(self.game.take());
        self.options.extend(later.options);
    }

    /// The options that result.
    pub(super) fn options(&self) -> anyhow::Result<Options> {
        let mut options = Options::default();
        if let Some(game) = &self.game {
            options.set("Game", Some(game)).with_context(|| format!("--game \"{game}\""))?;
        }
        for option in &self.options {
            let (name, value) = option
                .split_once('=')
                .with_context(|| format!("--option \"{option}\" is not of the form NAME=VALUE"))?;
            options.set(name, Some(value)).with_context(|| format!("--option \"{option}\""))?;
        }
        Ok(options)
    }
}
