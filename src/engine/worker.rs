//! Jobs, and the searcher thread, which lives as long as the engine and runs one
//! job at a time.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::JoinHandle;

use crossbeam_channel::{Receiver, Sender, unbounded};

use super::player::SearchWork;
use crate::protocol::Reply;
use crate::search::{Report, Stop};

/// The work of a job.
pub(super) enum Work {
    /// A search, which returns a report.
    Search(SearchWork),
    /// Any other work, which sends its own lines and returns the last one.
    Other(OtherWork),
}

/// The work of a job that is not a search.
pub(super) type OtherWork = Box<dyn FnOnce(&Stop, &Sink) -> Reply + Send>;

/// A message from the searcher thread to the control thread.
pub(super) enum Event {
    /// An interim report of a search.
    Progress(Report),
    /// A line from a job that is not a search.
    Line(Reply),
    /// A search has ended with this report.
    Done(Report),
    /// Another job has ended with this last line. As a client may react to the
    /// line with a `stop` for the next job, the session sends it only once the
    /// job has ended.
    Finished(Reply),
    /// The job has panicked. The session still sends an answer to the client.
    Failed,
}

/// The sending end of the events of a job.
#[derive(Clone)]
pub(super) struct Sink {
    events: Sender<Event>,
}

impl Sink {
    /// Creates a sink and the receiving end of its events.
    pub(super) fn open() -> (Sink, Receiver<Event>) {
        let (events, receiver) = unbounded();
        (Sink { events }, receiver)
    }

    /// Sends an interim report.
    pub(super) fn report(&self, report: &Report) {
        self.send(Event::Progress(report.clone()));
    }

    /// Sends a line.
    pub(super) fn line(&self, reply: Reply) {
        self.send(Event::Line(reply));
    }

    fn send(&self, event: Event) {
        // The receiver is gone once the engine is ending.
        let _ = self.events.send(event);
    }
}

/// Work with the signal that stops it, ready to run on any thread.
pub(super) struct Job {
    pub(super) work: Work,
    pub(super) stop: Stop,
    /// Whether it takes less time than waking another thread for it.
    pub(super) is_brief: bool,
}

impl Job {
    /// Does the work and sends its events. The last event ends the job.
    pub(super) fn run(self, sink: &Sink) {
        let Job { work, stop, is_brief: _ } = self;
        let run = AssertUnwindSafe(|| match work {
            Work::Search(search) => Event::Done(search(&stop, &mut |report| sink.report(report))),
            Work::Other(work) => Event::Finished(work(&stop, sink)),
        });
        // The session replaces the searcher after a panic, so its possibly
        // inconsistent state is never used.
        sink.send(catch_unwind(run).unwrap_or(Event::Failed));
    }
}

/// The searcher thread. It ends when the sender of its jobs is dropped, and
/// dropping a `Worker` waits for that.
pub(super) struct Worker {
    /// `None` only during `drop`.
    thread: Option<JoinHandle<()>>,
}

impl Worker {
    /// Starts the thread.
    pub(super) fn start(jobs: Receiver<Job>, sink: Sink) -> std::io::Result<Worker> {
        let run = move || jobs.into_iter().for_each(|job: Job| job.run(&sink));
        let builder = std::thread::Builder::new().name("searcher".to_string());
        Ok(Worker { thread: Some(builder.stack_size(STACK).spawn(run)?) })
    }
}

/// The stack of the thread, in bytes. Searches recurse once for each ply, of
/// which there are at most 484.
const STACK: usize = 16 << 20;

impl Drop for Worker {
    fn drop(&mut self) {
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
