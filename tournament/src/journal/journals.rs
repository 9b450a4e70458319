//! Reads the journals of one tournament together, also while they grow.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};

use super::read::{Doubt, Games, read};
use super::read_error::ReadError;
use super::{Difference, Header, MAX_DOUBTS, Run, differences};
use crate::journal::file::line_history::{LineHistory, Occurrence};
use crate::model::record::GameLine;
use crate::plan::queue::{Acceptance, GameQueue};

/// The journals of one tournament, such as those of its shares, open for
/// reading. A [`Journal`](super::Journal) is open for writing.
#[derive(Debug)]
pub struct Journals {
    header: Header,
    /// The path of the first journal, for errors.
    first: PathBuf,
    files: Vec<(PathBuf, Games<File>)>,
    history: LineHistory,
    /// The runs read so far, in the order of the files.
    runs: Vec<Run>,
    /// The doubts about the lines read so far, with their files.
    doubts: Vec<(PathBuf, Doubt)>,
    /// Decides which games count; present only if the schedule depends on
    /// results.
    game_queue: Option<GameQueue>,
    /// The number of games of a schedule that does not depend on results.
    fixed: usize,
}

impl Journals {
    /// Opens journals.
    ///
    /// # Errors
    ///
    /// When a journal cannot be read, or the journals are of different
    /// tournaments.
    pub fn open<P: AsRef<Path>>(paths: &[P]) -> Result<Journals, ReadError> {
        let mut paths = paths.iter().map(AsRef::as_ref);
        let mut journals = Journals::begin(paths.next().ok_or(ReadError::None)?)?;
        paths.try_for_each(|path| journals.add(path))?;
        Ok(journals)
    }

    /// Opens the first journal.
    fn begin(path: &Path) -> Result<Journals, ReadError> {
        let (header, games) = open(path)?;
        let depends = !header.config.format.is_fixed();
        let game_queue = depends.then(|| GameQueue::of(&header.config, None));
        let files = vec![(path.to_path_buf(), games)];
        let fixed = fixed_total(&header);
        Ok(Journals {
            header,
            fixed,
            first: path.to_path_buf(),
            files,
            history: LineHistory::default(),
            runs: Vec::new(),
            doubts: Vec::new(),
            game_queue,
        })
    }

    /// Adds a journal.
    ///
    /// # Errors
    ///
    /// When it cannot be read, or is of another tournament.
    pub fn add(&mut self, path: &Path) -> Result<(), ReadError> {
        let (header, games) = open(path)?;
        let pairings = header.config.pairings;
        if let Some(difference) = difference(&self.header, header) {
            let (first, file) = (self.first.clone(), path.to_path_buf());
            return Err(ReadError::Mixed { first, file, difference: Box::new(difference) });
        }
        self.header.config.pairings = self.header.config.pairings.max(pairings);
        self.fixed = fixed_total(&self.header);
        self.files.push((path.to_path_buf(), games));
        Ok(())
    }

    /// Returns the number of journals that are read.
    pub fn count(&self) -> usize {
        self.files.len()
    }

    /// Closes a journal. The games that were read from it stay.
    pub fn leave_out(&mut self, path: &Path) {
        self.files.retain(|(file, _)| file != path);
    }

    /// Returns the header of the first journal. The others have the same
    /// configuration, except for values that do not change the games.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the number of games of the tournament, as far as it is known: in a
    /// knockout and a Swiss tournament it depends on the results read so far.
    pub fn total(&self) -> usize {
        self.game_queue.as_ref().map_or(self.fixed, GameQueue::total)
    }

    /// Returns the runs that have been read so far.
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// Returns the lines read so far that do not count, with their files.
    pub fn doubts(&self) -> &[(PathBuf, Doubt)] {
        &self.doubts
    }

    /// Calls `each` for every game that has not been read yet. Can be called
    /// again while the journals grow.
    ///
    /// A game that is in several journals, perhaps because some have been
    /// merged, is passed on once. If the schedule depends on results, a game is
    /// held back until the games that determine its pairing are present, and
    /// skipped if they determine another pairing.
    ///
    /// # Errors
    ///
    /// When a journal cannot be read, or two different games have the same
    /// number.
    pub fn read_new(&mut self, mut each: impl FnMut(GameLine)) -> Result<(), ReadError> {
        for (file, games) in &mut self.files {
            while let Some(found) = games.next() {
                let found = found.map_err(|error| ReadError::File {
                    file: file.clone(),
                    error: Box::new(error.into()),
                })?;
                // A run may have added pairings.
                self.fixed = add_runs(games, &mut self.header, &mut self.runs, self.fixed);
                let game = found.record.game;
                let is_there = self.game_queue.is_some() || (1..=self.fixed).contains(&game);
                let engines = &self.header.config.engines;
                let has_players = found
                    .record
                    .players
                    .iter()
                    .all(|player| engines.iter().any(|engine| engine.name == *player));
                if !is_there || !has_players {
                    let what = if is_there { "has other engines" } else { "is none" };
                    let reason = format!("game {game} {what} of this tournament");
                    let doubt = Doubt { line: games.line_number(), reason, counts: false };
                    if self.doubts.len() < MAX_DOUBTS {
                        self.doubts.push((file.clone(), doubt));
                    }
                    continue;
                }
                let conflict = || ReadError::ConflictingGame { file: file.clone(), game };
                let occurrence = self.history.record(&found);
                if occurrence == Occurrence::Repeat {
                    continue;
                }
                let Some(game_queue) = &mut self.game_queue else {
                    if occurrence == Occurrence::Conflict {
                        return Err(conflict());
                    }
                    each(found);
                    continue;
                };
                for acceptance in game_queue.accept(found) {
                    match acceptance {
                        Acceptance::Counts { found, .. } => each(found),
                        // Lost games were replayed with other results, which
                        // changed its pairing.
                        Acceptance::Stray(_) => {}
                        Acceptance::Twice(_) => return Err(conflict()),
                    }
                }
            }
            let doubts = games.take_doubts().into_iter();
            self.doubts.extend(doubts.map(|line| (file.clone(), line)));
            self.fixed = add_runs(games, &mut self.header, &mut self.runs, self.fixed);
        }
        Ok(())
    }

