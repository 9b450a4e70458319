//! The constants of a board: its lines, grouped by run, and its symmetries.

use super::bits::Bits;
use crate::game::{Game, Lines, SquareSet};

/// One winning line, or what is still empty of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line<W> {
    /// The squares (in the search: the empty squares) of the line.
    pub(super) squares: W,
    /// The index of the maximal straight run of squares that it lies on. Two
    /// lines share two squares only if they lie on the same run, and the lines
    /// of a run are stored next to each other, in order.
    pub(super) run: u8,
}

/// The constants of a board.
#[derive(Clone, Debug)]
pub(super) struct Layout<W> {
    squares: usize,
    full: W,
    lines: Vec<Line<W>>,
    symmetries: Vec<Vec<u8>>,
}

impl<W: Bits> Layout<W> {
    /// The layout of a game's board; `None` if the board is not flat or does
    /// not fit the word.
    pub(super) fn new(game: &Lines) -> Option<Layout<W>> {
        let geometry = game.geometry();
        let squares = geometry.board().len();
        if !geometry.shape().is_flat() || squares > 8 * size_of::<W>() {
            return None;
        }
        let runs = geometry.runs();
        let line =
            |run: usize, line: SquareSet| Line { squares: W::from_set(line), run: run as u8 };
        let lines = runs.iter().enumerate();
        Some(Layout {
            squares,
            full: W::from_set(geometry.squares()),
            lines: lines.flat_map(|(i, run)| run.iter().map(move |&l| line(i, l))).collect(),
            // The first is the identity.
            symmetries: game
                .symmetries(&game.start())
                .iter()
                .map(|s| game.board().squares().map(|at| s.square(at).index() as u8).collect())
                .collect(),
        })
    }

    /// The number of squares.
    pub(super) fn squares(&self) -> usize {
        self.squares
    }

    /// All squares.
    pub(super) fn full(&self) -> W {
        self.full
    }

    /// All winning lines, run by run.
    pub(super) fn lines(&self) -> &[Line<W>] {
        &self.lines
    }

    /// The symmetries as maps from square to square; at most 8, and the first
    /// is the identity.
    pub(super) fn symmetries(&self) -> &[Vec<u8>] {
        &self.symmetries
    }

    /// Whether the stones contain a line.
    pub(super) fn has_line(&self, stones: W) -> bool {
        self.lines.iter().any(|line| line.squares & stones == line.squares)
    }
}
