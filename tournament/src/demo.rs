//! What is played when nothing is asked for: a demonstration.

use noughts_tournament::clock::Limits;
use noughts_tournament::config::{Config, EngineConfig};
use noughts_tournament::openings::Source;
use noughts_tournament::referee::Rules;

/// Two configurations of the built-in engine. The games are short enough for
/// all of it to be over in half a minute on two cores.
pub(crate) fn config() -> anyhow::Result<Config> {
    let nodes = |nodes| Limits { nodes: Some(nodes), ..Limits::default() };
    let engines = vec![
        EngineConfig::builtin("mcts-2000", &[("Search", "mcts")], nodes(2000)),
        EngineConfig::builtin("uct-1000", &[("Search", "uct")], nodes(1000)),
    ];
    let game: Rules = "tictactrains".parse()?;
    let mut config = Config::new(game, engines);
    config.pairings = 20;
    config.openings = Source::Random(4);
    config.concurrency = std::thread::available_parallelism().map_or(1, |n| n.get().min(2));
    config.seed = 1;
    Ok(config)
}
