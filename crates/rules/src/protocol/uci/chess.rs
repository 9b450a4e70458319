//! Recognizes positions and moves of chess by their form. A chess GUI sends
//! them when its user has not chosen another game.

use crate::protocol::command::Start;

/// Returns the board or the first move of a `position` command if it has the
/// form of chess.
pub fn chess_word<'a>(start: &'a Start, moves: &'a [String]) -> Option<&'a str> {
    match start {
        Start::Fen(text) => {
            let mut words = text.split_whitespace();
            words.next().filter(|board| is_board(board) && matches!(words.next(), Some("w" | "b")))
        }
        Start::StartPos => moves.first().map(String::as_str).filter(|name| is_move(name)),
    }
}

/// Whether the text is eight rows of chess pieces with both kings.
fn is_board(text: &str) -> bool {
    let board = text.split('[').next().unwrap_or("");
    board.split('/').count() == 8
        && board.contains('k')
        && board.contains('K')
        && board
            .chars()
            .all(|c| matches!(c, '1'..='8' | '/') || "kqrbnp".contains(c.to_ascii_lowercase()))
}

/// Whether the text is a chess move: two squares and an optional promotion,
/// `e2e4`, `a7a8q`.
fn is_move(text: &str) -> bool {
    match text.as_bytes() {
        [b'a'..=b'h', b'1'..=b'8', b'a'..=b'h', b'1'..=b'8', promotion @ ..] => {
            matches!(promotion, [] | [b'q' | b'r' | b'b' | b'n'])
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_chess_is_recognized() {
        let fen = |text: &str| chess_word(&Start::Fen(text.to_string()), &[]).map(str::to_string);
        let play = |name: &str| chess_word(&Start::StartPos, &[name.to_string()]).is_some();
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        assert_eq!(fen(&format!("{start} w KQkq - 0 1")).as_deref(), Some(start));
        assert!(fen("4k3/8/8/8/8/8/4P3/4K3[Pp] b - - 5 39").is_some());
        for name in ["e2e4", "g8f6", "a7a8q", "h2h1n"] {
            assert!(play(name), "{name}");
        }
        for text in [
            "3/3/3[PPPPPpppp] w - - 0 1",
            "7/7/7/3X3/7/7/7 o 1",
            "8 8 5 8/8/8/8/8/8/8/8 x 1",
            "8/8/8/8/8/8/8/8 w - - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x 1",
            "",
        ] {
            assert_eq!(fen(text), None, "{text}");
        }
        for name in ["", "d4", "P@a3", "2b3", "e2e9", "i2e4", "e2e4x", "0000", "é2e4"] {
            assert!(!play(name), "{name}");
        }
        assert_eq!(chess_word(&Start::StartPos, &[]), None);
    }
}
