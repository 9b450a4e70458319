//! The evaluation that an engine reports during a search.

use noughts::protocol::Reply;

use crate::record::Evaluation;

/// The evaluation after the `info` lines read so far.
#[derive(Debug, Default)]
pub(super) struct LatestEvaluation {
    /// The evaluation of the principal variation, from the last `info` line
    /// with a score. A score that is only a bound is left out: the score is then
    /// that of an earlier line, if there is one.
    pub(super) evaluation: Evaluation,
    /// Whether that score is a proven draw.
    pub(super) is_drawn: bool,
    /// Whether `info string proven draw` announced the next score.
    draw_announced: bool,
}

impl LatestEvaluation {
    /// Reads an `info` line. Lines without a score, the most frequent ones of
    /// some engines, are not parsed.
    pub(super) fn read(&mut self, line: &str) {
        if line.contains(" score ") {
            match best_line(line) {
                Some((evaluation, true)) => {
                    self.is_drawn =
                        std::mem::take(&mut self.draw_announced) && evaluation.cp == Some(0);
                    self.evaluation = evaluation;
                }
                Some((bound, false)) => {
                    let Evaluation { cp, mate, .. } = self.evaluation;
                    self.evaluation = Evaluation { cp, mate, ..bound };
                }
                None => {}
            }
        } else if line.ends_with("draw") {
            let words = ["info", "string", "proven", "draw"];
            self.draw_announced |= line.split_ascii_whitespace().eq(words);
        }
    }
}

/// Returns the evaluation of an `info` line about the principal variation, and
/// whether its score is exact, not a bound; `None` if the line has no score or
/// another rank.
fn best_line(line: &str) -> Option<(Evaluation, bool)> {
    let Reply::Info(info) = Reply::parse(line) else { return None };
    let is_exact = info.score?.bound.is_none();
    (info.multipv.is_none_or(|rank| rank == 1)).then(|| (Evaluation::from(info), is_exact))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_best_line_is_the_evaluation() {
        let cp = |line| best_line(line).map(|(evaluation, _)| evaluation.cp);
        assert_eq!(cp("info depth 3 score cp 7 nodes 1"), Some(Some(7)));
        assert_eq!(cp("info multipv 1 score cp 7"), Some(Some(7)));
        assert_eq!(best_line("info score mate -3").and_then(|(e, _)| e.mate), Some(-3));
        for line in ["info depth 3 multipv 2 score cp 7", "info string the score is fine", "info"] {
            assert_eq!(best_line(line), None, "{line}");
        }
    }

    #[test]
    fn a_bound_is_not_a_score() {
        let mut latest = LatestEvaluation::default();
        latest.read("info depth 1 nodes 5 score mate -3 lowerbound pv a1");
        let Evaluation { depth, nodes, cp, mate, .. } = latest.evaluation;
        assert_eq!((depth, nodes, cp, mate), (Some(1), Some(5), None, None));
        latest.read("info depth 2 nodes 9 score cp 12 pv a1");
        latest.read("info depth 3 nodes 20 score cp 300 upperbound pv b1");
        let Evaluation { depth, nodes, cp, mate, .. } = latest.evaluation;
        assert_eq!((depth, nodes, cp, mate), (Some(3), Some(20), Some(12), None));
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
