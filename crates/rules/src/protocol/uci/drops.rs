//! The notation of the variants of `UCI_Variant`: moves are pieces dropped from
//! a pocket, `P@a3`, and X is white.

use crate::game::GameSpec;
use crate::game::lines::Shape;

/// Returns the name of a square as a drop.
pub fn square_to_drop(name: &str) -> String {
    format!("P@{name}")
}

/// Returns the name of the square of a drop; also accepts the name alone.
pub fn drop_to_square(text: &str) -> &str {
    text.strip_prefix("P@").or_else(|| text.strip_prefix("p@")).unwrap_or(text)
}

/// Why a text is not a position in drop notation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DropError {
    /// A character on the board is not a piece.
    #[error("unknown piece '{0}'; the pieces are P and p")]
    Piece(char),
    /// The word for the side to move is missing or wrong.
    #[error("the side to move is w or b, not \"{0}\"")]
    Side(String),
    /// Board and pocket together do not have the pieces of the game.
    #[error("\"{0}\" needs a P or p for each ply, on the board or in the pocket")]
    Pieces(String),
    /// The game is not one of tic-tac-toe.
    #[error("{0} is not played with drops")]
    Game(GameSpec),
}

/// Converts a position of a flat board in drop notation,
/// `3/1P1/3[PPPPpppp] b - - 0 1`, to a text of tic-tac-toe, `3 3 3 3/1X1/3 o`.
/// The pocket is optional. Does not check whether the stones fit the board.
///
/// # Errors
///
/// When the pieces, the pocket or the side to move are malformed, or the game
/// has no flat board.
pub fn drop_to_position(text: &str, game: &GameSpec) -> Result<String, DropError> {
    let &GameSpec::Lines(shape @ Shape::Flat { columns, rows, .. }) = game else {
        return Err(DropError::Game(game.clone()));
    };
    let plies = columns * rows;
    let mut words = text.split_whitespace();
    let placement = words.next().unwrap_or("");
    let (board, pocket) = match placement.split_once('[') {
        Some((board, pocket)) => (board, Some(pocket)),
        None => (placement, None),
    };
    if let Some(pocket) = pocket {
        let pieces = |piece: char| placement.matches(piece).count();
        let closed = pocket.strip_suffix(']');
        let pure = closed.is_some_and(|pocket| pocket.chars().all(|c| matches!(c, 'P' | 'p')));
        if !pure || [pieces('P'), pieces('p')] != [plies.div_ceil(2), plies / 2] {
            return Err(DropError::Pieces(placement.to_string()));
        }
    }
    let stone = |c| match c {
        'P' => Ok('X'),
        'p' => Ok('O'),
        '/' | '0'..='9' => Ok(c),
        other => Err(DropError::Piece(other)),
    };
    let board = board.chars().map(stone).collect::<Result<String, DropError>>()?;
    let side = match words.next().unwrap_or("") {
        "w" => "x",
        "b" => "o",
        other => return Err(DropError::Side(other.to_string())),
    };
    Ok(format!("{}{board} {side}", shape.position_prefix()))
}

