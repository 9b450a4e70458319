//! Lists of games as plain text.

use noughts::protocol::printable;

use crate::cli::commands::play::library::{Library, Opened};
use crate::cli::console::show;

/// How many kept games are listed.
const MAX_GAMES: usize = 20;

/// Prints the games of a list with their numbers.
pub(in crate::cli::commands::play) fn list(library: &Library) {
    list_first(library, usize::MAX);
}

fn list_first(library: &Library, most: usize) {
    let width = library.entries.len().to_string().len();
    for (at, entry) in library.entries.iter().enumerate().take(most) {
        show!("{:>width$}  {}", at + 1, entry.line());
    }
}

/// Prints the kept games, the last one first.
pub(super) fn list_kept() {
    let library = Library::of_kept();
    list_first(&library, MAX_GAMES);
    match library.entries.len() {
        0 => show!("no game is kept yet"),
        all if all > MAX_GAMES => {
            show!("… and {} older ones; \"games {all}\" opens the oldest", all - MAX_GAMES);
        }
        _ => {}
    }
}

/// Opens a kept game by its number.
pub(super) fn open(number: &str) -> Result<Opened, String> {
    let number: Option<usize> = number.parse().ok().filter(|number| *number > 0);
    let number = number.ok_or("\"games\" needs the number of a game")?;
    let opened = Library::of_kept().open(number - 1);
    opened.map_err(|error| printable(&error.to_string(), 300))
}
