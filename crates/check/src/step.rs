//! The result of a step: the rule is kept, broken or does not apply.

use std::io;

use noughts_client::fault::RequestError;

/// The result of a step function.
pub(super) type Step = Result<Kept, Broken>;

/// The result of a step that found no breach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kept {
    /// The engine keeps the rule.
    Yes,
    /// The engine keeps the rule; with the measured value.
    Measured(String),
    /// The rule does not apply to the engine; with the reason.
    NotApplicable(String),
}

/// The reason why a step ended early.
#[derive(Debug)]
pub(super) enum Broken {
    /// The engine breaks the rule; with the details.
    Rule(String),
    /// The engine breaks the rule, but in a way that few clients notice; with
    /// the details. Of a must, only a should is broken.
    Lesser(String),
    /// The user stopped the check.
    Abandoned,
    /// The engine process could not be started.
    NotStarted(io::Error),
}

impl From<RequestError> for Broken {
    fn from(trouble: RequestError) -> Broken {
        match trouble {
            RequestError::Fault(fault) => Broken::Rule(fault.detail),
            RequestError::Abandoned => Broken::Abandoned,
        }
    }
}

/// Ends the step: the engine breaks the rule.
pub(super) fn broken<T>(reason: impl Into<String>) -> Result<T, Broken> {
    Err(Broken::Rule(reason.into()))
}

/// Ends the step with `reason` unless `holds`.
pub(super) fn ensure(holds: bool, reason: impl FnOnce() -> String) -> Result<(), Broken> {
    if holds { Ok(()) } else { Err(Broken::Rule(reason())) }
}

/// Ends the step: the rule does not apply to the engine.
pub(super) fn not_applicable(why: impl Into<String>) -> Step {
    Ok(Kept::NotApplicable(why.into()))
}
