//! Positions that are told as text, and texts that are none.

use noughts::protocol::Start;

use crate::check::bench::Bench;
use crate::check::rule::{Kept, Rule, Step, ensure, not_applicable};

pub(super) const RULES: &[Rule] = &[
    Rule::must("position-fen", fen)
        .says("accepts `position fen`, with and without `moves`")
        .from(&["UCI: position", "UGI: position", "PROTOCOL.md: Games and notation"])
        .needs(&["bestmove-legal"]),
    Rule::should("position-bad", bad)
        .says("survives positions that are none, and searches the next one that is")
        .from(&["PROTOCOL.md: Errors"])
        .needs(&["play"]),
];

fn fen(bench: &mut Bench<'_>) -> Step {
    let Some(known) = &bench.known else { return told(bench) };
    let moves: Vec<String> =
        bench.game.iter().take(3).map(|turn| turn.search.best.clone()).collect();
    // After two plies, and after a third one that is told as a move.
    let mut cases = Vec::new();
    for count in [2, 3] {
        let Some(all) = moves.get(..count) else { continue };
        let (told, later) = all.split_at(2);
        let (Ok(setup), Ok(reached)) = (known.after(told), known.after(all)) else { continue };
        if reached.outcome().is_none() {
            let rest: String = later.iter().map(|name| format!(" moves {name}")).collect();
            let line = format!("position fen {}{rest}", known.text(&*setup));
            cases.push((line, known.legal(&*reached)));
        }
    }
    if cases.is_empty() {
        return not_applicable("the game that was played is too short");
    }
    bench.ready()?;
    for (line, legal) in cases {
        bench.ready_after(&line)?;
        let search = bench.search(bench.quick)?;
        ensure(legal.contains(&search.best), || {
            format!("\"{}\" is not a move of the position", search.answer())
        })?;
    }
    Ok(Kept::Yes)
}

/// The position of the subject, if that is told as text.
fn told(bench: &mut Bench<'_>) -> Step {
    if bench.subject.start == Start::StartPos {
        return not_applicable("no text of a position is known; --position tells one");
    }
    // The step "play" has told it, with and without moves.
    bench.seated()?;
    bench.search_quickly()?;
    Ok(Kept::Yes)
}

fn bad(bench: &mut Bench<'_>) -> Step {
    bench.seated()?;
    let position = bench.position(&[]);
    let separator = if position.contains(" moves ") { " " } else { " moves " };
    for line in [
        "position".to_string(),
        "position xyzzy".to_string(),
        "position fen".to_string(),
        "position fen xyzzy".to_string(),
        format!("{position}{separator}xyzzy"),
    ] {
        bench.ready_after(&line)?;
    }
    bench.place(&[])?;
    bench.search_quickly()?;
    Ok(Kept::Yes)
}
