//! When a line is handled: at once, after the lines before it, or never.

use std::collections::VecDeque;
use std::io;
use std::time::Instant;

use super::{Refusal, Session};
use crate::engine::input::Line;
use crate::protocol::{Command, DuringSearch};

/// Lines that may wait for a search to end, and the memory that their text may
/// take, in bytes.
const MOST_LINES: usize = 10_000;
const MOST_BYTES: usize = 2 << 20;

/// Lines that wait for a job to end, in their order. They are kept as text, as
/// what they say can be many times as large.
#[derive(Default)]
pub(super) struct Queue {
    /// With what each asks for, if that is `stop`.
    lines: VecDeque<(Line, bool)>,
    bytes: usize,
    stops: usize,
}

impl Queue {
    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Whether there was room for the line. One `stop` always has room, and
    /// more of them at the end are no more than one.
    fn push(&mut self, line: Line, is_stop: bool) -> bool {
        if is_stop && self.lines.back().is_some_and(|&(_, is_stop)| is_stop) {
            return true;
        }
        let bytes = self.bytes + size(&line);
        let fits = is_stop || self.lines.len() < MOST_LINES && bytes <= MOST_BYTES;
        if fits {
            self.bytes = bytes;
            self.stops += usize::from(is_stop);
            self.lines.push_back((line, is_stop));
        }
        fits
    }

    fn pop(&mut self) {
        if let Some((line, is_stop)) = self.lines.pop_front() {
            self.bytes -= size(&line);
            self.stops -= usize::from(is_stop);
        }
    }
}

fn size(line: &Line) -> usize {
    line.text.as_ref().map_or(0, String::capacity)
}

/// What a line asks for.
enum Request {
    Command(Command),
    /// A `go` that cannot be obeyed. Who said it waits for an answer.
    BadGo(Refusal),
}

impl Request {
    /// What a line asks for; `None` for a blank one.
    fn of(line: &Line) -> Result<Option<Request>, Refusal> {
        let (refusal, is_go) = match &line.text {
            Ok(text) => match Command::parse(text) {
                Ok(command) => return Ok(command.map(Request::Command)),
                Err(error) => (error.into(), Command::head(text) == Some("go")),
            },
            Err(error) => (error.clone().into(), error.is_go()),
        };
        if is_go { Ok(Some(Request::BadGo(refusal))) } else { Err(refusal) }
    }

    fn is_stop(&self) -> bool {
        matches!(self, Request::Command(Command::Stop))
    }
}

/// When something is done.
#[derive(PartialEq, Eq)]
enum When {
    Now,
    /// When the job has ended.
    Later,
    Never,
}

impl Session<'_> {
    /// Does what a line says, now or when the job on the searcher thread has
    /// ended.
    pub(super) fn receive(&mut self, line: Line) -> io::Result<()> {
        if let Ok(text) = &line.text {
            log::trace!(target: "wire", "< {}", text.trim_end());
        }
        let request = match Request::of(&line) {
            Ok(Some(request)) => request,
            Ok(None) => return Ok(()),
            Err(refusal) => return self.refuse(&refusal),
        };
        match self.when(&request, self.waiting.is_empty(), false) {
            When::Now => self.handle(request, line.received),
            When::Never => self.refuse_during_search(request),
            When::Later if !self.waiting.push(line, request.is_stop()) => {
                self.refuse(&Refusal::TooManyWaiting)
            }
            // It is meant for all searches before it, that which runs included.
            When::Later if request.is_stop() => self.stop(),
            When::Later => Ok(()),
        }
    }

    /// Obeys what has been waiting, up to what has to wait for the next job.
    pub(super) fn run_queued(&mut self) -> io::Result<()> {
        while let Some((line, _)) = self.waiting.lines.front() {
            // Nothing else waits.
            let Ok(Some(request)) = Request::of(line) else { break };
            let when = self.when(&request, true, true);
            if when == When::Later {
                // Every `stop` that waits stands behind the job that has begun.
                return if self.waiting.stops > 0 { self.stop() } else { Ok(()) };
            }
            self.waiting.pop();
            // The clock of a search that had to wait starts when it starts.
            match when {
                When::Now => self.handle(request, Instant::now())?,
                When::Later | When::Never => self.refuse_during_search(request)?,
            }
        }
        Ok(())
    }

    /// When something is to be done that has nothing, or something else,
    /// waiting before it. What has waited keeps its place behind a search that
    /// ends by itself, so that scripts find answers where they look for them.
    fn when(&self, request: &Request, is_first: bool, has_waited: bool) -> When {
        let Some(job) = &self.job else { return When::Now };
        let refused = is_first && job.is_endless() && !job.is_stopping();
        let otherwise = if refused { When::Never } else { When::Later };
        let Request::Command(command) = request else { return otherwise };
        let now = match command.row().during_search {
            DuringSearch::AtOnce => true,
            DuringSearch::ForSearch => is_first,
            DuringSearch::Reads => is_first && (!has_waited || job.is_endless()),
            DuringSearch::Waits => false,
        };
        if now { When::Now } else { otherwise }
    }

    fn handle(&mut self, request: Request, received: Instant) -> io::Result<()> {
        match request {
            Request::Command(command) => self.dispatch(command, received),
            Request::BadGo(refusal) => {
                self.refuse(&refusal)?;
                self.send_no_move()
            }
        }
    }

    /// Refuses what an endless search leaves no room for. Its answer is the
    /// only one that a client expects now.
    fn refuse_during_search(&mut self, request: Request) -> io::Result<()> {
        let refusal = match request {
            Request::Command(command) => Refusal::Searching(command.print(self.dialect)),
            Request::BadGo(refusal) => refusal,
        };
        self.refuse(&refusal)
    }
}
