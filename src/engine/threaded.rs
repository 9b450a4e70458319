//! Drives a session with threads: lines come from a channel, and jobs run on the
//! searcher thread.

use std::io;

use crossbeam_channel::{never, select, unbounded};

use super::input::Inbox;
use super::options::Options;
use super::session::{Out, Session};
use super::worker::{Sink, Worker};

/// Runs an engine, from the start of the game in the options, until `quit`, or
/// until the channel is closed and all commands are done. Returns the number of
/// refused commands and failed jobs.
///
/// # Errors
///
/// The first error of `out`.
pub(super) fn run(options: Options, out: &mut Out<'_>, inbox: &Inbox) -> io::Result<usize> {
    let (jobs, job_receiver) = unbounded();
    let (sink, events) = Sink::open();
    // Dropped after the session. The end of the session stops the job and the
    // thread.
    let _worker = Worker::start(job_receiver, sink)?;
    let mut session = Session::new(options, Box::new(out), jobs, inbox.yield_hook());
    let no_lines = never();
    while !session.is_finished() {
        select! {
            recv(if session.ignores_input() { &no_lines } else { &inbox.lines }) -> line => match line {
                Ok(line) => session.receive(line)?,
                Err(_) => session.end_of_input()?,
            },
            recv(events) -> event => match event {
                Ok(event) => session.event(event)?,
                Err(_) => return Err(io::Error::other("the searcher thread has ended")),
            },
        }
    }
    Ok(session.errors())
}
