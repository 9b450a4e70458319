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

/// A position of tic-tac-toe, `3 3 3 3/1X1/3 o 1`, as one of drops:
/// `3/1P1/3[PPPPpppp] b - - 0 1`. Each side has pieces for half of the empty
/// squares in its pocket, which is what is left to it when the sides alternate.
/// What is no such position comes out as something that is none either.
pub fn position_to_drop(text: &str) -> String {
    let mut words = text.split_whitespace();
    let size = words.by_ref().take(2).filter_map(|word| word.parse::<usize>().ok());
    let squares: usize = size.product();
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

    #[test]
    fn positions_get_their_pockets_and_lose_them_again() {
        let start = "3/3/3[PPPPPpppp] w - - 0 1";
        assert_eq!(position_to_drop("3 3 3 3/3/3 x 1"), start);
        assert_eq!(position_to_drop("3 3 3 O2/1X1/3 x 2"), "p2/1P1/3[PPPPppp] w - - 0 1");
        for text in ["3 3 3 3/1X1/3 o", "3 3 3 XOX/OXO/3 x"] {
            assert_eq!(drop_to_position(&position_to_drop(text)), text);
        }
        assert!(position_to_drop("2 12 3 12/X11 o").starts_with("12/P11[PPPPPPPPPPPppp"));
        assert!(position_to_drop("").contains('?'));
    }
}
