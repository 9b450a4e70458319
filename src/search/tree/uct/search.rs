//! `uct`: plain Monte Carlo tree search, as in the original TicTacTrains
//! program.

use super::tree::{ROOT, Tree};
use crate::game::{Game, Outcome, Square, Squares};
use crate::random::Random;
use crate::search::hardware::Instructions;
use crate::search::task::sorting::sort_by_key;
use crate::search::task::{
    Heuristics, Line, MoveCount, Report, Score, Searcher, Settings, Task, candidates,
};
use crate::search::tree::root_moves::line;
use crate::search::tree::simulations::{Simulation, run};

/// Plain UCT (Kocsis and Szepesvári 2006): exploration √2, all children added
/// on the first visit, uniform playouts, the most visited move chosen. On
/// TicTacTrains d4 is played without a search when it is legal
/// (`CentreReply`). Unlike the original, this search plays a move that ends the
/// game without simulations if no other move can be better.
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
        // Several lines are for comparing moves, so they need a search.
        if settings.centre_reply
            && settings.multi_pv == 1
            && let Some(reply) = game.reference_reply().filter(|&reply| moves.contains(reply))
        {
            return Report::only(reply, 0);
        }
        self.tree.reset(settings.hash, game.side(root));
        self.tree.expand(ROOT, moves, game.side(root));
        let mut search = UctSimulations {
            game,
            root,
            settings,
            lines: settings.multi_pv.min(moves.len()),
            best_end: best_end(game, root, moves),
            tree: &mut self.tree,
            memory: &mut self.memory,
            random: Random::new(settings.seed ^ game.hash(root)),
            path: Vec::with_capacity(game.board().len() + 1),
            seldepth: 1,
        };
        run(&mut search, budget, settings.hardware, stop, task.report)
    }

    fn clear(&mut self) {
        self.tree = Tree::default();
    }
}

struct UctSimulations<'a, G: Heuristics> {
    game: &'a G,
    root: &'a G::Position,
    settings: &'a Settings,
    /// The number of lines to report.
    lines: usize,
    /// A move that ends the game, if no other can be better, and its result.
    best_end: Option<(Square, Score)>,
    tree: &'a mut Tree,
    memory: &'a mut G::PlayoutMemory,
    random: Random,
    /// The nodes of the current descent.
    path: Vec<u32>,
    seldepth: usize,
}

impl<G: Heuristics> Simulation for UctSimulations<'_, G> {
    /// One descent, one expansion, one playout from a random new child, one
    /// backpropagation to the nodes of the descent.
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

    fn settled(&self) -> bool {
        self.best_end.is_some() && self.lines == 1
    }

    fn depth(&self) -> usize {
        self.tree.best_line(ROOT).len()
    }

    fn report(&self, nodes: u64) -> Report {
        let end = |square: Square| self.best_end.filter(|&(best, _)| best == square);
        let describe = |&child: &u32| {
            let square = self.tree.square(child);
            let mut pv: Vec<Square> = vec![square];
            pv.extend(self.tree.best_line(child));
            match end(square) {
                Some((_, score)) => Line::new(score, score.is_decided(), pv),
                None => line(self.tree.value(child), 0.0, pv),
            }
        };
        let count = |&child: &u32| {
            let visits = self.tree.visits(child);
            let mean = (visits > 0).then(|| self.tree.value(child));
            MoveCount { square: self.tree.square(child), visits: visits.into(), mean }
        };
        let mut ranked = self.tree.ranked(ROOT);
        let counts = ranked.iter().map(count).collect();
        sort_by_key(&mut ranked, |&child| end(self.tree.square(child)).is_none());
        let lines: Vec<Line> = ranked.iter().take(self.lines).map(describe).collect();
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

/// The best of the moves that end the game and its result, if no other move can
/// be better: the first that wins, or the only legal move.
fn best_end<G: Game>(game: &G, root: &G::Position, moves: G::Set) -> Option<(Square, Score)> {
    let side = game.side(root);
    let result = |square| {
        let mut position = root.clone();
        game.play(&mut position, square);
        let score = match game.outcome(&position)? {
            Outcome::Draw => Score::Draw,
            Outcome::Win(winner) if winner == side => Score::Win(1),
            Outcome::Win(_) => Score::Loss(1),
        };
        Some((square, score))
    };
    let better = |best: (Square, Score), other: (Square, Score)| {
        if other.1.rank() > best.1.rank() { other } else { best }
    };
    let best = moves.into_iter().filter_map(result).reduce(better);
    best.filter(|&(_, score)| score == Score::Win(1) || moves.len() == 1)
}
