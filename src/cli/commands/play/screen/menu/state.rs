//! The state of the menu, and what keys and clicks do with it.

use std::path::PathBuf;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::{Position, Rect};
use ratatui::widgets::ListState;

use super::row::Row;
use super::values::{self, Value};
use crate::cli::commands::play::kept::Choice;
use crate::cli::commands::play::screen::answer::edit;
use crate::cli::commands::play::screen::style::Theme;

/// What the user decided to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli::commands::play) enum Start {
    /// Begin the chosen game.
    Game(Choice),
    /// Go on with the game in this file.
    Resume(PathBuf),
    RecentGames,
    Puzzles,
    Quit,
}

/// The values of a setting, from which one is being chosen.
pub(super) struct Picking {
    pub(super) row: Row,
    pub(super) values: Vec<Value>,
    pub(super) list: ListState,
}

/// A value that is being typed.
pub(super) struct Typing {
    pub(super) row: Row,
    pub(super) text: String,
    pub(super) error: String,
}

/// The menu and everything that is open in it.
pub(super) struct Menu {
    pub(super) choice: Choice,
    pub(super) unfinished: Option<(PathBuf, String)>,
    pub(super) rows: Vec<Row>,
    pub(super) list: ListState,
    pub(super) picking: Option<Picking>,
    pub(super) typing: Option<Typing>,
    pub(super) theme: Theme,
    /// Where the rows, and the values being chosen from, were drawn.
    pub(super) places: [Rect; 2],
    pub(super) start: Option<Start>,
}

impl Menu {
    pub(super) fn new(choice: Choice, unfinished: Option<(PathBuf, String)>, theme: Theme) -> Menu {
        let rows = Row::ALL.into_iter();
        let rows = rows.filter(|row| *row != Row::Resume || unfinished.is_some()).collect();
        let list = ListState::default().with_selected(Some(0));
        let (picking, typing, places, start) = (None, None, [Rect::ZERO; 2], None);
        Menu { choice, unfinished, rows, list, picking, typing, theme, places, start }
    }

    fn row(&self) -> Row {
        self.list.selected().and_then(|at| self.rows.get(at)).copied().unwrap_or(Row::Play)
    }

