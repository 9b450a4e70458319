//! The arguments that choose the engine, before or after a command, and the game
//! of a command.

mod book;
mod game;
mod global_options;
mod network;

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

use noughts::engine::Options;
use noughts::search::Hardware;

use super::exit::WrongArguments;
pub(super) use game::game_and_rest;
pub(super) use global_options::GlobalOptions;

// Not a doc comment, which would replace that of the program in its help.
#[derive(clap::Args)]
pub(super) struct EngineArguments {
    #[command(flatten)]
    pub(super) given: GlobalOptions,

    /// Use only basic processor instructions: slower, with the same results
    #[arg(long)]
    portable: bool,

    /// Offer the constants of the searches as options, for tuning
    #[arg(long)]
    tunable: bool,

    /// Play Qubic without a search from this certificate of `solve`, which is checked first
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,

    /// Load the network of `puct` from this file
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
}

impl EngineArguments {
    /// Returns the options of the engine that these arguments choose.
    pub(super) fn options(&self) -> anyhow::Result<Options> {
        let options = self.given.options(self.tunable);
        let mut options = options.map_err(|error| WrongArguments::of(&error))?;
        if self.portable {
            options.settings.hardware = Hardware::Portable;
        }
        if let Some(file) = &self.book {
            options.settings.book = Some(Arc::new(book::load(file)?));
        }
        if let Some(file) = &self.net {
            options.settings.network = Some(Arc::new(network::load(file)?));
        }
        Ok(options)
    }

    /// Returns the arguments that make another process of this program the same
    /// engine, apart from the game.
    pub(super) fn for_another_process(&self) -> Vec<OsString> {
        let mut arguments: Vec<OsString> = self.given.option_arguments();
        if self.portable {
            arguments.push("--portable".into());
        }
        if self.tunable {
            arguments.push("--tunable".into());
        }
        for (name, file) in [("--book", &self.book), ("--net", &self.net)] {
            arguments.extend(file.iter().flat_map(|file| [name.into(), file.into()]));
        }
        arguments
    }
}
