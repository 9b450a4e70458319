//! The shapes of boards, and the length of their lines.

use crate::game::side::Side;
use crate::game::squares::board::Board;

/// Which rows win, and which moves are forbidden, on a flat board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LineRule {
    /// Longer runs of stones win, too.
    #[default]
    Free,
    /// A longer run does not count as a line.
    Exact,
    /// Renju: X needs exactly five and has [forbidden
    /// moves](crate::game::lines::renju); for O longer runs win, too.
    Renju,
    /// Caro: exactly five do not win between two stones of the other side; longer runs
    /// always do. The border closes nothing.
    ///
    /// These are `INFO rule 8` and, for [`ExactCaro`](LineRule::ExactCaro), `INFO rule 9`
    /// of Gomocup, as its judge has them (`make_move` in `client/ai_match.py` of
    /// <https://github.com/Gomocup/GomocupJudge>) and its manager Piskvork (`source/game.cpp`
    /// of <https://github.com/plastovicka/Piskvork>, "Caro rule").
    Caro,
    /// Caro in which longer runs do not win.
    ExactCaro,
}

impl LineRule {
    /// The line length with the mark of the rule, as specs and positions write it: `5`,
    /// `5=`, `renju`, `caro`, `caro=`.
    pub fn text(self, line: usize) -> String {
        match self {
            LineRule::Free => line.to_string(),
            LineRule::Exact => format!("{line}="),
            LineRule::Renju => RENJU.to_string(),
            LineRule::Caro => CARO.to_string(),
            LineRule::ExactCaro => format!("{CARO}="),
        }
    }

    /// Whether a stone of the other side at each end of a line makes it worthless.
    #[inline]
    pub fn is_caro(self) -> bool {
        matches!(self, LineRule::Caro | LineRule::ExactCaro)
    }
}

/// The word for the rules of renju in specs and positions.
pub(crate) const RENJU: &str = "renju";

/// The word for the rules of caro.
pub(crate) const CARO: &str = "caro";

/// The number of stones in a row in renju and caro.
const FIVE: usize = 5;

