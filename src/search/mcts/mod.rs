//! `uct` and `mcts`: Monte Carlo tree search.

mod logarithm;
mod tree;

use std::time::Duration;

use super::{
    Line, Meter, Playout, REPORT_INTERVAL, Report, Score, Searcher, Settings, Task, candidates,
};
use crate::game::{Game, Side, Square};
use crate::random::Random;
use tree::{ROOT, Tree};

/// Plain UCT (Kocsis and Szepesvári 2006): exploration √2, all children on
/// the first visit, uniform playouts, the most visited move.
#[derive(Debug, Default)]
pub(super) struct Uct {
    tree: Tree,
}

impl<G: Playout> Searcher<G> for Uct {
    fn search(&mut self, task: &mut Task<'_, G>) -> Report {
        let Task { game, root, moves, budget, settings, stop, .. } = *task;
        self.tree.reset(settings.hash, game.side(root));
        self.tree.expand(ROOT, moves, game.side(root));
        let mut search = Simulations {
            game,
            settings,
            tree: &mut self.tree,
            random: Random::new(settings.seed ^ game.hash(root)),
            path: Vec::with_capacity(game.board().len() + 1),
            seldepth: 1,
        };
        let mut meter = Meter::new(stop, budget.max_simulations());
        let mut next_report = REPORT_INTERVAL;
        // Looking at the clock or at the whole line at every simulation would
        // cost more than some simulations do.
        let mut next_look = 1;
        while meter.count() {
            search.simulate(root.clone());
            if meter.nodes() < next_look {
                continue;
            }
            next_look = meter.nodes() + 64;
            if budget.max_depth().is_some_and(|d| search.tree.best_line(ROOT).len() >= d as usize)
                || stop.should_wind_up()
            {
                break;
            }
            let elapsed = stop.elapsed();
            if elapsed >= next_report {
                (task.report)(&search.report(meter.nodes()));
                next_report = elapsed + REPORT_INTERVAL.max(Duration::from_millis(1));
            }
        }
        search.report(meter.nodes())
    }

    fn clear(&mut self) {
        self.tree = Tree::default();
    }
}

struct Simulations<'a, G: Game> {
    game: &'a G,
    settings: &'a Settings,
    tree: &'a mut Tree,
    random: Random,
    /// The nodes of the current descent.
    path: Vec<u32>,
    seldepth: usize,
}

impl<G: Playout> Simulations<'_, G> {
    /// One descent, one expansion, one random game from a random new child,
    /// one update of the nodes of the descent.
    fn simulate(&mut self, mut position: G::Position) {
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
        let reward = self.game.playout(&mut position, &mut self.random);
        for &node in &self.path {
            self.tree.update(node, reward);
        }
    }

    fn report(&self, nodes: u64) -> Report {
        let ranked = self.tree.ranked(ROOT);
        let lines: Vec<Line> = ranked
            .iter()
            .take(self.settings.multi_pv.max(1))
            .map(|&child| {
                let win_rate = self.tree.value(child);
                let mut pv: Vec<Square> = vec![self.tree.square(child)];
                pv.extend(self.tree.best_line(child));
                let wdl = wdl(win_rate);
                Line { score: Score::Cp(centipoints(win_rate)), wdl: Some(wdl), pv }
            })
            .collect();
        Report {
            depth: lines.first().map_or(0, |line| line.pv.len() as u32),
            seldepth: self.seldepth as u32,
            nodes,
            hashfull: Some(self.tree.fullness()),
            lines,
        }
    }
}

/// An expected result from 0 to 1 as centipoints: ±10 points at the ends.
fn centipoints(value: f64) -> i32 {
    ((2.0 * value - 1.0) * 1000.0).round() as i32
}

/// Playouts tell an expected result but not how many draws are in it.
fn wdl(value: f64) -> [u32; 3] {
    let win = (value.clamp(0.0, 1.0) * 1000.0).round() as u32;
    [win, 0, 1000 - win]
}

/// Whose result a node's reward is: that of the side that moved into it.
fn for_side(side: Side, reward_of_x: f32) -> f64 {
    let reward = f64::from(reward_of_x);
    if side == Side::X { reward } else { 1.0 - reward }
}
