//! Reading journals, also while they grow.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::{Difference, Entry, Header, VERSION, differences};
use crate::agenda::{Admission, Agenda};
use crate::files::LARGEST;
use crate::record::GameRecord;

/// Why journals cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// It is something else.
    #[error("the file is not a journal")]
    Foreign,
    /// It was written by another version of the program.
    #[error("it is a journal of format {0}, and this program reads {VERSION}")]
    Version(u64),
    /// The header is not understood.
    #[error("its header cannot be read: {0}")]
    Header(serde_json::Error),
    /// The system refuses.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// One of several files cannot be read.
    #[error("{}: {error}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// Why.
        error: Box<ReadError>,
    },
    /// Journals of different tournaments.
    #[error("{} does not belong to {}: {difference}", file.display(), first.display())]
    Mixed {
        /// The first journal.
        first: PathBuf,
        /// One of the others.
        file: PathBuf,
        /// The first difference; "there" is the first journal.
        difference: Box<Difference>,
    },
    /// Two journals of one tournament have a game with the same number.
    #[error("{} has another game {game} than the journals before it", file.display())]
    Twice {
        /// The second journal.
        file: PathBuf,
        /// The number.
        game: usize,
    },
    /// There is nothing to read.
    #[error("there is no journal")]
    None,
}

/// Opens a journal.
///
/// # Errors
///
/// When it has no header that can be understood.
pub fn read(path: &Path) -> Result<(Header, Games<File>), ReadError> {
    read_from(File::open(path)?)
}

/// Reads a journal from where the file stands.
pub(super) fn read_from(file: File) -> Result<(Header, Games<File>), ReadError> {
    let mut games = Games { from: BufReader::new(file), line: Vec::new() };
    if !games.complete_line()? {
        return Err(ReadError::Foreign);
    }
    // First without the configuration, of which another version has another one.
    let header: Value = serde_json::from_slice(&games.line).map_err(|_| ReadError::Foreign)?;
    let version = header.get("version").and_then(Value::as_u64);
    match (header.get("type").and_then(Value::as_str), version) {
        (Some("header"), Some(version)) if version != u64::from(VERSION) => {
            return Err(ReadError::Version(version));
        }
        (Some("header"), Some(_)) => {}
        _ => return Err(ReadError::Foreign),
    }
    let entry = serde_json::from_slice(&games.line).map_err(ReadError::Header)?;
    let Entry::Header(header) = entry else { return Err(ReadError::Foreign) };
    games.line.clear();
    Ok((*header, games))
}

/// The games of a journal in the order of its lines. Behind the last complete
/// line it ends, and can be asked again later, when the journal has grown.
/// Lines that are no games were torn; they are skipped.
#[derive(Debug)]
pub struct Games<R> {
    from: BufReader<R>,
    /// What has come of the line that is not complete yet.
    line: Vec<u8>,
}

/// A game with the line it was read from.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The game.
    pub record: GameRecord,
    /// Its line, with its end.
    pub line: Vec<u8>,
}

impl<R: io::Read> Games<R> {
    /// Whether there is a complete line now.
    fn complete_line(&mut self) -> io::Result<bool> {
        let room = LARGEST.saturating_sub(self.line.len() as u64);
        self.from.by_ref().take(room).read_until(b'\n', &mut self.line)?;
        let is_complete = self.line.last() == Some(&b'\n');
        if !is_complete && self.line.len() as u64 >= LARGEST {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "a line does not end"));
        }
        Ok(is_complete)
    }
}

impl<R: io::Read> Iterator for Games<R> {
    type Item = io::Result<Found>;

