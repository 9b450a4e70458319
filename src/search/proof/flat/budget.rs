//! The steps of the player of flat boards, each within a part of what is left of
//! its budget.

use super::bits::Bits;
use super::line::is_told_alone;
use super::memory::Memory;
use super::report::{ReportBuilder, Request};
use super::solve::Prover;
use super::{nodes, stones};
use crate::game::{Lines, SquareSet};
use crate::search::alpha_beta::AlphaBeta;
use crate::search::lines::LineSearch;
use crate::search::{Budget, Line, Meter, Report, Score, Searcher, Stop, Task};

/// Nodes of a search without any limit.
pub(super) const ENOUGH: u64 = 1 << 24;

/// The part of what is left, in hundredths, for finding the line of a proof
/// again.
const SHARE_OF_LINE: u32 = 10;

/// One task and what has been spent on it.
pub(super) struct BudgetedTask<'m, 'b, W: Bits> {
    memory: &'m mut Memory<W>,
    line_search: &'m mut LineSearch,
    alpha_beta: &'m mut AlphaBeta,
    pub(super) task: Task<'b, Lines>,
    /// The stones of the side to move and of the other.
    pub(super) root: [W; 2],
    pub(super) nodes: u64,
    pub(super) limit: u64,
}

impl<'m, 'b, W: Bits> BudgetedTask<'m, 'b, W> {
    pub(super) fn new(
        memory: &'m mut Memory<W>,
        (line_search, alpha_beta): (&'m mut LineSearch, &'m mut AlphaBeta),
        task: Task<'b, Lines>,
    ) -> Self {
        let limited = task.stop.time_left().is_some() || task.budget.nodes != u64::MAX;
        let limit = if limited { task.budget.nodes } else { ENOUGH };
        let root = stones(task.game, task.root);
        Self { memory, line_search, alpha_beta, task, root, nodes: 0, limit }
    }

    /// A part of what is left, in hundredths: until when, and how many nodes.
    fn part(&self, hundredths: u32) -> (Stop, u64) {
        let stop = self.task.stop;
        let stop = match stop.time_left() {
            Some(left) if hundredths < 100 => stop.within(left * hundredths / 100),
            _ => stop.group(),
        };
        let left = self.limit.saturating_sub(self.nodes);
        let nodes = match hundredths {
            100.. => left,
            _ => (u128::from(left) * u128::from(hundredths) / 100) as u64,
        };
        (stop, nodes)
    }

    /// Asks the prover within a part of what is left.
    pub(super) fn ask<T>(
        &mut self,
        hundredths: u32,
        ask: impl FnOnce(&mut Prover<'_, W>) -> T,
    ) -> T {
        let (stop, nodes) = self.part(hundredths);
        let mut progress = |_| {};
        let mut prover = Prover::new(self.memory, Meter::new(&stop, nodes), &mut progress);
        let answer = ask(&mut prover);
        self.nodes += prover.nodes();
        answer
    }

    /// The short proof, or the values of several moves.
    pub(super) fn prove(&mut self, share: u32) -> Report {
        let (stop, mut limit) = self.part(share);
        if self.task.budget.mate.is_some() {
            limit = self.limit.saturating_sub(self.nodes);
        } else if let Some(depth) = self.task.budget.depth {
            limit = limit.min(nodes(Budget { depth: Some(depth), ..Budget::UNLIMITED }));
        }
        let asked = Request::new(&self.task);
        let mut progress = |_| {};
        let meter = Meter::new(&stop, limit);
        let prover = Prover::new(self.memory, meter, &mut progress);
        let report = ReportBuilder::new(prover, asked).report();
        self.nodes += report.nodes;
        report
    }

    /// Goes on with the line of a result that was cut short: to the end of an
    /// exact distance, or as far as is quickly found.
    pub(super) fn complete(&mut self, line: &mut Line) {
        let is_short = match line.score {
            Score::Win(plies) | Score::Loss(plies) => (line.pv.len() as u32) < plies,
            Score::Draw => line.pv.len() == 1 && !is_told_alone(self.nodes),
            Score::Cp(_) => false,
        };
        if !is_short {
            return;
        }
        let (stop, limit) = self.part(if line.exact { 100 } else { SHARE_OF_LINE });
        let asked = Request::new(&self.task);
        let mut progress = |_| {};
        let prover = Prover::new(self.memory, Meter::new(&stop, limit), &mut progress);
        let (whole, nodes) = ReportBuilder::new(prover, asked).continued(line.clone(), self.nodes);
        *line = whole;
        self.nodes += nodes;
    }

    /// Alpha-beta among some moves.
    pub(super) fn choose(&mut self, moves: SquareSet, hundredths: u32) -> Report {
        let (stop, limit) = self.part(hundredths);
        let spent = self.nodes;
        let report = &mut *self.task.report;
        let mut task = Task {
            moves,
            budget: Budget { nodes: limit.max(1), ..self.task.budget },
            stop: &stop,
            report: &mut |found: &Report| {
                report(&Report { nodes: found.nodes + spent, ..found.clone() });
            },
            ..self.task
        };
        let general = task.settings.multi_pv > 1 || task.settings.neighbors;
        // Only one of the two has a table at a time.
        let report = if general {
            *self.line_search = LineSearch::default();
            self.alpha_beta.search(&mut task)
        } else {
            *self.alpha_beta = AlphaBeta::default();
            self.line_search.search(&mut task)
        };
        self.nodes += report.nodes;
        Report { nodes: self.nodes, ..report }
    }

    /// A node limit is a promise: what is left goes into the proof, which may
    /// know more at the next move.
    pub(super) fn spend_rest(&mut self) {
        if self.limit != u64::MAX {
            let [mine, theirs] = self.root;
            self.ask(100, |prover| prover.value(mine, theirs, u64::MAX));
        }
    }
}
