//! The state of a session, and its jobs.

use std::fmt;
use std::io;
use std::time::Duration;

use crossbeam_channel::Sender;

use super::plan::Plan;
use super::queue::Queue;
use crate::engine::input::LineError;
use crate::engine::options::{OptionError, Options};
use crate::engine::player::{Player, SetError, player};
use crate::engine::worker::{self, Event};
use crate::game::SpecError;
use crate::instant::Instant;
use crate::protocol::drops::DropError;
use crate::protocol::{Dialect, NO_MOVE, Reply, SyntaxError};
use crate::search::{Canceller, Report, YieldHook};

/// Sends a reply to the client.
pub(in crate::engine) type Out<'a> = dyn FnMut(&Reply) -> io::Result<()> + 'a;

/// What a protocol besides UGI, UCI and plain commands adds to a session: the state of its
/// client, and what is done in its words.
pub(in crate::engine) trait Adapter: Sized {
    /// A command of the client.
    type Command: AdapterCommand;

    /// The adapter of a client whose first line this is; `None` for any other client.
    fn of_first_line(line: &str) -> Option<Self>;

    /// Parses a line; `None` for a blank line.
    fn parse(line: &str) -> Result<Option<Self::Command>, Refusal>;

    /// The line for the client that says the same as a reply; `None` if it has no
    /// meaning for it.
    fn translate(reply: &Reply) -> Option<Reply>;

    /// Called when the client has abandoned the game during a search.
    fn move_abandoned(&mut self);

    /// Executes a command.
    fn obey(
        session: &mut Session<'_, Self>,
        command: Self::Command,
        received: Instant,
    ) -> io::Result<()>;

    /// Refuses a line that is not a command.
    fn refuse_line(session: &mut Session<'_, Self>, refusal: Refusal) -> io::Result<()>;

    /// Sends what a search has found so far.
    fn send_progress(
        session: &mut Session<'_, Self>,
        report: &Report,
        elapsed: Duration,
    ) -> io::Result<()>;

    /// Sends the result of a search.
    fn send_result(
        session: &mut Session<'_, Self>,
        report: &Report,
        elapsed: Duration,
    ) -> io::Result<()>;
}

/// A command of an adapter, as far as the queue has to know it.
pub(in crate::engine) trait AdapterCommand {
    /// Whether it begins a new game, which ends the old one.
    fn ends_game(&self) -> bool;

    /// Whether it also holds for the next game.
    fn survives_game(&self) -> bool;

    /// Whether it ends the search instead of waiting for it.
    fn ends_search(&self) -> bool;
}

/// Why an adapter refuses a line, and the answer, if it is not an error line.
#[derive(Debug)]
pub(in crate::engine) struct AdapterRefusal {
    pub(super) text: String,
    pub(super) reply: Option<Box<Reply>>,
}

impl fmt::Display for AdapterRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for AdapterRefusal {}

/// The state of an engine between commands.
pub(in crate::engine) struct Session<'a, A> {
    pub(super) out: Box<Out<'a>>,
    pub(super) options: Options,
    pub(super) dialect: Dialect,
    pub(super) debug: bool,
    /// Whether the hint about chess has been printed.
    pub(super) chess_hint_printed: bool,
    /// Whether a non-blank line has arrived.
    pub(super) has_begun: bool,
    /// The adapter, if the client speaks a protocol of its own instead of UGI, UCI
    /// and plain commands.
    pub(super) adapter: Option<A>,
    pub(super) player: Box<dyn Player>,
    /// The running job. Dropping it stops the job.
    pub(super) job: Option<Running>,
    /// Sends each job to where it runs.
    pub(super) jobs: Sender<worker::Job>,
    /// The hook by which searches yield to the receiver of lines.
    pub(super) yield_hook: YieldHook,
    /// The lines that wait for the job to end.
    pub(super) waiting: Queue,
    pub(super) input_ended: bool,
    pub(super) quitting: bool,
    /// The number of refused commands and failed jobs.
    pub(super) errors: usize,
}

