//! `mcts` as a searcher: a tree for every thread, and what they find together.
//! Trees that are not shared never wait for each other; what matters of them
//! is exchanged.

use std::sync::atomic::{AtomicU64, Ordering};

use super::behind::Behind;
use super::ending::{Ending, Tried};
use super::exchange::{self, Exchange, Links};
use super::keep;
use super::rave::Simulations;
use super::roots;
use super::run;
use super::tree::{Node, ROOT, Tree};
use crate::game::{Game, Side, SquareSet};
use crate::random::Random;
use crate::search::{
    Budget, Playout, Report, Searchable, Searcher, Settings, Task, TreeSize, candidates,
};

/// The search and its trees.
pub(crate) struct Mcts<G: Searchable> {
    threads: Vec<Thread<G>>,
    ending: Ending<G>,
    /// The position that the trees begin with, and what matters for whether
    /// they can be gone on with.
    before: Option<(G::Position, Settings)>,
}

impl<G: Searchable> Default for Mcts<G> {
    fn default() -> Mcts<G> {
        Mcts { threads: Vec::new(), ending: Ending::default(), before: None }
    }
}

/// What one thread keeps between searches.
struct Thread<G: Playout> {
    tree: Tree,
    memory: G::Memory,
}

impl<G: Playout> Default for Thread<G> {
    fn default() -> Thread<G> {
        Thread { tree: Tree::default(), memory: G::Memory::default() }
    }
}

impl<G: Searchable> Searcher<G> for Mcts<G> {
    fn search(&mut self, task: &mut Task<'_, G>) -> Report {
        let &mut Task { game, root, moves, budget, settings, stop, .. } = task;
        let spent = match self.ending.search(task) {
            Tried::Proven(report) => return report,
            Tried::Undecided { nodes } => nodes,
        };
        let budget = Budget { nodes: budget.nodes.saturating_sub(spent).max(1), ..budget };
        let count = usize::try_from(budget.max_simulations()).unwrap_or(usize::MAX);
        let count = settings.threads.min(count).max(1);
        // Other trees, or ones of another size, do not belong to what was before.
        let are_as_before = self.threads.len() == count && self.ending.is_as_before();
        self.threads.resize_with(count, Thread::default);
        let before = self.before.take().filter(|(_, then)| {
            settings.tree_reuse
                && are_as_before
                && Settings { seed: settings.seed, ..then.clone() } == *settings
        });
        let bytes = self.ending.rest_of(settings.hash << 20) / count;
        let bytes = if count > 1 { bytes - bytes / exchange::MEMORY } else { bytes };
        let prepare = |tree: &mut Tree| {
            let kept = before.as_ref().is_some_and(|(before, _)| {
                let node = tree.find(game, before, root);
                let node = node.filter(|&node| tree.squares(node) == moves);
                node.inspect(|&node| tree.keep(node, keep::MOST / count, stop)).is_some()
            });
            if !kept {
                tree.reset(bytes);
                tree.add(moves, game.side(root));
            }
        };
        let mut report = self.simulate(task, budget, &prepare);
        report.nodes += spent;
        if let Some(line) = self.ending.soonest(task, &mut report) {
            report.lines.retain(|other| other.pv[0] != line.pv[0]);
            report.lines.insert(0, line);
            report.lines.truncate(settings.multi_pv);
        }
        // Without threads to go on with there is nothing to keep.
        let is_kept = !self.threads.is_empty();
        self.before = is_kept.then(|| (root.clone(), settings.clone()));
        // Moves that were left out would be missing in a later search.
        if moves != candidates(game, root, settings.neighbors) {
            self.before = None;
        }
        report
    }

    fn clear(&mut self) {
        *self = Mcts::default();
    }
}

