//! The findings of a search as `MESSAGE` lines, in the form of the engine Rapfi, with the
//! units that clients parse.

use std::time::Duration;

use super::manager::Manager;
use crate::engine::session::state::Session;
use crate::game::Square;
use crate::protocol::{GomocupReply, Point};
use crate::search::{Line, Report, Score};

/// The moves of a line of play for the board of a manager, which may have little room.
const MAX_MOVES: usize = 30;

impl Session<'_, Manager> {
    /// The lines about the findings so far: each of several lines of play, and the best
    /// one; for a manager that asked for it also what its board shows.
    pub(super) fn findings(&self, report: &Report, elapsed: Duration) -> Vec<GomocupReply> {
        let Some(best) = report.lines.first() else { return Vec::new() };
        let mut texts = Vec::new();
        let depth = depth(report);
        if report.lines.len() > 1 {
            texts.extend(report.lines.iter().enumerate().map(|(rank, line)| {
                let (eval, moves) = (eval(line.score), self.moves(&line.pv));
                format!("({}) {eval} | {depth} | {moves}", rank + 1)
            }));
        }
        let (eval, time) = (eval(best.score), time(elapsed));
        let moves = self.moves(&best.pv);
        texts.push(format!("Depth {depth} | Eval {eval} | Time {time} | {moves}"));
        if self.adapter.as_ref().is_some_and(|manager| manager.shows_board) {
            texts.extend(self.for_board(best, &report.lines));
        }
        texts.into_iter().map(GomocupReply::Message).collect()
    }

    /// The best move, its value and line of play, and the lost moves, for the board of a
    /// manager.
    fn for_board(&self, best: &Line, lines: &[Line]) -> Vec<String> {
        let Some(&square) = best.pv.first() else { return Vec::new() };
        let moves = self.moves(&best.pv[..best.pv.len().min(MAX_MOVES)]);
        let lost = lines.iter().filter(|line| matches!(line.score, Score::Loss(_)));
        let lost = lost.filter_map(|line| line.pv.first());
        let mut texts = vec![
            "REALTIME REFRESH".to_string(),
            format!("REALTIME BEST {}", self.point_of(square)),
            format!("REALTIME VAL {}", best.score.in_centipoints()),
            format!("REALTIME PV {moves}"),
        ];
        texts.extend(lost.map(|&square| format!("REALTIME LOSE {}", self.point_of(square))));
        texts
    }

    /// The moves as the column in capitals and the row, which counts from the top as in
    /// the points of the protocol, but from 1.
    fn moves(&self, squares: &[Square]) -> String {
        let names = squares.iter().map(|&square| {
            let Point { column, row } = self.point_of(square);
            // A board has at most 22 columns.
            format!("{}{}", char::from(b'A' + column as u8), row + 1)
        });
        names.collect::<Vec<_>>().join(" ")
    }
}

/// The line at the end of a search.
pub(super) fn summary(report: &Report, elapsed: Duration) -> Option<GomocupReply> {
    let score = eval(report.lines.first()?.score);
    let speed = (report.nodes as f64 / elapsed.as_secs_f64().max(1e-3)) as u64;
    let speed = shortened(speed, [100_000, 100_000_000], &["", "K", "M"]);
    let nodes = report.nodes;
    let limits = [10_000, 10_000_000, 100_000_000_000, 100_000_000_000_000];
    let nodes = shortened(nodes, limits, &["", "K", "M", "G", "T"]);
    let (depth, time) = (depth(report), time(elapsed));
    let text =
        format!("Speed {speed}n/s | Depth {depth} | Eval {score} | Node {nodes} | Time {time}");
    Some(GomocupReply::Message(text))
}

/// The depth that was searched completely, and that of the deepest node.
fn depth(report: &Report) -> String {
    format!("{}-{}", report.depth, report.seldepth.max(report.depth))
}

fn eval(score: Score) -> String {
    match score {
        Score::Cp(value) => value.to_string(),
        Score::Draw => "0".to_string(),
        Score::Win(plies) => format!("+M{plies}"),
        Score::Loss(plies) => format!("-M{plies}"),
    }
}

/// A number in the first unit below whose limit it is; a unit is 1000 of the one before.
fn shortened<const N: usize>(number: u64, limits: [u64; N], units: &[&str]) -> String {
    let unit = limits.iter().take_while(|&&limit| number >= limit).count();
    format!("{}{}", number / 1000u64.pow(unit as u32), units[unit])
}

/// Seconds, which more clients parse than Rapfi's units.
fn time(elapsed: Duration) -> String {
    format!("{:.3}s", elapsed.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_units() {
        assert_eq!(time(Duration::from_millis(120)), "0.120s");
        let report = |nodes| Report {
            lines: vec![Line { score: Score::Win(7), wdl: None, exact: true, pv: Vec::new() }],
            nodes,
            depth: 7,
            ..Report::default()
        };
        for (nodes, seconds, speed, shown) in [
            (9_999, 1, "9999", "9999"),
            (10_000, 1, "10000", "10K"),
            (10_000_000, 100, "100K", "10M"),
            (100_000_000_000, 1_000, "100M", "100G"),
        ] {
            let line = summary(&report(nodes), Duration::from_secs(seconds));
            let line = line.expect("a line").to_string();
            let expected =
                format!("MESSAGE Speed {speed}n/s | Depth 7-7 | Eval +M7 | Node {shown} |");
            assert!(line.starts_with(&expected), "{line}");
        }
        assert_eq!(summary(&Report::default(), Duration::ZERO), None);
    }
}
