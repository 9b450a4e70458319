//! The commands, and what a run returns to the shell.

use std::fmt::Display;
use std::fs;
use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::builder::RangedU64ValueParser;
use clap::{Args, Parser, Subcommand};
use noughts_tournament::agenda::Agenda;
use noughts_tournament::config::{self, Config, Problems};
use noughts_tournament::engine::{Launch, StartError};
use noughts_tournament::journal::{self, Journal, JournalError, Journals};
use noughts_tournament::report::report;
use noughts_tournament::shard::Shard;
use noughts_tournament::stop::Stop;
use noughts_tournament::tournament::{self, RunError};

use crate::{builtin, demo, display, signals};

/// A match runner for UGI and UCI engines. Without a command it plays a
/// demonstration.
#[derive(Debug, Parser)]
#[command(version, after_help = EXIT_CODES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Option<Action>,
}

const EXIT_CODES: &str = "Exit codes: 0 all games played, 1 another error, 2 bad configuration, \
                          3 stopped by a signal, 4 an engine cannot be started.";

#[derive(Debug, Subcommand)]
enum Action {
    /// Play the tournament of a file
    Run(Run),
    /// Make a page of the games in journals, for a browser
    Report(Report),
    /// Join journals of one tournament, such as those of its shares
    Merge(Merge),
    /// Serve the built-in engine over standard input and output
    #[command(name = builtin::SUBCOMMAND, hide = true)]
    Engine,
}

/// What overrides a tournament file.
#[derive(Debug, Args)]
struct Run {
    /// The tournament file
    file: PathBuf,
    /// Write a journal, one line of JSON per game, to this file, or go on
    /// with the one that is there
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Games at the same time
    #[arg(long, value_name = "N", value_parser = whole(1..=config::MOST_CONCURRENT as u64))]
    concurrency: Option<usize>,
    /// Pairings of every two engines that meet
    #[arg(long, value_name = "N", value_parser = whole(1..=config::MOST_PAIRINGS as u64))]
    pairings: Option<usize>,
    /// The seed of everything that is random
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=config::LARGEST_SEED))]
    seed: Option<u64>,
    /// Play only this share of the games, on one of several machines: 1/N to N/N
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,
}

/// Journals and the file of their report.
#[derive(Debug, Args)]
struct Report {
    /// The journals of one tournament; they may still grow
    #[arg(required = true, value_name = "JOURNAL")]
    journals: Vec<PathBuf>,
    /// The HTML file
    #[arg(short, long, value_name = "FILE", default_value = "report.html")]
    output: PathBuf,
}

impl Report {
    fn write(&self) -> anyhow::Result<End> {
        let page = report(&mut Journals::open(&self.journals)?)?;
        fs::write(&self.output, page)
            .with_context(|| format!("{} cannot be written", self.output.display()))?;
        Ok(End::Finished)
    }
}

/// Journals and where they go.
#[derive(Debug, Args)]
struct Merge {
    /// The journals
    #[arg(required = true, value_name = "JOURNAL")]
    journals: Vec<PathBuf>,
    /// The new file
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

/// What overrides a number of a file has the range it has there.
fn whole(range: RangeInclusive<u64>) -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(range)
}

/// How a run can end, for the shell.
#[derive(Clone, Copy, Debug)]
enum End {
    Finished = 0,
    Failed = 1,
    BadConfiguration = 2,
    Stopped = 3,
    EngineFaults = 4,
}

/// Does what the command line asks for.
pub(crate) fn run(arguments: Arguments) -> ExitCode {
    let end = match arguments.command {
        None => demo::config().and_then(|config| play(&config, None)),
        Some(Action::Run(run)) => run.config().and_then(|config| play(&config, run.shard)),
        Some(Action::Report(report)) => report.write(),
        Some(Action::Merge(merge)) => journal::merge(&merge.journals, &merge.output)
            .map(|games| {
                complain(format_args!("{games} games"));
                End::Finished
            })
            .map_err(Into::into),
        Some(Action::Engine) => builtin::serve().map(|()| End::Finished).map_err(Into::into),
    };
    let end = end.unwrap_or_else(|error| {
        complain(format_args!("{error:#}"));
        let other_run = matches!(
            error.downcast_ref(),
            Some(JournalError::Different(_) | JournalError::Shard { .. })
        );
        if other_run || error.is::<Problems>() { End::BadConfiguration } else { End::Failed }
    });
    ExitCode::from(end as u8)
}

/// Tells a person. A reader that has gone away must not end the tournament.
pub(crate) fn complain(message: impl Display) {
    let _ = writeln!(io::stderr().lock(), "{message}");
}

impl Run {
    fn config(&self) -> anyhow::Result<Config> {
        let mut config = config::load(&self.file)?;
        config.concurrency = self.concurrency.unwrap_or(config.concurrency);
        config.pairings = self.pairings.unwrap_or(config.pairings);
        config.seed = self.seed.unwrap_or(config.seed);
        if let Some(journal) = &self.journal {
            config.journal = Some(journal.clone());
        }
        Ok(config)
    }
}

fn play(config: &Config, shard: Option<Shard>) -> anyhow::Result<End> {
    let unused = config.unused_openings();
    if unused > 0 {
        complain(format_args!(
            "note: the last {unused} openings are not played, for there are only {} pairings",
            config.pairings
        ));
    }
    let journal = config
        .journal
        .as_deref()
        .map(|path| {
            Journal::open(path, config, shard)
                .with_context(|| format!("the journal {} cannot be used", path.display()))
        })
        .transpose()?;
    let stop = Stop::default();
    signals::obey(&stop).context("signals cannot be handled")?;
    let launch = Launch {
        builtin: builtin::program().context("this program cannot be found")?,
        rules: config.game.clone(),
        deadlines: config.deadlines.clone(),
        stop: stop.clone(),
    };
    let names = config.engines.iter().map(|engine| engine.name.as_str());
    let schedule = config.format.schedule(config.engines.len(), config.pairings);
    let total = Agenda::new(shard).total(&*schedule);
    let mut lines = display::Lines::new(total, names);
    let summary = tournament::run(config, &launch, shard, journal, &mut lines);
    lines.finish(&summary.tally);
    Ok(match summary.error {
        Some(error) => {
            complain(&error);
            match error {
                // The file asks of the engine what it does not have.
                RunError::Start { error: StartError::Option(_), .. } => End::BadConfiguration,
                RunError::Start { .. } => End::EngineFaults,
                _ => End::Failed,
            }
        }
        None if summary.played < summary.total => End::Stopped,
        None => End::Finished,
    })
}
