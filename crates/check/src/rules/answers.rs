//! Rules for `bestmove` and `info`, judged on the searches of the game that
//! the engine played against itself.

use noughts_client::Dialect;
use noughts_rules::protocol::Info;

use crate::bench::{Bench, Turn, first_word};
use crate::info::{infos, syntax_fault};
use crate::rule::{Rule, rules};
use crate::step::{Broken, Kept, Step, broken, ensure, not_applicable};

pub(super) const RULES: &[Rule] = rules! {
    must "bestmove-form" after "play": |bench| each(bench, bestmove_form) =>
        "sends `bestmove` with one move; in UCI optionally `ponder` and a move follow",
        from "UCI: bestmove", "UGI: go", "PROTOCOL.md: Dialects";
    must "bestmove-legal" after "play": |bench| each_known(bench, bestmove_legal) =>
        "sends `bestmove` with a legal move",
        from "UCI: bestmove", "UGI: go", "PROTOCOL.md: Commands";
    should "pv-legal" after "bestmove-form" "bestmove-legal": |bench| each_known(bench, pv_legal) =>
        "reports lines of legal moves, and a legal move to ponder on",
        from "UCI: info pv, bestmove", "UGI: info", "PROTOCOL.md: Replies";
    should "pv-best" after "bestmove-legal": |bench| each(bench, pv_best) =>
        "plays the first move of the best line that it reported last",
        from "UCI: info pv", "UGI: info", "PROTOCOL.md: Replies";
    must "info-form" after "play": |bench| each(bench, info_form) =>
        "gives the `info` fields of the protocol valid values",
        from "UCI: info", "UGI: info", "PROTOCOL.md: Grammar";
    must "info-seldepth" after "info-form", should_in_ugi: |bench| each(bench, info_seldepth) =>
        "reports `seldepth` only together with `depth`",
        from "UCI: info seldepth", "PROTOCOL.md: Replies";
    should "info-score" after "play": |bench| each(bench, info_score) =>
        "reports a score together with a line in every search",
        from "UCI: info", "UGI: info", "PROTOCOL.md: Replies";
    should "info-final" after "play": |bench| each(bench, info_final) =>
        "reports nodes and time, in UGI also nps, in the last `info` before `bestmove`",
        from "UCI: bestmove", "UGI: info", "PROTOCOL.md: Replies";
};

/// Judges each search of the game.
fn each(bench: &mut Bench<'_>, judge: fn(&Bench<'_>, &Turn) -> Result<(), Broken>) -> Step {
    bench.note("judges the searches of the step \"play\"");
    bench.game.iter().try_for_each(|turn| judge(bench, turn))?;
    Ok(Kept::Yes)
}

/// As `each`, but only if the rules of the game are known.
fn each_known(bench: &mut Bench<'_>, judge: fn(&Bench<'_>, &Turn) -> Result<(), Broken>) -> Step {
    if bench.known.is_none() {
        return not_applicable("the rules of the engine's game are unknown; set --game");
    }
    each(bench, judge)
}

fn bestmove_form(bench: &Bench<'_>, turn: &Turn) -> Result<(), Broken> {
    let answer = turn.search.answer();
    let words: Vec<&str> = answer.split_ascii_whitespace().collect();
    let well = match words[..] {
        [_, _] => true,
        [_, _, "ponder", _] => bench.dialect == Dialect::Uci,
        _ => false,
    };
    let form = match bench.dialect {
        Dialect::Uci => "bestmove MOVE [ponder MOVE]",
        _ => "bestmove MOVE",
    };
    ensure(well, || format!("\"{answer}\" is not \"{form}\""))
}

/// Checks that `moves` are legal after those of a turn; `line` is quoted in
/// the reason.
fn legal(bench: &Bench<'_>, turn: &Turn, line: &str, moves: &[String]) -> Result<(), Broken> {
    let Some(known) = &bench.known else { return Ok(()) };
    let all = [&turn.moves[..], moves].concat();
    match known.after(&all) {
        Ok(_) => Ok(()),
        Err(error) => broken(format!("\"{line}\" after {:?}: {error}", turn.moves)),
    }
}

fn bestmove_legal(bench: &Bench<'_>, turn: &Turn) -> Result<(), Broken> {
    legal(bench, turn, turn.search.answer(), std::slice::from_ref(&turn.search.best))
}

fn pv_legal(bench: &Bench<'_>, turn: &Turn) -> Result<(), Broken> {
    for info in infos(&turn.search.lines) {
        legal(bench, turn, &format!("pv {}", info.pv.join(" ")), &info.pv)?;
    }
    let answer: Vec<String> = [Some(&turn.search.best), turn.search.ponder.as_ref()]
        .into_iter()
        .flatten()
        .cloned()
        .collect();
    legal(bench, turn, turn.search.answer(), &answer)
}

/// Returns the last report of the principal variation, and those before it back to
/// the last one whose score is exact: after a bound, either move may be the best.
fn best_lines(turn: &Turn) -> Vec<Info> {
    let is_best = |info: &Info| info.multipv.is_none_or(|rank| rank == 1) && !info.pv.is_empty();
    let mut lines = infos(&turn.search.lines);
    lines.retain(is_best);
    let is_exact = |info: &Info| info.score.is_none_or(|score| score.bound.is_none());
    let from = lines.iter().rposition(is_exact).unwrap_or(0);
    lines.split_off(from)
}

fn pv_best(_: &Bench<'_>, turn: &Turn) -> Result<(), Broken> {
    let lines = best_lines(turn);
    let Some(last) = lines.last() else { return Ok(()) };
    let (best, pv) = (&turn.search.best, last.pv.join(" "));
    ensure(lines.iter().any(|info| info.pv.first() == Some(best)), || {
        format!("the engine sent \"bestmove {best}\" after \"pv {pv}\"")
    })
}

fn info_form(_: &Bench<'_>, turn: &Turn) -> Result<(), Broken> {
    let lines = turn.search.lines.iter().filter(|line| first_word(line) == "info");
    for line in lines {
        if let Some(fault) = syntax_fault(line) {
            return broken(format!("{fault} in \"{line}\""));
        }
    }
    Ok(())
}

fn info_seldepth(_: &Bench<'_>, turn: &Turn) -> Result<(), Broken> {
    let alone = |info: &Info| info.seldepth.is_some() && info.depth.is_none();
    ensure(!infos(&turn.search.lines).iter().any(alone), || {
        format!("\"seldepth\" without \"depth\" in the search after {:?}", turn.moves)
    })
}

fn info_score(_: &Bench<'_>, turn: &Turn) -> Result<(), Broken> {
    let found = infos(&turn.search.lines).iter().any(|i| i.score.is_some() && !i.pv.is_empty());
    ensure(found, || format!("no score with a line in the search after {:?}", turn.moves))
}

fn info_final(bench: &Bench<'_>, turn: &Turn) -> Result<(), Broken> {
    let last = infos(&turn.search.lines).pop().unwrap_or_default();
    let speed = bench.dialect == Dialect::Uci || last.nps.is_some();
    ensure(last.nodes.is_some() && last.time.is_some() && speed, || {
        format!("nodes, time or nps is missing in the last \"info\" after {:?}", turn.moves)
    })
}
