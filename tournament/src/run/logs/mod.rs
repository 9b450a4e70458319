//! The optional output files of a tournament: events as JSON lines, records in
//! PGN form, and transcripts. `EVENTS.md` describes the events.

mod event;
mod transcripts;

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

pub use event::Event;
pub use transcripts::{LAUNCHED, Launched};

use crate::files::kind::{FileKind, FileKindError};
use crate::files::pgn;
use crate::journal::Run;
use crate::model::config::Config;
use crate::model::record::GameRecord;
use crate::run::notices::Notice;
use crate::stats::Tally;

/// Receives the events of a tournament besides the file, from several threads.
pub trait Spectator: std::fmt::Debug + Send + Sync {
    /// Called for an event. It must return at once: the game waits for it.
    fn event(&self, event: &Event<'_>);

    /// Called with all runs of the tournament when one begins.
    fn runs(&self, runs: &[Run]);
}

/// The open output files of a tournament. A write error does not end the
/// tournament; the first one is kept.
#[derive(Debug)]
pub struct Logs {
    events: Option<Mutex<BufWriter<File>>>,
    records: Option<Mutex<File>>,
    transcripts: Option<PathBuf>,
    keep_all: bool,
    config: Config,
    spectator: Option<Arc<dyn Spectator>>,
    /// The first write error.
    failure: Mutex<Option<FileKindError>>,
}

impl Logs {
    /// Opens the files for appending and writes the event of the start.
    ///
    /// # Errors
    ///
    /// When a file cannot be written, or is a file of another kind.
    pub fn open(config: &Config) -> Result<Logs, FileKindError> {
        let outputs = &config.outputs;
        let open = |kind: FileKind, path: &Option<PathBuf>| {
            path.as_ref().map(|path| kind.append(path)).transpose()
        };
        if let Some(folder) = &outputs.transcripts {
            let path = || folder.clone();
            fs::create_dir_all(folder)
                .map_err(|error| FileKindError::Io { path: path(), error })?;
        }
        let events = open(FileKind::Events, &outputs.events)?;
        let logs = Logs {
            events: events.map(|file| Mutex::new(BufWriter::new(file))),
            records: open(FileKind::Records, &outputs.records)?.map(Mutex::new),
            transcripts: config.transcripts(),
            keep_all: outputs.keep_all,
            config: config.clone(),
            spectator: None,
            failure: Mutex::new(None),
        };
        logs.event(&Event::Start { config });
        Ok(logs)
    }

    /// Also passes the events to a spectator.
    #[must_use]
    pub fn watched_by(mut self, spectator: Arc<dyn Spectator>) -> Logs {
        self.spectator = Some(spectator);
        self
    }

    /// Closes the files; returns the first write error.
    pub fn into_failure(self) -> Option<FileKindError> {
        self.failure.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self, path: Option<&PathBuf>, written: io::Result<()>) {
        if let (Some(path), Err(error)) = (path, written) {
            self.fail(FileKindError::Io { path: path.clone(), error });
        }
    }

    fn fail(&self, error: FileKindError) {
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        failure.get_or_insert(error);
    }

    /// Returns whether somebody receives the events.
    pub fn has_events(&self) -> bool {
        self.has_event_file() || self.spectator.is_some()
    }

    /// Returns whether events are written.
    pub fn has_event_file(&self) -> bool {
        self.events.is_some()
    }

    /// Writes an event with the current time, and passes it to the spectator.
    pub fn event(&self, event: &Event<'_>) {
        if let Some(spectator) = &self.spectator {
            spectator.event(event);
        }
        let Some(file) = &self.events else { return };
        let Ok(line) = serde_json::to_string(&event.now()) else { return };
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        let written = writeln!(file, "{line}").and_then(|()| file.flush());
        self.note(self.config.outputs.events.as_ref(), written);
    }

    /// Passes the runs to the spectator.
    pub fn runs(&self, runs: &[Run]) {
        if let Some(spectator) = &self.spectator {
            spectator.runs(runs);
        }
    }

    /// Writes the event of a notice about a game.
    pub fn notice(&self, game: usize, notice: Notice) {
        self.event(&Event::notice(game, notice));
    }

    /// Writes the events and the record of a game that has ended.
    pub fn game(&self, record: &GameRecord, tally: &Tally, llr: Option<f64>) {
        if self.has_events() {
            self.event(&Event::Game(record));
        }
        if self.has_event_file() {
            self.event(&Event::standings(tally, llr));
        }
        if let Some(file) = &self.records {
            let text = pgn::record(record, &self.config);
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            self.note(self.config.outputs.records.as_ref(), file.write_all(text.as_bytes()));
        }
    }
}
