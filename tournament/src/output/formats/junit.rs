//! Results as JUnit's XML, which CI systems show as tests.

use std::fmt::Write;

use noughts_check::{Outcome, Verdict};
use noughts_client::text::printable;

use super::Results;
use crate::files::kind::FileKind;

/// The longest text of a message.
const MAX_MESSAGE: usize = 1000;

/// Returns the results of a tournament: a case for its end, one for the test,
/// and one for the faults of each engine.
pub fn tournament(results: &Results) -> String {
    let mut cases = Vec::new();
    if let Some(end) = &results.end {
        let status = match &end.error {
            Some(error) => Status::Error(error.clone()),
            // A run that was stopped has no result.
            None if end.code == 3 => Status::Error("the run was stopped".to_string()),
            None => Status::Success,
        };
        cases.push(Case::new("the run ends", status));
    }
    if let Some(test) = &results.sprt {
        let what = match &test.earlier {
            Some(earlier) => format!("{}, {earlier}", test.text),
            None => format!("{}, LLR {:.2}", test.text, test.llr),
        };
        let status = match test.verdict.as_str() {
            "accepted" => Status::Success,
            "rejected" => Status::Failure(format!("rejected: {what}")),
            _ => Status::Skipped(format!("undecided: {what}")),
        };
        cases.push(Case::new("the test is accepted", status));
    }
    for engine in &results.engines {
        let status = match engine.faults {
            0 => Status::Success,
            faults => {
                let games = engine.games.total;
                Status::Failure(format!("{faults} of {games} games lost by a fault"))
            }
        };
        cases.push(Case::new(&format!("{} plays without a fault", engine.name), status));
    }
    for change in &results.changed_programs {
        cases.push(Case::new("every engine is one program", Status::Failure(change.clone())));
    }
    for line in &results.doubtful_lines {
        cases.push(Case::new(
            "the journals are as they were written",
            Status::Failure(line.clone()),
        ));
    }
    document(results.title.as_deref().unwrap_or(&results.game), "tournament", &cases)
}

/// Returns the result of a check, with a case for each step.
pub fn check(program: &str, outcomes: &[Outcome]) -> String {
    let case = |outcome: &Outcome| {
        let reason = outcome.reason.clone().unwrap_or_default();
        let is_warning = outcome.verdict == Verdict::Warning;
        let output = is_warning.then(|| format!("warning: {reason}"));
        let status = match outcome.verdict {
            Verdict::Fail => Status::Failure(reason),
            Verdict::Pass | Verdict::Warning | Verdict::Note => Status::Success,
            Verdict::NotApplicable | Verdict::Skipped => Status::Skipped(reason),
        };
        let millis = Some(outcome.ms);
        Case { millis, output, ..Case::new(outcome.rule.name, status) }
    };
    let cases: Vec<Case> = outcomes.iter().map(case).collect();
    document(program, "check", &cases)
}

/// A case of a test suite.
struct Case {
    name: String,
    status: Status,
    millis: Option<u64>,
    output: Option<String>,
}

/// How a case ended, with a message.
enum Status {
    Success,
    Failure(String),
    Error(String),
    Skipped(String),
}

impl Case {
    fn new(name: &str, status: Status) -> Case {
        Case { name: name.to_string(), status, millis: None, output: None }
    }

    fn write(&self, text: &mut String) {
        let time = self.millis.map_or(String::new(), |millis| {
            format!(" time=\"{}.{:03}\"", millis / 1000, millis % 1000)
        });
        // Writing to a string does not fail.
        let _ = writeln!(text, "        <testcase name=\"{}\"{time}>", escaped(&self.name));
        let child = match &self.status {
            Status::Success => None,
            Status::Failure(message) => Some(("failure", message)),
            Status::Error(message) => Some(("error", message)),
            Status::Skipped(message) => Some(("skipped", message)),
        };
        if let Some((name, message)) = child {
            let _ = writeln!(text, "            <{name} message=\"{}\"/>", escaped(message));
        }
        if let Some(output) = &self.output {
            let _ = writeln!(text, "            <system-out>{}</system-out>", escaped(output));
        }
        text.push_str("        </testcase>\n");
    }
}

/// Returns a document with one suite.
fn document(name: &str, suite: &str, cases: &[Case]) -> String {
    let count = |is: fn(&Status) -> bool| cases.iter().filter(|case| is(&case.status)).count();
    let failures = count(|status| matches!(status, Status::Failure(_)));
    let errors = count(|status| matches!(status, Status::Error(_)));
    let skipped = count(|status| matches!(status, Status::Skipped(_)));
    let counts = format!("tests=\"{}\" failures=\"{failures}\" errors=\"{errors}\"", cases.len());
    let mut text = FileKind::JUnit.beginning().to_string();
    let _ = writeln!(text, "{}\" {counts}>", escaped(name));
    let _ = writeln!(text, "    <testsuite name=\"{suite}\" {counts} skipped=\"{skipped}\">");
    cases.iter().for_each(|case| case.write(&mut text));
    text + "    </testsuite>\n</testsuites>\n"
}

/// Escapes text for an element or an attribute. XML has no control characters, not
/// even escaped ones.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in printable(text, MAX_MESSAGE).chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            // These two are no characters of XML.
            '\u{fffe}' | '\u{ffff}' => escaped.extend(c.escape_unicode()),
            c => escaped.push(c),
        }
    }
    escaped
}
