//! `puct` as a searcher: keeps the graph from search to search, and runs the
//! threads.

use std::sync::Mutex;
use std::sync::atomic::AtomicU32;

use super::evaluator::Evaluator;
use super::graph::Graph;
use super::shared::Shared;
use super::simulations::Simulations;
use crate::game::{Game, Square, Trains};
use crate::random::Random;
use crate::search::hardware::Hardware;
use crate::search::task::sorting::sort_by;
use crate::search::task::{Report, Settings, Task, candidates};
use crate::search::tree::simulations::threads::{Threads, on_threads};

/// The search with its graph, which is kept from search to search.
#[derive(Default)]
pub(super) struct GraphSearch {
    graph: Graph,
    /// The settings of the last search. With others the graph is not reused.
    last: Option<Settings>,
}

impl GraphSearch {
    pub(super) fn search(&mut self, task: &mut Task<'_, Trains>) -> Report {
        let &mut Task { game, root, moves, settings, .. } = task;
        let is_same = |last: &Settings| {
            settings.tree_reuse && Settings { seed: settings.seed, ..last.clone() } == *settings
        };
        let is_whole = moves == candidates(game, root, settings.neighbors);
        let has_noise = settings.puct.noise > 0;
        let kept = self.last.take().filter(|last| is_whole && !has_noise && is_same(last));
        // A position whose result was found without a search has no moves.
        let kept = kept.and_then(|_| self.graph.find(game.hash(root)));
        let kept = kept.filter(|&node| !self.graph.moves(node).is_empty());
        if kept.is_none() {
            self.graph.reset(settings.hash << 20);
        }
        let report = self.simulate(task);
        self.last = (is_whole && !has_noise).then(|| settings.clone());
        report
    }

    fn simulate(&mut self, task: &mut Task<'_, Trains>) -> Report {
        let Task { game, root, moves, budget, settings, stop, .. } = *task;
        let mut evaluator = Evaluator::new(settings);
        let node = match self.graph.find(game.hash(root)) {
            Some(node) => node,
            None => {
                let mut priors = Vec::new();
                let estimate = evaluator.evaluate_network(game, root, moves, &mut priors);
                add_noise(&mut priors, settings, game.hash(root));
                match self.graph.add((game.hash(root), game.side(root)), (estimate, 1), &priors) {
                    Some(node) => node,
                    None => {
                        let likeliest = priors.first().map_or(Square::new(0), |prior| prior.0);
                        return Report::only(likeliest, 1);
                    }
                }
            }
        };
        // Without vector instructions an evaluation takes more than half a millisecond.
        let is_slow = settings.hardware == Hardware::Portable;
        let group = if is_slow { stop.new_group().with_slow_nodes() } else { stop.new_group() };
        let limit = usize::try_from(budget.max_simulations()).unwrap_or(usize::MAX);
        // An edge counts up to 255 visits under way.
        let count = settings.threads.min(limit).clamp(1, 255);
        let threads = Threads::new(count, budget, settings.hardware, group);
        let (graph, deepest) = (Mutex::new(&mut self.graph), AtomicU32::new(0));
        let shared = Shared { game, root, settings, stop: threads.stop(), node, graph, deepest };
        let work = |id: usize, evaluator: Option<Evaluator>, report: &mut dyn FnMut(&Report)| {
            let evaluator = evaluator.unwrap_or_else(|| Evaluator::new(settings));
            let mut search = Simulations::new(&shared, evaluator, threads.count(id));
            threads.run(id, &mut search, report);
        };
        // The other threads make their evaluators themselves.
        let evaluators = std::iter::once(Some(evaluator)).chain((1..count).map(|_| None));
        let report_to = &mut *task.report;
        on_threads(evaluators, work, &mut |report| {
            report_to(&Report { nodes: threads.total(), ..report.clone() });
        });
        shared.report(threads.total())
    }
}

/// Mixes random noise, with a few large values, into the priors.
fn add_noise(priors: &mut [(Square, f32)], settings: &Settings, hash: u64) {
    if settings.puct.noise == 0 || priors.is_empty() {
        return;
    }
    let part = settings.puct.noise as f32 / 1000.0;
    let mut random = Random::new(settings.seed ^ hash);
    // The eighth power of uniform numbers is about as uneven as a Dirichlet
    // distribution with a parameter of 0.15.
    let noise: Vec<f32> = priors
        .iter()
        .map(|_| {
            let uniform = (random.next_u64() >> 40) as f32 / (1 << 24) as f32;
            let square = uniform * uniform;
            let fourth = square * square;
            fourth * fourth
        })
        .collect();
    let sum: f32 = noise.iter().sum::<f32>().max(1e-6);
    for ((_, prior), noise) in priors.iter_mut().zip(noise) {
        *prior = (1.0 - part) * *prior + part * noise / sum;
    }
    sort_by(priors, |a, b| b.1.total_cmp(&a.1));
}
