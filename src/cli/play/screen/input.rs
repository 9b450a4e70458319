//! Keyboard input: keys, squares typed letter by letter, and names of files.

use std::time::{Duration, Instant};

use noughts::game::Board;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::answer::{Answer, Question, Typed, edit};
use crate::cli::words::Word;

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
    Hint,
    Evaluate,
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
    /// The typed text is not a square.
    Mistyped(String),
    Help,
    Quit,
}

/// The keys and what they do, as the help lists them.
pub(super) const KEYS: &[(&str, &str)] = &[
    ("arrows", "move; < > change level"),
    ("Enter", "play there"),
    ("click, b2", "play on that square"),
    ("u  r", "undo, redo"),
    ("h", "hint"),
    ("e", "values on and off"),
    ("s", "swap sides"),
    ("n  g", "new game, another game"),
    ("+ -", "level of the engine"),
    ("w  l", "save, load a record"),
    ("Space", "engine: move now, go on"),
    ("q", "quit"),
];

/// How long ambiguous input waits for more: a letter that begins a square and
/// is also a key, or a square whose name could be longer.
const DOUBT: Duration = Duration::from_millis(700);

/// What has been typed so far.
#[derive(Debug, Default)]
pub(super) struct Input {
    /// The beginning of the name of a square.
    square: String,
    /// When its last character was typed, if it waits for [`DOUBT`].
    typed: Option<Instant>,
    /// Whether the last key ended the name of a square. Many users then press
    /// Enter, which must not play at the cursor.
    ended: bool,
    /// The characters just typed that are not a square; more of them may
    /// follow.
    wrong: String,
    /// The question for a file or a game, with the answer so far.
    asked: Option<Answer>,
}

impl Input {
    /// The text being typed, for the bottom line; `None` if there is none.
    pub(super) fn prompt(&self) -> Option<String> {
        match &self.asked {
            Some(answer) => Some(answer.prompt()),
            None if self.square.is_empty() => None,
            None => Some(format!("square: {}▏", self.square)),
        }
    }

    /// Asks for the name of a file to save to, with a proposal.
    pub(super) fn ask_save(&mut self, proposal: String) {
        self.asked = Some(Answer::new(Question::Save, proposal));
    }

    /// Asks for the name of a file to load.
    pub(super) fn ask_load(&mut self) {
        self.asked = Some(Answer::new(Question::Load, String::new()));
    }

    /// Asks for a game.
    pub(super) fn ask_game(&mut self) {
        self.asked = Some(Answer::new(Question::Game, String::new()));
    }

    /// Returns the action of input that has waited for [`DOUBT`].
    pub(super) fn tick(&mut self, now: Instant, board: &Board) -> Option<Action> {
        let waited = self.typed.is_some_and(|typed| now.duration_since(typed) >= DOUBT);
        if !waited {
            return None;
        }
        if board.parse(&self.square).is_some() {
            return self.finish(board);
        }
        self.typed = None;
        let action = self.only_letter().and_then(key)?;
        self.square.clear();
        Some(action)
    }

    /// The letter typed, if it is only one.
    fn only_letter(&self) -> Option<char> {
        let mut letters = self.square.chars();
        letters.next().filter(|_| letters.next().is_none())
    }

    /// Forgets the characters typed, except those of an answer.
    pub(super) fn forget(&mut self) {
        *self = Input { asked: self.asked.take(), ..Input::default() };
    }

    /// Whether an answer to a question is being typed.
    pub(super) fn is_asking(&self) -> bool {
        self.asked.is_some()
    }

    /// Whether ambiguous input waits for more.
    pub(super) fn is_waiting(&self) -> bool {
        self.typed.is_some()
    }

    /// Whether a key is Enter after a completed name of a square, which has no
    /// effect.
    pub(super) fn expects(&self, event: KeyEvent) -> bool {
        self.ended && event.code == KeyCode::Enter
    }

