//! Reading a TOML document so that every mistake is found, with its line, and
//! not just the first one.

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// One mistake in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The file, or the part of the command line.
    pub file: String,
    /// The line, from 1; 0 where there are no lines.
    pub line: usize,
    /// What is wrong.
    pub reason: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.file, self.reason),
            line => write!(f, "{}:{line}: {}", self.file, self.reason),
        }
    }
}

/// All mistakes of a file, in the order of its lines.
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

/// Something that the command line adds to a tournament file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Addition {
    /// The part of the command line, for people.
    pub origin: String,
    /// What it means, as text of a tournament file.
    pub text: String,
}

/// Where the options of the engines stand, for mistakes in them that only the
/// engines know.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places(HashMap<(String, String), (String, usize)>);

impl Places {
    /// A mistake in an option of an engine.
    pub fn problem(&self, engine: &str, option: &str, reason: impl fmt::Display) -> Problem {
        let place = self.0.get(&(engine.to_string(), option.to_ascii_lowercase()));
        // What the runner sets by itself stands nowhere.
        let (file, line) = place.cloned().unwrap_or_else(|| ("options".to_string(), 0));
        Problem { file, line, reason: format!("engine \"{engine}\": {reason}") }
    }
}

/// Stands for the name of the file when there is none.
pub(super) const NO_FILE: &str = "the command line";

/// A file that is being read, and the mistakes found in it so far.
pub(super) struct Reader<'a> {
    file: &'a str,
    /// The file, and behind it each addition in a line of its own.
    text: &'a str,
    /// The origin of each addition with the place where it begins.
    origins: Vec<(usize, String)>,
    problems: Vec<Problem>,
    places: Places,
    /// Where what is read is to be played.
    pub(super) venue: Venue,
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

impl<'a> Reader<'a> {
    /// A file alone.
    pub(super) fn new(file: &'a str, text: &'a str) -> Reader<'a> {
        let (origins, problems) = (Vec::new(), Vec::new());
        Reader { file, text, origins, problems, places: Places::default(), venue: Venue::default() }
    }

    /// The text behind a place is an addition, up to the next one.
    pub(super) fn added(&mut self, place: usize, origin: &str) {
        self.origins.push((place, origin.to_string()));
    }

    /// A document whose text ends that of the reader, as far as it could be
    /// understood.
    pub(super) fn document(&mut self, text: &'a str) -> Spanned<DeTable<'a>> {
        let (document, errors) = DeTable::parse_recoverable(text);
        for error in errors {
            self.problem(error.span().unwrap_or(0..0), error.message());
        }
        document
    }

    /// The file, or the part of the command line, and the line of a place of
    /// the text.
    fn place(&self, span: &Range<usize>) -> (String, usize) {
        let origin = self.origins.iter().rev().find(|(place, _)| span.start >= *place);
        if let Some((_, origin)) = origin {
            return (origin.clone(), 0);
        }
        let before = self.text.as_bytes().iter().take(span.start);
        let line = 1 + before.filter(|&&byte| byte == b'\n').count();
        // Without a file there are no lines, only what is missing.
        (self.file.to_string(), if self.file == NO_FILE { 0 } else { line })
    }

    /// Notes where an option of an engine stands, unless that is known.
    pub(super) fn option(&mut self, engine: &str, option: &str, span: &Range<usize>) {
        let place = self.place(span);
        let option = (engine.to_string(), option.to_ascii_lowercase());
        self.places.0.entry(option).or_insert(place);
    }

    /// Notes a mistake at a place of the text.
    pub(super) fn problem(&mut self, span: Range<usize>, reason: impl fmt::Display) {
        let (file, line) = self.place(&span);
        self.problem_in(file, line, reason);
    }

    /// Notes a mistake in a file that the document names.
    pub(super) fn problem_in(&mut self, file: String, line: usize, reason: impl fmt::Display) {
        let problem = Problem { file, line, reason: reason.to_string() };
        // What is said of each engine is wrong only once.
        if !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
    }

    /// The value if no mistake has been found, and where options stand in it.
    pub(super) fn finish<T>(mut self, value: Option<T>) -> Result<(T, Places), Problems> {
        match value {
            Some(value) if self.problems.is_empty() => Ok((value, self.places)),
            _ => {
                // Stable, so that the problems of a line stay in order; those
                // of other files come last.
                let own = self.file.to_string();
                self.problems.sort_by_key(|p| (p.file != own, p.line));
                Err(Problems(self.problems))
            }
        }
    }
}

/// A table of the document, which knows the keys that it has been asked for.
pub(super) struct Section<'d, 'a> {
    table: &'d DeTable<'a>,
    asked: Vec<&'static str>,
}

impl<'d, 'a> Section<'d, 'a> {
    pub(super) fn new(table: &'d DeTable<'a>) -> Section<'d, 'a> {
        Section { table, asked: Vec::new() }
    }

    /// The value of a key with its place; a value that does not convert is
    /// noted and treated as missing.
    pub(super) fn get<T>(
        &mut self,
        reader: &mut Reader<'_>,
        key: &'static str,
        convert: impl FnOnce(&'d DeValue<'a>) -> Result<T, String>,
    ) -> Option<Spanned<T>> {
        self.asked.push(key);
        let value = self.table.get(key)?;
        match convert(value.get_ref()) {
            Ok(converted) => Some(Spanned::new(value.span(), converted)),
            Err(reason) => {
                reader.problem(value.span(), format!("{key}: {reason}"));
                None
            }
        }
    }

    /// The same without the place.
    pub(super) fn value<T>(
        &mut self,
        reader: &mut Reader<'_>,
        key: &'static str,
        convert: impl FnOnce(&'d DeValue<'a>) -> Result<T, String>,
    ) -> Option<T> {
        self.get(reader, key, convert).map(Spanned::into_inner)
    }

    /// Notes every key that nobody has asked for.
    pub(super) fn finish(self, reader: &mut Reader<'_>) {
        for key in self.table.keys() {
            if !self.asked.iter().any(|known| *known == key.get_ref()) {
                let known = self.asked.join(", ");
                let reason = format!("unknown key \"{}\"; known here: {known}", key.get_ref());
                reader.problem(key.span(), reason);
            }
        }
    }
}
