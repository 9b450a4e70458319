//! The root moves of tree searches: merged over all threads' trees, and
//! reported.

use crate::game::Square;
use crate::search::task::sorting::{sort_by, sort_by_key};
use crate::search::task::{Line, MoveCount, Report, Score};

/// A root move with its statistics.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) visits: f64,
    /// The sum of the results for the side to move.
    pub(crate) total: f64,
    /// The expected number of draws, if the search estimates it.
    pub(crate) draws: Option<f64>,
    pub(crate) proven: Option<Score>,
    /// Whether another move is proven to be at least as good as this one can be.
    pub(crate) is_closed: bool,
    /// The best line, this move first.
    pub(crate) pv: Vec<Square>,
    /// The visits of this move in the tree that the best line is from.
    pub(crate) pv_visits: f64,
}

impl RootMove {
    pub(crate) fn value(&self) -> f64 {
        if self.visits > 0.0 { self.total / self.visits } else { 0.5 }
    }

    /// Adds the statistics of the same move in another tree.
    fn merge(&mut self, other: RootMove) {
        self.visits += other.visits;
        self.total += other.total;
        self.draws = self.draws.zip(other.draws).map(|(own, other)| own + other);
        // A proof comes with its line. Of two proofs the better one is kept.
        let rank = |proven: Option<Score>| proven.map(Score::rank);
        let better = rank(other.proven) > rank(self.proven);
        if better {
            self.proven = other.proven;
        }
        if better || (self.proven == other.proven && other.pv_visits > self.pv_visits) {
            (self.pv, self.pv_visits) = (other.pv, other.pv_visits);
        }
    }

    fn count(&self) -> MoveCount {
        let mean = (self.visits > 0.0).then(|| self.value());
        let mean = self.proven.map(|score| proven_result(score).into()).or(mean);
        MoveCount { square: self.pv[0], visits: self.visits as u64, mean }
    }

    fn line(self) -> Line {
        match self.proven {
            Some(score) => Line::new(score, score == Score::Win(1), self.pv),
            None => line(
                self.value(),
                self.draws.map_or(0.0, |draws| draws / self.visits.max(1.0)),
                self.pv,
            ),
        }
    }
}

/// Merges the moves of all trees, which are the same in the same order.
pub(crate) fn merge(trees: impl IntoIterator<Item = Vec<RootMove>>) -> Vec<RootMove> {
    let mut trees = trees.into_iter();
    let mut all = trees.next().unwrap_or_default();
    for tree in trees {
        all.iter_mut().zip(tree).for_each(|(sum, other)| sum.merge(other));
    }
    all
}

/// The lines, best first: proven wins, then by visits, then moves that cannot be
/// better than these, and proven losses. Equal ones stay in board order.
fn lines(mut moves: Vec<RootMove>, count: usize) -> Vec<Line> {
    sort_by(&mut moves, |a, b| {
        let class = |m: &RootMove| match m.proven {
            Some(score @ Score::Win(_)) => (3, score.rank()),
            Some(score @ Score::Loss(_)) => (0, score.rank()),
            None if m.is_closed => (1, 0),
            _ => (2, 0),
        };
        class(b).cmp(&class(a)).then(b.visits.total_cmp(&a.visits))
    });
    // A proven draw is better than a likely loss.
    let draw = moves.iter().position(|m| m.proven == Some(Score::Draw));
    if let Some(draw) = draw
        && moves[0].proven.is_none()
        && moves[0].value() < 0.5
    {
        moves[..=draw].rotate_right(1);
    }
    let is_open = moves.iter().any(|m| m.proven.is_none() && !m.is_closed);
    let all_draws = if moves.iter().any(|m| m.draws.is_some()) { 1.0 } else { 0.0 };
    // Nothing is known about a move that was never searched, but there is always a line.
    let is_known = |(i, m): &(usize, RootMove)| *i == 0 || m.visits > 0.0 || m.proven.is_some();
    let known = moves.into_iter().enumerate().filter(is_known).map(|(_, m)| m);
    let mut lines: Vec<Line> = known.take(count).map(RootMove::line).collect();
    // The position is a proven draw only if no move can be better.
    if let Some(first) = lines.first_mut().filter(|l| is_open && l.score == Score::Draw) {
        *first = line(0.5, all_draws, std::mem::take(&mut first.pv));
    }
    lines
}

/// The counts of all moves, most visited first. Equal ones stay in board order.
fn counts(moves: &[RootMove]) -> Vec<MoveCount> {
    let mut counts: Vec<MoveCount> = moves.iter().map(RootMove::count).collect();
    sort_by_key(&mut counts, |count| std::cmp::Reverse(count.visits));
    counts
}

/// Completes a report with the counts of the moves, and `count` lines.
pub(crate) fn report(report: Report, moves: Vec<RootMove>, count: usize) -> Report {
    let counts = counts(&moves);
    let lines = lines(moves, count);
    let depth = lines.first().map_or(0, |line| line.pv.len() as u32);
    Report { depth, counts, lines, ..report }
}

/// A line of play with its expected result for the side to move, and the chance
/// of a draw; 0 if the search does not know it.
pub(crate) fn line(value: f64, draw: f64, pv: Vec<Square>) -> Line {
    Line { score: Score::Cp(centipoints(value)), wdl: Some(wdl(value, draw)), exact: false, pv }
}

