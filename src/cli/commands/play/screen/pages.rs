//! The pages of text over the board: the keys, and the rules of the game.

use noughts::game::GameState;
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Constraint;
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};

use super::action::KEYS;
use crate::cli::words::rules::{self, wrap};

/// The widths of the pages, with their borders: longer lines are hard to read.
const WIDTHS: [u16; 2] = [48, 78];

/// What a page shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Topic {
    Keys,
    Rules,
}

/// An open page.
#[derive(Debug)]
pub(super) struct Page {
    topic: Topic,
    /// The first line that is shown, and the last one that can be the first.
    top: u16,
    last_top: u16,
}

/// What a key does with a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turned {
    Stay,
    Close,
    Quit,
}

impl Page {
    pub(super) fn new(topic: Topic) -> Page {
        Page { topic, top: 0, last_top: 0 }
    }

    /// Reads a key: the arrows scroll a page that is too long, and any other closes it.
    pub(super) fn read(&mut self, key: KeyEvent) -> Turned {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            let quits = matches!(key.code, KeyCode::Char('c' | 'C' | 'd' | 'D'));
            return if quits { Turned::Quit } else { Turned::Stay };
        }
        let by = match key.code {
            KeyCode::Up => -1,
            KeyCode::Down => 1,
            KeyCode::PageUp => -10,
            KeyCode::PageDown => 10,
            _ => return Turned::Close,
        };
        if self.last_top == 0 {
            return Turned::Close;
        }
        self.top = self.top.saturating_add_signed(by).min(self.last_top);
        Turned::Stay
    }

    pub(super) fn draw(&mut self, state: &dyn GameState, frame: &mut Frame<'_>) {
        let area = frame.area();
        let width = area.width.min(WIDTHS[self.topic as usize]);
        let inner = width.saturating_sub(2);
        let (title, lines) = match self.topic {
            Topic::Keys => ("Keys".to_string(), keys(state.board().levels() > 1, inner.into())),
            Topic::Rules => {
                (format!("Rules of {}", state.spec()), rules::page(&state.spec(), inner.into()))
            }
        };
        let rows = |line: &String| line.chars().count().div_ceil(usize::from(inner).max(1)).max(1);
        let length = lines.iter().map(rows).sum::<usize>() as u16;
        let height = area.height.min(length.saturating_add(2));
        self.last_top = length.saturating_sub(height.saturating_sub(2));
        self.top = self.top.min(self.last_top);
        let place = area.centered(Constraint::Length(width), Constraint::Length(height));
        frame.render_widget(Clear, place);
        let end = if self.last_top > 0 {
            " ↑↓, any other key goes back "
        } else {
            " any key goes back "
        };
        let block = Block::bordered()
            .title(format!(" {title} "))
            .title_bottom(Line::raw(end).right_aligned());
        let text = Paragraph::new(lines.into_iter().map(Line::raw).collect::<Vec<Line<'_>>>());
        let text = text.wrap(Wrap { trim: false }).scroll((self.top, 0));
        frame.render_widget(text.block(block), place);
    }
}

/// The keys, and what the marks on the board mean.
fn keys(is_cube: bool, width: usize) -> Vec<String> {
    let mut lines: Vec<String> =
        KEYS.iter().map(|(key, what)| format!("{key:<12} {what}")).collect();
    lines.push(String::new());
    let values = "Values: +3 wins in 3 plies, +≤3 within 3, -4 loses, = draws; 62: the side to \
                  move wins 62 of 100, an estimate (6 in small squares)";
    lines.extend(wrap(values, width));
    if is_cube {
        lines.push("x o ! would complete a line".to_string());
    }
    lines
}
