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

/// The least width of a panel beside the board, and height of one below it.
const PANEL: (u16, u16) = (24, 4);

/// The columns and rows between the levels of a cube.
const GAP: u16 = 2;

/// The forms of a square, the largest first: width, height, ruled.
const SQUARES: [(u16, u16, bool); 6] =
    [(7, 3, true), (5, 1, true), (3, 1, true), (4, 1, false), (3, 1, false), (2, 1, false)];

impl Form {
    /// The distance of two squares, across and down.
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
        (across * (width + GAP) - GAP, down * height)
    }

    /// Returns the middle line of a square without the column that divides it
    /// from the one before.
    pub(super) fn inside(self, square: Rect) -> Rect {
        let gap = u16::from(!self.ruled);
        Rect::new(square.x + gap, square.y + square.height / 2, square.width - gap, 1)
    }

    /// Returns the upper left corner of a level, from that of the board.
    pub(super) fn level_at(self, board: &Board, level: usize) -> (u16, u16) {
        let (width, height) = self.level(board);
        let level = level as u16;
        (level % self.across * (width + GAP), level / self.across * height)
    }

    /// Returns the inside of a square, from the corner of the board.
    pub(super) fn square(self, board: &Board, square: Square) -> (u16, u16) {
        let (column, row, level) = board.coordinates(square);
        let (x, y) = self.level_at(board, level);
        let (across, down) = self.step();
        let line = u16::from(self.ruled);
        let title = u16::from(board.levels() > 1);
        (x + margin(board) + line + across * column as u16, y + title + line + down * row as u16)
    }
}

/// The columns for the numbers of the rows.
pub(super) fn margin(board: &Board) -> u16 {
    board.rows().to_string().len() as u16 + 1
}

impl Layout {
    /// Returns the layout with the largest form of the board, or the least size
    /// of a screen for it.
    pub(super) fn new(screen: Rect, board: &Board) -> Result<Layout, (u16, u16)> {
        let forms = || {
            let across = (1..=board.levels() as u16).rev();
            SQUARES.into_iter().flat_map(move |(width, height, ruled)| {
                across.clone().map(move |across| Form { width, height, ruled, across })
            })
        };
        let rows = screen.height.saturating_sub(1);
        let beside = |form: Form| {
            let (width, height) = form.size(board);
            width + GAP + PANEL.0 <= screen.width && height <= rows
        };
        let below = |form: Form| {
            let (width, height) = form.size(board);
            width <= screen.width && height + PANEL.1 <= rows
        };
        for form in forms() {
            let (width, height) = form.size(board);
            let (x, y) = (screen.x, screen.y);
            let (board, panel) = if beside(form) {
                let left = screen.width - width - GAP;
                (Rect::new(x, y, width, height), Rect::new(x + width + GAP, y, left, rows))
            } else if below(form) {
                let left = rows - height;
                (Rect::new(x, y, width, height), Rect::new(x, y + height, screen.width, left))
            } else {
                continue;
            };
            let keys = Rect::new(x, y + rows, screen.width, 1);
            return Ok(Layout { form, board, panel, keys });
        }
        let sizes = forms().map(|form| form.size(board));
        let least = sizes.map(|(width, height)| (width, height + PANEL.1 + 1)).min_by_key(|size| {
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

    const GAMES: [&str; 10] = [
        "tictactoe",
        "tictactoe:1",
        "tictactoe:11",
        "tictactoe:7x6:4",
        "tictactoe:11x1:3",
        "tictactoe:1x11:3",
        "tictactrains",
        "qubic:2",
        "qubic",
        "qubic:5",
    ];

    #[test]
    fn every_board_fits_on_the_usual_and_the_small_screen() {
        for spec in GAMES {
            for (width, height) in [(80, 24), (40, 20), (200, 60)] {
                let layout = Layout::new(Rect::new(0, 0, width, height), &board(spec));
                assert!(layout.is_ok(), "{spec} {width}x{height}: {layout:?}");
            }
        }
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