/// An expected result from 0 to 1 as centipoints: ±10 points at the ends.
fn centipoints(value: f64) -> i32 {
    ((2.0 * value - 1.0) * 1000.0).round() as i32
}

/// An expected result as wins, draws and losses in 1,000 games.
fn wdl(value: f64, draw: f64) -> [u32; 3] {
    let value = value.clamp(0.0, 1.0);
    // There cannot be more draws than the value allows.
    let draw = draw.clamp(0.0, 2.0 * value.min(1.0 - value));
    let win = ((value - draw / 2.0) * 1000.0).round() as u32;
    let draw = ((draw * 1000.0).round() as u32).min(1000 - win);
    [win, draw, 1000 - win - draw]
}

/// A proven result as a number: from 0 (lost) to 1 (won).
pub(crate) fn proven_result(score: Score) -> f32 {
    match score {
        Score::Win(_) => 1.0,
        Score::Loss(_) => 0.0,
        Score::Draw | Score::Cp(_) => 0.5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(square: usize, visits: f64, value: f64, proven: Option<Score>) -> RootMove {
        let square = Square::new(square);
        let total = visits * value;
        let pv = vec![square];
        RootMove { visits, total, draws: None, proven, is_closed: false, pv, pv_visits: visits }
    }

    fn order(moves: &[RootMove]) -> Vec<usize> {
        lines(moves.to_vec(), 9).iter().map(|line| line.pv[0].index()).collect()
    }

    #[test]
    fn wins_come_first_and_losses_last() {
        let moves = [
            known(0, 50.0, 0.1, Some(Score::Loss(4))),
            known(1, 10.0, 0.6, None),
            known(2, 30.0, 0.6, None),
            known(3, 1.0, 0.6, Some(Score::Win(9))),
            known(4, 9.0, 0.6, Some(Score::Win(5))),
            known(5, 9.0, 0.6, Some(Score::Loss(6))),
        ];
        assert_eq!(order(&moves), [4, 3, 2, 1, 5, 0]);
    }

    #[test]
    fn moves_without_visits_have_no_lines() {
        let unknown = known(0, 0.0, 0.0, None);
        let lost = known(2, 2.0, 0.0, Some(Score::Loss(4)));
        assert_eq!(order(&[unknown.clone(), known(1, 3.0, 0.4, None), lost.clone()]), [1, 2]);
        // There is always a line.
        assert_eq!(order(&[unknown.clone(), known(1, 0.0, 0.0, None), lost]), [0, 2]);
    }

    #[test]
    fn a_proven_draw_is_better_than_a_likely_loss() {
        let draw = known(1, 10.0, 0.5, Some(Score::Draw));
        assert_eq!(order(&[known(0, 30.0, 0.4, None), draw.clone()]), [1, 0]);
        assert_eq!(order(&[known(0, 30.0, 0.6, None), draw]), [0, 1]);
    }

    #[test]
    fn the_mean_of_a_proven_move_is_its_result() {
        let moves = [
            known(0, 5.0, f64::NEG_INFINITY, Some(Score::Loss(2))),
            known(1, 9.0, 0.25, None),
            known(2, 0.0, 0.0, None),
            known(3, 2.0, 0.3, Some(Score::Win(3))),
        ];
        let counts = counts(&moves);
        let numbers: Vec<_> = counts.iter().map(|c| (c.square.index(), c.visits, c.mean)).collect();
        assert_eq!(
            numbers,
            [(1, 9, Some(0.25)), (0, 5, Some(0.0)), (3, 2, Some(1.0)), (2, 0, None)]
        );
    }

    #[test]
    fn a_draw_is_proven_when_all_moves_are() {
        let score = |moves: &[RootMove]| lines(moves.to_vec(), 1)[0].score;
        let draw = known(0, 30.0, 0.5, Some(Score::Draw));
        let open = known(1, 10.0, 0.6, None);
        let lost = known(2, 10.0, 0.1, Some(Score::Loss(2)));
        assert_eq!(score(&[draw.clone(), open, lost.clone()]), Score::Cp(0));
        assert_eq!(score(&[draw, lost]), Score::Draw);
    }

    #[test]
    fn a_move_that_cannot_be_better_than_a_draw_leaves_it_proven() {
        let draw = RootMove { draws: Some(9.0), ..known(0, 9.0, 0.5, Some(Score::Draw)) };
        let closed = RootMove { is_closed: true, ..known(1, 30.0, 0.5, None) };
        assert_eq!(order(&[closed.clone(), draw.clone()]), [0, 1]);
        assert_eq!(lines(vec![closed.clone(), draw.clone()], 1)[0].score, Score::Draw);
        let open = known(2, 8.0, 0.4, None);
        let line = &lines(vec![closed, open, draw], 1)[0];
        assert_eq!((line.score, line.wdl), (Score::Cp(0), Some([0, 1000, 0])));
    }

    #[test]
    fn trees_add_up_and_the_most_visited_one_gives_the_line() {
        let other =
            RootMove { pv: vec![Square::new(0), Square::new(7)], ..known(0, 30.0, 0.8, None) };
        let sum = merge([vec![known(0, 10.0, 0.4, None)], vec![other]]);
        assert_eq!((sum[0].visits, sum[0].value(), sum[0].pv.len()), (40.0, 0.7, 2));
    }
}
