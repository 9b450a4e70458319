//! The input on a terminal besides the commands of the protocol: bare moves,
//! `undo`, `moves` and other words. Moves and `undo` become `position`
//! commands.

mod help;
mod limit;

use noughts::engine::Options;
use noughts::game::GameSpec;
use noughts::protocol::{COMMANDS, Command, Dialect, Go, Start, SyntaxError, did_you_mean};

use crate::cli::history::History;
use crate::cli::words::rules;
use crate::cli::words::typed::{self, Word};
use limit::{LIMITED, limited};

/// What the prompt does with a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Send this line to the engine.
    Send(String),
    /// Print this line.
    Say(String),
}

/// Common wrong names of commands, and the commands that are meant.
const SYNONYMS: [(&str, &str); 1] = [("set", "setoption")];

/// The columns of a page of text.
const PAGE_WIDTH: usize = 76;

/// Follows the commands sent to the engine, to know its position.
pub(super) struct Interpreter {
    options: Options,
    history: History,
    /// Whether the history is that of the engine. The prompt does not follow a
    /// `position` with the options `UCI_Variant` or `GameFromPosition`.
    is_known: bool,
    /// The search that ends only with `stop`, if one is running.
    endless: Option<Go>,
    /// The subcommands of the command line, which cannot be typed here.
    subcommands: Vec<String>,
}

impl Interpreter {
    /// Begins with the game of the options.
    pub(super) fn new(options: &Options, subcommands: Vec<String>) -> Interpreter {
        let (options, history) = (options.clone(), History::start_of(&options.game));
        Interpreter { options, history, is_known: true, endless: None, subcommands }
    }

    /// Whether a search is running that ends only with `stop`.
    pub(super) fn is_endless(&self) -> bool {
        self.endless.is_some()
    }

    /// Called when the engine owes no move: it may have refused the search.
    pub(super) fn search_ended(&mut self) {
        self.endless = None;
    }

    /// Returns what to do with a line.
    pub(super) fn interpret(&mut self, line: &str) -> Vec<Action> {
        if let Some((name, value)) = line.trim().split_once(char::is_whitespace) {
            match Word::from_name(name) {
                // The protocol answers `newgame` with nothing, which puzzles a person.
                Some(Word::Game | Word::New) => {
                    let mut actions = self.send(&format!("newgame {}", value.trim()));
                    actions.extend(self.send("show"));
                    return actions;
                }
                Some(Word::Help) => {
                    return help::about(value.trim()).into_iter().map(say).collect();
                }
                Some(Word::Level) => {
                    return self.interpret(&format!("setoption name Skill value {}", value.trim()));
                }
                _ => {}
            }
        }
        let words: Vec<&str> = line.split_whitespace().filter(|word| !is_number(word)).collect();
        match words[..] {
            [name] if let Some(actions) = self.word(name) => return actions,
            [_, ..]
                if words.iter().all(|word| self.history.state().board().parse(word).is_some()) =>
            {
                return self.play(&words);
            }
            _ => {}
        }
        self.send(line)
    }

    /// Returns what to do with a command of the protocol.
    fn send(&mut self, line: &str) -> Vec<Action> {
        match Command::parse(line) {
            Ok(None) => Vec::new(),
            Ok(Some(command)) => {
                let mut actions = Vec::new();
                let line = match limited(&command) {
                    Some(go) => {
                        self.follow(go.clone());
                        actions.push(say(LIMITED));
                        go.print(Dialect::Plain)
                    }
                    None => {
                        self.follow(command);
                        line.to_string()
                    }
                };
                actions.push(Action::Send(line));
                actions
            }
            Err(SyntaxError::UnknownCommand(word)) => vec![say(self.unknown(&word))],
            // The engine reports the error.
            Err(_) => vec![Action::Send(line.to_string())],
        }
    }

    /// Runs a word that is not a command of the protocol; `None` for any other
    /// word.
    fn word(&mut self, name: &str) -> Option<Vec<Action>> {
        let send = |line: &str| Some(vec![Action::Send(line.to_string())]);
        match Word::from_name(name)? {
            Word::Undo => Some(self.undo()),
            Word::Moves => Some(match self.unknown_position() {
                Some(refusal) => vec![say(refusal)],
                None => typed::moves(self.history.state()).map(say).into(),
            }),
            Word::Board if name.eq_ignore_ascii_case("show") => None,
            Word::Board => send("show"),
            Word::Rules => Some(self.rules()),
            Word::Quit => send("quit"),
            Word::New => {
                let mut actions = self.send("newgame");
                actions.extend(self.send("show"));
                Some(actions)
            }
            Word::Help => Some(help::about("").into_iter().map(say).collect()),
            Word::Go => None,
            Word::Game => Some(vec![say("which game? game qubic, for example")]),
            Word::Level => Some(vec![say("which level? level 1 to level 10")]),
            Word::Hint => Some(vec![say("type \"go\" for a good move")]),
            Word::Redo
            | Word::Values
            | Word::Points
            | Word::Swap
            | Word::Save
            | Word::Load
            | Word::Games
            | Word::Resign
            | Word::Review
            | Word::Retry
            | Word::Draw => Some(vec![say(format!(
                "\"{name}\" is a word of \"noughts play\"; \"help\" lists those of the prompt"
            ))]),
        }
    }

