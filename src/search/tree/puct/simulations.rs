//! The simulations of one thread.

use std::sync::atomic::{AtomicU64, Ordering};

use super::estimate::{Estimate, Expected, Outcome};
use super::evaluator::{Evaluator, Leaf};
use super::graph::Graph;
use super::node::{Edge, NodeId};
use super::shared::Shared;
use crate::game::trains::{MAX_PLIES, Position};
use crate::game::{Game, Side, Square};
use crate::search::hardware::Instructions;
use crate::search::task::{Report, candidates};
use crate::search::tree::simulations::Simulation;

/// One thread of a search.
pub(super) struct Simulations<'a, 's> {
    shared: &'s Shared<'a>,
    evaluator: Evaluator,
    /// The nodes of the current descent, and the move taken in each.
    path: Vec<(NodeId, usize)>,
    priors: Vec<(Square, f32)>,
    counted: &'s AtomicU64,
}

/// A position that is not in the graph, at the end of a descent.
struct New {
    position: Position,
    /// The move that leads to it, with its visits and their result for the side to
    /// move in the new position.
    last: Square,
    visits: u32,
    expected: Expected,
}

impl<'a, 's> Simulations<'a, 's> {
    pub(super) fn new(
        shared: &'s Shared<'a>,
        evaluator: Evaluator,
        counted: &'s AtomicU64,
    ) -> Simulations<'a, 's> {
        let (path, priors) = (Vec::with_capacity(MAX_PLIES), Vec::with_capacity(MAX_PLIES));
        Simulations { shared, evaluator, path, priors, counted }
    }

    /// Descends from the root. A position of the graph that needs no evaluation is
    /// backed up at once.
    fn descend(&mut self) -> Option<New> {
        let Shared { game, settings, .. } = *self.shared;
        let mut position = *self.shared.root;
        let mut graph = self.shared.graph();
        let mut node = self.shared.node;
        self.path.clear();
        loop {
            let lines = if node == self.shared.node { settings.multi_pv } else { 1 };
            graph.make_room_for_edge(node);
            let choice = graph.select(node, lines, &settings.puct);
            graph.begin_visit(node, choice);
            self.path.push((node, choice));
            let edge = &graph.edges(node)[choice];
            let Edge { visits, expected, bounds, .. } = *edge;
            let last = edge.square();
            let mover = game.side(&position);
            game.play(&mut position, last);
            let child = graph.child(edge, game.hash(&position));
            graph.link(node, choice, child);
            let is_known = match child {
                None => bounds.proven().is_some(),
                // If other moves have led to this position more often, its value in
                // the graph is used without a further visit.
                Some(child) => {
                    graph.estimate(child).bounds.proven().is_some() || graph.visits(child) > visits
                }
            };
            if is_known {
                self.back_up(&mut graph, None);
                return None;
            }
            let Some(child) = child else {
                let is_same = game.side(&position) == mover;
                let expected = if is_same { expected } else { expected.for_opponent() };
                return Some(New { position, last, visits, expected });
            };
            node = child;
        }
    }

    /// Adds the result of a descent to all nodes of its path (backpropagation).
    /// `leaf` is the value of the last position if it has no node.
    fn back_up(&self, graph: &mut Graph, leaf: Option<(Estimate, Side)>) {
        self.shared.deepest.fetch_max(self.path.len() as u32, Ordering::Relaxed);
        for &(node, choice) in self.path.iter().rev() {
            graph.end_visit(node, choice, leaf);
        }
    }
}

impl Simulation for Simulations<'_, '_> {
    #[inline(always)]
    fn simulate(&mut self, instructions: impl Instructions) {
        let Shared { game, settings, stop, .. } = *self.shared;
        let Some(New { position, last, visits, expected }) = self.descend() else { return };
        let moves = candidates(game, &position, settings.neighbors);
        let side = game.side(&position);
        let leaf = Leaf { position, last, moves, visits };
        let priors = &mut self.priors;
        let estimate = self.evaluator.evaluate(instructions, game, &leaf, stop, priors);
        let mut graph = self.shared.graph();
        let hash = game.hash(&position);
        // Another thread may have added it.
        let child = match graph.find(hash) {
            Some(child) => Some(child),
            // A position that was replaced goes on with the value that it had.
            None => {
                let known = match visits {
                    0 => estimate,
                    _ => Estimate { expected: expected.within(estimate.bounds), ..estimate },
                };
                let visits = visits.saturating_add(1);
                graph.add((hash, side), (known, visits), &self.priors)
            }
        };
        if let Some(&(node, choice)) = self.path.last() {
            graph.link(node, choice, child);
        }
        self.back_up(&mut graph, Some((estimate, side)));
    }

    fn progressed(&mut self, nodes: u64) {
        self.counted.store(nodes, Ordering::Relaxed);
    }

    /// Whether the best lines are proven.
    fn settled(&self) -> bool {
        let graph = self.shared.graph();
        if self.shared.settings.multi_pv == 1 {
            return graph.estimate(self.shared.node).bounds.proven().is_some();
        }
        let edges = graph.edges(self.shared.node);
        let proven = edges.iter().filter_map(|edge| edge.bounds.proven());
        let wins = proven.clone().filter(|&outcome| outcome == Outcome::Win).count();
        wins >= self.shared.settings.multi_pv
            || proven.count() == graph.moves(self.shared.node).len()
    }

    fn is_decided(&self, simulations: f64) -> bool {
        let (first, second) = self.leaders();
        let lead = f64::from(first.0) - second.map_or(0.0, |(visits, _)| f64::from(visits));
        let settings = self.shared.settings;
        settings.early_stop && lead > simulations * settings.threads as f64
    }

    /// Whether the second of the most visited moves has better results than the first,
    /// and more than half of its visits.
    fn is_unstable(&self) -> bool {
        let (first, second) = self.leaders();
        second.is_some_and(|second| second.1 > first.1 && second.0 * 2 > first.0)
    }

    fn depth(&self) -> usize {
        self.shared.line(&self.shared.graph(), None).len()
    }

    fn report(&self, nodes: u64) -> Report {
        self.shared.report(nodes)
    }
}

impl Simulations<'_, '_> {
    /// The visits and values of the two most visited moves.
    fn leaders(&self) -> ((u32, f32), Option<(u32, f32)>) {
        let graph = self.shared.graph();
        let (mut first, mut second) = ((0, 0.0), None);
        for edge in graph.edges(self.shared.node) {
            let this = (edge.visits, edge.expected.value);
            if this.0 > first.0 {
                second = Some(first).filter(|first| first.0 > 0);
                first = this;
            } else if second.is_none_or(|second| this.0 > second.0) && this.0 > 0 {
                second = Some(this);
            }
        }
        (first, second)
    }
}