/// Converts a text of tic-tac-toe, `3 3 3 3/1X1/3 o 1`, to drop notation,
/// `3/1P1/3[PPPPpppp] b - - 0 1`. The pocket of each side has a piece for each
/// of its remaining plies. The result for any other text is not a valid
/// position either.
pub fn position_to_drop(text: &str) -> String {
    let mut words = text.split_whitespace();
    // `u8` bounds the sizes; no board is larger.
    let size = words.by_ref().take(2).filter_map(|word| word.parse::<u8>().ok());
    let squares: usize = size.map(usize::from).product();
    let board = words.nth(1).unwrap_or("");
    let stones = |stone: char| board.chars().filter(|c| c.eq_ignore_ascii_case(&stone)).count();
    let empty = squares.saturating_sub(stones('x') + stones('o'));
    let (side, [white, black]) = match words.next() {
        Some("x" | "X") => ("w", [empty.div_ceil(2), empty / 2]),
        Some("o" | "O") => ("b", [empty / 2, empty.div_ceil(2)]),
        _ => ("?", [0, 0]),
    };
    let board = board.replace(['X', 'x'], "P").replace(['O', 'o'], "p");
    format!("{board}[{}{}] {side} - - 0 1", "P".repeat(white), "p".repeat(black))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drops_and_squares_convert_both_ways() {
        assert_eq!(square_to_drop("a3"), "P@a3");
        assert_eq!(drop_to_square("P@a3"), "a3");
        assert_eq!(drop_to_square("b2"), "b2");
    }

    #[test]
    fn drop_positions_convert_to_tic_tac_toe() {
        let small = "tictactoe".parse().expect("a game");
        let position = |text| drop_to_position(text, &small).map_err(|error| error.to_string());
        let is = |text: &str| Ok(text.to_string());
        assert_eq!(position("3/3/3[PPPPPpppp] w - - 0 1"), is("3 3 3 3/3/3 x"));
        assert_eq!(position("p2/1P1/3[PPPPppp] w - - 0 2"), is("3 3 3 O2/1X1/3 x"));
        assert_eq!(position("PpP/pPp/pP1[P] w"), is("3 3 3 XOX/OXO/OX1 x"));
        assert_eq!(position("PpP/pPp/PpP[] b"), is("3 3 3 XOX/OXO/XOX o"));
        assert_eq!(position("3/1P1/3 b"), is("3 3 3 3/1X1/3 o"));
        for (text, part) in [
            ("X2/3/3 w", "unknown piece 'X'"),
            ("3/3/3[PPPPPpppp] x", "is w or b, not \"x\""),
            ("3/3/3[PPPPPpppp]", "is w or b, not \"\""),
            ("3/3/3[PPPPpppp] w", "needs a P or p"),
            ("3/1P1/3[PPPPPpppp] b", "needs a P or p"),
            ("3/3/3[PPPPPpppp w", "needs a P or p"),
            ("3/3/3[PPPPPppppQ] w", "needs a P or p"),
            ("3/3/3[PPPPP][pppp] w", "needs a P or p"),
            ("", "is w or b, not"),
        ] {
            let error = position(text).expect_err(text);
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn positions_convert_to_drops_and_back() {
        let small = "tictactoe".parse().expect("a game");
        let start = "3/3/3[PPPPPpppp] w - - 0 1";
        assert_eq!(position_to_drop("3 3 3 3/3/3 x 1"), start);
        assert_eq!(position_to_drop("3 3 3 O2/1X1/3 x 2"), "p2/1P1/3[PPPPppp] w - - 0 1");
        for text in ["3 3 3 3/1X1/3 o", "3 3 3 XOX/OXO/3 x"] {
            assert_eq!(drop_to_position(&position_to_drop(text), &small).as_deref(), Ok(text));
        }
        assert!(position_to_drop("2 12 3 12/X11 o").starts_with("12/P11[PPPPPPPPPPPppp"));
        let wide = "tictactoe:15x15:5".parse().expect("a game");
        let rows = "15/".repeat(13);
        let text = format!("15 15 5 {rows}7X7/14O x");
        let drops = position_to_drop(&text);
        assert_eq!(
            drops,
            format!("{rows}7P7/14p[{}{}] w - - 0 1", "P".repeat(112), "p".repeat(111))
        );
        assert_eq!(drop_to_position(&drops, &wide), Ok(text));
        let qubic: GameSpec = "qubic".parse().expect("a game");
        assert_eq!(drop_to_position(start, &qubic), Err(DropError::Game(qubic.clone())));
        assert!(position_to_drop("").contains('?'));
        assert!(position_to_drop("4294967296 4294967297 3 3 x").len() < 300);
    }
}
