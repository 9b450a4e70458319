//! Games of lines, tic-tac-toe on any board and the cubes: their heuristics and
//! their searchers.

use super::kind::{Players, SearchKind};
use super::levels::Levels;
use super::{cube, flat, levels};
use crate::game::lines::{LineRule, Position, Shape, renju};
use crate::game::{Board, Game, Lines, Outcome, Side, Square, SquareSet, Squares, WideSet};
use crate::random::Random;
use crate::search::alphabeta::flat::FlatAlphaBeta;
use crate::search::alphabeta::minimax::{Minimax, reference};
use crate::search::alphabeta::patterns::PatternSearch;
use crate::search::hardware::Instructions;
use crate::search::proof::flat::prover::prover;
use crate::search::proof::flat::solution::ALWAYS_EXACT;
use crate::search::task::{Heuristics, MAX_ESTIMATE, PlayoutEnd, Searcher, random_playout};

/// The value of a line without stones of the other side, by the stones it
/// lacks, in the first 4x4x4 program (Bogenschutz 2010).
fn reference_line(missing: usize) -> i32 {
    match missing {
        0 | 1 => 10_000,
        2 => 100,
        3 => 10,
        _ => 1,
    }
}

/// The value of an open line, by the stones it lacks. Lines that lack one stone
/// count as threats instead.
fn quiet_line(missing: usize) -> i32 {
    match missing {
        0 | 1 => 0,
        2 => 16,
        3 => 4,
        _ => 1,
    }
}

/// The value if the side to move can complete a line.
const WINS_NEXT: i32 = 2000;
/// The loss in value if the other side can complete a line in two ways, of
/// which one stays open.
const LOSES_NEXT: i32 = 1500;
/// The loss in value if the other side can complete a line in one way, so that
/// the reply is forced.
const MUST_BLOCK: i32 = 20;

/// The value of a position, from the open lines of both sides and the threats
/// to complete one.
pub(crate) fn evaluate<S: Squares>(game: &Lines<S>, position: &Position<S>) -> i32 {
    let side = game.side(position);
    let (own, other) = (position.set(side), position.set(!side));
    let length = game.geometry().shape().line_length();
    let mut value = 0;
    let mut threats = S::EMPTY;
    // A stone that fills a line may make too many in a row.
    let completes = |line: S, side: Side| {
        let mut stones = Side::BOTH.map(|side| position.set(side));
        let last = (line - stones[side.index()]).first();
        stones[side.index()] = stones[side.index()] | line;
        last.is_some_and(|square| game.geometry().completes(stones, square, side))
    };
    for &line in game.geometry().lines() {
        let (a, b) = (line & own, line & other);
        if b.is_empty() {
            let missing = length - a.len();
            if missing == 1 && completes(line, side) {
                return WINS_NEXT;
            }
            value += quiet_line(missing);
        }
        if a.is_empty() {
            let missing = length - b.len();
            if missing == 1 && completes(line, !side) {
                threats |= line - other;
            }
            value -= quiet_line(missing);
        }
    }
    match threats.len() {
        0 => value,
        1 => value - MUST_BLOCK,
        _ => value - LOSES_NEXT,
    }
}

/// The value of a position in the first 4x4x4 program.
pub(crate) fn reference_evaluate<S: Squares>(game: &Lines<S>, position: &Position<S>) -> i32 {
    let side = game.side(position);
    let (own, other) = (position.set(side), position.set(!side));
    let length = game.geometry().shape().line_length();
    let mut value = 0;
    for &line in game.geometry().lines() {
        let (a, b) = (line & own, line & other);
        if b.is_empty() {
            value += reference_line(length - a.len());
        }
        if a.is_empty() {
            value -= reference_line(length - b.len());
        }
    }
    value.clamp(-MAX_ESTIMATE, MAX_ESTIMATE)
}

/// The centre of an empty flat board: if the sides are even, the lower right of
/// the four squares in the middle.
pub(crate) fn flat_centre<S: Squares>(game: &Lines<S>, position: &Position<S>) -> Option<Square> {
    let board = game.board();
    let is_empty_board = game.geometry().shape().is_flat() && game.ply(position) == 0;
    is_empty_board.then(|| board.square(board.columns() / 2, board.rows() / 2, 0))
}

/// The weight of a square of a flat board: the centre, then squares next to it
/// and on diagonals.
pub(crate) fn flat_weight(board: &Board, columns: usize, rows: usize, square: Square) -> u32 {
    let (column, row, _) = board.coordinates(square);
    // Doubled, so that the centre of an even board is a whole number.
    let from_middle = |at: usize, side: usize| (2 * at + 1).abs_diff(side) / 2;
    let distance = from_middle(column, columns) + from_middle(row, rows);
    let diagonal = columns == rows && (column == row || column + row + 1 == rows);
    match distance {
        0 => 4,
        1 => 3,
        _ if diagonal => 3,
        _ => 2,
    }
}

impl<S: Squares> Heuristics for Lines<S> {
    type PlayoutMemory = ();

    fn evaluate(&self, position: &Self::Position) -> i32 {
        evaluate(self, position)
    }

    fn reference_evaluate(&self, position: &Self::Position) -> i32 {
        reference_evaluate(self, position)
    }

