//! Rules for `searchmoves` and `MultiPV`.

use std::collections::HashSet;

use noughts_rules::protocol::{Info, OptionKind, Score, ScoreValue};

use crate::bench::{Bench, Search};
use crate::info::infos;
use crate::rule::{Rule, rules};
use crate::step::{Broken, Kept, Step, ensure, not_applicable};

pub(super) const RULES: &[Rule] = rules! {
    must "searchmoves" after "bestmove-legal", only_uci: search_moves =>
        "chooses one of the moves in `searchmoves`",
        from "UCI: go searchmoves", "PROTOCOL.md: Commands";
    must "multipv" after "play" "info-form": |bench| multi_pv(bench, together) =>
        "reports the lines of ranks 1 to `MultiPV` together, each with another first move",
        from "UCI: info multipv", "UGI: info", "PROTOCOL.md: Replies";
    should "multipv-lines" after "multipv": several_lines =>
        "reports at least two lines with `MultiPV` above 1",
        from "UCI: info multipv", "UGI: info", "PROTOCOL.md: Replies";
    must "multipv-order" after "multipv", should_in_uci: |bench| multi_pv(bench, in_order) =>
        "ranks proven wins above estimates and estimates above proven losses",
        from "UGI: info", "PROTOCOL.md: Replies";
};

/// The value set for `MultiPV`, unless its maximum is lower.
const LINES: i64 = 3;

/// Returns the command that sets `MultiPV`, or `None` if the engine cannot
/// report several lines.
fn multi_pv_command(bench: &Bench<'_>) -> Option<String> {
    let option = bench.option("MultiPV")?;
    let OptionKind::Spin { max, .. } = option.kind else { return None };
    (max > 1).then(|| format!("setoption name {} value {}", option.name, max.min(LINES)))
}

/// Returns the legal moves of the first position by the rules, if they are known.
fn known_moves(bench: &Bench<'_>) -> Option<Vec<String>> {
    let known = bench.known.as_ref()?;
    let setup = known.after(&[]).ok()?;
    Some(known.legal(&*setup))
}

/// Returns legal moves of the first position: by the rules if they are known,
/// otherwise those that the engine has reported.
fn legal(bench: &mut Bench<'_>) -> Result<Vec<String>, Broken> {
    if let Some(legal) = known_moves(bench) {
        // The first, the last and the middle one, often the best.
        let chosen = [0, legal.len() / 2, legal.len().saturating_sub(1)];
        return Ok(chosen.into_iter().filter_map(|at| legal.get(at).cloned()).collect());
    }
    let mut lines = Vec::new();
    if let Some(command) = multi_pv_command(bench) {
        bench.ready_at_position()?;
        bench.send(&command)?;
        lines = bench.search_lines()?.lines;
    }
    lines.extend(bench.game.first().into_iter().flat_map(|turn| turn.search.lines.clone()));
    let mut moves: Vec<String> =
        infos(&lines).into_iter().filter_map(|i| i.pv.first().cloned()).collect();
    moves.extend(bench.game.first().map(|turn| turn.search.best.clone()));
    Ok(moves)
}

fn search_moves(bench: &mut Bench<'_>) -> Step {
    let mut seen = HashSet::new();
    let mut moves = legal(bench)?;
    moves.retain(|name| seen.insert(name.clone()));
    if moves.len() < 2 {
        return not_applicable(
            "fewer than two legal moves are known; set --game, or use an engine with MultiPV",
        );
    }
    moves.truncate(LINES as usize);
    bench.ready_at_position()?;
    for allowed in moves.iter().map(std::slice::from_ref).chain([&moves[..]]) {
        let go = format!("{} searchmoves {}", bench.quick, allowed.join(" "));
        let search = bench.search(&go)?;
        ensure(allowed.contains(&search.best), || {
            format!("the engine answered \"{go}\" with \"{}\"", search.answer())
        })?;
    }
    Ok(Kept::Yes)
}

