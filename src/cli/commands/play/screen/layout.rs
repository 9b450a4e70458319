//! Where everything is on the screen: the largest form of the board that fits,
//! and the panel beside or below it.

use noughts::game::{Board, Square};
use ratatui::layout::{Position, Rect};

/// How the squares of a board are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Form {
    /// The width of a square, without its border.
    pub(super) width: u16,
    /// The height of a square, without its border.
    pub(super) height: u16,
    /// Whether lines divide the squares.
    pub(super) ruled: bool,
    /// How many levels of a cube stand side by side.
    pub(super) across: u16,
}

/// The parts of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) form: Form,
    pub(super) board: Rect,
    pub(super) panel: Rect,
    /// The line with the keys, or with what is being typed.
    pub(super) keys: Rect,
}

/// The minimum width of a panel beside the board.
const PANEL_WIDTH: u16 = 24;

/// The preferred and the minimum height of a panel below the board.
const PANEL_HEIGHTS: [u16; 2] = [7, 4];

/// The columns between the board and the panel, and between levels of a cube.
const GAPS: (u16, u16) = (2, 1);

/// The forms of a square, the largest first: width, height, ruled.
const SQUARES: [(u16, u16, bool); 5] =
    [(7, 3, true), (5, 1, true), (3, 1, true), (4, 1, false), (3, 1, false)];

/// The form of a square that has no room for a value.
const NARROW: (u16, u16, bool) = (2, 1, false);

impl Form {
    /// The distance between adjacent squares, across and down.
    fn step(self) -> (u16, u16) {
        let line = u16::from(self.ruled);
        (self.width + line, self.height + line)
    }

    /// The size of one level, with its numbers, letters and title.
    fn level(self, board: &Board) -> (u16, u16) {
        let line = u16::from(self.ruled);
        let (across, down) = self.step();
        let title = u16::from(board.levels() > 1);
        let width = margin(board) + across * board.columns() as u16 + line;
        (width, down * board.rows() as u16 + line + 1 + title)
    }

    /// The size of the whole board.
    pub(super) fn size(self, board: &Board) -> (u16, u16) {
        let (width, height) = self.level(board);
        let across = self.across.min(board.levels() as u16);
        let down = (board.levels() as u16).div_ceil(self.across);
        (across * (width + GAPS.1) - GAPS.1, down * height)
    }

    /// Returns the middle line of a square, without the column that separates
    /// it from the square on its left.
    pub(super) fn inside(self, square: Rect) -> Rect {
        let gap = u16::from(!self.ruled);
        Rect::new(square.x + gap, square.y + square.height / 2, square.width - gap, 1)
    }

    /// Returns the upper left corner of a level, relative to that of the board.
    pub(super) fn level_at(self, board: &Board, level: usize) -> (u16, u16) {
        let (width, height) = self.level(board);
        let level = level as u16;
        (level % self.across * (width + GAPS.1), level / self.across * height)
    }

    /// Returns the upper left corner of the inside of a square, relative to
    /// that of the board.
    pub(super) fn square(self, board: &Board, square: Square) -> (u16, u16) {
        let (column, row, level) = board.coordinates(square);
        let (x, y) = self.level_at(board, level);
        let (across, down) = self.step();
        let line = u16::from(self.ruled);
        let title = u16::from(board.levels() > 1);
        (x + margin(board) + line + across * column as u16, y + title + line + down * row as u16)
    }
}

/// Returns the forms of a board, the best first: as many levels side by side as
/// possible, with squares as large as possible.
fn forms(board: &Board) -> impl Iterator<Item = Form> + use<> {
    let levels = board.levels() as u16;
    let wide = (1..=levels).flat_map(move |down| SQUARES.map(|square| (down, square)));
    let narrow = (1..=levels).map(|down| (down, NARROW));
    wide.chain(narrow).map(move |(down, (width, height, ruled))| Form {
        width,
        height,
        ruled,
        across: levels.div_ceil(down),
    })
}

/// The columns for the numbers of the rows.
pub(super) fn margin(board: &Board) -> u16 {
    board.rows().to_string().len() as u16 + 1
}

