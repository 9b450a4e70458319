//! The searcher thread: lives as long as the engine and runs one job at a time.

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
pub(super) struct Sink {
    events: Sender<Event>,
}

impl Sink {
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

/// The handle by which the control thread runs jobs.
pub(super) struct Worker {
    /// `None` only during `drop`.
    jobs: Option<Sender<(Work, Stop)>>,
    thread: Option<JoinHandle<()>>,
}

impl Worker {
    /// Starts the thread.
    pub(super) fn start() -> std::io::Result<(Worker, Receiver<Event>)> {
        let (jobs, job_receiver) = unbounded::<(Work, Stop)>();
        let (event_sender, events) = unbounded();
        let run = move || {
            let sink = Sink { events: event_sender };
            for (work, stop) in job_receiver {
                let run = AssertUnwindSafe(|| match work {
                    Work::Search(search) => {
                        Event::Done(search(&stop, &mut |report| sink.report(report)))
                    }
                    Work::Other(work) => Event::Finished(work(&stop, &sink)),
                });
                // The session replaces the searcher after a panic, so its
                // possibly inconsistent state is never used.
                sink.send(catch_unwind(run).unwrap_or(Event::Failed));
            }
        };
        let builder = std::thread::Builder::new().name("searcher".to_string());
        let thread = builder.stack_size(STACK).spawn(run)?;
        Ok((Worker { jobs: Some(jobs), thread: Some(thread) }, events))
    }

    /// Sends a job to the thread, which must be idle.
    pub(super) fn run(&self, work: Work, stop: Stop) {
        if let Some(jobs) = &self.jobs {
            let _ = jobs.send((work, stop));
        }
    }
}

/// The stack of the thread, in bytes. Searches recurse once for each ply, of
/// which there are at most 125.
const STACK: usize = 16 << 20;

impl Drop for Worker {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
