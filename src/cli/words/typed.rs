//! The words that users may type, in one table: at the prompt and in the plain
//! text of `play`. Words of one letter are also keys on the screen of `play`.

use noughts::game::GameState;

/// The meaning of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    Undo,
    Redo,
    Hint,
    /// Turn the values of all moves on or off.
    Values,
    /// Show estimates in centipoints, too, or no longer.
    Points,
    /// List the moves played and the legal moves.
    Moves,
    /// Show the board again.
    Board,
    /// Show the rules of the game.
    Rules,
    Swap,
    New,
    /// Begin another game.
    Game,
    Level,
    Go,
    Save,
    Load,
    /// List the games that are kept, or open one.
    Games,
    /// Judge every move of the game.
    Review,
    /// Look for a better move in the place of a mistake.
    Retry,
    Resign,
    /// Offer a draw.
    Draw,
    Help,
    Quit,
}

/// Every word with its names, the most usual first.
const TABLE: [(Word, &[&str]); 22] = [
    (Word::Undo, &["undo", "u"]),
    (Word::Redo, &["redo", "r"]),
    (Word::Hint, &["hint", "h"]),
    (Word::Values, &["eval", "e", "values", "analyse", "a"]),
    (Word::Points, &["points"]),
    (Word::Moves, &["moves"]),
    (Word::Board, &["board", "show"]),
    (Word::Rules, &["rules", "i"]),
    (Word::Swap, &["swap", "s"]),
    (Word::New, &["new", "n", "newgame"]),
    (Word::Game, &["game", "g"]),
    (Word::Level, &["level"]),
    (Word::Go, &["go"]),
    (Word::Save, &["save", "w"]),
    (Word::Load, &["load", "l"]),
    (Word::Games, &["games", "o"]),
    (Word::Review, &["review", "v"]),
    (Word::Retry, &["retry", "t"]),
    (Word::Resign, &["resign"]),
    (Word::Draw, &["draw"]),
    (Word::Help, &["help", "?"]),
    (Word::Quit, &["quit", "q", "exit"]),
];

impl Word {
    /// The word with this name, in upper or lower case.
    pub(crate) fn from_name(name: &str) -> Option<Word> {
        let is_name = |known: &&str| known.eq_ignore_ascii_case(name);
        TABLE.iter().find(|(_, names)| names.iter().any(is_name)).map(|(word, _)| *word)
    }

    /// The names of more than one letter, for suggestions.
    pub(crate) fn names() -> impl Iterator<Item = &'static str> {
        TABLE.iter().flat_map(|(_, names)| names.iter().copied()).filter(|name| name.len() > 1)
    }
}

/// Returns the moves played and the legal moves, in two lines.
pub(crate) fn moves(state: &dyn GameState) -> [String; 2] {
    let played = match state.movetext() {
        text if text.is_empty() => "none".to_string(),
        text => text,
    };
    let legal: Vec<String> = state.legal().into_iter().map(|s| state.board().name(s)).collect();
    let legal = if legal.is_empty() { "none, the game is over".into() } else { legal.join(" ") };
    [format!("played: {played}"), format!("legal: {legal}")]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_means_one_word() {
        let names: Vec<&str> = TABLE.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        for (i, name) in names.iter().enumerate() {
            assert!(!names[..i].contains(name), "{name}");
        }
        for (name, word) in [("Q", Word::Quit), ("exit", Word::Quit), ("U", Word::Undo)] {
            assert_eq!(Word::from_name(name), Some(word));
        }
        assert_eq!(Word::from_name("b2"), None);
        assert!(Word::names().all(|name| name.len() > 1));
    }
}
