//! What was sent and what came back in a step, of which the beginning and the
//! end are kept.

use std::collections::VecDeque;
use std::time::Instant;

use serde::Serialize;

use crate::text::shown;

/// So many lines of the beginning are kept, and as many of the end.
const KEPT: usize = 100;

/// So many characters of a line are kept.
const LONGEST: usize = 500;

/// Who said a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Who {
    /// It was sent to the engine.
    #[serde(rename = ">")]
    Checker,
    /// The engine wrote it.
    #[serde(rename = "<")]
    Engine,
    /// It tells what else happened.
    #[serde(rename = "#")]
    Note,
}

impl Who {
    /// The sign before the line.
    pub fn sign(self) -> char {
        match self {
            Who::Checker => '>',
            Who::Engine => '<',
            Who::Note => '#',
        }
    }
}

/// A line of the exchange.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Said {
    /// Milliseconds since the step began.
    pub ms: u64,
    /// Who said it.
    pub who: Who,
    /// The text, without control characters.
    pub text: String,
}

/// The exchange of a step.
#[derive(Debug)]
pub(super) struct Exchange {
    began: Instant,
    beginning: Vec<Said>,
    end: VecDeque<Said>,
    omitted: usize,
}

impl Exchange {
    pub(super) fn new() -> Exchange {
        let (beginning, end) = (Vec::new(), VecDeque::new());
        Exchange { began: Instant::now(), beginning, end, omitted: 0 }
    }

    pub(super) fn push(&mut self, who: Who, text: &str) {
        let ms = self.elapsed();
        let said = Said { ms, who, text: shown(text, LONGEST) };
        if self.beginning.len() < KEPT {
            self.beginning.push(said);
            return;
        }
        self.end.push_back(said);
        if self.end.len() > KEPT {
            self.end.pop_front();
            self.omitted += 1;
        }
    }

    /// Milliseconds since the step began.
    pub(super) fn elapsed(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// All lines; a note stands for those that were not kept.
    pub(super) fn into_lines(self) -> Vec<Said> {
        let Exchange { beginning: mut lines, end, omitted, .. } = self;
        if omitted > 0 {
            let ms = lines.last().map_or(0, |said| said.ms);
            lines.push(Said { ms, who: Who::Note, text: format!("{omitted} more lines") });
        }
        lines.extend(end);
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_and_the_end_are_kept() {
        let mut exchange = Exchange::new();
        (0..KEPT * 3).for_each(|i| exchange.push(Who::Engine, &i.to_string()));
        let lines = exchange.into_lines();
        let texts: Vec<&str> = lines.iter().map(|said| said.text.as_str()).collect();
        assert_eq!(texts.len(), 2 * KEPT + 1);
        assert_eq!((texts[0], texts[99], texts[100]), ("0", "99", "100 more lines"));
        assert_eq!((texts[101], texts[200]), ("200", "299"));
    }
}
