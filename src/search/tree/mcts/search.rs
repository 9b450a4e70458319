//! `mcts` as a searcher: runs a tree search on each thread and merges the
//! reports. Each thread has its own tree, so that none waits for another;
//! `tree_sync` exchanges their results.

use super::child::{Child, Node, ROOT};
use super::rave::Simulations;
use super::solver_probe::{MakeProver, ProbeResult, SolverProbe};
use super::tree::Tree;
use super::tree_sync::{Links, TreeSync};
use super::{reuse, tree_sync};
use crate::game::{Game, Side, Squares};
use crate::hashing::mix;
use crate::random::Random;
use crate::search::task::{
    Budget, Heuristics, Report, Searcher, Settings, Task, TreeSize, candidates,
};
use crate::search::tree::root_moves;
use crate::search::tree::simulations::threads::{Threads, on_threads};

/// The search and its trees.
pub(crate) struct Mcts<G: Heuristics> {
    threads: Vec<Thread<G>>,
    probe: SolverProbe<G>,
    /// The last search, to which the trees belong.
    last: Option<LastSearch<G>>,
}

impl<G: Heuristics> Mcts<G> {
    /// A search that makes its prover with `make_prover` when it first needs it.
    pub(crate) fn new(make_prover: MakeProver<G>) -> Mcts<G> {
        Mcts { threads: Vec::new(), probe: SolverProbe::new(make_prover), last: None }
    }
}

/// The last search; its trees are reused if the settings are the same.
struct LastSearch<G: Game> {
    root: G::Position,
    settings: Settings,
    /// The number of trees, and the memory of each in bytes.
    trees: (usize, usize),
}

/// The data that one thread keeps between searches.
struct Thread<G: Heuristics> {
    tree: Tree<G::Set>,
    memory: G::PlayoutMemory,
}

impl<G: Heuristics> Default for Thread<G> {
    fn default() -> Thread<G> {
        Thread { tree: Tree::default(), memory: G::PlayoutMemory::default() }
    }
}

impl<G: Heuristics> Searcher<G> for Mcts<G> {
    fn search(&mut self, task: &mut Task<'_, G>) -> Report {
        let &mut Task { game, root, moves, budget, settings, stop, .. } = task;
        if self.probe.will_make_prover(task) {
            (self.threads, self.last) = (Vec::new(), None);
        }
        let spent = match self.probe.search(task) {
            ProbeResult::Proven(report) => return report,
            ProbeResult::Undecided { nodes } => nodes,
        };
        let budget = Budget { nodes: budget.nodes.saturating_sub(spent).max(1), ..budget };
        let count = usize::try_from(budget.max_simulations()).unwrap_or(usize::MAX);
        let count = settings.threads.min(count).max(1);
        self.threads.resize_with(count, Thread::default);
        let bytes = self.probe.tree_memory(settings.hash << 20) / count;
        let bytes = if count > 1 { bytes - bytes / tree_sync::STATE_SHARE } else { bytes };
        let trees = (count, bytes);
        let last = self.last.take().filter(|last| {
            settings.tree_reuse
                && last.trees == trees
                && Settings { seed: settings.seed, ..last.settings.clone() } == *settings
        });
        let prepare = |tree: &mut Tree<G::Set>| {
            let kept = last.as_ref().is_some_and(|last| {
                let node = tree.find(game, &last.root, root);
                let node = node.filter(|&node| tree.squares(node) == moves);
                node.inspect(|&node| tree.keep(node, reuse::MAX_GROUPS / count, stop)).is_some()
            });
            if !kept {
                tree.reset(bytes);
                tree.add(moves, game.side(root));
            }
        };
        let mut report = self.simulate(task, budget, spent, &prepare);
        if let Some(line) = self.probe.shortest_win(task, &mut report) {
            report.depth = line.pv.len() as u32;
            report.lines.retain(|other| other.pv[0] != line.pv[0]);
            report.lines.insert(0, line);
            report.lines.truncate(settings.multi_pv);
        }
        // `simulate` clears the threads if one could not be started. A tree
        // with moves left out is of no use to a later search.
        let is_kept = !self.threads.is_empty();
        let is_kept = is_kept && moves == candidates(game, root, settings.neighbors);
        self.last =
            is_kept.then(|| LastSearch { root: root.clone(), settings: settings.clone(), trees });
        report
    }

