//! Reads a journal, also while it grows.

use std::fmt;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use noughts_client::text::printable;
use serde::de::Error as _;

use super::file::chain::Integrity;
use super::lines::{LineReader, first_line};
use super::read_error::ReadError;
use super::{Entry, Header, Run, differences};
use crate::model::config::{Config, MAX_PAIRINGS, MAX_ROUNDS};
use crate::model::record::{GameLine, GameRecord};

/// Opens a journal; returns its header and its games.
///
/// # Errors
///
/// When the file cannot be read or its header is invalid.
pub fn read(path: &Path) -> Result<(Header, Games<File>), ReadError> {
    read_from(File::open(path)?)
}

/// Reads a journal from the current offset of the file.
pub(super) fn read_from(file: File) -> Result<(Header, Games<File>), ReadError> {
    let mut games = Games::new(file);
    let (line, integrity) = first_line(&mut games.lines, "header")?;
    games.read = 1;
    if integrity == Integrity::Changed {
        games.doubt("the header was changed after it was written".to_string(), true);
    }
    let entry = serde_json::from_slice(&line).map_err(ReadError::Header)?;
    let Entry::Header(header) = entry else { return Err(ReadError::NotAJournal) };
    games.header = Some(header.clone());
    let Config { pairings, seeds, rounds, .. } = header.config;
    // A header that was changed by hand must not exhaust the memory.
    if pairings > MAX_PAIRINGS || seeds > MAX_ROUNDS || rounds > Some(MAX_ROUNDS) {
        let reason = "more pairings, seeds or rounds than a tournament can have";
        return Err(ReadError::Header(serde_json::Error::custom(reason)));
    }
    Ok((*header, games))
}

/// The maximum number of doubts that are kept at a time: a file may have nothing else.
pub(crate) const MAX_DOUBTS: usize = 1000;

/// A line of a journal that is not what it was written as, or not where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubt {
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
    /// Whether it counts all the same.
    pub counts: bool,
}

impl Doubt {
    /// Returns what check values say against a line.
    pub(crate) fn of(line: usize, integrity: Integrity) -> Option<Doubt> {
        let (reason, counts) = match integrity {
            Integrity::Whole => return None,
            Integrity::Changed => ("it was changed after it was written", false),
            Integrity::Displaced => (
                "the line before it is not the one it was written after: lines are lost, moved or repeated",
                true,
            ),
            Integrity::Unchecked => ("it has no check value, unlike lines before it", false),
        };
        Some(Doubt { line, reason: reason.to_string(), counts })
    }
}

/// Names doubtful lines with their files: the first ten, and how many more there are.
pub fn doubt_notes(doubts: &[(PathBuf, Doubt)]) -> Vec<String> {
    const SHOWN: usize = 10;
    let shown = doubts.iter().take(SHOWN);
    let mut notes: Vec<String> = shown
        .map(|(file, doubt)| format!("{}: {doubt}", printable(&file.to_string_lossy(), 300)))
        .collect();
    if doubts.len() > SHOWN {
        notes.push(format!("and {} more lines", doubts.len() - SHOWN));
    }
    notes
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = if self.counts { "" } else { " does not count" };
        write!(f, "line {}{verdict}: {}", self.line, printable(&self.reason, 200))
    }
}

/// The games of a journal in the order of its lines. The iterator ends at the
/// last complete line; after the journal has grown, it continues there, even if
/// an incomplete line has been cut off meanwhile. Runs and lines that cannot be read
/// are kept aside.
#[derive(Debug)]
pub struct Games<R> {
    lines: LineReader<R>,
    header: Option<Box<Header>>,
    /// Whether the lines follow the header of another tournament.
    is_foreign: bool,
    /// The number of lines read so far.
    read: usize,
    /// The lines found so far that are none of a journal, or were changed, lost or moved.
    doubts: Vec<Doubt>,
    /// The runs found so far.
    runs: Vec<Run>,
    /// The factors on all times in the runs found so far, each once.
    scales: Vec<f64>,
}

impl<R: io::Read + io::Seek> Games<R> {
    fn new(from: R) -> Games<R> {
        let (runs, scales, doubts) = (Vec::new(), Vec::new(), Vec::new());
        let (lines, header) = (LineReader::new(from), None);
        Games { lines, header, is_foreign: false, read: 0, doubts, runs, scales }
    }