    fn weight(&self, square: Square) -> u32 {
        match self.geometry().shape() {
            Shape::Flat { columns, rows, .. } => flat_weight(self.board(), columns, rows, square),
            Shape::Cube { .. } => self.geometry().through(square).len() as u32,
        }
    }

    fn playout(
        &self,
        _instructions: impl Instructions,
        _memory: &mut (),
        position: &Self::Position,
        _last: Option<Square>,
        random: &mut Random,
    ) -> PlayoutEnd<S> {
        if is_wide::<S>() {
            wide_playout(self, position, random)
        } else {
            random_playout(self, position, random)
        }
    }

    fn default_depth(&self) -> Option<u32> {
        (!self.geometry().shape().is_flat()).then_some(4)
    }

    /// Measured on 150 random positions on each of several flat boards: with 16
    /// empty squares the worst took from 3 to 60,000 nodes, with 12 at most
    /// 3,500. On the 4x4x4 cube draws take longest: 35 to 75 nodes with 4 empty
    /// squares, 500 to 1,600 with 8, 16,000 to 20,000 with 12.
    fn proof_cost(&self, position: &Self::Position) -> Option<f64> {
        let (max_empty, nodes) = match self.geometry().shape() {
            Shape::Flat { .. } => (ALWAYS_EXACT as i32, 4000.0),
            Shape::Cube { .. } => (14, 64_000.0),
        };
        let empty = self.legal(position).len() as i32;
        let is_near = empty <= max_empty && !is_wide::<S>();
        is_near.then(|| nodes * 2f64.powi(empty - max_empty))
    }

    fn needs_exact_distances(&self, position: &Self::Position) -> bool {
        self.finds_shorter_wins() && self.legal(position).len() <= ALWAYS_EXACT as usize
    }

    fn finds_shorter_wins(&self) -> bool {
        self.geometry().shape().is_flat() && !is_wide::<S>()
    }

    fn minimax_reply(&self, position: &Self::Position) -> Option<Square> {
        flat_centre(self, position)
    }

    fn tries_wins_first(&self) -> bool {
        self.geometry().shape().is_flat()
    }
}

/// Whether games have wide sets of squares, for which there is no prover.
fn is_wide<S: Squares>() -> bool {
    S::CAPACITY > SquareSet::CAPACITY
}

/// A random playout that draws from a list of the empty squares, because finding
/// one in a wide set takes long.
fn wide_playout<S: Squares>(
    game: &Lines<S>,
    position: &Position<S>,
    random: &mut Random,
) -> PlayoutEnd<S> {
    let mut squares = S::map(Square::new(0));
    let mut left = 0;
    for square in game.legal(position) {
        squares[left] = square;
        left += 1;
    }
    let mut stones = Side::BOTH.map(|side| position.set(side));
    let has_forbidden = game.geometry().shape().rule() == LineRule::Renju;
    let mut side = game.side(position);
    let mut winner = match game.outcome(position) {
        Some(Outcome::Win(side)) => Some(side),
        _ => None,
    };
    while left > 0 && winner.is_none() {
        let i = random.below(left);
        left -= 1;
        let square = squares[i];
        squares[i] = squares[left];
        if has_forbidden
            && side == Side::X
            && renju::fault(game.board(), stones[0], stones[1], square).is_some()
        {
            winner = Some(Side::O);
            break;
        }
        stones[side.index()].insert(square);
        if game.geometry().completes(stones, square, side) {
            winner = Some(side);
        }
        side = !side;
    }
    let margin = winner.map_or(0, |side| if side == Side::X { 1 } else { -1 });
    let [x, o] = stones;
    PlayoutEnd { x, o, margin }
}

impl Players for Lines {
    fn levels(&self) -> &'static Levels {
        if self.geometry().shape().is_flat() { &levels::FLAT } else { &levels::CUBE }
    }

    fn auto(&self) -> SearchKind {
        if self.geometry().shape().is_flat() { SearchKind::Auto } else { SearchKind::Proof }
    }

    fn player(&self) -> Option<Box<dyn Searcher<Lines>>> {
        self.geometry().shape().is_flat().then(|| flat::player(self))
    }

    fn patterns(&self) -> Option<Box<dyn Searcher<Lines>>> {
        pattern_search(self)
    }

    fn prover(&self) -> Box<dyn Searcher<Lines>> {
        match self.geometry().shape() {
            Shape::Flat { .. } => prover(self),
            Shape::Cube { side } => cube::searcher(side),
        }
    }

    fn minimax(&self) -> Box<dyn Searcher<Lines>> {
        reference::reference(self).unwrap_or_else(|| Box::<Minimax>::default())
    }
}

impl Players for Lines<WideSet> {
    fn auto(&self) -> SearchKind {
        SearchKind::Auto
    }

    fn player(&self) -> Option<Box<dyn Searcher<Self>>> {
        Some(Box::new(FlatAlphaBeta::new(self.geometry().shape())))
    }

    fn patterns(&self) -> Option<Box<dyn Searcher<Self>>> {
        pattern_search(self)
    }
}

/// A new `patterns`, if it plays on this board.
fn pattern_search<S: Squares>(game: &Lines<S>) -> Option<Box<dyn Searcher<Lines<S>>>> {
    Some(Box::new(PatternSearch::new(game.geometry().shape())?))
}
