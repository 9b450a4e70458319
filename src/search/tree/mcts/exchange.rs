//! Applies the results of other threads' trees to the tree of one thread, and sends
//! its own.

use std::sync::Arc;

use crossbeam_channel::Sender;

use super::child::{Child, Node, ROOT};
use super::deltas::{Deltas, SyncState};
use super::rave::Simulations;
use super::tree_sync::{INTERVAL, statistics};
use crate::search::task::Heuristics;

impl<G: Heuristics> Simulations<'_, G> {
    /// Sends this thread's deltas and applies those received, if that is due
    /// after `simulations` simulations.
    pub(super) fn exchange(&mut self, simulations: u64) {
        let Some(mut sync) = self.sync.take_if(|sync| simulations >= sync.next) else { return };
        sync.next = simulations + INTERVAL;
        let others = &sync.links.others;
        if !others.iter().all(Sender::is_full) {
            let deltas = Arc::new(sync.state.take_deltas(self.tree));
            // A thread whose queue is full misses these deltas.
            others.iter().for_each(|other| drop(other.try_send(Arc::clone(&deltas))));
        }
        sync.own = sync.own(self.tree);
        while let Ok(deltas) = sync.links.inbox.try_recv() {
            self.apply(&mut sync.state, &deltas);
        }
        sync.exchanged = (self.tree.node_visits(ROOT), statistics(self.tree));
        self.sync = Some(sync);
    }

    /// Adds another thread's changes to the tree.
    fn apply(&mut self, state: &mut SyncState, deltas: &Deltas) {
        // The nodes from the root to the current one; `None` for a node that
        // this tree does not have.
        let mut ancestors: Vec<Option<Node>> = Vec::new();
        self.path.clear();
        for delta in &deltas.nodes {
            ancestors.truncate(delta.depth);
            self.path.truncate(delta.depth.saturating_sub(1));
            let node = match ancestors.last() {
                None => Some(ROOT),
                Some(&parent) => {
                    self.path.push((parent.unwrap_or(ROOT), delta.choice));
                    parent.and_then(|parent| self.child(parent, delta.choice))
                }
            };
            ancestors.push(node);
            let Some(node) = node else { continue };
            let groups = deltas.groups(delta);
            state.add(self.tree, node, delta, groups);
            let links = groups.iter().flat_map(|group| group.link);
            for (i, link) in links.enumerate() {
                let is_proven = || matches!(self.tree.child(node, i), Child::Proven(_));
                if let Child::Proven(score) = link.read()
                    && !is_proven()
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

    /// The node after the last move of the path, added if it is missing: this
    /// thread will soon visit the nodes that others visit often. `None` if the
    /// move is proven or there is no room.
    fn child(&mut self, parent: Node, choice: usize) -> Option<Node> {
        match self.tree.child(parent, choice) {
            Child::Node(child) => Some(child),
            Child::Proven(_) => None,
            Child::Unknown => {
                let mut position = self.root.clone();
                for &(node, choice) in &self.path {
                    self.game.play(&mut position, self.tree.square(node, choice));
                }
                let child = self.expand(&position)?;
                self.tree.set_child(parent, choice, Child::Node(child));
                Some(child)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;

    use super::super::tree::Tree;
    use super::super::tree_sync::{Links, TreeSync};
    use super::*;
    use crate::game::lines::Shape;
    use crate::game::trains::RuleSet;
    use crate::game::{Lines, Trains};
    use crate::random::Random;
    use crate::search::Settings;
    use crate::search::hardware::{Instructions, Work};
    use crate::search::task::{Score, candidates};
    use crate::search::tree::mcts::backpropagation::halve;
    use crate::search::tree::simulations::Simulation;

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

    /// The tree of a thread, whether it is settled, and the visits of the root
    /// moves that are from this thread.
    type Searched<S> = (Tree<S>, bool, f64);

    /// Runs two threads by turns, each for its number of rounds of simulations
    /// with an exchange after each.
    fn alternate<G: Heuristics>(game: &G, rounds: [u64; 2]) -> [Searched<G::Set>; 2] {
        alternate_with(game, rounds, |_, _| {})
    }

    /// The same, with a change of each tree after the simulations of a round.
    fn alternate_with<G: Heuristics>(
        game: &G,
        rounds: [u64; 2],
        change: impl Fn(u64, &mut Tree<G::Set>),
    ) -> [Searched<G::Set>; 2] {
        let root = game.start();
        let settings = Settings { threads: 2, ..Settings::default() };
        let counts = [AtomicU64::new(0), AtomicU64::new(0)];
        let mut trees = [Tree::default(), Tree::default()];
        let mut memories = [G::PlayoutMemory::default(), G::PlayoutMemory::default()];
        for tree in &mut trees {
            tree.reset(1 << 24);
            tree.add(candidates(game, &root, false), game.side(&root));
        }
        let [first_result, second_result] = {
            let parts = trees.iter_mut().zip(&mut memories).zip(Links::between(2)).zip(&counts);
            let mut threads: Vec<_> = (0..)
                .zip(parts)
                .map(|(id, (((tree, memory), links), count))| {
                    let random = Random::new(id);
                    let shared = (TreeSync::new(links, tree), count);
                    Simulations::new((game, &root), &settings, (tree, memory), random, shared)
                })
                .collect();
            for round in 1..=rounds[0].max(rounds[1]) {
                for (thread, rounds) in threads.iter_mut().zip(rounds) {
                    if round <= rounds {
                        settings.hardware.run(Batch(thread, INTERVAL));
                        change(round, thread.tree);
                    }
                    thread.exchange(round * INTERVAL);
                }
            }
            threads.iter_mut().for_each(|thread| thread.exchange(u64::MAX / 2));
            [0, 1].map(|i| {
                let own = threads[i].own_root_moves();
                (threads[i].settled, own.iter().map(|known| known.visits).sum())
            })
        };
        let [first, second] = trees;
        [(first, first_result.0, first_result.1), (second, second_result.0, second_result.1)]
    }

    #[test]
    fn both_trees_have_the_visits_of_both_threads() {
        let game = Trains::new(RuleSet::default());
        let all = 20 * INTERVAL as u32;
        let [(first, ..), (second, ..)] = alternate(&game, [10, 10]);
        assert_eq!([first.node_visits(ROOT), second.node_visits(ROOT)], [all, all]);
        for i in 0..first.move_count(ROOT) {
            assert_eq!(first.visits(ROOT, i).0, second.visits(ROOT, i).0);
            let [one, other] = [first.visits(ROOT, i).1, second.visits(ROOT, i).1];
            assert!((one - other).abs() <= 1e-4 * one.max(100.0), "{one} {other}");
        }
        // Below the root as well, except for the last few visits.
        let busiest = (0..first.move_count(ROOT)).max_by_key(|&i| first.visits(ROOT, i).0 as u32);
        let busiest = busiest.expect("there are moves");
        for tree in [&first, &second] {
            let Child::Node(child) = tree.child(ROOT, busiest) else { unreachable!() };
            let [here, above] = [tree.node_visits(child), tree.visits(ROOT, busiest).0 as u32];
            assert!(here <= above && here + 100 > above, "{here} of {above}");
        }
    }

    /// The simulations of a thread do not get lost when the numbers of its root are
    /// halved, except a part of those since the last exchange.
    #[test]
    fn each_thread_knows_its_own_simulations() {
        let game = Trains::new(RuleSet::default());
        let [(.., first), (.., second)] = alternate(&game, [20, 10]);
        assert_eq!([first, second], [20, 10].map(|rounds| (rounds * INTERVAL) as f64));

        let halved = [4, 9, 13, 17];
        let [(.., first), (.., second)] = alternate_with(&game, [20, 20], |round, tree| {
            if halved.contains(&round) {
                halve(tree.groups_mut(ROOT));
            }
        });
        let all = 20.0 * INTERVAL as f64;
        let most_lost = halved.len() as f64 * INTERVAL as f64 / 2.0;
        for own in [first, second] {
            assert!(own <= all && own >= all - most_lost, "{own} of {all}");
        }
    }

    /// A thread without simulations of its own receives the nodes that have
    /// enough visits.
    #[test]
    fn received_nodes_are_added() {
        let [(first, ..), (second, ..)] = alternate(&Trains::new(RuleSet::default()), [20, 0]);
        let [sent, received] = [&first, &second].map(|tree| tree.size().positions);
        assert!(received > 20 && received < sent, "{received} of {sent}");
        assert_eq!(second.node_visits(ROOT), first.node_visits(ROOT));
    }

    #[test]
    fn a_proof_by_one_thread_reaches_the_other() {
        let game = Lines::new(Shape::flat(4, 4, 3).expect("a board"));
        let [(first, proven, _), (second, known, _)] = alternate(&game, [200, 0]);
        assert!(proven && known);
        assert_eq!(second.proven(ROOT), first.proven(ROOT));
        assert!(matches!(first.proven(ROOT), Some(Score::Win(_))));
    }
}
