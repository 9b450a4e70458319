//! The positions that the threads of one search are searching, so that they share the
//! work (a simplified form of ABDADA, Weill 1996): a thread defers a move while another
//! thread searches it.

use std::sync::atomic::{AtomicU64, Ordering};

/// The number of positions that can be kept, a power of two.
const PLACES: usize = 1 << 12;

/// The hashes of the positions. A position may overwrite another one, which may then be
/// searched twice, as without this table.
#[derive(Debug)]
pub(crate) struct Busy(Box<[AtomicU64]>);

impl Busy {
    /// The table for a search with this many threads; `None` for a single one.
    pub(crate) fn new(threads: usize) -> Option<Busy> {
        (threads > 1).then(|| Busy((0..PLACES).map(|_| AtomicU64::new(0)).collect()))
    }

    /// Whether a thread is searching this position.
    #[inline]
    pub(crate) fn contains(&self, hash: u64) -> bool {
        self.place(hash).load(Ordering::Relaxed) == hash
    }

    /// Marks this position as being searched.
    #[inline]
    pub(crate) fn begin(&self, hash: u64) {
        self.place(hash).store(hash, Ordering::Relaxed);
    }

    /// Removes the mark of this position, unless another position has overwritten it.
    #[inline]
    pub(crate) fn end(&self, hash: u64) {
        let place = self.place(hash);
        if place.load(Ordering::Relaxed) == hash {
            place.store(0, Ordering::Relaxed);
        }
    }

    #[inline]
    fn place(&self, hash: u64) -> &AtomicU64 {
        &self.0[hash as usize % PLACES]
    }
}

/// The order in which a thread searches the moves of a node, by their numbers: deferred
/// moves come last.
#[derive(Debug)]
pub(crate) struct Queue {
    next: usize,
    len: usize,
    /// A bit for each deferred move among the first 64.
    later: u64,
}

impl Queue {
    pub(crate) fn new(len: usize) -> Queue {
        Queue { next: 0, len, later: 0 }
    }

    /// The next move; those for which `is_busy` holds come last. The first move and
    /// those after the 64th are never deferred.
    #[inline]
    pub(crate) fn next(&mut self, is_busy: impl Fn(usize) -> bool) -> Option<usize> {
        while self.next < self.len {
            let number = self.next;
            self.next += 1;
            if (1..64).contains(&number) && is_busy(number) {
                self.later |= 1 << number;
            } else {
                return Some(number);
            }
        }
        let number = self.later.trailing_zeros() as usize;
        self.later &= self.later.wrapping_sub(1);
        (number < 64).then_some(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_busy_from_its_begin_to_its_end() {
        assert!(Busy::new(1).is_none());
        let busy = Busy::new(2).unwrap();
        busy.begin(5);
        assert!(busy.contains(5) && !busy.contains(5 + PLACES as u64));
        // Another position overwrites the slot; then `end` of the first has no effect.
        busy.begin(5 + PLACES as u64);
        busy.end(5);
        assert!(!busy.contains(5) && busy.contains(5 + PLACES as u64));
        busy.end(5 + PLACES as u64);
        assert!(!busy.contains(5 + PLACES as u64));
    }

    #[test]
    fn busy_moves_come_last_and_every_move_once() {
        let order = |len: usize, is_busy: fn(usize) -> bool| {
            let mut queue = Queue::new(len);
            std::iter::from_fn(|| queue.next(is_busy)).collect::<Vec<usize>>()
        };
        assert!(order(0, |_| true).is_empty());
        assert_eq!(order(5, |_| false), [0, 1, 2, 3, 4]);
        assert_eq!(order(5, |_| true), [0, 1, 2, 3, 4]);
        assert_eq!(order(6, |number| number == 1 || number == 3), [0, 2, 4, 5, 1, 3]);
        let mut all = order(70, |number| number % 2 == 1);
        assert_eq!(all[..3], [0, 2, 4]);
        all.sort_unstable();
        assert_eq!(all, (0..70).collect::<Vec<_>>());
    }
}
