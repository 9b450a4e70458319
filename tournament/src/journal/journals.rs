//! Reads the journals of one tournament together, also while they grow.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};

use super::read::{Found, Games, ReadError, read};
use super::seen::{Seen, Sight};
use super::{Header, differences};
use crate::game_queue::{Acceptance, GameQueue};

/// The open journals of one tournament, such as those of its shares.
#[derive(Debug)]
pub struct Journals {
    header: Header,
    files: Vec<(PathBuf, Games<File>)>,
    seen: Seen,
    /// Decides which games count; only if pairings follow from results.
    game_queue: Option<GameQueue>,
}

impl Journals {
    /// Opens journals.
    ///
    /// # Errors
    ///
    /// When a journal cannot be read, or the journals are of different
    /// tournaments.
    pub fn open<P: AsRef<Path>>(paths: &[P]) -> Result<Journals, ReadError> {
        let mut journals: Option<Journals> = None;
        for path in paths {
            let file = path.as_ref().to_path_buf();
            let (header, games) = read(&file)
                .map_err(|error| ReadError::File { file: file.clone(), error: Box::new(error) })?;
            match &mut journals {
                None => {
                    let (files, seen) = (vec![(file, games)], Seen::default());
                    let follows = !header.config.format.is_fixed();
                    let game_queue = follows.then(|| GameQueue::of(&header.config, None));
                    journals = Some(Journals { header, files, seen, game_queue });
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

    /// Returns the header of the first journal. The others have the same
    /// configuration, except for values that do not change the games.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Calls `each` for every game that has not been read yet. Can be called
    /// again while the journals grow.
    ///
    /// A game that is in several journals, perhaps because some have been
    /// merged, is passed on once. If pairings follow from results, a game is
    /// held back while games that its pairing follows from are missing, and
    /// skipped if its pairing does not follow from them.
    ///
    /// # Errors
    ///
    /// When a journal cannot be read, or two different games have the same
    /// number.
    pub fn news(&mut self, mut each: impl FnMut(Found)) -> Result<(), ReadError> {
        for (file, games) in &mut self.files {
            for found in games {
                let found = found.map_err(|error| ReadError::File {
                    file: file.clone(),
                    error: Box::new(error.into()),
                })?;
                let game = found.record.game;
                let twice = || ReadError::Twice { file: file.clone(), game };
                let sight = self.seen.note(&found);
                if sight == Sight::Again {
                    continue;
                }
                let Some(game_queue) = &mut self.game_queue else {
                    if sight == Sight::Another {
                        return Err(twice());
                    }
                    each(found);
                    continue;
                };
                for acceptance in game_queue.accept(found) {
                    match acceptance {
                        Acceptance::Counts { found, .. } => each(found),
                        Acceptance::Stray(_) => {}
                        Acceptance::Twice(_) => return Err(twice()),
                    }
                }
            }
        }
        Ok(())
    }

    /// As [`news`](Journals::news), and then passes on the games that were held
    /// back, for a caller that does not wait for the missing games.
    ///
    /// # Errors
    ///
    /// The errors of [`news`](Journals::news).
    pub fn all(&mut self, mut each: impl FnMut(Found)) -> Result<(), ReadError> {
        self.news(&mut each)?;
        let waiting = self.game_queue.as_mut().map(GameQueue::take_waiting).unwrap_or_default();
        // Of several games with one number, the last one is the latest.
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
