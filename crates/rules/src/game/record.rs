//! Game records for people: moves numbered by X's turns.

use std::fmt::Write;

use super::Side;

/// Returns the moves of a game as text, with the number of X's turn before each
/// turn of X: `1. d4 d5 2. e4 c4`, and with a double turn `1. d4 d5 g4 2. c4`.
///
/// `first_ply` is the ply of the first move; `side_at` returns the side that
/// plays a ply. A record that does not begin with a turn of X begins with the
/// current turn number and three dots: `3... b2 4. a1`.
pub fn movetext<M: AsRef<str>>(
    moves: &[M],
    first_ply: usize,
    side_at: impl Fn(usize) -> Side,
) -> String {
    let mut text = String::new();
    let mut number = move_number(first_ply, &side_at);
    for (i, name) in moves.iter().enumerate() {
        let ply = first_ply + i;
        let begins = begins_turn(ply, &side_at);
        if i > 0 {
            text.push(' ');
            number += usize::from(begins);
        }
        // Writing into a string does not fail.
        let _ = match (begins, i) {
            (true, _) => write!(text, "{number}. "),
            (false, 0) => write!(text, "{number}... "),
            (false, _) => Ok(()),
        };
        text.push_str(name.as_ref());
    }
    text
}

/// The number of turns X has begun up to and including this ply.
pub(super) fn move_number(ply: usize, side_at: &impl Fn(usize) -> Side) -> usize {
    (0..=ply).filter(|&p| begins_turn(p, side_at)).count()
}

fn begins_turn(ply: usize, side_at: &impl Fn(usize) -> Side) -> bool {
    side_at(ply) == Side::X && (ply == 0 || side_at(ply - 1) == Side::O)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_numbered_when_x_begins_them() {
        let alternating = |ply: usize| if ply.is_multiple_of(2) { Side::X } else { Side::O };
        assert_eq!(movetext(&["d4", "d5", "e4", "c4"], 0, alternating), "1. d4 d5 2. e4 c4");
        let modern = |ply: usize| if [0, 3, 5].contains(&ply) { Side::X } else { Side::O };
        assert_eq!(movetext(&["d4", "d5", "g4", "c4", "e4"], 0, modern), "1. d4 d5 g4 2. c4 e4");
        assert_eq!(movetext(&["b2", "a1", "c3"], 5, alternating), "3... b2 4. a1 c3");
        assert_eq!(movetext::<&str>(&[], 0, alternating), "");
    }
}
