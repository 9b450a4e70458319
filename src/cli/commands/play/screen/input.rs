//! Keyboard input: keys, squares typed letter by letter, and names of files.

use std::time::{Duration, Instant};

use noughts::game::Board;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::action::{Action, key};
use super::answer::{Answer, Question, Typed, edit};

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
    /// The action of a key that came while a letter before it waited.
    next: Option<Action>,
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

    /// Asks whether the person really resigns, or accepts a draw.
    pub(super) fn ask(&mut self, question: Question) {
        self.asked = Some(Answer::new(question, String::new()));
    }

    /// Returns the action of input that has waited for [`DOUBT`].
    pub(super) fn tick(&mut self, now: Instant, board: &Board) -> Option<Action> {
        if let Some(action) = self.next.take() {
            return Some(action);
        }
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

    /// Whether an answer to a question is being typed.
    pub(super) fn is_asking(&self) -> bool {
        self.asked.is_some()
    }

    /// Whether ambiguous input waits for more.
    pub(super) fn is_waiting(&self) -> bool {
        self.typed.is_some() || self.next.is_some()
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
            KeyCode::Home => Some(Action::First),
            KeyCode::End => Some(Action::Last),
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
        if let Some(action) = waiting {
            // This character is read on its own.
            self.next = self.letter(c, "", board);
            return Some(action);
        }
        if let Some(action) = key(c) {
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

/// Whether the name of a square begins with this text, in either case.
fn begins_square(text: &str, board: &Board) -> bool {
    let text = text.to_ascii_lowercase();
    board.squares().any(|square| board.name(square).starts_with(&text))
}

#[cfg(test)]
mod tests;
