//! The documents tell the truth: the examples of PROTOCOL.md are replayed
//! against the engine, and its tables are those of the program.

mod common;

use common::Client;
use noughts::engine::{OptionRow, Options};
use noughts::game::{FORMS, trains::NAMED};
use noughts::protocol::{Command, OptionKind};
use noughts::search::SearchKind;

const PROTOCOL: &str = include_str!("../PROTOCOL.md");
const README: &str = include_str!("../README.md");

/// The fenced blocks that hold conversations.
fn conversations(text: &str) -> Vec<Vec<&str>> {
    let mut blocks = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("```") {
            let block: Vec<&str> = lines.by_ref().take_while(|l| !l.starts_with("```")).collect();
            if block.first().is_some_and(|line| line.starts_with("> ")) {
                blocks.push(block);
            }
        }
    }
    blocks
}

/// Whether a line has the form of a pattern, where `…` stands for any text.
fn matches(line: &str, pattern: &str) -> bool {
    let parts: Vec<&str> = pattern.split('…').collect();
    let [first, middle @ .., last] = &parts[..] else { return line == pattern };
    let Some(rest) = line.strip_prefix(first).and_then(|rest| rest.strip_suffix(last)) else {
        return false;
    };
    let after = |rest: &'_ str, part: &&str| rest.find(part).map(|at| at + part.len());
    let mut at = 0;
    middle.iter().all(|part| after(&rest[at..], part).map(|end| at += end).is_some())
}

fn replay(block: &[&str]) {
    let client = Client::new();
    let mut skipping = false;
    for line in block {
        if let Some(command) = line.strip_prefix("> ") {
            client.send(command);
            continue;
        }
        let pattern = line.strip_prefix("< ").unwrap_or_else(|| panic!("no direction: {line}"));
        if pattern == "…" {
            skipping = true;
            continue;
        }
        loop {
            let said = client.line();
            if matches(&said, pattern) {
                break;
            }
            assert!(skipping, "the engine said\n{said}\nwhere the document has\n{pattern}");
        }
        skipping = false;
    }
    let rest = client.end();
    assert!(rest.is_empty(), "the document does not tell of {rest:?}");
}

#[test]
fn the_examples_of_the_protocol_are_true() {
    let blocks = conversations(PROTOCOL);
    assert!(blocks.len() >= 7, "only {} examples found", blocks.len());
    blocks.iter().for_each(|block| replay(block));
}

#[test]
fn patterns_match_what_they_should() {
    assert!(matches("a b c", "a b c") && !matches("a b c d", "a b c") && !matches("a", "a b"));
    assert!(matches("info depth 3 pv x y", "info depth … pv …"));
    assert!(matches("bestmove a1 ponder b2", "bestmove … ponder …"));
    assert!(!matches("bestmove a1", "bestmove … ponder …"));
    assert!(
        matches("nodes 5 time 3 end", "nodes … end") && !matches("nodes 5 endless", "nodes … end")
    );
}

fn option_rows() -> Vec<String> {
    let defaults = Options::default();
    let row = |row: &OptionRow| {
        let (kind, range) = match row.declaration().kind {
            OptionKind::Check { .. } => ("check", "true, false".to_string()),
            OptionKind::Spin { min, max, .. } => ("spin", format!("{min} to {max}")),
            OptionKind::Combo { values, .. } => ("combo", values.join(", ")),
            OptionKind::Button => ("button", String::new()),
            OptionKind::String { .. } => ("string", "text".to_string()),
        };
        format!("| `{}` | {kind} | `{}` | {range} | {} |", row.name, row.value(&defaults), row.help)
    };
    OptionRow::all().iter().map(row).collect()
}

#[test]
fn the_tables_are_those_of_the_program() {
    for row in option_rows() {
        assert!(PROTOCOL.contains(&row), "PROTOCOL.md lacks the row\n{row}");
    }
    for (name, list) in NAMED {
        let row = format!("| `{name}` | `{list}` |");
        assert!(PROTOCOL.contains(&row), "PROTOCOL.md lacks the row\n{row}");
    }
}

/// The numbers that differ from run to run are left out.
fn without_times(line: &str) -> String {
    let mut words = line.split(' ').collect::<Vec<_>>();
    for i in 1..words.len() {
        if ["nps", "time"].contains(&words[i - 1]) {
            words[i] = "…";
        }
    }
    words.join(" ")
}

/// What a person typed and saw, apart from the times.
#[test]
fn the_session_of_the_readme_is_real() {
    let session = README.split("```text\n$ target/release/noughts\n").nth(1);
    let session = session.and_then(|rest| rest.split("```").next()).expect("there is a session");
    let is_typed = |line: &&str| matches!(Command::parse(line), Ok(Some(c)) if c != Command::Info);
    let mut typed: Vec<&str> = session.lines().filter(is_typed).collect();
    // It was typed after the answer had come; the end of input waits for it.
    assert_eq!(typed.pop(), Some("quit"));
    let seen = session.lines().filter(|line| !is_typed(line)).map(without_times);
    let said = Client::with(&typed).end();
    assert_eq!(seen.collect::<Vec<_>>(), said.iter().map(|l| without_times(l)).collect::<Vec<_>>());
}

#[test]
fn the_readme_knows_every_option_and_game() {
    for search in SearchKind::all() {
        assert!(README.contains(&format!("| `{}` |", search.name())), "{}", search.name());
    }

    for row in OptionRow::all() {
        assert!(README.contains(&format!("`{}`", row.name)), "README.md lacks option {}", row.name);
    }
    for (form, _) in FORMS {
        let name = form.split([':', '[']).next().unwrap_or(form);
        assert!(README.contains(&format!("`{name}")), "README.md lacks {name}");
    }
}
