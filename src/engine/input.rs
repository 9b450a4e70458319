//! The reader thread: lines of bounded length from an untrusted source.

use std::io::{BufRead, Read};
use std::sync::{Arc, Weak};

use crossbeam_channel::{Receiver, Sender, bounded};

use crate::instant::Instant;
use crate::protocol::Command;
use crate::search::YieldHook;

/// The maximum length of a line in bytes, including the line ending. The
/// longest useful line, a custom rule set, has a tenth of this.
pub const MAX_LINE: usize = 1 << 16;

/// A line with the time of its arrival.
#[derive(Clone, Debug)]
pub struct Line {
    /// The text, or why the line was not read.
    pub text: Result<String, LineError>,
    /// The time at which the reader had the whole line.
    pub received: Instant,
}

/// Why a line was not read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// The line is longer than [`MAX_LINE`].
    #[error("the line is longer than {MAX_LINE} bytes")]
    TooLong {
        /// Whether the command of the line is a `go`, whose client expects a
        /// `bestmove`.
        is_go: bool,
    },
    /// The line is not UTF-8.
    #[error("the line is not UTF-8 text")]
    NotText {
        /// As in [`TooLong`](LineError::TooLong).
        is_go: bool,
    },
}

impl LineError {
    /// Whether the command of the line is a `go`, as far as it was read.
    pub fn is_go(&self) -> bool {
        match *self {
            LineError::TooLong { is_go } | LineError::NotText { is_go } => is_go,
        }
    }
}

impl Line {
    /// Creates a line that arrives now.
    pub fn now(text: impl Into<String>) -> Line {
        Line { text: Ok(text.into()), received: Instant::now() }
    }

    /// Creates a line that arrives now, from bytes without a line ending. They
    /// may exceed [`MAX_LINE`] or not be UTF-8.
    pub fn of(bytes: &[u8]) -> Line {
        let text = match bytes.len() < MAX_LINE {
            true => text_of(bytes.to_vec()),
            false => Err(LineError::TooLong { is_go: is_go(&bytes[..MAX_LINE]) }),
        };
        Line { text, received: Instant::now() }
    }
}

/// The maximum number of lines between the reader and the control thread; more
/// stay in the pipe.
const WAITING_LINES: usize = 32;

/// The receiving end of the reader thread.
pub(super) struct Inbox {
    /// The lines that the reader has read.
    pub(super) lines: Receiver<Line>,
    /// Reports unread input; expires when the reader thread ends.
    unread: Weak<Unread>,
}

/// Returns whether the input has unread data.
type Unread = dyn Fn() -> bool + Send + Sync;

impl Inbox {
    /// Starts a thread that reads from `input`. `unread` returns whether
    /// `input` has unread data.
    pub(super) fn open(
        input: impl BufRead + Send + 'static,
        unread: impl Fn() -> bool + Send + Sync + 'static,
    ) -> std::io::Result<Inbox> {
        let (sender, lines) = bounded(WAITING_LINES);
        let unread: Arc<Unread> = Arc::new(unread);
        let inbox = Inbox { lines, unread: Arc::downgrade(&unread) };
        // The thread may be blocked on its input when the engine ends, so
        // nobody joins it. It ends with the process.
        std::thread::Builder::new().name("reader".to_string()).spawn(move || {
            read_lines(input, &sender);
            drop(unread);
        })?;
        Ok(inbox)
    }

    /// Returns a hook by which searches yield the processor to the reader and
    /// control threads while lines are waiting.
    pub(super) fn yield_hook(&self) -> YieldHook {
        let (lines, unread) = (self.lines.clone(), self.unread.clone());
        YieldHook::new(move || {
            !lines.is_empty() || unread.upgrade().is_some_and(|is_unread| is_unread())
        })
    }
}

impl From<Receiver<Line>> for Inbox {
    /// Creates an inbox without a reader thread.
    fn from(lines: Receiver<Line>) -> Inbox {
        Inbox { lines, unread: Weak::<fn() -> bool>::new() }
    }
}

