//! The mistakes of a configuration, each with its place.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

/// A place in the configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// The file, or the option of the command line.
    pub(crate) file: Arc<str>,
    /// The line, from 1; 0 on the command line.
    pub(crate) line: usize,
}

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
    pub(crate) fn new(place: &Place, reason: impl fmt::Display) -> Problem {
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
pub struct Spans(pub(crate) HashMap<(String, String), (String, usize)>);

impl Spans {
    /// Returns a mistake in an option of an engine, with its place.
    pub fn problem(&self, engine: &str, option: &str, reason: impl fmt::Display) -> Problem {
        let place = self.0.get(&(engine.to_string(), option.to_ascii_lowercase()));
        // Options that the runner sets by itself have no place.
        let (file, line) = place.cloned().unwrap_or_else(|| ("options".to_string(), 0));
        Problem { file, line, reason: format!("engine \"{engine}\": {reason}") }
    }
}