    /// Reads a key.
    pub(super) fn read(&mut self, event: KeyEvent, board: &Board) -> Option<Action> {
        if event.kind == KeyEventKind::Release {
            return None;
        }
        if event.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
            let control = event.modifiers.contains(KeyModifiers::CONTROL);
            return if control { self.read_control(event.code) } else { None };
        }
        if let Some(answer) = &mut self.asked {
            return match answer.read(event.code) {
                Typed::More => None,
                Typed::Over(action) => {
                    self.asked = None;
                    action
                }
            };
        }
        let ended = std::mem::take(&mut self.ended);
        let wrong = std::mem::take(&mut self.wrong);
        match event.code {
            KeyCode::Char(c) => return self.letter(c, &wrong, board),
            KeyCode::Backspace if !self.square.is_empty() => {
                self.square.pop();
                self.typed = None;
                return None;
            }
            KeyCode::Enter if !self.square.is_empty() => {
                let action = self.finish(board);
                self.ended = false;
                return action;
            }
            KeyCode::Enter if ended => return None,
            _ => {}
        }
        self.square.clear();
        self.typed = None;
        match event.code {
            KeyCode::Left => Some(Action::Move(-1, 0)),
            KeyCode::Right => Some(Action::Move(1, 0)),
            KeyCode::Up => Some(Action::Move(0, -1)),
            KeyCode::Down => Some(Action::Move(0, 1)),
            KeyCode::PageUp | KeyCode::Tab => Some(Action::Level(1)),
            KeyCode::PageDown | KeyCode::BackTab => Some(Action::Level(-1)),
            KeyCode::Enter => Some(Action::Choose),
            _ => None,
        }
    }

    /// Reads a key with Control, which quits or edits the line.
    fn read_control(&mut self, code: KeyCode) -> Option<Action> {
        if matches!(code, KeyCode::Char('c' | 'C' | 'd' | 'D')) {
            return Some(Action::Quit);
        }
        let line = match &mut self.asked {
            Some(answer) => answer.text_mut(),
            None => &mut self.square,
        };
        if edit(line, code) {
            self.typed = None;
        }
        None
    }

    /// Reads a letter or digit: a part of a square, or a key.
    fn letter(&mut self, c: char, wrong: &str, board: &Board) -> Option<Action> {
        let longer = format!("{}{c}", self.square);
        if begins_square(&longer, board) {
            self.square = longer;
            let is_square = board.parse(&self.square).is_some();
            // `b1` is also the beginning of `b11`.
            let may_grow = |digit| begins_square(&format!("{}{digit}", self.square), board);
            if is_square && !('0'..='9').any(may_grow) {
                return self.finish(board);
            }
            let is_key = self.only_letter().and_then(key).is_some();
            self.typed = (is_square || is_key).then(Instant::now);
            return None;
        }
        // A letter that waited was a key after all, unless a number follows.
        let waiting = self.only_letter().and_then(key).filter(|_| !c.is_ascii_digit());
        self.square.clear();
        self.typed = None;
        if let Some(action) = waiting.or_else(|| key(c)) {
            return Some(action);
        }
        self.ended = true;
        self.wrong = wrong.to_string() + &longer;
        Some(Action::Mistyped(self.wrong.clone()))
    }

    fn finish(&mut self, board: &Board) -> Option<Action> {
        self.typed = None;
        self.ended = true;
        let name = std::mem::take(&mut self.square);
        Some(match board.parse(&name) {
            Some(square) => Action::Play(board.name(square)),
            None => Action::Mistyped(name),
        })
    }
}

/// The action of a key, if it has one.
fn key(c: char) -> Option<Action> {
    match c {
        ' ' => return Some(Action::GoOn),
        '>' | '.' => return Some(Action::Level(1)),
        '<' | ',' => return Some(Action::Level(-1)),
        '+' => return Some(Action::Strength(1)),
        '-' => return Some(Action::Strength(-1)),
        _ => {}
    }
    Some(match Word::from_name(c.encode_utf8(&mut [0; 4]))? {
        Word::Undo => Action::Undo,
        Word::Redo => Action::Redo,
        Word::Hint => Action::Hint,
        Word::Values => Action::Evaluate,
        Word::Swap => Action::Swap,
        Word::New => Action::New,
        Word::Game => Action::AskGame,
        Word::Save => Action::AskSave,
        Word::Load => Action::AskLoad,
        Word::Help => Action::Help,
        Word::Quit => Action::Quit,
        // The moves are always shown, and the other words have no letter.
        Word::Moves | Word::Go | Word::Level => return None,
    })
}

