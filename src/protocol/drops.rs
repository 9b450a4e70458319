//! Squares and positions in the words of `UCI_Variant tictactoe`: moves are
//! pieces dropped from a pocket, `P@a3`, and X is white.

/// A square's name as a drop.
pub fn square_to_drop(name: &str) -> String {
    format!("P@{name}")
}

/// The square's name in a drop; a name alone is accepted too.
pub fn drop_to_square(text: &str) -> &str {
    text.strip_prefix("P@").or_else(|| text.strip_prefix("p@")).unwrap_or(text)
}

/// A drop position, `3/1P1/3[PPPPpppp] b - - 0 1`, as one of tic-tac-toe,
/// `3 3 3 3/1X1/3 o 1`. What is not of this form comes out as something that
/// is no position either: the rules judge it.
pub fn drop_to_position(text: &str) -> String {
    let mut words = text.split_whitespace();
    let board = words.next().unwrap_or("");
    let board = board.split('[').next().unwrap_or("");
    let board: String = board
        .chars()
        .map(|c| match c {
            'P' => 'X',
            'p' => 'O',
            // Stones of our own notation have no place here.
            'X' | 'x' | 'O' | 'o' => '?',
            other => other,
        })
        .collect();
    let side = match words.next() {
        Some("w") => "x",
        Some("b") => "o",
        _ => "?",
    };
    format!("3 3 3 {board} {side}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drops_and_squares_lead_to_each_other() {
        assert_eq!(square_to_drop("a3"), "P@a3");
        assert_eq!(drop_to_square("P@a3"), "a3");
        assert_eq!(drop_to_square("b2"), "b2");
    }

    #[test]
    fn positions_lose_their_pockets() {
        assert_eq!(drop_to_position("3/3/3[PPPPPpppp] w - - 0 1"), "3 3 3 3/3/3 x");
        assert_eq!(drop_to_position("p2/1P1/3[PPPPppp] w - - 0 2"), "3 3 3 O2/1X1/3 x");
        assert_eq!(drop_to_position("X2/3/3 o"), "3 3 3 ?2/3/3 ?");
    }
}
