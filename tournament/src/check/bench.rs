//! The engine on the bench: one process at a time, what is said to it, and
//! what has been learnt about it.

use std::fmt::Write;
use std::process::{Command, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

use noughts::protocol::{Dialect, OptionDeclaration, Reply, Start};

use super::Subject;
use super::exchange::{Exchange, Who};
use super::known::Known;
use super::rule::{Broken, broken};
use crate::engine::{Connection, options};
use crate::stop::Stop;

/// Searches that every engine ends quickly; the first that is answered is used
/// wherever the step is not about the limit.
pub(super) const QUICK: [&str; 3] = ["go nodes 100", "go depth 1", "go movetime 50"];

/// How long to wait between the pieces of a line.
const PAUSE: Duration = Duration::from_millis(2);

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
    /// A game that it has played against itself.
    pub(super) game: Vec<Turn>,
}

/// One search of the game that the engine has played.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    /// The moves before.
    pub(super) moves: Vec<String>,
    pub(super) search: Search,
}

/// A search that has been answered.
#[derive(Clone, Debug)]
pub(super) struct Search {
    /// All that was said, the answer included.
    pub(super) lines: Vec<String>,
    pub(super) best: String,
    pub(super) ponder: Option<String>,
    /// From the write of `go` to the read of `bestmove`.
    pub(super) time: Duration,
}

impl Search {
    /// The `bestmove` line.
    pub(super) fn answer(&self) -> &str {
        self.lines.last().map_or("", String::as_str)
    }

    /// Whether there is a move in the answer.
    pub(super) fn has_move(&self) -> bool {
        !matches!(&*self.best, "" | "0000" | "(none)" | "none" | "null" | "NULL")
    }
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
            game: Vec::new(),
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
        self.connection = Some(Connection::open(command, self.stop).map_err(Broken::NotStarted)?);
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
        self.send(&format!("{position}\nisready"))?;
        self.until("readyok").map(drop)
    }

    /// Tells it that a new game begins, likewise.
    pub(super) fn begin_game(&mut self) -> Result<(), Broken> {
        self.send(&format!("{}\nisready", self.new_game()))?;
        self.until("readyok").map(drop)
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

    /// Sends lines, in one write.
    pub(super) fn send(&mut self, lines: &str) -> Result<(), Broken> {
        lines.lines().for_each(|line| self.exchange.push(Who::Checker, line));
        let patience = self.subject.patience;
        Ok(self.connection()?.send_bytes(format!("{lines}\n").as_bytes(), patience)?)
    }

    /// Sends just these bytes, in one write.
    pub(super) fn send_raw(&mut self, bytes: &[u8]) -> Result<(), Broken> {
        self.exchange.push(Who::Checker, &format!("\"{}\"", bytes.escape_ascii()));
        let patience = self.subject.patience;
        Ok(self.connection()?.send_bytes(bytes, patience)?)
    }

    /// Sends pieces, each in a write of its own.
    pub(super) fn send_pieces<'b>(
        &mut self,
        pieces: impl IntoIterator<Item = &'b str>,
    ) -> Result<(), Broken> {
        for piece in pieces {
            self.send_raw(piece.as_bytes())?;
            thread::sleep(PAUSE);
        }
        Ok(())
    }

    /// Closes the input of the engine.
    pub(super) fn end_input(&mut self) -> Result<(), Broken> {
        self.note("its input ends");
        self.connection()?.close_input();
        Ok(())
    }

    /// The next line, waiting for it until an instant.
    pub(super) fn line(&mut self, until: Instant) -> Result<Option<String>, Broken> {
        let line = self.connection()?.line(until)?;
        if let Some(line) = &line {
            self.exchange.push(Who::Engine, line);
        }
        Ok(line)
    }

    /// The lines up to one that begins with a word, that one included.
    pub(super) fn until(&mut self, word: &str) -> Result<Vec<String>, Broken> {
        let patience = self.subject.patience;
        let until = Instant::now() + patience;
        let mut lines = Vec::new();
        while let Some(line) = self.line(until)? {
            let found = first_word(&line) == word;
            lines.push(line);
            if found {
                return Ok(lines);
            }
            // An engine that talks without end must not outlast the wait.
            if Instant::now() >= until {
                break;
            }
        }
        broken(format!("no \"{word}\" in {patience:?}"))
    }

    /// What is said during the time of silence.
    pub(super) fn listen(&mut self) -> Result<Vec<String>, Broken> {
        self.listen_for(self.subject.silence)
    }

    /// What is said during some time.
    pub(super) fn listen_for(&mut self, time: Duration) -> Result<Vec<String>, Broken> {
        let until = Instant::now() + time;
        let mut lines = Vec::new();
        while let Some(line) = self.line(until)? {
            lines.push(line);
            if Instant::now() >= until {
                break;
            }
        }
        Ok(lines)
    }

    /// What is said until the engine is ready, and for a while after that.
    pub(super) fn settle(&mut self) -> Result<Vec<String>, Broken> {
        self.send("isready")?;
        let mut lines = self.until("readyok")?;
        lines.extend(self.listen()?);
        Ok(lines)
    }

    /// No move that nobody asked for comes until the engine is ready, and for
    /// a while after that.
    pub(super) fn no_more_moves(&mut self) -> Result<(), Broken> {
        match self.settle()?.iter().find(|line| first_word(line) == "bestmove") {
            Some(line) => broken(format!("\"{line}\" came although nobody asked")),
            None => Ok(()),
        }
    }

    /// Sends lines that end with a `go` and waits for the answer.
    pub(super) fn search(&mut self, lines: &str) -> Result<Search, Broken> {
        let began = Instant::now();
        self.send(lines)?;
        self.answer(began)
    }

    /// The quick search, which is answered by a move.
    pub(super) fn search_quickly(&mut self) -> Result<Search, Broken> {
        let search = self.search(self.quick)?;
        if search.has_move() { Ok(search) } else { broken("there is no move in the answer") }
    }

    /// Waits for the answer to a `go` that was sent at an instant.
    pub(super) fn answer(&mut self, began: Instant) -> Result<Search, Broken> {
        let lines = self.until("bestmove")?;
        let time = began.elapsed();
        let Some(Reply::BestMove { best, ponder }) = lines.last().map(|line| Reply::parse(line))
        else {
            return broken("\"bestmove\" without a move");
        };
        Ok(Search { lines, best, ponder, time })
    }

    /// Waits for the process to end by itself; tells how it did, and what it
    /// said before.
    pub(super) fn await_end(&mut self) -> Result<(ExitStatus, Vec<String>), Broken> {
        let patience = self.subject.patience;
        let until = Instant::now() + patience;
        let mut lines = Vec::new();
        loop {
            match self.line(until) {
                Ok(Some(line)) if Instant::now() < until => lines.push(line),
                // Its output has ended, as it should.
                Err(Broken::Rule(_)) => break,
                Err(other) => return Err(other),
                Ok(_) => return broken(format!("it still runs after {patience:?}")),
            }
        }
        match self.connection()?.await_end(until) {
            Some(status) => {
                self.note(&format!("ended, {status}"));
                Ok((status, lines))
            }
            None if self.stop.abandoned() => Err(Broken::Abandoned),
            None => broken(format!("it still runs after {patience:?}")),
        }
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

/// The word that tells what a line is about.
pub(super) fn first_word(line: &str) -> &str {
    line.split_ascii_whitespace().next().unwrap_or("")
}
