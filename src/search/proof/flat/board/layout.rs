//! The constants of a board: its lines, grouped by run, and its symmetries.

use crate::game::lines::Position;
use crate::game::{Game, Lines, Square, SquareSet};
use crate::search::proof::bits::Bits;

/// One winning line, or what is still empty of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OpenLine<W> {
    /// The squares (in the search: the empty squares) of the line.
    pub(crate) squares: W,
    /// The index of the maximal straight run of squares that it lies on. Two
    /// lines share two squares only if they lie on the same run, and the lines
    /// of a run are stored next to each other, in order.
    pub(crate) run: u8,
}

/// The constants of a board.
#[derive(Clone, Debug)]
pub(crate) struct Layout<W> {
    squares: usize,
    full: W,
    lines: Vec<OpenLine<W>>,
    symmetries: Vec<Vec<u8>>,
}

impl<W: Bits> Layout<W> {
    /// The layout of a game's board; `None` if the board is not flat or does
    /// not fit the word.
    pub(crate) fn new(game: &Lines) -> Option<Layout<W>> {
        let geometry = game.geometry();
        let squares = geometry.board().len();
        if !geometry.shape().is_flat() || squares > 8 * size_of::<W>() {
            return None;
        }
        let runs = geometry.runs();
        let line =
            |run: usize, line: SquareSet| OpenLine { squares: W::from_set(line), run: run as u8 };
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
    pub(crate) fn squares(&self) -> usize {
        self.squares
    }

    /// All squares.
    pub(crate) fn full(&self) -> W {
        self.full
    }

    /// All winning lines, run by run.
    pub(crate) fn lines(&self) -> &[OpenLine<W>] {
        &self.lines
    }

    /// The symmetries as maps from square to square; at most 8, and the first
    /// is the identity.
    pub(crate) fn symmetries(&self) -> &[Vec<u8>] {
        &self.symmetries
    }

    /// Whether the stones contain a line.
    pub(crate) fn has_line(&self, stones: W) -> bool {
        self.lines.iter().any(|line| line.squares & stones == line.squares)
    }
}

/// The stones of the side to move and of the other.
pub(crate) fn stones<W: Bits>(game: &Lines, position: &Position) -> [W; 2] {
    let side = game.side(position);
    [side, !side].map(|side| W::from_set(game.stones(position, side)))
}

/// The stones after a move, those of the next side to move first.
pub(crate) fn after<W: Bits>([mine, theirs]: [W; 2], square: Square) -> [W; 2] {
    [theirs, mine | W::of(square.index())]
}
