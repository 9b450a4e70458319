//! The decision whether a command runs at once, later or never.

use std::io;

use super::state::{Adapter, AdapterCommand, Refusal, Session};
use crate::engine::input::Line;
use crate::instant::Instant;
use crate::protocol::{Command, DuringSearch};

/// A line that needs an answer or an action.
enum Request<C> {
    Command(Command),
    /// A refused `go`, whose client expects a `bestmove`.
    BadGo(Refusal),
    /// A command of the adapter.
    Adapted(C),
}

impl<C: AdapterCommand> Request<C> {
    /// Parses a line, by the adapter if `adapted`; `None` for a blank line.
    fn of<A: Adapter<Command = C>>(
        line: &Line,
        adapted: bool,
    ) -> Result<Option<Request<C>>, Refusal> {
        if adapted {
            let text = line.text.as_ref().map_err(Clone::clone)?;
            return Ok(A::parse(text)?.map(Request::Adapted));
        }
        let (refusal, is_go) = match &line.text {
            Ok(text) => match Command::parse(text) {
                Ok(command) => return Ok(command.map(Request::Command)),
                Err(error) => (error.into(), Command::head(text) == Some("go")),
            },
            Err(error) => (error.clone().into(), error.is_go()),
        };
        if is_go { Ok(Some(Request::BadGo(refusal))) } else { Err(refusal) }
    }

    /// Whether it begins a new game, which ends the search of the old one.
    fn ends_game(&self) -> bool {
        matches!(self, Request::Adapted(command) if command.ends_game())
    }

    /// Whether it also holds for the game after the one that was abandoned.
    fn survives_game(&self) -> bool {
        matches!(self, Request::Adapted(command) if command.survives_game())
    }

    fn is_stop(&self) -> bool {
        matches!(self, Request::Command(Command::Stop))
    }
}

/// Whether and when a request runs.
#[derive(PartialEq, Eq)]
enum When {
    Now,
    /// After the job.
    Later,
    /// Not at all: the request is refused.
    Never,
}

impl<A: Adapter> Session<'_, A> {
    /// Runs, queues or refuses the command of a line.
    pub(in crate::engine) fn receive(&mut self, line: Line) -> io::Result<()> {
        if let Ok(text) = &line.text {
            log::trace!(target: "wire", "< {}", text.trim_end());
        }
        let request = match Request::of::<A>(&line, self.is_adapted(&line)) {
            Ok(Some(request)) => request,
            Ok(None) => return Ok(()),
            // It may belong to a queued command of several lines.
            Err(_) if self.adapter.is_some() && !self.waiting.is_empty() => {
                return self.wait(line, false).map(drop);
            }
            Err(refusal) => return A::refuse_line(self, refusal),
        };
        match self.when(&request, self.waiting.is_empty(), false) {
            When::Now => self.handle(request, line.received),
            When::Never => self.refuse_during_search(request),
            When::Later if !self.wait(line, request.is_stop())? => Ok(()),
            When::Later if request.ends_game() => self.abandon_game(),
            // A `stop` ends all searches before it, the running one included.
            When::Later if request.is_stop() => self.stop(),
            When::Later => Ok(()),
        }
    }

    /// Queues a line and returns whether there was room; without room it is
    /// refused.
    fn wait(&mut self, line: Line, is_stop: bool) -> io::Result<bool> {
        let fits = self.waiting.push(line, is_stop);
        if !fits {
            self.refuse(&Refusal::TooManyWaiting)?;
        }
        Ok(fits)
    }

    /// Whether the client needs the adapter. Its first non-blank line decides.
    fn is_adapted(&mut self, line: &Line) -> bool {
        let text = line.text.as_deref().unwrap_or("?");
        if !self.has_begun && !text.trim().is_empty() {
            self.has_begun = true;
            self.adapter = A::of_first_line(text);
        }
        self.adapter.is_some()
    }

    /// Stops the search of an abandoned game without sending its move, and drops
    /// the queued commands of that game.
    fn abandon_game(&mut self) -> io::Result<()> {
        for (line, _) in std::mem::take(&mut self.waiting).lines {
            let request = Request::of::<A>(&line, true);
            if let Ok(Some(request)) = request
                && (request.ends_game() || request.survives_game())
            {
                self.waiting.push(line, false);
            }
        }
        if let Some(job) = &mut self.job {
            job.silent = true;
            self.adapter.iter_mut().for_each(A::move_abandoned);
        }
        self.stop()
    }

    /// Runs queued commands up to the first that has to wait for the next job.
    pub(super) fn run_queued(&mut self) -> io::Result<()> {
        while let Some((line, _)) = self.waiting.lines.front() {
            let request = match Request::of::<A>(line, self.adapter.is_some()) {
                Ok(Some(request)) => request,
                // Unreachable: no blank line is queued.
                Ok(None) => break,
                Err(refusal) => {
                    self.waiting.pop();
                    A::refuse_line(self, refusal)?;
                    continue;
                }
            };
            let when = self.when(&request, true, true);
            if when == When::Later {
                // The running job's `go` precedes every queued `stop`, so any
                // of them ends it.
                return if self.waiting.stops > 0 { self.stop() } else { Ok(()) };
            }
            self.waiting.pop();
            // The clock of a queued search starts with the search.
            match when {
                When::Now => self.handle(request, Instant::now())?,
                When::Later | When::Never => self.refuse_during_search(request)?,
            }
        }
        Ok(())
    }

    /// Decides when a request runs. `is_first`: no line is queued before it.
    /// `has_waited`: it comes from the queue. A queued command that only reads
    /// keeps waiting if the running search will end by itself, so that a script
    /// gets its answers in order.
    fn when(&self, request: &Request<A::Command>, is_first: bool, has_waited: bool) -> When {
        let Some(job) = &self.job else { return When::Now };
        let refused = is_first && job.is_endless() && !job.is_stopping();
        let not_now = if refused { When::Never } else { When::Later };
        let command = match request {
            Request::Command(command) => command,
            Request::BadGo(_) => return not_now,
            Request::Adapted(command) if command.ends_search() => return When::Now,
            Request::Adapted(_) => return When::Later,
        };
        let now = match command.row().during_search {
            DuringSearch::AtOnce => true,
            DuringSearch::ForSearch => is_first,
            DuringSearch::Reads => is_first && (!has_waited || job.is_endless()),
            DuringSearch::Waits => false,
        };
        if now { When::Now } else { not_now }
    }

    fn handle(&mut self, request: Request<A::Command>, received: Instant) -> io::Result<()> {
        match request {
            Request::Command(command) => self.dispatch(command, received),
            Request::Adapted(command) => A::obey(self, command, received),
            Request::BadGo(refusal) => {
                self.refuse(&refusal)?;
                self.send_no_move()
            }
        }
    }

    /// Refuses a request during an endless search. Sends no `bestmove`, as the
    /// client expects only that of the search.
    fn refuse_during_search(&mut self, request: Request<A::Command>) -> io::Result<()> {
        let refusal = match request {
            Request::Command(command) => Refusal::Searching(command.print(self.dialect)),
            Request::BadGo(refusal) => refusal,
            // Unreachable: no adapter starts an endless search.
            Request::Adapted(command) => return A::obey(self, command, Instant::now()),
        };
        self.refuse(&refusal)
    }
}
