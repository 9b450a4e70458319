//! Writes a record.

use super::result_word;
use crate::game::{GameState, Outcome, Side};
use crate::protocol::printable;

/// The maximum width of a line of moves, in characters.
const MAX_WIDTH: usize = 80;

/// A record that is being written: first its tags, then its plies.
#[derive(Clone, Debug)]
pub struct PgnWriter {
    tags: String,
    /// The words of the moves; a comment is one word.
    words: Vec<String>,
    /// The number of the turn of the next ply of X.
    number: usize,
    /// The side of the last ply.
    before: Option<Side>,
}

impl PgnWriter {
    /// Begins a record whose first turn has this number.
    pub fn new(number: usize) -> PgnWriter {
        PgnWriter { tags: String::new(), words: Vec::new(), number, before: None }
    }

    /// Begins the record of a game, of which `state` is the end, with its tags. The
    /// players are X and O.
    pub fn of_game(
        state: &dyn GameState,
        start: Option<&str>,
        result: Option<Outcome>,
        [event, date]: [&str; 2],
        players: [&str; 2],
    ) -> PgnWriter {
        let mut record = PgnWriter::new(1);
        record.tag("Event", event);
        record.tag("Site", "?");
        record.tag("Date", date);
        record.tag("Round", "-");
        record.tag("White", players[0]);
        record.tag("Black", players[1]);
        record.tag("Result", result_word(result));
        record.tag("Game", &state.spec().to_string());
        record.tag("X", players[0]);
        record.tag("O", players[1]);
        if let Some(start) = start {
            record.tag("SetUp", "1");
            record.tag("FEN", start);
        }
        record.tag("PlyCount", &state.moves().len().to_string());
        record
    }

    /// Adds a tag. Control characters of its value are escaped.
    pub fn tag(&mut self, name: &str, value: &str) {
        let value = printable(value, usize::MAX).replace('\\', "\\\\").replace('"', "\\\"");
        self.tags += &format!("[{name} \"{value}\"]\n");
    }

    /// Adds a ply of a side. The first one, and each that begins a turn of X, has
    /// the number of the turn.
    pub fn ply(&mut self, side: Side, name: &str, comment: Option<&str>) {
        let begins_turn = side == Side::X && self.before != Some(Side::X);
        if self.before.is_none() || begins_turn {
            self.number += usize::from(self.before.is_some());
            let dots = if side == Side::X { "." } else { "..." };
            self.words.push(format!("{}{dots}", self.number));
        }
        self.before = Some(side);
        self.words.push(name.to_string());
        self.words.extend(comment.map(|comment| format!("{{{comment}}}")));
    }

    /// Adds moves that are numbered already, as
    /// [`GameState::movetext`](crate::game::GameState::movetext) returns them.
    pub fn movetext(&mut self, text: &str) {
        self.words.extend(text.split_whitespace().map(str::to_string));
    }

    /// Returns the text of the record.
    #[must_use]
    pub fn finish(mut self, result: Option<Outcome>) -> String {
        self.words.push(result_word(result).to_string());
        format!("{}\n{}", self.tags, wrapped(&self.words))
    }
}

/// Joins words to lines of at most 80 characters, unless a word is longer.
pub fn wrapped(words: &[String]) -> String {
    let (mut text, mut width) = (String::new(), 0);
    for word in words {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > MAX_WIDTH {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        text += word;
        width += length;
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_numbered_when_x_begins_them() {
        let moves = |number: usize, sides: &str| {
            let mut record = PgnWriter::new(number);
            for side in sides.chars() {
                record.ply(if side == 'X' { Side::X } else { Side::O }, "a1", None);
            }
            record.finish(None).trim().to_string()
        };
        assert_eq!(moves(1, "XOXO"), "1. a1 a1 2. a1 a1 *");
        assert_eq!(moves(5, "OXXOOX"), "5... a1 6. a1 a1 a1 a1 7. a1 *");
        assert_eq!(moves(1, ""), "*");
    }

    #[test]
    fn values_of_tags_stay_on_their_line() {
        let mut record = PgnWriter::new(1);
        record.tag("White", "a \"x\"\u{202e}\\\n");
        assert!(
            record.finish(None).starts_with("[White \"a \\\"x\\\"\\\\u{202e}\\\\\\\\n\"]\n\n*")
        );
    }

    #[test]
    fn lines_have_a_maximum_width() {
        let lines = |lengths: &[usize]| {
            let words: Vec<String> = lengths.iter().map(|&length| "é".repeat(length)).collect();
            wrapped(&words).lines().map(|line| line.chars().count()).collect::<Vec<_>>()
        };
        assert_eq!(lines(&[40, 39]), [80]);
        assert_eq!(lines(&[40, 40]), [40, 40]);
        assert_eq!(lines(&[100, 3, 76, 1]), [100, 80, 1]);
    }
}
