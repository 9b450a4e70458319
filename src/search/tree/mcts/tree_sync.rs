//! Exchanges results between the trees of the threads of a search.
//!
//! Each thread has its own tree. At intervals it sends the changes of the tree
//! to the other threads, which add them to theirs (slow tree parallelisation,
//! Bourki et al. 2010). So all trees agree closely about the nodes with many
//! visits, and no thread ever waits for another.

use std::sync::Arc;

use crossbeam_channel::{Receiver, Sender, bounded};

use super::backpropagation::INHERITED;
use super::child::ROOT;
use super::deltas::{Deltas, SyncState};
use super::tree::{Group, Tree};
use crate::game::Squares;

/// Simulations of a thread between two exchanges.
pub(super) const INTERVAL: u64 = 1024;
/// The length of a thread's queue of received deltas. While all queues are
/// full, a thread collects nothing, and its next deltas cover the whole time.
const QUEUE_LENGTH: usize = 16;
/// A thread's memory divided by this is for its [`SyncState`].
pub(super) const STATE_SHARE: usize = 16;

/// A thread's links to the others.
pub(super) struct Links {
    /// The index of the thread, from 0.
    id: usize,
    pub(super) others: Vec<Sender<Arc<Deltas>>>,
    pub(super) inbox: Receiver<Arc<Deltas>>,
}

impl Links {
    /// The links of `threads` threads, each with all others.
    pub(super) fn between(threads: usize) -> Vec<Links> {
        let (senders, inboxes): (Vec<_>, Vec<_>) =
            (0..threads).map(|_| bounded(QUEUE_LENGTH)).unzip();
        let others = |id: usize| {
            let all = senders.iter().enumerate();
            all.filter(|&(other, _)| other != id).map(|(_, sender)| sender.clone()).collect()
        };
        let link = |(id, inbox)| Links { id, others: others(id), inbox };
        inboxes.into_iter().enumerate().map(link).collect()
    }
}

/// One thread's part in the exchange.
pub(super) struct TreeSync {
    pub(super) links: Links,
    pub(super) state: SyncState,
    /// The number of simulations at which the next exchange is due.
    pub(super) next: u64,
    /// The visits and the sum of the results of each root move that are from
    /// this thread, until the last exchange. The first thread has also those of
    /// earlier searches, which all trees have.
    pub(super) own: Vec<(f64, f64)>,
    /// The visits of the root after the last exchange, and the numbers of its moves.
    pub(super) exchanged: (u32, Vec<(f32, f32)>),
}

impl TreeSync {
    /// For a thread with this tree; `None` if it is the only thread.
    pub(super) fn new<S: Squares>(links: Links, tree: &Tree<S>) -> Option<TreeSync> {
        if links.others.is_empty() {
            return None;
        }
        let bytes = tree.groups.capacity() * size_of::<Group<S>>() / (STATE_SHARE - 1);
        let state = SyncState::new(tree, bytes, INHERITED);
        let exchanged = statistics(tree);
        let earlier = |&(visits, total): &(f32, f32)| match links.id {
            0 => (visits.into(), total.into()),
            _ => (0.0, 0.0),
        };
        let own = exchanged.iter().map(earlier).collect();
        let exchanged = (tree.node_visits(ROOT), exchanged);
        Some(TreeSync { links, state, next: INTERVAL, own, exchanged })
    }

    /// The visits and the sum of the results of each root move that are from this
    /// thread.
    pub(super) fn own<S: Squares>(&self, tree: &Tree<S>) -> Vec<(f64, f64)> {
        let (visits, moves) = &self.exchanged;
        // If the numbers have been halved meanwhile, up to half of the new ones are lost.
        let kept = if tree.node_visits(ROOT) < *visits { 0.5 } else { 1.0 };
        // The total of a lost move is infinite, so a difference may not be a number.
        let new = |before: f32, now: f32| (f64::from(now) - kept * f64::from(before)).max(0.0);
        let moves = self.own.iter().zip(moves).zip(statistics(tree));
        moves
            .map(|((own, before), now)| {
                (own.0 + new(before.0, now.0), own.1 + new(before.1, now.1))
            })
            .collect()
    }
}

/// The visits and the sum of the results of each root move.
pub(super) fn statistics<S: Squares>(tree: &Tree<S>) -> Vec<(f32, f32)> {
    (0..tree.move_count(ROOT)).map(|choice| tree.visits(ROOT, choice)).collect()
}
