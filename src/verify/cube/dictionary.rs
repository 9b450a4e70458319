//! Patashnik's dictionary of 1977 in the form in which Ken Thompson published it.
//!
//! A preface ends with a line of dashes. Then each line has a position and X's move. The
//! squares are numbered from 0 to 63, level by level and row by row from the top; a number
//! in a position stands for so many empty squares, and the empty squares at the end are
//! left out:
//!
//! ```text
//!  0                       the empty board: X plays square 0
//! x14o 12                  X has square 0, O has square 15: X plays square 12
//! ```

use std::fmt::Write;

use super::super::refused::{Refused, unreadable};
use super::text::name;

/// The squares of the board.
const SQUARES: usize = 64;

/// Returns the certificate that the text of a dictionary is, in the usual form; `None` if the
/// text is not a dictionary.
///
/// # Errors
///
/// The first malformed line.
pub fn from_dictionary(text: &str) -> Result<Option<String>, Refused> {
    let is_rule = |line: &str| line.len() > 2 && line.bytes().all(|byte| byte == b'-');
    let mut lines = text.lines().skip_while(|line| !is_rule(line));
    if lines.next().is_none() {
        return Ok(None);
    }
    let mut certificate = format!("{}\n", super::text::HEADING);
    for line in lines {
        certificate += &entry(line).ok_or_else(|| unreadable(line))?;
    }
    Ok(Some(certificate))
}

/// Returns the line of a certificate for a line of the dictionary; `None` if it is malformed.
fn entry(line: &str) -> Option<String> {
    let (position, square) = line.split_once(' ')?;
    let square: usize = square.parse().ok().filter(|&square| square < SQUARES)?;
    let mut stones = [String::new(), String::new()];
    let (mut at, mut rest) = (0, position);
    while let Some(first) = rest.chars().next() {
        let digits = rest.chars().take_while(char::is_ascii_digit).count();
        if digits > 0 {
            at += rest[..digits].parse::<usize>().ok().filter(|&empty| empty < SQUARES)?;
            rest = &rest[digits..];
            continue;
        }
        let side = ['x', 'o'].iter().position(|&side| side == first)?;
        if at >= SQUARES {
            return None;
        }
        stones[side] += &name(at);
        at += 1;
        rest = &rest[1..];
    }
    let mut line = String::new();
    for names in &stones {
        let names = if names.is_empty() { "-" } else { names };
        // Writing to a string does not fail.
        let _ = write!(line, "{names} ");
    }
    Some(line + &name(square) + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_read_as_the_preface_describes_them() {
        let text = "Copyright\n\nfor example xo1x8x8o41o 41\n-----\n 0\nxo1x8x8o41o 41\n";
        let certificate = from_dictionary(text).unwrap().unwrap();
        // The example of the preface: x on 0, 3, 12; o on 1, 21, 63.
        assert_eq!(certificate, "qubic x\n- - 1a4\n1a41d41a1 1b42b34d1 3b2\n");
        assert_eq!(from_dictionary("qubic x\n- - 1a4\n"), Ok(None));
    }

    #[test]
    fn malformed_lines_are_refused() {
        for line in
            ["x", "x 64", "x -1", "y 1", "64x 1", "63xo 1", "99999999999999999999x 1", "x é"]
        {
            let refused = from_dictionary(&format!("----\n{line}\n")).unwrap_err();
            assert_eq!(refused.reason, "malformed line", "{line}");
        }
    }
}
