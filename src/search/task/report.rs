//! What a search reports: lines of play, and how much it searched.

use super::score::Score;
use crate::game::Square;

/// The findings of a search so far.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Report {
    /// Plies searched completely, or the length of the best line.
    pub depth: u32,
    /// The deepest ply reached.
    pub seldepth: u32,
    /// Nodes visited.
    pub nodes: u64,
    /// The used part of the table or tree, in thousandths.
    pub hashfull: Option<u32>,
    /// The share of a proof that is done, in thousandths: a rough estimate for progress.
    pub done: Option<u32>,
    /// The size of the tree, if the search builds one.
    pub tree: Option<TreeSize>,
    /// The simulations through each move, most first, if the search counts
    /// them.
    pub counts: Vec<MoveCount>,
    /// The final margin under best play, in squares: the longest train of the
    /// side to move minus that of the other side.
    pub margin: Option<i32>,
    /// The best lines, best first.
    pub lines: Vec<Line>,
}

/// The size of a search tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct TreeSize {
    /// Positions in it.
    pub positions: u64,
    /// Memory in use, in bytes.
    pub bytes: u64,
}

/// The number and the mean result of the simulations through a root move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveCount {
    /// The move.
    pub square: Square,
    /// Simulations through it.
    pub visits: u64,
    /// Their mean result for the side to move, from 0 (lost) to 1 (won); the
    /// result itself of a proven move; `None` without simulations.
    pub mean: Option<f64>,
}

/// A line of play and its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The score for the side to move at the root.
    pub score: Score,
    /// Wins, draws and losses expected in 1,000 games, for the same side.
    pub wdl: Option<[u32; 3]>,
    /// Whether the distance of a proven result is exact, not only an upper
    /// bound.
    pub exact: bool,
    /// The moves, at least one.
    pub pv: Vec<Square>,
}

impl Line {
    /// A line with this score, and with `wdl` if it is proven.
    pub(crate) fn new(score: Score, exact: bool, pv: Vec<Square>) -> Line {
        Line { score, wdl: score.proven_wdl(), exact, pv }
    }

    /// A line with one move and no information about it.
    pub fn unknown(square: Square) -> Line {
        Line { score: Score::Cp(0), wdl: None, exact: false, pv: vec![square] }
    }
}

impl Report {
    /// A report of a single move, for a search without scores.
    pub fn only(square: Square, nodes: u64) -> Report {
        let lines = vec![Line::unknown(square)];
        Report { depth: 1, seldepth: 1, nodes, lines, ..Report::default() }
    }
}
