//! The opening rule swap2: how the players agree on the stones and the sides.
//!
//! The first player places three stones, of X, O and X. The second player takes a side, or
//! places two more stones, after which the first player takes a side. Who stays with the
//! side that is to move may play its next stone at once.

use std::fmt;
use std::str::FromStr;

use noughts::game::GameSpec;
use noughts::game::lines::Shape;
use noughts_client::serde_via_text;

/// The stones that the first player places.
pub const FIRST_STONES: usize = 3;
/// The stones after which the first player chooses, if the second player left it the choice.
pub const MORE_STONES: usize = 5;
/// The shortest lines for which no opening by swap2 ends the game.
const SHORTEST_LINE: usize = 4;

/// Returns whether a game can begin with swap2: on a flat board with enough squares and
/// long lines.
pub fn is_possible(spec: &GameSpec) -> bool {
    match spec {
        GameSpec::Lines(shape @ Shape::Flat { .. }) => shape.line_length() >= SHORTEST_LINE,
        _ => false,
    }
}

/// The choices of a game, as in the journal: `place, swap`; `place, stay`; `place, add,
/// swap`; `place, add, stay`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swap2 {
    /// Whether the second player placed two more stones.
    pub has_added: bool,
    /// Whether the player that chose took the side that was not to move.
    pub has_swapped: bool,
}

impl Swap2 {
    /// Returns whether the first player, who would have X without swap2, plays O.
    pub fn exchanges(self) -> bool {
        // After three and after five stones O is to move. Who chooses stays with O.
        self.has_added != self.has_swapped
    }

    /// Returns the possible numbers of stones of the opening: a player that stays may have
    /// placed the next one, too.
    pub fn stones(self) -> std::ops::RangeInclusive<usize> {
        let least = if self.has_added { MORE_STONES } else { FIRST_STONES };
        least..=least + usize::from(!self.has_swapped)
    }
}

impl fmt::Display for Swap2 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let added = if self.has_added { "add, " } else { "" };
        let choice = if self.has_swapped { "swap" } else { "stay" };
        write!(f, "place, {added}{choice}")
    }
}

/// The error for a text that is not the choices of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("these are no choices by swap2")]
pub struct NoSwap2;

impl FromStr for Swap2 {
    type Err = NoSwap2;

    fn from_str(text: &str) -> Result<Swap2, NoSwap2> {
        let all = [false, true];
        let all = all.iter().flat_map(|&has_added| {
            all.iter().map(move |&has_swapped| Swap2 { has_added, has_swapped })
        });
        let mut all = all.filter(|swap2| swap2.to_string() == text);
        all.next().ok_or(NoSwap2)
    }
}

serde_via_text!(Swap2);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_written_and_read() {
        for (text, exchanges, stones) in [
            ("place, stay", false, 3..=4),
            ("place, swap", true, 3..=3),
            ("place, add, stay", true, 5..=6),
            ("place, add, swap", false, 5..=5),
        ] {
            let swap2: Swap2 = text.parse().unwrap();
            assert_eq!(swap2.to_string(), text);
            assert_eq!((swap2.exchanges(), swap2.stones()), (exchanges, stones), "{text}");
        }
        assert!("place".parse::<Swap2>().is_err());
    }

    #[test]
    fn only_flat_games_with_long_lines_begin_with_swap2() {
        for (game, possible) in [
            ("tictactoe:15x15:5", true),
            ("tictactoe:15x15:renju", true),
            ("tictactoe:4x4:4", true),
            ("tictactoe", false),
            ("qubic", false),
            ("tictactrains", false),
        ] {
            assert_eq!(is_possible(&game.parse().unwrap()), possible, "{game}");
        }
    }
}
