//! The searcher thread: lives as long as the engine, runs one job at a time.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::JoinHandle;

use crossbeam_channel::{Receiver, Sender, unbounded};

use super::player::SearchWork;
use crate::protocol::Reply;
use crate::search::{Report, Stop};

/// Something that takes time.
pub(super) enum Work {
    /// A search, whose report is awaited.
    Search(SearchWork),
    /// Anything else; it tells its own results, and returns its last line.
    Other(OtherWork),
}

/// A job that is not a search.
pub(super) type OtherWork = Box<dyn FnOnce(&Stop, &Sink) -> Reply + Send>;

/// What the searcher thread tells the control thread.
pub(super) enum Event {
    /// How far the search is.
    Progress(Report),
    /// A line from a job that is not a search.
    Line(Reply),
    /// A search has ended with its result.
    Done(Report),
    /// Another job has ended with its last line. Who reads that may send a
    /// `stop` for the next job: none must reach this one.
    Finished(Reply),
    /// The job has panicked. This is a fault of ours, and no reason to leave a
    /// client without an answer.
    Failed,
}

/// Where a job tells what it finds.
pub(super) struct Sink {
    events: Sender<Event>,
}

impl Sink {
    /// Tells how far the search is.
    pub(super) fn report(&self, report: &Report) {
        self.send(Event::Progress(report.clone()));
    }

    /// Tells a line.
    pub(super) fn line(&self, reply: Reply) {
        self.send(Event::Line(reply));
    }

    fn send(&self, event: Event) {
        // Nobody listens once the engine is ending.
        let _ = self.events.send(event);
    }
}

/// The control thread's end of the searcher thread.
pub(super) struct Worker {
    /// `None` only while the thread is being ended.
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
                // Whatever the job was changing is thrown away afterwards.
                sink.send(catch_unwind(run).unwrap_or(Event::Failed));
            }
        };
        let builder = std::thread::Builder::new().name("searcher".to_string());
        let thread = builder.stack_size(STACK).spawn(run)?;
        Ok((Worker { jobs: Some(jobs), thread: Some(thread) }, events))
    }

    /// Hands a job to the thread, which is idle.
    pub(super) fn run(&self, work: Work, stop: Stop) {
        if let Some(jobs) = &self.jobs {
            let _ = jobs.send((work, stop));
        }
    }
}

/// Searches recurse once for each ply, of which there are at most 125.
const STACK: usize = 16 << 20;

impl Drop for Worker {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
