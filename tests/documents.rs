//! The documents tell the truth: the examples of PROTOCOL.md are replayed
//! against the engine, and its tables are those of the program.

mod common;

use common::Client;
use noughts::engine::{OptionRow, Options};
use noughts::game::{FAMILIES, trains::NAMED};
use noughts::protocol::{COMMANDS, Command, DuringSearch, OptionKind};
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

/// The texts of the errors in a source: what stands in `#[error("…")]`, with
/// `…` for what is filled in.
fn errors(source: &str) -> Vec<String> {
    let code = source.split("#[cfg(test)]").next().unwrap_or("");
    let literals = code.split("#[error(").skip(1).filter_map(|rest| {
        let rest = rest.trim_start().strip_prefix('"')?;
        let mut text = String::new();
        let mut chars = rest.chars();
        loop {
            match chars.next()? {
                '"' => return Some(text),
                '\\' => text.push(chars.next()?),
                '{' => {
                    text.push('…');
                    chars.find(|&c| c == '}')?;
                }
                c => text.push(c),
            }
        }
    });
    literals.collect()
}

/// Every error that can be told is in the table, and no other.
#[test]
fn the_errors_are_those_of_the_program() {
    let sources = [
        include_str!("../src/engine/input.rs"),
        include_str!("../src/engine/options.rs"),
        include_str!("../src/engine/session/mod.rs"),
        include_str!("../src/game/lines/geometry.rs"),
        include_str!("../src/game/mod.rs"),
        include_str!("../src/game/notation.rs"),
        include_str!("../src/game/state.rs"),
        include_str!("../src/game/spec.rs"),
        include_str!("../src/game/trains/rules.rs"),
        include_str!("../src/protocol/drops.rs"),
        include_str!("../src/protocol/words.rs"),
    ];
    let mut known: Vec<String> = sources.iter().flat_map(|source| errors(source)).collect();
    // Those that are told by jobs are no values.
    for (source, text) in [
        (include_str!("../src/engine/session/dispatch.rs"), "perft was stopped"),
        (include_str!("../src/engine/bench.rs"), "bench was stopped"),
        (sources[2], "the search failed: this is a fault of the engine"),
    ] {
        assert!(source.contains(&format!("Reply::error(\"{text}\")")), "{text}");
        known.push(text.to_string());
    }
    known.sort();
    known.dedup();
    let table = PROTOCOL.split("| of | error |\n|---|---|\n").nth(1).expect("there is a table");
    let rows = table.lines().take_while(|line| line.starts_with("| "));
    let mut told: Vec<String> =
        rows.map(|row| row.split('`').nth(1).expect("an error").to_string()).collect();
    told.sort();
    assert_eq!(told, known);
}

/// A command of the state table with all that it needs.
fn example(command: &str) -> &str {
    match command {
        "debug" => "debug off",
        "query" => "query p1turn",
        "setoption" => "setoption name Hash value 5",
        "perft" => "perft 1",
        "go" => "go nodes 5",
        whole => whole,
    }
}

/// What a command does in a state, in the words of the table.
fn check_state(command: &str, state: usize, told: &str) {
    let begin = ["debug off", "perft 30", "go ponder nodes 1"][state];
    // No commands are queued here, so "or after queued commands" does not
    // apply.
    let told = told.split(", or").next().unwrap_or(told);
    let client = Client::with(&["newgame qubic", begin]);
    client.ask("debug off");
    let mut said = Vec::new();
    if command != "quit" {
        said = client.ask(example(command));
        if command == "isready" {
            // The answer to this one ended the reading.
            said.push(client.line());
        }
        said.push("|".to_string());
        client.send("stop");
    }
    client.send("quit");
    said.extend(client.end());
    let split = said.iter().position(|line| line == "|").unwrap_or(said.len());
    let (now, later) = said.split_at(split);
    let is_end = |line: &String| line.starts_with("bestmove") || line.ends_with("was stopped");
    let refused = now.iter().any(|line| line.contains("has to wait for the search"));
    let silent = ["debug", "setoption", "newgame", "uginewgame", "ucinewgame", "position"];
    let context = format!("{command} in state {state}: {now:?}, then {later:?}");
    match told {
        "at once" => {
            assert!(!refused && (silent.contains(&command) || !said.is_empty()), "{context}");
            let speaks = !silent.contains(&command) && !["go", "perft", "bench"].contains(&command);
            assert!(!speaks || !now.is_empty(), "{context}");
        }
        "waits for the end" => {
            assert!(!refused && now.is_empty() && later.iter().any(is_end), "{context}");
        }
        "refused" => assert!(refused && !now.iter().any(is_end), "{context}"),
        "ignored" => assert!(now.is_empty(), "{context}"),
        "ends it" | "`ponder` goes on under its limits" => {
            assert!(said.iter().filter(|line| is_end(line)).count() == 1, "{context}");
        }
        "ends the engine" => assert!(said.is_empty(), "{context}"),
        "ends all searches, then the engine" => assert!(said.iter().any(is_end), "{context}"),
        other => panic!("the table says {other}"),
    }
}

#[test]
fn the_state_table_is_that_of_the_engine() {
    let head =
        "| command | idle | during a search that ends by itself | during `infinite` or `ponder` |";
    let table = PROTOCOL.split(head).nth(1).expect("there is a table");
    let rows = table.lines().skip(2).take_while(|line| line.starts_with("| "));
    let mut seen = 0;
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        for command in cells[0].split(", ").map(|command| command.trim_matches('`')) {
            for (state, told) in cells[1..].iter().enumerate() {
                check_state(command, state, told);
                seen += 1;
            }
        }
    }
    assert!(seen >= 18 * 3, "only {seen} cells found");
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
    for name in FAMILIES.iter().map(|family| family.name) {
        assert!(README.contains(&format!("`{name}")), "README.md lacks {name}");
    }
}

/// What the protocol says about commands during a search is what the table of
/// the program says.
#[test]
fn the_commands_are_those_of_the_program() {
    let table = PROTOCOL.split("| command | idle |").nth(1).expect("there is a table of states");
    let rows: Vec<&str> = table.lines().take_while(|line| !line.is_empty()).collect();
    for row in COMMANDS {
        let word = format!("`{}`", row.word);
        let states = rows.iter().find(|line| line.contains(&word));
        let states = states.unwrap_or_else(|| panic!("PROTOCOL.md lacks the states of {word}"));
        let waits = states.contains("waits for the end") && states.contains("refused");
        assert_eq!(waits, row.during_search == DuringSearch::Waits, "{word}");
        let reads = states.contains("after queued commands");
        assert_eq!(reads, row.during_search == DuringSearch::Reads, "{word}");
        let described = PROTOCOL.lines().any(|line| {
            line.starts_with("| `")
                && line
                    .split('|')
                    .nth(1)
                    .is_some_and(|first| first.split(['`', ' ', ',']).any(|part| part == row.word))
        });
        assert!(described, "PROTOCOL.md does not describe {word}");
    }
}
