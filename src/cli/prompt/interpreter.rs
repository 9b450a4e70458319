//! What a person may type on a terminal besides the commands of the protocol:
//! bare moves, `undo` and `moves`. They become `position` commands.

use noughts::engine::Options;
use noughts::game::{GameSpec, GameState, new_game};
use noughts::protocol::{COMMANDS, Command, Dialect, Go, Start, SyntaxError, did_you_mean};

use crate::cli::words::{self, Word};

/// What the prompt does with a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Send this line to the engine.
    Send(String),
    /// Print this line.
    Say(String),
}

/// The words understood on a terminal only, with help.
const WORDS: [(&str, &str); 5] = [
    ("b2 c3 …", "play these moves"),
    ("undo, u", "take back the last move"),
    ("moves", "list the moves played and the legal moves"),
    ("go", "search for 5 s; go infinite until stop"),
    ("quit, q, exit", "end the program"),
];

/// What people type who mean another command.
const SYNONYMS: [(&str, &str); 2] = [("board", "show"), ("set", "setoption")];

/// The milliseconds of a `go` that a person typed without limits. Programs mean
/// it, and end it; people wait for its end.
const THINKING: u64 = 5000;

/// Follows the commands sent to the engine, as far as they change the position.
pub(super) struct Interpreter {
    options: Options,
    /// The text of the position before the moves; `None` for the start of the
    /// game.
    start: Option<String>,
    state: Box<dyn GameState>,
    /// The search that ends only with `stop`, if one is running.
    endless: Option<Go>,
    /// The commands of the command line, which cannot be typed here.
    subcommands: Vec<String>,
}

impl Interpreter {
    /// Begins with the game of the options.
    pub(super) fn new(options: &Options, subcommands: Vec<String>) -> Interpreter {
        let state = new_game(&options.game);
        Interpreter { options: options.clone(), start: None, state, endless: None, subcommands }
    }

    /// Whether a search is running that ends only with `stop`.
    pub(super) fn is_endless(&self) -> bool {
        self.endless.is_some()
    }

    /// Returns what to do with a line.
    pub(super) fn interpret(&mut self, line: &str) -> Vec<Action> {
        let words: Vec<&str> = line.split_whitespace().filter(|word| !is_number(word)).collect();
        match words[..] {
            [name] if let Some(actions) = self.word(name) => return actions,
            [_, ..] if words.iter().all(|word| self.state.board().parse(word).is_some()) => {
                return self.play(&words);
            }
            _ => {}
        }
        match Command::parse(line) {
            Ok(None) => Vec::new(),
            Ok(Some(command)) => {
                let mut actions = Vec::new();
                if command == Command::Help {
                    actions.push(say("on a terminal only:"));
                    let row = |(word, help)| say(format!("  - {word:<39} {help}"));
                    actions.extend(WORDS.map(row));
                }
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
            // The engine says what is wrong.
            Err(_) => vec![Action::Send(line.to_string())],
        }
    }

    /// Does what a word asks for that is no command of the protocol; `None` if
    /// it is one, or nothing.
    fn word(&mut self, name: &str) -> Option<Vec<Action>> {
        let send = |line: &str| Some(vec![Action::Send(line.to_string())]);
        match Word::from_name(name)? {
            Word::Undo => Some(self.undo()),
            Word::Moves => Some(words::moves(&*self.state).map(say).into()),
            Word::Quit => send("quit"),
            Word::New => Some(self.interpret("newgame")),
            Word::Help if name == "?" => Some(self.interpret("help")),
            Word::Help | Word::Go => None,
            Word::Game => Some(vec![say("type \"newgame\" and the game: newgame qubic")]),
            Word::Level => {
                Some(vec![say("type \"setoption name Skill value\" and the level, 1 to 10")])
            }
            Word::Hint => Some(vec![say("type \"go\" for a good move")]),
            Word::Redo | Word::Values | Word::Swap | Word::Save | Word::Load => {
                Some(vec![say(format!(
                    "\"{name}\" is a word of \"noughts play\"; \"help\" lists those of the prompt"
                ))])
            }
        }
    }

    /// Plays the moves of these names.
    fn play(&mut self, names: &[&str]) -> Vec<Action> {
        if let Some(refusal) = self.refusal() {
            return vec![say(refusal)];
        }
        let mut state = self.state.boxed_clone();
        for name in names {
            if let Err(error) = state.play(name) {
                return vec![say(error)];
            }
        }
        self.state = state;
        self.show()
    }

    fn undo(&mut self) -> Vec<Action> {
        if let Some(refusal) = self.refusal() {
            return vec![say(refusal)];
        }
        let mut names = self.names();
        if names.pop().is_none() {
            return vec![say("there is no move to take back")];
        }
        self.set(self.start.clone(), &names);
        self.show()
    }

    /// Why moves cannot be played now.
    fn refusal(&self) -> Option<&'static str> {
        if self.is_endless() {
            Some("a search is running: type \"stop\" first")
        } else if self.options.plays_drops() || self.options.game_from_position {
            Some("type \"position\" with UCI_Variant and GameFromPosition")
        } else {
            None
        }
    }

