//! Random sessions with default and other options, several threads, little
//! memory and quick stops: every `go` gets one answer, no thread panics, and
//! nothing hangs.
//!
//! `NOUGHTS_FUZZ=N` multiplies the number of sessions by N.

use std::thread;
use std::time::Duration;

use noughts::game::{self, GameSpec};
use noughts::random::Random;
use noughts::search::SearchKind;

use crate::common::{Client, fuzz};
use crate::fuzz::panics;

const GAMES: [&str; 16] = [
    "tictactrains",
    "tictactrains:modern",
    "tictactrains:swiss",
    "tictactrains:5:modern",
    "tictactrains:3",
    "tictactrains:(XA, O1, OA, O3, XA, OA, ...)",
    "tictactoe",
    "tictactoe:4x4:3",
    "tictactoe:5x4:4",
    "tictactoe:7x6:4",
    "tictactoe:11",
    "tictactoe:22x22:5",
    "tictactoe:1x1:1",
    "qubic",
    "qubic:2",
    "qubic:3",
];

/// Words for random lines, without `go` and `quit`.
const WORDS: [&str; 36] = [
    "position",
    "startpos",
    "fen",
    "moves",
    "a1",
    "d4",
    "2b3",
    "z9",
    "xyzzy",
    "setoption",
    "name",
    "value",
    "Hash",
    "Threads",
    "Search",
    "mcts",
    "-1",
    "99999999999999999999",
    "newgame",
    "ugi",
    "uci",
    "isready",
    "stop",
    "ponderhit",
    "query",
    "gameover",
    "result",
    "show",
    "info",
    "debug",
    "on",
    "uginewgame",
    "3",
    "/",
    "x",
    "é",
];

/// One session.
struct Session {
    seed: u64,
    client: Option<Client>,
    random: Random,
    /// Whether all options except `Game` have their defaults.
    is_default: bool,
    game: &'static str,
    /// The moves of the last position of `game`.
    moves: Vec<String>,
    /// All lines sent to the engine.
    sent: Vec<String>,
    /// The number of unanswered searches.
    open: usize,
}

/// Prints the session of a failed test.
impl Drop for Session {
    fn drop(&mut self) {
        if thread::panicking() {
            eprintln!("session {} was:\n{}", self.seed, self.sent.join("\n"));
        }
    }
}

impl Session {
    fn new(seed: u64) -> Session {
        let mut random = Random::new(seed);
        let is_default = random.below(2) == 0;
        let client = Some(Client::new());
        let (game, moves, sent) = (GAMES[0], Vec::new(), Vec::new());
        let mut session = Session { seed, client, random, is_default, game, moves, sent, open: 0 };
        if session.random.below(2) == 0 {
            session.send(["ugi", "uci"][seed as usize % 2].to_string());
        }
        session
    }

    fn client(&self) -> &Client {
        self.client.as_ref().expect("the session goes on")
    }

