//! The command `book`: makes a file of random openings, on request only those
//! that an engine scores as balanced.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use noughts_tournament::config::{self, Config, MachineChecks, Overlay};
use noughts_tournament::engine::Engine;
use noughts_tournament::file_kind::FileKind;
use noughts_tournament::limits::Limits;
use noughts_tournament::openings::{Book, Opening, Source};
use noughts_tournament::play::judge;
use noughts_tournament::stop::Stop;

use super::console::complain;
use super::end::misuse;
use super::{builtin, console, signals};

/// Arguments of the command `book`.
#[derive(Debug, Args)]
pub(crate) struct BookMaker {
    /// The game of the openings
    #[arg(long, value_name = "SPEC", default_value = "tictactrains")]
    game: String,
    /// Number of random plies of each opening
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=1000))]
    plies: u32,
    /// Number of openings to make
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: u32,
    /// Seed of the random moves
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Keep only openings that an engine scores within this many centipoints of
    /// 0
    #[arg(long, value_name = "CENTIPOINTS")]
    balanced: Option<i32>,
    /// The engine that scores, with the same keys as for `run`; by default the
    /// built-in one with nodes=1000
    #[arg(long, value_name = "KEY=VALUE", num_args = 1.., requires = "balanced")]
    engine: Vec<String>,
    /// The file to write; by default the openings are printed
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Returns a bar on standard error, if that is a terminal.
fn bar(count: u64) -> ProgressBar {
    let bar = ProgressBar::new(count);
    // The template is valid; if it were not, the default style would do.
    if let Ok(style) = ProgressStyle::with_template(
        "{bar:20} {pos}/{len} openings, {elapsed} so far, about {eta} to go",
    ) {
        bar.set_style(style);
    }
    bar
}

/// The number of openings in a row, duplicates or out of balance, after which
/// the search for more ends.
const PATIENCE: usize = 10_000;

impl BookMaker {
    /// Makes the openings and writes them to the file or to standard output.
    pub(crate) fn write(&self) -> anyhow::Result<()> {
        let config = self.config()?;
        let stop = Stop::default();
        signals::obey(&stop, "ending after this opening; the openings so far are written")
            .context("cannot install the signal handlers")?;
        let openings = self.openings(&config, &stop)?;
        if openings.is_empty() && !stop.asked() {
            bail!("no opening meets the conditions; change --plies or --balanced");
        }
        let mut text = format!(
            "{}{}: {} of {} random plies, seed {}",
            FileKind::Openings.beginning(),
            config.game,
            openings.len(),
            self.plies,
            self.seed
        );
        if let Some(limit) = self.balanced {
            write!(text, ", scored within {limit} by {}", self.judge_words().join(" "))?;
        }
        text.push('\n');
        for opening in &openings {
            writeln!(text, "{opening}")?;
        }
        match &self.output {
            None => console::show(&text)?,
            Some(path) => {
                let mut file = FileKind::Openings.rewrite(path)?;
                file.write_all(text.as_bytes())
                    .with_context(|| format!("\"{}\" cannot be written", path.display()))?;
            }
        }
        if openings.len() < self.count as usize {
            let (found, wanted) = (openings.len(), self.count);
            complain(format_args!("note: found only {found} of {wanted} openings"));
        }
        Ok(())
    }

    fn judge_words(&self) -> Vec<String> {
        let mut words = self.engine.clone();
        let is_limit = |word: &String| {
            word.split_once('=').is_some_and(|(key, _)| Limits::KEYS.contains(&key))
        };
        if !words.iter().any(is_limit) {
            words.push("nodes=1000".to_string());
        }
        words
    }

    /// A tournament whose first engine is the one that scores, so that its keys
    /// are checked as for a run.
    fn config(&self) -> anyhow::Result<Config> {
        let mut words = self.judge_words();
        if !words.iter().any(|word| word.starts_with("name=")) {
            words.push("name=judge".to_string());
        }
        let mut overlay = Overlay::default();
        overlay.value("game", &self.game, "--game");
        overlay.table("engine", &words, "--engine");
        // A tournament needs two engines; the second one never plays.
        let other = ["name=unused opponent", "nodes=1"].map(str::to_string);
        overlay.table("engine", &other, "");
        Ok(config::from_options(overlay, MachineChecks::On)?.0)
    }

    fn openings(&self, config: &Config, stop: &Stop) -> anyhow::Result<Vec<Opening>> {
        let Some(spec) = config.game.spec() else {
            let reason = "random openings need a game whose rules the runner knows";
            return Err(misuse("--game", reason).into());
        };
        let book = Book::new(&Source::Random(self.plies as usize), Some(spec), self.seed)
            .map_err(|error| misuse("--plies", error))?;
        let engine = self.balanced.map(|limit| self.start(config, stop).map(|e| (e, limit)));
        let mut engine = engine.transpose()?;
        let (mut openings, mut positions) = (Vec::new(), HashSet::new());
        let mut refused = 0;
        let bar = bar(u64::from(self.count));
        for round in 0.. {
            if openings.len() >= self.count as usize || refused >= PATIENCE || stop.asked() {
                break;
            }
            let opening = book.opening(round)?;
            // Different moves may transpose into one position, and in a small
            // game the book repeats openings.
            if !positions.insert(opening.play(spec)?.text()) {
                refused += 1;
                continue;
            }
            let wanted = match &mut engine {
                None => true,
                Some((engine, limit)) => {
                    let limits = &config.engines[0].limits;
                    let evaluation = judge(engine, &opening, limits, self.seed)?;
                    evaluation.cp.is_some_and(|cp| cp.abs() <= *limit)
                }
            };
            bar.set_position(openings.len() as u64);
            refused = if wanted { 0 } else { refused + 1 };
            openings.extend(wanted.then_some(opening));
        }
        bar.finish_and_clear();
        if let Some((engine, _)) = engine {
            engine.quit();
        }
        Ok(openings)
    }

    fn start(&self, config: &Config, stop: &Stop) -> anyhow::Result<Engine> {
        builtin::launch(config, stop, false)?
            .start(&config.engines[0])
            .context("cannot start the engine that scores the openings")
    }
}