    /// Takes the runs that have been found since the last call.
    pub(crate) fn take_runs(&mut self) -> Vec<Run> {
        std::mem::take(&mut self.runs)
    }

    /// Returns the number of the line that was read last, from 1.
    pub(crate) fn line_number(&self) -> usize {
        self.read
    }

    /// Takes the doubts about the lines read since the last call.
    pub(crate) fn take_doubts(&mut self) -> Vec<Doubt> {
        std::mem::take(&mut self.doubts)
    }

    /// Returns the factor on all times, if all runs found so far have the same.
    fn scale(&self) -> Option<f64> {
        match self.scales[..] {
            [scale] => Some(scale),
            _ => None,
        }
    }

    /// Returns whether a further header is that of another tournament.
    fn is_other(&self, second: &Header) -> bool {
        let Some(first) = &self.header else { return false };
        let mut second = second.clone();
        if first.config.format.is_fixed() {
            // The tournament may have been continued with more pairings.
            second.config.pairings = first.config.pairings;
        }
        !differences(first, &second).is_empty()
    }

    /// Keeps a doubt about the line that was read last.
    fn doubt(&mut self, reason: String, counts: bool) {
        if self.doubts.len() < MAX_DOUBTS {
            self.doubts.push(Doubt { line: self.read, reason, counts });
        }
    }

    fn add_run(&mut self, run: Run) {
        if !self.scales.contains(&run.scale) {
            self.scales.push(run.scale);
        }
        self.runs.push(run);
    }
}

impl<R: io::Read + io::Seek> Iterator for Games<R> {
    type Item = io::Result<GameLine>;

    fn next(&mut self) -> Option<io::Result<GameLine>> {
        loop {
            let (line, integrity) = match self.lines.next()? {
                Ok(line) => line,
                Err(error) => return Some(Err(error)),
            };
            self.read += 1;
            if let Some(Doubt { reason, counts, .. }) = Doubt::of(self.read, integrity) {
                self.doubt(reason, counts);
                if !counts {
                    continue;
                }
            }
            let reason = match serde_json::from_slice(&line) {
                Ok(Entry::Game(_) | Entry::Run(_)) if self.is_foreign => {
                    "it follows the header of another tournament".to_string()
                }
                Ok(Entry::Game(record)) => {
                    let record = GameRecord { scale: self.scale(), ..*record };
                    return Some(Ok(GameLine { record, line }));
                }
                Ok(Entry::Run(run)) if run.pairings > MAX_PAIRINGS => {
                    "more pairings than a tournament can have".to_string()
                }
                Ok(Entry::Run(run)) => {
                    self.add_run(*run);
                    continue;
                }
                Ok(Entry::Header(header)) => {
                    self.is_foreign = self.is_other(&header);
                    let whose = if self.is_foreign { "another" } else { "the same" };
                    format!("a second header, of {whose} tournament")
                }
                Err(_) if line.iter().all(|&byte| byte == 0 || byte == b'\n') => {
                    "nothing was written there, as after a power failure".to_string()
                }
                Err(error) => reason(&error),
            };
            self.doubt(reason, false);
        }
    }
}

