//! The specs of the games of lines: `tictactoe:7x6:4`, `qubic:3`.

use super::shape::{Shape, ShapeError, mark};
use crate::game::spec::{Description, Family, GameSpec, SpecError, number};

/// Tic-tac-toe on any board.
pub const TICTACTOE: Family = Family {
    name: "tictactoe",
    forms: &[
        ("tictactoe[:N]", "N in a row on NxN squares; 3 without a number, at most 20"),
        ("tictactoe:CxR:K", "K in a row on C columns and R rows"),
        ("tictactoe:…=", "either of these, but longer rows do not win: tictactoe:15x15:5="),
    ],
    parse: |detail| {
        let detail = detail.unwrap_or("3");
        let form = || {
            SpecError::Form(
                format!("tictactoe:{detail}"),
                "tictactoe:N or tictactoe:CxR:K, with = at the end or without",
            )
        };
        let (detail, shape) = with_mark(detail);
        let (columns, rows, line) = flat_numbers(detail).ok_or_else(form)?;
        Ok(GameSpec::Lines(shape(columns, rows, line)?))
    },
    of_words: |words| {
        let &[rows, columns, line] = words else { return None };
        let (line, shape) = with_mark(line);
        let shape = shape(number(columns)?, number(rows)?, number(line)?);
        Some(shape.map(GameSpec::Lines).map_err(SpecError::from))
    },
    describe: |spec| {
        let &GameSpec::Lines(Shape::Flat { columns, rows, line, exact }) = spec else {
            return None;
        };
        let mark = mark(exact);
        let detail = match (columns == rows && rows == line, line) {
            (true, 3) if !exact => String::new(),
            (true, _) => format!("{line}{mark}"),
            (false, _) => format!("{columns}x{rows}:{line}{mark}"),
        };
        let exactly = if exact { "exactly " } else { "" };
        Some(Description { detail, rules: format!("{exactly}{line} in a row on {columns}x{rows}") })
    },
};

/// Lines in a cube.
pub const QUBIC: Family = Family {
    name: "qubic",
    forms: &[("qubic[:N]", "a line of N in the N-cube; 4 without a number, 2 to 5")],
    parse: |detail| {
        let detail = detail.unwrap_or("4");
        let form = || SpecError::Form(format!("qubic:{detail}"), "qubic:N");
        Ok(GameSpec::Lines(Shape::cube(number(detail).ok_or_else(form)?)?))
    },
    of_words: |words| {
        let &[side] = words else { return None };
        Some(Shape::cube(number(side)?).map(GameSpec::Lines).map_err(SpecError::from))
    },
    describe: |spec| {
        let &GameSpec::Lines(Shape::Cube { side }) = spec else { return None };
        let detail = if side == 4 { String::new() } else { side.to_string() };
        Some(Description {
            detail,
            rules: format!("{side} in a row in the {side}x{side}x{side} cube"),
        })
    },
};

/// A constructor of flat shapes.
type FlatShape = fn(usize, usize, usize) -> Result<Shape, ShapeError>;

/// Takes the mark of exact lines off the end of a text, and returns the
/// constructor of the shapes that it names.
fn with_mark(text: &str) -> (&str, FlatShape) {
    match text.strip_suffix(mark(true)) {
        Some(rest) => (rest, Shape::exact),
        None => (text, Shape::flat),
    }
}

/// Parses `N` or `CxR:K` into columns, rows and line length.
fn flat_numbers(text: &str) -> Option<(usize, usize, usize)> {
    if let Some(side) = number(text) {
        return Some((side, side, side));
    }
    let (board, line) = text.split_once(':')?;
    let (columns, rows) = board.split_once(['x', 'X'])?;
    Some((number(columns)?, number(rows)?, number(line)?))
}
