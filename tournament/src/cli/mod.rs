//! The commands of the program, and the exit code of each.

mod book_maker;
mod builtin;
mod busy;
mod closing;
mod conformance;
mod console;
mod crowding;
mod demo;
mod display;
mod end;
mod exports;
mod follow;
mod formats;
mod grid;
mod hints;
mod keys;
mod machine_speed;
mod packaging;
mod pages;
mod programs;
mod replay;
mod run;
mod share;
mod signals;
mod sprt_words;
mod statistics;
mod tables;
mod tune;
mod usage_tables;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::{Args, ColorChoice, Command, CommandFactory, FromArgMatches, Parser, Subcommand};
use noughts_tournament::config::{self, Config, Spans};
use noughts_tournament::engine::Launch;
use noughts_tournament::formats::Results;
use noughts_tournament::journal::{self, Journal, JournalError};
use noughts_tournament::logs::Logs;
use noughts_tournament::shard::Shard;
use noughts_tournament::stats::Sprt;
use noughts_tournament::stop::Stop;
use noughts_tournament::tournament::{self, RunError, RunOptions, Summary, Unstarted};

use self::book_maker::BookMaker;
use self::conformance::Conformance;
use self::console::{Unshown, complain, complain_error};
use self::display::Choice;
use self::end::{EXIT_CODES, End};
use self::exports::Export;
use self::formats::Formats;
use self::pages::Report;
use self::replay::Replay;
use self::run::Run;
use self::statistics::Stats;
use self::tune::Tune;

/// A match runner for UGI and UCI engines. Without a command it plays a
/// demonstration.
#[derive(Debug, Parser)]
#[command(version, after_help = EXIT_CODES)]
pub(crate) struct Arguments {
    /// When to use bold and colours; auto is on terminals, unless `NO_COLOR` is
    /// set
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: ColorChoice,
    #[command(subcommand)]
    command: Option<Action>,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Play a tournament that a file, the command line or both describe
    Run(Box<Run>),
    /// Find good values for options of an engine by SPSA, from games against
    /// itself
    Tune(Box<Tune>),
    /// Compute statistics from counts of results, or from journals
    Stats(Stats),
    /// Make an HTML page from the games in journals
    Report(Report),
    /// Write the positions or the games of journals for other programs: csv,
    /// jsonl, epd, pgn, sgf
    Export(Export),
    /// Merge the journals of one tournament, such as those of its shares
    Merge(Merge),
    /// Watch the journals of shares while they are played, and end the jobs when
    /// the test is decided
    Follow(follow::Follow),
    /// Make a file of random openings
    Book(BookMaker),
    /// Check step by step whether an engine conforms to UGI or UCI, whatever
    /// its game
    Check(Box<Conformance>),
    /// Measure the speed of this machine, for the keys reference and scale
    Speed,
    /// Send the lines of a transcript to an engine again, and show its replies
    Replay(Replay),
    Completions(packaging::Completions),
    Man(packaging::Man),
    /// Serve the built-in engine over standard input and output
    #[command(name = builtin::SUBCOMMAND, hide = true)]
    Engine,
    /// End the engines of a killed runner
    #[command(name = builtin::GUARD, hide = true)]
    Watchdog {
        /// The marker in the environment of the engines
        mark: String,
    },
}

/// Arguments of the command `merge`.
#[derive(Debug, Args)]
struct Merge {
    /// The journals to merge
    #[arg(required = true, value_name = "JOURNAL")]
    journals: Vec<PathBuf>,
    /// The journal to write; it must not exist
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Refuse journals in which an engine is not the same program
    #[arg(long)]
    strict: bool,
}

impl Merge {
    fn write(&self) -> Result<(), journal::MergeError> {
        let merged = {
            let _busy = busy::busy("merging the games");
            journal::merge(&self.journals, &self.output, self.strict)?
        };
        programs::note(&merged.changed);
        complain(format_args!("merged {} games into {}", merged.games, self.output.display()));
        Ok(())
    }
}

/// Parses the command line.
///
/// # Errors
///
/// The exit code, after the message has been printed.
pub(crate) fn parse() -> Result<Arguments, ExitCode> {
    let words = sprt_words::expand_negative(std::env::args_os().collect());
    let program = Arguments::command().color(console::choose_colors(&words));
    let parsed = program.clone().try_get_matches_from(&words);
    parsed.and_then(|matches| Arguments::from_arg_matches(&matches)).map_err(|error| {
        let words: Vec<String> =
            words.iter().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
        match hints::advice(&program, &words, &error) {
            Some(advice) => {
                complain_error(&advice.text);
                if let Some(others) = advice.others {
                    complain_of_others(&program, &others);
                }
            }
            // A closed pipe is not worth a message.
            None => drop(error.print()),
        }
        ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
    })
}

