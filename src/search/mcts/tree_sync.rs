//! How the threads of a search learn from each other.
//!
//! Each thread has a tree of its own and tells the others now and then what is
//! new in it, which they add to theirs (slow tree parallelisation, Bourki et
//! al. 2010). So all trees know nearly the same of the positions that matter,
//! and no thread ever waits for another.

use std::sync::Arc;

use crossbeam_channel::{Receiver, Sender, bounded};

use super::child::Child;
use super::deltas::{Deltas, SyncState};
use super::rave::{INHERITED, Simulations};
use super::tree::{Group, Node, ROOT, Tree};
use crate::search::Heuristics;

/// Simulations of a thread between two times that it tells and hears news.
const EVERY: u64 = 1024;
/// Deltas that may wait for a thread that is busy; then all the newer ones are
/// told together.
const WAITING: usize = 16;
/// The part of a thread's memory that tells what others know already.
pub(super) const MEMORY: usize = 16;

/// A thread's links to the others.
pub(super) struct Links {
    id: usize,
    others: Vec<Sender<Arc<Deltas>>>,
    inbox: Receiver<Arc<Deltas>>,
}

impl Links {
    /// Links between so many threads.
    pub(super) fn between(threads: usize) -> Vec<Links> {
        let (senders, inboxes): (Vec<_>, Vec<_>) = (0..threads).map(|_| bounded(WAITING)).unzip();
        let others = |id: usize| {
            let all = senders.iter().enumerate();
            all.filter(|&(other, _)| other != id).map(|(_, sender)| sender.clone()).collect()
        };
        let link = |(id, inbox)| Links { id, others: others(id), inbox };
        inboxes.into_iter().enumerate().map(link).collect()
    }

    /// The number of the thread, from 0 on.
    pub(super) fn id(&self) -> usize {
        self.id
    }
}

/// One thread's part in the exchange.
pub(super) struct TreeSync {
    links: Links,
    ledger: SyncState,
    /// The simulations after which it is time.
    next: u64,
}

impl TreeSync {
    /// For a thread with this tree; `None` where there is nobody to talk to.
    pub(super) fn new(links: Links, tree: &Tree) -> Option<TreeSync> {
        if links.others.is_empty() {
            return None;
        }
        let bytes = tree.groups.capacity() * size_of::<Group>() / (MEMORY - 1);
        let ledger = SyncState::new(tree, bytes, INHERITED);
        Some(TreeSync { links, ledger, next: EVERY })
    }
}

