//! The lines sent and received in a step; of a long exchange only the first
//! and last lines are kept.

use std::collections::VecDeque;

use noughts_client::text::printable;
use noughts_client::time::Instant;
use serde::Serialize;

/// The number of lines kept at each end of the exchange.
const KEPT_LINES: usize = 100;

/// The number of characters kept of a line.
const MAX_CHARS: usize = 500;

/// The origin of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Who {
    /// Sent to the engine.
    #[serde(rename = ">")]
    Checker,
    /// Received from the engine.
    #[serde(rename = "<")]
    Engine,
    /// Another event, such as the end of the process.
    #[serde(rename = "#")]
    Note,
}

impl Who {
    /// Returns the sign printed before the line.
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
pub struct ExchangeLine {
    /// Milliseconds since the step began.
    pub ms: u64,
    /// The origin of the line.
    pub who: Who,
    /// The text, with control characters escaped.
    pub text: String,
}

/// The exchange of a step.
#[derive(Debug)]
pub(super) struct Exchange {
    began: Instant,
    beginning: Vec<ExchangeLine>,
    end: VecDeque<ExchangeLine>,
    omitted: usize,
}

impl Exchange {
    pub(super) fn new() -> Exchange {
        let (beginning, end) = (Vec::new(), VecDeque::new());
        Exchange { began: Instant::now(), beginning, end, omitted: 0 }
    }

    pub(super) fn push(&mut self, who: Who, text: &str) {
        let ms = self.elapsed();
        let line = ExchangeLine { ms, who, text: printable(text, MAX_CHARS) };
        if self.beginning.len() < KEPT_LINES {
            self.beginning.push(line);
            return;
        }
        self.end.push_back(line);
        if self.end.len() > KEPT_LINES {
            self.end.pop_front();
            self.omitted += 1;
        }
    }

    /// Returns whether the engine has sent a line that begins with `word`.
    pub(super) fn has_reply(&self, word: &str) -> bool {
        let mut lines = self.beginning.iter().chain(&self.end);
        lines.any(|line| {
            line.who == Who::Engine && line.text.split_ascii_whitespace().next() == Some(word)
        })
    }

    /// Returns the milliseconds since the step began.
    pub(super) fn elapsed(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// Returns the kept lines, with a note in place of the omitted ones.
    pub(super) fn into_lines(self) -> Vec<ExchangeLine> {
        let Exchange { beginning: mut lines, end, omitted, .. } = self;
        if omitted > 0 {
            let ms = lines.last().map_or(0, |line| line.ms);
            lines.push(ExchangeLine { ms, who: Who::Note, text: format!("{omitted} more lines") });
        }
        lines.extend(end);
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_exchange_keeps_its_first_and_last_lines() {
        let mut exchange = Exchange::new();
        (0..KEPT_LINES * 3).for_each(|i| exchange.push(Who::Engine, &i.to_string()));
        let lines = exchange.into_lines();
        let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
        assert_eq!(texts.len(), 2 * KEPT_LINES + 1);
        assert_eq!((texts[0], texts[99], texts[100]), ("0", "99", "100 more lines"));
        assert_eq!((texts[101], texts[200]), ("200", "299"));
    }
}
