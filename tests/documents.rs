//! The documents match the program: the engine replays their sessions, and
//! their tables equal those of the program.

use noughts::engine::{OptionRow, Options};
use noughts::game::{FAMILIES, trains::NAMED};
use noughts::protocol::{COMMANDS, DuringSearch, OptionKind};
use noughts::search::SearchKind;

use crate::common::Client;
use crate::common::pattern::matches;

const PROTOCOL: &str = include_str!("../PROTOCOL.md");
const README: &str = include_str!("../README.md");
const GAMES: &str = include_str!("../docs/games.md");
const GUI_AUTHOR: &str = include_str!("../docs/gui-author.md");
const SEARCHES: &str = include_str!("../docs/searches.md");

/// Returns the fenced blocks with lines in both directions.
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
            let replies = client.line();
            if matches(&replies, pattern) {
                break;
            }
            assert!(skipping, "the engine replies\n{replies}\nwhere the document has\n{pattern}");
        }
        skipping = false;
    }
    let rest = client.end();
    assert!(rest.is_empty(), "the document lacks {rest:?}");
}

#[test]
fn the_examples_of_the_protocol_match_the_engine() {
    let blocks = conversations(PROTOCOL);
    assert!(blocks.len() >= 7, "only {} examples found", blocks.len());
    blocks.iter().for_each(|block| replay(block));
}

