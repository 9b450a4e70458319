//! A position as lines of text, row by row and layer by layer.

use noughts_rules::game::{GameState, Side};

/// Draws the board with its stones and the names of rows and columns.
pub(crate) fn draw(state: &dyn GameState) -> String {
    let board = *state.board();
    let (x, o) = (state.stones(Side::X), state.stones(Side::O));
    let width = board.rows().to_string().len();
    let mut lines = Vec::new();
    for level in 0..board.levels() {
        if board.levels() > 1 {
            lines.push(format!("layer {}", level + 1));
        }
        for row in 0..board.rows() {
            let mut line = format!("{:>width$}", board.rows() - row);
            for column in 0..board.columns() {
                let square = board.square(column, row, level);
                let stone = match (x.contains(square), o.contains(square)) {
                    (true, _) => 'X',
                    (_, true) => 'O',
                    _ => '.',
                };
                line.extend([' ', stone]);
            }
            lines.push(line);
        }
        let letters = (b'a'..).take(board.columns()).map(|letter| [' ', char::from(letter)]);
        lines.push(" ".repeat(width) + &letters.flatten().collect::<String>());
    }
    lines.join("\n")
}
