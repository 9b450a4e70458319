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
use crate::search::{Budget, Line, Meter, Report, Score, Searcher, Task};

/// Nodes of a search without any limit.
pub(super) const ENOUGH: u64 = 1 << 24;

/// The part of what is left, in hundredths, for finding the line of a proof
/// again.
const SHARE_OF_LINE: u32 = 10;

/// One task and what is spent on it.
pub(super) struct BudgetedTask<'m, 'b, W: Bits> {
    memory: &'m mut Memory<W>,
    line_search: &'m mut LineSearch,
    alpha_beta: &'m mut AlphaBeta,
    pub(super) task: Task<'b, Lines>,
    /// The stones of the side to move and of the other.
    pub(super) root: [W; 2],
    /// The nodes of all steps.
    pub(super) meter: Meter<'b>,
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
        let meter = Meter::new(task.stop, limit);
        Self { memory, line_search, alpha_beta, task, root, meter }
    }

    /// Asks the prover within a part of what is left.
    pub(super) fn ask<T>(
        &mut self,
        hundredths: u32,
        ask: impl FnOnce(&mut Prover<'_, W>) -> T,
    ) -> T {
        let (stop, nodes) = self.meter.part(hundredths);
        self.ask_within(Meter::new(&stop, nodes), ask)
    }

    /// Asks the prover, which may spend what a meter allows.
    fn ask_within<T>(&mut self, meter: Meter<'_>, ask: impl FnOnce(&mut Prover<'_, W>) -> T) -> T {
        let mut progress = |_| {};
        let mut prover = Prover::new(self.memory, meter, &mut progress);
        let answer = ask(&mut prover);
        self.meter.add(prover.nodes());
        answer
    }

    /// The short proof, or the values of several moves.
    pub(super) fn prove(&mut self, share: u32) -> Report {
        let (stop, mut limit) = self.meter.part(share);
        if self.task.budget.mate.is_some() {
            limit = self.meter.nodes_left();
        } else if let Some(depth) = self.task.budget.depth {
            limit = limit.min(nodes(Budget { depth: Some(depth), ..Budget::UNLIMITED }));
        }
        let asked = Request::new(&self.task);
        self.ask_within(Meter::new(&stop, limit), |p| ReportBuilder::new(p, asked).report())
    }

    /// Goes on with the line of a result that was cut short: to the end of an
    /// exact distance, or as far as is quickly found.
    pub(super) fn complete(&mut self, line: &mut Line) {
        let spent = self.meter.nodes();
        let is_short = match line.score {
            Score::Win(plies) | Score::Loss(plies) => (line.pv.len() as u32) < plies,
            Score::Draw => line.pv.len() == 1 && !is_told_alone(spent),
            Score::Cp(_) => false,
        };
        if !is_short {
            return;
        }
        let asked = Request::new(&self.task);
        let share = if line.exact { 100 } else { SHARE_OF_LINE };
        let short = line.clone();
        *line = self.ask(share, |p| ReportBuilder::new(p, asked).continued(short, spent));
    }

    /// Alpha-beta among some moves.
    pub(super) fn choose(&mut self, moves: SquareSet, hundredths: u32) -> Report {
        let (stop, nodes) = self.meter.part(hundredths);
        let general = self.task.settings.multi_pv > 1 || self.task.settings.neighbors;
        // Only one of the two has a table at a time.
        let search: &mut dyn Searcher<Lines> = if general {
            *self.line_search = LineSearch::default();
            self.alpha_beta
        } else {
            *self.alpha_beta = AlphaBeta::default();
            self.line_search
        };
        let spent = self.meter.nodes();
        let budget = Budget { nodes: nodes.max(1), ..self.task.budget };
        let report = &mut *self.task.report;
        let mut task = Task { moves, budget, stop: &stop, report, ..self.task };
        let total = |report: Report| Report { nodes: report.nodes + spent, ..report };
        let report = task.delegate(search, total);
        self.meter.add(report.nodes - spent);
        report
    }

    /// A node limit is a promise: what is left goes into the proof, which may
    /// know more at the next move.
    pub(super) fn spend_rest(&mut self) {
        if self.meter.limit() != u64::MAX {
            let [mine, theirs] = self.root;
            self.ask(100, |prover| prover.value(mine, theirs, u64::MAX));
        }
    }
}
