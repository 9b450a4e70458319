//! The steps of the player for flat boards, each within a part of the budget
//! that is left.

use std::cmp::Reverse;

use crate::game::{Lines, SquareSet};
use crate::search::alphabeta::flat::FlatAlphaBeta;
use crate::search::budget::Meter;
use crate::search::players::report_filter::estimate;
use crate::search::proof::bits::Bits;
use crate::search::proof::flat::board::stones;
use crate::search::proof::flat::memory::Memory;
use crate::search::proof::flat::report::{ReportBuilder, Request, is_reported_without_line};
use crate::search::proof::flat::solution::Prover;
use crate::search::task::sorting::sort_by_key;
use crate::search::task::{Budget, Line, Report, Score, Task};

/// The part of the rest, in hundredths, for finding the line of a proof again.
const LINE_PART: u32 = 10;

/// One task, the searches that work on it, and the nodes spent.
pub(crate) struct BudgetedTask<'m, 'b, W: Bits> {
    memory: &'m mut Memory<W>,
    alpha_beta: &'m mut FlatAlphaBeta,
    pub(crate) task: Task<'b, Lines>,
    /// The stones of the side to move and of the other.
    pub(crate) root: [W; 2],
    /// Counts the nodes of all steps.
    pub(crate) meter: Meter<'b>,
}

impl<'m, 'b, W: Bits> BudgetedTask<'m, 'b, W> {
    /// For a task and its number of nodes, which may be less than its limit.
    pub(crate) fn new(
        memory: &'m mut Memory<W>,
        alpha_beta: &'m mut FlatAlphaBeta,
        task: Task<'b, Lines>,
        limit: u64,
    ) -> Self {
        let root = stones(task.game, task.root);
        let meter = Meter::new(task.stop, limit);
        Self { memory, alpha_beta, task, root, meter }
    }

    /// Whether the task limits time or nodes.
    pub(crate) fn is_limited(&self) -> bool {
        self.task.stop.time_left().is_some() || self.task.budget.nodes != u64::MAX
    }

    /// Runs `work` with a prover within a part of the rest.
    pub(crate) fn run_prover<T>(
        &mut self,
        hundredths: u32,
        work: impl FnOnce(&mut Prover<'_, W>) -> T,
    ) -> T {
        let (stop, nodes) = self.meter.slice(hundredths);
        self.run_prover_within(Meter::new(&stop, nodes), work)
    }

    /// Runs `work` with a prover that counts its nodes with `meter`.
    fn run_prover_within<T>(
        &mut self,
        meter: Meter<'_>,
        work: impl FnOnce(&mut Prover<'_, W>) -> T,
    ) -> T {
        let mut progress = |_| {};
        let mut prover = Prover::new(self.memory, meter, &mut progress);
        let answer = work(&mut prover);
        self.meter.add(prover.nodes());
        answer
    }

    /// Runs the short proof, or values several moves.
    pub(crate) fn prove(&mut self, hundredths: u32) -> Report {
        let (stop, mut limit) = self.meter.slice(hundredths);
        if self.task.budget.mate.is_some() {
            limit = self.meter.nodes_left();
        } else if let Some(depth) = self.task.budget.depth {
            limit = limit.min(Budget { depth: Some(depth), ..Budget::UNLIMITED }.max_proof_nodes());
        }
        let request = Request::new(&self.task);
        self.run_prover_within(Meter::new(&stop, limit), |p| {
            ReportBuilder::new(p, request).report()
        })
    }

    /// Extends a line that ends before the game does: to the end if the
    /// distance is exact, otherwise as far as few nodes suffice.
    pub(crate) fn complete_line(&mut self, line: &mut Line) {
        let spent = self.meter.nodes();
        let is_short = match line.score {
            Score::Win(plies) | Score::Loss(plies) => (line.pv.len() as u32) < plies,
            Score::Draw => line.pv.len() == 1 && !is_reported_without_line(spent),
            Score::Cp(_) => false,
        };
        if !is_short {
            return;
        }
        let request = Request::new(&self.task);
        let hundredths = if line.exact { 100 } else { LINE_PART };
        let short = line.clone();
        *line =
            self.run_prover(hundredths, |p| ReportBuilder::new(p, request).continued(short, spent));
    }

    /// Runs alpha-beta on the given moves.
    pub(crate) fn choose(&mut self, moves: SquareSet, hundredths: u32) -> Report {
        self.choose_with(moves, hundredths, &[])
    }

    /// Runs alpha-beta on the given moves. Wins and losses that are known replace its
    /// estimates in all reports. If other moves are left out, a loss is reported as an
    /// estimate: they may last longer.
    pub(crate) fn choose_with(
        &mut self,
        moves: SquareSet,
        hundredths: u32,
        known: &[Line],
    ) -> Report {
        let most = self.task.settings.multi_pv.max(1);
        let (stop, nodes) = self.meter.slice(hundredths);
        let spent = self.meter.nodes();
        let budget = Budget { nodes: nodes.max(1), ..self.task.budget };
        let report = &mut *self.task.report;
        let mut task = Task { moves, budget, stop: &stop, report, ..self.task };
        let is_part = moves != self.task.moves;
        let total = |report: Report| {
            let mut lines = with_known(report.lines, known, most);
            if is_part {
                let lost = |line: &&mut Line| matches!(line.score, Score::Loss(_));
                lines.iter_mut().filter(lost).for_each(estimate);
            }
            Report { nodes: report.nodes + spent, lines, ..report }
        };
        let report = task.delegate(self.alpha_beta, total);
        self.meter.add(report.nodes - spent);
        report
    }

    /// Spends the rest of a node limit, which the client expects to be used
    /// up, on the proof: its table may settle the next move.
    pub(crate) fn spend_rest(&mut self) {
        if self.meter.limit() != u64::MAX {
            let [mine, theirs] = self.root;
            self.run_prover(100, |prover| prover.value(mine, theirs, u64::MAX));
        }
    }
}

/// The best lines of a search and of those that are known to win or lose.
fn with_known(mut lines: Vec<Line>, known: &[Line], most: usize) -> Vec<Line> {
    let mut known = known.iter().filter(|line| line.score.is_decided()).peekable();
    if known.peek().is_none() {
        return lines;
    }
    for known in known {
        match lines.iter_mut().find(|line| line.pv.first() == known.pv.first()) {
            Some(line) if line.score.is_decided() => {}
            Some(line) => *line = known.clone(),
            None => lines.push(known.clone()),
        }
    }
    sort_by_key(&mut lines, |line| Reverse(line.score.order()));
    lines.truncate(most);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Square;
    use crate::search::proof::flat::report::line;

    #[test]
    fn what_is_known_replaces_estimates_only() {
        let [a, b, c, d] = [0, 1, 2, 3].map(Square::new);
        let found = |score, square| line(score, false, vec![square]);
        let lines = vec![found(Score::Win(5), a), found(Score::Cp(40), b), found(Score::Cp(30), c)];
        let known = [
            found(Score::Win(9), d),
            found(Score::Win(7), a),
            found(Score::Draw, c),
            found(Score::Loss(4), b),
        ];
        let firsts = |lines: &[Line]| -> Vec<(Score, Square)> {
            lines.iter().map(|line| (line.score, line.pv[0])).collect()
        };
        let expected = [(Score::Win(5), a), (Score::Win(9), d), (Score::Cp(30), c)];
        assert_eq!(firsts(&with_known(lines.clone(), &known, 3)), expected);
        assert_eq!(firsts(&with_known(lines.clone(), &known[2..3], 3)), firsts(&lines));
    }
}
