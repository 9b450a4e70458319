//! The simulations of `mcts`: Monte Carlo tree search with rapid action value
//! estimation (Gelly and Silver 2007). The squares that each side owns at the
//! end of a playout count for the moves of every node on the path.

#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicU64, Ordering};

use super::backpropagation::INHERITED;
use super::child::{Child, Node, ROOT};
use super::select::Constants;
use super::settled::{is_settled, mark_wins, proven_wins};
use super::tree::Tree;
use super::tree_sync::TreeSync;
use crate::game::{Outcome, Side, Square, Squares};
use crate::random::Random;
use crate::search::hardware::Instructions;
use crate::search::task::{Heuristics, Report, Score, Settings, candidates};
use crate::search::tree::root_moves;
use crate::search::tree::root_moves::{RootMove, proven_result};
use crate::search::tree::simulations::Simulation;

/// With few empty squares, a move needs this many times the usual visits to get
/// its own node.
const SLOWER_GROWTH: f32 = 4.0;
/// The margin at which the part of a result that depends on it reaches its
/// maximum.
const CLEAREST: f32 = 10.0;

/// One thread's search in its own tree.
pub(super) struct Simulations<'a, G: Heuristics> {
    pub(super) game: &'a G,
    pub(super) root: &'a G::Position,
    settings: &'a Settings,
    constants: Constants,
    /// The part of a result, on either side of a draw, that depends on the
    /// margin.
    clarity: f32,
    pub(super) tree: &'a mut Tree<G::Set>,
    memory: &'a mut G::PlayoutMemory,
    random: Random,
    /// The nodes of the current descent, and the move taken in each.
    pub(super) path: Vec<(Node, usize)>,
    seldepth: usize,
    /// Positions after more moves than this have few empty squares.
    late_from: usize,
    /// Whether the report is proven.
    pub(super) settled: bool,
    /// The exchange with other threads, if there are any.
    pub(super) sync: Option<TreeSync>,
    /// The number of this thread's simulations, for the first thread's reports.
    counted: &'a AtomicU64,
}

impl<G: Heuristics> Simulation for Simulations<'_, G> {
    /// One descent, one playout, one backpropagation.
    #[inline(always)]
    fn simulate(&mut self, instructions: impl Instructions) {
        let mut position = self.root.clone();
        let mut at = ROOT;
        self.path.clear();
        // The moves of the path before this index have been counted.
        let mut counted = 0;
        loop {
            let mut choice = self.tree.select(at, &self.constants);
            if let Child::Proven(score) = self.tree.child(at, choice) {
                // Simulating a proven move gives no information. The moves
                // before it get its result, and the best move without a proven
                // result is simulated instead.
                self.count_proven(counted, self.tree.side(at), score);
                counted = self.path.len();
                match self.tree.select_open(at, &self.constants) {
                    Some(open) => choice = open,
                    None => return,
                }
            }
            self.path.push((at, choice));
            self.game.play(&mut position, self.tree.square(at, choice));
            match self.tree.child(at, choice) {
                Child::Node(child) => at = child,
                Child::Proven(_) => break,
                Child::Unknown if self.is_young(at, choice) => break,
                Child::Unknown => match self.expand(&position) {
                    Some(child) => {
                        self.tree.set_child(at, choice, Child::Node(child));
                        at = child;
                    }
                    None => break,
                },
            }
        }
        self.seldepth = self.seldepth.max(self.path.len());
        let last = self.path.last().map(|&(node, choice)| self.tree.square(node, choice));
        let end = self.game.playout(instructions, self.memory, &position, last, &mut self.random);
        let most = self.clarity;
        let clarity = (end.margin as f32 * (most / CLEAREST)).clamp(-most, most);
        let for_x = 0.5 + (0.5 - most) * end.margin.signum() as f32 + clarity;
        for &(node, choice) in &self.path[counted..] {
            let (own, result) = match self.tree.side(node) {
                Side::X => (end.x, for_x),
                Side::O => (end.o, 1.0 - for_x),
            };
            self.tree.update(instructions, node, choice, own, result);
        }
        if self.settings.proofs && !self.settings.neighbors {
            self.prove(&position);
        }
    }

    fn progressed(&mut self, nodes: u64) {
        self.counted.store(nodes, Ordering::Relaxed);
        self.exchange(nodes);
    }

    fn settled(&self) -> bool {
        self.settled
    }

    fn is_decided(&self, simulations: f64) -> bool {
        let (first, second) = self.leaders();
        let lead = second.map_or(f64::INFINITY, |(visits, _)| first.0 - visits);
        // The simulations of the other threads count as well.
        let leads = lead > simulations * self.settings.threads as f64;
        self.settings.early_stop && (leads || proven_wins(self.tree) > 0)
    }

    /// Whether the second of the most visited moves has better results than the first,
    /// and more than half of its visits.
    fn is_unstable(&self) -> bool {
        let (first, second) = self.leaders();
        second.is_some_and(|second| second.1 > first.1 && second.0 * 2.0 > first.0)
    }

    fn depth(&self) -> usize {
        self.best_line(ROOT).len()
    }

    fn report(&self, nodes: u64) -> Report {
        let report = Report {
            seldepth: self.seldepth as u32,
            nodes,
            hashfull: Some(self.tree.fullness()),
            tree: Some(self.tree.size()),
            ..Report::default()
        };
        root_moves::report(report, self.root_moves(), self.settings.multi_pv)
    }
}

