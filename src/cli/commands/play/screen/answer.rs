//! The line at the bottom of the screen that asks for a file or a game.

use ratatui::crossterm::event::KeyCode;

use super::action::Action;

/// The kinds of questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    Save,
    Load,
    Game,
    /// Yes or no, as the next one.
    Resign,
    Draw,
}

/// A question with the answer so far.
#[derive(Debug)]
pub(super) struct Answer {
    question: Question,
    text: String,
}

/// The effect of a key on an answer.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Typed {
    More,
    /// The question is over; an empty answer requests no action.
    Over(Option<Action>),
}

/// The maximum length of an answer, in bytes.
const MAX_LENGTH: usize = 1000;

impl Answer {
    /// Creates a question with a proposed answer.
    pub(super) fn new(question: Question, proposal: String) -> Answer {
        Answer { question, text: proposal }
    }

    /// The question and the answer so far.
    pub(super) fn prompt(&self) -> String {
        let question = match self.question {
            Question::Save => "save as",
            Question::Load => "load",
            Question::Game => "game",
            Question::Resign => return "resign? y resigns, any other key plays on".to_string(),
            Question::Draw => {
                return "a draw is offered: y accepts it, any other key plays on".to_string();
            }
        };
        format!("{question}: {}▏", self.text)
    }

    /// The answer so far, to edit it.
    pub(super) fn text_mut(&mut self) -> &mut String {
        &mut self.text
    }

    /// Reads a key.
    pub(super) fn read(&mut self, code: KeyCode) -> Typed {
        let yes = match self.question {
            Question::Resign => Some(Action::Resign),
            Question::Draw => Some(Action::Draw),
            Question::Save | Question::Load | Question::Game => None,
        };
        if yes.is_some() {
            let is_yes = matches!(code, KeyCode::Char('y' | 'Y'));
            return Typed::Over(yes.filter(|_| is_yes));
        }
        match code {
            KeyCode::Char(c) if self.text.len() < MAX_LENGTH && !c.is_control() => {
                self.text.push(c);
            }
            KeyCode::Backspace => drop(self.text.pop()),
            KeyCode::Esc => return Typed::Over(None),
            KeyCode::Enter => {
                let text = self.text.trim().to_string();
                return Typed::Over(match self.question {
                    _ if text.is_empty() => None,
                    Question::Save => Some(Action::Save(text)),
                    Question::Load => Some(Action::Load(text)),
                    Question::Game => Some(Action::Game(text)),
                    Question::Resign | Question::Draw => None,
                });
            }
            _ => {}
        }
        Typed::More
    }
}

/// Applies a key with Control to a line; returns whether the key edits lines.
pub(super) fn edit(line: &mut String, code: KeyCode) -> bool {
    let KeyCode::Char(key) = code else { return false };
    match key.to_ascii_lowercase() {
        'u' => line.clear(),
        'w' => {
            let is_end = |c: char| c.is_whitespace() || c == '/';
            let kept = line.trim_end_matches(is_end).rfind(is_end);
            let ends = kept.and_then(|at| line[at..].chars().next()).map_or(0, char::len_utf8);
            line.truncate(kept.unwrap_or(0) + ends);
        }
        'h' => drop(line.pop()),
        _ => return false,
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_last_word_is_deleted() {
        for (before, after) in [
            ("games/my game.pgn", "games/my "),
            ("games/my ", "games/"),
            ("games/", ""),
            ("a\u{2003}b", "a\u{2003}"),
            ("", ""),
        ] {
            let mut line = before.to_string();
            assert!(edit(&mut line, KeyCode::Char('w')));
            assert_eq!(line, after, "{before}");
        }
        assert!(!edit(&mut String::new(), KeyCode::Char('x')));
    }

    #[test]
    fn an_answer_ends_with_enter_or_escape() {
        let mut answer = Answer::new(Question::Game, "qubi".to_string());
        assert_eq!(answer.read(KeyCode::Char('c')), Typed::More);
        assert_eq!(answer.prompt(), "game: qubic▏");
        assert_eq!(answer.read(KeyCode::Esc), Typed::Over(None));
        let game = Action::Game("qubic".to_string());
        assert_eq!(answer.read(KeyCode::Enter), Typed::Over(Some(game)));
        let mut answer = Answer::new(Question::Load, " ".to_string());
        assert_eq!(answer.read(KeyCode::Enter), Typed::Over(None));
    }
}