/// Reports the mistakes in the words of `run` besides those that the parser
/// refuses.
fn complain_of_others(program: &Command, words: &[String]) {
    let words = [program.get_name().to_string()].into_iter().chain(words.iter().cloned());
    let parsed = program.clone().try_get_matches_from(words);
    let parsed = parsed.and_then(|matches| Arguments::from_arg_matches(&matches));
    if let Ok(Arguments { command: Some(Action::Run(run)), .. }) = parsed
        && let Err(problems) = run.config()
    {
        complain_error(&problems.to_string());
    }
}

/// Runs the command and returns its exit code.
pub(crate) fn run(arguments: Arguments) -> ExitCode {
    let end = match arguments.command {
        None => demo::config().and_then(|config| {
            let last_words = |_: &Config, _: &Summary| closing::after_demo();
            let options = RunOptions::default();
            let manner = Manner {
                display: &Choice::default(),
                formats: &Formats::default(),
                patience: Duration::ZERO,
                last_words: &last_words,
            };
            play(config, &Spans::default(), options, &manner)
        }),
        Some(Action::Run(run)) => run_or_print(&run),
        Some(Action::Tune(tune)) => tune.run(),
        Some(Action::Stats(stats)) => stats.show().map(End::from),
        Some(Action::Report(report)) => report.write(),
        Some(Action::Export(export)) => export.write().map(|()| End::Finished),
        Some(Action::Merge(merge)) => merge.write().map(|()| End::Finished).map_err(Into::into),
        Some(Action::Follow(follow)) => follow.run(),
        Some(Action::Book(book)) => book.write().map(|()| End::Finished),
        Some(Action::Check(check)) => {
            check.run().map(|conforms| if conforms { End::Finished } else { End::NotConforming })
        }
        Some(Action::Speed) => machine_speed::show().map(|()| End::Finished).map_err(Into::into),
        Some(Action::Replay(replay)) => replay.play().map(|()| End::Finished),
        Some(Action::Completions(completions)) => {
            completions.print().map(|()| End::Finished).map_err(Into::into)
        }
        Some(Action::Man(man)) => man.write().map(|()| End::Finished),
        Some(Action::Watchdog { mark }) => {
            builtin::watch(&mark);
            Ok(End::Finished)
        }
        Some(Action::Engine) => builtin::serve().map(|()| End::Finished).map_err(Into::into),
    };
    let end = end.unwrap_or_else(|error| {
        let end = End::from(&error);
        if end != End::ReaderGone {
            complain_error(&format!("{error:#}"));
        }
        end
    });
    ExitCode::from(end as u8)
}

fn run_or_print(run: &Run) -> anyhow::Result<End> {
    let (mut config, places) = run.config()?;
    if run.print_config {
        // Another version might choose otherwise.
        config.settle_symmetric(None);
        console::show(&config::print(&config))?;
        return Ok(End::Finished);
    }
    let (shard, elsewhere) = share::share(run, &mut config)?;
    let options = RunOptions { shard, elsewhere, strict: run.strict, speed: None };
    let manner = Manner {
        display: &run.display,
        formats: &run.formats,
        patience: Duration::from_secs(run.wait_for_lock),
        last_words: &closing::closing,
    };
    play(config, &places, options, &manner)
}

/// Opens a journal, and waits as long as another runner has locked it.
fn open_journal(
    path: &Path,
    config: &Config,
    shard: Option<&Shard>,
    patience: Duration,
    stop: &Stop,
) -> Result<Journal, JournalError> {
    let mut until = None;
    loop {
        let opened = Journal::open(path, config, shard.cloned());
        let is_locked = matches!(opened, Err(JournalError::Locked));
        let is_over = until.is_some_and(|until| Instant::now() >= until);
        if !is_locked || patience.is_zero() || is_over || stop.asked() {
            return opened;
        }
        if until.is_none() {
            until = Some(Instant::now() + patience);
            complain(format_args!(
                "another runner is writing {}; waiting for it up to {} s",
                path.display(),
                patience.as_secs()
            ));
        }
    }
}