    /// As [`read_new`](Journals::read_new), and then passes on the games that
    /// were held back, for a caller that does not wait for the missing games.
    ///
    /// # Errors
    ///
    /// The errors of [`read_new`](Journals::read_new).
    pub fn read_all(&mut self, mut each: impl FnMut(GameLine)) -> Result<(), ReadError> {
        self.read_new(&mut each)?;
        let waiting = self.game_queue.as_mut().map(GameQueue::take_waiting).unwrap_or_default();
        // Of several games with one number, keep the one read last.
        let last: BTreeMap<usize, GameLine> =
            waiting.into_iter().map(|found| (found.record.game, found)).collect();
        last.into_values().for_each(each);
        Ok(())
    }
}

/// Adds the runs that a journal has had since the last call; returns the number of games
/// of a schedule that does not depend on results, which was `fixed`.
fn add_runs(
    games: &mut Games<File>,
    header: &mut Header,
    runs: &mut Vec<Run>,
    fixed: usize,
) -> usize {
    let mut fixed = fixed;
    for run in games.take_runs() {
        // Pairings cannot be added to a knockout or a Swiss tournament.
        if header.config.format.is_fixed() && run.pairings > header.config.pairings {
            header.config.pairings = run.pairings;
            fixed = fixed_total(header);
        }
        runs.push(run);
    }
    fixed
}

/// Returns the number of games of a schedule that does not depend on results.
fn fixed_total(header: &Header) -> usize {
    let games = if header.config.no_swap { 1 } else { 2 };
    header.config.schedule().total().saturating_mul(games)
}

/// Returns the first difference that makes two headers those of different
/// tournaments.
pub(crate) fn difference(first: &Header, mut second: Header) -> Option<Difference> {
    if first.config.format.is_fixed() {
        // Some journals may already have been continued with more pairings.
        second.config.pairings = first.config.pairings;
    }
    differences(first, &second).into_iter().next()
}

/// Opens a journal for reading; an error names its file.
fn open(path: &Path) -> Result<(Header, Games<File>), ReadError> {
    read(path).map_err(|error| ReadError::File { file: path.to_path_buf(), error: Box::new(error) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::Journal;
    use crate::journal::tests::{config, record};
    use crate::model::config::Config;
    use std::io::Write;

    #[test]
    fn journals_are_read_while_they_grow() {
        let folder = tempfile::tempdir().unwrap();
        let paths = ["a", "b"].map(|name| folder.path().join(name));
        let config = config();
        for (path, shard) in paths.iter().zip(["1/2", "2/2"]) {
            Journal::open(path, &config, Some(shard.parse().unwrap())).unwrap();
            // Lines without check values count only in a journal without any.
            let header = std::fs::read_to_string(path).unwrap();
            let (body, _) = header.rsplit_once(",\"after\"").unwrap();
            std::fs::write(path, format!("{body}}}\n")).unwrap();
        }
        let mut journals = Journals::open(&paths).unwrap();
        assert_eq!(journals.header().config, config);
        let mut seen = Vec::new();
        let mut read_new = |seen: &mut Vec<usize>| {
            journals.read_new(|found| seen.push(found.record.game)).map_err(|e| e.to_string())
        };
        let append = |path: &Path, bytes: &[u8]| {
            File::options().append(true).open(path).unwrap().write_all(bytes).unwrap();
        };
        let [one, two] = [1, 2].map(|game| Journal::line(&record(game)).unwrap());
        read_new(&mut seen).unwrap();
        append(&paths[1], &one.as_bytes()[..30]);
        read_new(&mut seen).unwrap();
        assert!(seen.is_empty());
        append(&paths[1], &one.as_bytes()[30..]);
        append(&paths[0], two.as_bytes());
        read_new(&mut seen).unwrap();
        assert_eq!(seen, [2, 1]);
        append(&paths[0], one.as_bytes());
        read_new(&mut seen).unwrap();
        assert_eq!(seen, [2, 1]);
        let mut other = record(2);
        other.started += 1;
        append(&paths[1], Journal::line(&other).unwrap().as_bytes());
        let error = read_new(&mut seen).unwrap_err();
        assert!(error.contains("b: game 2 differs from a game with the same number"), "{error}");
    }

    #[test]
    fn journals_of_different_tournaments_are_not_mixed() {
        let folder = tempfile::tempdir().unwrap();
        let paths = ["a", "b"].map(|name| folder.path().join(name));
        let mut config = Config::new("tictactoe".parse().unwrap(), Vec::new());
        Journal::open(&paths[0], &config, None).unwrap();
        config.seed = 7;
        Journal::open(&paths[1], &config, None).unwrap();
        let error = Journals::open(&paths).unwrap_err().to_string();
        assert!(error.contains("seed is 0 in the first but 7 in the second"), "{error}");
        std::fs::write(&paths[1], "{\"type\":\"header\",\"version\":99}\n").unwrap();
        let error = Journals::open(&paths).unwrap_err().to_string();
        assert!(error.contains("format 99"), "{error}");
        assert!(matches!(Journals::open::<PathBuf>(&[]).unwrap_err(), ReadError::None));
    }
}