impl Layout {
    /// Returns the layout with the largest form of the board that fits, or else
    /// a sufficient size of the screen.
    pub(super) fn new(screen: Rect, board: &Board) -> Result<Layout, (u16, u16)> {
        let rows = screen.height.saturating_sub(1);
        let beside = |form: Form| {
            let (width, height) = form.size(board);
            width + GAPS.0 + PANEL_WIDTH <= screen.width && height <= rows
        };
        let below = |form: Form, panel: u16| {
            let (width, height) = form.size(board);
            width <= screen.width && height + panel <= rows
        };
        let tries =
            PANEL_HEIGHTS.into_iter().flat_map(|panel| forms(board).map(move |f| (panel, f)));
        for (panel, form) in tries {
            let (width, height) = form.size(board);
            let (x, y) = (screen.x, screen.y);
            let (board, panel) = if beside(form) {
                let taken = width + GAPS.0;
                (
                    Rect::new(x, y, width, height),
                    Rect::new(x + taken, y, screen.width - taken, rows),
                )
            } else if below(form, panel) {
                (
                    Rect::new(x, y, width, height),
                    Rect::new(x, y + height, screen.width, rows - height),
                )
            } else {
                continue;
            };
            let keys = Rect::new(x, y + rows, screen.width, 1);
            return Ok(Layout { form, board, panel, keys });
        }
        let sizes = forms(board).map(|form| form.size(board));
        let sizes = sizes.map(|(width, height)| (width, height + PANEL_HEIGHTS[1] + 1));
        let least = sizes.min_by_key(|size| {
            // The size that needs the smallest change.
            let more = |wanted: u16, given: u16| u32::from(wanted.saturating_sub(given));
            more(size.0, screen.width) + more(size.1, screen.height)
        });
        Err(least.unwrap_or((80, 24)))
    }

    /// Returns the square at a place on the screen.
    pub(super) fn square_at(&self, board: &Board, place: Position) -> Option<Square> {
        board.squares().find(|&square| self.square(board, square).contains(place))
    }

    /// Returns the inside of a square on the screen.
    pub(super) fn square(&self, board: &Board, square: Square) -> Rect {
        let (x, y) = self.form.square(board, square);
        Rect::new(self.board.x + x, self.board.y + y, self.form.width, self.form.height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use noughts::game::new_game;

    fn board(spec: &str) -> Board {
        *new_game(&spec.parse().unwrap_or_else(|error| panic!("{error}"))).board()
    }

    const GAMES: [&str; 12] = [
        "tictactoe",
        "tictactoe:1",
        "tictactoe:11",
        "tictactoe:20",
        "tictactoe:12x15:5",
        "tictactoe:7x6:4",
        "tictactoe:11x1:3",
        "tictactoe:1x11:3",
        "tictactrains",
        "qubic:2",
        "qubic",
        "qubic:5",
    ];

    #[test]
    fn every_board_fits_on_the_usual_and_most_on_the_small_screen() {
        for spec in GAMES {
            for (width, height) in [(80, 24), (40, 20), (200, 60)] {
                let board = board(spec);
                let layout = Layout::new(Rect::new(0, 0, width, height), &board);
                // 40x20 is too small for these.
                if width == 40 && ["tictactoe:20", "tictactoe:12x15:5"].contains(&spec) {
                    assert!(layout.is_err(), "{spec} {width}x{height}");
                    continue;
                }
                assert!(layout.is_ok(), "{spec} {width}x{height}: {layout:?}");
            }
        }
    }

    #[test]
    fn levels_stand_side_by_side_where_there_is_room() {
        let across = |spec: &str, width, height| {
            let layout = Layout::new(Rect::new(0, 0, width, height), &board(spec));
            layout.map(|layout| layout.form.across)
        };
        assert_eq!(across("qubic", 80, 24), Ok(4));
        assert_eq!(across("qubic", 40, 20), Ok(2));
        assert_eq!(across("qubic:5", 80, 24), Ok(3));
        assert_eq!(across("qubic", 20, 40), Ok(1));
    }

    #[test]
    fn nothing_overlaps_and_nothing_leaves_the_screen() {
        for spec in GAMES {
            let board = board(spec);
            for width in (10..140).step_by(7) {
                for height in (5..60).step_by(3) {
                    let screen = Rect::new(0, 0, width, height);
                    let Ok(layout) = Layout::new(screen, &board) else { continue };
                    let Layout { board: place, panel, keys, .. } = layout;
                    let parts = [place, panel, keys];
                    for (i, part) in parts.iter().enumerate() {
                        assert_eq!(part.intersection(screen), *part, "{spec} {width}x{height}");
                        assert!(parts[..i].iter().all(|other| !other.intersects(*part)));
                    }
                    for square in board.squares() {
                        let inside = layout.square(&board, square);
                        assert_eq!(inside.intersection(place), inside, "{spec} {width}x{height}");
                        let found = layout.square_at(&board, inside.as_position());
                        assert_eq!(found, Some(square));
                    }
                }
            }
        }
    }

    #[test]
    fn a_screen_of_the_size_asked_for_is_large_enough() {
        for spec in GAMES {
            let board = board(spec);
            for (width, height) in [(1, 1), (5, 60), (100, 4), (30, 10)] {
                let tried = Layout::new(Rect::new(0, 0, width, height), &board);
                let Err((width, height)) = tried else { continue };
                let screen = Rect::new(0, 0, width, height);
                assert!(Layout::new(screen, &board).is_ok(), "{spec} {width}x{height}");
            }
        }
    }
}
