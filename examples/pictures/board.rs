//! Draws one position: squares, stones, and what is to be seen of them.

use std::collections::BTreeMap;

use noughts::game::{GameState, Side, Square};

use crate::svg::{CELL, INK, O, Point, SHOWN, SOFT, Svg, X};

/// What a square looks like besides its stone.
pub(crate) struct Mark {
    pub(crate) fill: &'static str,
    /// The strength of the colour, in per cent.
    pub(crate) percent: u32,
    pub(crate) text: String,
}

/// How a position is drawn.
pub(crate) struct Drawing<'a> {
    pub(crate) game: &'a dyn GameState,
    /// The upper left corner.
    pub(crate) at: Point,
    /// The side of a square, in pixels.
    pub(crate) cell: i32,
    /// The levels of a cube beside each other.
    pub(crate) across: usize,
}

impl Drawing<'_> {
    fn board_size(&self) -> Point {
        let board = self.game.board();
        let side = |squares: usize| squares as i32 * self.cell;
        (side(board.columns()) + self.edge(), side(board.rows()) + self.edge())
    }

    /// The room for the names of columns and rows.
    fn edge(&self) -> i32 {
        if self.cell < 20 { 0 } else { self.cell * 9 / 20 }
    }

    /// The upper left corner of a level.
    fn corner(&self, level: usize) -> Point {
        let (width, height) = self.board_size();
        let gap = self.cell * 2 / 3;
        let (column, row) = (level % self.across, level / self.across);
        (
            self.at.0 + column as i32 * (width + gap),
            self.at.1 + row as i32 * (height + gap + self.edge()),
        )
    }

    /// The centre of a square.
    pub(crate) fn centre(&self, square: Square) -> Point {
        let (column, row, level) = self.game.board().coordinates(square);
        let (x, y) = self.corner(level);
        let middle = |squares: usize| squares as i32 * self.cell + self.cell / 2;
        (x + self.edge() + middle(column), y + middle(row))
    }

    /// Draws the squares, coloured and written on by `mark`.
    pub(crate) fn squares(&self, svg: &mut Svg, mark: impl Fn(Square) -> Option<Mark>) {
        let board = self.game.board();
        let side = self.cell - (self.cell / 16).max(1);
        let all: Vec<Point> = board.squares().map(|square| self.centre(square)).collect();
        svg.squares(&all, side, CELL, 100);
        let marked = board.squares().filter_map(|square| Some((square, mark(square)?)));
        let marked: Vec<(Square, Mark)> = marked.collect();
        let mut alike: BTreeMap<(&str, u32), Vec<Point>> = BTreeMap::new();
        for (square, mark) in &marked {
            alike.entry((mark.fill, mark.percent)).or_default().push(self.centre(*square));
        }
        for ((fill, percent), centres) in alike {
            svg.squares(&centres, side, fill, percent);
        }
        for (square, mark) in &marked {
            svg.text(self.centre(*square), self.cell * 7 / 20, INK, &mark.text);
        }
        if self.edge() == 0 {
            return;
        }
        let size = self.cell * 3 / 10;
        for level in 0..board.levels() {
            let (x, y) = self.corner(level);
            let (width, height) = self.board_size();
            for column in 0..board.columns() {
                let (middle, _) = self.centre(board.square(column, 0, level));
                let name = char::from(b'a' + column as u8).to_string();
                svg.text((middle, y + height - self.edge() / 2), size, SOFT, &name);
            }
            for row in 0..board.rows() {
                let (_, middle) = self.centre(board.square(0, row, level));
                let number = (board.rows() - row).to_string();
                svg.text((x + self.edge() / 2, middle), size, SOFT, &number);
            }
            if board.levels() > 1 {
                let below = (x + (width + self.edge()) / 2, y + height + self.edge() / 3);
                svg.text(below, size, INK, &format!("level {}", level + 1));
            }
        }
    }

    /// Draws the squares that decided the game in another colour.
    pub(crate) fn decided(&self, svg: &mut Svg) {
        let decisive = self.game.highlights();
        let line = decisive.len() < 20;
        self.squares(svg, |square| {
            let is_shown = line && decisive.contains(square);
            is_shown.then(|| Mark { fill: SHOWN, percent: 100, text: String::new() })
        });
    }

    /// Draws the stones; those that do not matter are pale.
    pub(crate) fn stones(&self, svg: &mut Svg, pale: impl Fn(Square) -> bool) {
        for side in Side::BOTH {
            for square in self.game.stones(side) {
                let opacity = if pale(square) { "0.4" } else { "1" };
                match side {
                    Side::X => svg.cross(self.centre(square), self.cell * 6 / 25, opacity),
                    Side::O => svg.ring(self.centre(square), self.cell * 6 / 25, opacity),
                }
            }
        }
    }

    /// Draws the stones as the numbers of their plies.
    pub(crate) fn numbers(&self, svg: &mut Svg) {
        for (ply, &square) in self.game.moves().iter().enumerate() {
            let color = if self.game.side_at(ply) == Side::X { X } else { O };
            let at = self.centre(square);
            svg.text(at, self.cell / 2, color, &(ply + 1).to_string());
        }
    }

    /// Draws a line along the longest train of each side.
    pub(crate) fn trains(&self, svg: &mut Svg) {
        let trains = self.game.longest_trains().unwrap_or_default();
        for (train, color) in trains.iter().zip([X, O]) {
            let points: Vec<Point> = train.iter().map(|&square| self.centre(square)).collect();
            svg.path(&points, color, self.cell * 2 / 3);
        }
    }
}
