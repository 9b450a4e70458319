//! Why a journal cannot be read.

use std::io;
use std::path::PathBuf;

use super::{Difference, VERSION};
use crate::files::access;

/// Why journals cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file is not a journal.
    #[error("the file is not a journal")]
    NotAJournal,
    /// The file is the journal of a tuning.
    #[error(
        "this is the journal of a tuning, not that of a tournament; `tune FILE --show` shows it"
    )]
    OfTuning,
    /// The file is the journal of a tournament.
    #[error("this is the journal of a tournament, not that of a tuning")]
    OfTournament,
    /// The journal has another version of the format.
    #[error("the journal has format {0}, but this program reads format {VERSION}")]
    Version(u64),
    /// The header is invalid.
    #[error("its header cannot be read: {0}")]
    Header(serde_json::Error),
    /// An error of the operating system. It is part of the message, so it is no
    /// source.
    #[error("{}", access::reason(.0))]
    Io(io::Error),
    /// One of several files cannot be read.
    #[error("{}: {error}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// Its error.
        error: Box<ReadError>,
    },
    /// The journals are of different tournaments.
    #[error(
        "{} and {} are of different tournaments: {}",
        first.display(),
        file.display(),
        difference.describe("in the first", "in the second")
    )]
    Mixed {
        /// The first journal.
        first: PathBuf,
        /// One of the others.
        file: PathBuf,
        /// The first difference. Its `first` value is that of the first
        /// journal.
        difference: Box<Difference>,
    },
    /// Two different games have the same number.
    #[error(
        "{file}: game {game} differs from a game with the same number read earlier; \
         `noughts-tournament audit {file}` names the lines",
        file = file.display()
    )]
    ConflictingGame {
        /// The journal with the second of these games.
        file: PathBuf,
        /// The number of the game.
        game: usize,
    },
    /// The list of journals is empty.
    #[error("there is no journal")]
    None,
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> ReadError {
        ReadError::Io(error)
    }
}