impl<G: Searchable> Mcts<G> {
    /// Runs the simulations of all threads, of which the first one reports.
    /// Each prepares its tree itself, as that can take milliseconds.
    fn simulate(
        &mut self,
        task: &mut Task<'_, G>,
        budget: Budget,
        prepare: &(impl Fn(&mut Tree) + Sync),
    ) -> Report {
        let Task { game, root, settings, stop, .. } = *task;
        let group = stop.group();
        let counts: Vec<AtomicU64> = self.threads.iter().map(|_| AtomicU64::new(0)).collect();
        let all = || counts.iter().map(|count| count.load(Ordering::Relaxed)).sum::<u64>();
        let threads = self.threads.len() as u64;
        let seed = settings.seed ^ game.hash(root);
        let run_one = |thread: &mut Thread<G>, links: Links, tell: &mut dyn FnMut(&Report)| {
            prepare(&mut thread.tree);
            let id = links.id();
            // Numbers of their own for the helpers, the same for one thread.
            let random = Random::new(seed ^ (id as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
            let shared = (Exchange::new(links, &thread.tree), &counts[id]);
            let parts = (&mut thread.tree, &mut thread.memory);
            let mut search = Simulations::new((game, root), settings, parts, random, shared);
            let report = run(&mut search, share(budget, threads, id as u64), &group, tell);
            counts[id].store(report.nodes, Ordering::Relaxed);
            // The first thread keeps the time, though not the count of nodes;
            // what is proven is so for all.
            let keeps_time = id == 0 && budget.max_simulations() == u64::MAX;
            if keeps_time || report.lines.first().is_some_and(|line| line.score.is_proven()) {
                group.halt();
            }
            (report, search.root_moves(), search.seldepth())
        };
        let mut links = Links::between(counts.len()).into_iter();
        let (Some((first, helpers)), Some(first_links)) =
            (self.threads.split_first_mut(), links.next())
        else {
            return Report::default();
        };
        let mut results = std::thread::scope(|scope| {
            let mut handles = Vec::new();
            for (thread, links) in helpers.iter_mut().zip(links) {
                let (run_one, id) = (&run_one, links.id());
                let run = move || run_one(thread, links, &mut |_| {});
                let builder = std::thread::Builder::new().name(format!("searcher {id}"));
                // With fewer threads than asked for the answer is as right.
                handles.extend(builder.spawn_scoped(scope, run).ok());
            }
            let tell = &mut *task.report;
            let mut results = vec![run_one(first, first_links, &mut |report| {
                tell(&Report { nodes: all(), ..report.clone() });
            })];
            results.extend(handles.into_iter().filter_map(|handle| handle.join().ok()));
            results
        });
        if results.len() < counts.len() {
            // The tree of a thread that was not there belongs to an older root.
            self.threads.clear();
        }
        if results.len() == 1
            && let Some((report, ..)) = results.pop()
        {
            return report;
        }
        together(results, settings.multi_pv)
    }
}

/// One thread's part of a node limit.
fn share(budget: Budget, threads: u64, id: u64) -> Budget {
    if threads == 1 {
        return budget;
    }
    let simulations = budget.max_simulations();
    let nodes = match simulations {
        u64::MAX => u64::MAX,
        limit => limit / threads + u64::from(id < limit % threads),
    };
    Budget { nodes, ..budget }
}

/// What all threads have found.
fn together(results: Vec<(Report, Vec<roots::RootMove>, usize)>, lines: usize) -> Report {
    let nodes = results.iter().map(|(report, ..)| report.nodes).sum();
    let seldepth = results.iter().map(|&(.., depth)| depth).max().unwrap_or(0) as u32;
    let sizes = results.iter().filter_map(|(report, ..)| report.tree);
    let tree = sizes.fold(TreeSize::default(), |sum, size| TreeSize {
        positions: sum.positions + size.positions,
        bytes: sum.bytes + size.bytes,
    });
    let hashfull = results.iter().filter_map(|(report, ..)| report.hashfull).max();
    let moves = roots::merge(results.into_iter().map(|(_, moves, _)| moves));
    let lines = roots::lines(moves, lines);
    let depth = lines.first().map_or(0, |line| line.pv.len() as u32);
    Report { depth, seldepth, nodes, hashfull, tree: Some(tree), margin: None, lines }
}

impl Tree {
    /// The node of a position that a game has reached after the root, in
    /// whatever order its plies were played.
    fn find<G: Game>(&self, game: &G, root: &G::Position, now: &G::Position) -> Option<Node> {
        let news = Side::BOTH.map(|side| (game.stones(root, side), game.stones(now, side)));
        let grown = news.iter().all(|&(old, new)| (old & new) == old);
        let played = news.map(|(old, new)| new - old);
        let plies = played[0].len() + played[1].len();
        if !grown || plies == 0 || plies > MOST_PLIES {
            return None;
        }
        self.follow(ROOT, played)
    }

    fn follow(&self, node: Node, left: [SquareSet; 2]) -> Option<Node> {
        if left.iter().all(|set| set.is_empty()) {
            return Some(node);
        }
        let side = self.side(node).index();
        (0..self.moves(node)).find_map(|i| {
            let square = self.square(node, i);
            let mut left = left;
            match self.behind(node, i) {
                Behind::Node(child) if left[side].contains(square) => {
                    left[side].remove(square);
                    self.follow(child, left)
                }
                _ => None,
            }
        })
    }
}

/// A game goes on by a turn of each side between two searches, or by a little
/// more.
const MOST_PLIES: usize = 6;