/// Whether the name of a square begins with this text, in either case.
fn begins_square(text: &str, board: &Board) -> bool {
    let text = text.to_ascii_lowercase();
    board.squares().any(|square| board.name(square).starts_with(&text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use noughts::game::new_game;

    fn board(spec: &str) -> Board {
        *new_game(&spec.parse().unwrap_or_else(|error| panic!("{error}"))).board()
    }

    /// Types letters and returns the actions.
    fn typed(input: &mut Input, text: &str, spec: &str) -> Vec<Action> {
        let board = board(spec);
        text.chars().filter_map(|c| input.read(KeyCode::Char(c).into(), &board)).collect()
    }

    #[test]
    fn squares_are_typed_and_keys_pressed() {
        let all = |text: &str, spec: &str| typed(&mut Input::default(), text, spec);
        let play = |name: &str| Action::Play(name.to_string());
        assert_eq!(all("b2A1", "tictactoe"), [play("b2"), play("a1")]);
        assert_eq!(all("2b3", "qubic"), [play("2b3")]);
        assert_eq!(all("ue", "tictactoe"), [Action::Undo, Action::Evaluate]);
        // `e` is a column here: only with a number it is a square.
        assert_eq!(all("e4", "tictactrains"), [play("e4")]);
        assert_eq!(all("e", "tictactrains"), []);
        assert_eq!(all("eu", "tictactrains"), [Action::Evaluate]);
        assert_eq!(all("h11", "tictactoe:11"), [play("h11")]);
        assert_eq!(all("h1", "tictactoe:11"), []);
        assert_eq!(all("h12", "tictactoe:11"), [Action::Mistyped("h12".to_string())]);
        // A column with a row that does not exist is not read as keys.
        assert_eq!(all("e9", "tictactrains"), [Action::Mistyped("e9".to_string())]);
        assert_eq!(
            all("+-g", "tictactoe"),
            [Action::Strength(1), Action::Strength(-1), Action::AskGame]
        );
    }

    #[test]
    fn a_letter_that_waits_becomes_a_key() {
        let mut input = Input::default();
        assert_eq!(typed(&mut input, "e", "tictactrains"), []);
        let (trains, large) = (board("tictactrains"), board("tictactoe:11"));
        assert_eq!(input.tick(Instant::now(), &trains), None);
        assert!(input.is_waiting());
        let later = Instant::now() + 2 * DOUBT;
        assert_eq!(input.tick(later, &trains), Some(Action::Evaluate));
        assert_eq!((input.tick(later, &trains), input.prompt()), (None, None));
        // A letter that is not a key waits for ever.
        assert_eq!(typed(&mut input, "d", "tictactrains"), []);
        assert_eq!(input.tick(later, &trains), None);
        assert_eq!(input.prompt().as_deref(), Some("square: d▏"));
        // A square that is also the beginning of another one.
        let mut input = Input::default();
        assert_eq!(typed(&mut input, "h1", "tictactoe:11"), []);
        assert_eq!(input.tick(later, &large), Some(Action::Play("h1".to_string())));
    }

    #[test]
    fn enter_ends_a_short_name() {
        let mut input = Input::default();
        assert_eq!(typed(&mut input, "a1", "tictactoe:11"), []);
        let board = board("tictactoe:11");
        let action = input.read(KeyCode::Enter.into(), &board);
        assert_eq!(action, Some(Action::Play("a1".to_string())));
        assert_eq!(input.read(KeyCode::Enter.into(), &board), Some(Action::Choose));
    }

    #[test]
    fn enter_after_a_typed_square_does_not_play_at_the_cursor() {
        let board = board("tictactoe");
        let enter = |input: &mut Input| input.read(KeyCode::Enter.into(), &board);
        for text in ["b2", "b9", "d9"] {
            let mut input = Input::default();
            let last = typed(&mut input, text, "tictactoe").pop();
            let is_played = text == "b2";
            let wrong = Action::Mistyped(text.to_string());
            assert_eq!(last, Some(if is_played { Action::Play(text.to_string()) } else { wrong }));
            assert_eq!(enter(&mut input), None, "{text}");
            // A second Enter no longer belongs to the typed square.
            assert_eq!(enter(&mut input), Some(Action::Choose), "{text}");
        }
        let mut input = Input::default();
        typed(&mut input, "b", "tictactoe");
        assert_eq!(enter(&mut input), Some(Action::Mistyped("b".to_string())));
        typed(&mut input, "b2", "tictactoe");
        assert_eq!(input.read(KeyCode::Left.into(), &board), Some(Action::Move(-1, 0)));
        assert_eq!(enter(&mut input), Some(Action::Choose));
    }

    #[test]
    fn control_keys_edit_what_is_typed() {
        let board = board("tictactrains");
        let control = |input: &mut Input, c| {
            let key = KeyEvent::new(KeyCode::Char(c), KeyModifiers::CONTROL);
            assert_eq!(input.read(key, &board), None);
            input.prompt().unwrap_or_default()
        };
        let mut input = Input::default();
        input.ask_save("a.pgn".to_string());
        assert_eq!(control(&mut input, 'u'), "save as: ▏");
        let mut input = Input::default();
        typed(&mut input, "e", "tictactrains");
        assert_eq!(control(&mut input, 'u'), "");
        assert!(!input.is_waiting());
    }

    #[test]
    fn files_are_asked_for() {
        let board = board("tictactoe");
        let mut input = Input::default();
        input.ask_save("a.pgn".to_string());
        for code in [KeyCode::Backspace, KeyCode::Char('q'), KeyCode::Char('\u{7}')] {
            assert_eq!(input.read(code.into(), &board), None);
        }
        assert_eq!(input.prompt().as_deref(), Some("save as: a.pgq▏"));
        let saved = input.read(KeyCode::Enter.into(), &board);
        assert_eq!(saved, Some(Action::Save("a.pgq".to_string())));
        input.ask_load();
        assert_eq!(input.read(KeyCode::Enter.into(), &board), None);
        input.ask_load();
        assert_eq!(input.read(KeyCode::Esc.into(), &board), None);
        assert_eq!(input.prompt(), None);
        let quit = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
        assert_eq!(input.read(quit, &board), Some(Action::Quit));
    }
}
