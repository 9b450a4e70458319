//! The start menu: what to play, and how. It is shown before any engine is started.

mod draw;
mod row;
mod state;
mod values;
mod words;

use std::path::PathBuf;

use ratatui::Frame;
use ratatui::crossterm::event::{Event, KeyEventKind, MouseButton, MouseEventKind};
use ratatui::layout::Position;

use super::style::Theme;
use super::window::{View, Window};
use crate::cli::commands::play::kept::Choice;
use state::Menu;
pub(in crate::cli::commands::play) use state::Start;

/// Shows the menu. `unfinished` is the last game that can go on, with a description.
///
/// # Errors
///
/// When the terminal is gone.
pub(in crate::cli::commands::play) fn choose_start(
    window: &mut Window,
    unfinished: Option<(PathBuf, String)>,
) -> anyhow::Result<Start> {
    let mut menu = Menu::new(Choice::last(), unfinished, Theme::from_environment());
    window.show(&mut menu)?;
    Ok(menu.start.unwrap_or(Start::Quit))
}

impl View for Menu {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        draw::draw(self, frame);
    }

    fn read(&mut self, event: &Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.read_key(*key),
            Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                self.click(Position::new(mouse.column, mouse.row));
            }
            _ => {}
        }
    }

    fn is_over(&self) -> bool {
        self.start.is_some()
    }
}

#[cfg(test)]
mod tests;
