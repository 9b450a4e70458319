//! Draws the board: stones, trains, threats, values, cursor.

use noughts::game::lines::{Geometry, Shape};
use noughts::game::{GameSpec, GameState, Side, Square, WideSet};
use noughts::search::Score;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::symbols::line;

use super::layout::{Layout, margin};
use super::style::Theme;
use crate::cli::commands::play::analysis::Findings;

/// A position and the marks that are drawn on its board.
pub(super) struct Picture<'a> {
    pub(super) state: &'a dyn GameState,
    /// The squares of the longest trains.
    pub(super) trains: WideSet,
    pub(super) last: Option<Square>,
    pub(super) cursor: Option<Square>,
    pub(super) hint: Option<Square>,
    /// The empty squares that the rules close for this ply.
    pub(super) closed: WideSet,
    /// The square of the ply that lost the game.
    pub(super) mistake: Option<Square>,
    /// The values of the moves, if they are shown.
    pub(super) values: Option<&'a Findings>,
}

/// The marked squares of a cube.
struct Cube {
    /// The squares on lines through the cursor.
    lit: WideSet,
    /// The empty squares that would complete a line of each side.
    threats: [WideSet; 2],
}

/// The empty squares that the rules close for this ply, or on which a move loses at once.
pub(super) fn closed(state: &dyn GameState) -> WideSet {
    let all: WideSet = state.board().squares().collect();
    (all - state.legal() - state.stones(Side::X) - state.stones(Side::O)) | state.forbidden()
}

