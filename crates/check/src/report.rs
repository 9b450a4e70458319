//! The report of a check, as text or as JSON lines.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use noughts_client::Dialect;
use noughts_client::text::printable;
use serde::Serialize;

use crate::exchange::{ExchangeLine, Who};
use crate::outcome::{Observer, Outcome};
use crate::rule::{Level, Rule, Verdict};
use crate::subject::Subject;

/// The number of steps for each verdict.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary([usize; Verdict::ALL.len()]);

impl Summary {
    /// Counts an outcome.
    pub fn add(&mut self, outcome: &Outcome) {
        let counts = self.0.iter_mut().zip(Verdict::ALL);
        counts.filter(|(_, (v, _))| *v == outcome.verdict).for_each(|(count, _)| *count += 1);
    }

    /// Returns the number of steps with a verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        let counts = self.0.iter().zip(Verdict::ALL);
        counts.filter(|(_, (v, _))| *v == verdict).map(|(count, _)| count).sum()
    }

    /// Returns whether the engine keeps every rule of the level must.
    pub fn conforms(&self) -> bool {
        self.count(Verdict::Fail) == 0
    }
}

/// The format of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Text: one line for each step; rule and exchange only for failures and
    /// warnings.
    Brief,
    /// Text: rule and exchange for every step.
    Full,
    /// A JSON object on each line.
    Json,
}

/// Writes the report while the check runs.
#[derive(Debug)]
pub struct Reporter<W> {
    out: W,
    format: Format,
    /// Whether verdicts are written in colour.
    in_color: bool,
    /// Whether the engine has failed the handshake, without which no other step
    /// is possible.
    is_dead: bool,
    /// The verdicts so far.
    pub summary: Summary,
}

/// A line of the JSON report.
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
        exchange: &'a [ExchangeLine],
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
    /// Writes the report to `out` in a format.
    pub fn new(out: W, format: Format) -> Reporter<W> {
        Reporter { out, format, in_color: false, is_dead: false, summary: Summary::default() }
    }

    /// Writes verdicts in colour, with escape sequences.
    #[must_use]
    pub fn in_color(self) -> Reporter<W> {
        Reporter { in_color: true, ..self }
    }

    /// Returns what the report was written to.
    pub fn into_inner(self) -> W {
        self.out
    }

    fn write_step(&mut self, outcome: &Outcome, all: bool) -> io::Result<()> {
        let Outcome { rule, verdict, .. } = outcome;
        let style = if self.in_color { style(*verdict) } else { Style::new() };
        write!(self.out, "{style}{:<15}{style:#}{}", verdict.name(), rule.name)?;
        let broken = matches!(verdict, Verdict::Fail | Verdict::Warning);
        let reason = outcome.reason.as_deref().map(|reason| printable(reason, 300));
        if let Some(reason) = &reason {
            write!(self.out, ": {reason}")?;
        }
        writeln!(self.out)?;
        if !all && !broken {
            return Ok(());
        }
        let indent = "               ";
        let level = outcome.level.map_or(String::new(), |level| format!(" ({})", level.name()));
        writeln!(self.out, "{indent}rule{level}: the engine {}", rule.text)?;
        writeln!(self.out, "{indent}see {}", rule.sources.join("; "))?;
        let mut lines = outcome.exchange.iter().peekable();
        while let Some(line) = lines.next() {
            let seconds = line.ms as f64 / 1000.0;
            let text = printable(&line.text, MAX_CHARS);
            writeln!(self.out, "{indent}{seconds:8.3} {} {text}", line.who.sign())?;
            // Of consecutive options only the first is shown.
            let mut more = 0;
            while is_option(line) && lines.next_if(|next| is_option(next)).is_some() {
                more += 1;
            }
            if more > 0 {
                writeln!(self.out, "{indent}         # {more} more options")?;
            }
        }
        Ok(())
    }

    /// Writes the summary.
    ///
    /// # Errors
    ///
    /// An error of the output.
    pub fn end(&mut self) -> io::Result<()> {
        let summary = self.summary.clone();
        let count = |verdict| summary.count(verdict);
        if self.format == Format::Json {
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
        if self.is_dead {
            let reason = "it does not complete the handshake, so nothing else was checked";
            return writeln!(self.out, "the engine does not conform: {reason}");
        }
        let counts = Verdict::ALL.map(|(verdict, name)| format!("{} {name}", count(verdict)));
        let word = if summary.conforms() { "conforms" } else { "does not conform" };
        writeln!(self.out, "{}: the engine {word}", counts.join(", "))
    }

    fn json(&mut self, line: &Line<'_>) -> io::Result<()> {
        serde_json::to_writer(&mut self.out, line)?;
        writeln!(self.out)?;
        self.out.flush()
    }
}

