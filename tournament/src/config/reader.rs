//! Collects all mistakes of a configuration, each with its place.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::document::{Place, Table};
use crate::files::kind::FileKind;
use noughts_client::Rules;

/// A mistake in a file or on the command line.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Problem {
    /// The file, or the option of the command line.
    pub file: String,
    /// The line, from 1; 0 on the command line.
    pub line: usize,
    /// The message.
    pub reason: String,
}

impl Problem {
    pub(super) fn new(place: &Place, reason: impl fmt::Display) -> Problem {
        Problem { file: place.file.to_string(), line: place.line, reason: reason.to_string() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.file, self.reason),
            line => write!(f, "{}:{line}: {}", self.file, self.reason),
        }
    }
}

/// All mistakes of a configuration, in the order of the lines of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problems(pub Vec<Problem>);

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str("\n")?;
            }
            problem.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}

/// The places of the options of engines, for mistakes that only the engines can
/// find.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spans(HashMap<(String, String), (String, usize)>);

impl Spans {
    /// Returns a mistake in an option of an engine, with its place.
    pub fn problem(&self, engine: &str, option: &str, reason: impl fmt::Display) -> Problem {
        let place = self.0.get(&(engine.to_string(), option.to_ascii_lowercase()));
        // Options that the runner sets by itself have no place.
        let (file, line) = place.cloned().unwrap_or_else(|| ("options".to_string(), 0));
        Problem { file, line, reason: format!("engine \"{engine}\": {reason}") }
    }
}

/// Whether to check that this machine has the programs, folders and processors
/// of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum MachineChecks {
    /// The tournament is to be played on this machine.
    On,
    /// The tournament may be meant for another machine.
    #[default]
    Off,
}

/// The purpose of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) enum Purpose {
    /// A tournament of several engines.
    #[default]
    Tournament,
    /// The tuning of one engine.
    Tuning,
}

impl Purpose {
    /// Returns the kind of the journal.
    pub(super) fn journal(self) -> FileKind {
        match self {
            Purpose::Tournament => FileKind::Journal,
            Purpose::Tuning => FileKind::Tuning,
        }
    }
}

/// The state of reading: values of keys on which other keys depend, and the
/// mistakes found so far.
pub(super) struct Reader {
    /// The first line of the file, or the command line if there is no file.
    start: Place,
    /// The folder from which relative paths of the file start.
    pub(super) folder: PathBuf,
    pub(super) machine_checks: MachineChecks,
    pub(super) purpose: Purpose,
    /// The game, unless it is missing or wrong.
    pub(super) game: Option<Rules>,
    /// The table `[each]`, once it has been read.
    pub(super) each: Table,
    /// The names of the players read so far.
    pub(super) names: HashSet<String>,
    problems: Vec<Problem>,
    /// The same mistakes, to find those that are reported again.
    known: HashSet<Problem>,
    /// Mistakes that the engines themselves would report at their start.
    of_engines: Vec<Problem>,
    places: Spans,
}

/// The place of mistakes when there is no file.
const NO_FILE: &str = "the command line";

impl Reader {
    /// Creates a reader of a file, or of the command line alone.
    pub(super) fn new(file: Option<&str>, folder: &Path, machine_checks: MachineChecks) -> Reader {
        let line = usize::from(file.is_some());
        Reader {
            start: Place { file: Arc::from(file.unwrap_or(NO_FILE)), line },
            folder: folder.to_path_buf(),
            machine_checks,
            purpose: Purpose::default(),
            game: None,
            each: Table::default(),
            names: HashSet::new(),
            problems: Vec::new(),
            known: HashSet::new(),
            of_engines: Vec::new(),
            places: Spans::default(),
        }
    }

    /// Returns the place for missing keys: the first line.
    pub(super) fn start(&self) -> Place {
        self.start.clone()
    }

    /// Keeps the place of an option of an engine, unless it has one.
    pub(super) fn option(&mut self, engine: &str, option: &str, place: &Place) {
        let option = (engine.to_string(), option.to_ascii_lowercase());
        self.places.0.entry(option).or_insert_with(|| (place.file.to_string(), place.line));
    }

    /// Adds a mistake.
    pub(super) fn problem(&mut self, place: &Place, reason: impl fmt::Display) {
        self.add(Problem::new(place, reason));
    }

    /// Adds a mistake that an engine will report at its start. It counts only if
    /// another mistake prevents the start.
    pub(super) fn problem_of_engine(&mut self, place: &Place, reason: impl fmt::Display) {
        self.of_engines.push(Problem::new(place, reason));
    }

    /// Adds mistakes that were found elsewhere.
    pub(super) fn add_all(&mut self, problems: impl IntoIterator<Item = Problem>) {
        problems.into_iter().for_each(|problem| self.add(problem));
    }

    fn add(&mut self, problem: Problem) {
        // Every engine reports the mistakes of `[each]` again.
        if self.known.insert(problem.clone()) {
            self.problems.push(problem);
        }
    }

    /// Returns the value and the places of options if no mistake was found.
    pub(super) fn finish<T>(mut self, value: T) -> Result<(T, Spans), Problems> {
        if self.problems.is_empty() {
            return Ok((value, self.places));
        }
        let of_engines = std::mem::take(&mut self.of_engines);
        self.add_all(of_engines);
        // The sort is stable: the mistakes of a line stay in order. Those of
        // the command line and of other files come last; without a file,
        // missing keys come after wrong ones.
        let Place { file: own, line } = self.start;
        self.problems.sort_by_key(|p| ((*p.file == *own) == (line == 0), p.line));
        Err(Problems(self.problems))
    }
}

/// Returns an absolute path; `path` is relative to `folder`.
pub(super) fn absolute(folder: &Path, path: &str) -> PathBuf {
    let path = folder.join(path);
    std::path::absolute(&path).unwrap_or(path)
}
