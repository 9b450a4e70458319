//! The exact search that `mcts` asks: before its own simulations, where a
//! proof is within reach, and after them, how soon a win can be had.

use crate::search::{Budget, Line, Prove, Report, Score, Searcher, Settings, Task};

/// Of the nodes and of the time until the soft limit, this may be spent on an
/// attempt that fails.
const SHARE: f64 = 0.4;
/// An attempt is made if it would have to be luckier than ordinary by this
/// factor, or less.
const LUCK: f64 = 4.0;
/// The most nodes that an attempt may take: nothing is told before it ends.
const FARTHEST: f64 = 3e7;
/// The same without a clock, which would end it before it bores anybody.
const FARTHEST_WITHOUT_CLOCK: f64 = 4e6;
/// An attempt is given up after so many times the ordinary cost of a line.
const PATIENCE: f64 = 16.0;
/// The nodes of the first attempt; every other may take as many as all before.
const FIRST: u64 = 1 << 12;
/// The nodes that looking for a sooner win may take.
const SOONER: u64 = 200_000;
/// The part of the memory that the prover gets, once there is one.
const MEMORY: usize = 4;

/// A prover, made when it is first needed.
pub(super) struct Ending<G: Prove> {
    prover: Option<Box<dyn Searcher<G>>>,
}

impl<G: Prove> Default for Ending<G> {
    fn default() -> Ending<G> {
        Ending { prover: None }
    }
}

/// What has become of an attempt.
pub(super) enum Tried {
    /// All that was asked for is proven.
    Proven(Report),
    /// It took too much, or was not even begun.
    Undecided {
        /// What it took.
        nodes: u64,
    },
}

impl<G: Prove> Ending<G> {
    /// Tries to prove the result of the task's position.
    pub(super) fn search(&mut self, task: &mut Task<'_, G>) -> Tried {
        let Task { game, root, moves, budget, settings, stop, .. } = *task;
        if settings.proofs && game.finds_sooner_wins() {
            // It will be asked in the end: the trees must leave it room.
            self.make(game);
        }
        let farthest = if stop.has_deadline() { FARTHEST } else { FARTHEST_WITHOUT_CLOCK };
        let most = (budget.max_simulations() as f64 * SHARE).min(farthest);
        let cost = game.proof_cost(root).filter(|&cost| cost <= most * LUCK);
        let Some(cost) = cost.filter(|_| settings.proofs && !settings.neighbors) else {
            return Tried::Undecided { nodes: 0 };
        };
        let prover = self.make(game);
        let settings = Settings { hash: settings.hash / MEMORY, ..settings.clone() };
        let lines = settings.multi_pv.min(moves.len());
        // However few nodes are ordinary, the first attempt may take its own.
        let patience = (cost * PATIENCE * lines as f64).max(FIRST as f64);
        let most = most.min(patience) as u64;
        let (mut nodes, mut slice) = (0, FIRST);
        // What is begun at half of the share of the time may take the other half.
        while nodes < most && !stop.requested() && !stop.is_beyond(SHARE / 2.0) {
            let limit = slice.min(most - nodes);
            let budget = Budget { nodes: limit, depth: None, mate: None };
            let mut attempt =
                Task { game, root, moves, budget, settings: &settings, stop, report: &mut |_| {} };
            let mut report = prover.search(&mut attempt);
            nodes += report.nodes;
            if report.lines.len() == lines && report.lines.iter().all(|l| l.score.is_proven()) {
                report.nodes = nodes;
                return Tried::Proven(report);
            }
            slice = nodes.max(FIRST);
        }
        Tried::Undecided { nodes }
    }

    /// The prover, which from now on has its share of the memory.
    fn make(&mut self, game: &G) -> &mut dyn Searcher<G> {
        &mut **self.prover.get_or_insert_with(|| game.prover())
    }

    /// The soonest win of a position, where a tree has found one that takes
    /// more than one ply; `None` if that takes too many nodes. Adds those that
    /// it took.
    pub(super) fn soonest(&mut self, task: &Task<'_, G>, report: &mut Report) -> Option<Line> {
        let &Task { game, root, moves, budget, settings, stop, .. } = task;
        let Score::Win(plies @ 2..) = report.lines.first()?.score else { return None };
        if !game.finds_sooner_wins() || moves != game.legal(root) {
            return None;
        }
        let left = budget.max_simulations().saturating_sub(report.nodes).min(SOONER);
        let settings = &Settings { hash: settings.hash / MEMORY, ..settings.clone() };
        let budget = Budget { nodes: left, depth: None, mate: Some(plies) };
        let report_to = &mut |_: &Report| {};
        let mut ask = Task { game, root, moves, budget, settings, stop, report: report_to };
        let mut found = self.prover.as_mut().filter(|_| left > 0)?.search(&mut ask);
        report.nodes += found.nodes;
        found.lines.drain(..).next().filter(|line| line.exact)
    }

    /// The memory that is left for the trees.
    pub(super) fn rest_of(&self, bytes: usize) -> usize {
        if self.prover.is_some() { bytes - bytes / MEMORY } else { bytes }
    }
}
