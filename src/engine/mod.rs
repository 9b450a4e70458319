//! What lives between commands: options, position, the searcher thread.
//!
//! ```text
//!  stdin ──> reader thread ──lines──> control thread ──> stdout
//!                                       │       ▲
//!                                    jobs       events
//!                                       ▼       │
//!                                    searcher thread
//! ```
//!
//! The control thread owns all state and the output. It never searches, so
//! it always has time to answer. The searcher thread lives as long as the
//! engine and runs one job at a time.

mod bench;
mod convert;
mod go;
mod input;
mod memory;
mod options;
mod player;
mod session;
mod show;
mod stdio;
mod worker;

use std::io::{self, BufRead, BufReader, Write};

use crossbeam_channel::Receiver;

pub use input::{LONGEST_LINE, Line, LineError};
pub use options::{OptionError, OptionRow, Options};
pub use player::{Player, SearchWork, SetError, player};
use session::Session;
pub use show::{drawing, drawing_with, status};

use crate::protocol::Reply;
use crate::search::map_large_allocations;
use input::Inbox;

/// Runs an engine with these options on the commands of a channel until `quit` or until the
/// channel is closed and all searches have ended. Every reply goes to `out`.
/// Returns the number of commands that could not be obeyed.
///
/// # Errors
///
/// The first error of `out` ends the engine.
pub fn run(
    options: Options,
    lines: &Receiver<Line>,
    out: &mut dyn FnMut(&Reply) -> io::Result<()>,
) -> io::Result<usize> {
    map_large_allocations();
    Session::run(options, out, &lines.clone().into())
}

/// Runs an engine with these options on text: commands from `input`, replies to `output`.
/// Returns the number of commands that could not be obeyed.
///
/// ```
/// use std::io::Cursor;
///
/// use noughts::engine::{Options, serve};
///
/// # fn main() -> std::io::Result<()> {
/// let commands = "newgame tictactoe\nposition moves a1 b1 a2 b2\ngo depth 1\nquit\n";
/// let mut replies = Vec::new();
/// let refused = serve(Options::default(), Cursor::new(commands), &mut replies)?;
/// assert_eq!(refused, 0);
/// assert_eq!(String::from_utf8_lossy(&replies).lines().last(), Some("bestmove a3"));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// When `output` cannot be written to for another reason than that nobody
/// reads it any more.
pub fn serve(
    options: Options,
    input: impl BufRead + Send + 'static,
    output: impl Write,
) -> io::Result<usize> {
    answer(options, input, || false, output)
}

/// The same for input of which is known whether something waits to be read.
fn answer(
    options: Options,
    input: impl BufRead + Send + 'static,
    unread: impl Fn() -> bool + Send + Sync + 'static,
    mut output: impl Write,
) -> io::Result<usize> {
    map_large_allocations();
    let inbox = Inbox::open(input, unread)?;
    let mut out = |reply: &Reply| {
        log::trace!(target: "wire", "> {reply}");
        // One write for each line, so that a line is never seen in halves.
        output.write_all(format!("{reply}\n").as_bytes())?;
        output.flush()
    };
    match Session::run(options, &mut out, &inbox) {
        // Whoever was listening has gone: an ordinary end.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(0),
        ended => ended,
    }
}

/// Runs an engine with these options on standard input and output.
///
/// # Errors
///
/// As for [`serve`].
pub fn serve_stdio(options: Options) -> io::Result<usize> {
    let input = BufReader::new(stdio::Input(io::stdin()));
    answer(options, input, stdio::is_input_unread, stdio::Output(io::stdout()))
}
