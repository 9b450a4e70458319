//! The goal of each game in one sentence, for people.

use super::GameSpec;

impl GameSpec {
    /// The goal in one sentence.
    ///
    /// ```
    /// use noughts_rules::game::GameSpec;
    ///
    /// let goal = |game: &str| game.parse::<GameSpec>().unwrap().goal();
    /// assert_eq!(goal("tictactoe:15x15:5="), "Exactly 5 in a row win: across, down or diagonally.");
    /// assert_eq!(goal("qubic"), "4 in a row win, in any direction through the cube.");
    /// ```
    pub fn goal(&self) -> String {
        match self {
            GameSpec::Trains(_) => "The longer train of connected stones wins.".to_string(),
            GameSpec::Lines(shape) => {
                let length = shape.line_length();
                let exactly = if shape.is_exact() { "Exactly " } else { "" };
                match shape.is_flat() {
                    false => format!("{length} in a row win, in any direction through the cube."),
                    true => {
                        format!("{exactly}{length} in a row win: across, down or diagonally.")
                    }
                }
            }
        }
    }
}