    pub(super) fn read_key(&mut self, key: KeyEvent) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if control && matches!(key.code, KeyCode::Char('c' | 'd')) {
            self.start = Some(Start::Quit);
        } else if self.typing.is_some() {
            self.read_typed(key.code, control);
        } else if control || key.modifiers.contains(KeyModifiers::ALT) {
            // No other key with these means anything here.
        } else if self.picking.is_some() {
            self.read_picking(key.code);
        } else {
            self.read_row(key.code);
        }
    }

    fn read_row(&mut self, code: KeyCode) {
        match code {
            KeyCode::Up | KeyCode::BackTab => self.step(-1),
            KeyCode::Down | KeyCode::Tab => self.step(1),
            KeyCode::Home => self.list.select(Some(0)),
            KeyCode::End => self.list.select(Some(self.rows.len() - 1)),
            KeyCode::Left => self.change(-1),
            KeyCode::Right => self.change(1),
            KeyCode::Enter | KeyCode::Char(' ') => self.enter(),
            KeyCode::Esc => self.start = Some(Start::Quit),
            // As the digits of a keyboard lie, 0 is level 10.
            KeyCode::Char(c @ '0'..='9') => {
                self.choice.level =
                    c.to_digit(10).map_or(10, |n| if n == 0 { 10 } else { n.into() });
            }
            KeyCode::Char(c) => {
                let is_key = |row: &Row| row.key() == c.to_ascii_lowercase();
                if let Some(at) = self.rows.iter().position(is_key) {
                    self.list.select(Some(at));
                    self.enter();
                }
            }
            _ => {}
        }
    }

    /// Moves on by a row; behind the last one comes the first.
    fn step(&mut self, by: isize) {
        let count = self.rows.len() as isize;
        let at = self.list.selected().unwrap_or(0) as isize;
        self.list.select(Some((at + by).rem_euclid(count) as usize));
    }

    /// Takes the value of this row before or after the present one.
    fn change(&mut self, by: isize) {
        let values = values::of(self.row(), &self.choice);
        let known: Vec<Value> = values.into_iter().filter(|value| *value != Value::Typed).collect();
        if known.is_empty() {
            return;
        }
        let at = known.iter().position(|value| value.is_in(&self.choice));
        let next = match at {
            Some(at) => (at as isize + by).rem_euclid(known.len() as isize) as usize,
            None => 0,
        };
        known[next].put_in(&mut self.choice);
    }

    /// Does what the row says.
    fn enter(&mut self) {
        self.start = match self.row() {
            Row::Play => Some(Start::Game(self.choice.clone())),
            Row::Resume => self.unfinished.clone().map(|(file, _)| Start::Resume(file)),
            Row::RecentGames => Some(Start::RecentGames),
            Row::Puzzles => Some(Start::Puzzles),
            Row::Quit => Some(Start::Quit),
            row => return self.pick(row),
        };
    }

    /// Opens the list of the values of a setting.
    fn pick(&mut self, row: Row) {
        let values = values::of(row, &self.choice);
        let at = values.iter().position(|value| value.is_in(&self.choice)).unwrap_or(0);
        self.picking =
            Some(Picking { row, values, list: ListState::default().with_selected(Some(at)) });
    }

    fn read_picking(&mut self, code: KeyCode) {
        let Some(picking) = &mut self.picking else { return };
        let last = picking.values.len() - 1;
        let at = picking.list.selected().unwrap_or(0);
        match code {
            KeyCode::Up => picking.list.select(Some(at.checked_sub(1).unwrap_or(last))),
            KeyCode::Down => picking.list.select(Some(if at < last { at + 1 } else { 0 })),
            KeyCode::Home | KeyCode::PageUp => picking.list.select(Some(0)),
            KeyCode::End | KeyCode::PageDown => picking.list.select(Some(last)),
            KeyCode::Enter | KeyCode::Char(' ') => self.take_picked(),
            KeyCode::Esc | KeyCode::Left => self.picking = None,
            // Who types a value need not choose "another" before.
            KeyCode::Char(c) if picking.values.contains(&Value::Typed) => {
                picking.list.select(Some(last));
                self.take_picked();
                self.read_typed(KeyCode::Char(c), false);
            }
            KeyCode::Char('q') => self.picking = None,
            _ => {}
        }
    }

    fn take_picked(&mut self) {
        let Some(picking) = self.picking.take() else { return };
        match picking.list.selected().and_then(|at| picking.values.get(at)) {
            Some(Value::Typed) => {
                let (row, text, error) = (picking.row, String::new(), String::new());
                self.typing = Some(Typing { row, text, error });
            }
            Some(value) => {
                value.put_in(&mut self.choice);
                // The next Enter plays.
                self.list.select(Some(0));
            }
            None => {}
        }
    }

    fn read_typed(&mut self, code: KeyCode, control: bool) {
        let Some(typing) = &mut self.typing else { return };
        if control {
            edit(&mut typing.text, code);
            return;
        }
        match code {
            KeyCode::Char(c) if !c.is_control() && typing.text.len() < values::MAX_TYPED => {
                typing.text.push(c);
            }
            KeyCode::Backspace => drop(typing.text.pop()),
            KeyCode::Esc => self.typing = None,
            KeyCode::Enter => match values::typed(typing.row, &typing.text, &self.choice) {
                Ok(value) => {
                    value.put_in(&mut self.choice);
                    self.typing = None;
                    self.list.select(Some(0));
                }
                Err(error) => typing.error = error,
            },
            _ => {}
        }
    }

    /// Handles a click, which chooses what it hits.
    pub(super) fn click(&mut self, place: Position) {
        if self.typing.is_some() {
            return;
        }
        let [rows, values] = self.places;
        let hit = |area: Rect, offset: usize, count: usize| {
            let at = usize::from(place.y.saturating_sub(area.y)) + offset;
            (area.contains(place) && at < count).then_some(at)
        };
        if let Some(picking) = &mut self.picking {
            match hit(values, picking.list.offset(), picking.values.len()) {
                Some(at) => {
                    picking.list.select(Some(at));
                    self.take_picked();
                }
                None => self.picking = None,
            }
        } else if let Some(at) = hit(rows, self.list.offset(), self.rows.len()) {
            self.list.select(Some(at));
            self.enter();
        }
    }
}
