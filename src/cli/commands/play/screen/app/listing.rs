//! The lists of games over the board: those that are kept, and those of a file, which
//! stays where it was for another game.

use ratatui::crossterm::event::Event;

use super::App;
use crate::cli::commands::play::screen::games::{GamesList, Listed};

impl App {
    /// Keeps the list from which the game was opened, for another one.
    pub(in crate::cli::commands::play::screen) fn with_list(self, list: Option<GamesList>) -> App {
        App { file: list.filter(GamesList::is_of_file), ..self }
    }

    /// Lists the games of the file, or else those that are kept.
    pub(super) fn list_games(&mut self) {
        let list = self.file.take();
        self.games = Some(list.unwrap_or_else(|| GamesList::recent(self.theme)));
    }

    /// Handles a key or a click in the open list of games.
    pub(super) fn read_games(&mut self, event: &Event) {
        let Some(games) = &mut self.games else { return };
        match games.read(event) {
            Some(Listed::Open(at)) => {
                let Some(opened) = games.open(at) else { return };
                self.close_games();
                self.controller.open(opened.loaded, opened.kept.as_deref());
                self.centre_cursor();
            }
            Some(Listed::Recent) => {
                self.close_games();
                self.games = Some(GamesList::recent(self.theme));
            }
            Some(Listed::Close) => self.close_games(),
            Some(Listed::Quit) => self.quit = true,
            None => {}
        }
    }

    /// Closes the list of games. That of a file stays as it is for another game.
    fn close_games(&mut self) {
        if let Some(list) = self.games.take().filter(GamesList::is_of_file) {
            self.file = Some(list);
        }
    }
}
