//! Results as JUnit's XML, which CI systems show as tests.

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::Results;
use crate::check::{Outcome, Verdict};
use crate::text::printable;

/// The longest text of a message.
const LONGEST: usize = 1000;

/// Returns the results of a tournament: a case for its end, one for the test,
/// and one for the faults of each engine.
///
/// # Errors
///
/// When the document cannot be written.
pub fn tournament(results: &Results) -> Result<String, quick_junit::SerializeError> {
    let mut suite = TestSuite::new("tournament");
    let name = results.title.as_deref().unwrap_or(&results.game);
    if let Some(end) = &results.end {
        let status = match &end.error {
            Some(error) => bad(NonSuccessKind::Error, error),
            // A run that was stopped has no result.
            None if end.code == 3 => bad(NonSuccessKind::Error, "the run was stopped"),
            None => TestCaseStatus::success(),
        };
        suite.add_test_case(TestCase::new("the run ends", status));
    }
    if let Some(test) = &results.sprt {
        let what = match &test.earlier {
            Some(earlier) => format!("{}, {earlier}", test.text),
            None => format!("{}, LLR {:.2}", test.text, test.llr),
        };
        let status = match test.verdict.as_str() {
            "accepted" => TestCaseStatus::success(),
            "rejected" => bad(NonSuccessKind::Failure, &format!("rejected: {what}")),
            _ => {
                let mut status = TestCaseStatus::skipped();
                status.set_message(format!("undecided: {what}"));
                status
            }
        };
        suite.add_test_case(TestCase::new("the test is accepted", status));
    }
    for engine in &results.engines {
        let status = match engine.faults {
            0 => TestCaseStatus::success(),
            faults => {
                let games = engine.games.total;
                bad(NonSuccessKind::Failure, &format!("{faults} of {games} games lost by a fault"))
            }
        };
        let name = format!("{} plays without a fault", printable(&engine.name, LONGEST));
        suite.add_test_case(TestCase::new(name, status));
    }
    for change in &results.changed_programs {
        let status = bad(NonSuccessKind::Failure, change);
        suite.add_test_case(TestCase::new("every engine is one program", status));
    }
    report(name, suite)
}

/// Returns the result of a check, with a case for each step.
///
/// # Errors
///
/// When the document cannot be written.
pub fn check(program: &str, outcomes: &[Outcome]) -> Result<String, quick_junit::SerializeError> {
    let mut suite = TestSuite::new("check");
    for outcome in outcomes {
        let reason = outcome.reason.as_deref().unwrap_or_default();
        let message = printable(reason, LONGEST);
        let status = match outcome.verdict {
            Verdict::Fail => bad(NonSuccessKind::Failure, reason),
            Verdict::Pass | Verdict::Warning | Verdict::Note => TestCaseStatus::success(),
            Verdict::NotApplicable | Verdict::Skipped => {
                let mut status = TestCaseStatus::skipped();
                status.set_message(message.clone());
                status
            }
        };
        let mut case = TestCase::new(outcome.rule.name, status);
        case.set_time(std::time::Duration::from_millis(outcome.ms));
        if outcome.verdict == Verdict::Warning {
            case.set_system_out(format!("warning: {message}"));
        }
        suite.add_test_case(case);
    }
    report(program, suite)
}

fn bad(kind: NonSuccessKind, message: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(kind);
    status.set_message(printable(message, LONGEST));
    status
}

fn report(name: &str, suite: TestSuite) -> Result<String, quick_junit::SerializeError> {
    // The beginning of a [`FileKind::JUnit`](crate::file_kind::FileKind).
    let mut report = Report::new(format!("noughts-tournament: {}", printable(name, LONGEST)));
    report.add_test_suite(suite);
    report.to_string()
}
