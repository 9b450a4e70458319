//! What the player can do, and the keys for it.

use crate::cli::words::typed::Word;

/// The action of a key or of typed words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Move the cursor by columns to the right and rows down.
    Move(isize, isize),
    /// Move the cursor by levels of a cube.
    Level(isize),
    /// Play on the square of the cursor.
    Choose,
    /// Play on the square of this name.
    Play(String),
    Undo,
    Redo,
    /// Show the first or the last position of a finished game.
    First,
    Last,
    Hint,
    Evaluate,
    /// Show estimates in centipoints, too, or no longer.
    Points,
    /// Judge every move.
    Review,
    /// Show the next mistake.
    Mistake,
    /// Look for a better move in its place.
    Retry,
    Swap,
    New,
    /// Make the engine move now, or pause or resume the game.
    GoOn,
    /// Ask for the name of a file.
    AskSave,
    AskLoad,
    Save(String),
    Load(String),
    /// Raise or lower the level of the engines.
    Strength(i64),
    AskGame,
    /// Begin a game of this spec.
    Game(String),
    /// Ask whether the person really resigns.
    AskResign,
    Resign,
    /// Offer a draw, which the other person accepts or not.
    AskDraw,
    Draw,
    /// List the games that are kept.
    Games,
    /// The typed text is neither a square nor a key.
    Mistyped(String),
    /// Show the rules of the game.
    Rules,
    Help,
    Quit,
}

/// The keys and what they do, as the help lists them.
pub(super) const KEYS: &[(&str, &str)] = &[
    ("arrows", "move; < > change layer"),
    ("Enter", "play there"),
    ("click, b2", "play on that square"),
    ("u  r", "undo, redo"),
    ("← → Home End", "finished game: step, start, end"),
    ("h", "hint"),
    ("e a  P", "values on and off, in centipoints"),
    ("v  m  t", "review, next mistake, try again"),
    ("s", "swap sides"),
    ("n  g", "new game, another game"),
    ("+ -", "level of the engine"),
    ("R  D", "resign, offer a draw"),
    ("i", "rules of this game"),
    ("o", "recent games"),
    ("w  l", "save, load a record"),
    ("Space", "engine: move now, go on"),
    ("q", "quit"),
];

/// The action of a key, if it has one.
pub(super) fn key(c: char) -> Option<Action> {
    match c {
        ' ' => return Some(Action::GoOn),
        '>' | '.' => return Some(Action::Level(1)),
        '<' | ',' => return Some(Action::Level(-1)),
        '+' => return Some(Action::Strength(1)),
        '-' => return Some(Action::Strength(-1)),
        'R' => return Some(Action::AskResign),
        'D' => return Some(Action::AskDraw),
        'P' => return Some(Action::Points),
        'm' => return Some(Action::Mistake),
        _ => {}
    }
    Some(match Word::from_name(c.encode_utf8(&mut [0; 4]))? {
        Word::Undo => Action::Undo,
        Word::Redo => Action::Redo,
        Word::Hint => Action::Hint,
        Word::Values => Action::Evaluate,
        Word::Review => Action::Review,
        Word::Retry => Action::Retry,
        Word::Swap => Action::Swap,
        Word::New => Action::New,
        Word::Game => Action::AskGame,
        Word::Save => Action::AskSave,
        Word::Load => Action::AskLoad,
        Word::Games => Action::Games,
        Word::Rules => Action::Rules,
        Word::Help => Action::Help,
        Word::Quit => Action::Quit,
        // The board and the moves are always shown, and the other words have no letter.
        Word::Moves
        | Word::Board
        | Word::Go
        | Word::Level
        | Word::Resign
        | Word::Draw
        | Word::Points => {
            return None;
        }
    })
}
