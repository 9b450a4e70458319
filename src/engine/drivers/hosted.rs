//! Drives a session without threads: the host passes in lines and runs the jobs when it
//! chooses, on any stack that can be suspended.

use std::io;

use crossbeam_channel::{Receiver, unbounded};

use crate::engine::input::Line;
use crate::engine::options::Options;
use crate::engine::session::{Out, Session};
use crate::engine::worker::{Event, Job, Sink};
use crate::search::YieldHook;

/// An engine whose host runs its jobs, for systems without threads.
///
/// A search calls the yield hook some ten thousand times per second. In the hook the
/// host may pass in further lines, such as `stop`, while the job is on the stack.
///
/// ```
/// use std::cell::RefCell;
///
/// use noughts::engine::{HostedEngine, Line, Options};
/// use noughts::search::YieldHook;
///
/// thread_local! {
///     static ENGINE: RefCell<Option<HostedEngine>> = const { RefCell::new(None) };
///     static REPLIES: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
/// }
///
/// fn give(line: &str) {
///     ENGINE.with_borrow_mut(|engine| {
///         let engine = engine.as_mut().expect("an engine");
///         engine.receive(Line::now(line)).expect("replies are kept");
///     });
/// }
///
/// // Two lines arrive during the search.
/// let yield_hook = YieldHook::running(|| {
///     give("isready");
///     give("stop");
/// });
/// let engine = HostedEngine::new(Options::default(), yield_hook, |reply| {
///     REPLIES.with_borrow_mut(|replies| replies.push(reply.to_string()));
///     Ok(())
/// });
/// ENGINE.set(Some(engine));
/// give("go infinite");
/// let job = ENGINE.with_borrow(|engine| engine.as_ref().and_then(HostedEngine::take_job));
/// job.expect("the search").run();
/// give("show");
///
/// let replies = REPLIES.take();
/// assert_eq!(replies[0], "readyok");
/// assert_eq!(replies.iter().filter(|reply| reply.starts_with("bestmove")).count(), 1);
/// ```
pub struct HostedEngine {
    session: Session<'static>,
    jobs: Receiver<Job>,
    events: Receiver<Event>,
    sink: Sink,
}

/// A job that its host has to run.
pub struct HostedJob {
    job: Job,
    sink: Sink,
}

impl HostedEngine {
    /// Creates an engine at the start of the game in the options. `out` sends
    /// each reply.
    pub fn new(
        options: Options,
        yield_hook: YieldHook,
        out: impl FnMut(&crate::protocol::Reply) -> io::Result<()> + 'static,
    ) -> HostedEngine {
        let (job_sender, jobs) = unbounded();
        let (sink, events) = Sink::open();
        let out: Box<Out<'static>> = Box::new(out);
        let session = Session::new(options, out, job_sender, yield_hook);
        HostedEngine { session, jobs, events, sink }
    }

    /// Takes a line from the client: answers it, queues it until the job has ended, or
    /// ignores it after `quit`.
    ///
    /// # Errors
    ///
    /// The first error of `out`.
    pub fn receive(&mut self, line: Line) -> io::Result<()> {
        self.handle_events()?;
        if self.session.ignores_input() { Ok(()) } else { self.session.receive(line) }
    }

    /// Sends the reports of the job so far. If the job has ended, also sends its answer
    /// and runs the queued commands.
    ///
    /// # Errors
    ///
    /// The first error of `out`.
    pub fn handle_events(&mut self) -> io::Result<()> {
        self.events.try_iter().try_for_each(|event| self.session.event(event))
    }

    /// The job to run next, if there is one. The engine has one job at a time.
    pub fn take_job(&self) -> Option<HostedJob> {
        let job = self.jobs.try_recv().ok()?;
        Some(HostedJob { job, sink: self.sink.clone() })
    }

    /// Whether the engine has quit.
    pub fn is_finished(&self) -> bool {
        self.session.is_finished()
    }
}

impl HostedJob {
    /// Runs the job to its end. Call [`HostedEngine::handle_events`] afterwards.
    pub fn run(self) {
        self.job.run(&self.sink);
    }
}
