//! The shapes of boards and their lines.

use crate::game::{Board, Square};

/// A board and the length of its lines, within the supported bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A board of 1 to 11 columns and rows, with lines no longer than its
    /// longer side.
    Flat {
        /// The number of columns.
        columns: usize,
        /// The number of rows.
        rows: usize,
        /// The number of squares in a line.
        line: usize,
    },
    /// A cube with an edge of 2 to 5 squares, which is also the line length.
    Cube {
        /// The number of squares along an edge.
        side: usize,
    },
}

/// Why a shape is not supported.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShapeError {
    /// A flat board is too small or too large.
    #[error("{0}x{1} is not a board: 1 to 11 columns and rows are supported")]
    Size(usize, usize),
    /// No line of this length fits on the board.
    #[error("lines of {0} do not fit: 1 to {1} are possible on this board")]
    Line(usize, usize),
    /// A cube is too small or too large.
    #[error("{0} is not the side of a cube: 2 to 5 are supported")]
    Cube(usize),
}

impl Shape {
    /// The greatest number of columns or rows of a flat board.
    pub const LONGEST_SIDE: usize = 11;

    /// Creates the shape of a flat board.
    ///
    /// # Errors
    ///
    /// When a number is out of bounds.
    pub fn flat(columns: usize, rows: usize, line: usize) -> Result<Shape, ShapeError> {
        let sides = 1..=Shape::LONGEST_SIDE;
        if !sides.contains(&columns) || !sides.contains(&rows) {
            return Err(ShapeError::Size(columns, rows));
        }
        if !(1..=columns.max(rows)).contains(&line) {
            return Err(ShapeError::Line(line, columns.max(rows)));
        }
        Ok(Shape::Flat { columns, rows, line })
    }

    /// Creates the shape of a cube.
    ///
    /// # Errors
    ///
    /// When the side is out of bounds.
    pub fn cube(side: usize) -> Result<Shape, ShapeError> {
        if !(2..=5).contains(&side) {
            return Err(ShapeError::Cube(side));
        }
        Ok(Shape::Cube { side })
    }

    /// Whether the board is flat.
    pub fn is_flat(self) -> bool {
        matches!(self, Shape::Flat { .. })
    }

    fn board(self) -> Board {
        match self {
            Shape::Flat { columns, rows, .. } => Board::flat(columns, rows),
            Shape::Cube { side } => Board::cube(side),
        }
    }

    /// The number of squares in a line.
    pub fn line_length(self) -> usize {
        match self {
            Shape::Flat { line, .. } => line,
            Shape::Cube { side } => side,
        }
    }
}

/// The lines of a board, as sets of squares.
#[derive(Clone, Debug)]
pub struct Geometry {
    shape: Shape,
    board: Board,
    squares: u128,
    lines: Vec<u128>,
    /// The lines through each square, in the order of the squares; those of
    /// square `s` are `through[starts[s]..starts[s + 1]]`.
    through: Vec<u128>,
    starts: Vec<u32>,
}

impl Geometry {
    /// Finds the lines of a board: every straight run of `line_length` squares
    /// in any direction, diagonals included.
    pub fn new(shape: Shape) -> Geometry {
        let board = shape.board();
        let mut lines = Vec::new();
        for square in board.squares() {
            for direction in directions() {
                if let Some(line) = run(&board, square, direction, shape.line_length())
                    && !lines.contains(&line)
                {
                    lines.push(line);
                }
            }
        }
        let mut through = Vec::new();
        let mut starts = vec![0];
        for square in board.squares() {
            through.extend(lines.iter().filter(|&line| line >> square.index() & 1 == 1));
            starts.push(through.len() as u32);
        }
        Geometry { shape, board, squares: board.all().0, lines, through, starts }
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
    pub fn squares(&self) -> u128 {
        self.squares
    }

    /// All lines.
    pub fn lines(&self) -> &[u128] {
        &self.lines
    }

    /// Returns the lines grouped by the straight run of squares that contains
    /// them, in order along the run. Two lines share two squares only if they
    /// lie on the same run.
    pub fn runs(&self) -> Vec<Vec<u128>> {
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
                let lines: Vec<u128> = lines.collect();
                if !lines.is_empty() {
                    runs.push(lines);
                }
            }
        }
        runs
    }

    /// The lines through a square.
    #[inline]
    pub fn through(&self, square: Square) -> &[u128] {
        let i = square.index();
        &self.through[self.starts[i] as usize..self.starts[i + 1] as usize]
    }

    /// Whether `stones` hold a complete line through this square.
    #[inline]
    pub fn completes(&self, stones: u128, square: Square) -> bool {
        self.through(square).iter().any(|&line| line & !stones == 0)
    }
}

type Direction = [isize; 3];

/// One step of each pair of opposite steps between touching squares.
fn directions() -> impl Iterator<Item = Direction> {
    let steps = (0..27).map(|i: isize| [i / 9 - 1, i / 3 % 3 - 1, i % 3 - 1]);
    steps.filter(|step| *step > [0, 0, 0])
}

/// Returns the run of `length` squares that begins at `from`; `None` if it
/// leaves the board.
fn run(board: &Board, from: Square, step: Direction, length: usize) -> Option<u128> {
    let mut squares = (0..length as isize).map(|i| neighbor(board, from, step, i));
    squares.try_fold(0, |line, square| Some(line | 1 << square?.index()))
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

    fn lines(shape: Result<Shape, ShapeError>) -> usize {
        Geometry::new(shape.unwrap_or_else(|e| panic!("{e}"))).lines().len()
    }

    #[test]
    fn line_counts_follow_their_formulas() {
        assert_eq!((2..=5).map(|n| lines(Shape::cube(n))).collect::<Vec<_>>(), [28, 49, 76, 109]);
        for columns in 1..=11 {
            for rows in 1..=11 {
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
        for shape in [(3, 3, 3), (5, 5, 4), (11, 7, 5), (4, 1, 2), (6, 6, 1)] {
            let shape = Shape::flat(shape.0, shape.1, shape.2).unwrap_or_else(|e| panic!("{e}"));
            let geometry = Geometry::new(shape);
            let runs = geometry.runs();
            let mut lines = runs.concat();
            let mut expected = geometry.lines().to_vec();
            lines.sort();
            expected.sort();
            assert_eq!(lines, expected);
            let shared = |a: u128, b: u128| (a & b).count_ones() as usize;
            for (i, run) in runs.iter().enumerate() {
                let in_order = |pair: &[u128]| shared(pair[0], pair[1]) == shape.line_length() - 1;
                assert!(run.windows(2).all(in_order));
                let others = runs[..i].iter().flatten();
                assert!(
                    others.flat_map(|&a| run.iter().map(move |&b| shared(a, b))).all(|n| n < 2)
                );
            }
        }
    }

    #[test]
    fn shapes_out_of_bounds_are_refused() {
        assert_eq!(Shape::flat(0, 3, 1), Err(ShapeError::Size(0, 3)));
        assert_eq!(Shape::flat(12, 3, 1), Err(ShapeError::Size(12, 3)));
        assert_eq!(Shape::flat(3, 4, 5), Err(ShapeError::Line(5, 4)));
        assert_eq!(Shape::flat(3, 4, 0), Err(ShapeError::Line(0, 4)));
        assert_eq!(Shape::cube(1), Err(ShapeError::Cube(1)));
        assert_eq!(Shape::cube(6), Err(ShapeError::Cube(6)));
        assert!(Shape::flat(3, 4, 4).is_ok());
    }
}
