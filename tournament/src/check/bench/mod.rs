//! The engine on the bench: one process at a time, and what has been learnt
//! about it.

mod talk;

use std::fmt::Write;
use std::process::Command;

use noughts::protocol::{Dialect, OptionDeclaration, Start};

pub(super) use talk::{Search, first_word, move_in};

use super::Subject;
use super::exchange::{Exchange, Who};
use super::known::Known;
use super::rule::{Broken, broken};
use crate::engine::{Connection, options};
use crate::stop::Stop;

/// Searches that every engine ends quickly; the first that is answered is used
/// wherever the step is not about the limit.
pub(super) const QUICK: [&str; 3] = ["go nodes 100", "go depth 1", "go movetime 50"];

/// The engine that is checked.
pub(super) struct Bench<'a> {
    pub(super) subject: &'a Subject,
    stop: &'a Stop,
    pub(super) dialect: Dialect,
    connection: Option<Connection>,
    pub(super) exchange: Exchange,
    /// What it said after its handshake, the last line included.
    pub(super) greeting: Vec<String>,
    /// The options among that.
    pub(super) declared: Vec<OptionDeclaration>,
    /// The rules of its game, if it is one of ours.
    pub(super) known: Option<Known>,
    pub(super) quick: &'static str,
    /// It is known to answer queries.
    pub(super) queried: bool,
    /// A game that it has played against itself.
    pub(super) game: Vec<Turn>,
    /// How that game ended.
    pub(super) end: End,
    /// It is known not to answer `go infinite` by itself.
    pub(super) holds: bool,
}

/// One search of the game that the engine has played.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    /// The moves before.
    pub(super) moves: Vec<String>,
    pub(super) search: Search,
}

/// How the game ended that the engine has played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// It was over, by its rules or in the engine's own words.
    Over,
    /// A search had no move in its answer.
    NoMove,
    /// It was not over after as many plies as are played.
    Plies,
    /// It was not over after as much time as a game may take.
    Time,
    /// Nothing tells when it is over, or a move made no sense.
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
            queried: false,
            game: Vec::new(),
            end: End::Unknown,
            holds: false,
        }
    }

    /// Starts a process, in place of the one there may be.
    pub(super) fn open(&mut self) -> Result<(), Broken> {
        self.close();
        let mut command = Command::new(&self.subject.program);
        command.args(&self.subject.args);
        if let Some(folder) = &self.subject.dir {
            command.current_dir(folder);
        }
        let opened = Connection::open(command, self.subject.guard.as_ref(), None, self.stop);
        self.connection = Some(opened.map_err(Broken::NotStarted)?);
        self.note("started");
        Ok(())
    }

    /// Kills the process, if there is one.
    pub(super) fn close(&mut self) {
        self.connection = None;
    }

    /// Starts a process and exchanges greetings; returns its lines.
    pub(super) fn greet(&mut self) -> Result<Vec<String>, Broken> {
        self.open()?;
        self.send(self.hello())?;
        self.until(self.welcome())
    }

    /// Starts a process and makes it ready, with the options of the subject.
    pub(super) fn ready(&mut self) -> Result<(), Broken> {
        self.greet()?;
        let settings = self.settings();
        self.send(&(settings + "isready"))?;
        self.until("readyok")?;
        Ok(())
    }

    /// The same, and tells it the position.
    pub(super) fn seated(&mut self) -> Result<(), Broken> {
        self.ready()?;
        self.place(&[])
    }

    /// Tells it the position after moves, and waits until it is ready: UGI
    /// promises that to the engine.
    pub(super) fn place(&mut self, moves: &[String]) -> Result<(), Broken> {
        let position = self.position(moves);
        self.ready_after(&position)
    }

    /// Tells it that a new game begins, likewise.
    pub(super) fn begin_game(&mut self) -> Result<(), Broken> {
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

    /// The clock words of a `go`, in milliseconds.
    pub(super) fn clock(&self, time: u64, increment: u64) -> String {
        let [x, o, x_inc, o_inc] = self.clock_words();
        format!("{x} {time} {o} {time} {x_inc} {increment} {o_inc} {increment}")
    }

    /// The names of the clocks and the increments.
    pub(super) fn clock_words(&self) -> [&'static str; 4] {
        match self.dialect {
            Dialect::Uci => ["wtime", "btime", "winc", "binc"],
            Dialect::Ugi | Dialect::Plain => ["p1time", "p2time", "p1inc", "p2inc"],
        }
    }

    /// The lines that set the options of the subject; the game first, as other
    /// options may depend on it.
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

    /// The declaration of an option.
    pub(super) fn option(&self, name: &str) -> Option<&OptionDeclaration> {
        options::find(&self.declared, name)
    }

    /// The line that sets up the position of the subject and plays moves.
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

    /// The number of the process, which is that of its group too.
    pub(super) fn process_id(&mut self) -> Result<u32, Broken> {
        Ok(self.connection()?.process_id())
    }

    pub(super) fn note(&mut self, text: &str) {
        self.exchange.push(Who::Note, text);
    }

    fn connection(&mut self) -> Result<&mut Connection, Broken> {
        match &mut self.connection {
            Some(connection) => Ok(connection),
            None => broken("there is no process"),
        }
    }
}
