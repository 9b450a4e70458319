//! A list of games on a screen of its own, before any game is open.

use ratatui::Frame;
use ratatui::crossterm::event::Event;

use super::{GamesList, Listed};
use crate::cli::commands::play::library::{Library, Opened};
use crate::cli::commands::play::screen::style::Theme;
use crate::cli::commands::play::screen::window::{View, Window};

/// A list that fills the screen until a game is open.
struct GamesView {
    list: GamesList,
    /// Whether the list is closed, and the game that was opened.
    is_over: bool,
    quit: bool,
    opened: Option<Opened>,
}

impl View for GamesView {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        self.list.draw(frame);
    }

    fn read(&mut self, event: &Event) {
        match self.list.read(event) {
            Some(Listed::Open(at)) => {
                self.opened = self.list.open(at);
                self.is_over = self.opened.is_some();
            }
            Some(Listed::Recent) => self.list = GamesList::recent(self.list.theme),
            Some(Listed::Close) => self.is_over = true,
            Some(Listed::Quit) => (self.is_over, self.quit) = (true, true),
            None => {}
        }
    }

    fn is_over(&self) -> bool {
        self.is_over
    }
}

/// What became of a list.
pub(in crate::cli::commands::play) enum Chosen {
    /// A game is opened, from this list.
    Game(Box<Opened>, Box<GamesList>),
    None,
    Quit,
}

/// Shows a list of games until one is opened or the list is closed.
///
/// # Errors
///
/// When the terminal is gone.
pub(in crate::cli::commands::play) fn choose_game(
    window: &mut Window,
    library: Library,
) -> anyhow::Result<Chosen> {
    let list = GamesList::new(library, Theme::from_environment());
    let mut view = GamesView { list, is_over: false, quit: false, opened: None };
    window.show(&mut view)?;
    Ok(match view.opened {
        Some(opened) => Chosen::Game(Box::new(opened), Box::new(view.list)),
        None if view.quit || !view.is_over => Chosen::Quit,
        None => Chosen::None,
    })
}