    /// The rules of the game that the options name.
    fn rules(&self) -> Vec<Action> {
        vec![say(rules::page(&self.history.state().spec(), PAGE_WIDTH).join("\n"))]
    }

    /// Plays the moves of these names.
    fn play(&mut self, names: &[&str]) -> Vec<Action> {
        if let Some(refusal) = self.refusal() {
            return vec![say(refusal)];
        }
        for (played, name) in names.iter().enumerate() {
            if let Err(error) = self.history.play(name) {
                (0..played).for_each(|_| _ = self.history.undo());
                return vec![say(error)];
            }
        }
        self.show()
    }

    fn undo(&mut self) -> Vec<Action> {
        if let Some(refusal) = self.refusal() {
            return vec![say(refusal)];
        }
        if !self.history.undo() {
            return vec![say("there is no move to take back")];
        }
        self.show()
    }

    /// Why moves cannot be played now.
    fn refusal(&self) -> Option<&'static str> {
        if self.is_endless() {
            Some("a search is running: type \"stop\" first")
        } else {
            self.unknown_position()
        }
    }

    /// Why the prompt does not know the position, if it does not.
    fn unknown_position(&self) -> Option<&'static str> {
        if !self.follows_positions() {
            Some(
                "with UCI_Variant or GameFromPosition, \"position\" sets moves and \"show\" shows them",
            )
        } else if !self.is_known {
            Some("type \"newgame\" or \"position startpos\" first")
        } else {
            None
        }
    }

    /// Whether the prompt understands a `position` with the options.
    fn follows_positions(&self) -> bool {
        !self.options.plays_drops() && !self.options.game_from_position
    }

    /// The commands that set the engine to the position and show it.
    fn show(&self) -> Vec<Action> {
        let start = self.history.start().map(str::to_string);
        let start = start.map_or(Start::StartPos, Start::Fen);
        let position = Command::Position { start, moves: self.history.names() };
        [position, Command::Show].map(|command| Action::Send(command.print(Dialect::Plain))).into()
    }

    /// Sets the position if it is legal; otherwise the engine refuses it, too.
    fn set(&mut self, start: Option<&str>, moves: &[String]) {
        let Ok(mut history) = History::new(&self.options.game, start) else { return };
        if moves.iter().all(|name| history.play(name).is_ok()) {
            (self.history, self.is_known) = (history, true);
        }
    }

    /// Changes the state as the engine does after a command.
    fn follow(&mut self, command: Command) {
        match command {
            Command::Stop => self.endless = None,
            Command::PonderHit => {
                let go = self.endless.take().map(|go| Go { ponder: false, ..go });
                self.endless = go.filter(Go::is_endless);
            }
            // During an endless search the engine refuses all other commands.
            _ if self.is_endless() => {}
            Command::Go(go) => self.endless = Some(go).filter(Go::is_endless),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::NewGame(Some(spec)) => self.set_option("Game", Some(&spec)),
            Command::NewGame(None) | Command::UgiNewGame | Command::UciNewGame => {
                self.set(None, &[]);
            }
            Command::Position { .. } if !self.follows_positions() => self.is_known = false,
            Command::Position { start: Start::StartPos, moves } => self.set(None, &moves),
            Command::Position { start: Start::Fen(text), moves } => self.set(Some(&text), &moves),
            _ => {}
        }
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        let before = self.options.game.clone();
        let is_set = self.options.set(name, value).is_ok();
        if is_set && (name.eq_ignore_ascii_case("Game") || self.options.game != before) {
            self.set(None, &[]);
        }
    }

    /// The message about an unknown word.
    fn unknown(&self, word: &str) -> String {
        if self.subcommands.iter().any(|name| name == word) {
            return format!("leave with \"quit\" and type \"noughts {word}\" in the shell");
        }
        if word.parse::<GameSpec>().is_ok() {
            return format!("type \"game {word}\" to choose this game");
        }
        let is_square = word.len() <= 3 && word.ends_with(|c: char| c.is_ascii_digit());
        if is_square {
            return format!("\"{word}\" is not a square of {}", self.history.state().spec());
        }
        let lower = word.to_lowercase();
        let synonym = SYNONYMS.iter().find(|(typed, _)| *typed == lower).map(|(_, meant)| *meant);
        let known = COMMANDS.iter().map(|row| row.word).chain(["undo", "moves", "exit"]);
        let meant = match synonym {
            Some(meant) => format!("; did you mean \"{meant}\"?"),
            None => did_you_mean(word, known),
        };
        format!("\"{word}\" is neither a move nor a command{meant}; type \"help\" for a list")
    }
}

fn say(text: impl ToString) -> Action {
    Action::Say(text.to_string())
}

/// Whether a word is the number of a turn, as in `1. b2 a1`.
fn is_number(word: &str) -> bool {
    word.strip_suffix('.').is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_digit()))
}

#[cfg(test)]
mod tests;
