//! The demonstration that the program plays when no command is given.

use std::time::Duration;

use noughts_client::{EngineConfig, Limits, Rules};
use noughts_tournament::config::Spans;
use noughts_tournament::model::config::Config;
use noughts_tournament::model::opening::Source;
use noughts_tournament::run::tournament::summary::{RunOptions, Summary};

use crate::cli::common::end::End;
use crate::cli::options::formats::Formats;
use crate::cli::play::display::Choice;
use crate::cli::play::{OutputOptions, closing, play};

/// A match of two searches of the built-in engine with the same number of
/// simulations per ply. It takes less than half a minute on two cores.
fn config() -> anyhow::Result<Config> {
    let nodes = |nodes| Limits { nodes: Some(nodes), ..Limits::default() };
    let engines = vec![
        EngineConfig::builtin("mcts", &[("Search", "mcts")], nodes(10_000)),
        EngineConfig::builtin("uct", &[("Search", "uct")], nodes(10_000)),
    ];
    let game: Rules = "tictactrains".parse()?;
    let mut config = Config::new(game, engines);
    config.pairings = 20;
    config.openings = Source::Random(4);
    config.concurrency = std::thread::available_parallelism().map_or(1, |n| n.get().min(2));
    config.seed = 1;
    Ok(config)
}

/// Plays the demonstration.
///
/// # Errors
///
/// When the run fails.
pub(crate) fn run() -> anyhow::Result<End> {
    let last_words = |_: &Config, _: &Summary| closing::after_demo();
    let output = OutputOptions {
        display: &Choice::default(),
        formats: &Formats::default(),
        patience: Duration::ZERO,
        live: None,
        last_words: &last_words,
    };
    play(config()?, &Spans::default(), RunOptions::default(), &output)
}
