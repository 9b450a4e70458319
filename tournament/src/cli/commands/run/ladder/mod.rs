//! The command `ladder`: a tournament of an engine against the ten levels of the built-in
//! one.

mod config;

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use noughts::game::GameSpec;
use noughts_client::Dialect;
use noughts_client::stop::Stop;
use noughts_tournament::config::Spans;
use noughts_tournament::files::kind::{FileKind, FileKindError, is_same};
use noughts_tournament::journal::Journal;
use noughts_tournament::model::config::Config;
use noughts_tournament::output::formats;
use noughts_tournament::output::ladder::{LadderResults, rating};
use noughts_tournament::run::logs::Logs;
use noughts_tournament::run::tournament;
use noughts_tournament::run::tournament::summary::{RunOptions, Summary};
use noughts_tournament::stats::Tally;
use noughts_tournament::stats::ladder::Ladder as Results;

use crate::cli::common::console::{self, complain, complain_error};
use crate::cli::common::end::{self, End, misuse};
use crate::cli::common::{builtin, signals};
use crate::cli::options::engine;
use crate::cli::options::formats::put;
use crate::cli::play::display::{Choice, Display};
use crate::cli::play::{crowding, open_journal, settle_dialects};
use crate::cli::tables::grid::Grid;

/// Arguments of the command `ladder`.
#[derive(Debug, Args)]
#[command(
    after_help = "The engine meets the levels that are about as strong as it is, from openings of random \
                  plies, each played with both sides. The games end when it is certain which level it \
                  beats and to which it loses, or when its rating is known within 40 Elo, at the latest \
                  after --games. Games lost by a fault count as lost. The exit code is 0 in all these \
                  cases, 2 for mistakes on the command line, 3 if a signal stopped the games, 4 if the \
                  engine cannot be started or loses every game by a fault."
)]
pub(crate) struct Ladder {
    /// The program of the engine, or `builtin`, and its arguments; the options
    /// of this command come before the program, and `--` after it begins
    /// arguments that have the names of such options
    #[arg(value_name = "ENGINE", required = true, trailing_var_arg = true)]
    command: Vec<String>,
    /// The game, one of noughts
    #[arg(long, value_name = "SPEC", default_value = "tictactrains")]
    game: GameSpec,
    /// The protocol: ugi, uci or gomocup; by default the one that the engine
    /// answers
    #[arg(long, value_parser = engine::dialect)]
    dialect: Option<Dialect>,
    /// Set an option of the engine; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = engine::option)]
    options: Vec<(String, String)>,
    /// The working directory of the engine
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// A clock for the engine, such as 10+0.1
    #[arg(long, value_name = "TEXT")]
    tc: Option<String>,
    /// The time of the engine for each ply, in milliseconds; 100 if there is no
    /// other limit
    #[arg(long, value_name = "N")]
    movetime: Option<String>,
    /// The nodes of the engine for each ply
    #[arg(long, value_name = "N")]
    nodes: Option<String>,
    /// The depth of the engine for each ply
    #[arg(long, value_name = "N")]
    depth: Option<String>,
    /// The largest number of games
    #[arg(long, value_name = "N", default_value_t = 400,
          value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    games: u64,
    /// The random plies of each opening; by default as many as when the levels
    /// were measured
    #[arg(long, value_name = "N")]
    plies: Option<u64>,
    /// The seed of the openings and the levels
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// The number of games at the same time, of which there are at most four
    #[arg(long, value_name = "N", default_value_t = 1)]
    concurrency: u64,
    /// Keep every game in this file; the same command goes on after a stop
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Write the results as JSON
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    json: Option<Option<PathBuf>>,
    /// Write a section for the README of the engine
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    markdown: Option<Option<PathBuf>>,
    /// Write a badge with the rating
    #[arg(long, value_name = "SVG")]
    badge: Option<PathBuf>,
    #[command(flatten)]
    display: Choice,
}