/// Makes a search with `MultiPV` and judges it.
fn multi_pv(bench: &mut Bench<'_>, judge: fn(&Search) -> Result<(), Broken>) -> Step {
    let Some(command) = multi_pv_command(bench) else {
        return not_applicable("the engine has no option \"MultiPV\" with a maximum above 1");
    };
    bench.ready_at_position()?;
    bench.send(&command)?;
    let search = bench.search_lines()?;
    judge(&search)?;
    Ok(Kept::Yes)
}

/// Returns the lines of play that a search reported with a score.
fn scored_lines(search: &Search) -> Vec<Info> {
    let is_line = |info: &Info| !info.pv.is_empty() && info.score.is_some();
    infos(&search.lines).into_iter().filter(is_line).collect()
}

/// Returns whether the score of a line is only a bound.
fn is_bound(line: &Info) -> bool {
    line.score.is_some_and(|score: Score| score.bound.is_some())
}

/// Returns the last lines that the search reported together: from a line of rank
/// 1 to the one before the next of rank 1. A bound is a line of its rank unless
/// that has another line. Bounds alone, such as the news of a search that begins
/// again with a wider window, are no report of all ranks.
fn last_lines(search: &Search) -> Vec<Info> {
    let lines = scored_lines(search);
    let is_first = |line: &Info| line.multipv.unwrap_or(1) == 1;
    let reports: Vec<&[Info]> = lines.chunk_by(|_, next| !is_first(next)).collect();
    let last = reports.iter().rfind(|report| !report.iter().all(is_bound)).or(reports.last());
    let mut kept: Vec<Info> = Vec::new();
    for line in last.copied().unwrap_or_default() {
        match kept.iter_mut().find(|other| other.multipv == line.multipv) {
            Some(_) if is_bound(line) => {}
            Some(other) if is_bound(other) => *other = line.clone(),
            _ => kept.push(line.clone()),
        }
    }
    kept
}

fn together(search: &Search) -> Result<(), Broken> {
    let lines = last_lines(search);
    let ranks: Vec<u32> = lines.iter().map(|info| info.multipv.unwrap_or(0)).collect();
    let lowest = scored_lines(search).iter().filter_map(|info| info.multipv).max().unwrap_or(0);
    let expected: Vec<u32> = (1..=lowest).collect();
    ensure(ranks == expected && i64::from(lowest) <= LINES, || {
        format!("the last lines have the ranks {ranks:?}, not {expected:?}")
    })?;
    let exact: Vec<_> = lines.iter().filter(|line| !is_bound(line)).collect();
    let firsts: HashSet<_> = exact.iter().map(|info| info.pv.first()).collect();
    ensure(firsts.len() == exact.len(), || "two lines have the same first move".to_string())
}

fn several_lines(bench: &mut Bench<'_>) -> Step {
    match known_moves(bench).is_some_and(|moves| moves.len() > 1) {
        true => multi_pv(bench, several),
        false => not_applicable("two legal moves are not known; set --game"),
    }
}

fn several(search: &Search) -> Result<(), Broken> {
    let is_second = |info: &Info| info.multipv == Some(2);
    ensure(infos(&search.lines).iter().any(is_second), || "no line has rank 2".to_string())
}

/// Estimates may be in any order: a tree search ranks moves by simulations. A bound
/// says too little to be in a wrong place.
fn in_order(search: &Search) -> Result<(), Broken> {
    let lines = last_lines(search);
    let exact = lines.iter().filter(|line| !is_bound(line));
    let scores: Vec<ScoreValue> = exact.filter_map(|i| i.score).map(|s| s.value).collect();
    let class = |score: &ScoreValue| match score {
        ScoreValue::Mate(1..) => 2,
        ScoreValue::Cp(_) => 1,
        ScoreValue::Mate(_) => 0,
    };
    ensure(scores.iter().map(class).rev().is_sorted(), || {
        format!("the scores in the order of ranks are {scores:?}")
    })
}