    fn clear(&mut self) {
        (self.threads, self.last) = (Vec::new(), None);
        self.probe.clear();
    }
}

impl<G: Heuristics> Mcts<G> {
    /// Runs the simulations on all threads, after `spent` nodes of other searches.
    /// The first thread reports. Each thread prepares its own tree, because that can
    /// take milliseconds.
    fn simulate(
        &mut self,
        task: &mut Task<'_, G>,
        budget: Budget,
        spent: u64,
        prepare: &(impl Fn(&mut Tree<G::Set>) + Sync),
    ) -> Report {
        let Task { game, root, settings, stop, .. } = *task;
        let threads = Threads::new(self.threads.len(), budget, settings.hardware, stop.new_group());
        let seed = settings.seed ^ game.hash(root);
        type Part<'a, G> = (&'a mut Thread<G>, Links);
        let work = |id: usize, (thread, links): Part<'_, G>, report: &mut dyn FnMut(&Report)| {
            prepare(&mut thread.tree);
            // Every thread has its own random numbers. Those of the first do
            // not depend on the number of threads.
            let random = Random::new(seed ^ mix(id as u64));
            let shared = (TreeSync::new(links, &thread.tree), threads.count(id));
            let parts = (&mut thread.tree, &mut thread.memory);
            let mut search = Simulations::new((game, root), settings, parts, random, shared);
            let report = threads.run(id, &mut search, report);
            (report, search.own_root_moves(), search.seldepth())
        };
        let count = self.threads.len();
        let parts = self.threads.iter_mut().zip(Links::between(count));
        let report_to = &mut *task.report;
        let mut results = on_threads(parts, work, &mut |report| {
            report_to(&Report { nodes: spent + threads.total(), ..report.clone() });
        });
        if results.len() < count {
            // A thread that could not be started has a tree of an older root.
            self.threads.clear();
        }
        if results.len() == 1
            && let Some((report, ..)) = results.pop()
        {
            return Report { nodes: spent + report.nodes, ..report };
        }
        let report = merge(results, settings.multi_pv);
        Report { nodes: spent + report.nodes, ..report }
    }
}

/// The results of all threads as one report with at most `lines` lines.
fn merge(results: Vec<(Report, Vec<root_moves::RootMove>, usize)>, lines: usize) -> Report {
    let nodes = results.iter().map(|(report, ..)| report.nodes).sum();
    let seldepth = results.iter().map(|&(.., depth)| depth).max().unwrap_or(0) as u32;
    let sizes = results.iter().filter_map(|(report, ..)| report.tree);
    let tree = sizes.fold(TreeSize::default(), |sum, size| TreeSize {
        positions: sum.positions + size.positions,
        bytes: sum.bytes + size.bytes,
    });
    let hashfull = results.iter().filter_map(|(report, ..)| report.hashfull).max();
    let moves = root_moves::merge(results.into_iter().map(|(_, moves, _)| moves));
    let report = Report { seldepth, nodes, hashfull, tree: Some(tree), ..Report::default() };
    root_moves::report(report, moves, lines)
}

impl<S: Squares> Tree<S> {
    /// The node of a position that a game has reached after the root, by any
    /// order of the plies. `None` if the tree does not have it.
    fn find<G: Game<Set = S>>(
        &self,
        game: &G,
        root: &G::Position,
        now: &G::Position,
    ) -> Option<Node> {
        let stones = Side::BOTH.map(|side| (game.stones(root, side), game.stones(now, side)));
        let grown = stones.iter().all(|&(old, new)| (old & new) == old);
        let played = stones.map(|(old, new)| new - old);
        let plies = played[0].len() + played[1].len();
        if !grown || plies == 0 || plies > MAX_PLIES {
            return None;
        }
        self.follow(ROOT, played)
    }

    fn follow(&self, node: Node, left: [S; 2]) -> Option<Node> {
        if left.iter().all(|set| set.is_empty()) {
            return Some(node);
        }
        let side = self.side(node).index();
        (0..self.move_count(node)).find_map(|i| {
            let square = self.square(node, i);
            let mut left = left;
            match self.child(node, i) {
                Child::Node(child) if left[side].contains(square) => {
                    left[side].remove(square);
                    self.follow(child, left)
                }
                _ => None,
            }
        })
    }
}

/// The maximum number of plies between two searches for which a tree is reused:
/// enough for a turn of each side, of up to three plies.
const MAX_PLIES: usize = 6;
