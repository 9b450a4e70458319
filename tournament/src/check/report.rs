//! The results, for people and for programs.

use std::io::{self, Write};

use noughts::protocol::Dialect;
use serde::Serialize;

use super::{Level, Observer, Outcome, Rule, Said, Subject, Verdict, Who};
use crate::text::shown;

/// How many steps came to which verdict.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary([usize; Verdict::ALL.len()]);

impl Summary {
    /// Counts an outcome.
    pub fn add(&mut self, outcome: &Outcome) {
        let counts = self.0.iter_mut().zip(Verdict::ALL);
        counts.filter(|(_, (v, _))| *v == outcome.verdict).for_each(|(count, _)| *count += 1);
    }

    /// How many steps came to a verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        let counts = self.0.iter().zip(Verdict::ALL);
        counts.filter(|(_, (v, _))| *v == verdict).map(|(count, _)| count).sum()
    }

    /// Whether no must is broken.
    pub fn conforms(&self) -> bool {
        self.count(Verdict::Fail) == 0
    }
}

/// How results are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For people: a line for each step, and more about those that do not
    /// pass.
    Brief,
    /// For people: everything.
    Full,
    /// For programs: a line of JSON for each step.
    Json,
}

/// Tells results as they come.
#[derive(Debug)]
pub struct Reporter<W> {
    out: W,
    form: Format,
    /// What has been told so far.
    pub summary: Summary,
}

/// A line of JSON.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Line<'a> {
    Start {
        program: &'a str,
        dialect: &'a str,
        steps: usize,
    },
    Step {
        step: &'a str,
        verdict: Verdict,
        level: Option<Level>,
        rule: &'a str,
        sources: &'a [&'a str],
        reason: Option<&'a str>,
        ms: u64,
        exchange: &'a [Said],
    },
    End {
        conforms: bool,
        pass: usize,
        fail: usize,
        warning: usize,
        note: usize,
        #[serde(rename = "not-applicable")]
        not_applicable: usize,
        skipped: usize,
    },
}

impl<W: Write> Reporter<W> {
    /// Tells results in a form.
    pub fn new(out: W, form: Format) -> Reporter<W> {
        Reporter { out, form, summary: Summary::default() }
    }

    fn tell(&mut self, outcome: &Outcome, all: bool) -> io::Result<()> {
        let Outcome { rule, verdict, .. } = outcome;
        write!(self.out, "{:<15}{}", verdict.name(), rule.name)?;
        let broken = matches!(verdict, Verdict::Fail | Verdict::Warning);
        let reason = outcome.reason.as_deref().map(|reason| shown(reason, 300));
        if let Some(reason) = &reason {
            write!(self.out, ": {reason}")?;
        }
        writeln!(self.out)?;
        if !all && !broken {
            return Ok(());
        }
        let indent = "               ";
        let demand = outcome.level.map_or("", Level::demand);
        writeln!(self.out, "{indent}the engine {demand}: it {}", rule.text)?;
        writeln!(self.out, "{indent}see {}", rule.sources.join("; "))?;
        let mut lines = outcome.exchange.iter().peekable();
        while let Some(said) = lines.next() {
            let seconds = said.ms as f64 / 1000.0;
            let text = shown(&said.text, WIDTH);
            writeln!(self.out, "{indent}{seconds:8.3} {} {text}", said.who.sign())?;
            // One of them shows them all.
            let mut more = 0;
            while is_option(said) && lines.next_if(|next| is_option(next)).is_some() {
                more += 1;
            }
            if more > 0 {
                writeln!(self.out, "{indent}         # {more} more options")?;
            }
        }
        Ok(())
    }

    /// The check is over.
    ///
    /// # Errors
    ///
    /// Those of the output.
    pub fn end(&mut self) -> io::Result<()> {
        let summary = self.summary.clone();
        let count = |verdict| summary.count(verdict);
        if self.form == Format::Json {
            return self.json(&Line::End {
                conforms: summary.conforms(),
                pass: count(Verdict::Pass),
                fail: count(Verdict::Fail),
                warning: count(Verdict::Warning),
                note: count(Verdict::Note),
                not_applicable: count(Verdict::NotApplicable),
                skipped: count(Verdict::Skipped),
            });
        }
        let counts = Verdict::ALL.map(|(verdict, name)| format!("{} {name}", count(verdict)));
        let word = if summary.conforms() { "conforms" } else { "does not conform" };
        writeln!(self.out, "{}: it {word}", counts.join(", "))
    }

    fn json(&mut self, line: &Line<'_>) -> io::Result<()> {
        serde_json::to_writer(&mut self.out, line)?;
        writeln!(self.out)?;
        self.out.flush()
    }
}

impl<W: Write> Observer for Reporter<W> {
    fn begins(&mut self, subject: &Subject, dialect: Dialect, steps: usize) -> io::Result<()> {
        let dialect = if dialect == Dialect::Uci { "uci" } else { "ugi" };
        let mut program = subject.program.display().to_string();
        for word in &subject.args {
            program = program + " " + word;
        }
        if self.form == Format::Json {
            return self.json(&Line::Start { program: &program, dialect, steps });
        }
        writeln!(self.out, "{} after \"{dialect}\": {steps} steps", shown(&program, 200))
    }

    fn took(&mut self, outcome: &Outcome) -> io::Result<()> {
        self.summary.add(outcome);
        match self.form {
            Format::Json => self.json(&Line::Step {
                step: outcome.rule.name,
                verdict: outcome.verdict,
                level: outcome.level,
                rule: outcome.rule.text,
                sources: outcome.rule.sources,
                reason: outcome.reason.as_deref(),
                ms: outcome.ms,
                exchange: &outcome.exchange,
            }),
            form => self.tell(outcome, form == Format::Full),
        }
    }
}

/// So many characters of a line are shown to people.
const WIDTH: usize = 200;

fn is_option(said: &Said) -> bool {
    said.who == Who::Engine && said.text.starts_with("option ")
}

/// The rules as a table, as the README has it.
pub fn table<'a>(rules: impl Iterator<Item = &'a Rule>) -> String {
    let level = |level: Option<Level>| level.map_or("", Level::name);
    let rows = rules.map(|rule| {
        let (ugi, uci) = (level(rule.ugi), level(rule.uci));
        let sources = rule.sources.join("; ");
        format!("| `{}` | {ugi} | {uci} | {} | {sources} |\n", rule.name, rule.text)
    });
    "| step | `ugi` | `uci` | what the engine does | where it stands |\n|---|---|---|---|---|\n"
        .to_string()
        + &rows.collect::<String>()
}
