//! Results as Markdown, for a comment on a pull request.

use std::fmt::Write;

use noughts_check::{Level, Outcome, Verdict};
use noughts_client::text::{MAX_NAME, printable};

use super::badge::{Colour, badge};
use super::{Results, groups_note};
use crate::files::kind::FileKind;

/// The largest number of characters of a text.
const MAX_TEXT: usize = 300;

/// Returns the results of a tournament: a line for the test, a table of the
/// engines, and the faults.
pub fn tournament(results: &Results) -> String {
    let title = results.title.as_deref().unwrap_or(&results.game);
    let mut text = format!("{}{}\n\n", FileKind::Markdown.beginning(), escaped(title));
    if let Some(test) = &results.sprt {
        let [low, high] = test.bounds;
        let _ = writeln!(
            text,
            "**{}**: SPRT {}, {} ({low:.2}, {high:.2})\n",
            test.verdict,
            escaped(&test.text),
            test.earlier.clone().unwrap_or_else(|| format!("LLR {:.2}", test.llr))
        );
    }
    text += "| engine | Elo | ± (95 %) | games | won | drawn | lost | score | faults |\n";
    text += "|:--|--:|--:|--:|--:|--:|--:|--:|--:|\n";
    for engine in &results.engines {
        let number = |number: Option<f64>| number.map_or("-".to_string(), |n| format!("{n:.1}"));
        let games = &engine.games;
        let count = |count: Option<u64>| count.map_or("-".to_string(), |n| n.to_string());
        let score = games.share.map_or("-".to_string(), |share| format!("{:.1} %", 100.0 * share));
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} | {} | {score} | {} |",
            escaped(&printable(&engine.name, MAX_NAME)),
            number(engine.elo),
            number(engine.elo_error),
            games.total,
            count(games.wins),
            count(games.draws),
            count(games.losses),
            engine.faults
        );
    }
    let _ = writeln!(text, "\n{} of {} games", results.played, results.total);
    let notes = groups_note(&results.groups);
    for note in notes.iter().chain(&results.changed_programs).chain(&results.doubtful_lines) {
        let _ = writeln!(text, "\nNote: {}", escaped(note));
    }
    if let Some(error) = results.end.as_ref().and_then(|end| end.error.as_ref()) {
        let _ = writeln!(text, "\n**The run ended early**: {}", escaped(error));
    }
    text
}

/// Returns the result of a check: the steps that did not pass.
pub fn check(program: &str, outcomes: &[Outcome]) -> String {
    let failed = outcomes.iter().filter(|outcome| outcome.verdict == Verdict::Fail).count();
    let mut text = format!("{}{}\n\n", FileKind::Markdown.beginning(), escaped(program));
    let kept = |level: Level| {
        let mut of_level = outcomes.iter().filter(|outcome| outcome.level == Some(level));
        let kept = of_level.clone().filter(|outcome| outcome.verdict == Verdict::Pass).count();
        let broken =
            |outcome: &&Outcome| matches!(outcome.verdict, Verdict::Fail | Verdict::Warning);
        (kept, kept + of_level.by_ref().filter(broken).count())
    };
    let ((musts, _), (shoulds, all)) = (kept(Level::Must), kept(Level::Should));
    text += &match failed {
        0 => format!(
            "The engine **conforms**: it keeps every must ({musts}), and {shoulds} of {all} \
             shoulds. `noughts-tournament check --list` explains the rules.\n"
        ),
        _ => format!("The engine **does not conform**: {failed} of the steps fail.\n"),
    };
    let shown = |outcome: &&Outcome| matches!(outcome.verdict, Verdict::Fail | Verdict::Warning);
    if outcomes.iter().any(|outcome| shown(&outcome)) {
        text += "\n| step | verdict | rule | reason |\n|:--|:--|:--|:--|\n";
    }
    for outcome in outcomes.iter().filter(shown) {
        let level = outcome.level.map_or("", Level::name);
        let _ = writeln!(
            text,
            "| {} | {} | ({level}) the engine {} | {} |",
            outcome.rule.name,
            outcome.verdict.name(),
            escaped(outcome.rule.text),
            escaped(outcome.reason.as_deref().unwrap_or_default())
        );
    }
    text
}

/// Returns the badge of a check.
pub fn check_badge(outcomes: &[Outcome]) -> String {
    let conforms = outcomes.iter().all(|outcome| outcome.verdict != Verdict::Fail);
    let (value, colour) = match conforms {
        true => ("conforms", Colour::Green),
        false => ("does not conform", Colour::Red),
    };
    badge("protocol", value, colour)
}

/// Returns a text in which nothing is Markdown or HTML, in one line.
pub(in crate::output) fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for letter in printable(text, MAX_TEXT).chars() {
        match letter {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' | '~' | '@' => {
                escaped.push('\\');
                escaped.push(letter);
            }
            _ => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_no_markup() {
        assert_eq!(escaped("a|b <img> *x* [y](z) `c`"), r"a\|b &lt;img&gt; \*x\* \[y\](z) \`c\`");
        assert!(!escaped("a\nb").contains('\n'));
    }
}