    /// The names of the moves played.
    fn names(&self) -> Vec<String> {
        self.state.moves().iter().map(|&square| self.state.board().name(square)).collect()
    }

    /// The commands that set the engine to the position and show it.
    fn show(&self) -> Vec<Action> {
        let start = self.start.clone().map_or(Start::StartPos, Start::Fen);
        let position = Command::Position { start, moves: self.names() };
        [position, Command::Show].map(|command| Action::Send(command.print(Dialect::Plain))).into()
    }

    /// Sets the position, unless the engine refuses it too.
    fn set(&mut self, start: Option<String>, moves: &[String]) {
        let mut state = new_game(&self.options.game);
        let legal = state.set_start(start.as_deref()).is_ok()
            && moves.iter().all(|name| state.play(name).is_ok());
        if legal {
            (self.start, self.state) = (start, state);
        }
    }

    /// Does what the engine does with a command.
    fn follow(&mut self, command: Command) {
        match command {
            Command::Stop => self.endless = None,
            Command::PonderHit => {
                let go = self.endless.take().map(|go| Go { ponder: false, ..go });
                self.endless = go.filter(Go::is_endless);
            }
            // The engine refuses the others.
            _ if self.is_endless() => {}
            Command::Go(go) => self.endless = Some(go).filter(Go::is_endless),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::NewGame(Some(spec)) => self.set_option("Game", Some(&spec)),
            Command::NewGame(None) | Command::UgiNewGame | Command::UciNewGame => {
                self.set(None, &[]);
            }
            Command::Position { start: Start::StartPos, moves } => self.set(None, &moves),
            Command::Position { start: Start::Fen(text), moves } => self.set(Some(text), &moves),
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

    /// The answer to a word that is nothing.
    fn unknown(&self, word: &str) -> String {
        if self.subcommands.iter().any(|name| name == word) {
            return format!("leave with \"quit\" and type \"noughts {word}\" in the shell");
        }
        if word.parse::<GameSpec>().is_ok() {
            return format!("type \"newgame {word}\" to choose this game");
        }
        let is_square = word.len() <= 3 && word.ends_with(|c: char| c.is_ascii_digit());
        if is_square {
            return format!("\"{word}\" is not a square of {}", self.state.spec());
        }
        let lower = word.to_lowercase();
        let synonym = SYNONYMS.iter().find(|(typed, _)| *typed == lower).map(|(_, meant)| *meant);
        let known = COMMANDS.iter().map(|row| row.word).chain(["undo", "moves", "exit"]);
        let meant = match synonym {
            Some(meant) => format!("; did you mean \"{meant}\"?"),
            None => did_you_mean(word, known),
        };
        format!("\"{word}\" is neither a move nor a command{meant} (\"help\" lists all)")
    }
}

/// Returns a `go` with a limit for one that has none.
fn limited(command: &Command) -> Option<Command> {
    let Command::Go(go) = command else { return None };
    let is_meant = go.infinite || go.ponder || !go.is_endless();
    (!is_meant).then(|| Command::Go(Go { movetime: Some(THINKING), ..go.clone() }))
}

/// What a person is told about it.
const LIMITED: &str = "searching for 5 s; \"go infinite\" searches until \"stop\"";

fn say(text: impl ToString) -> Action {
    Action::Say(text.to_string())
}

/// Whether a word is the number of a turn, as in `1. b2 a1`.
fn is_number(word: &str) -> bool {
    word.strip_suffix('.').is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interpreter(game: &str) -> Interpreter {
        let mut options = Options::default();
        options.set("Game", Some(game)).expect("a game");
        Interpreter::new(&options, vec!["solve".to_string()])
    }

    /// The lines sent to the engine, and those printed.
    fn typed(interpreter: &mut Interpreter, line: &str) -> (Vec<String>, Vec<String>) {
        let (mut sent, mut said) = (Vec::new(), Vec::new());
        for action in interpreter.interpret(line) {
            match action {
                Action::Send(line) => sent.push(line),
                Action::Say(line) => said.push(line),
            }
        }
        (sent, said)
    }

    fn sent(interpreter: &mut Interpreter, line: &str) -> Vec<String> {
        let (sent, said) = typed(interpreter, line);
        assert!(said.is_empty(), "{line}: {said:?}");
        sent
    }

    fn said(interpreter: &mut Interpreter, line: &str) -> String {
        let (sent, said) = typed(interpreter, line);
        assert!(sent.is_empty(), "{line}: {sent:?}");
        said.join("\n")
    }

    #[test]
    fn bare_moves_become_positions() {
        let mut typist = interpreter("tictactoe");
        assert_eq!(sent(&mut typist, "b2"), ["position startpos moves b2", "show"]);
        assert_eq!(sent(&mut typist, "1. A1 c3"), ["position startpos moves b2 a1 c3", "show"]);
        assert_eq!(said(&mut typist, "b2"), "\"b2\" is occupied");
        assert_eq!(said(&mut typist, "b3 a1"), "\"a1\" is occupied");
        assert_eq!(sent(&mut typist, "undo"), ["position startpos moves b2 a1", "show"]);
        let moves = said(&mut typist, "moves");
        assert_eq!(moves, "played: 1. b2 a1\nlegal: a3 b3 c3 a2 c2 b1 c1");
        for _ in 0..2 {
            sent(&mut typist, "undo");
        }
        assert_eq!(said(&mut typist, "undo"), "there is no move to take back");
        assert!(said(&mut typist, "moves").starts_with("played: none\n"));
    }

    #[test]
    fn commands_pass_unchanged_and_are_followed() {
        let mut typist = interpreter("tictactrains");
        for line in ["newgame tictactoe:4x4:3", "position moves b2  a1", "go nodes 5", " show"] {
            assert_eq!(sent(&mut typist, line), [line]);
        }
        assert_eq!(sent(&mut typist, "d4"), ["position startpos moves b2 a1 d4", "show"]);
        // Refused by the engine too.
        for line in ["position moves b2 b2", "newgame chess", "setoption name Game value chess"] {
            assert_eq!(sent(&mut typist, line), [line]);
        }
        assert_eq!(sent(&mut typist, "c4"), ["position startpos moves b2 a1 d4 c4", "show"]);
        sent(&mut typist, "setoption name game value qubic");
        assert_eq!(sent(&mut typist, "2b3"), ["position startpos moves 2b3", "show"]);
        sent(&mut typist, "uginewgame");
        assert_eq!(said(&mut typist, "undo"), "there is no move to take back");
        sent(&mut typist, "newgame tictactoe");
        let text = "3 3 3 3/1X1/3 o 1";
        sent(&mut typist, &format!("position fen {text} moves a1"));
        let expected = [format!("position fen {text} moves a1 c1"), "show".to_string()];
        assert_eq!(sent(&mut typist, "c1"), expected);
        assert_eq!(sent(&mut typist, ""), [""; 0]);
        assert_eq!(sent(&mut typist, "go depth x"), ["go depth x"]);
    }

    #[test]
    fn moves_wait_for_the_end_of_an_endless_search() {
        let mut typist = interpreter("tictactoe");
        sent(&mut typist, "b2");
        for (go, end) in
            [("go infinite", "stop"), ("go ponder nodes 9", "ponderhit"), ("go infinite", "stop")]
        {
            sent(&mut typist, go);
            assert!(typist.is_endless());
            sent(&mut typist, "newgame qubic");
            for line in ["a1", "undo"] {
                assert!(said(&mut typist, line).contains("\"stop\" first"), "{line}");
            }
            sent(&mut typist, end);
            assert!(!typist.is_endless(), "{go}");
            assert_eq!(sent(&mut typist, "a1")[0], "position startpos moves b2 a1");
            sent(&mut typist, "undo");
        }
        sent(&mut typist, "go ponder");
        sent(&mut typist, "ponderhit");
        assert!(typist.is_endless());
        sent(&mut typist, "stop");
        sent(&mut typist, "go nodes 5");
        assert_eq!(sent(&mut typist, "a1")[0], "position startpos moves b2 a1");
    }

    #[test]
    fn unknown_words_are_answered_with_advice() {
        let mut typist = interpreter("tictactoe");
        for (word, meant) in [
            ("shwo", "show"),
            ("positon startpos", "position"),
            ("stp", "stop"),
            ("exti", "exit"),
            ("board", "show"),
            ("hlep", "help"),
        ] {
            let answer = said(&mut typist, word);
            assert!(answer.contains(&format!("did you mean \"{meant}\"?")), "{word}: {answer}");
            assert!(answer.contains("\"help\""), "{answer}");
        }
        let answer = said(&mut typist, "xyzzy");
        assert!(!answer.contains("did you mean") && answer.contains("\"help\""), "{answer}");
        assert_eq!(said(&mut typist, "h8"), "\"h8\" is not a square of tictactoe");
        assert!(said(&mut typist, "solve").contains("\"noughts solve\""));
        let (passed, said) = typed(&mut typist, "help");
        assert_eq!((passed.len(), said.len()), (1, 6));
    }

    #[test]
    fn words_are_those_of_play_as_far_as_they_make_sense() {
        let mut typist = interpreter("tictactoe");
        for word in ["quit", "q", "exit", "Q"] {
            assert_eq!(sent(&mut typist, word), ["quit"], "{word}");
        }
        sent(&mut typist, "b2");
        assert_eq!(sent(&mut typist, "u"), ["position startpos", "show"]);
        assert!(said(&mut typist, "Moves").starts_with("played: none"));
        assert_eq!(sent(&mut typist, "new"), ["newgame"]);
        assert_eq!(typed(&mut typist, "?").0, ["help"]);
        for (word, part) in [
            ("e", "noughts play"),
            ("h", "\"go\""),
            ("game", "newgame"),
            ("qubic", "newgame qubic"),
        ] {
            let answer = said(&mut typist, word);
            assert!(answer.contains(part), "{word}: {answer}");
        }
    }

    #[test]
    fn a_search_without_limits_gets_one() {
        let mut typist = interpreter("tictactoe");
        let (sent_on, told) = typed(&mut typist, "go");
        assert_eq!(sent_on, ["go movetime 5000"]);
        assert!(told[0].contains("\"go infinite\""), "{told:?}");
        assert!(!typist.is_endless());
        let moves = "go movetime 5000 searchmoves b2 a1";
        assert_eq!(typed(&mut typist, "go searchmoves b2 a1").0, [moves]);
        for go in ["go depth 3", "go infinite", "stop", "go ponder"] {
            assert_eq!(sent(&mut typist, go), [go]);
        }
    }

    #[test]
    fn other_notations_are_left_to_the_engine() {
        let mut typist = interpreter("tictactoe");
        sent(&mut typist, "setoption name UCI_Variant value tictactoe");
        assert!(said(&mut typist, "b2").contains("UCI_Variant"));
        sent(&mut typist, "setoption name UCI_Variant value none");
        assert_eq!(sent(&mut typist, "b2").len(), 2);
    }
}
