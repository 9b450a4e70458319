//! A list of games on the screen, from which one is chosen.

mod whole;

use ratatui::Frame;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::layout::{Constraint, Layout, Position, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Clear, Paragraph, Row, Table, TableState, Wrap};

use super::answer::edit;
use super::style::Theme;
use crate::cli::commands::play::library::{Entry, Library, Opened};
pub(in crate::cli::commands::play) use whole::{Chosen, choose_game};

/// The keys named at the bottom, under the games of a file and under those that are kept.
const KEYS_OF_FILE: &str = "↑↓ Enter open  / search (a name, 1-0, drawn)  o recent games  Esc back";
const KEYS: &str = "↑↓ Enter open  / search (a name, qubic, drawn)  Esc back";

/// The maximum length of a search, in bytes.
const MAX_SEARCH: usize = 200;

/// The maximum width of the column for the game.
const MAX_GAME: usize = 20;

/// The width from which the columns for the date and the moves are shown.
const WIDE: u16 = 60;

/// What a key does with the list as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Listed {
    /// Open the game at this place of the library.
    Open(usize),
    /// List the games that are kept instead of those of a file.
    Recent,
    Close,
    Quit,
}

/// The list with its search.
pub(in crate::cli::commands::play) struct GamesList {
    library: Library,
    theme: Theme,
    /// The places of the games that the search finds.
    found: Vec<usize>,
    /// Which of them is chosen, and which is in the first row.
    at: usize,
    top: usize,
    search: String,
    /// Whether the search is being typed.
    is_searching: bool,
    /// Why a game was not opened.
    error: String,
    /// Where the rows were drawn.
    rows: Rect,
}

impl GamesList {
    pub(super) fn new(library: Library, theme: Theme) -> GamesList {
        let found = (0..library.entries.len()).collect();
        GamesList {
            library,
            theme,
            found,
            at: 0,
            top: 0,
            search: String::new(),
            is_searching: false,
            error: String::new(),
            rows: Rect::ZERO,
        }
    }

    /// Lists the games that are kept.
    pub(super) fn recent(theme: Theme) -> GamesList {
        GamesList::new(Library::of_kept(), theme)
    }

    /// Whether the games are those of a file.
    pub(super) fn is_of_file(&self) -> bool {
        self.library.is_of_file()
    }

    /// Opens a game; if that fails, the list shows the reason.
    pub(super) fn open(&mut self, at: usize) -> Option<Opened> {
        let opened = self.library.open(at);
        opened
            .map_err(|error| self.error = noughts::protocol::printable(&error.to_string(), 300))
            .ok()
    }

