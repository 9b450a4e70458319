//! Sending to the engine under test, and waiting for its replies.

use std::process::ExitStatus;
use std::thread;
use std::time::Duration;

use noughts_client::text::rounded;
use noughts_client::time::Instant;
use noughts_rules::protocol::{NO_MOVE, Reply};

use super::Bench;
use crate::exchange::Who;
use crate::step::{Broken, broken};

/// The pause between the pieces of a line.
const PAUSE: Duration = Duration::from_millis(2);

/// The number of bytes kept while waiting for a reply.
const KEPT: usize = 1 << 20;

/// A completed search.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    /// All lines of the search, including `bestmove`.
    pub(crate) lines: Vec<String>,
    pub(crate) best: String,
    pub(crate) ponder: Option<String>,
    /// The time from writing `go` to reading `bestmove`.
    pub(crate) time: Duration,
}

impl Search {
    /// Returns the `bestmove` line.
    pub(crate) fn answer(&self) -> &str {
        self.lines.last().map_or("", String::as_str)
    }

    /// Returns whether `bestmove` has a move.
    pub(crate) fn has_move(&self) -> bool {
        self.best != NO_MOVE
    }

    /// Returns the search itself; the rule is broken if it found no move.
    pub(crate) fn with_move(self) -> Result<Search, Broken> {
        if self.has_move() {
            Ok(self)
        } else {
            broken(format!("\"{}\" has no move", self.answer()))
        }
    }
}

impl Bench<'_> {
    /// Sends lines in one write.
    pub(crate) fn send(&mut self, lines: &str) -> Result<(), Broken> {
        lines.lines().for_each(|line| self.exchange.push(Who::Checker, line));
        let patience = self.subject.patience;
        Ok(self.connection()?.send_bytes(format!("{lines}\n").as_bytes(), patience)?)
    }

    /// Sends exactly these bytes in one write.
    pub(crate) fn send_raw(&mut self, bytes: &[u8]) -> Result<(), Broken> {
        self.exchange.push(Who::Checker, &format!("\"{}\"", bytes.escape_ascii()));
        let patience = self.subject.patience;
        Ok(self.connection()?.send_bytes(bytes, patience)?)
    }

    /// Sends each piece in a separate write.
    pub(crate) fn send_pieces<'b>(
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
    pub(crate) fn end_input(&mut self) -> Result<(), Broken> {
        self.note("closed the engine's input");
        self.connection()?.close_input();
        Ok(())
    }

    /// Returns the next line, or `None` if none comes by `until`.
    pub(crate) fn line(&mut self, until: Instant) -> Result<Option<String>, Broken> {
        let line = self.connection()?.line(until)?;
        if let Some(line) = &line {
            self.exchange.push(Who::Engine, line);
        }
        Ok(line)
    }

    /// Reads up to and including the line that begins with `word`. Beyond
    /// [`KEPT`] bytes only the latest lines are returned.
    pub(crate) fn read_until(&mut self, word: &str) -> Result<Vec<String>, Broken> {
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
            // Buffered lines are returned even after the deadline.
            if Instant::now() >= until {
                break;
            }
        }
        broken(format!("no \"{word}\" within {}", rounded(patience)))
    }

    /// Returns the lines that come within [`Subject::silence`].
    ///
    /// [`Subject::silence`]: crate::Subject::silence
    pub(crate) fn listen(&mut self) -> Result<Vec<String>, Broken> {
        self.listen_for(self.subject.silence)
    }

    /// Returns the lines that come within `time`.
    pub(crate) fn listen_for(&mut self, time: Duration) -> Result<Vec<String>, Broken> {
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

    /// Sends lines and `isready`, and waits for `readyok`.
    pub(crate) fn ready_after(&mut self, lines: &str) -> Result<(), Broken> {
        self.send(&format!("{lines}\nisready"))?;
        self.read_until("readyok").map(drop)
    }

    /// Sends `isready`; returns the lines up to `readyok` and those of the
    /// silence after it.
    pub(crate) fn settle(&mut self) -> Result<Vec<String>, Broken> {
        self.send("isready")?;
        let mut lines = self.read_until("readyok")?;
        lines.extend(self.listen()?);
        Ok(lines)
    }

    /// Checks that no unsolicited `bestmove` comes before `readyok` or in the
    /// silence after it.
    pub(crate) fn no_more_moves(&mut self) -> Result<(), Broken> {
        match bestmove_in(&self.settle()?) {
            Some(line) => broken(format!("the engine sent an unsolicited \"{line}\"")),
            None => Ok(()),
        }
    }

    /// Checks that no `bestmove` comes during the silence before `command`.
    pub(crate) fn no_move_before(&mut self, command: &str) -> Result<(), Broken> {
        match bestmove_in(&self.listen()?) {
            Some(line) => broken(format!("the engine sent \"{line}\" before \"{command}\"")),
            None => Ok(()),
        }
    }

    /// Sends lines and waits for `bestmove`.
    pub(crate) fn search(&mut self, lines: &str) -> Result<Search, Broken> {
        let began = Instant::now();
        self.send(lines)?;
        self.answer(began)
    }

    /// Makes the short search, which must find a move.
    pub(crate) fn search_quickly(&mut self) -> Result<Search, Broken> {
        self.search(self.quick)?.with_move()
    }

    /// Makes a search that is long enough for several lines: a tree search may
    /// try a single move with few nodes.
    pub(crate) fn search_lines(&mut self) -> Result<Search, Broken> {
        let is_short = self.quick.starts_with("go nodes");
        self.search(if is_short { "go nodes 1000" } else { self.quick })?.with_move()
    }

    /// Waits for the `bestmove` of a search that began at `began`.
    pub(crate) fn answer(&mut self, began: Instant) -> Result<Search, Broken> {
        let lines = self.read_until("bestmove")?;
        let time = began.elapsed();
        let Some(Reply::BestMove { best, ponder }) = lines.last().map(|line| Reply::parse(line))
        else {
            return broken("the engine sent \"bestmove\" without a move");
        };
        Ok(Search { lines, best, ponder, time })
    }

    /// Waits for the process to exit; returns its status and its last lines.
    pub(crate) fn await_end(&mut self) -> Result<(ExitStatus, Vec<String>), Broken> {
        let patience = self.subject.patience;
        let until = Instant::now() + patience;
        let mut lines = Vec::new();
        loop {
            match self.line(until) {
                Ok(Some(line)) if Instant::now() < until => lines.push(line),
                // The output has ended, as expected.
                Err(Broken::Rule(_)) => break,
                Err(other) => return Err(other),
                Ok(_) => {
                    return broken(format!("the engine still runs after {}", rounded(patience)));
                }
            }
        }
        match self.connection()?.await_end(until) {
            Some(status) => {
                self.note(&format!("exited, {status}"));
                Ok((status, lines))
            }
            None if self.stop.abandoned() => Err(Broken::Abandoned),
            None => broken(format!("the engine still runs after {}", rounded(patience))),
        }
    }
}

/// Returns the first `bestmove` line.
pub(crate) fn bestmove_in(lines: &[String]) -> Option<&String> {
    lines.iter().find(|line| first_word(line) == "bestmove")
}

/// Returns the first word of a line, or an empty string.
pub(crate) fn first_word(line: &str) -> &str {
    line.split_ascii_whitespace().next().unwrap_or("")
}
