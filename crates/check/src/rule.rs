//! A rule of the check: its text, its level and the step that tests it.

use noughts_client::Dialect;
use serde::Serialize;

use super::bench::Bench;
use crate::step::Step;

/// How binding a rule is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// The protocol demands the rule, or nothing works without it. An engine
    /// that breaks it does not conform.
    Must,
    /// The protocol recommends the rule, or programs rely on it. Breaking it
    /// gives a warning.
    Should,
    /// No protocol forbids the opposite, and few programs depend on the rule.
    /// Breaking it gives a note.
    Note,
}

impl Level {
    /// Returns the name of the level in tables and JSON.
    pub fn name(self) -> &'static str {
        match self {
            Level::Must => "must",
            Level::Should => "should",
            Level::Note => "note",
        }
    }

    /// Returns the verdict on an engine that breaks a rule of this level.
    pub(super) fn broken(self) -> Verdict {
        match self {
            Level::Must => Verdict::Fail,
            Level::Should => Verdict::Warning,
            Level::Note => Verdict::Note,
        }
    }
}

/// The verdict of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The engine keeps the rule.
    Pass,
    /// The engine breaks a must.
    Fail,
    /// The engine breaks a should.
    Warning,
    /// The engine breaks a note.
    Note,
    /// The rule does not apply to the engine.
    NotApplicable,
    /// A step that this one needs did not pass.
    Skipped,
}

impl Verdict {
    /// Every verdict with its name.
    pub const ALL: [(Verdict, &'static str); 6] = [
        (Verdict::Pass, "pass"),
        (Verdict::Fail, "FAIL"),
        (Verdict::Warning, "warning"),
        (Verdict::Note, "note"),
        (Verdict::NotApplicable, "not applicable"),
        (Verdict::Skipped, "skipped"),
    ];

    /// Returns its name in the text report.
    pub fn name(self) -> &'static str {
        Verdict::ALL.iter().find(|(verdict, _)| *verdict == self).map_or("", |(_, name)| name)
    }
}

/// A rule of the protocols, and the step that tests it.
#[derive(Debug)]
pub struct Rule {
    /// The name of the step.
    pub name: &'static str,
    /// What a conforming engine does; a predicate of "the engine".
    pub text: &'static str,
    /// Where the rule comes from, as `document: section`.
    pub sources: &'static [&'static str],
    /// The level in UGI; `None` if the rule does not apply there.
    pub ugi: Option<Level>,
    /// The level in UCI; `None` if the rule does not apply there.
    pub uci: Option<Level>,
    /// The level in the Gomocup protocol; `None` if the rule does not apply
    /// there.
    pub gomocup: Option<Level>,
    /// The steps without which this one is meaningless.
    pub needs: &'static [&'static str],
    /// The steps after whose failure this one demands less.
    pub relaxed_if_failed: &'static [&'static str],
    pub(super) run: fn(&mut Bench<'_>) -> Step,
}

/// Declares rules: the level, the name of the step, the steps without which this
/// one is meaningless, changes of the level, the function of the step, what a
/// conforming engine does, and where the rule comes from.
macro_rules! rules {
    ($($level:ident $name:literal $(after $($need:literal)+)? $(, $change:ident $(($other:literal))?)*:
        $run:expr => $text:literal, from $($source:literal),+;)*) => {
        &[$(
            $crate::rule::Rule {
                text: $text,
                sources: &[$($source),+],
                needs: &[$($($need),+)?],
                ..$crate::rule::Rule::$level($name, $run)
            }
            $(.$change($(&[$other])?))*
        ),*]
    };
}

pub(super) use rules;

impl Rule {
    /// A must in UGI and UCI.
    pub(super) const fn must(name: &'static str, run: fn(&mut Bench<'_>) -> Step) -> Rule {
        let level = Some(Level::Must);
        Rule {
            name,
            text: "",
            sources: &[],
            ugi: level,
            uci: level,
            gomocup: None,
            needs: &[],
            relaxed_if_failed: &[],
            run,
        }
    }

    /// A should in UGI and UCI.
    pub(super) const fn should(name: &'static str, run: fn(&mut Bench<'_>) -> Step) -> Rule {
        Rule { ugi: Some(Level::Should), uci: Some(Level::Should), ..Rule::must(name, run) }
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

    pub(super) const fn only_gomocup(self) -> Rule {
        Rule { ugi: None, uci: None, gomocup: self.ugi, ..self }
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

    /// Returns the level in a dialect; `None` if the rule does not apply there.
    pub fn level(&self, dialect: Dialect) -> Option<Level> {
        match dialect {
            Dialect::Uci => self.uci,
            Dialect::Gomocup => self.gomocup,
            Dialect::Ugi | Dialect::Auto => self.ugi,
        }
    }
}
