//! What is said to the engine on the bench, and the waits for its answers.

use std::process::ExitStatus;
use std::thread;
use std::time::{Duration, Instant};

use noughts::protocol::Reply;

use super::Bench;
use crate::check::exchange::Who;
use crate::check::rule::{Broken, broken};

/// How long to wait between the pieces of a line.
const PAUSE: Duration = Duration::from_millis(2);

/// So many bytes that come before an answer are kept.
const KEPT: usize = 1 << 20;

/// A search that has been answered.
#[derive(Clone, Debug)]
pub(in crate::check) struct Search {
    /// All that was said, the answer included.
    pub(in crate::check) lines: Vec<String>,
    pub(in crate::check) best: String,
    pub(in crate::check) ponder: Option<String>,
    /// From the write of `go` to the read of `bestmove`.
    pub(in crate::check) time: Duration,
}

impl Search {
    /// The `bestmove` line.
    pub(in crate::check) fn answer(&self) -> &str {
        self.lines.last().map_or("", String::as_str)
    }

    /// Whether there is a move in the answer.
    pub(in crate::check) fn has_move(&self) -> bool {
        !matches!(&*self.best, "" | "0000" | "(none)" | "none" | "null" | "NULL")
    }

    /// The same search; without a move in its answer the rule is broken.
    pub(in crate::check) fn with_move(self) -> Result<Search, Broken> {
        if self.has_move() {
            Ok(self)
        } else {
            broken(format!("\"{}\" has no move", self.answer()))
        }
    }
}

impl Bench<'_> {
    /// Sends lines, in one write.
    pub(in crate::check) fn send(&mut self, lines: &str) -> Result<(), Broken> {
        lines.lines().for_each(|line| self.exchange.push(Who::Checker, line));
        let patience = self.subject.patience;
        Ok(self.connection()?.send_bytes(format!("{lines}\n").as_bytes(), patience)?)
    }

    /// Sends just these bytes, in one write.
    pub(in crate::check) fn send_raw(&mut self, bytes: &[u8]) -> Result<(), Broken> {
        self.exchange.push(Who::Checker, &format!("\"{}\"", bytes.escape_ascii()));
        let patience = self.subject.patience;
        Ok(self.connection()?.send_bytes(bytes, patience)?)
    }

    /// Sends pieces, each in a write of its own.
    pub(in crate::check) fn send_pieces<'b>(
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
    pub(in crate::check) fn end_input(&mut self) -> Result<(), Broken> {
        self.note("its input ends");
        self.connection()?.close_input();
        Ok(())
    }

    /// The next line, waiting for it until an instant.
    pub(in crate::check) fn line(&mut self, until: Instant) -> Result<Option<String>, Broken> {
        let line = self.connection()?.line(until)?;
        if let Some(line) = &line {
            self.exchange.push(Who::Engine, line);
        }
        Ok(line)
    }

    /// The lines up to one that begins with a word, that one included. Of very
    /// many the last are kept.
    pub(in crate::check) fn until(&mut self, word: &str) -> Result<Vec<String>, Broken> {
        let patience = self.subject.patience;
        let until = Instant::now() + patience;
        let mut lines = Vec::new();
        let mut bytes = 0;
        while let Some(line) = self.line(until)? {
            let found = first_word(&line) == word;
            bytes += line.len();
            lines.push(line);
            if found {
                return Ok(lines);
            }
            if bytes > KEPT {
                lines.drain(..lines.len() / 2);
                bytes = lines.iter().map(String::len).sum();
            }
            // An engine that talks without end must not outlast the wait.
            if Instant::now() >= until {
                break;
            }
        }
        broken(format!("no \"{word}\" in {patience:?}"))
    }

    /// What is said during the time of silence.
    pub(in crate::check) fn listen(&mut self) -> Result<Vec<String>, Broken> {
        self.listen_for(self.subject.silence)
    }

    /// What is said during some time.
    pub(in crate::check) fn listen_for(&mut self, time: Duration) -> Result<Vec<String>, Broken> {
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

    /// Sends lines, and waits until the engine is ready after them.
    pub(in crate::check) fn ready_after(&mut self, lines: &str) -> Result<(), Broken> {
        self.send(&format!("{lines}\nisready"))?;
        self.until("readyok").map(drop)
    }

    /// What is said until the engine is ready, and for a while after that.
    pub(in crate::check) fn settle(&mut self) -> Result<Vec<String>, Broken> {
        self.send("isready")?;
        let mut lines = self.until("readyok")?;
        lines.extend(self.listen()?);
        Ok(lines)
    }

    /// No move that nobody asked for comes until the engine is ready, and for
    /// a while after that.
    pub(in crate::check) fn no_more_moves(&mut self) -> Result<(), Broken> {
        match move_in(&self.settle()?) {
            Some(line) => broken(format!("\"{line}\" came although nobody asked")),
            None => Ok(()),
        }
    }

    /// No move comes for a while, before the command that lets it come.
    pub(in crate::check) fn no_move_before(&mut self, command: &str) -> Result<(), Broken> {
        match move_in(&self.listen()?) {
            Some(line) => broken(format!("\"{line}\" came before \"{command}\"")),
            None => Ok(()),
        }
    }

    /// Sends lines that end with a `go` and waits for the answer.
    pub(in crate::check) fn search(&mut self, lines: &str) -> Result<Search, Broken> {
        let began = Instant::now();
        self.send(lines)?;
        self.answer(began)
    }

    /// The quick search, which is answered by a move.
    pub(in crate::check) fn search_quickly(&mut self) -> Result<Search, Broken> {
        self.search(self.quick)?.with_move()
    }

    /// Waits for the answer to a `go` that was sent at an instant.
    pub(in crate::check) fn answer(&mut self, began: Instant) -> Result<Search, Broken> {
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
    pub(in crate::check) fn await_end(&mut self) -> Result<(ExitStatus, Vec<String>), Broken> {
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
}

/// The answer to a search among some lines.
pub(in crate::check) fn move_in(lines: &[String]) -> Option<&String> {
    lines.iter().find(|line| first_word(line) == "bestmove")
}

/// The word that tells what a line is about.
pub(in crate::check) fn first_word(line: &str) -> &str {
    line.split_ascii_whitespace().next().unwrap_or("")
}