#[test]
fn the_sessions_of_the_page_for_guis_match_the_engine() {
    let blocks = conversations(GUI_AUTHOR);
    assert_eq!(blocks.len(), 2);
    blocks.iter().for_each(|block| replay(block));
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
fn the_page_of_searches_lists_the_constants_that_can_be_tuned() {
    let options = Options { tunable: true, ..Options::default() };
    let known: Vec<&str> = OptionRow::all().iter().map(|row| row.name).collect();
    let tunable = OptionRow::of(&options).filter(|row| !known.contains(&row.name));
    let mut seen = 0;
    for row in tunable {
        let meaning = row.help.split_once(": ").map_or(row.help, |(_, meaning)| meaning);
        let line = format!("| `{}` | {} | {meaning} |", row.name, row.value(&options));
        assert!(SEARCHES.contains(&line), "searches.md lacks the row\n{line}");
        seen += 1;
    }
    assert_eq!(seen, 25);
}

#[test]
fn the_protocol_lists_all_options_and_rule_sets() {
    for row in option_rows() {
        assert!(PROTOCOL.contains(&row), "PROTOCOL.md lacks the row\n{row}");
    }
    for (name, list) in NAMED {
        let row = format!("| `{name}` | `{list}` |");
        assert!(PROTOCOL.contains(&row), "PROTOCOL.md lacks the row\n{row}");
    }
}

/// Returns the texts of the `#[error("…")]` attributes in a source, with `…`
/// for each argument.
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

#[test]
fn the_protocol_lists_exactly_the_errors_of_the_program() {
    let sources = [
        include_str!("../src/engine/input.rs"),
        include_str!("../src/engine/options/values.rs"),
        include_str!("../src/engine/session/state.rs"),
        include_str!("../src/engine/session/gomocup/refusal.rs"),
        include_str!("../crates/rules/src/game/spec/shape.rs"),
        include_str!("../crates/rules/src/game/rules.rs"),
        include_str!("../crates/rules/src/game/notation.rs"),
        include_str!("../crates/rules/src/game/state.rs"),
        include_str!("../crates/rules/src/game/spec/mod.rs"),
        include_str!("../crates/rules/src/game/spec/rules.rs"),
        include_str!("../crates/rules/src/protocol/uci/drops.rs"),
        include_str!("../crates/rules/src/protocol/gomocup/mod.rs"),
        include_str!("../crates/rules/src/protocol/words.rs"),
        include_str!("../src/search/players/kind.rs"),
    ];
    let mut known: Vec<String> = sources.iter().flat_map(|source| errors(source)).collect();
    // The errors of jobs are not error types.
    for (source, text) in [
        (include_str!("../src/engine/session/dispatch.rs"), "perft was stopped"),
        (include_str!("../src/engine/session/bench.rs"), "bench was stopped"),
        (sources[2], "internal error: the job failed"),
    ] {
        assert!(source.contains(&format!("Reply::error(\"{text}\")")), "{text}");
        known.push(text.to_string());
    }
    known.sort();
    known.dedup();
    let table = PROTOCOL.split("| of | error |\n|---|---|\n").nth(1).expect("there is a table");
    let rows = table.lines().take_while(|line| line.starts_with("| "));
    let mut documented: Vec<String> =
        rows.map(|row| row.split('`').nth(1).expect("an error").to_string()).collect();
    documented.sort();
    assert_eq!(documented, known);
}

/// Returns a complete line for a command of the state table.
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

/// Checks that a command behaves in a state as the table describes.
fn check_state(command: &str, state: usize, expected: &str) {
    let begin = ["debug off", "perft 30", "go ponder nodes 1"][state];
    // No commands are queued here, so "or after queued commands" does not
    // apply.
    let expected = expected.split(", or").next().unwrap_or(expected);
    let client = Client::with(&["newgame qubic", begin]);
    client.ask("debug off");
    let mut replies = Vec::new();
    if command != "quit" {
        replies = client.ask(example(command));
        if command == "isready" {
            // The reply to this `isready` ended `ask`; its own `readyok`
            // follows.
            replies.push(client.line());
        }
        replies.push("|".to_string());
        client.send("stop");
    }
    client.send("quit");
    replies.extend(client.end());
    let split = replies.iter().position(|line| line == "|").unwrap_or(replies.len());
    let (now, later) = replies.split_at(split);
    let is_end = |line: &String| line.starts_with("bestmove") || line.ends_with("was stopped");
    let refused = now.iter().any(|line| line.contains("has to wait for the search"));
    let silent = ["debug", "setoption", "newgame", "uginewgame", "ucinewgame", "position"];
    let context = format!("{command} in state {state}: {now:?}, then {later:?}");
    match expected {
        "at once" => {
            assert!(!refused && (silent.contains(&command) || !replies.is_empty()), "{context}");
            let speaks = !silent.contains(&command) && !["go", "perft", "bench"].contains(&command);
            assert!(!speaks || !now.is_empty(), "{context}");
        }
        "waits for the end" => {
            assert!(!refused && now.is_empty() && later.iter().any(is_end), "{context}");
        }
        "refused" => assert!(refused && !now.iter().any(is_end), "{context}"),
        "ignored" => assert!(now.is_empty(), "{context}"),
        "ends it" | "`ponder` goes on under its limits" => {
            assert!(replies.iter().filter(|line| is_end(line)).count() == 1, "{context}");
        }
        "ends the engine" => assert!(replies.is_empty(), "{context}"),
        "ends all searches, then the engine" => assert!(replies.iter().any(is_end), "{context}"),
        other => panic!("the table says {other}"),
    }
}

#[test]
fn the_state_table_matches_the_engine() {
    let head =
        "| command | idle | during a search that ends by itself | during `infinite` or `ponder` |";
    let table = PROTOCOL.split(head).nth(1).expect("there is a table");
    let rows = table.lines().skip(2).take_while(|line| line.starts_with("| "));
    let mut seen = 0;
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        for command in cells[0].split(", ").map(|command| command.trim_matches('`')) {
            for (state, expected) in cells[1..].iter().enumerate() {
                check_state(command, state, expected);
                seen += 1;
            }
        }
    }
    assert!(seen >= 18 * 3, "only {seen} cells found");
}

#[test]
fn the_pages_name_every_search_option_and_game() {
    for search in SearchKind::all().map(SearchKind::name) {
        assert!(SEARCHES.contains(&format!("| `{search}` |")), "searches.md: table of {search}");
        assert!(SEARCHES.contains(&format!("\n## `{search}`\n")), "searches.md: {search}");
    }
    for row in OptionRow::all() {
        let name = format!("`{}`", row.name);
        let is_named = SEARCHES.contains(&name) || GUI_AUTHOR.contains(&name);
        assert!(is_named, "searches.md and gui-author.md lack option {name}");
    }
    for name in FAMILIES.iter().map(|family| family.name) {
        assert!(README.contains(&format!("`{name}")), "README.md lacks {name}");
        assert!(GAMES.contains(&format!("| `{name}")), "games.md lacks {name}");
    }
    for (name, list) in NAMED {
        let row = GAMES.lines().find(|line| line.starts_with(&format!("| `{name}` |")));
        assert!(row.is_some_and(|row| row.ends_with(&format!("| `{list}` |"))), "games.md: {name}");
    }
}

/// The description includes the behaviour during a search.
#[test]
fn the_protocol_describes_every_command() {
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