/// Says what is wrong with a line, without the position that serde adds: a line of a
/// journal is a line of its own.
fn reason(error: &serde_json::Error) -> String {
    if error.is_syntax() || error.is_eof() {
        return "it is cut off, or mixed with another line".to_string();
    }
    let text = error.to_string();
    let what = text.split(" at line ").next().unwrap_or_default();
    match error.column() {
        0 => what.to_string(),
        column => format!("{what}, at column {column}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::tests::record;
    use crate::journal::{Journal, MAX_LINE, VERSION};
    use serde_json::Value;

    #[test]
    fn a_line_that_is_too_long_is_neither_read_nor_written() {
        // Spaces before the newline do not change the record.
        let game = Journal::line(&record(1)).unwrap();
        let longest = usize::try_from(MAX_LINE).unwrap();
        for (length, is_read) in [(longest, true), (longest + 1, false)] {
            let space = " ".repeat(length - game.len());
            let line = format!("{}{space}\n", game.trim_end());
            let mut games = Games::new(io::Cursor::new(line.as_bytes()));
            let found = games.next().expect("something");
            assert_eq!(found.map(|found| found.record).ok(), is_read.then(|| record(1)));
            // Reading a line without an end takes bounded memory.
            assert!(games.lines.line.capacity() <= 2 * longest);
        }
        let mut long = record(1);
        long.players[0] = "x".repeat(longest);
        assert_eq!(Journal::line(&long).unwrap_err().kind(), io::ErrorKind::InvalidData);
    }

    /// Returns the header read from a file with this first line.
    fn header(line: &str) -> Result<Header, ReadError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        std::fs::write(&path, format!("{line}\n")).unwrap();
        read(&path).map(|(header, _)| header)
    }

    /// Returns a header line with one field replaced or removed.
    fn header_with(field: &str, value: Option<Value>) -> String {
        let config = crate::model::config::Config::new("tictactoe".parse().unwrap(), Vec::new());
        let header = Header { version: VERSION, shard: None, config };
        let mut json = serde_json::to_value(Entry::Header(Box::new(header))).unwrap();
        let fields = json.as_object_mut().unwrap();
        match value {
            Some(value) => fields.insert(field.to_string(), value),
            None => fields.remove(field),
        };
        json.to_string()
    }

    #[test]
    fn only_this_version_is_read() {
        let version = |value| header(&header_with("version", Some(value)));
        assert!(version(VERSION.into()).is_ok_and(|header| header.version == VERSION));
        for other in [0, u64::from(VERSION) + 1, u64::from(u32::MAX) + 1 + u64::from(VERSION)] {
            let error = version(other.into()).unwrap_err();
            assert!(matches!(error, ReadError::Version(found) if found == other), "{error}");
            assert!(error.to_string().contains(&format!("format {other}")), "{error}");
        }
        // The version is read before the configuration.
        let future = r#"{"type":"header","version":99,"config":"elsewhere"}"#;
        assert!(matches!(header(future), Err(ReadError::Version(99))));
    }

    #[test]
    fn a_foreign_file_is_distinguished_from_a_journal_with_a_bad_header() {
        for foreign in [
            header_with("version", None),
            header_with("version", Some("1".into())),
            header_with("version", Some((-1).into())),
            header_with("type", None),
            header_with("type", Some("game".into())),
            "{}".to_string(),
            "[Event \"x\"]".to_string(),
            String::new(),
        ] {
            assert!(matches!(header(&foreign), Err(ReadError::NotAJournal)), "{foreign}");
        }
        for config in [None, Some(Value::Null), Some("x".into())] {
            let error = header(&header_with("config", config)).unwrap_err();
            assert!(matches!(error, ReadError::Header(_)), "{error}");
        }
        // A schedule of so many pairings would exhaust the memory.
        let mut config =
            crate::model::config::Config::new("tictactoe".parse().unwrap(), Vec::new());
        config.pairings = 1_000_000_000_000;
        let config = serde_json::to_value(config).unwrap();
        let error = header(&header_with("config", Some(config))).unwrap_err();
        assert!(error.to_string().contains("pairings"), "{error}");
        let missing = read(Path::new("no-such-file-here")).unwrap_err();
        assert!(matches!(missing, ReadError::Io(_)));
    }

    #[test]
    fn a_file_with_an_incomplete_header_is_not_a_journal() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        std::fs::write(&path, header_with("version", Some(VERSION.into()))).unwrap();
        assert!(matches!(read(&path), Err(ReadError::NotAJournal)));
    }

    #[test]
    fn lines_that_are_not_games_are_skipped() {
        let game = |number| Journal::line(&record(number)).unwrap();
        let header = header_with("version", Some(VERSION.into()));
        let text = format!("{}{{\"type\":\"ga\n\n{header}\n{}", game(1), game(2));
        let mut games = Games::new(io::Cursor::new(text.as_bytes()));
        let found: Vec<GameLine> = games.by_ref().map(Result::unwrap).collect();
        assert_eq!(found.iter().map(|f| f.record.game).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(found[1].line, game(2).as_bytes());
        assert!(games.next().is_none());
    }
}
