//! The evaluation that an engine reports during a search.

use noughts_rules::protocol::Reply;

use crate::evaluation::Evaluation;

/// The evaluation after the `info` lines read so far.
#[derive(Debug, Default)]
pub(crate) struct LatestEvaluation {
    /// The evaluation of the principal variation: all of it from the last `info`
    /// line whose score is exact. A line whose score is only a bound is about a
    /// search that went on: its depth, nodes and moves do not belong to an
    /// earlier score.
    pub(crate) evaluation: Evaluation,
    /// Whether that score is a proven draw.
    pub(crate) is_drawn: bool,
    /// Whether `info string proven draw` announced the next score.
    draw_announced: bool,
}

impl LatestEvaluation {
    /// Reads an `info` line. Lines without a score, the most frequent ones of
    /// some engines, are not parsed.
    pub(crate) fn read(&mut self, line: &str) {
        if line.contains(" score ") {
            if let Some(evaluation) = best_line(line) {
                self.is_drawn =
                    std::mem::take(&mut self.draw_announced) && evaluation.cp == Some(0);
                self.evaluation = evaluation;
            }
        } else if line.ends_with("draw") {
            let words = ["info", "string", "proven", "draw"];
            self.draw_announced |= line.split_ascii_whitespace().eq(words);
        }
    }
}

/// Returns the evaluation of an `info` line about the principal variation;
/// `None` if the line has no score, only a bound, or another rank.
fn best_line(line: &str) -> Option<Evaluation> {
    let Reply::Info(info) = Reply::parse(line) else { return None };
    let is_exact = info.score?.bound.is_none();
    (is_exact && info.multipv.is_none_or(|rank| rank == 1)).then(|| info.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_best_line_is_the_evaluation() {
        let cp = |line| best_line(line).map(|evaluation| evaluation.cp);
        assert_eq!(cp("info depth 3 score cp 7 nodes 1"), Some(Some(7)));
        assert_eq!(cp("info multipv 1 score cp 7"), Some(Some(7)));
        assert_eq!(best_line("info score mate -3").and_then(|e| e.mate), Some(-3));
        for line in ["info depth 3 multipv 2 score cp 7", "info string the score is fine", "info"] {
            assert_eq!(best_line(line), None, "{line}");
        }
    }

    #[test]
    fn an_evaluation_comes_from_one_line() {
        let mut latest = LatestEvaluation::default();
        latest.read("info depth 1 nodes 5 score mate -3 lowerbound pv a1");
        assert_eq!(latest.evaluation, Evaluation::default());
        latest.read("info depth 2 nodes 9 score cp 12 pv a1");
        let exact = latest.evaluation.clone();
        assert_eq!((exact.depth, exact.nodes, exact.cp), (Some(2), Some(9), Some(12)));
        assert_eq!(exact.pv, ["a1"]);
        for bound in ["cp 300 upperbound", "mate 3 lowerbound"] {
            latest.read(&format!("info depth 3 nodes 20 score {bound} pv b1"));
            assert_eq!(latest.evaluation, exact);
        }
        // A line replaces the earlier one even if it has fewer fields.
        latest.read("info score mate 3");
        assert_eq!(latest.evaluation, Evaluation { mate: Some(3), ..Evaluation::default() });
    }

    #[test]
    fn only_the_last_score_proves_a_draw() {
        let drawn = |lines: &[&str]| {
            let mut latest = LatestEvaluation::default();
            lines.iter().for_each(|line| latest.read(line));
            latest.is_drawn
        };
        let (draw, even) = ("info string proven draw", "info depth 3 score cp 0");
        assert!(drawn(&[draw, even]));
        assert!(drawn(&["info score cp 5", draw, "info string", even]));
        assert!(drawn(&[draw, "info multipv 2 score cp -5", even, "info nodes 3"]));
        assert!(!drawn(&[even]));
        assert!(!drawn(&[even, draw]));
        assert!(!drawn(&[draw, even, even]));
        assert!(!drawn(&[draw, "info score cp 1"]));
        assert!(!drawn(&[draw, "info score mate 1"]));
        assert!(!drawn(&["info string no proven draw", even]));
    }
}
