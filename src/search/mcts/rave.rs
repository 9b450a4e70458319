//! `mcts`: Monte Carlo tree search with rapid action value estimation (Gelly
//! and Silver 2007). A playout tells who owned which square in the end, so it
//! says something about every move of every position on its way.

use super::tree::{Constants, Node, ROOT, Tree};
use super::{Simulation, line, run};
use crate::game::{Side, Square};
use crate::random::Random;
use crate::search::hardware::Instructions;
use crate::search::{Line, Playout, Report, Searcher, Settings, Task, candidates};

/// The constants, found by matches against `uct` and against each other.
const CONSTANTS: Constants =
    Constants { bias: 0.0005, exploration: 0.01, prior: 2.0, urgency: 0.6 };
/// A move gets a node of its own after so many visits.
const EXPAND_AFTER: f32 = 2.0;
/// A new node takes over at most so many AMAF visits from two plies before.
const INHERITED: f32 = 20.0;
/// The part of a result, on either side, that tells how clear it was.
const CLARITY: f32 = 0.1;
/// The difference in length that is as clear as can be.
const CLEAREST: f32 = 10.0;
/// The search and its tree.
pub(crate) struct Mcts<G: Playout> {
    tree: Tree,
    memory: G::Memory,
}

impl<G: Playout> Default for Mcts<G> {
    fn default() -> Mcts<G> {
        Mcts { tree: Tree::default(), memory: G::Memory::default() }
    }
}

impl<G: Playout> Searcher<G> for Mcts<G> {
    fn search(&mut self, task: &mut Task<'_, G>) -> Report {
        let Task { game, root, moves, budget, settings, stop, .. } = *task;
        self.tree.reset(settings.hash << 20);
        self.tree.add(moves, game.side(root));
        let mut search = Simulations {
            game,
            root,
            settings,
            tree: &mut self.tree,
            memory: &mut self.memory,
            random: Random::new(settings.seed ^ game.hash(root)),
            path: Vec::with_capacity(game.board().len() + 1),
            seldepth: 0,
        };
        run(&mut search, budget, stop, task.report)
    }

    fn clear(&mut self) {
        self.tree = Tree::default();
    }
}

struct Simulations<'a, G: Playout> {
    game: &'a G,
    root: &'a G::Position,
    settings: &'a Settings,
    tree: &'a mut Tree,
    memory: &'a mut G::Memory,
    random: Random,
    /// The nodes of the current descent, and the move taken in each.
    path: Vec<(Node, usize)>,
    seldepth: usize,
}

impl<G: Playout> Simulation for Simulations<'_, G> {
    /// One descent, one filling, one update.
    #[inline(always)]
    fn simulate(&mut self, instructions: impl Instructions) {
        let mut position = self.root.clone();
        let mut at = ROOT;
        self.path.clear();
        loop {
            let choice = self.tree.select(at, &CONSTANTS);
            self.path.push((at, choice));
            self.game.play(&mut position, self.tree.square(at, choice));
            match self.tree.child(at, choice) {
                Some(child) => at = child,
                None if self.tree.visits(at, choice).0 < EXPAND_AFTER => break,
                None => match self.expand(&position) {
                    Some(child) => {
                        self.tree.set_child(at, choice, child);
                        at = child;
                    }
                    None => break,
                },
            }
        }
        self.seldepth = self.seldepth.max(self.path.len());
        let end = self.game.playout(instructions, self.memory, &position, &mut self.random);
        let clarity = (end.margin as f32 * (CLARITY / CLEAREST)).clamp(-CLARITY, CLARITY);
        let for_x = 0.5 + (0.5 - CLARITY) * end.margin.signum() as f32 + clarity;
        for &(node, choice) in &self.path {
            let (own, result) = match self.tree.side(node) {
                Side::X => (end.x, for_x),
                Side::O => (end.o, 1.0 - for_x),
            };
            self.tree.update(instructions, node, choice, own, result);
        }
    }

    fn depth(&self) -> usize {
        self.best_line(ROOT).len()
    }

    fn report(&self, nodes: u64) -> Report {
        let describe = |&i: &usize| {
            let (visits, total) = self.tree.visits(ROOT, i);
            let value = if visits > 0.0 { f64::from(total / visits) } else { 0.5 };
            let mut pv = vec![self.tree.square(ROOT, i)];
            pv.extend(self.tree.child(ROOT, i).into_iter().flat_map(|child| self.best_line(child)));
            line(value, pv)
        };
        let ranked = self.ranked(ROOT);
        let lines: Vec<Line> = ranked.iter().take(self.settings.multi_pv).map(describe).collect();
        Report {
            depth: lines.first().map_or(0, |line| line.pv.len() as u32),
            seldepth: self.seldepth as u32,
            nodes,
            hashfull: Some(self.tree.fullness()),
            margin: None,
            lines,
        }
    }
}

impl<G: Playout> Simulations<'_, G> {
    /// Gives the position that the path has led to a node, unless the game is
    /// over there or memory is used up.
    #[inline(always)]
    fn expand(&mut self, position: &G::Position) -> Option<Node> {
        let moves = candidates(self.game, position, self.settings.neighbors);
        if moves.is_empty() {
            return None;
        }
        let child = self.tree.add(moves, self.game.side(position))?;
        if let Some(&(before, _)) = self.path.iter().nth_back(1) {
            self.tree.inherit(child, before, INHERITED);
        }
        Some(child)
    }

    /// The moves of a node, most visited first; equal ones in board order.
    fn ranked(&self, node: Node) -> Vec<usize> {
        let mut moves: Vec<usize> = (0..self.tree.moves(node)).collect();
        let visits = |&i: &usize| std::cmp::Reverse(self.tree.visits(node, i).0 as u64);
        moves.sort_by_key(visits);
        moves
    }

    /// The most visited moves from a node on, as long as there have been as
    /// many visits as moves: what comes after is chance.
    fn best_line(&self, from: Node) -> Vec<Square> {
        let mut line = Vec::new();
        let mut at = Some(from);
        while let Some(node) = at
            && self.tree.node_visits(node) as usize >= self.tree.moves(node)
        {
            let visits = |i: &usize| self.tree.visits(node, *i).0 as u64;
            let moves = (0..self.tree.moves(node)).rev();
            let Some(best) = moves.max_by_key(visits).filter(|i| visits(i) > 0) else { break };
            line.push(self.tree.square(node, best));
            at = self.tree.child(node, best);
        }
        line
    }
}
