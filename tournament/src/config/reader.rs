//! Reading a tournament so that every mistake is found, with its place, and not
//! just the first one.

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::document::{Place, Table};
use crate::referee::Rules;

/// One mistake in a file or on the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The file, or the part of the command line.
    pub file: String,
    /// The line, from 1; 0 where there are no lines.
    pub line: usize,
    /// What is wrong.
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

/// All mistakes, in the order of the lines of the file.
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

/// Where the options of the engines stand, for mistakes in them that only the
/// engines know.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spans(HashMap<(String, String), (String, usize)>);

impl Spans {
    /// A mistake in an option of an engine.
    pub fn problem(&self, engine: &str, option: &str, reason: impl fmt::Display) -> Problem {
        let place = self.0.get(&(engine.to_string(), option.to_ascii_lowercase()));
        // What the runner sets by itself stands nowhere.
        let (file, line) = place.cloned().unwrap_or_else(|| ("options".to_string(), 0));
        Problem { file, line, reason: format!("engine \"{engine}\": {reason}") }
    }
}

/// Where a tournament is to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Venue {
    /// On this machine: the programs and folders of the engines must be there.
    Here,
    /// Anywhere.
    #[default]
    Elsewhere,
}

/// What the reading of one key may need of others, and the mistakes found so
/// far.
pub(super) struct Reader {
    /// Of the file that is read, or of the command line if there is no file.
    start: Place,
    /// Relative paths of the file start from here.
    pub(super) folder: PathBuf,
    /// Where what is read is to be played.
    pub(super) venue: Venue,
    /// The game, unless it is missing or wrong.
    pub(super) game: Option<Rules>,
    /// What `[each]` says, once it has been read.
    pub(super) each: Table,
    problems: Vec<Problem>,
    places: Spans,
}

/// Stands for the name of the file when there is none.
const NO_FILE: &str = "the command line";

impl Reader {
    /// For a file, or the command line alone.
    pub(super) fn new(file: Option<&str>, folder: &Path, venue: Venue) -> Reader {
        let line = usize::from(file.is_some());
        Reader {
            start: Place { file: Arc::from(file.unwrap_or(NO_FILE)), line },
            folder: folder.to_path_buf(),
            venue,
            game: None,
            each: Table::default(),
            problems: Vec::new(),
            places: Spans::default(),
        }
    }

    /// The place of what is missing: the first line.
    pub(super) fn start(&self) -> Place {
        self.start.clone()
    }

    /// Notes where an option of an engine stands, unless that is known.
    pub(super) fn option(&mut self, engine: &str, option: &str, place: &Place) {
        let option = (engine.to_string(), option.to_ascii_lowercase());
        self.places.0.entry(option).or_insert_with(|| (place.file.to_string(), place.line));
    }

    /// Notes a mistake.
    pub(super) fn problem(&mut self, place: &Place, reason: impl fmt::Display) {
        self.add(Problem::new(place, reason));
    }

    /// Notes mistakes that were found elsewhere.
    pub(super) fn add_all(&mut self, problems: impl IntoIterator<Item = Problem>) {
        problems.into_iter().for_each(|problem| self.add(problem));
    }

    fn add(&mut self, problem: Problem) {
        // What `[each]` says is wrong only once.
        if !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
    }

    /// The value if no mistake has been found, and where options stand in it.
    pub(super) fn finish<T>(mut self, value: T) -> Result<(T, Spans), Problems> {
        if self.problems.is_empty() {
            return Ok((value, self.places));
        }
        // Stable, so that the problems of a line stay in order; those of the
        // command line and of other files come last.
        let own = self.start.file;
        self.problems.sort_by_key(|p| (*p.file != *own, p.line));
        Err(Problems(self.problems))
    }
}

/// A path that means the same from every working directory.
pub(super) fn absolute(folder: &Path, path: &str) -> PathBuf {
    let path = folder.join(path);
    std::path::absolute(&path).unwrap_or(path)
}