impl<'a, G: Heuristics> Simulations<'a, G> {
    /// A search in a tree with at least its root.
    pub(super) fn new(
        (game, root): (&'a G, &'a G::Position),
        settings: &'a Settings,
        (tree, memory): (&'a mut Tree<G::Set>, &'a mut G::PlayoutMemory),
        random: Random,
        (sync, counted): (Option<TreeSync>, &'a AtomicU64),
    ) -> Simulations<'a, G> {
        if settings.proofs && !settings.neighbors {
            mark_wins(game, root, tree);
        }
        let settled = is_settled(tree, settings.multi_pv);
        let path = Vec::with_capacity(game.board().len() + 1);
        let seldepth = 0;
        let late_from = game.empty(root).len().saturating_sub(G::FEW_EMPTY);
        Simulations {
            game,
            root,
            settings,
            constants: Constants::new(&settings.mcts),
            clarity: settings.mcts.clarity as f32 / 1000.0,
            tree,
            memory,
            random,
            path,
            seldepth,
            late_from,
            settled,
            sync,
            counted,
        }
    }

    /// Whether a move has too few visits for its own node.
    #[inline(always)]
    fn is_young(&self, node: Node, choice: usize) -> bool {
        let is_late = self.path.len() > self.late_from;
        let times = if is_late { SLOWER_GROWTH } else { 1.0 };
        self.tree.visits(node, choice).0 < self.tree.expand_after * times
    }

    /// Adds a node for the position at the end of the path, unless the game is
    /// over there or the memory is used up.
    #[inline(always)]
    pub(super) fn expand(&mut self, position: &G::Position) -> Option<Node> {
        let moves = candidates(self.game, position, self.settings.neighbors);
        if moves.is_empty() {
            return None;
        }
        let child = self.tree.add(moves, self.game.side(position))?;
        if let Some(&(before, _)) = self.path.iter().nth_back(1) {
            self.tree.inherit_amaf(child, before, INHERITED);
        }
        Some(child)
    }

    /// Counts a proven result for `side` for the moves of the path from index
    /// `from` on.
    #[cold]
    fn count_proven(&mut self, from: usize, side: Side, score: Score) {
        let result = proven_result(score);
        for &(node, choice) in &self.path[from..] {
            let same = self.tree.side(node) == side;
            self.tree.count(node, choice, if same { result } else { 1.0 - result });
        }
    }

    /// If the descent has ended the game, backs the result up as far as it
    /// proves nodes.
    #[inline(always)]
    fn prove(&mut self, position: &G::Position) {
        let Some(outcome) = self.game.outcome(position) else { return };
        let Some(&(last, _)) = self.path.last() else { return };
        self.back_up(match outcome {
            Outcome::Draw => Score::Draw,
            Outcome::Win(side) if side == self.tree.side(last) => Score::Win(1),
            Outcome::Win(_) => Score::Loss(1),
        });
    }

