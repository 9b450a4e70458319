//! A rule: what it says, how binding it is, and how it is tried out.

use std::io;

use noughts::protocol::Dialect;
use serde::Serialize;

use super::bench::Bench;
use crate::engine::fault::Trouble;

/// How binding a rule is. A *must* stands in the text of the protocol, or
/// nothing works without it; a *should* is what the text recommends, or what
/// programs rely on although no text says so. A *note* is worth knowing, and
/// no more: no text forbids the opposite, and few programs mind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// An engine that breaks it does not conform.
    Must,
    /// An engine that breaks it is warned of.
    Should,
    /// That an engine breaks it is mentioned.
    Note,
}

impl Level {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Level::Must => "must",
            Level::Should => "should",
            Level::Note => "note",
        }
    }

    /// What an engine is expected to do about such a rule.
    pub(super) fn demand(self) -> &'static str {
        match self {
            Level::Must => "must keep this",
            Level::Should => "should keep this",
            Level::Note => "need not keep this",
        }
    }

    /// What a broken rule comes to.
    pub(super) fn broken(self) -> Verdict {
        match self {
            Level::Must => Verdict::Fail,
            Level::Should => Verdict::Warning,
            Level::Note => Verdict::Note,
        }
    }
}

/// What came of trying out a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It is kept.
    Pass,
    /// A must is broken.
    Fail,
    /// A should is broken.
    Warning,
    /// A rule that is only a note is broken.
    Note,
    /// It is no rule for this engine.
    NotApplicable,
    /// It cannot be tried out, for it needs another one that is broken.
    Skipped,
}

impl Verdict {
    /// Every verdict with its word.
    pub const ALL: [(Verdict, &'static str); 6] = [
        (Verdict::Pass, "pass"),
        (Verdict::Fail, "FAIL"),
        (Verdict::Warning, "warning"),
        (Verdict::Note, "note"),
        (Verdict::NotApplicable, "not applicable"),
        (Verdict::Skipped, "skipped"),
    ];

    /// The word for it, for people.
    pub fn name(self) -> &'static str {
        Verdict::ALL.iter().find(|(verdict, _)| *verdict == self).map_or("", |(_, name)| name)
    }
}

/// A rule of the protocols, and the step that tries it out.
#[derive(Debug)]
pub struct Rule {
    /// The name of the step.
    pub name: &'static str,
    /// What the engine does if it keeps the rule.
    pub text: &'static str,
    /// Where that stands: a document and a part of it.
    pub sources: &'static [&'static str],
    /// How binding it is after `ugi`; `None` where it is no rule.
    pub ugi: Option<Level>,
    /// How binding it is after `uci`.
    pub uci: Option<Level>,
    /// The steps without which this one tells nothing.
    pub needs: &'static [&'static str],
    /// The steps that this one asks less after, if they fail.
    pub relaxed_if_failed: &'static [&'static str],
    pub(super) run: fn(&mut Bench<'_>) -> Step,
}

impl Rule {
    /// A must in both dialects, unless said otherwise.
    pub(super) const fn must(name: &'static str, run: fn(&mut Bench<'_>) -> Step) -> Rule {
        let level = Some(Level::Must);
        Rule {
            name,
            text: "",
            sources: &[],
            ugi: level,
            uci: level,
            needs: &[],
            relaxed_if_failed: &[],
            run,
        }
    }

    /// A should in both dialects, unless said otherwise.
    pub(super) const fn should(name: &'static str, run: fn(&mut Bench<'_>) -> Step) -> Rule {
        Rule { ugi: Some(Level::Should), uci: Some(Level::Should), ..Rule::must(name, run) }
    }

    pub(super) const fn says(self, text: &'static str) -> Rule {
        Rule { text, ..self }
    }

    pub(super) const fn from(self, sources: &'static [&'static str]) -> Rule {
        Rule { sources, ..self }
    }

    pub(super) const fn needs(self, needs: &'static [&'static str]) -> Rule {
        Rule { needs, ..self }
    }

    pub(super) const fn relaxed_if_failed(
        self,
        relaxed_if_failed: &'static [&'static str],
    ) -> Rule {
        Rule { relaxed_if_failed, ..self }
    }

    pub(super) const fn only_uci(self) -> Rule {
        Rule { ugi: None, ..self }
    }

    pub(super) const fn only_ugi(self) -> Rule {
        Rule { uci: None, ..self }
    }

    pub(super) const fn should_in_ugi(self) -> Rule {
        Rule { ugi: Some(Level::Should), ..self }
    }

    pub(super) const fn should_in_uci(self) -> Rule {
        Rule { uci: Some(Level::Should), ..self }
    }

    pub(super) const fn note_in_uci(self) -> Rule {
        Rule { uci: Some(Level::Note), ..self }
    }

    /// How binding it is in a dialect.
    pub fn level(&self, dialect: Dialect) -> Option<Level> {
        match dialect {
            Dialect::Uci => self.uci,
            Dialect::Ugi | Dialect::Plain => self.ugi,
        }
    }
}

/// How a step ends.
pub(super) type Step = Result<Kept, Broken>;

/// A rule is not broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kept {
    /// It is kept.
    Yes,
    /// It is kept, and this was measured.
    Measured(String),
    /// It is no rule for this engine, and why.
    NotApplicable(String),
}

/// A step does not come to its end.
#[derive(Debug)]
pub(super) enum Broken {
    /// The engine breaks the rule, in this way.
    Rule(String),
    /// The check is abandoned.
    Abandoned,
    /// There is no process.
    NotStarted(io::Error),
}

impl From<Trouble> for Broken {
    fn from(trouble: Trouble) -> Broken {
        match trouble {
            Trouble::Fault(fault) => Broken::Rule(fault.detail),
            Trouble::Abandoned => Broken::Abandoned,
        }
    }
}

/// The rule is broken.
pub(super) fn broken<T>(reason: impl Into<String>) -> Result<T, Broken> {
    Err(Broken::Rule(reason.into()))
}

/// The rule is broken unless something holds.
pub(super) fn ensure(holds: bool, reason: impl FnOnce() -> String) -> Result<(), Broken> {
    if holds { Ok(()) } else { Err(Broken::Rule(reason())) }
}

/// The rule does not concern this engine.
pub(super) fn not_applicable(why: impl Into<String>) -> Step {
    Ok(Kept::NotApplicable(why.into()))
}
