//! Rules for `position`: positions as text, and invalid ones.

use noughts_rules::protocol::Start;

use crate::bench::Bench;
use crate::rule::{Rule, rules};
use crate::step::{Kept, Step, ensure, not_applicable};

pub(super) const RULES: &[Rule] = rules! {
    must "position-fen" after "bestmove-legal": fen =>
        "accepts `position fen`, with and without `moves`",
        from "UCI: position", "UGI: position", "PROTOCOL.md: Games and notation";
    should "position-bad" after "play": bad =>
        "survives invalid positions, and searches the next valid one", from "PROTOCOL.md: Errors";
};

fn fen(bench: &mut Bench<'_>) -> Step {
    let Some(known) = &bench.known else { return fen_of_subject(bench) };
    let moves: Vec<String> =
        bench.game.iter().take(3).map(|turn| turn.search.best.clone()).collect();
    // The position after two plies, without and with a third one as a move.
    let mut cases = Vec::new();
    for count in [2, 3] {
        let Some(all) = moves.get(..count) else { continue };
        let (first, later) = all.split_at(2);
        let (Ok(setup), Ok(reached)) = (known.after(first), known.after(all)) else { continue };
        if reached.outcome().is_none() {
            let rest: String = later.iter().map(|name| format!(" moves {name}")).collect();
            let line = format!("position fen {}{rest}", known.text(&*setup));
            cases.push((line, known.legal(&*reached)));
        }
    }
    if cases.is_empty() {
        return not_applicable("the game of the step \"play\" is too short");
    }
    bench.ready()?;
    for (line, legal) in cases {
        bench.ready_after(&line)?;
        let search = bench.search(bench.quick)?;
        ensure(legal.contains(&search.best), || {
            format!("\"{}\" is not a legal move after \"{line}\"", search.answer())
        })?;
    }
    Ok(Kept::Yes)
}

/// Searches the subject's position, if that is given as text.
fn fen_of_subject(bench: &mut Bench<'_>) -> Step {
    if bench.subject.start == Start::StartPos {
        return not_applicable("no position is known as text; set --position \"fen TEXT\"");
    }
    // The step "play" has sent it with and without moves.
    bench.ready_at_position()?;
    bench.search_quickly()?;
    Ok(Kept::Yes)
}

fn bad(bench: &mut Bench<'_>) -> Step {
    bench.ready_at_position()?;
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
    bench.send_position(&[])?;
    bench.search_quickly()?;
    Ok(Kept::Yes)
}
