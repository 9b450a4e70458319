//! Runs an engine with threads: on a channel, on any text, or on standard input
//! and output.

use std::io::{self, BufRead, BufReader, Write};

use crossbeam_channel::Receiver;

use super::{stdio, threaded};
use crate::engine::input::{Inbox, Line};
use crate::engine::options::Options;
use crate::protocol::Reply;
use crate::search::map_large_allocations;

/// Runs an engine with these options on the commands of a channel until `quit`,
/// or until the channel is closed and all searches have ended. Sends every
/// reply to `out`. Returns the number of refused commands.
///
/// # Errors
///
/// The first error of `out`, which ends the engine.
pub fn run(
    options: Options,
    lines: &Receiver<Line>,
    out: &mut dyn FnMut(&Reply) -> io::Result<()>,
) -> io::Result<usize> {
    map_large_allocations();
    threaded::run(options, out, &lines.clone().into(), || false)
}

/// Runs an engine with these options on text: commands from `input`, replies
/// to `output`. Returns the number of refused commands, or 0 if the reader of
/// `output` has closed it.
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
/// When a write to `output` fails for any reason but a closed reader.
pub fn serve(
    options: Options,
    input: impl BufRead + Send + 'static,
    output: impl Write,
) -> io::Result<usize> {
    serve_polled(options, input, || false, output, || false)
}

/// Like [`serve`], with functions that report whether unread input is waiting, and whether
/// the output can no longer be read.
fn serve_polled(
    options: Options,
    input: impl BufRead + Send + 'static,
    unread: impl Fn() -> bool + Send + Sync + 'static,
    mut output: impl Write,
    is_closed: impl Fn() -> bool,
) -> io::Result<usize> {
    map_large_allocations();
    let inbox = Inbox::open(input, unread)?;
    let mut out = |reply: &Reply| {
        log::trace!(target: "wire", "> {reply}");
        // One write for each line, so that no reader sees half a line.
        output.write_all(format!("{reply}\n").as_bytes())?;
        output.flush()
    };
    match threaded::run(options, &mut out, &inbox, is_closed) {
        // The client has closed the output: not an error.
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
    let output = stdio::Output(io::stdout());
    serve_polled(options, input, stdio::is_input_unread, output, stdio::is_output_closed)
}

/// Runs an engine with these options on commands from `input`, with replies to standard
/// output.
///
/// # Errors
///
/// As for [`serve`].
pub fn serve_script(options: Options, input: impl BufRead + Send + 'static) -> io::Result<usize> {
    let output = stdio::Output(io::stdout());
    serve_polled(options, input, || false, output, stdio::is_output_closed)
}
