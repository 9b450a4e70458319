//! The option `--live`: the page of a running tournament.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::Context;
use noughts_client::stop::Stop;
use noughts_tournament::journal::{Journals, ReadError};
use noughts_tournament::model::config::Config;
use noughts_tournament::output::live::{Address, Live};
use noughts_tournament::output::report::{ENGINE_PAGE, Setting};
use noughts_tournament::run::logs::{Logs, Spectator};

use crate::cli::common::console::{COMMAND, complain, styled};
use crate::cli::common::end::End;
use crate::cli::common::signals;

/// The pause between two readings of the journals.
const PAUSE: Duration = Duration::from_millis(500);

/// Begins to serve the page, and prints its address.
///
/// # Errors
///
/// When the address cannot be used.
pub(crate) fn serve(config: &Config, address: &Address) -> anyhow::Result<Live> {
    let setting = Setting { has_engine_page: Path::new(ENGINE_PAGE).is_file() };
    let live = Live::start(config, address, setting).context("--live")?;
    complain(format_args!("watch the tournament at {}", styled(COMMAND, live.url())));
    Ok(live)
}

/// Shows a run on its page: the games of its journal, and from now on those of
/// its logs.
///
/// # Errors
///
/// When the journal cannot be read.
pub(crate) fn show(live: &Live, logs: Logs, journal: Option<&Path>) -> anyhow::Result<Logs> {
    if let Some(journal) = journal {
        let mut journals = Journals::open(&[journal])?;
        add_new(&mut journals, live)?;
    }
    Ok(logs.watched_by(Arc::clone(live.feed()) as _))
}

/// Adds the new games and runs of journals to the page.
fn add_new(journals: &mut Journals, live: &Live) -> Result<(), ReadError> {
    let runs = journals.runs().len();
    journals.read_new(|found| live.feed().add(&found.record))?;
    if journals.runs().len() > runs {
        live.feed().runs(journals.runs());
    }
    Ok(())
}

/// Serves the page of journals that others write, until a signal.
///
/// # Errors
///
/// When the address cannot be used, or no journal can be read.
pub(crate) fn follow(paths: &[PathBuf], address: &Address) -> anyhow::Result<End> {
    let stop = Stop::default();
    signals::obey(&stop, "ending").context("cannot handle signals")?;
    let mut journals = Journals::open(paths)?;
    let live = serve(&journals.header().config.clone(), address)?;
    while !stop.asked() {
        // Each error leaves out one journal, so that the loop ends.
        while let Err(error) = add_new(&mut journals, &live) {
            complain(format_args!("left out: {error}"));
            match &error {
                ReadError::File { file, .. } | ReadError::ConflictingGame { file, .. } => {
                    journals.leave_out(file);
                }
                _ => return Err(error.into()),
            }
        }
        thread::sleep(PAUSE);
    }
    live.end("the page is no longer served");
    Ok(End::Finished)
}
