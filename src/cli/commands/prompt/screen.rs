//! Output above the line that is being typed.
//!
//! The printer of `rustyline` for this purpose loses what is typed ahead, so
//! this one clears the line, prints, and draws the line again.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use rustyline::completion::Completer;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::validate::Validator;
use rustyline::{Context, Helper};

pub(super) const PROMPT: &str = "> ";

/// Returns to the first column and clears the line.
const CLEAR: &str = "\r\x1b[K";

/// Standard output, and the line that is being typed there.
#[derive(Default)]
pub(super) struct Screen {
    typed: Mutex<Option<Typed>>,
}

/// A line that is being typed.
#[derive(Default)]
struct Typed {
    text: String,
    /// The number of characters right of the cursor.
    behind: usize,
}

impl Screen {
    pub(super) fn begin_line(&self) {
        self.set(Some(Typed::default()));
    }

    pub(super) fn end_line(&self) {
        self.set(None);
    }

    fn set(&self, typed: Option<Typed>) {
        *self.typed.lock().unwrap_or_else(PoisonError::into_inner) = typed;
    }

    /// Prints a line.
    pub(super) fn print(&self, line: &str) -> io::Result<()> {
        let typed = self.typed.lock().unwrap_or_else(PoisonError::into_inner);
        let mut out = io::stdout().lock();
        write!(out, "{CLEAR}{line}\r\n")?;
        if let Some(Typed { text, behind }) = &*typed {
            write!(out, "{PROMPT}{text}")?;
            if *behind > 0 {
                write!(out, "\x1b[{behind}D")?;
            }
        }
        out.flush()
    }
}

/// Keeps the screen informed of the line that is being typed.
pub(super) struct Watcher(pub(super) Arc<Screen>);

impl Hinter for Watcher {
    type Hint = String;

    /// The editor asks for a hint after each change of the line.
    fn hint(&self, line: &str, cursor: usize, _: &Context<'_>) -> Option<String> {
        let behind = line.get(cursor..).map_or(0, |rest| rest.chars().count());
        self.0.set(Some(Typed { text: line.to_string(), behind }));
        None
    }
}

impl Completer for Watcher {
    type Candidate = String;
}

impl Highlighter for Watcher {}
impl Validator for Watcher {}
impl Helper for Watcher {}