impl Picture<'_> {
    pub(super) fn draw(&self, layout: &Layout, theme: Theme, buffer: &mut Buffer) {
        self.draw_frame(layout, theme, buffer);
        let cube = self.cube();
        let highlights = self.state.highlights() | self.trains;
        for square in self.state.board().squares() {
            let place = layout.square(self.state.board(), square);
            let (text, mut style) =
                self.content(square, highlights, &cube, layout.form.inside(place).width, theme);
            if cube.lit.contains(square) {
                style = theme.lit().patch(style);
            }
            if self.closed.contains(square) {
                // Without lines between them the squares would run into each other.
                let shaded = if layout.form.ruled { place } else { layout.form.inside(place) };
                shade(shaded, theme.frame(), buffer);
            }
            let is_cursor = self.cursor == Some(square);
            if is_cursor {
                style = style.patch(theme.cursor());
            }
            buffer.set_style(place, style);
            let inside = layout.form.inside(place);
            let length = text.chars().count() as u16;
            // A stone stands in the middle; longer texts begin further right.
            let left = inside.width.saturating_sub(length) + u16::from(length > 1);
            let x = inside.x + (left / 2).min(inside.width.saturating_sub(length));
            if !self.closed.contains(square) {
                buffer.set_stringn(x, inside.y, &text, usize::from(inside.width), style);
            }
            self.draw_marks(square, inside, theme, style, buffer);
        }
    }

    /// Draws marks beside the stone if there is room: for the losing or the
    /// last ply, and brackets around the cursor, which show it also without
    /// reversed text.
    fn draw_marks(
        &self,
        square: Square,
        place: Rect,
        theme: Theme,
        style: Style,
        buffer: &mut Buffer,
    ) {
        let last = place.right() - 1;
        if self.cursor == Some(square) && place.width >= 5 {
            buffer.set_string(place.x, place.y, "[", style);
            buffer.set_string(last, place.y, "]", style);
        }
        let mark = match square {
            square if self.mistake == Some(square) => "?",
            square if self.last == Some(square) => "'",
            _ => return,
        };
        let x = place.x + (place.width - 1) / 2 + 1;
        if x <= last {
            buffer.set_string(x, place.y, mark, style.patch(theme.dim()));
        }
    }

    fn content(
        &self,
        square: Square,
        highlights: WideSet,
        cube: &Cube,
        width: u16,
        theme: Theme,
    ) -> (String, Style) {
        for side in Side::BOTH {
            if self.state.stones(side).contains(square) {
                let style = match highlights.contains(square) {
                    true => theme.highlight(side),
                    false => theme.side(side),
                };
                return (side.to_string(), style);
            }
        }
        let value = self.values.and_then(|values| values.of(square));
        if let Some(finding) = value {
            let sign = match finding.score {
                Score::Win(_) => 1,
                Score::Loss(_) => -1,
                Score::Draw => 0,
                Score::Cp(_) => finding.lead(),
            };
            let style = theme.value(sign);
            let is_best = self.values.and_then(Findings::best) == Some(finding);
            let style = if is_best { style.patch(theme.strong()) } else { style };
            return (finding.mark(usize::from(width)), style);
        }
        if self.hint == Some(square) {
            return ("*".to_string(), theme.hint());
        }
        let threats = Side::BOTH.map(|side| cube.threats[side.index()].contains(square));
        match threats {
            [true, true] => return ("!".to_string(), theme.hint()),
            [true, false] => return ("x".to_string(), theme.side(Side::X)),
            [false, true] => return ("o".to_string(), theme.side(Side::O)),
            [false, false] => {}
        }
        if self.state.legal().contains(square) {
            return ("·".to_string(), theme.frame());
        }
        (" ".to_string(), Style::new())
    }

    /// Numbers, letters, the titles of levels, and the lines between squares.
    fn draw_frame(&self, layout: &Layout, theme: Theme, buffer: &mut Buffer) {
        let board = self.state.board();
        let style = theme.frame();
        for level in 0..board.levels() {
            let first = layout.square(board, board.square(0, 0, level));
            let last =
                layout.square(board, board.square(board.columns() - 1, board.rows() - 1, level));
            let rule = u16::from(layout.form.ruled);
            let left = first.x - rule - margin(board);
            for row in 0..board.rows() {
                let place = layout.square(board, board.square(0, row, level));
                let number = (board.rows() - row).to_string();
                let width = usize::from(margin(board) - 1);
                buffer.set_string(
                    left,
                    place.y + place.height / 2,
                    format!("{number:>width$}"),
                    style,
                );
            }
            for column in 0..board.columns() {
                let place = layout.square(board, board.square(column, 0, level));
                let letter = char::from(b'a' + column as u8).to_string();
                let inside = layout.form.inside(place);
                let x = inside.x + (inside.width - 1) / 2;
                buffer.set_string(x, last.bottom() + rule, letter, style);
            }
            if board.levels() > 1 {
                let title = format!("layer {}", level + 1);
                let room = usize::from(last.right() - left);
                buffer.set_stringn(left, first.y - rule - 1, title, room, style);
            }
            if layout.form.ruled {
                let outside = Rect::new(
                    first.x - 1,
                    first.y - 1,
                    last.right() - first.x + 2,
                    last.bottom() - first.y + 2,
                );
                rule_squares(
                    outside,
                    (layout.form.width + 1, layout.form.height + 1),
                    style,
                    buffer,
                );
            }
        }
    }

    fn cube(&self) -> Cube {
        let mut cube = Cube { lit: WideSet::EMPTY, threats: [WideSet::EMPTY; 2] };
        let GameSpec::Lines(shape @ Shape::Cube { .. }) = self.state.spec() else { return cube };
        let geometry = Geometry::<WideSet>::new(shape);
        if let Some(cursor) = self.cursor {
            cube.lit =
                geometry.through(cursor).iter().fold(WideSet::EMPTY, |all, &line| all | line);
        }
        let stones = Side::BOTH.map(|side| self.state.stones(side));
        for &line in geometry.lines() {
            let empty = line - stones[0] - stones[1];
            for side in Side::BOTH {
                let others = line & stones[(!side).index()];
                if empty.len() == 1 && others.is_empty() {
                    cube.threats[side.index()] |= empty;
                }
            }
        }
        cube
    }
}

/// Shades a square that may not be used now.
fn shade(place: Rect, style: Style, buffer: &mut Buffer) {
    for row in place.rows() {
        buffer.set_string(row.x, row.y, "░".repeat(usize::from(row.width)), style);
    }
}

/// Draws a grid whose lines are `across` and `down` cells apart.
fn rule_squares(outside: Rect, (across, down): (u16, u16), style: Style, buffer: &mut Buffer) {
    let set = line::NORMAL;
    for y in outside.top()..outside.bottom() {
        for x in outside.left()..outside.right() {
            let (dx, dy) = (x - outside.x, y - outside.y);
            let ends = [x + 1 == outside.right(), y + 1 == outside.bottom()];
            let symbol = match (dx % across == 0, dy % down == 0) {
                (false, false) => continue,
                (true, false) => set.vertical,
                (false, true) => set.horizontal,
                (true, true) => match (dx, dy, ends) {
                    (0, 0, _) => set.top_left,
                    (0, _, [_, true]) => set.bottom_left,
                    (0, _, _) => set.vertical_right,
                    (_, 0, [true, _]) => set.top_right,
                    (_, 0, _) => set.horizontal_down,
                    (_, _, [true, true]) => set.bottom_right,
                    (_, _, [true, false]) => set.vertical_left,
                    (_, _, [false, true]) => set.horizontal_up,
                    (_, _, [false, false]) => set.cross,
                },
            };
            buffer.set_string(x, y, symbol, style);
        }
    }
}
