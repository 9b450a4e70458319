//! Positions as text: the rows from the top, the side to move and the number of
//! X's turn: `7/7/7/3X3/7/7/7 o 1`.

use std::fmt::Write;

use super::record::move_number;
use super::{Game, PlacementError, Side, Square, Squares};

/// Why a text is not a position of the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// The words before the placement name another board.
    #[error("the position must begin with \"{expected}\" in this game")]
    Geometry {
        /// The required beginning of the text.
        expected: String,
    },
    /// The text has no placement of stones.
    #[error("the position has no board")]
    NoBoard,
    /// A row, or the board, has too few or too many squares.
    #[error("\"{0}\" does not fit the board")]
    Shape(String),
    /// A character in the placement is not a stone, digit or divider.
    #[error("'{0}' is not a stone, a number or a divider")]
    Character(char),
    /// The word for the side to move is missing or wrong.
    #[error("the side to move is x or o, not \"{0}\"")]
    Side(String),
    /// The move number is not a number.
    #[error("\"{0}\" is not a move number")]
    MoveNumber(String),
    /// A word follows the move number.
    #[error("unexpected \"{0}\" after the position")]
    Trailing(String),
    /// The stones contradict the rules.
    #[error(transparent)]
    Placement(#[from] PlacementError),
}

/// Returns the text of a position; [`parse`] is the inverse.
pub fn print<G: Game>(game: &G, position: &G::Position) -> String {
    let board = game.board();
    let mut text = game.text_prefix();
    let x = game.stones(position, Side::X);
    let o = game.stones(position, Side::O);
    for level in 0..board.levels() {
        if level > 0 {
            text.push('|');
        }
        for row in 0..board.rows() {
            if row > 0 {
                text.push('/');
            }
            let squares = (0..board.columns()).map(|column| board.square(column, row, level));
            push_row(&mut text, squares, x, o);
        }
    }
    let side = if game.side(position) == Side::X { 'x' } else { 'o' };
    let number = move_number(game.ply(position), &|ply| game.side_at(ply));
    // Writing into a string does not fail.
    let _ = write!(text, " {side} {number}");
    text
}

fn push_row<S: Squares>(text: &mut String, squares: impl Iterator<Item = Square>, x: S, o: S) {
    let mut empty = 0;
    let flush = |text: &mut String, empty: &mut usize| {
        if *empty > 0 {
            let _ = write!(text, "{empty}");
            *empty = 0;
        }
    };
    for square in squares {
        if x.contains(square) || o.contains(square) {
            flush(text, &mut empty);
            text.push(if x.contains(square) { 'X' } else { 'O' });
        } else {
            empty += 1;
        }
    }
    flush(text, &mut empty);
}

/// Parses the text of a position. The move number is optional and is not
/// compared with the stones, which determine it.
///
/// # Errors
/// When the text is malformed or describes another board, or when no game leads
/// to its stones and side to move.
pub fn parse<G: Game>(game: &G, text: &str) -> Result<G::Position, PositionError> {
    let mut words = text.split_whitespace();
    let expected = game.text_prefix();
    if !expected.split_whitespace().all(|word| words.next() == Some(word)) {
        return Err(PositionError::Geometry { expected: expected.trim_end().to_string() });
    }
    let placement = words.next().ok_or(PositionError::NoBoard)?;
    let (x, o) = parse_placement(game.board(), placement)?;
    let side = words.next().unwrap_or("");
    let side = match side {
        "x" | "X" => Side::X,
        "o" | "O" => Side::O,
        _ => return Err(PositionError::Side(side.to_string())),
    };
    if let Some(number) = words.next()
        && !number.bytes().all(|b| b.is_ascii_digit())
    {
        return Err(PositionError::MoveNumber(number.to_string()));
    }
    if let Some(word) = words.next() {
        return Err(PositionError::Trailing(word.to_string()));
    }
    Ok(game.place(x, o, side)?)
}

fn parse_placement<S: Squares>(board: &super::Board, text: &str) -> Result<(S, S), PositionError> {
    let shape = |part: &str| PositionError::Shape(part.to_string());
    let mut stones = [S::EMPTY; 2];
    let levels: Vec<&str> = text.split('|').collect();
    if levels.len() != board.levels() {
        return Err(shape(text));
    }
    for (level, level_text) in levels.iter().enumerate() {
        let rows: Vec<&str> = level_text.split('/').collect();
        if rows.len() != board.rows() {
            return Err(shape(level_text));
        }
        for (row, row_text) in rows.iter().enumerate() {
            let mut column = 0;
            let mut run = 0;
            for c in row_text.chars() {
                if let Some(digit) = c.to_digit(10).filter(|&digit| digit > 0 || run > 0) {
                    // The cap exceeds every board and prevents an overflow.
                    run = (run * 10 + digit as usize).min(1000);
                    continue;
                }
                column += std::mem::take(&mut run);
                let side = Side::from_letter(c).ok_or(PositionError::Character(c))?;
                if column >= board.columns() {
                    return Err(shape(row_text));
                }
                stones[side.index()].insert(board.square(column, row, level));
                column += 1;
            }
            if column + run != board.columns() {
                return Err(shape(row_text));
            }
        }
    }
    Ok((stones[0], stones[1]))
}

#[cfg(test)]
mod tests {
    use crate::game::{GameSpec, new_game};

    /// Parses a position and returns its canonical text, or the error.
    fn read(game: &str, text: &str) -> Result<String, String> {
        let spec: GameSpec = game.parse().unwrap();
        let mut state = new_game(&spec);
        state.set_start(Some(text)).map_err(|error| error.to_string())?;
        Ok(state.text())
    }

