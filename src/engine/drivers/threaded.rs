//! Drives a session with threads: lines come from a channel, and jobs run on the
//! searcher thread.

use std::io;
use std::time::Duration;

use crossbeam_channel::{never, select, tick, unbounded};

use crate::engine::input::Inbox;
use crate::engine::options::Options;
use crate::engine::session::{Out, Session};
use crate::engine::worker::{Sink, Worker};

/// The time between two looks at an output to which a search writes nothing.
const OUTPUT_CHECK: Duration = Duration::from_millis(100);

/// Runs an engine, from the start of the game in the options, until `quit`, or
/// until the channel is closed and all commands are done. Returns the number of
/// refused commands and failed jobs. Once the input has ended, `is_closed` is asked from
/// time to time whether the output can no longer be read.
///
/// # Errors
///
/// The first error of `out`, or that the output is closed.
pub(super) fn run(
    options: Options,
    out: &mut Out<'_>,
    inbox: &Inbox,
    is_closed: impl Fn() -> bool,
) -> io::Result<usize> {
    let (jobs, new_jobs) = unbounded();
    let (long_jobs, job_receiver) = unbounded();
    let (sink, events) = Sink::open();
    // Dropped after the session and `long_jobs`, whose ends stop the job and the thread.
    let _worker = Worker::start(job_receiver, sink.clone())?;
    let long_jobs = long_jobs;
    let mut session = Session::new(options, Box::new(out), jobs, inbox.yield_hook());
    let no_lines = never();
    let (checks, no_checks) = (tick(OUTPUT_CHECK), never());
    while !session.is_finished() {
        select! {
            recv(if session.ignores_input() { &no_lines } else { &inbox.lines }) -> line => match line {
                Ok(line) => session.receive(line)?,
                Err(_) => session.end_of_input()?,
            },
            // A client that has closed both pipes is gone, and a search need not write a line
            // before it ends.
            recv(if session.ignores_input() { &checks } else { &no_checks }) -> _ => {
                if is_closed() {
                    return Err(io::ErrorKind::BrokenPipe.into());
                }
            }
            recv(events) -> event => match event {
                Ok(event) => session.event(event)?,
                Err(_) => return Err(io::Error::other("the searcher thread has ended")),
            },
        }
        for job in new_jobs.try_iter() {
            if job.is_brief {
                job.run(&sink);
            } else {
                // Sending fails only while the engine is ending.
                let _ = long_jobs.send(job);
            }
        }
    }
    Ok(session.errors())
}
