//! Converts the report of a search to `info` lines.

use std::time::Duration;

use crate::game::{Board, Square};
use crate::protocol::{Dialect, Info, Score as WireScore, ScoreValue, drops};
use crate::search::{Report, Score};

/// The names of squares for the client.
#[derive(Clone, Copy, Debug)]
pub(super) struct Names<'a> {
    pub(super) board: &'a Board,
    /// Whether names are drops: `P@a3` instead of `a3`.
    pub(super) drops: bool,
}

impl Names<'_> {
    pub(super) fn square(&self, square: Square) -> String {
        let name = self.board.name(square);
        if self.drops { drops::square_to_drop(&name) } else { name }
    }
}

/// The form of the `info` lines that the client has chosen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style<'a> {
    pub(super) dialect: Dialect,
    pub(super) names: Names<'a>,
    pub(super) show_wdl: bool,
    pub(super) multi_pv: bool,
}

/// Returns one `info` line for each line of the report, or a single one without
/// a score if the report has no lines.
pub(super) fn info_lines(report: &Report, elapsed: Duration, style: Style<'_>) -> Vec<Info> {
    let time = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX);
    let nps = (report.nodes as f64 / elapsed.as_secs_f64().max(1e-6)) as u64;
    let common = Info {
        depth: Some(report.depth),
        seldepth: Some(report.seldepth.max(report.depth)),
        nodes: Some(report.nodes),
        nps: Some(nps),
        hashfull: report.hashfull,
        time: Some(time),
        ..Info::default()
    };
    if report.lines.is_empty() {
        return vec![common];
    }
    let ranks = 1..;
    ranks
        .zip(&report.lines)
        .map(|(rank, line)| Info {
            multipv: style.multi_pv.then_some(rank),
            score: Some(score(line.score, style.dialect)),
            wdl: line.wdl.filter(|_| style.show_wdl),
            pv: line.pv.iter().map(|&square| style.names.square(square)).collect(),
            ..common.clone()
        })
        .collect()
}

/// Converts a score. Distances are in plies, or after `uci` in moves of two
/// plies, rounded up.
fn score(score: Score, dialect: Dialect) -> WireScore {
    let distance = |plies: u32| {
        let plies = plies as i32;
        if dialect == Dialect::Uci { (plies + 1) / 2 } else { plies }
    };
    let value = match score {
        Score::Cp(value) => ScoreValue::Cp(value),
        Score::Draw => ScoreValue::Cp(0),
        Score::Win(plies) => ScoreValue::Mate(distance(plies)),
        Score::Loss(plies) => ScoreValue::Mate(-distance(plies)),
    };
    WireScore { value, bound: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_count_plies_or_moves() {
        for (plies, moves) in [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (49, 25)] {
            let value = |s, dialect| score(s, dialect).value;
            assert_eq!(value(Score::Win(plies), Dialect::Ugi), ScoreValue::Mate(plies as i32));
            assert_eq!(value(Score::Win(plies), Dialect::Plain), ScoreValue::Mate(plies as i32));
            assert_eq!(value(Score::Win(plies), Dialect::Uci), ScoreValue::Mate(moves));
            assert_eq!(value(Score::Loss(plies), Dialect::Uci), ScoreValue::Mate(-moves));
        }
    }
}
