//! Queries to a running engine about a position.

use noughts_rules::protocol::{Command, Query, Reply, Response};

use crate::base::text::rounded;
use crate::base::time::Instant;
use crate::connection::fault::{Fault, FaultKind, RequestError};
use crate::evaluation::answer::{first_word, unsolicited};
use crate::session::Engine;

/// The engine's answers to queries about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answers<const N: usize> {
    /// One answer to each query.
    Given([Response; N]),
    /// The engine refused the position, with this line. Its answers concern the
    /// previous position.
    Refused(String),
}

impl Engine {
    /// Sends a `position` line, queries and `isready`. The `readyok` marks the
    /// end of the answers, so that a missing or second answer is not taken for
    /// another one.
    ///
    /// # Errors
    ///
    /// When answers are missing, malformed, unsolicited or late.
    pub fn ask<const N: usize>(
        &mut self,
        position: &str,
        queries: [Query; N],
    ) -> Result<Answers<N>, RequestError> {
        self.refuse_leftovers()?;
        let asked = queries.map(|query| Command::Query(query).print(self.dialect));
        let isready = Command::IsReady.print(self.dialect);
        let batch = format!("{position}\n{}\n{isready}\n", asked.join("\n"));
        let patience = self.deadlines.answer;
        self.connection.send(&batch, patience)?;
        self.unready += 1;
        let until = Instant::now() + patience;
        let mut responses = Vec::new();
        let mut refusal = None;
        let mut ready = false;
        while !ready && let Some(line) = self.line(until)? {
            ready = self.unready == 0;
            match (first_word(&line), Reply::parse(&line)) {
                (_, Reply::Response(response)) if responses.len() < N => responses.push(response),
                ("bestmove" | "response", _) => return Err(unsolicited(&line)),
                _ if is_refusal(&line) => {
                    refusal.get_or_insert(line);
                }
                _ => {}
            }
            // Buffered lines are returned even after the deadline.
            if Instant::now() >= until {
                break;
            }
        }
        match (ready, <[Response; N]>::try_from(responses), refusal) {
            (true, Ok(_), Some(line)) => Ok(Answers::Refused(line)),
            (true, Ok(responses), None) => Ok(Answers::Given(responses)),
            (false, Ok(_), _) => {
                let detail =
                    format!("no \"readyok\" after the answers within {}", rounded(patience));
                Err(Fault::new(FaultKind::NoAnswer, detail).into())
            }
            (_, Err(responses), refusal) => {
                let missing = asked.get(responses.len()).map_or("", String::as_str);
                let reason = refusal.map_or_else(String::new, |line| format!(": \"{line}\""));
                let detail = format!("no answer to \"{missing}\"{reason}");
                Err(Fault::new(FaultKind::NoAnswer, detail).into())
            }
        }
    }
}

/// Returns whether a line refuses a command: `info`, perhaps `string`, and a
/// word that begins with "error".
fn is_refusal(line: &str) -> bool {
    let mut text =
        line.split_ascii_whitespace().skip_while(|word| matches!(*word, "info" | "string"));
    let error = text.next().and_then(|word| word.get(..5));
    first_word(line) == "info" && error.is_some_and(|word| word.eq_ignore_ascii_case("error"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_an_error_in_an_info_line() {
        for line in ["info string error \"z9\"", "info string Error: no", "info error no such"] {
            assert!(is_refusal(line), "{line}");
        }
        for line in ["info string no error", "error", "info", "info string", "info string errör"] {
            assert!(!is_refusal(line), "{line}");
        }
    }
}