    /// Handles a key or a click.
    pub(super) fn read(&mut self, event: &Event) -> Option<Listed> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                self.error.clear();
                self.read_key(*key)
            }
            Event::Mouse(mouse) => {
                let place = Position::new(mouse.column, mouse.row);
                match mouse.kind {
                    MouseEventKind::ScrollDown => self.go_to(self.at.saturating_add(3)),
                    MouseEventKind::ScrollUp => self.go_to(self.at.saturating_sub(3)),
                    MouseEventKind::Down(MouseButton::Left) if self.rows.contains(place) => {
                        let at = self.top + usize::from(place.y - self.rows.y);
                        let is_again = at == self.at;
                        self.go_to(at);
                        return is_again.then(|| self.chosen()).flatten();
                    }
                    _ => {}
                }
                None
            }
            _ => None,
        }
    }

    fn chosen(&self) -> Option<Listed> {
        self.found.get(self.at).copied().map(Listed::Open)
    }

    fn read_key(&mut self, key: KeyEvent) -> Option<Listed> {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            if matches!(key.code, KeyCode::Char('c' | 'd')) {
                return Some(Listed::Quit);
            }
            if self.is_searching && edit(&mut self.search, key.code) {
                self.find();
            }
            return None;
        }
        let page = usize::from(self.rows.height.max(1));
        match key.code {
            KeyCode::Enter if self.is_searching => self.is_searching = false,
            KeyCode::Esc if self.is_searching || !self.search.is_empty() => {
                self.is_searching = false;
                self.search.clear();
                self.find();
            }
            KeyCode::Backspace if self.is_searching => {
                self.search.pop();
                self.find();
            }
            KeyCode::Char(_) if self.is_searching && self.search.len() >= MAX_SEARCH => {}
            KeyCode::Char(c) if self.is_searching => {
                self.search.push(c);
                self.find();
            }
            KeyCode::Up => self.go_to(self.at.saturating_sub(1)),
            KeyCode::Down => self.go_to(self.at + 1),
            KeyCode::PageUp => self.go_to(self.at.saturating_sub(page)),
            KeyCode::PageDown => self.go_to(self.at + page),
            KeyCode::Home => self.go_to(0),
            KeyCode::End => self.go_to(usize::MAX),
            KeyCode::Char('/') => self.is_searching = true,
            KeyCode::Enter => return self.chosen(),
            KeyCode::Char('o') if self.is_of_file() => return Some(Listed::Recent),
            KeyCode::Esc | KeyCode::Char('q' | 'o') => return Some(Listed::Close),
            _ => {}
        }
        None
    }

    fn go_to(&mut self, at: usize) {
        self.at = at.min(self.found.len().saturating_sub(1));
    }

    /// Finds the games that match the search.
    fn find(&mut self) {
        let entries = self.library.entries.iter().enumerate();
        self.found =
            entries.filter(|(_, entry)| entry.has(&self.search)).map(|(at, _)| at).collect();
        (self.at, self.top) = (0, 0);
    }

    pub(super) fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        frame.render_widget(Clear, area);
        let parts = [
            Constraint::Length(1),
            Constraint::Length(1),
            Constraint::Fill(1),
            Constraint::Length(u16::from(!self.error.is_empty()) * 3),
            Constraint::Length(1),
        ];
        let [title, head, rows, error, keys] = Layout::vertical(parts).areas(area);
        self.rows = rows;
        let all = self.library.entries.len();
        let count = match self.found.len() {
            found if found < all => format!("{found} of {all}"),
            _ => all.to_string(),
        };
        let name = Line::styled(self.library.title.as_str(), self.theme.strong());
        frame.render_widget(name, title);
        let count = Line::raw(format!(" {count}")).right_aligned();
        let width = (count.width() as u16).min(title.width);
        frame.render_widget(count, Rect { x: title.right() - width, width, ..title });
        let page = usize::from(rows.height.max(1));
        self.top = self.top.min(self.at).max((self.at + 1).saturating_sub(page));
        let is_wide = area.width >= WIDE;
        let shown = self.found.iter().skip(self.top).take(page);
        let shown = shown.filter_map(|&at| Some((at, self.library.entries.get(at)?)));
        let cells = shown.map(|(at, entry)| Row::new(columns(at, entry, is_wide)));
        let number = all.to_string().len() as u16;
        // The names of the players may be cut, but "tictactoe:7x" tells nothing.
        let games = self.library.entries.iter().map(|entry| entry.game.chars().count());
        let game = games.max().unwrap_or(0).clamp(4, MAX_GAME) as u16;
        let widths: &[Constraint] = if is_wide {
            &[
                Constraint::Length(number),
                Constraint::Fill(1),
                Constraint::Fill(1),
                Constraint::Length(game),
                Constraint::Length(7),
                Constraint::Length(5),
                Constraint::Length(10),
            ]
        } else {
            &[
                Constraint::Length(number),
                Constraint::Fill(1),
                Constraint::Fill(1),
                Constraint::Fill(1),
                Constraint::Length(7),
            ]
        };
        let names = ["", "X", "O", "game", "result", "moves", "date"];
        let header = Row::new(names.into_iter().take(widths.len())).style(self.theme.dim());
        let table =
            Table::new(cells, widths).header(header).row_highlight_style(self.theme.cursor());
        let mut state = TableState::new().with_selected(Some(self.at - self.top));
        frame.render_stateful_widget(table, head.union(rows), &mut state);
        let error_text = Paragraph::new(self.error.as_str()).wrap(Wrap { trim: true });
        frame.render_widget(error_text, error);
        let bottom = match (self.is_searching, self.search.is_empty()) {
            (true, _) => Line::styled(format!("search: {}▏", self.search), self.theme.strong()),
            (false, false) => Line::raw(format!("search: {}  (Esc shows all)", self.search)),
            (false, true) if all == 0 => Line::raw("No game is kept yet. Esc back"),
            _ if self.is_of_file() => Line::styled(KEYS_OF_FILE, self.theme.dim()),
            _ => Line::styled(KEYS, self.theme.dim()),
        };
        frame.render_widget(bottom, keys);
    }
}

/// The columns of a game, numbered from 1.
fn columns(at: usize, entry: &Entry, is_wide: bool) -> Vec<String> {
    let Entry { players: [x, o], game, result, moves, date, .. } = entry;
    let mut columns =
        vec![(at + 1).to_string(), x.clone(), o.clone(), game.clone(), (*result).to_string()];
    if is_wide {
        columns.extend([moves.to_string(), date.clone()]);
    }
    columns
}

#[cfg(test)]
mod tests;