impl<G: Heuristics> Simulations<'_, G> {
    /// Tells what is new and hears what others tell, after so many
    /// simulations.
    pub(super) fn exchange(&mut self, simulations: u64) {
        let Some(mut exchange) = self.exchange.take_if(|exchange| simulations >= exchange.next)
        else {
            return;
        };
        exchange.next = simulations + EVERY;
        let others = &exchange.links.others;
        if !others.iter().all(Sender::is_full) {
            let news = Arc::new(exchange.ledger.news(self.tree));
            // Who has heard nothing for long and ends soon misses a little.
            others.iter().for_each(|other| drop(other.try_send(Arc::clone(&news))));
        }
        while let Ok(news) = exchange.links.inbox.try_recv() {
            self.hear(&mut exchange.ledger, &news);
        }
        self.exchange = Some(exchange);
    }

    /// Adds what another thread has found to the tree.
    fn hear(&mut self, ledger: &mut SyncState, news: &Deltas) {
        // The positions on the way to the one that is told about.
        let mut way: Vec<Option<Node>> = Vec::new();
        self.path.clear();
        for told in &news.positions {
            way.truncate(told.depth);
            self.path.truncate(told.depth.saturating_sub(1));
            let node = match way.last() {
                None => Some(ROOT),
                Some(&before) => {
                    self.path.push((before.unwrap_or(ROOT), told.choice));
                    before.and_then(|before| self.child(before, told.choice))
                }
            };
            way.push(node);
            let Some(node) = node else { continue };
            let sums = news.sums(told);
            ledger.add(self.tree, node, told, sums);
            let links = sums.iter().flat_map(|sums| sums.link);
            for (i, link) in links.enumerate() {
                let is_known = || matches!(self.tree.child(node, i), Child::Proven(_));
                if let Child::Proven(score) = link.read()
                    && !is_known()
                {
                    let path = self.path.clone();
                    self.path.push((node, i));
                    self.back_up(score);
                    self.path = path;
                }
            }
            if self.settled {
                return;
            }
        }
    }

    /// The node after the last move of the path, made if it is not there:
    /// where others have been often, this thread will go too.
    fn child(&mut self, before: Node, choice: usize) -> Option<Node> {
        match self.tree.child(before, choice) {
            Child::Node(child) => Some(child),
            Child::Proven(_) => None,
            Child::Unknown => {
                let mut position = self.root.clone();
                for &(node, choice) in &self.path {
                    self.game.play(&mut position, self.tree.square(node, choice));
                }
                let child = self.expand(&position)?;
                self.tree.set_child(before, choice, Child::Node(child));
                Some(child)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;

    use super::*;
    use crate::game::lines::Shape;
    use crate::game::trains::RuleSet;
    use crate::game::{Lines, Trains};
    use crate::random::Random;
    use crate::search::hardware::{Instructions, Work};
    use crate::search::mcts::Simulation;
    use crate::search::{Score, Settings, candidates};

    struct Batch<'b, 'a, G: Heuristics>(&'b mut Simulations<'a, G>, u64);

    impl<G: Heuristics> Work for Batch<'_, '_, G> {
        type Output = ();
        fn run(self, instructions: impl Instructions) {
            for _ in 0..self.1 {
                if !self.0.settled() {
                    self.0.simulate(instructions);
                }
            }
        }
    }

    /// Lets two threads take turns: so many rounds of simulations, each with an
    /// exchange, for the first and then for the second. What they know then.
    fn alternate<G: Heuristics>(game: &G, rounds: [u64; 2]) -> [(Tree, bool); 2] {
        let root = game.start();
        let settings = Settings { threads: 2, ..Settings::default() };
        let counts = [AtomicU64::new(0), AtomicU64::new(0)];
        let mut trees = [Tree::default(), Tree::default()];
        let mut memories = [G::PlayoutMemory::default(), G::PlayoutMemory::default()];
        for tree in &mut trees {
            tree.reset(1 << 24);
            tree.add(candidates(game, &root, false), game.side(&root));
        }
        let settled = {
            let parts = trees.iter_mut().zip(&mut memories).zip(Links::between(2)).zip(&counts);
            let mut threads: Vec<_> = parts
                .map(|(((tree, memory), links), count)| {
                    let random = Random::new(links.id() as u64);
                    let shared = (TreeSync::new(links, tree), count);
                    Simulations::new((game, &root), &settings, (tree, memory), random, shared)
                })
                .collect();
            for round in 1..=rounds[0].max(rounds[1]) {
                for (thread, rounds) in threads.iter_mut().zip(rounds) {
                    if round <= rounds {
                        settings.hardware.run(Batch(thread, EVERY));
                    }
                    thread.exchange(round * EVERY);
                }
            }
            threads.iter_mut().for_each(|thread| thread.exchange(u64::MAX / 2));
            [threads[0].settled, threads[1].settled]
        };
        let [first, second] = trees;
        [(first, settled[0]), (second, settled[1])]
    }

    #[test]
    fn both_trees_know_what_both_threads_have_found() {
        let game = Trains::new(RuleSet::default());
        let all = 20 * EVERY as u32;
        let [(first, _), (second, _)] = alternate(&game, [10, 10]);
        assert_eq!([first.node_visits(ROOT), second.node_visits(ROOT)], [all, all]);
        for i in 0..first.moves(ROOT) {
            assert_eq!(first.visits(ROOT, i).0, second.visits(ROOT, i).0);
            let [one, other] = [first.visits(ROOT, i).1, second.visits(ROOT, i).1];
            assert!((one - other).abs() <= 1e-4 * one.max(100.0), "{one} {other}");
        }
        // Below the root as well, all but the last news.
        let busiest = (0..first.moves(ROOT)).max_by_key(|&i| first.visits(ROOT, i).0 as u32);
        let busiest = busiest.expect("there are moves");
        for tree in [&first, &second] {
            let Child::Node(child) = tree.child(ROOT, busiest) else { unreachable!() };
            let [here, above] = [tree.node_visits(child), tree.visits(ROOT, busiest).0 as u32];
            assert!(here <= above && here + 100 > above, "{here} of {above}");
        }
    }

    /// A thread that has only listened has a tree as well, but for the
    /// positions that are not worth telling about.
    #[test]
    fn positions_are_heard_of() {
        let [(first, _), (second, _)] = alternate(&Trains::new(RuleSet::default()), [20, 0]);
        let [told, heard] = [&first, &second].map(|tree| tree.size().positions);
        assert!(heard > 20 && heard < told, "{heard} of {told}");
        assert_eq!(second.node_visits(ROOT), first.node_visits(ROOT));
    }

    #[test]
    fn what_one_thread_has_proven_all_know() {
        let game = Lines::new(Shape::flat(4, 4, 3).expect("a board"));
        let [(first, proven), (second, known)] = alternate(&game, [200, 0]);
        assert!(proven && known);
        assert_eq!(second.proven(ROOT), first.proven(ROOT));
        assert!(matches!(first.proven(ROOT), Some(Score::Win(_))));
    }
}