/// A job, as the session sees it.
pub(super) struct Running {
    /// Dropping it stops the job.
    pub(super) canceller: Option<Canceller>,
    pub(super) started: Instant,
    /// `None` when the job is not a search.
    pub(super) plan: Option<Plan>,
    /// The report and the duration of an ended search whose answer waits for
    /// `stop` or `ponderhit`.
    pub(super) held: Option<(Report, Duration)>,
    /// Whether the move of the search must not be sent, because its game is
    /// over.
    pub(super) silent: bool,
}

impl Running {
    /// Whether the job waits for `stop`, or for `ponderhit`, before its answer.
    pub(super) fn is_endless(&self) -> bool {
        self.plan.is_some_and(|plan| plan.infinite || plan.ponder)
    }

    pub(super) fn stop(&mut self) {
        self.canceller = None;
    }

    pub(super) fn is_stopping(&self) -> bool {
        self.canceller.is_none()
    }
}

/// Why a command is refused.
#[derive(Debug, thiserror::Error)]
pub(in crate::engine) enum Refusal {
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    #[error(transparent)]
    Line(#[from] LineError),
    #[error(transparent)]
    Option(#[from] OptionError),
    #[error("position not set: {0}")]
    Position(#[from] SetError),
    #[error("position not set: {0}")]
    Drops(#[from] DropError),
    #[error("position not set: {0}")]
    Game(#[from] SpecError),
    #[error(
        "position not set: \"{0}\" is chess notation; this engine does not play chess: choose the variant tictactoe (cutechess-cli: -variant tictactoe)"
    )]
    Chess(String),
    #[error("searchmoves: \"{0}\" is not a legal move")]
    SearchMove(String),
    #[error("\"{0}\" has to wait for the search: send \"stop\" first")]
    Searching(String),
    #[error("too many commands are waiting for the search")]
    TooManyWaiting,
    #[error(transparent)]
    Adapter(#[from] AdapterRefusal),
}

impl<'a, A: Adapter> Session<'a, A> {
    /// Creates a session at the start of the game in the options. `jobs` gets
    /// one job at a time; its events must be passed to
    /// [`event`](Session::event).
    pub(in crate::engine) fn new(
        options: Options,
        out: Box<Out<'a>>,
        jobs: Sender<worker::Job>,
        yield_hook: YieldHook,
    ) -> Session<'a, A> {
        Session {
            out,
            player: player(&options.game, options.search),
            options,
            dialect: Dialect::Plain,
            debug: false,
            chess_hint_printed: false,
            has_begun: false,
            adapter: None,
            job: None,
            jobs,
            yield_hook,
            waiting: Queue::default(),
            input_ended: false,
            quitting: false,
            errors: 0,
        }
    }

    /// Whether input is no longer read.
    pub(in crate::engine) fn ignores_input(&self) -> bool {
        self.input_ended || self.quitting
    }

    /// Whether `quit` or the end of input has come and no work is left.
    pub(in crate::engine) fn is_finished(&self) -> bool {
        let idle = self.job.is_none();
        idle && self.ignores_input() && self.waiting.is_empty()
    }

    /// The number of refused commands and failed jobs.
    pub(in crate::engine) fn errors(&self) -> usize {
        self.errors
    }

    pub(super) fn say(&mut self, reply: Reply) -> io::Result<()> {
        let reply = match self.adapter {
            None => Some(reply),
            Some(_) => A::translate(&reply),
        };
        reply.map_or(Ok(()), |reply| (self.out)(&reply))
    }

    pub(super) fn refuse(&mut self, refusal: &Refusal) -> io::Result<()> {
        self.errors += 1;
        log::debug!("refused: {refusal}");
        match refusal {
            Refusal::Adapter(AdapterRefusal { reply: Some(reply), .. }) => (self.out)(reply),
            _ => self.say(Reply::error(refusal)),
        }
    }

    /// Stops an endless job, as no `stop` can arrive any more. Other jobs
    /// finish, except that of a client with an adapter.
    pub(in crate::engine) fn end_of_input(&mut self) -> io::Result<()> {
        self.input_ended = true;
        if self.has_useless_job() { self.stop() } else { Ok(()) }
    }

    /// Whether nobody needs the result of the job. After `quit` this holds for
    /// any job; after the end of input it holds for an endless job and for that
    /// of a client with an adapter, which has gone.
    pub(super) fn has_useless_job(&self) -> bool {
        self.job.as_ref().is_some_and(|job| {
            self.quitting || self.input_ended && (job.is_endless() || self.adapter.is_some())
        })
    }

    pub(super) fn send_no_move(&mut self) -> io::Result<()> {
        self.say(Reply::BestMove { best: NO_MOVE.to_string(), ponder: None })
    }

    /// Handles an event of the job.
    pub(in crate::engine) fn event(&mut self, event: Event) -> io::Result<()> {
        match event {
            Event::Progress(report) => {
                log::trace!(target: "search", "{report:?}");
                self.send_progress(&report, self.elapsed())
            }
            Event::Line(reply) => self.say(reply),
            Event::Done(report) => {
                let elapsed = self.elapsed();
                log::debug!(target: "search", "ends after {elapsed:?} and {} nodes", report.nodes);
                log::trace!(target: "search", "{report:?}");
                self.end_search(&report, elapsed)
            }
            Event::Finished(reply) => {
                self.say(reply)?;
                self.job = None;
                self.run_queued()
            }
            Event::Failed => {
                self.errors += 1;
                self.say(Reply::error("internal error: the job failed"))?;
                // The state of the searcher may be inconsistent.
                self.player.set_search(self.options.search);
                if self.job.as_ref().is_some_and(|job| job.plan.is_some()) {
                    let first = self.player.state().legal().first();
                    let report = first.map_or_else(Report::default, |s| Report::only(s, 0));
                    return self.end_search(&report, Duration::ZERO);
                }
                self.job = None;
                self.run_queued()
            }
        }
    }

    /// Answers a search that has ended, unless its answer has to wait.
    pub(super) fn end_search(&mut self, report: &Report, elapsed: Duration) -> io::Result<()> {
        if let Some(job) = &mut self.job {
            if job.is_endless() && !job.is_stopping() {
                job.held = Some((report.clone(), elapsed));
                // Only `bestmove` has to wait.
                return self.send_findings(report, elapsed);
            }
            self.send_result(report, elapsed)?;
        }
        self.job = None;
        self.run_queued()
    }

    /// Stops the job. If its search has already ended, sends the held answer.
    pub(super) fn stop(&mut self) -> io::Result<()> {
        let Some(job) = &mut self.job else { return Ok(()) };
        job.stop();
        match job.held.take() {
            Some((report, elapsed)) => {
                self.send_result(&report, elapsed)?;
                self.job = None;
                self.run_queued()
            }
            None => Ok(()),
        }
    }

    /// Continues a pondering search under its limits. Other searches go on as
    /// before: their clocks do not begin again.
    pub(super) fn ponder_hit(&mut self) -> io::Result<()> {
        let Some(job) = &mut self.job else { return Ok(()) };
        let Some(plan) = &mut job.plan else { return Ok(()) };
        if !std::mem::take(&mut plan.ponder) {
            return Ok(());
        }
        if let (Some(canceller), Some(time)) = (&job.canceller, plan.time) {
            canceller.set_deadline(time.soft, time.hard);
        }
        if job.held.is_some() && !job.is_endless() { self.stop() } else { Ok(()) }
    }

    /// The time since the job started.
    pub(super) fn elapsed(&self) -> Duration {
        self.job.as_ref().map_or(Duration::ZERO, |job| job.started.elapsed())
    }
}
