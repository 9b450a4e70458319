//! Drawings and descriptions of a position, for people to read.

use crate::game::{GameState, Side, Square};

/// Returns the lines of a drawing with column letters below and row numbers at
/// the left. The levels of a cube stand side by side.
pub fn drawing(state: &dyn GameState) -> Vec<String> {
    drawing_with(state, 1, &|_| ".".to_string())
}

/// Like [`drawing`], with a word of at most `cell` characters on each empty
/// square.
pub fn drawing_with(
    state: &dyn GameState,
    cell: usize,
    empty: &dyn Fn(Square) -> String,
) -> Vec<String> {
    let board = state.board();
    let stones = Side::BOTH.map(|side| state.stones(side));
    let margin = board.rows().to_string().len();
    let title = |level: usize| format!("layer {}", level + 1);
    let width = (margin + (cell + 1) * board.columns()).max(title(0).len());
    let across = |part: &dyn Fn(usize) -> String| {
        let parts: Vec<String> =
            (0..board.levels()).map(|level| format!("{:<width$}", part(level))).collect();
        parts.join("   ").trim_end().to_string()
    };
    let mut lines = Vec::new();
    if board.levels() > 1 {
        lines.push(across(&title));
    }
    for row in 0..board.rows() {
        lines.push(across(&|level| {
            let number = board.rows() - row;
            let mut text = format!("{number:>margin$}");
            for column in 0..board.columns() {
                let square = board.square(column, row, level);
                let content = match stones.map(|set| set.contains(square)) {
                    [true, _] => "X".to_string(),
                    [_, true] => "O".to_string(),
                    _ => empty(square),
                };
                text += &format!(" {content:>cell$}");
            }
            text
        }));
    }
    let letters = (0..board.columns()).map(|column| char::from(b'a' + column as u8));
    let letters: String = letters.map(|letter| format!(" {letter:>cell$}")).collect();
    lines.push(across(&|_| format!("{:margin$}{letters}", "")));
    lines
}

/// Returns the side to move or the result, in words.
pub fn status(state: &dyn GameState) -> String {
    match state.outcome() {
        Some(outcome) => format!("game over: {outcome}"),
        None => format!("{} to move", state.side()),
    }
}

/// Returns lines with both longest trains and the margin in TicTacTrains; no
/// lines in other games.
pub(super) fn trains(state: &dyn GameState) -> Vec<String> {
    let Some(trains) = state.longest_trains() else { return Vec::new() };
    let train = |(side, train): (Side, &Vec<Square>)| {
        let squares: String =
            train.iter().map(|&square| format!(" {}", state.board().name(square))).collect();
        format!("longest train {side} {}{squares}", train.len())
    };
    let margin = trains[0].len() as i64 - trains[1].len() as i64;
    let lines = Side::BOTH.into_iter().zip(&trains).map(train);
    lines.chain([format!("margin {margin}")]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{self, GameSpec};

    fn shown(game: &str, moves: &str) -> String {
        let spec: GameSpec = game.parse().unwrap_or_else(|e| panic!("{e}"));
        let mut state = game::new_game(&spec);
        for name in moves.split_whitespace() {
            state.play(name).unwrap_or_else(|e| panic!("{e}"));
        }
        drawing(&*state).join("\n")
    }

    #[test]
    fn flat_boards_have_letters_and_numbers() {
        assert_eq!(shown("tictactoe", "b2 a1"), "3 . . .\n2 . X .\n1 O . .\n  a b c");
        let wide = shown("tictactoe:3x11:3", "a11");
        assert!(wide.starts_with("11 X . .\n10 . . .\n 9 . . ."), "{wide}");
        assert!(wide.ends_with("\n   a b c"), "{wide}");
    }

    #[test]
    fn trains_are_listed_from_end_to_end() {
        let train_lines = |game: &str, moves: &str| {
            let mut state = game::new_game(&game.parse().unwrap_or_else(|e| panic!("{e}")));
            for name in moves.split_whitespace() {
                state.play(name).unwrap_or_else(|e| panic!("{e}"));
            }
            trains(&*state)
        };
        let none = ["longest train X 0", "longest train O 0", "margin 0"];
        assert_eq!(train_lines("tictactrains", ""), none);
        let lines = train_lines("tictactrains", "d4 a1 d5 a2 e5 a3 g7 b2 f5");
        // The ends are d4 and f5. O's a1, a2, a3 and b2 are no path of four.
        assert!(["d4 d5 e5 f5", "f5 e5 d5 d4"].contains(&&lines[0]["longest train X 4 ".len()..]));
        assert!(lines[1].starts_with("longest train O 3 "), "{lines:?}");
        assert_eq!(lines[2], "margin 1");
        assert_eq!(train_lines("tictactrains", "d4 a1 c3 a2")[2], "margin -1");
        assert_eq!(train_lines("tictactoe", "b2"), Vec::<String>::new());
    }

    #[test]
    fn cubes_show_their_levels_side_by_side() {
        let cube = "layer 1   layer 2\n2 . .     2 . O\n1 X .     1 . .\n  a b       a b";
        assert_eq!(shown("qubic:2", "1a1 2b2"), cube);
    }
}