/// Finds out the dialects that are not set. Engines that answer none are
/// reported.
fn settle_dialects(launch: &Launch, config: &mut Config, places: &Spans) -> Result<(), End> {
    let silent = launch.settle_dialects(config);
    if silent.is_empty() {
        return Ok(());
    }
    let silent = silent.into_iter().map(|(name, error)| Unstarted { name, error });
    let error = RunError::Start(silent.collect());
    complain_error(&end::describe(&error, config, places));
    Err(End::from(&error))
}

/// How the results of a run are shown.
struct Manner<'a> {
    display: &'a Choice,
    formats: &'a Formats,
    /// How long to wait for a locked journal.
    patience: Duration,
    last_words: &'a dyn Fn(&Config, &Summary) -> Vec<String>,
}

fn play(
    mut config: Config,
    places: &Spans,
    mut options: RunOptions,
    manner: &Manner<'_>,
) -> anyhow::Result<End> {
    let &Manner { display, formats, patience, last_words } = manner;
    let unused = config.unused_openings();
    if unused > 0 {
        complain(format_args!(
            "note: the last {unused} openings are not played: there are only {} pairings",
            config.pairings
        ));
    }
    crowding::note(&config);
    let stop = Stop::default();
    let ends = "finishing the running games; press Ctrl-C again to stop at once";
    signals::obey(&stop, ends).context("cannot install the signal handlers")?;
    formats.check()?;
    let launch = builtin::launch(&config, &stop, display.debug)?;
    if let Err(end) = settle_dialects(&launch, &mut config, places) {
        return Ok(end);
    }
    options.speed = machine_speed::fit(&mut config);
    let config = &config;
    let open = |path: &Path| {
        open_journal(path, config, options.shard.as_ref(), patience, &stop)
            .with_context(|| format!("the journal \"{}\" cannot be used", path.display()))
    };
    let journal = config.journal.as_deref().map(open).transpose()?;
    let logs = Logs::open(config)?;
    let names = config.engines.iter().map(|engine| engine.name.as_str());
    let total = options.queue(config).total();
    // A share alone does not decide the test.
    let sprt = config.sprt.filter(|_| options.shard.is_none());
    let mut lines =
        display::Display::new(display, total, names, sprt).silenced(formats.replace_text());
    let summary = tournament::run(config, &launch, options, journal, logs, &mut lines);
    // A run that could not begin has no results.
    let has_results = summary.played > 0 || summary.total == 0;
    let began = has_results && (summary.played > 0 || summary.error.is_none());
    let shown = lines.finish(began.then_some(&summary.tally));
    if !has_results && summary.error.is_none() {
        complain("stopped before the end of the first game");
    }
    let end = match &summary.error {
        Some(error) => {
            complain_error(&end::describe(error, config, places));
            match error {
                // The games count even if an event or a record was lost.
                RunError::Log(_) if summary.verdict.is_some() => End::from(summary.verdict),
                error => End::from(error),
            }
        }
        None if summary.verdict.is_some() => End::from(summary.verdict),
        None if summary.played < summary.total => End::Stopped,
        None => End::Finished,
    };
    let written = write_formats(formats, config, sprt, &summary, end);
    let is_read = !shown.as_ref().is_err_and(Unshown::reader_is_gone);
    if began && is_read && !display.quiet {
        last_words(config, &summary).iter().for_each(complain);
    }
    written?;
    match shown {
        Err(unshown) if !unshown.reader_is_gone() => {
            complain(&unshown);
            // The games count even if nothing could be shown.
            Ok(if end == End::Finished { End::Failed } else { end })
        }
        _ => Ok(end),
    }
}

/// Writes the results for programs.
fn write_formats(
    formats: &Formats,
    config: &Config,
    sprt: Option<Sprt>,
    summary: &Summary,
    end: End,
) -> anyhow::Result<()> {
    if !formats.any() {
        return Ok(());
    }
    // Only the test that this run decides counts.
    let config = Config { sprt, ..config.clone() };
    let Summary { tally, total, changed, error, .. } = summary;
    let mut results = Results::new(&config, tally, &tally.ratings(), None);
    results.total = *total;
    results.changed_programs = changed.iter().map(ToString::to_string).collect();
    let error = error.as_ref().map(ToString::to_string);
    results.end = Some(noughts_tournament::formats::End { code: end as u8, error });
    formats.write(&results)
}