/// A board and the length of its lines, within the supported bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A board of 1 to 22 columns and rows, with lines no longer than its
    /// longer side.
    Flat {
        /// The number of columns.
        columns: usize,
        /// The number of rows.
        rows: usize,
        /// The number of squares in a line.
        line: usize,
        /// Which runs of stones count as lines.
        rule: LineRule,
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
    #[error("a board cannot be {0}x{1}: it has 1 to 22 columns and rows")]
    Size(usize, usize),
    /// No line of this length fits on the board.
    #[error("{0} in a row do not fit on this board: choose 1 to {1}")]
    Line(usize, usize),
    /// Five in a row, which renju and caro are played for, do not fit on the board.
    #[error("{0} needs a board with at least 5 columns or rows")]
    Five(&'static str),
    /// Single squares cannot be lines of an exact length.
    #[error("lines of 1 cannot be exact: leave out the =, or choose at least 2")]
    ExactLine,
    /// A cube is too small or too large.
    #[error("a cube cannot have side {0}: choose 2 to 5")]
    Cube(usize),
}

impl Shape {
    /// The greatest number of columns or rows of a flat board.
    pub const MAX_SIDE: usize = 22;
    /// The greatest number of squares of a board.
    pub const MAX_SQUARES: usize = Shape::MAX_SIDE * Shape::MAX_SIDE;
    /// The greatest number of columns or rows of a board that is not
    /// [wide](Shape::is_wide).
    pub const MAX_NARROW_SIDE: usize = 11;

    /// Creates the shape of a flat board.
    ///
    /// # Errors
    ///
    /// When a number is out of bounds.
    pub fn flat(columns: usize, rows: usize, line: usize) -> Result<Shape, ShapeError> {
        let sides = 1..=Shape::MAX_SIDE;
        if !sides.contains(&columns) || !sides.contains(&rows) {
            return Err(ShapeError::Size(columns, rows));
        }
        if !(1..=columns.max(rows)).contains(&line) {
            return Err(ShapeError::Line(line, columns.max(rows)));
        }
        Ok(Shape::Flat { columns, rows, line, rule: LineRule::Free })
    }

    /// Creates the shape of a flat board on which a run of more than `line`
    /// stones does not count as a line.
    ///
    /// # Errors
    ///
    /// When a number is out of bounds, or `line` is 1.
    pub fn exact(columns: usize, rows: usize, line: usize) -> Result<Shape, ShapeError> {
        Shape::flat(columns, rows, line)?;
        if line == 1 {
            return Err(ShapeError::ExactLine);
        }
        Ok(Shape::Flat { columns, rows, line, rule: LineRule::Exact })
    }

    /// Creates the shape of a board for five in a row under a rule, such as renju.
    ///
    /// # Errors
    ///
    /// When a number is out of bounds, or five in a row do not fit on the board.
    pub fn five(columns: usize, rows: usize, rule: LineRule) -> Result<Shape, ShapeError> {
        match Shape::flat(columns, rows, FIVE) {
            Ok(_) => Ok(Shape::Flat { columns, rows, line: FIVE, rule }),
            Err(ShapeError::Line(..)) if rule == LineRule::Renju => Err(ShapeError::Five(RENJU)),
            Err(ShapeError::Line(..)) if rule.is_caro() => Err(ShapeError::Five(CARO)),
            Err(error) => Err(error),
        }
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

    /// The rule of lines; that of cubes is the usual one.
    pub fn rule(self) -> LineRule {
        match self {
            Shape::Flat { rule, .. } => rule,
            Shape::Cube { .. } => LineRule::Free,
        }
    }

    /// Whether a run of stones of this side that is longer than a line does not count as
    /// one.
    #[inline]
    pub fn is_exact_for(self, side: Side) -> bool {
        match self.rule() {
            LineRule::Free | LineRule::Caro => false,
            LineRule::Exact | LineRule::ExactCaro => true,
            LineRule::Renju => side == Side::X,
        }
    }

    /// Whether the board is larger than 11x11 or has a special rule of lines. Then the game
    /// is `Lines<WideSet>`, and the search `proof` does not support it.
    pub fn is_wide(self) -> bool {
        let Shape::Flat { columns, rows, rule, .. } = self else { return false };
        rule != LineRule::Free || columns.max(rows) > Shape::MAX_NARROW_SIDE
    }

    /// The words before the placement in the text of a position: `6 7 4 ` for
    /// rows, columns and line length, with `=` after the length of exact lines, or the word
    /// of a rule instead of it, or the side of a cube.
    pub fn position_prefix(self) -> String {
        match self {
            Shape::Flat { columns, rows, line, rule } => {
                format!("{rows} {columns} {} ", rule.text(line))
            }
            Shape::Cube { side } => format!("{side} "),
        }
    }

    pub(crate) fn board(self) -> Board {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_out_of_bounds_are_refused() {
        assert_eq!(Shape::flat(0, 3, 1), Err(ShapeError::Size(0, 3)));
        assert_eq!(Shape::flat(23, 3, 1), Err(ShapeError::Size(23, 3)));
        assert_eq!(Shape::flat(3, 23, 1), Err(ShapeError::Size(3, 23)));
        assert_eq!(Shape::flat(3, 4, 5), Err(ShapeError::Line(5, 4)));
        assert_eq!(Shape::flat(3, 4, 0), Err(ShapeError::Line(0, 4)));
        assert_eq!(Shape::cube(1), Err(ShapeError::Cube(1)));
        assert_eq!(Shape::cube(6), Err(ShapeError::Cube(6)));
        assert!(Shape::flat(3, 4, 4).is_ok() && Shape::flat(22, 22, 22).is_ok());
        assert_eq!(Shape::exact(3, 4, 5), Err(ShapeError::Line(5, 4)));
        assert_eq!(Shape::exact(3, 4, 1), Err(ShapeError::ExactLine));
        for (rule, name) in [(LineRule::Renju, RENJU), (LineRule::Caro, CARO)] {
            assert_eq!(Shape::five(4, 3, rule), Err(ShapeError::Five(name)));
            assert_eq!(Shape::five(23, 3, rule), Err(ShapeError::Size(23, 3)));
            assert!(Shape::five(15, 15, rule).is_ok_and(Shape::is_wide));
        }
        assert!(Shape::exact(3, 4, 4).is_ok_and(Shape::is_wide));
    }
}
