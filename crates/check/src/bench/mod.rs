//! The engine under test: one process at a time, and the facts that earlier
//! steps have established.

mod talk;

use std::fmt::Write;
use std::process::Command;

use noughts_rules::protocol::{OptionDeclaration, Start};

pub(super) use talk::{Search, bestmove_in, first_word};

use super::exchange::{Exchange, Who};
use super::known::Known;
use crate::step::{Broken, broken};
use crate::subject::Subject;
use noughts_client::Dialect;
use noughts_client::stop::Stop;
use noughts_client::{Connection, ThisMachine, options};

/// Short searches. Steps that are not about a limit use the first of them that
/// the engine answers.
pub(super) const QUICK: [&str; 3] = ["go nodes 100", "go depth 1", "go movetime 50"];

/// The engine under test.
pub(super) struct Bench<'a> {
    pub(super) subject: &'a Subject,
    stop: &'a Stop,
    pub(super) dialect: Dialect,
    connection: Option<Connection>,
    pub(super) exchange: Exchange,
    /// The reply to `ugi` or `uci`, up to `ugiok` or `uciok`.
    pub(super) greeting: Vec<String>,
    /// The options declared in `greeting`.
    pub(super) declared: Vec<OptionDeclaration>,
    /// The rules of the engine's game, if it is one of noughts.
    pub(super) known: Option<Known>,
    /// The short search that the engine answers; one of [`QUICK`].
    pub(super) quick: &'static str,
    /// Whether the step "query" has passed.
    pub(super) answers_queries: bool,
    /// The searches of a game that the engine has played against itself.
    pub(super) game: Vec<Turn>,
    /// How that game ended.
    pub(super) end: End,
    /// Whether the step "infinite-holds" has passed.
    pub(super) holds_infinite: bool,
}

/// One search of the game that the engine played against itself.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    /// The moves before the search.
    pub(super) moves: Vec<String>,
    pub(super) search: Search,
}

/// How the engine's game against itself ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// It was over, by the known rules or by the engine's reply to
    /// `query gameover`.
    Over,
    /// A search was answered without a move.
    NoMove,
    /// It was not over at the maximum number of plies.
    Plies,
    /// It was not over at the maximum time.
    Time,
    /// Its end cannot be recognized, or a move was illegal.
    Unknown,
}

