//! The queue of lines that wait for a job to end.

use std::collections::VecDeque;

use crate::engine::input::Line;

/// The limits of the queue: lines, and allocated bytes of their text.
const MAX_LINES: usize = 10_000;
const MAX_BYTES: usize = 2 << 20;

/// Lines that wait for a job to end, in their order. They are kept as text,
/// because a parsed command can be many times larger.
#[derive(Default)]
pub(super) struct Queue {
    /// Each line and whether it is a `stop`.
    pub(super) lines: VecDeque<(Line, bool)>,
    bytes: usize,
    pub(super) stops: usize,
}

impl Queue {
    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Appends a line and returns whether there was room. A `stop` always has
    /// room; a `stop` directly after another is dropped.
    pub(super) fn push(&mut self, line: Line, is_stop: bool) -> bool {
        if is_stop && self.lines.back().is_some_and(|&(_, is_stop)| is_stop) {
            return true;
        }
        let bytes = self.bytes + size(&line);
        let fits = is_stop || self.lines.len() < MAX_LINES && bytes <= MAX_BYTES;
        if fits {
            self.bytes = bytes;
            self.stops += usize::from(is_stop);
            self.lines.push_back((line, is_stop));
        }
        fits
    }

    pub(super) fn pop(&mut self) {
        if let Some((line, is_stop)) = self.lines.pop_front() {
            self.bytes -= size(&line);
            self.stops -= usize::from(is_stop);
        }
    }
}

/// The allocated bytes of the text of a line.
fn size(line: &Line) -> usize {
    line.text.as_ref().map_or(0, String::capacity)
}