    /// After the last ply it would be the turn of the side that did not play it.
    #[test]
    fn the_text_of_a_full_board_is_read() {
        for (rules, ending) in [
            ("classical", " o 25"),
            // Ply 48 is X's and ply 49 is O's.
            (&*format!("({}XA, OA)", "XA, OA, ".repeat(23) + "XA, "), " x 25"),
        ] {
            let game = format!("tictactrains:{rules}");
            let mut state = new_game(&game.parse().unwrap());
            while state.outcome().is_none() {
                let square = state.legal().nth(0).unwrap();
                let name = state.board().name(square);
                state.play(&name).unwrap();
            }
            let text = state.text();
            assert!(text.ends_with(ending), "{rules}: {text}");
            assert_eq!(read(&game, &text), Ok(text));
        }
    }

    #[test]
    fn variants_of_a_text_print_canonically() {
        for (game, text, printed) in [
            ("tictactoe", "3 3 3 3/1X1/3 o 1", "3 3 3 3/1X1/3 o 1"),
            ("tictactoe", " 3  3 3 3/1x1/3\tO", "3 3 3 3/1X1/3 o 1"),
            // The stones, not the text, determine the printed move number.
            ("tictactoe", "3 3 3 3/1X1/3 o 77", "3 3 3 3/1X1/3 o 1"),
            ("tictactoe", "3 3 3 2X/OO1/2X X 3", "3 3 3 2X/OO1/2X x 3"),
            (
                "tictactoe:11",
                "11 11 11 10X/11/11/11/11/11/11/11/11/11/O10 x",
                "11 11 11 10X/11/11/11/11/11/11/11/11/11/O10 x 2",
            ),
            ("tictactoe:7x2:2", "2 7 2 7/O5X x", "2 7 2 7/O5X x 2"),
            ("qubic:2", "2 X1/2|2/2 o", "2 X1/2|2/2 o 1"),
            ("qubic:3", "3 3/3/3|3/1X1/3|3/3/3 o", "3 3/3/3|3/1X1/3|3/3/3 o 1"),
            ("tictactrains", "7/7/7/3x3/7/7/7 o", "7/7/7/3X3/7/7/7 o 1"),
        ] {
            assert_eq!(read(game, text), Ok(printed.to_string()), "{text}");
        }
    }

    #[test]
    fn a_malformed_position_is_refused_with_the_reason() {
        for (game, text, expected) in [
            ("tictactoe", "", "the position must begin with \"3 3 3\" in this game"),
            ("tictactoe", "3 3", "the position must begin with \"3 3 3\" in this game"),
            ("tictactoe", "3 3 4 3/3/3 x", "the position must begin with \"3 3 3\" in this game"),
            ("qubic", "3 3/3/3 x", "the position must begin with \"4\" in this game"),
            ("tictactoe", "3 3 3", "the position has no board"),
            ("tictactrains", "", "the position has no board"),
            // Too few and too many rows, levels and squares.
            ("tictactoe", "3 3 3 3/3 x", "\"3/3\" does not fit the board"),
            ("tictactoe", "3 3 3 3/3/3/3 x", "\"3/3/3/3\" does not fit the board"),
            ("tictactoe", "3 3 3 3/3/3|3/3/3 x", "\"3/3/3|3/3/3\" does not fit the board"),
            ("qubic:2", "2 2/2 x", "\"2/2\" does not fit the board"),
            ("qubic:2", "2 2/2|2 x", "\"2\" does not fit the board"),
            ("tictactoe", "3 3 3 3/2/3 x", "\"2\" does not fit the board"),
            ("tictactoe", "3 3 3 3/4/3 x", "\"4\" does not fit the board"),
            ("tictactoe", "3 3 3 3/XO2/3 x", "\"XO2\" does not fit the board"),
            ("tictactoe", "3 3 3 3/XOXO/3 x", "\"XOXO\" does not fit the board"),
            ("tictactoe", "3 3 3 3/3X/3 o", "\"3X\" does not fit the board"),
            // The digits form the number 12.
            ("tictactoe", "3 3 3 3/12/3 x", "\"12\" does not fit the board"),
            ("tictactoe", "3 3 3 3//3 x", "\"\" does not fit the board"),
            (
                "tictactoe",
                "3 3 3 3/99999999999999999999999/3 x",
                "\"99999999999999999999999\" does not fit the board",
            ),
            ("tictactoe", "3 3 3 3/0X2/3 o", "'0' is not a stone, a number or a divider"),
            ("tictactoe", "3 3 3 3/1y1/3 o", "'y' is not a stone, a number or a divider"),
            ("tictactoe", "3 3 3 3/1é1/3 o", "'é' is not a stone, a number or a divider"),
            ("tictactoe", "3 3 3 3/3/3", "the side to move is x or o, not \"\""),
            ("tictactoe", "3 3 3 3/3/3 w", "the side to move is x or o, not \"w\""),
            ("tictactoe", "3 3 3 3/3/3 x one", "\"one\" is not a move number"),
            ("tictactoe", "3 3 3 3/3/3 x -1", "\"-1\" is not a move number"),
            ("tictactoe", "3 3 3 3/3/3 x 1 2", "unexpected \"2\" after the position"),
            ("tictactoe", "3 3 3 3/3/3 o", "O is not to move after 0 plies"),
        ] {
            assert_eq!(read(game, text), Err(expected.to_string()), "{text:?}");
        }
    }
}
