//! The lines of a board.

use super::{LineRule, Shape};
use crate::game::{Board, Side, Square, SquareSet, Squares};

/// The lines of a board, as sets of squares.
#[derive(Clone, Debug)]
pub struct Geometry<S = SquareSet> {
    shape: Shape,
    board: Board,
    squares: S,
    lines: Vec<S>,
    /// For each line, the squares next to its ends: a stone of the same side on
    /// one of them makes an exact line too long; in caro, stones of the other side on
    /// both close it. Empty if there is no such rule.
    ends: Vec<S>,
    /// The lines through each square, in the order of the squares; those of
    /// square `s` are `through[starts[s]..starts[s + 1]]`.
    through: Vec<S>,
    starts: Vec<u32>,
}

impl<S: Squares> Geometry<S> {
    /// Finds the lines of a board: every straight run of `line_length` squares
    /// in any direction, diagonals included.
    pub fn new(shape: Shape) -> Geometry<S> {
        let board = shape.board();
        let length = shape.line_length();
        let mut lines: Vec<S> = Vec::new();
        let mut ends = Vec::new();
        for square in board.squares() {
            for direction in directions() {
                if let Some(line) = run(&board, square, direction, length)
                    && !(length == 1 && lines.contains(&line))
                {
                    lines.push(line);
                    let places = [-1, length as isize]
                        .into_iter()
                        .filter(|_| shape.rule() != LineRule::Free);
                    let next = |place| neighbor(&board, square, direction, place);
                    ends.push(places.filter_map(next).collect());
                }
            }
        }
        let mut through = Vec::new();
        let mut starts = vec![0];
        for square in board.squares() {
            through.extend(lines.iter().filter(|line| line.contains(square)));
            starts.push(through.len() as u32);
        }
        Geometry { shape, board, squares: S::all(&board), lines, ends, through, starts }
    }

    /// The shape of the board.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// All squares.
    pub fn squares(&self) -> S {
        self.squares
    }

    /// All lines.
    pub fn lines(&self) -> &[S] {
        &self.lines
    }

    /// Iterates over the complete lines of a side, with these stones of X and of O.
    pub fn complete(&self, stones: [S; 2], side: Side) -> impl Iterator<Item = S> + '_ {
        let [own, other] = [stones[side.index()], stones[(!side).index()]];
        let lines = self.lines.iter().copied().zip(&self.ends);
        let is_free = !self.shape.is_exact_for(side);
        let is_caro = self.shape.rule().is_caro();
        let is_short = move |ends: S| is_free || (ends & own).is_empty();
        let is_closed = move |ends: S| is_caro && (ends & other).len() == 2;
        lines
            .filter(move |&(line, &ends)| line & own == line && is_short(ends) && !is_closed(ends))
            .map(|(line, _)| line)
    }

    /// Returns the lines grouped by the straight run of squares that contains
    /// them, in order along the run. Two lines share two squares only if they
    /// lie on the same run.
    pub fn runs(&self) -> Vec<Vec<S>> {
        let length = self.shape.line_length();
        let mut runs = Vec::new();
        // A line of one square has no direction.
        let directions = directions().take(if length == 1 { 1 } else { usize::MAX });
        for step in directions {
            for start in self.board.squares() {
                if neighbor(&self.board, start, step, -1).is_some() {
                    continue;
                }
                let places = (0..).map_while(|i| neighbor(&self.board, start, step, i));
                let lines = places.map_while(|from| run(&self.board, from, step, length));
                let lines: Vec<S> = lines.collect();
                if !lines.is_empty() {
                    runs.push(lines);
                }
            }
        }
        runs
    }

    /// The lines through a square.
    #[inline]
    pub fn through(&self, square: Square) -> &[S] {
        let i = square.index();
        &self.through[self.starts[i] as usize..self.starts[i + 1] as usize]
    }

    /// Whether a side has a complete line through this square, with these stones of X and
    /// of O.
    #[inline]
    pub fn completes(&self, stones: [S; 2], square: Square, side: Side) -> bool {
        if S::CAPACITY > SquareSet::CAPACITY {
            return self.completes_by_steps(stones, square, side);
        }
        let own = stones[side.index()];
        self.through(square).iter().any(|&line| (line - own).is_empty())
    }
}

