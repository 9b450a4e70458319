//! The two forms of c-gomoku-cli, which write no names of squares as the games
//! do: offsets from the centre of the board, and squares whose rows count from
//! the top.

use crate::plan::openings::forms::word::{Line, Misread, Word};

/// Returns whether a line has offsets: only numbers and commas.
pub(super) fn is_offset(line: &str) -> bool {
    line.contains(',')
        && line
            .bytes()
            .all(|b| b.is_ascii_digit() || matches!(b, b',' | b'-' | b'+' | b' ' | b'\t'))
}

/// Reads offsets: pairs of numbers, the column and the row of each stone from
/// the centre. The columns count to the right and the rows down. The centre is
/// the square with half of the squares of its row, rounded down, to the left of
/// it: on a board of 20 the eleventh one.
pub(super) fn offset(line: &str, board: (usize, usize)) -> Result<Line<'_>, Misread> {
    let mut numbers: Vec<(usize, isize)> = Vec::new();
    for (column, word) in words(line, |c| c == ',' || c.is_whitespace()) {
        let number = word.parse().ok().filter(|number: &isize| number.abs() <= MAX_OFFSET);
        let Some(number) = number else {
            let reason = format!("\"{word}\" is not an offset from the centre");
            return Err(Misread::new(column, reason));
        };
        numbers.push((column, number));
    }
    let mut moves = Vec::new();
    for pair in numbers.chunks(2) {
        let &[(column, right), (_, down)] = pair else {
            let reason = "this column offset has no row offset after it";
            return Err(Misread::new(pair[0].0, reason));
        };
        let [x, y] = [(board.0, right), (board.1, down)]
            .map(|(length, offset)| (length / 2).checked_add_signed(offset));
        moves.push(word(column, x, y, board, || format!("{right},{down}"))?);
    }
    Ok(Line { start: None, moves })
}

/// No board has larger offsets.
const MAX_OFFSET: isize = 1000;

/// Returns whether a text has two or more squares without spaces: `d3e5`.
pub(super) fn is_run(text: &str) -> bool {
    squares(text).is_some_and(|squares| squares.len() > 1)
}

/// Returns whether a text looks like a single square.
pub(super) fn is_square(text: &str) -> bool {
    squares(text).is_some_and(|squares| squares.len() == 1)
}

/// Splits a run of squares; `None` if the text has anything else.
fn squares(text: &str) -> Option<Vec<&str>> {
    let mut found = Vec::new();
    let mut rest = text;
    while rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
        let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
        let (square, after) = rest.split_at(1 + digits);
        if digits == 0 {
            return None;
        }
        found.push(square);
        rest = after;
    }
    rest.is_empty().then_some(found)
}

/// Reads squares without spaces, whose rows count from the top.
pub(super) fn pos(line: &str, board: (usize, usize)) -> Result<Line<'_>, Misread> {
    let mut moves = Vec::new();
    for (mut column, run) in words(line, char::is_whitespace) {
        let Some(squares) = squares(run) else {
            let reason = format!("\"{run}\" is not a run of squares such as d3e5f6");
            return Err(Misread::new(column, reason));
        };
        for square in squares {
            let letter = square.as_bytes()[0].to_ascii_lowercase();
            let x = usize::from(letter - b'a');
            let y = square[1..].parse::<usize>().ok().and_then(|row| row.checked_sub(1));
            moves.push(word(column, Some(x), y, board, || square.to_string())?);
            column += square.len();
        }
    }
    Ok(Line { start: None, moves })
}

/// Returns the move on a square, counted from the top left.
fn word<'t>(
    column: usize,
    x: Option<usize>,
    y: Option<usize>,
    (columns, rows): (usize, usize),
    written: impl Fn() -> String,
) -> Result<Word<'t>, Misread> {
    match (x.filter(|&x| x < columns), y.filter(|&y| y < rows)) {
        (Some(x), Some(y)) => {
            // No board has more columns than letters.
            let letter = char::from(b'a' + x as u8);
            Ok(Word { text: format!("{letter}{}", rows - y).into(), column })
        }
        _ => {
            let reason = format!("\"{}\" is not on the board of {columns}x{rows}", written());
            Err(Misread::new(column, reason))
        }
    }
}

/// Splits a line; returns each word with its column.
fn words(line: &str, is_between: fn(char) -> bool) -> impl Iterator<Item = (usize, &str)> {
    let mut next = 1;
    let placed = line.split(is_between).map(move |word| {
        let column = next;
        next += word.chars().count() + 1;
        (column, word)
    });
    placed.filter(|(_, word)| !word.is_empty())
}