/// Sends the lines of `input` until it ends or fails, or the receiver is gone.
fn read_lines(mut input: impl BufRead, lines: &Sender<Line>) {
    loop {
        let mut bytes = Vec::new();
        let limit = MAX_LINE as u64;
        match input.by_ref().take(limit).read_until(b'\n', &mut bytes) {
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let received = Instant::now();
        let text = if bytes.len() == MAX_LINE && bytes.last() != Some(&b'\n') {
            if input.skip_until(b'\n').is_err() {
                return;
            }
            Err(LineError::TooLong { is_go: is_go(&bytes) })
        } else {
            text_of(bytes)
        };
        if lines.send(Line { text, received }).is_err() {
            return;
        }
    }
}

/// The text of a line. Lines with `INFO` in either case, a command of the Gomocup
/// protocol, need not be UTF-8: they may contain a path in any encoding.
fn text_of(bytes: Vec<u8>) -> Result<String, LineError> {
    if bytes.get(..5).is_some_and(|head| head.eq_ignore_ascii_case(b"INFO ")) {
        return Ok(String::from_utf8_lossy(&bytes).into_owned());
    }
    let not_text = |bytes: &[u8]| LineError::NotText { is_go: is_go(bytes) };
    String::from_utf8(bytes).map_err(|error| not_text(error.as_bytes()))
}

fn is_go(bytes: &[u8]) -> bool {
    Command::head(&String::from_utf8_lossy(bytes)) == Some("go")
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crossbeam_channel::unbounded;

    fn lines(input: &[u8]) -> Vec<Result<String, LineError>> {
        let (sender, receiver) = unbounded();
        read_lines(input, &sender);
        drop(sender);
        receiver.iter().map(|line| line.text).collect()
    }

    #[test]
    fn the_last_line_needs_no_end() {
        let expected = [Ok("a\n".to_string()), Ok("b\r\n".to_string()), Ok("c".to_string())];
        assert_eq!(lines(b"a\nb\r\nc"), expected);
    }

    #[test]
    fn an_unreadable_line_is_reported_and_skipped() {
        let not_text = Err(LineError::NotText { is_go: false });
        assert_eq!(lines(b"\xff\nok")[..], [not_text, Ok("ok".to_string())]);
        let mut long = vec![b'x'; 3 * MAX_LINE + 5];
        long.extend_from_slice(b"\nok\n");
        let too_long = Err(LineError::TooLong { is_go: false });
        assert_eq!(lines(&long)[..], [too_long, Ok("ok\n".to_string())]);
        let longest = [vec![b'x'; MAX_LINE - 1], b"\nok".to_vec()].concat();
        assert_eq!(lines(&longest).len(), 2);
        assert!(lines(&longest).iter().all(Result::is_ok));
    }

    #[test]
    fn bytes_without_an_end_are_refused_like_lines() {
        let long = [&b"go searchmoves"[..], &b" a1".repeat(MAX_LINE)].concat();
        let longest = &long[..MAX_LINE - 1];
        for bytes in [&b"isready"[..], b"go \xff", longest, &long[..MAX_LINE], &long] {
            let read = lines(&[bytes, b"\n"].concat());
            let given = Line::of(bytes).text.map(|text| text + "\n");
            assert_eq!(read, [given], "{} bytes", bytes.len());
        }
    }

    #[test]
    fn an_unreadable_line_can_be_a_go() {
        let long = [&b"go searchmoves"[..], &b" a1".repeat(MAX_LINE)].concat();
        assert_eq!(lines(&long)[..], [Err(LineError::TooLong { is_go: true })]);
        for (line, is_go) in [
            (&b"go nodes 5 \xff"[..], true),
            (b"\xff go nodes 5", true),
            (b"\xffgo nodes 5", false),
            (b"position moves go \xff", false),
        ] {
            assert_eq!(lines(line)[..], [Err(LineError::NotText { is_go })], "{line:?}");
        }
    }

    #[test]
    fn searches_yield_while_input_is_waiting() {
        let inbox = Inbox::open(Cursor::new("a\nb\n"), || true).unwrap();
        let yield_hook = inbox.yield_hook();
        assert!(yield_hook.is_needed());
        assert_eq!(inbox.lines.iter().count(), 2);
        // The reader has ended, so unread data no longer counts.
        assert!(!yield_hook.is_needed());

        let (sender, lines) = unbounded();
        let inbox = Inbox::from(lines);
        assert!(!inbox.yield_hook().is_needed());
        sender.send(Line::now("stop")).unwrap();
        assert!(inbox.yield_hook().is_needed());
    }
}