impl<W: Write> Observer for Reporter<W> {
    fn check_began(&mut self, subject: &Subject, dialect: Dialect, steps: usize) -> io::Result<()> {
        let dialect = &dialect.to_string();
        let mut program = subject.program.display().to_string();
        for word in &subject.args {
            program = program + " " + word;
        }
        if self.format == Format::Json {
            return self.json(&Line::Start { program: &program, dialect, steps });
        }
        writeln!(self.out, "{} in dialect \"{dialect}\"", printable(&program, 200))
    }

    fn step_ended(&mut self, outcome: &Outcome) -> io::Result<()> {
        self.summary.add(outcome);
        let is_first = ["handshake", "start"].contains(&outcome.rule.name);
        self.is_dead |= is_first && outcome.verdict == Verdict::Fail;
        match self.format {
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
            _ if self.is_dead
                && matches!(outcome.verdict, Verdict::Skipped | Verdict::NotApplicable) =>
            {
                Ok(())
            }
            format => self.write_step(outcome, format == Format::Full),
        }
    }
}

fn style(verdict: Verdict) -> Style {
    let color = match verdict {
        Verdict::Pass => AnsiColor::Green,
        Verdict::Fail => return AnsiColor::Red.on_default().bold(),
        Verdict::Warning => AnsiColor::Yellow,
        Verdict::Note => AnsiColor::Cyan,
        Verdict::NotApplicable | Verdict::Skipped => return Style::new().dimmed(),
    };
    color.on_default()
}

/// The number of characters shown of a line in the text report.
const MAX_CHARS: usize = 200;

fn is_option(line: &ExchangeLine) -> bool {
    line.who == Who::Engine && line.text.starts_with("option ")
}

/// Returns the rules of the Gomocup protocol as the Markdown table of their
/// page.
pub fn gomocup_table<'a>(rules: impl Iterator<Item = &'a Rule>) -> String {
    let row = |rule: &Rule| {
        let level = rule.gomocup?.name();
        Some(format!(
            "| `{}` | {level} | {} | {} |\n",
            rule.name,
            rule.text,
            rule.sources.join("; ")
        ))
    };
    "| step | level | a conforming engine | source |\n|---|---|---|---|\n".to_string()
        + &rules.filter_map(row).collect::<String>()
}

/// Returns the rules of UGI and UCI as the Markdown table of the README.
pub fn table<'a>(rules: impl Iterator<Item = &'a Rule>) -> String {
    let level = |level: Option<Level>| level.map_or("", Level::name);
    let rules = rules.filter(|rule| rule.ugi.is_some() || rule.uci.is_some());
    let rows = rules.map(|rule| {
        let (ugi, uci) = (level(rule.ugi), level(rule.uci));
        let sources = rule.sources.join("; ");
        format!("| `{}` | {ugi} | {uci} | {} | {sources} |\n", rule.name, rule.text)
    });
    "| step | `ugi` | `uci` | a conforming engine | source |\n|---|---|---|---|---|\n".to_string()
        + &rows.collect::<String>()
}
