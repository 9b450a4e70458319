//! Games to choose from: those of a file, or those that are kept.

use std::path::{Path, PathBuf};

use noughts::pgn::{PgnGame, first_game, games, result_word};
use noughts::protocol::printable;

use super::kept;
use super::record::{self, Loaded, RecordError, display};

/// The maximum length of a name of a player, in characters.
const MAX_NAME: usize = 60;

/// A list of games.
pub(super) struct Library {
    /// What the games are.
    pub(super) title: String,
    pub(super) entries: Vec<Entry>,
    /// The text with all games and the name of its file; `None` for kept games.
    text: Option<(String, String)>,
}

/// A game of the list. All its texts are safe to print.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) players: [String; 2],
    pub(super) game: String,
    pub(super) result: &'static str,
    pub(super) moves: usize,
    pub(super) date: String,
    place: Place,
}

/// Where a game is: the offset in the text of the library, or a file of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    At(usize),
    File(PathBuf),
}

/// A game from the list, with its file if it is a kept game.
pub(super) struct Opened {
    pub(super) loaded: Loaded,
    pub(super) kept: Option<PathBuf>,
}

impl Opened {
    /// Opens a kept game.
    ///
    /// # Errors
    ///
    /// When the file cannot be read or its game is not valid.
    pub(super) fn kept(file: &Path) -> Result<Opened, RecordError> {
        Ok(Opened { loaded: record::load(file)?, kept: Some(file.to_path_buf()) })
    }
}

impl Entry {
    fn new(game: &PgnGame, place: Place) -> Entry {
        let tag = |names: [&str; 2], most: usize| {
            let value = names.iter().find_map(|name| game.tag(name)).unwrap_or("?");
            printable(value, most)
        };
        Entry {
            players: [tag(["White", "X"], MAX_NAME), tag(["Black", "O"], MAX_NAME)],
            game: tag(["Game", "Variant"], MAX_NAME),
            result: result_word(game.result),
            moves: game.moves.len(),
            date: tag(["Date", "UTCDate"], 10),
            place,
        }
    }

    /// Whether every word of a search occurs in the entry.
    pub(super) fn has(&self, search: &str) -> bool {
        let Entry { players: [x, o], game, result, date, .. } = self;
        // Few people look for the sign of a draw.
        let words = match *result {
            "1/2-1/2" => "drawn",
            "*" => "unfinished",
            _ => "won",
        };
        let text = format!("{x} {o} {game} {result} {words} {date}").to_lowercase();
        search.to_lowercase().split_whitespace().all(|word| text.contains(word))
    }

    /// The players and the game in one line.
    pub(super) fn line(&self) -> String {
        let Entry { players: [x, o], game, result, moves, date, .. } = self;
        let unit = if *moves == 1 { "move" } else { "moves" };
        format!("{game}, {x} - {o}, {result}, {moves} {unit}, {date}")
    }
}

impl Library {
    /// Reads the games of a file.
    ///
    /// # Errors
    ///
    /// When the file cannot be read or has no game.
    pub(super) fn of_file(file: &Path) -> Result<Library, RecordError> {
        let (text, name) = (record::text(file)?, display(file));
        let mut entries: Vec<Entry> =
            games(&text).map(|game| Entry::new(&game, Place::At(game.at))).collect();
        if entries.is_empty() {
            // A game without moves and result.
            let game = first_game(&text).ok_or_else(|| RecordError::NoGame(name.clone()))?;
            entries.push(Entry::new(&game, Place::At(game.at)));
        }
        let title = file.file_name().map_or(name.clone().into(), |name| name.to_string_lossy());
        let title = printable(&title, 200);
        // A list has no room for the folders of its file.
        Ok(Library { title: title.clone(), entries, text: Some((text, title)) })
    }

    /// Whether the games are those of a file.
    pub(super) fn is_of_file(&self) -> bool {
        self.text.is_some()
    }