    /// Marks the last move of the path as proven, and then every earlier move
    /// whose result follows.
    #[cold]
    pub(super) fn back_up(&mut self, mut score: Score) {
        while let Some((node, choice)) = self.path.pop() {
            self.tree.set_child(node, choice, Child::Proven(score));
            let Some(&(before, _)) = self.path.last() else { break };
            let Some(proven) = self.tree.proven(node) else { return };
            score = proven.earlier(self.tree.side(before) != self.tree.side(node));
        }
        self.settled |= is_settled(self.tree, self.settings.multi_pv);
    }

    /// The visits and mean results of the two most visited moves that are not
    /// proven losses.
    fn leaders(&self) -> ((f64, f64), Option<(f64, f64)>) {
        let mut leaders = [(0.0, 0.0); 2];
        let mut count = 0;
        for i in 0..self.tree.move_count(ROOT) {
            if let Child::Proven(Score::Loss(_)) = self.tree.child(ROOT, i) {
                continue;
            }
            count += 1;
            let (visits, total) = self.tree.visits(ROOT, i);
            let found = (f64::from(visits), f64::from(total / visits.max(1.0)));
            if found.0 > leaders[0].0 {
                leaders = [found, leaders[0]];
            } else if found.0 > leaders[1].0 {
                leaders[1] = found;
            }
        }
        (leaders[0], (count > 1).then_some(leaders[1]))
    }

    /// The root moves with the statistics of this tree.
    pub(super) fn root_moves(&self) -> Vec<RootMove> {
        let describe = |i: usize| {
            let (visits, total) = self.tree.visits(ROOT, i);
            let mut pv = vec![self.tree.square(ROOT, i)];
            let mut proven = None;
            match self.tree.child(ROOT, i) {
                Child::Node(child) => pv.extend(self.best_line(child)),
                Child::Proven(score) => proven = Some(score),
                Child::Unknown => {}
            }
            let (visits, total) = (f64::from(visits), f64::from(total));
            let is_closed = false;
            RootMove { visits, total, draws: None, proven, is_closed, pv, pv_visits: visits }
        };
        (0..self.tree.move_count(ROOT)).map(describe).collect()
    }

    /// The root moves with the statistics of this thread's own simulations, to
    /// be merged with those of the others.
    pub(super) fn own_root_moves(&self) -> Vec<RootMove> {
        let mut moves = self.root_moves();
        if let Some(sync) = &self.sync {
            for (known, own) in moves.iter_mut().zip(sync.own(self.tree)) {
                (known.visits, known.total) = own;
            }
        }
        moves
    }

    /// The number of moves of the longest descent.
    pub(super) fn seldepth(&self) -> usize {
        self.seldepth
    }

    /// The best moves from a node on, as long as nodes have at least as many
    /// visits as moves: later moves would be random.
    fn best_line(&self, from: Node) -> Vec<Square> {
        let mut line = Vec::new();
        let mut at = Some(from);
        while let Some(node) = at
            && self.tree.node_visits(node) as usize >= self.tree.move_count(node)
        {
            let Some(best) = self.best_move(node) else { break };
            line.push(self.tree.square(node, best));
            at = match self.tree.child(node, best) {
                Child::Node(child) => Some(child),
                Child::Unknown | Child::Proven(_) => None,
            };
        }
        line
    }

    /// A proven win, or else the most visited move that is not a proven loss;
    /// but a proven draw if that move looks like a loss.
    fn best_move(&self, node: Node) -> Option<usize> {
        let child = |i: usize| self.tree.child(node, i);
        let merit = |i: &usize| match child(*i) {
            Child::Proven(score @ (Score::Win(_) | Score::Loss(_))) => (score.rank(), 0),
            _ => (0, self.tree.visits(node, *i).0 as u64),
        };
        let mut moves = (0..self.tree.move_count(node)).rev();
        let best = moves.clone().max_by_key(merit)?;
        let (visits, total) = self.tree.visits(node, best);
        let draw = moves.rfind(|&i| child(i) == Child::Proven(Score::Draw));
        Some(draw.filter(|_| total < 0.5 * visits).unwrap_or(best))
    }
}
