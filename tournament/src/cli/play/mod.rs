//! Plays a tournament, shows it and writes its results: the commands `run` and
//! the demonstration.

pub(crate) mod closing;
pub(crate) mod crowding;
pub(crate) mod display;
pub(crate) mod scale;
pub(crate) mod watching;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context;
use noughts_client::Launch;
use noughts_client::stop::Stop;
use noughts_client::text::counted;
use noughts_tournament::config::Spans;
use noughts_tournament::files::kind::FileKind;
use noughts_tournament::journal::{Journal, JournalError};
use noughts_tournament::model::config::Config;
use noughts_tournament::output::formats::{self, Results};
use noughts_tournament::output::live::Address;
use noughts_tournament::plan::shard::Shard;
use noughts_tournament::run::logs::Logs;
use noughts_tournament::run::tournament;
use noughts_tournament::run::tournament::summary::{RunError, RunOptions, Summary, Unstarted};

use crate::cli::common::console::{Unshown, complain, complain_error};
use crate::cli::common::end::{self, End};
use crate::cli::common::{builtin, signals};
use crate::cli::options::formats::Formats;
use crate::cli::play::display::{Choice, Display};

/// Opens a journal, and waits as long as another runner has locked it.
pub(crate) fn open_journal(
    path: &Path,
    config: &Config,
    shard: Option<&Shard>,
    patience: Duration,
    stop: &Stop,
) -> Result<Journal, JournalError> {
    // `None` if the time is later than the clock can represent.
    let until = Instant::now().checked_add(patience);
    let mut is_noted = false;
    loop {
        // The call itself waits a moment for the lock.
        let opened = Journal::open(path, config, shard.cloned());
        let is_locked = matches!(opened, Err(JournalError::Locked));
        if !is_locked || patience.is_zero() || stop.asked() {
            return opened;
        }
        if !is_noted {
            is_noted = true;
            complain(format_args!(
                "another runner is writing {}; waiting for it up to {} s",
                path.display(),
                patience.as_secs()
            ));
        }
        if until.is_some_and(|until| Instant::now() >= until) {
            return opened;
        }
    }
}

/// Detects the dialects that are not set. Engines that answer in none are
/// reported.
pub(crate) fn settle_dialects(
    launch: &Launch,
    config: &mut Config,
    places: &Spans,
) -> Result<(), End> {
    let silent = noughts_tournament::run::dialects::settle_dialects(launch, config);
    if silent.is_empty() {
        return Ok(());
    }
    let silent = silent.into_iter().map(|(name, error)| Unstarted { name, error });
    let error = RunError::Start(silent.collect());
    complain_error(&end::describe(&error, config, places));
    Err(End::from(&error))
}

/// How the results of a run are shown.
pub(crate) struct OutputOptions<'a> {
    pub(crate) display: &'a Choice,
    pub(crate) formats: &'a Formats,
    /// How long to wait for a locked journal.
    pub(crate) patience: Duration,
    /// Where to serve the page of the run.
    pub(crate) live: Option<&'a Address>,
    pub(crate) last_words: &'a dyn Fn(&Config, &Summary) -> Vec<String>,
}

/// Plays a tournament and shows its results; returns the exit code.
///
/// # Errors
///
/// When the run cannot begin, or its results cannot be written.
pub(crate) fn play(
    mut config: Config,
    places: &Spans,
    mut options: RunOptions,
    output: &OutputOptions<'_>,
) -> anyhow::Result<End> {
    let &OutputOptions { display, formats, patience, live, last_words } = output;
    let unused = config.unused_openings();
    if unused > 0 {
        let last = match unused {
            1 => "opening is".to_string(),
            many => format!("{many} openings are"),
        };
        complain(format_args!(
            "note: the last {last} not played: there {} only {}",
            if config.pairings == 1 { "is" } else { "are" },
            counted(config.pairings, "pairing")
        ));
    }
    crowding::note(&config);
    let stop = Stop::default();
    let ends = "finishing the running games; press Ctrl-C again to stop at once";
    signals::obey(&stop, ends).context("cannot install the signal handlers")?;
    let outputs = [&config.journal, &config.outputs.events, &config.outputs.records];
    let outputs: Vec<&Path> = outputs.into_iter().flatten().map(PathBuf::as_path).collect();
    formats.check(FileKind::Results, &outputs)?;
    let launch = builtin::launch(&config, &stop, display.debug)?;
    if let Err(end) = settle_dialects(&launch, &mut config, places) {
        return Ok(end);
    }
    options.speed = scale::fit(&mut config);
    // Before the journal exists: an address that is taken changes no file.
    let live = live.map(|address| watching::serve(&config, address)).transpose()?;
    let open = |path: &Path| {
        open_journal(path, &config, options.shard.as_ref(), patience, &stop)
            .with_context(|| format!("the journal \"{}\" cannot be used", path.display()))
    };
    let journal = config.journal.as_deref().map(open).transpose()?;
    // The event of the start has the configuration that is played.
    config.settle_symmetric(journal.as_ref().map(Journal::config));
    let config = &config;
    let mut logs = Logs::open(config)?;
    if let Some(live) = &live {
        logs = watching::show(live, logs, config.journal.as_deref())?;
    }
    let names = config.engines.iter().map(|engine| engine.name.as_str());
    // A share alone does not decide the test.
    let sprt = config.sprt.filter(|_| options.shard.is_none());
    let mut lines = Display::new(display, names, sprt)
        .of_journal(config.journal.as_deref())
        .silenced(formats.replace_text());
    let summary = tournament::run(config, &launch, options, journal, logs, &mut lines);
    if let Some(live) = live {
        live.end("finished");
    }
    // A run that could not begin has no results.
    let has_results = summary.played > 0 || summary.total == 0;
    let began = has_results && (summary.played > 0 || summary.error.is_none());
    let shown = lines.finish(began.then_some(&summary));
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
    summary.unequal.iter().for_each(|unequal| complain(format_args!("note: {unequal}")));
    let written = write_formats(formats, config, &summary, end);
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
    wanted: &Formats,
    config: &Config,
    summary: &Summary,
    end: End,
) -> anyhow::Result<()> {
    if !wanted.any() {
        return Ok(());
    }
    let Summary { tally, total, changed, performance, error, test, .. } = summary;
    let mut results = Results::new(config, tally, &tally.ratings(), test.as_ref());
    results.total = *total;
    results.changed_programs = changed.iter().map(ToString::to_string).collect();
    results.add_performance(performance);
    let error = error.as_ref().map(ToString::to_string);
    results.end = Some(formats::End { code: end as u8, error });
    wanted.write(&results)
}