impl Ladder {
    /// Plays the games and shows the results.
    ///
    /// # Errors
    ///
    /// When the arguments are wrong, the run cannot begin, or its results cannot be
    /// written.
    pub(crate) fn run(&self) -> anyhow::Result<End> {
        self.check_files()?;
        let (mut config, places) = self.config()?;
        crowding::note(&config);
        let stop = Stop::default();
        let ends = "finishing the running games; press Ctrl-C again to stop at once";
        signals::obey(&stop, ends).context("cannot install the signal handlers")?;
        let launch = builtin::launch(&config, &stop, self.display.debug)?;
        if let Err(end) = settle_dialects(&launch, &mut config, &places) {
            return Ok(end);
        }
        let open = |path: &Path| {
            open_journal(path, &config, None, Duration::ZERO, &stop)
                .with_context(|| format!("the journal \"{}\" cannot be used", path.display()))
        };
        let journal = config.journal.as_deref().map(open).transpose()?;
        config.settle_symmetric(journal.as_ref().map(Journal::config));
        let logs = Logs::open(&config)?;
        let names = config.engines.iter().map(|engine| engine.name.as_str());
        let of_state = config.clone();
        let state = move |tally: &Tally| rating(&Results::of(&of_state, tally)).unwrap_or_default();
        let is_silent = [&self.json, &self.markdown].contains(&&Some(None));
        let mut lines = Display::new(&self.display, names, None)
            .of_journal(config.journal.as_deref())
            .with_state(state)
            .silenced(is_silent);
        let options = RunOptions::default();
        let summary = tournament::run(&config, &launch, options, journal, logs, &mut lines);
        lines.finish(None)?;
        self.show(&config, &places, &summary, is_silent)
    }

    /// Shows and writes the results.
    fn show(
        &self,
        config: &Config,
        places: &Spans,
        summary: &Summary,
        is_silent: bool,
    ) -> anyhow::Result<End> {
        let end = match &summary.error {
            Some(error) => {
                complain_error(&end::describe(error, config, places));
                End::from(error)
            }
            None if summary.played < summary.total => End::Stopped,
            None => End::Finished,
        };
        if summary.played == 0 {
            return Ok(end);
        }
        let error = summary.error.as_ref().map(ToString::to_string);
        let results =
            LadderResults::new(config, &summary.tally, formats::End { code: end as u8, error });
        put(FileKind::Ladder, &self.json, || Ok(serde_json::to_string_pretty(&results)? + "\n"))?;
        let badge = self.badge.as_deref();
        if let Some(badge) = badge {
            FileKind::Badge.replace(badge, &results.badge())?;
        }
        let badge = badge.and_then(Path::file_name).map(|name| name.to_string_lossy());
        let snippet = || Ok(results.snippet(badge.as_deref(), &self.line()));
        put(FileKind::Markdown, &self.markdown, snippet)?;
        if end == End::Stopped {
            complain(match config.journal {
                Some(_) => "stopped; the same command plays the rest",
                None => "stopped; the games were not kept; with --journal FILE they are",
            });
        }
        if !is_silent {
            let notes: String =
                results.notes().iter().map(|note| console::wrapped(&format!("{note}\n"))).collect();
            let table = table(&results).fit(console::width());
            console::show(&format!("{table}\n\n{notes}{}\n", results.sentence))?;
        }
        Ok(end)
    }

    /// Checks the files of the results before the games are played.
    fn check_files(&self) -> anyhow::Result<()> {
        if [&self.json, &self.markdown].iter().all(|place| **place == Some(None)) {
            let reason = "only one format can go to standard output; give the other a file, as in \
                          --json=FILE";
            return Err(misuse("--markdown", reason).into());
        }
        let places = [
            (FileKind::Ladder, self.json.as_ref().and_then(Option::as_ref)),
            (FileKind::Markdown, self.markdown.as_ref().and_then(Option::as_ref)),
            (FileKind::Badge, self.badge.as_ref()),
        ];
        let mut files: Vec<&Path> = self.journal.iter().map(PathBuf::as_path).collect();
        for (kind, file) in places {
            let Some(file) = file else { continue };
            kind.check(file)?;
            if files.iter().any(|earlier| is_same(earlier, file)) {
                return Err(FileKindError::Shared(file.clone()).into());
            }
            files.push(file);
        }
        Ok(())
    }
}

/// Returns the table of the levels.
fn table(results: &LadderResults) -> Grid {
    let mut grid = Grid::default();
    let levels = &results.levels;
    let column = |cell: &dyn Fn(&noughts_tournament::output::ladder::LevelResults) -> String| {
        levels.iter().map(cell).collect::<Vec<String>>()
    };
    let count = |count: Option<u64>| count.unwrap_or(0).to_string();
    grid.always("level", column(&|level| level.level.to_string()));
    grid.always("rating", column(&|level| format!("{:.0}", level.rating)));
    grid.always("games", column(&|level| level.games.total.to_string()));
    grid.spare(0, "won", column(&|level| count(level.games.wins)));
    grid.spare(0, "drawn", column(&|level| count(level.games.draws)));
    grid.spare(0, "lost", column(&|level| count(level.games.losses)));
    let share =
        |share: Option<f64>| share.map_or("-".to_string(), |s| format!("{:.1} %", 100.0 * s));
    grid.always("score", column(&|level| share(level.games.share)));
    grid.names("result", column(&|level| level.standing.to_string()));
    grid
}