impl<'a> Bench<'a> {
    pub(super) fn new(subject: &'a Subject, stop: &'a Stop, dialect: Dialect) -> Bench<'a> {
        Bench {
            subject,
            stop,
            dialect,
            connection: None,
            exchange: Exchange::new(),
            greeting: Vec::new(),
            declared: Vec::new(),
            known: None,
            quick: QUICK[0],
            answers_queries: false,
            game: Vec::new(),
            end: End::Unknown,
            holds_infinite: false,
        }
    }

    /// Starts a process; kills the previous one.
    pub(super) fn open(&mut self) -> Result<(), Broken> {
        self.close();
        let mut command = Command::new(&self.subject.program);
        command.args(&self.subject.args);
        if let Some(folder) = &self.subject.dir {
            command.current_dir(folder);
        }
        let host = ThisMachine { guard: self.subject.guard.clone() };
        let opened = Connection::open(command, &host, None, self.stop);
        self.connection = Some(opened.map_err(Broken::NotStarted)?);
        self.note("started");
        Ok(())
    }

    /// Kills the process, if there is one.
    pub(super) fn close(&mut self) {
        self.connection = None;
    }

    /// Starts a process and makes the handshake; returns the engine's lines.
    pub(super) fn greet(&mut self) -> Result<Vec<String>, Broken> {
        self.open()?;
        self.send(self.hello())?;
        self.read_until(self.welcome())
    }

    /// Starts a process, sets the options of the subject and waits for
    /// `readyok`.
    pub(super) fn ready(&mut self) -> Result<(), Broken> {
        self.greet()?;
        self.send_settings()
    }

    /// Sets the options of the subject and waits for `readyok`.
    pub(super) fn send_settings(&mut self) -> Result<(), Broken> {
        let settings = self.settings();
        self.send(&(settings + "isready"))?;
        self.read_until("readyok")?;
        Ok(())
    }

    /// As `ready`; then sends the position of the subject.
    pub(super) fn ready_at_position(&mut self) -> Result<(), Broken> {
        self.ready()?;
        self.send_position(&[])
    }

    /// Sends the position after `moves` and waits for `readyok`, as UGI
    /// requires of the client.
    pub(super) fn send_position(&mut self, moves: &[String]) -> Result<(), Broken> {
        let position = self.position(moves);
        self.ready_after(&position)
    }

    /// Sends `uginewgame` or `ucinewgame` and waits for `readyok`.
    pub(super) fn send_new_game(&mut self) -> Result<(), Broken> {
        self.ready_after(self.new_game())
    }

    pub(super) fn hello(&self) -> &'static str {
        if self.dialect == Dialect::Uci { "uci" } else { "ugi" }
    }

    pub(super) fn welcome(&self) -> &'static str {
        if self.dialect == Dialect::Uci { "uciok" } else { "ugiok" }
    }

    fn new_game(&self) -> &'static str {
        if self.dialect == Dialect::Uci { "ucinewgame" } else { "uginewgame" }
    }

    /// Returns the clock fields of a `go`: time and increment of both sides,
    /// in milliseconds.
    pub(super) fn clock(&self, time: u64, increment: u64) -> String {
        let [x, o, x_inc, o_inc] = self.clock_words();
        format!("{x} {time} {o} {time} {x_inc} {increment} {o_inc} {increment}")
    }

    /// Returns the names of the clock and increment fields.
    pub(super) fn clock_words(&self) -> [&'static str; 4] {
        match self.dialect {
            Dialect::Uci => ["wtime", "btime", "winc", "binc"],
            Dialect::Ugi | Dialect::Gomocup | Dialect::Auto => {
                ["p1time", "p2time", "p1inc", "p2inc"]
            }
        }
    }

    /// Returns the lines that set the options of the subject; the game comes
    /// first, because other options may depend on it.
    pub(super) fn settings(&self) -> String {
        let mut lines = String::new();
        let options = &self.subject.options;
        let is_set = options.iter().any(|(name, _)| name.eq_ignore_ascii_case("Game"));
        // Writing to a string does not fail.
        if let Some(game) = self.subject.game.as_ref().filter(|_| !is_set)
            && self.option("Game").is_some()
        {
            let _ = writeln!(lines, "setoption name Game value {game}");
        }
        for (name, value) in options {
            let _ = writeln!(lines, "setoption name {name} value {value}");
        }
        lines
    }

    /// Returns the declaration of an option.
    pub(super) fn option(&self, name: &str) -> Option<&OptionDeclaration> {
        options::find(&self.declared, name)
    }

    /// Returns the `position` command for the subject's position after
    /// `moves`.
    pub(super) fn position(&self, moves: &[String]) -> String {
        let mut line = match &self.subject.start {
            Start::StartPos => "position startpos".to_string(),
            Start::Fen(text) => format!("position fen {text}"),
        };
        let mut all = self.subject.moves.iter().chain(moves).peekable();
        if all.peek().is_some() {
            line.push_str(" moves");
        }
        for name in all {
            line.push(' ');
            line.push_str(name);
        }
        line
    }

    /// Returns the process id, which is also the id of its process group.
    pub(super) fn process_id(&mut self) -> Result<Option<u32>, Broken> {
        Ok(self.connection()?.process_id())
    }

    pub(super) fn note(&mut self, text: &str) {
        self.exchange.push(Who::Note, text);
    }

    fn connection(&mut self) -> Result<&mut Connection, Broken> {
        match &mut self.connection {
            Some(connection) => Ok(connection),
            None => broken("the engine process is not running"),
        }
    }
}
