//! The text of a certificate: a heading, then one position with X's move on
//! each line.
//!
//! ```text
//! qubic x
//! - - 1a4                  the empty board: X plays 1a4
//! 1a4 4d1 2b3              X has 1a4, O has 4d1: X plays 2b3
//! 1a42b3 4d13c2 1d4
//! ```

use std::collections::HashMap;

use super::super::refused::{Refused, unreadable};
use super::board::{Board, O, X};
use super::geometry::Geometry;

/// The refusal of a position.
pub(super) fn refuse(reason: &str, board: &Board<'_>) -> Refused {
    Refused { reason: reason.to_string(), position: position(board) }
}

pub(super) const HEADING: &str = "qubic x";

/// The maximum number of entries of a certificate.
const MAX_ENTRIES: usize = 1_000_000;

/// The name of a square: level from 1, column letter, and row from 1 at the
/// bottom.
pub(super) fn name(square: usize) -> String {
    let column = char::from(b'a' + (square % 4) as u8);
    format!("{}{column}{}", square / 16 + 1, 4 - square / 4 % 4)
}

/// Returns a position as text: the squares of X and those of O.
pub(super) fn position(board: &Board<'_>) -> String {
    let squares = |side| {
        let own = (0..64).filter(|&square| board.squares[square] == side);
        let names: String = own.map(name).collect();
        if names.is_empty() { "-".to_string() } else { names }
    };
    format!("{} {}", squares(X), squares(O))
}

/// Parses a certificate into X's moves by canonical position.
pub(super) fn parse(text: &str, geometry: &Geometry) -> Result<HashMap<[u64; 2], usize>, Refused> {
    let mut lines = text.lines();
    match lines.next() {
        None => {
            return Err(refuse("the certificate is empty", &Board::new(geometry)));
        }
        Some(HEADING) => {}
        Some(other) => return Err(unreadable(other)),
    }
    let mut entries = HashMap::new();
    for line in lines {
        let (board, square) = entry(line, geometry)?;
        let (key, symmetry) = geometry.canonical(&board.squares);
        if entries.len() == MAX_ENTRIES {
            return Err(refuse("there are too many entries", &board));
        }
        if entries.insert(key, geometry.map(symmetry, square)).is_some() {
            return Err(refuse("the position has two entries", &board));
        }
    }
    Ok(entries)
}

/// Parses a line into a position with X to move, and X's move.
fn entry<'a>(line: &str, geometry: &'a Geometry) -> Result<(Board<'a>, usize), Refused> {
    let Some((stones, square)) = line.rsplit_once(' ') else { return Err(unreadable(line)) };
    let board = stones_of(stones, line, geometry)?;
    let moves = squares(square).ok_or_else(|| unreadable(line))?;
    let &[square] = moves.as_slice() else { return Err(unreadable(line)) };
    if board.squares[square] != 0 {
        return Err(refuse("the move is on an occupied square", &board));
    }
    Ok((board, square))
}

/// Parses `stones`, a part of `line`, into a position.
fn stones_of<'a>(stones: &str, line: &str, geometry: &'a Geometry) -> Result<Board<'a>, Refused> {
    let words: Vec<&str> = stones.split(' ').collect();
    let &[x, o] = words.as_slice() else { return Err(unreadable(line)) };
    let mut board = Board::new(geometry);
    for (side, names) in [(X, x), (O, o)] {
        for square in squares(names).ok_or_else(|| unreadable(line))? {
            if board.squares[square] != 0 {
                return Err(refuse("a square is named twice", &board));
            }
            board.play(side, square);
        }
    }
    Ok(board)
}

/// Parses a position in which X is to move and no side has a line.
pub(super) fn start<'a>(stones: &str, geometry: &'a Geometry) -> Result<Board<'a>, Refused> {
    let board = stones_of(stones, stones, geometry)?;
    let [x, o] = board.sets.map(u64::count_ones);
    if x != o || board.has_line(X) || board.has_line(O) {
        return Err(refuse("not a position with X to move and without a complete line", &board));
    }
    Ok(board)
}

/// Parses the squares of a word; `-` is the empty list.
fn squares(word: &str) -> Option<Vec<usize>> {
    if word == "-" {
        return Some(Vec::new());
    }
    if word.is_empty() || !word.len().is_multiple_of(3) {
        return None;
    }
    word.as_bytes().chunks(3).map(square).collect()
}

fn square(name: &[u8]) -> Option<usize> {
    let part =
        |byte: u8, from: u8| byte.checked_sub(from).filter(|&part| part < 4).map(usize::from);
    let &[level, column, row] = name else { return None };
    Some(part(level, b'1')? * 16 + (3 - part(row, b'1')?) * 4 + part(column, b'a')?)
}