    fn next(&mut self) -> Option<io::Result<Found>> {
        loop {
            match self.complete_line() {
                Ok(true) => {
                    let line = std::mem::take(&mut self.line);
                    if let Ok(Entry::Game(record)) = serde_json::from_slice(&line) {
                        return Some(Ok(Found { record: *record, line }));
                    }
                }
                Ok(false) => return None,
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

/// Several journals of one tournament, such as those of its shares.
#[derive(Debug)]
pub struct Journals {
    header: Header,
    files: Vec<(PathBuf, Games<File>)>,
    /// What has been read: the number of a game, and the hash of its line; of
    /// several lines if it was played again.
    seen: HashMap<usize, Vec<u64>>,
    /// Which games count, where pairings follow from results.
    agenda: Option<Agenda>,
}

impl Journals {
    /// Opens journals.
    ///
    /// # Errors
    ///
    /// When one of them cannot be read, or they are of different tournaments.
    pub fn open<P: AsRef<Path>>(paths: &[P]) -> Result<Journals, ReadError> {
        let mut journals: Option<Journals> = None;
        for path in paths {
            let file = path.as_ref().to_path_buf();
            let (header, games) = read(&file)
                .map_err(|error| ReadError::File { file: file.clone(), error: Box::new(error) })?;
            match &mut journals {
                None => {
                    let (files, seen) = (vec![(file, games)], HashMap::new());
                    let follows = !header.config.format.is_fixed();
                    let agenda = follows.then(|| Agenda::of(&header.config, None));
                    journals = Some(Journals { header, files, seen, agenda });
                }
                Some(Journals { header: first, files, .. }) => {
                    if let Some(difference) = differences(first, &header).into_iter().next() {
                        let first = files[0].0.clone();
                        let difference = Box::new(difference);
                        return Err(ReadError::Mixed { first, file, difference });
                    }
                    files.push((file, games));
                }
            }
        }
        journals.ok_or(ReadError::None)
    }

    /// What all of them have in common, in the words of the first.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Hands over the games that have not been read yet, and can be called
    /// again while the journals grow. A game that is in several journals, as
    /// when some have been merged already, is handed over once. Where pairings
    /// follow from results a game is held back while games are missing from
    /// which its own follows, and left out when it does not follow from them.
    ///
    /// # Errors
    ///
    /// When a journal cannot be read, or has a different game of the number of
    /// another one.
    pub fn news(&mut self, mut each: impl FnMut(Found)) -> Result<(), ReadError> {
        for (file, games) in &mut self.files {
            for found in games {
                let found = found.map_err(|error| ReadError::File {
                    file: file.clone(),
                    error: Box::new(error.into()),
                })?;
                let mut hasher = DefaultHasher::new();
                found.line.hash(&mut hasher);
                let game = found.record.game;
                let twice = || ReadError::Twice { file: file.clone(), game };
                let seen = self.seen.entry(game).or_default();
                if seen.contains(&hasher.finish()) {
                    continue;
                }
                seen.push(hasher.finish());
                let Some(agenda) = &mut self.agenda else {
                    if seen.len() > 1 {
                        return Err(twice());
                    }
                    each(found);
                    continue;
                };
                for admission in agenda.admit(found) {
                    match admission {
                        Admission::Counts { found, .. } => each(found),
                        Admission::Stray(_) => {}
                        Admission::Twice(_) => return Err(twice()),
                    }
                }
            }
        }
        Ok(())
    }

    /// The same, and then the games that were held back: for who does not wait
    /// until the missing ones have been played again.
    ///
    /// # Errors
    ///
    /// As for [`news`](Journals::news).
    pub fn all(&mut self, mut each: impl FnMut(Found)) -> Result<(), ReadError> {
        self.news(&mut each)?;
        let waiting = self.agenda.as_mut().map(Agenda::take_waiting).unwrap_or_default();
        // Of several with one number the last one was played last.
        let last: BTreeMap<usize, Found> =
            waiting.into_iter().map(|found| (found.record.game, found)).collect();
        last.into_values().for_each(each);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;
    use crate::journal::Journal;
    use crate::journal::tests::record;
    use std::io::Write;

    #[test]
    fn journals_are_read_while_they_grow() {
        let folder = tempfile::tempdir().unwrap();
        let paths = ["a", "b"].map(|name| folder.path().join(name));
        let config = Config::new("tictactoe".parse().unwrap(), Vec::new());
        for (path, shard) in paths.iter().zip(["1/2", "2/2"]) {
            Journal::open(path, &config, Some(shard.parse().unwrap())).unwrap();
        }
        let mut journals = Journals::open(&paths).unwrap();
        assert_eq!(journals.header().config, config);
        let mut seen = Vec::new();
        let mut news = |seen: &mut Vec<usize>| {
            journals.news(|found| seen.push(found.record.game)).map_err(|e| e.to_string())
        };
        let append = |path: &Path, bytes: &[u8]| {
            File::options().append(true).open(path).unwrap().write_all(bytes).unwrap();
        };
        let [one, two] = [1, 2].map(|game| Journal::line(&record(game)).unwrap());
        news(&mut seen).unwrap();
        append(&paths[1], &one.as_bytes()[..30]);
        news(&mut seen).unwrap();
        assert!(seen.is_empty());
        append(&paths[1], &one.as_bytes()[30..]);
        append(&paths[0], two.as_bytes());
        news(&mut seen).unwrap();
        assert_eq!(seen, [2, 1]);
        append(&paths[0], one.as_bytes());
        news(&mut seen).unwrap();
        assert_eq!(seen, [2, 1]);
        let mut other = record(2);
        other.started += 1;
        append(&paths[1], Journal::line(&other).unwrap().as_bytes());
        let error = news(&mut seen).unwrap_err();
        assert!(error.contains("another game 2"), "{error}");
    }

    #[test]
    fn journals_of_different_tournaments_are_not_mixed() {
        let folder = tempfile::tempdir().unwrap();
        let paths = ["a", "b"].map(|name| folder.path().join(name));
        let mut config = Config::new("tictactoe".parse().unwrap(), Vec::new());
        Journal::open(&paths[0], &config, None).unwrap();
        config.pairings = 7;
        Journal::open(&paths[1], &config, None).unwrap();
        let error = Journals::open(&paths).unwrap_err().to_string();
        assert!(error.contains("pairings is 10 there and 7 here"), "{error}");
        std::fs::write(&paths[1], "{\"type\":\"header\",\"version\":99}\n").unwrap();
        let error = Journals::open(&paths).unwrap_err().to_string();
        assert!(error.contains("format 99"), "{error}");
        assert!(matches!(Journals::open::<PathBuf>(&[]).unwrap_err(), ReadError::None));
    }
}
