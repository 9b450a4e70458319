//! What the other side can do after a move, found without playing the move.
//!
//! Most moves of a search lead to a leaf, or leave a threat of the other side that decides
//! the game. A stone changes one line of each square, so a look at the few squares where
//! a side has a four tells these moves from the others.

use super::PatternWorker;
use super::board::{Cell, PatternBoard, category};
use super::estimates::is_beyond;
use crate::game::Side;
use crate::search::task::{WIN, is_decisive};

/// The maximum number of squares of a kind that are looked at.
const MAX_CELLS: usize = 8;

/// The position after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outlook {
    /// The move must be played to find out.
    Unknown,
    /// The other side, which is to move, makes an open four or two fours.
    Lost,
    /// Neither side has such a move, nor a line to complete.
    Calm,
}

/// The empty squares of a node where a side has a four or more.
#[derive(Debug)]
pub(super) struct Fours {
    /// Those of the side to move.
    own: List,
    /// Those of the other side where it has an open four or two fours.
    open: List,
}

/// A few cells, or a note that there are too many.
#[derive(Debug, Default)]
struct List {
    cells: [Cell; MAX_CELLS],
    length: usize,
    is_complete: bool,
}

impl List {
    fn new(cells: impl Iterator<Item = Cell>) -> List {
        let mut list = List { is_complete: true, ..List::default() };
        for cell in cells {
            if list.length == MAX_CELLS {
                return List::default();
            }
            list.cells[list.length] = cell;
            list.length += 1;
        }
        list
    }

    fn cells(&self) -> &[Cell] {
        &self.cells[..self.length]
    }
}

impl Fours {
    /// The fours of a board on which no side can complete a line. In renju and caro nothing
    /// is known without playing a move.
    pub(super) fn new(board: &PatternBoard<'_>) -> Fours {
        if board.tables.is_renju || board.tables.is_caro {
            return Fours { own: List::default(), open: List::default() };
        }
        let (side, other) = (board.side, !board.side);
        let list = |side: Side, lowest: u8| match board.count_from(side, lowest) {
            0 => List { is_complete: true, ..List::default() },
            _ => List::new(board.fours(side).iter().filter(|&cell| {
                lowest == category::FOUR || board.combination(side, cell).category >= lowest
            })),
        };
        Fours { own: list(side, category::FOUR), open: list(other, category::OPEN_FOUR) }
    }

    /// The outlook of a move of this category.
    pub(super) fn outlook(&self, board: &PatternBoard<'_>, cell: Cell, category: u8) -> Outlook {
        if category >= category::FOUR || !self.open.is_complete || board.empty <= 1 {
            return Outlook::Unknown;
        }
        let side = board.side;
        if self.leaves_open_four(board, cell) {
            return Outlook::Lost;
        }
        // A square without a four now has one line with a four at most, and an open four
        // there only if the move makes a three.
        let is_calm = category == category::QUIET
            && self.own.is_complete
            && !self.own.cells().iter().any(|&at| has_open_four(board, (side, at), cell));
        if is_calm { Outlook::Calm } else { Outlook::Unknown }
    }

    /// Whether a move is a four that neither parries the threat of the other side, which
    /// there must be, nor prepares another four. It only delays the loss, so it needs to be
    /// tried only if all else loses.
    pub(super) fn is_delay(&self, board: &PatternBoard<'_>, cell: Cell) -> bool {
        let combination = board.combination(board.side, cell);
        combination.category == category::FOUR
            && !combination.is_double
            && self.leaves_open_four(board, cell)
    }

    /// Whether the other side can still make an open four after a move of the side to move.
    fn leaves_open_four(&self, board: &PatternBoard<'_>, cell: Cell) -> bool {
        self.open.cells().iter().any(|&at| has_open_four(board, (!board.side, at), cell))
    }
}

/// Whether a side has an open four or two fours on a cell once the side to move has played
/// on another one.
fn has_open_four(board: &PatternBoard<'_>, (of, at): (Side, Cell), stone: Cell) -> bool {
    at != stone && board.category_with(of, at, (stone, board.side)) >= category::OPEN_FOUR
}

impl PatternWorker<'_> {
    /// The value of a move for the side to move, if the search of the move would end at
    /// once: by its outlook, by the table, or by its static evaluation. Counts the node
    /// then, as `value` does. `Some(None)` if stopped.
    pub(super) fn value_without_playing(
        &mut self,
        (cell, outlook): (Cell, Outlook),
        (alpha, beta): (i32, i32),
        depth: i32,
        ply: usize,
    ) -> Option<Option<i32>> {
        if outlook == Outlook::Unknown || is_decisive(alpha) || is_decisive(beta) {
            return None;
        }
        let value = match outlook {
            Outlook::Lost => ply as i32 + 4 - WIN,
            _ if depth <= 0 => -self.estimate_after(cell)?,
            _ => -self.value_at_once(cell, (-beta, -alpha), depth, ply + 1)?,
        };
        self.seldepth = self.seldepth.max(ply + 1);
        Some(self.meter.count().then_some(value))
    }

    /// The value after a calm move, if the table or the static evaluation settles it.
    fn value_at_once(
        &mut self,
        cell: Cell,
        window: (i32, i32),
        depth: i32,
        ply: usize,
    ) -> Option<i32> {
        let side = self.board.side;
        let hash = self.board.hash ^ self.board.tables.keys[cell][side.index()];
        let stored = self.table.probe(hash);
        if let Some(value) = stored.and_then(|entry| entry.settles(depth, window, ply as i32)) {
            return Some(value);
        }
        // With a four the other side may win by fours.
        if self.board.count_from(!side, category::FOUR) > 0 || window.1 != window.0 + 1 {
            return None;
        }
        let margin = self.margin(window, depth)?;
        let estimate = self.estimate_after(cell)?;
        self.last_estimate = Some((hash, estimate));
        is_beyond(estimate, window, margin).then_some(estimate)
    }
}
