//! The tournament that the command `ladder` plays, from its arguments.

use std::path::Path;

use clap::{Args, Command};
use noughts::game::GameSpec;
use noughts_tournament::config::{self, MachineChecks, Overlay, Problems, Spans};
use noughts_tournament::model::config::Config;
use noughts_tournament::stats::ladder::LEVEL_NODES;

use super::Ladder;
use crate::cli::common::console::quoted;
use crate::cli::common::end::misuse;
use crate::cli::options::engine;
use crate::cli::play::closing::PROGRAM;

/// The time for a ply if no limit is given.
const DEFAULT_MOVETIME: &str = "100";

impl Ladder {
    /// Returns the tournament: the engine, and the levels from the lowest on.
    pub(super) fn config(&self) -> Result<(Config, Spans), Problems> {
        let own = Ladder::augment_args(Command::new("ladder"));
        let Some((program, args)) = self.command.split_first() else {
            return Err(misuse("ENGINE", "name the engine: its program, or builtin"));
        };
        let args = engine::arguments(&own, program, args)?;
        let mut overlay = Overlay::default();
        let pairings = (self.games / 2).to_string();
        let plies = self.plies.unwrap_or_else(|| usual_plies(&self.game)).to_string();
        let origin = |option: &str, value: &str| format!("--{option} {value}");
        overlay.value("game", &self.game.to_string(), &origin("game", &self.game.to_string()));
        overlay.value("format", "ladder", "ladder");
        overlay.value("pairings", &pairings, &origin("games", &self.games.to_string()));
        overlay.value("seed", &self.seed.to_string(), &origin("seed", &self.seed.to_string()));
        let concurrency = self.concurrency.to_string();
        overlay.value("concurrency", &concurrency, &origin("concurrency", &concurrency));
        overlay.table("openings", &[format!("random={plies}")], &origin("plies", &plies));
        if let Some(journal) = &self.journal {
            let journal = journal.display().to_string();
            overlay.value("journal", &journal, &origin("journal", &journal));
        }
        overlay.table("engine", &self.words(program, args), &self.command.join(" "));
        for level in 1..=10 {
            let words = [
                format!("name=level {level}"),
                format!("option.Skill={level}"),
                format!("nodes={LEVEL_NODES}"),
            ];
            overlay.table("engine", &words, &format!("level {level}"));
        }
        config::from_options(overlay, MachineChecks::On)
    }

    /// Returns the keys of the engine.
    fn words(&self, program: &str, args: &[String]) -> Vec<String> {
        let name = Path::new(program).file_name().map_or(program.into(), |n| n.to_string_lossy());
        let name = if program == "builtin" { "noughts".into() } else { name };
        let mut words = vec![format!("name={name}"), format!("cmd={program}")];
        if !args.is_empty() {
            let args: Vec<String> = args.iter().map(|arg| quoted(arg)).collect();
            words.push(format!("args={}", args.join(" ")));
        }
        if let Some(dir) = &self.dir {
            words.push(format!("dir={}", dir.display()));
        }
        if let Some(dialect) = self.dialect {
            words.push(format!("dialect={dialect}"));
        }
        words.extend(self.options.iter().map(|(name, value)| format!("option.{name}={value}")));
        let limits = self.limits();
        let given: Vec<String> = limits.map(|(key, value)| format!("{key}={value}")).collect();
        if given.is_empty() {
            words.push(format!("movetime={DEFAULT_MOVETIME}"));
        }
        words.extend(given);
        words
    }

    /// Returns the limits that are given, with their keys.
    fn limits(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let Ladder { tc, movetime, nodes, depth, .. } = self;
        let limits = [("tc", tc), ("movetime", movetime), ("nodes", nodes), ("depth", depth)];
        limits.into_iter().filter_map(|(key, value)| Some((key, value.as_deref()?)))
    }

    /// Returns the command that plays such games, for a README.
    pub(super) fn line(&self) -> String {
        let mut words = vec![PROGRAM.to_string(), "ladder".to_string()];
        let mut add = |option: &str, value: &str| {
            words.extend([format!("--{option}"), quoted(value)]);
        };
        add("game", &self.game.to_string());
        let options = self.options.iter().map(|(name, value)| format!("{name}={value}"));
        options.for_each(|option| add("option", &option));
        self.limits().for_each(|(key, value)| add(key, value));
        self.plies.iter().for_each(|plies| add("plies", &plies.to_string()));
        self.dialect.iter().for_each(|dialect| add("dialect", &dialect.to_string()));
        add("games", &self.games.to_string());
        add("seed", &self.seed.to_string());
        words.extend(self.command.iter().map(|word| quoted(word)));
        words.join(" ")
    }
}

/// Returns the random plies of an opening with which the levels were measured: fewer on the
/// smallest boards, more on a cube.
fn usual_plies(game: &GameSpec) -> u64 {
    match game.to_string().as_str() {
        "tictactoe" => 1,
        "qubic" => 6,
        small if small.starts_with("tictactoe:3x") || small.starts_with("qubic:") => 2,
        _ => 4,
    }
}
