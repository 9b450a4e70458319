//! The state that the threads of a search share, and the report of the search.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::estimate::Outcome;
use super::graph::Graph;
use super::node::{Edge, Move, NodeId};
use crate::game::trains::{MAX_PLIES, Position};
use crate::game::{Game, Square, Trains};
use crate::search::budget::Stop;
use crate::search::task::{Report, Score, Settings};
use crate::search::tree::root_moves;
use crate::search::tree::root_moves::RootMove;

/// The state that the threads of a search share.
pub(super) struct Shared<'a> {
    pub(super) game: &'a Trains,
    pub(super) root: &'a Position,
    pub(super) settings: &'a Settings,
    pub(super) stop: &'a Stop,
    /// The node of the root.
    pub(super) node: NodeId,
    pub(super) graph: Mutex<&'a mut Graph>,
    /// The plies of the longest descent.
    pub(super) deepest: AtomicU32,
}

impl<'a> Shared<'a> {
    /// Locks the graph. Poisoning is ignored, because a panic of another thread
    /// ends the search in any case.
    pub(super) fn graph(&self) -> MutexGuard<'_, &'a mut Graph> {
        self.graph.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The line of play that begins with a move, or with the best one.
    pub(super) fn line(&self, graph: &Graph, first: Option<&Edge>) -> Vec<Square> {
        let mut position = *self.root;
        let mut moves = Vec::new();
        let mut next = first.or_else(|| best(graph.edges(self.node)));
        while let Some(edge) = next {
            moves.push(edge.square());
            self.game.play(&mut position, edge.square());
            let child = graph.child(edge, self.game.hash(&position));
            next = child.and_then(|node| best(graph.edges(node)));
        }
        moves
    }

    /// The root moves. Those of a proven position may have no visits.
    fn root_moves(&self) -> Vec<RootMove> {
        let graph = self.graph();
        let left = (MAX_PLIES - self.root.ply()) as u32;
        let worst = graph.estimate(self.node).bounds.worst;
        let edges = graph.edges(self.node);
        let to_move = |(i, &option): (usize, &Move)| {
            let untried = Edge::new(option.square());
            let edge = edges.get(i).unwrap_or(&untried);
            let pv = self.line(&graph, Some(edge));
            let visits = f64::from(edge.visits);
            RootMove {
                visits,
                total: visits * f64::from(edge.expected.reported),
                draws: Some(visits * f64::from(edge.expected.draw)),
                proven: edge.bounds.proven().map(|outcome| match outcome {
                    Outcome::Win => Score::Win(left),
                    Outcome::Draw => Score::Draw,
                    Outcome::Loss => Score::Loss(left),
                }),
                is_closed: edge.bounds.best <= worst,
                pv,
                pv_visits: visits,
            }
        };
        graph.moves(self.node).iter().enumerate().map(to_move).collect()
    }

    pub(super) fn report(&self, nodes: u64) -> Report {
        let moves = self.root_moves();
        let graph = self.graph();
        let report = Report {
            nodes,
            hashfull: Some(graph.fullness()),
            tree: Some(graph.size()),
            seldepth: self.deepest.load(Ordering::Relaxed),
            ..Report::default()
        };
        drop(graph);
        let report = root_moves::report(report, moves, self.settings.multi_pv);
        // A line of an earlier search may be longer than all descents of this one.
        Report { seldepth: report.seldepth.max(report.depth), ..report }
    }
}

/// The move with which a line of play continues: the most visited one, unless
/// another one is proven to be better than its reported value.
pub(super) fn best(edges: &[Edge]) -> Option<&Edge> {
    let visited = || edges.iter().filter(|edge| edge.visits > 0);
    let worst = visited().map(|edge| edge.bounds.worst).max()?;
    let open = most_visited(visited().filter(|edge| edge.bounds.best > worst));
    let open = open.filter(|edge| edge.expected.reported >= worst.value());
    open.or_else(|| most_visited(visited().filter(|edge| edge.bounds.worst == worst)))
}

/// Of equal moves the first one, which is the likeliest.
fn most_visited<'a>(edges: impl Iterator<Item = &'a Edge>) -> Option<&'a Edge> {
    edges.reduce(|most, edge| if edge.visits > most.visits { edge } else { most })
}
