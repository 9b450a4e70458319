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

#[cfg(test)]
mod tests {
    use super::*;

    /// A long session queues far more than the limits in all.
    #[test]
    fn the_room_of_a_line_that_was_taken_is_free_again() {
        let mut queue = Queue::default();
        let long = "x".repeat(MAX_BYTES / 3);
        for _ in 0..10 {
            assert!(queue.push(Line::now(long.as_str()), false));
            assert!(queue.push(Line::now(long.as_str()), false));
            assert!(!queue.push(Line::now("x".repeat(MAX_BYTES)), false));
            queue.pop();
            queue.pop();
            assert!(queue.is_empty());
        }
        for _ in 0..3 {
            (0..MAX_LINES).for_each(|_| assert!(queue.push(Line::now(""), false)));
            assert!(!queue.push(Line::now(""), false) && queue.push(Line::now("stop"), true));
            (0..=MAX_LINES).for_each(|_| queue.pop());
            assert!(queue.is_empty() && queue.stops == 0);
        }
    }
}
