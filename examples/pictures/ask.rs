//! Asks the engine of this process what it thinks of every move.

use std::collections::HashMap;

use crossbeam_channel::unbounded;
use noughts::engine::{self, Line, Options};
use noughts::protocol::Reply;

/// Sends lines to an engine and returns what it replies until it has ended.
fn replies(lines: &[&str]) -> Vec<String> {
    let (sender, receiver) = unbounded();
    for line in lines {
        sender.send(Line::now(*line)).expect("the receiver exists");
    }
    drop(sender);
    let mut replies = Vec::new();
    let mut keep = |reply: &Reply| {
        replies.push(reply.to_string());
        Ok(())
    };
    engine::run(Options::default(), &receiver, &mut keep).expect("a Vec takes all lines");
    replies
}

fn word_after<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let mut words = line.split(' ').skip_while(|word| *word != name);
    words.nth(1)
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
