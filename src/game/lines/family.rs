//! The specs of the games of lines: `tictactoe:7x6:4`, `qubic:3`.

use super::Shape;
use crate::game::spec::{Description, Family, GameSpec, SpecError, number};

/// Tic-tac-toe on any board.
pub const TICTACTOE: Family = Family {
    name: "tictactoe",
    forms: &[
        ("tictactoe[:N]", "N in a row on NxN squares; 3 without a number, at most 20"),
        ("tictactoe:CxR:K", "K in a row on C columns and R rows"),
    ],
    parse: |detail| {
        let detail = detail.unwrap_or("3");
        let form =
            || SpecError::Form(format!("tictactoe:{detail}"), "tictactoe:N or tictactoe:CxR:K");
        let (columns, rows, line) = flat_numbers(detail).ok_or_else(form)?;
        Ok(GameSpec::Lines(Shape::flat(columns, rows, line)?))
    },
    of_numbers: |numbers| {
        let &[rows, columns, line] = numbers else { return None };
        Some(Shape::flat(columns, rows, line).map(GameSpec::Lines).map_err(SpecError::from))
    },
    describe: |spec| {
        let &GameSpec::Lines(Shape::Flat { columns, rows, line }) = spec else { return None };
        let detail = match (columns == rows && rows == line, line) {
            (true, 3) => String::new(),
            (true, _) => line.to_string(),
            (false, _) => format!("{columns}x{rows}:{line}"),
        };
        Some(Description { detail, rules: format!("{line} in a row on {columns}x{rows}") })
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
    of_numbers: |numbers| {
        let &[side] = numbers else { return None };
        Some(Shape::cube(side).map(GameSpec::Lines).map_err(SpecError::from))
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

/// Parses `N` or `CxR:K` into columns, rows and line length.
fn flat_numbers(text: &str) -> Option<(usize, usize, usize)> {
    if let Some(side) = number(text) {
        return Some((side, side, side));
    }
    let (board, line) = text.split_once(':')?;
    let (columns, rows) = board.split_once(['x', 'X'])?;
    Some((number(columns)?, number(rows)?, number(line)?))
}
