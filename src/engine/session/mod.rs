//! The session: receives lines, decides when each command runs, and sends the
//! results of jobs. Its driver supplies the lines and runs the jobs.

mod bench;
mod convert;
mod dispatch;
mod gomocup;
mod output;
mod plan;
mod position;
mod queue;

use std::io;
use std::time::Duration;

use crossbeam_channel::Sender;

use super::input::LineError;
use super::options::{OptionError, Options};
use super::player::{Player, SetError, player};
use super::worker::{self, Event};
use crate::game::SpecError;
use crate::instant::Instant;
use crate::protocol::drops::DropError;
use crate::protocol::{Dialect, NO_MOVE, Reply, SyntaxError};
use crate::search::{Canceller, Report, YieldHook};
use gomocup::{Adapter, AdapterError};
use plan::Plan;
use queue::Queue;

/// Sends a reply to the client.
pub(super) type Out<'a> = dyn FnMut(&Reply) -> io::Result<()> + 'a;

/// The state of an engine between commands.
pub(super) struct Session<'a> {
    out: Box<Out<'a>>,
    options: Options,
    dialect: Dialect,
    debug: bool,
    /// Whether the hint about chess has been printed.
    chess_hint_printed: bool,
    /// Whether a non-blank line has arrived.
    has_begun: bool,
    /// The adapter, if the client speaks a protocol of its own instead of UGI, UCI
    /// and plain commands.
    adapter: Option<Adapter>,
    player: Box<dyn Player>,
    /// The running job. Dropping it stops the job.
    job: Option<Running>,
    /// Sends each job to where it runs.
    jobs: Sender<worker::Job>,
    /// The hook by which searches yield to the receiver of lines.
    yield_hook: YieldHook,
    /// The lines that wait for the job to end.
    waiting: Queue,
    input_ended: bool,
    quitting: bool,
    /// The number of refused commands and failed jobs.
    errors: usize,
}

/// A job, as the session sees it.
struct Running {
    /// Dropping it stops the job.
    canceller: Option<Canceller>,
    started: Instant,
    /// `None` when the job is not a search.
    plan: Option<Plan>,
    /// The report and the duration of an ended search whose answer waits for
    /// `stop` or `ponderhit`.
    held: Option<(Report, Duration)>,
    /// Whether the move of the search must not be sent, because its game is
    /// over.
    silent: bool,
}

impl Running {
    /// Whether the job waits for `stop`, or for `ponderhit`, before its answer.
    fn is_endless(&self) -> bool {
        self.plan.is_some_and(|plan| plan.infinite || plan.ponder)
    }

    fn stop(&mut self) {
        self.canceller = None;
    }

    fn is_stopping(&self) -> bool {
        self.canceller.is_none()
    }
}

/// Why a command is refused.
#[derive(Debug, thiserror::Error)]
enum Refusal {
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
    Adapter(#[from] AdapterError),
}

impl<'a> Session<'a> {
    /// Creates a session at the start of the game in the options. `jobs` gets
    /// one job at a time; its events must be passed to
    /// [`event`](Session::event).
    pub(super) fn new(
        options: Options,
        out: Box<Out<'a>>,
        jobs: Sender<worker::Job>,
        yield_hook: YieldHook,
    ) -> Session<'a> {
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
    pub(super) fn ignores_input(&self) -> bool {
        self.input_ended || self.quitting
    }

    /// Whether `quit` or the end of input has come and no work is left.
    pub(super) fn is_finished(&self) -> bool {
        let idle = self.job.is_none();
        idle && self.ignores_input() && self.waiting.is_empty()
    }

    /// The number of refused commands and failed jobs.
    pub(super) fn errors(&self) -> usize {
        self.errors
    }

    fn say(&mut self, reply: Reply) -> io::Result<()> {
        let reply = match self.adapter {
            None => Some(reply),
            Some(_) => Adapter::translate(&reply),
        };
        reply.map_or(Ok(()), |reply| (self.out)(&reply))
    }

    fn refuse(&mut self, refusal: &Refusal) -> io::Result<()> {
        self.errors += 1;
        log::debug!("refused: {refusal}");
        let own = if let Refusal::Adapter(error) = refusal { error.reply() } else { None };
        match own {
            Some(reply) => (self.out)(&reply),
            None => self.say(Reply::error(refusal)),
        }
    }

    /// Stops an endless job, as no `stop` can arrive any more. Other jobs
    /// finish, except that of a client with an adapter.
    pub(super) fn end_of_input(&mut self) -> io::Result<()> {
        self.input_ended = true;
        if self.has_useless_job() { self.stop() } else { Ok(()) }
    }

    /// Whether nobody needs the result of the job. After `quit` this holds for
    /// any job; after the end of input it holds for an endless job and for that
    /// of a client with an adapter, which has gone.
    fn has_useless_job(&self) -> bool {
        self.job.as_ref().is_some_and(|job| {
            self.quitting || self.input_ended && (job.is_endless() || self.adapter.is_some())
        })
    }

    fn send_no_move(&mut self) -> io::Result<()> {
        self.say(Reply::BestMove { best: NO_MOVE.to_string(), ponder: None })
    }

    /// Handles an event of the job.
    pub(super) fn event(&mut self, event: Event) -> io::Result<()> {
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
    fn end_search(&mut self, report: &Report, elapsed: Duration) -> io::Result<()> {
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
    fn stop(&mut self) -> io::Result<()> {
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
    fn ponder_hit(&mut self) -> io::Result<()> {
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
    fn elapsed(&self) -> Duration {
        self.job.as_ref().map_or(Duration::ZERO, |job| job.started.elapsed())
    }
}
