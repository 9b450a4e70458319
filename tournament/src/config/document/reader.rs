//! Collects all mistakes of a configuration, each with its place.

use std::collections::HashSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use noughts_client::Rules;

use crate::config::document::Table;
use crate::config::document::problem::{Place, Problem, Problems, Spans};
use crate::files::kind::FileKind;

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
pub(crate) enum Purpose {
    /// A tournament of several engines.
    #[default]
    Tournament,
    /// The tuning of one engine.
    Tuning,
}

impl Purpose {
    /// Returns the kind of the journal.
    pub(crate) fn journal(self) -> FileKind {
        match self {
            Purpose::Tournament => FileKind::Journal,
            Purpose::Tuning => FileKind::Tuning,
        }
    }
}

/// Returns the advice about an unknown key, from the known keys of its table and its place.
pub(crate) type Advise = fn(&str, &[&str], &Place) -> String;

/// The state of reading: values of keys on which other keys depend, and the
/// mistakes found so far.
pub(crate) struct Reader {
    /// The first line of the file, or the command line if there is no file.
    start: Place,
    /// The folder from which relative paths of the file start.
    pub(crate) folder: PathBuf,
    pub(crate) machine_checks: MachineChecks,
    pub(crate) purpose: Purpose,
    /// The game, unless it is missing or wrong.
    pub(crate) game: Option<Rules>,
    /// The table `[each]`, once it has been read.
    pub(crate) each: Table,
    /// The names of the players read so far.
    pub(crate) names: HashSet<String>,
    problems: Vec<Problem>,
    /// The same mistakes, to find those that are reported again.
    known: HashSet<Problem>,
    /// Mistakes that the engines themselves would report at their start.
    of_engines: Vec<Problem>,
    places: Spans,
    advise: Advise,
}

/// The place of mistakes when there is no file.
const NO_FILE: &str = "the command line";

impl Reader {
    /// Creates a reader of a file, or of the command line alone.
    pub(crate) fn new(
        file: Option<&str>,
        folder: &Path,
        machine_checks: MachineChecks,
        advise: Advise,
    ) -> Reader {
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
            advise,
        }
    }

    /// Returns the place for missing keys: the first line.
    pub(crate) fn start(&self) -> Place {
        self.start.clone()
    }

    /// Returns the advice about a key that a table with these keys does not have.
    pub(crate) fn advice(&self, key: &str, known: &[&str], place: &Place) -> String {
        (self.advise)(key, known, place)
    }

    /// Keeps the place of an option of an engine, unless it has one.
    pub(crate) fn option(&mut self, engine: &str, option: &str, place: &Place) {
        let option = (engine.to_string(), option.to_ascii_lowercase());
        self.places.0.entry(option).or_insert_with(|| (place.file.to_string(), place.line));
    }

    /// Adds a mistake.
    pub(crate) fn problem(&mut self, place: &Place, reason: impl fmt::Display) {
        self.add(Problem::new(place, reason));
    }

    /// Adds a mistake that an engine will report at its start. It counts only if
    /// another mistake prevents the start.
    pub(crate) fn problem_of_engine(&mut self, place: &Place, reason: impl fmt::Display) {
        self.of_engines.push(Problem::new(place, reason));
    }

    /// Adds mistakes that were found elsewhere.
    pub(crate) fn add_all(&mut self, problems: impl IntoIterator<Item = Problem>) {
        problems.into_iter().for_each(|problem| self.add(problem));
    }

    fn add(&mut self, problem: Problem) {
        // Every engine reports the mistakes of `[each]` again.
        if self.known.insert(problem.clone()) {
            self.problems.push(problem);
        }
    }

    /// Returns the value and the places of options if no mistake was found.
    pub(crate) fn finish<T>(mut self, value: T) -> Result<(T, Spans), Problems> {
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
pub(crate) fn absolute(folder: &Path, path: &str) -> PathBuf {
    let path = folder.join(path);
    std::path::absolute(&path).unwrap_or(path)
}
