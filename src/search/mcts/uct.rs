//! `uct`: plain Monte Carlo tree search, as the original TicTacTrains program
//! has it.

use super::uct_tree::{ROOT, Tree};
use super::{Simulation, line, run};
use crate::game::Square;
use crate::random::Random;
use crate::search::hardware::Instructions;
use crate::search::{Heuristics, Line, MoveCount, Report, Searcher, Settings, Task, candidates};

/// Plain UCT (Kocsis and Szepesvári 2006): exploration √2, all children on
/// the first visit, uniform playouts, the most visited move, unless another
/// wins at once that simulations cut short have missed; on TicTacTrains d4
/// without a search when it may be played (`CentreReply`).
pub(crate) struct Uct<G: Heuristics> {
    tree: Tree,
    memory: G::PlayoutMemory,
}

impl<G: Heuristics> Default for Uct<G> {
    fn default() -> Uct<G> {
        Uct { tree: Tree::default(), memory: G::PlayoutMemory::default() }
    }
}

impl<G: Heuristics> Searcher<G> for Uct<G> {
    fn search(&mut self, task: &mut Task<'_, G>) -> Report {
        let Task { game, root, moves, budget, settings, stop, .. } = *task;
        // Who asks for several lines wants to compare moves.
        if settings.centre_reply
            && settings.multi_pv == 1
            && let Some(reply) = game.reference_reply().filter(|&reply| moves.contains(reply))
        {
            return Report::only(reply, 0);
        }
        self.tree.reset(settings.hash, game.side(root));
        self.tree.expand(ROOT, moves, game.side(root));
        let mut position = root.clone();
        let mut search = Simulations {
            game,
            root,
            settings,
            win: moves.into_iter().find(|&square| game.wins_with(&mut position, square)),
            tree: &mut self.tree,
            memory: &mut self.memory,
            random: Random::new(settings.seed ^ game.hash(root)),
            path: Vec::with_capacity(game.board().len() + 1),
            seldepth: 1,
        };
        run(&mut search, budget, stop, task.report)
    }

    fn clear(&mut self) {
        self.tree = Tree::default();
    }
}

struct Simulations<'a, G: Heuristics> {
    game: &'a G,
    root: &'a G::Position,
    settings: &'a Settings,
    /// The first of the moves that win at once.
    win: Option<Square>,
    tree: &'a mut Tree,
    memory: &'a mut G::PlayoutMemory,
    random: Random,
    /// The nodes of the current descent.
    path: Vec<u32>,
    seldepth: usize,
}

impl<G: Heuristics> Simulation for Simulations<'_, G> {
    /// One descent, one expansion, one random game from a random new child,
    /// one update of the nodes of the descent.
    #[inline(always)]
    fn simulate(&mut self, instructions: impl Instructions) {
        let mut position = self.root.clone();
        let mut node = ROOT;
        self.path.clear();
        self.path.push(node);
        while let Some(child) = self.tree.select(node) {
            self.game.play(&mut position, self.tree.square(child));
            node = child;
            self.path.push(node);
        }
        self.seldepth = self.seldepth.max(self.path.len() - 1);
        if self.game.outcome(&position).is_none() {
            let moves = candidates(self.game, &position, self.settings.neighbors);
            self.tree.expand(node, moves, self.game.side(&position));
            if let Some(child) = self.tree.random_child(node, &mut self.random) {
                self.game.play(&mut position, self.tree.square(child));
            }
        }
        let end = self.game.playout(instructions, self.memory, &position, None, &mut self.random);
        let reward = self.game.reference_reward(end.margin);
        for &node in &self.path {
            self.tree.update(node, reward);
        }
    }

    fn depth(&self) -> usize {
        self.tree.best_line(ROOT).len()
    }

    fn report(&self, nodes: u64) -> Report {
        let wins = |child: u32| self.win == Some(self.tree.square(child));
        let describe = |&child: &u32| {
            let mut pv: Vec<Square> = vec![self.tree.square(child)];
            pv.extend(self.tree.best_line(child));
            line(if wins(child) { 1.0 } else { self.tree.value(child) }, pv)
        };
        let count = |&child: &u32| {
            let visits = self.tree.visits(child);
            let mean = (visits > 0).then(|| self.tree.value(child));
            MoveCount { square: self.tree.square(child), visits: visits.into(), mean }
        };
        let mut ranked = self.tree.ranked(ROOT);
        let counts = ranked.iter().map(count).collect();
        ranked.sort_by_key(|&child| !wins(child));
        let lines: Vec<Line> = ranked.iter().take(self.settings.multi_pv).map(describe).collect();
        Report {
            depth: lines.first().map_or(0, |line| line.pv.len() as u32),
            seldepth: self.seldepth as u32,
            nodes,
            hashfull: Some(self.tree.fullness()),
            tree: Some(self.tree.size()),
            counts,
            lines,
            ..Report::default()
        }
    }
}
