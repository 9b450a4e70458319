//! The exit codes of the program, and the errors that lead to them.

use std::io::ErrorKind;

use noughts_check::CheckError;
use noughts_client::fault::RequestError;
use noughts_client::{Dialect, OptionError, Program, StartError};
use noughts_tournament::audit::AuditError;
use noughts_tournament::config::{Problem, Problems, Spans};
use noughts_tournament::files::kind::FileKindError;
use noughts_tournament::journal::{ChangedProgram, JournalError, MergeError, ReadError};
use noughts_tournament::model::config::Config;
use noughts_tournament::model::sprt::Verdict;
use noughts_tournament::run::tournament::summary::{RunError, Unstarted};

use super::console::{COMMAND, Unshown, quoted, styled};

/// The exit codes of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Finished = 0,
    Failed = 1,
    BadConfiguration = 2,
    Stopped = 3,
    EngineFaults = 4,
    Accepted = 5,
    Rejected = 6,
    NotConforming = 7,
    ChangedProgram = 8,
    NotSo = 9,
    /// The code that a shell reports when SIGPIPE ends a program.
    ReaderGone = 141,
}

pub(crate) const EXIT_CODES: &str = "Exit codes: 0 all games played, 1 any other error, 2 bad configuration, \
     3 stopped by a signal, 4 an engine could not be started or too many games \
     ended by a fault, 5 SPRT accepted, 6 SPRT rejected, 7 the checked engine \
     does not conform, 8 with --strict, an engine's program changed, \
     9 the audit found something, 141 the reader of standard output closed it.";

impl From<Option<Verdict>> for End {
    fn from(verdict: Option<Verdict>) -> End {
        match verdict {
            None => End::Finished,
            Some(Verdict::Accepted) => End::Accepted,
            Some(Verdict::Rejected) => End::Rejected,
        }
    }
}

/// Distinguishes errors of the configuration, of the engines and of the system.
impl From<&anyhow::Error> for End {
    fn from(error: &anyhow::Error) -> End {
        if let Some(unshown) = error.downcast_ref::<Unshown>() {
            return if unshown.reader_is_gone() { End::ReaderGone } else { End::Failed };
        }
        if let Some(error) = error.downcast_ref::<CheckError>() {
            return match error {
                CheckError::NotStarted { .. } => End::EngineFaults,
                CheckError::Stopped => End::Stopped,
                CheckError::NoStep(_)
                | CheckError::NoOption(_)
                | CheckError::Position(_)
                | CheckError::Game(_) => End::BadConfiguration,
                CheckError::Report(error) if error.kind() == ErrorKind::BrokenPipe => {
                    End::ReaderGone
                }
                CheckError::Report(_) => End::Failed,
            };
        }
        match error.downcast_ref::<RequestError>() {
            Some(RequestError::Fault(_)) => return End::EngineFaults,
            Some(RequestError::Abandoned) => return End::Stopped,
            None => {}
        }
        match error.downcast_ref::<StartError>() {
            Some(error) if error.is_misuse() => return End::BadConfiguration,
            Some(StartError::Abandoned) => return End::Stopped,
            Some(_) => return End::EngineFaults,
            None => {}
        }
        match error.downcast_ref::<AuditError>() {
            Some(AuditError::Read(_)) => return End::BadConfiguration,
            Some(AuditError::Openings(_)) => return End::Failed,
            Some(AuditError::Start { error, .. }) if error.is_misuse() => {
                return End::BadConfiguration;
            }
            Some(AuditError::Start { .. }) => return End::EngineFaults,
            None => {}
        }
        let is_changed = error.is::<ChangedProgram>()
            || matches!(error.downcast_ref(), Some(MergeError::Program(_)));
        if is_changed {
            return End::ChangedProgram;
        }
        if let Some(FileKindError::Write { .. }) = error.downcast_ref() {
            return End::Failed;
        }
        // The command line or a file names something that does not exist or is
        // of another kind.
        let is_misuse = error.is::<Problems>()
            || error.is::<JournalError>()
            || error.is::<ReadError>()
            || error.is::<FileKindError>()
            || matches!(error.downcast_ref(), Some(MergeError::Read(_) | MergeError::Begin { .. }));
        if is_misuse { End::BadConfiguration } else { End::Failed }
    }
}

impl From<&RunError> for End {
    fn from(error: &RunError) -> End {
        let is_misuse = |unstarted: &Unstarted| unstarted.error.is_misuse();
        match error {
            RunError::Start(unstarted) if unstarted.iter().all(is_misuse) => End::BadConfiguration,
            RunError::Start(_)
            | RunError::NotStarted { .. }
            | RunError::Faults { .. }
            | RunError::Fault { .. }
            | RunError::Disputed { .. }
            | RunError::NoResult(_)
            | RunError::AllFaults { .. }
            | RunError::OnlyFaults(_) => End::EngineFaults,
            RunError::Past(_)
            | RunError::Twice(_)
            | RunError::FewerPairings { .. }
            | RunError::Affinity(_) => End::BadConfiguration,
            RunError::Program(_) => End::ChangedProgram,
            RunError::Journal(_)
            | RunError::Log(_)
            | RunError::Book(_)
            | RunError::Opening { .. } => End::Failed,
        }
    }
}

/// Returns the error of an argument of the command line.
pub(crate) fn misuse(argument: &str, reason: impl ToString) -> Problems {
    let (file, reason) = (argument.to_string(), reason.to_string());
    Problems(vec![Problem { file, line: 0, reason }])
}

/// Describes the error of a run. An option that an engine refuses is named with
/// its line in the configuration. For an engine that dies or is silent, the
/// text suggests a command that shows more.
pub(crate) fn describe(error: &RunError, config: &Config, places: &Spans) -> String {
    let RunError::Start(unstarted) = error else { return error.to_string() };
    let mut lines = Vec::new();
    for engine in unstarted {
        let wrong = match &engine.error {
            StartError::Options(wrong) => wrong,
            StartError::Handshake { .. } => {
                lines.push(engine.to_string());
                lines.extend(check_of(&engine.name, config));
                continue;
            }
            _ => {
                lines.push(engine.to_string());
                continue;
            }
        };
        let problem = |wrong: &OptionError| places.problem(&engine.name, wrong.name(), wrong);
        lines.extend(wrong.iter().map(|wrong| problem(wrong).to_string()));
    }
    lines.join("\n")
}

/// Returns a line with the command that checks an engine by its name.
fn check_of(name: &str, config: &Config) -> Option<String> {
    let judge = config.adjudication.proof.as_deref();
    let engine = config.engines.iter().chain(judge).find(|engine| engine.name == name)?;
    let Program::Command { path, args } = &engine.program else { return None };
    let dir = engine.dir.iter().flat_map(|dir| ["--dir".to_string(), dir.display().to_string()]);
    let separator = (!args.is_empty()).then(|| "--".to_string());
    let words =
        dir.chain([path.display().to_string()]).chain(separator).chain(args.iter().cloned());
    let words: Vec<String> = words.map(|word| quoted(&word)).collect();
    let step = match engine.dialect {
        Dialect::Gomocup => "--dialect gomocup --step start",
        _ => "--step handshake",
    };
    let command = format!("noughts-tournament check {step} {}", words.join(" "));
    Some(format!("  to see what it answers: {}", styled(COMMAND, command)))
}