impl<S: Squares> Geometry<S> {
    /// [`completes`](Geometry::completes) by counting stones in a row, which is
    /// faster than comparing wide sets.
    fn completes_by_steps(&self, stones: [S; 2], square: Square, side: Side) -> bool {
        const STEPS: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];
        let (column, row, _) = self.board.coordinates(square);
        let [columns, rows] = [self.board.columns(), self.board.rows()];
        let (length, is_exact) = (self.shape.line_length(), self.shape.is_exact_for(side));
        let is_caro = self.shape.rule().is_caro();
        let [own, other] = [stones[side.index()], stones[(!side).index()]];
        own.contains(square)
            && STEPS.iter().any(|&(right, down)| {
                // The stones in one direction, and whether the other side has closed it.
                let count = |sign: isize| {
                    let (mut c, mut r) = (column, row);
                    let mut stones_in_row = 0;
                    loop {
                        c = c.wrapping_add_signed(sign * right);
                        r = r.wrapping_add_signed(sign * down);
                        if c >= columns || r >= rows {
                            return (stones_in_row, false);
                        }
                        let square = self.board.square(c, r, 0);
                        if !own.contains(square) {
                            return (stones_in_row, is_caro && other.contains(square));
                        }
                        stones_in_row += 1;
                    }
                };
                let ((after, is_closed), (before, is_closed_before)) = (count(1), count(-1));
                let stones_in_row = after + before + 1;
                if stones_in_row == length {
                    !(is_closed && is_closed_before)
                } else {
                    stones_in_row > length && !is_exact
                }
            })
    }
}

type Direction = [isize; 3];

/// The directions of lines: one of each pair of opposite steps to a touching
/// square.
fn directions() -> impl Iterator<Item = Direction> {
    let steps = (0..27).map(|i: isize| [i / 9 - 1, i / 3 % 3 - 1, i % 3 - 1]);
    steps.filter(|step| *step > [0, 0, 0])
}

/// Returns the run of `length` squares that begins at `from`; `None` if it
/// leaves the board.
fn run<S: Squares>(board: &Board, from: Square, step: Direction, length: usize) -> Option<S> {
    (0..length as isize).map(|i| neighbor(board, from, step, i)).collect()
}

/// Returns the square `times` steps from `from`; `None` if it is off the board.
fn neighbor(board: &Board, from: Square, step: Direction, times: isize) -> Option<Square> {
    let (column, row, level) = board.coordinates(from);
    let at = |start: usize, step: isize, end: usize| {
        start.checked_add_signed(step * times).filter(|&value| value < end)
    };
    Some(board.square(
        at(column, step[2], board.columns())?,
        at(row, step[1], board.rows())?,
        at(level, step[0], board.levels())?,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::WideSet;
    use crate::game::lines::ShapeError;

    fn lines(shape: Result<Shape, ShapeError>) -> usize {
        Geometry::<WideSet>::new(shape.unwrap_or_else(|e| panic!("{e}"))).lines().len()
    }

    #[test]
    fn line_counts_follow_their_formulas() {
        assert_eq!((2..=5).map(|n| lines(Shape::cube(n))).collect::<Vec<_>>(), [28, 49, 76, 109]);
        for columns in (1..=11).chain([15, 20]) {
            for rows in (1..=11).chain([15, 19, 20]) {
                for k in 2..=columns.max(rows) {
                    let fit = |side: usize| (side + 1).saturating_sub(k);
                    let straight = fit(columns) * rows + fit(rows) * columns;
                    let expected = straight + 2 * fit(columns) * fit(rows);
                    assert_eq!(lines(Shape::flat(columns, rows, k)), expected);
                }
                // A line of one square is the square itself in every direction.
                assert_eq!(lines(Shape::flat(columns, rows, 1)), columns * rows);
            }
        }
    }

    #[test]
    fn runs_contain_every_line_once_and_in_order() {
        for shape in [(3, 3, 3), (5, 5, 4), (11, 7, 5), (15, 20, 5), (4, 1, 2), (6, 6, 1)] {
            let shape = Shape::flat(shape.0, shape.1, shape.2).unwrap_or_else(|e| panic!("{e}"));
            let geometry = Geometry::<WideSet>::new(shape);
            let runs = geometry.runs();
            let mut lines = runs.concat();
            let mut expected = geometry.lines().to_vec();
            lines.sort_by_key(|line| line.0);
            expected.sort_by_key(|line| line.0);
            assert_eq!(lines, expected);
            let shared = |a: WideSet, b: WideSet| (a & b).len();
            for (i, run) in runs.iter().enumerate() {
                let in_order =
                    |pair: &[WideSet]| shared(pair[0], pair[1]) == shape.line_length() - 1;
                assert!(run.windows(2).all(in_order));
                let others = runs[..i].iter().flatten();
                assert!(
                    others.flat_map(|&a| run.iter().map(move |&b| shared(a, b))).all(|n| n < 2)
                );
            }
        }
    }
}
