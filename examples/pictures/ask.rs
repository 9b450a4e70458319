//! Asks the engine of this process what it thinks of every move.

use std::collections::HashMap;
use std::io::Cursor;

use noughts::engine::{Options, serve};

/// Sends commands to an engine and returns what it replies.
fn replies(commands: &[&str]) -> Vec<String> {
    let mut replies = Vec::new();
    serve(Options::default(), Cursor::new(commands.join("\n")), &mut replies)
        .expect("a Vec takes all text");
    String::from_utf8_lossy(&replies).lines().map(str::to_string).collect()
}

fn word_after<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    line.split(' ').skip_while(|word| *word != name).nth(1)
}

/// The plies in which each move wins (positive) or loses, where it is decided.
pub(crate) fn distances(game: &str, moves: &str) -> HashMap<String, i32> {
    let replies = replies(&[
        &format!("newgame {game}"),
        &format!("position moves {moves}"),
        "setoption name Search value proof",
        "setoption name MultiPV value 125",
        "go depth 121",
    ]);
    let value = |line: &String| {
        let first = word_after(line, "pv")?.to_string();
        Some((first, word_after(line, "mate")?.parse().ok()?))
    };
    replies.iter().filter_map(value).collect()
}

/// The simulations that began with each move, of a search that counts them.
pub(crate) fn visits(game: &str, moves: &str, search: &str, nodes: u32) -> HashMap<String, u32> {
    let replies = replies(&[
        &format!("newgame {game}"),
        &format!("position moves {moves}"),
        &format!("setoption name Search value {search}"),
        "setoption name CentreReply value false",
        "debug on",
        &format!("go nodes {nodes}"),
    ]);
    let count = |line: &String| {
        let line = line.strip_prefix("info string ")?;
        Some((word_after(line, "move")?.to_string(), word_after(line, "visits")?.parse().ok()?))
    };
    replies.iter().filter_map(count).collect()
}
