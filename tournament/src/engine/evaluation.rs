//! What an engine tells of a position while it thinks.

use noughts::protocol::Reply;

use crate::record::Evaluation;

/// What is known by the lines so far.
#[derive(Debug, Default)]
pub(super) struct LatestEvaluation {
    /// Of the best line of play, by the last line that has a score.
    pub(super) evaluation: Evaluation,
    /// That score is a proven draw.
    pub(super) is_drawn: bool,
    /// The next score will be.
    announced: bool,
}

impl LatestEvaluation {
    /// Takes in an `info` line. Most lines of some engines have no score and
    /// need not be parsed.
    pub(super) fn hear(&mut self, line: &str) {
        if line.contains(" score ") {
            if let Some(evaluation) = judgement(line) {
                self.is_drawn = std::mem::take(&mut self.announced) && evaluation.cp == Some(0);
                self.evaluation = evaluation;
            }
        } else if line.ends_with("draw") {
            let words = ["info", "string", "proven", "draw"];
            self.announced |= line.split_ascii_whitespace().eq(words);
        }
    }
}

/// What a line tells of the best line of play; none when it has no score, or
/// tells of a line that is not the best.
fn judgement(line: &str) -> Option<Evaluation> {
    match Reply::parse(line) {
        Reply::Info(info) if info.score.is_some() && info.multipv.is_none_or(|rank| rank == 1) => {
            Some(Evaluation::from(&info))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_best_line_is_the_evaluation() {
        let cp = |line| judgement(line).map(|evaluation| evaluation.cp);
        assert_eq!(cp("info depth 3 score cp 7 nodes 1"), Some(Some(7)));
        assert_eq!(cp("info multipv 1 score cp 7"), Some(Some(7)));
        assert_eq!(judgement("info score mate -3").and_then(|e| e.mate), Some(-3));
        for line in ["info depth 3 multipv 2 score cp 7", "info string the score is fine", "info"] {
            assert_eq!(judgement(line), None, "{line}");
        }
    }

    #[test]
    fn a_draw_is_proven_by_the_last_score_alone() {
        let drawn = |lines: &[&str]| {
            let mut told = LatestEvaluation::default();
            lines.iter().for_each(|line| told.hear(line));
            told.is_drawn
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