    /// Reads the games that are kept, the last one first. Files that are no games are left
    /// out.
    pub(super) fn of_kept() -> Library {
        let read = |file: PathBuf| {
            let game = first_game(&record::text(&file).ok()?)?;
            Some(Entry::new(&game, Place::File(file)))
        };
        let entries = kept::files().into_iter().rev().filter_map(read).collect();
        Library { title: "Recent games".to_string(), entries, text: None }
    }

    /// Opens a game by its place in the list.
    ///
    /// # Errors
    ///
    /// When there is no such game, or it is not valid.
    pub(super) fn open(&self, at: usize) -> Result<Opened, RecordError> {
        let none = || RecordError::Number(at + 1, self.entries.len());
        match (&self.entries.get(at).ok_or_else(none)?.place, &self.text) {
            (Place::File(file), _) => Opened::kept(file),
            (Place::At(_), None) => Err(none()),
            (Place::At(at), Some((text, name))) => {
                let game = first_game(text.get(*at..).unwrap_or_default()).unwrap_or_default();
                let loaded = record::read(&game, text, *at, name)?;
                Ok(Opened { loaded, kept: None })
            }
        }
    }
}

/// The last kept game that is not over, with a description.
pub(super) fn unfinished() -> Option<(PathBuf, String)> {
    kept::files().into_iter().rev().find_map(|file| {
        let game = first_game(&record::text(&file).ok()?)?;
        let is_open = game.result.is_none() && !game.moves.is_empty();
        is_open.then(|| {
            let entry = Entry::new(&game, Place::File(file.clone()));
            (file, format!("{}, {} moves", entry.game, entry.moves))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn library(text: &str) -> Library {
        static NEXT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let number = NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let name = format!("noughts-library-{}-{number}.pgn", std::process::id());
        let file = std::env::temp_dir().join(name);
        std::fs::write(&file, text).unwrap_or_else(|error| panic!("{error}"));
        let library = Library::of_file(&file).unwrap_or_else(|error| panic!("{error}"));
        std::fs::remove_file(&file).unwrap_or_else(|error| panic!("{error}"));
        library
    }

    #[test]
    fn every_game_of_a_file_is_listed_and_opened() {
        let library = library(
            "[White \"Anna\"]\n[Black \"B\u{1b}[2J\"]\n[Date \"2026.01.02\"]\n[Game \"tictactoe\"]\n\n\
             1. b2 a1 *\n\n[X \"Carl\"]\n[Game \"qubic\"]\n\n1. 1a1 1a1 1-0\n\n[White \"D\"]\n\n1. e4 *\n",
        );
        let lines: Vec<String> = library.entries.iter().map(Entry::line).collect();
        assert_eq!(lines[0], "tictactoe, Anna - B\\u{1b}[2J, *, 2 moves, 2026.01.02");
        assert_eq!(lines[1], "qubic, Carl - ?, 1-0, 2 moves, ?");
        let found = |search: &str| library.entries.iter().filter(|entry| entry.has(search)).count();
        assert_eq!((found("carl 1-0"), found("anna carl"), found("")), (1, 0, 3));
        assert_eq!((found("draw"), found("unfinished"), found("qubic won")), (0, 2, 1));
        let opened = library.open(0).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(opened.loaded.history.names(), ["b2", "a1"]);
        let error = |at: usize| library.open(at).map(|_| ()).map_err(|error| error.to_string());
        assert!(
            error(1).is_err_and(|text| text.contains(", line 11: move 2: \"1a1\" is occupied"))
        );
        assert!(error(2).is_err_and(|text| text.contains(", line 13 has no record of a game")));
        assert!(
            error(3).is_err_and(|text| text.contains("there is no game 4: the games are 1 to 3"))
        );
    }

    #[test]
    fn ten_thousand_games_are_read_at_once() {
        let game = "[White \"a\"]\n[Game \"tictactoe\"]\n\n1. b2 a1 2. c3 a3 3. a2 c2 4. b1 b3 5. c1 *\n\n";
        let begun = std::time::Instant::now();
        let library = library(&game.repeat(10_000));
        assert_eq!(library.entries.len(), 10_000);
        assert!(library.open(9_999).is_ok());
        // It takes some 30 ms; a quadratic reader would take minutes.
        assert!(begun.elapsed().as_secs() < 20);
    }
}