    fn send(&mut self, line: String) {
        self.client().send(&line);
        self.sent.push(line);
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.random.below(items.len())]
    }

    /// Waits for a short random time.
    fn pause(&mut self) {
        let micros = self.pick(&[0, 0, 50, 300, 1000, 4000]);
        self.sent.push(format!("# {micros} µs"));
        thread::sleep(Duration::from_micros(micros));
    }

    /// Sends a random line that is neither a `go` nor ends the session.
    fn random_line(&mut self) {
        let line = match self.random.below(10) {
            0 => {
                self.game = self.pick(&GAMES);
                self.moves.clear();
                format!("newgame {}", self.game)
            }
            1..=4 => self.position(),
            5..=7 if !self.is_default => self.option(),
            8 => self.pick(&["uginewgame", "isready", "perft 1", "query result"]).to_string(),
            _ => {
                let count = 1 + self.random.below(6);
                let words: Vec<&str> = (0..count).map(|_| self.pick(&WORDS)).collect();
                words.join(" ")
            }
        };
        self.send(line);
    }

    /// Returns a `position` of the current game after random moves, often a
    /// continuation of the previous position.
    fn position(&mut self) -> String {
        let spec: GameSpec = self.game.parse().expect("a game");
        let mut state = game::new_game(&spec);
        let mut more = self.random.below(3);
        if self.random.below(4) == 0 {
            self.moves.clear();
            more = self.random.below(state.board().squares().count() + 1);
        }
        for name in &self.moves {
            state.play(name).expect("it was legal before");
        }
        for _ in 0..more {
            let legal = state.legal();
            if legal.is_empty() {
                break;
            }
            let square = legal.nth(self.random.below(legal.len())).expect("a move");
            let name = state.board().name(square);
            state.play(&name).expect("it is legal");
            self.moves.push(name);
        }
        format!("position startpos moves {}", self.moves.join(" "))
    }

    fn option(&mut self) -> String {
        let searches: Vec<&str> = SearchKind::all().map(SearchKind::name).collect();
        let truth = self.pick(&["true", "false"]);
        let (name, value) = match self.random.below(13) {
            12 => ("Skill", self.pick(&["1", "5", "9", "10"])),
            0 | 1 => ("Search", self.pick(&searches)),
            2 => ("Search", "mcts"),
            3 | 4 => ("Hash", self.pick(&["0", "1", "2", "16"])),
            5 | 6 => ("Threads", self.pick(&["1", "2", "3", "8"])),
            7 => ("MultiPV", self.pick(&["1", "2", "7", "484"])),
            8 => ("Seed", self.pick(&["0", "1", "2147483647"])),
            9 => ("MoveOverhead", self.pick(&["0", "1", "10000"])),
            10 => ("Neighbors", truth),
            _ => {
                let names = ["Ponder", "Proofs", "EarlyStop", "TreeReuse", "Margin", "Pruning"];
                (self.pick(&names), truth)
            }
        };
        format!("setoption name {name} value {value}")
    }

    /// Returns a `go` and whether its search ends by itself.
    fn go(&mut self) -> (String, bool) {
        let nodes = self.pick(&[1, 2, 20, 500, 3000]);
        let time = self.pick(&[0, 1, 3, 10]);
        let depth = self.pick(&[1, 2, 5, 40]);
        let (line, ends) = match self.random.below(12) {
            0 | 1 => (format!("go nodes {nodes}"), true),
            2 | 3 => (format!("go movetime {time}"), true),
            4 => (format!("go wtime {time} btime {time} winc 1 binc 1 movestogo 2"), true),
            5 => (format!("go depth {depth}"), false),
            6 => (format!("go depth {depth} nodes {nodes} searchmoves a1 b1 1a1 2b2"), true),
            7 => (format!("go mate {depth}"), false),
            8 => (format!("go ponder nodes {nodes}"), false),
            9 => ("go".to_string(), false),
            10 => {
                (self.pick(&["go nodes many", "go depth", "xyzzy go nodes -1"]).to_string(), true)
            }
            _ => ("go infinite".to_string(), false),
        };
        self.open += 1;
        (line, ends)
    }

    /// Sends several searches with lines queued between them. Only the last may
    /// need a `stop`; returns whether it does.
    fn searches(&mut self) -> bool {
        for _ in 0..self.random.below(3) {
            let (line, ends) = self.go();
            if !ends {
                self.open -= 1;
                continue;
            }
            self.send(line);
            if self.random.below(2) == 0 {
                self.random_line();
            }
        }
        let (line, ends) = self.go();
        self.send(line);
        !ends
    }

    /// Sends searches, stops them if necessary, and waits for their answers.
    fn search(&mut self) {
        let needs_stop = self.searches();
        self.pause();
        if needs_stop && self.random.below(4) == 0 {
            self.send("ponderhit".to_string());
            self.pause();
        }
        if needs_stop || self.random.below(3) == 0 {
            self.send("stop".to_string());
        }
        while self.open > 0 {
            let lines = self.client().until("bestmove");
            self.check(&lines);
        }
    }

    /// Checks that the lines answer no more searches than were sent, and report
    /// no failed search.
    fn check(&mut self, lines: &[String]) {
        for line in lines {
            assert!(!line.contains("internal error"), "{line}");
            if line.starts_with("bestmove") {
                assert!(self.open > 0, "{line:?} without a search");
                self.open -= 1;
            }
        }
    }

    /// Checks that no unexpected line arrives.
    fn settle(&mut self) {
        self.send("stop".to_string());
        // Not `isready`, which is also a random word.
        let word = format!("settled{}", self.sent.len());
        self.send(word.clone());
        let mut lines = Vec::new();
        while lines.last().is_none_or(|line: &String| !line.contains(&word)) {
            lines.push(self.client().line());
        }
        self.check(&lines);
        let panics = panics::seen();
        assert!(panics.is_empty(), "{panics:?}");
    }

    /// Ends the input or sends `quit` in the middle of searches, and checks
    /// that all are answered.
    fn end(mut self) {
        let needs_stop = self.searches();
        self.pause();
        // At the end of input a search with a depth limit continues to that
        // depth.
        if needs_stop || self.random.below(2) == 0 {
            self.send("quit".to_string());
        }
        let lines = self.client.take().expect("the session goes on").end();
        self.check(&lines);
        assert_eq!(self.open, 0, "searches without an answer: {lines:?}");
        let panics = panics::seen();
        assert!(panics.is_empty(), "{panics:?}");
    }
}

#[test]
fn random_sessions_are_answered_without_panics() {
    const SESSIONS: usize = 25;
    const ACTS: usize = 25;
    panics::watch();
    for seed in 0..SESSIONS * fuzz() {
        let mut session = Session::new(seed as u64);
        for _ in 0..ACTS {
            for _ in 0..session.random.below(4) {
                session.random_line();
            }
            session.search();
            session.settle();
        }
        session.end();
    }
}
