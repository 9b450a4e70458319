//! The moves of a node, best first.

use super::board::Cell;
use super::busy::Queue;

/// The moves of a node. They are sorted only when the second is wanted, because the first
/// one causes most cutoffs. After the last one, those tried are the first in the vector.
pub(super) struct OrderedMoves<'m> {
    /// With their ordering scores.
    moves: &'m mut Vec<(i32, Cell)>,
    queue: Queue,
    /// The number of moves that are tried.
    most: usize,
    /// The number of calls of `next`.
    calls: usize,
}

impl<'m> OrderedMoves<'m> {
    /// The `most` moves with the highest scores.
    pub(super) fn new(moves: &'m mut Vec<(i32, Cell)>, most: usize) -> OrderedMoves<'m> {
        let most = most.min(moves.len());
        OrderedMoves { moves, queue: Queue::new(most), most, calls: 0 }
    }

    /// The number of moves that are tried.
    pub(super) fn len(&self) -> usize {
        self.most
    }

    /// The next move with its number; those for which `is_busy` holds come last.
    pub(super) fn next(&mut self, is_busy: impl Fn(Cell) -> bool) -> Option<(usize, Cell)> {
        match self.calls {
            0 => self.bring_best_to_front(),
            1 => self.sort_rest(),
            _ => {}
        }
        self.calls += 1;
        let number = self.queue.next(|number| is_busy(self.moves[number].1))?;
        Some((number, self.moves[number].1))
    }

    fn bring_best_to_front(&mut self) {
        let best = (0..self.moves.len()).min_by_key(|&number| best_first(&self.moves[number]));
        if let Some(best) = best {
            self.moves.swap(0, best);
        }
    }

    /// Sorts the moves after the first.
    fn sort_rest(&mut self) {
        let Some(most) = self.most.checked_sub(1) else { return };
        let rest = &mut self.moves[1..];
        if rest.len() > most {
            rest.select_nth_unstable_by_key(most, best_first);
        }
        rest[..most].sort_unstable_by_key(best_first);
    }
}

/// The order of moves, as one number: a comparison of pairs takes longer.
fn best_first(&(score, cell): &(i32, Cell)) -> i64 {
    (-i64::from(score) << 32) | cell as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_moves_come_in_order() {
        for most in [0, 1, 2, 5, 9] {
            let mut moves = vec![(3, 7), (9, 4), (-2, 1), (9, 3), (0, 2), (i32::MAX, 6)];
            let mut sorted = moves.clone();
            sorted.sort_by_key(|&(score, cell)| (std::cmp::Reverse(score), cell));
            let mut ordered = OrderedMoves::new(&mut moves, most);
            assert_eq!(ordered.len(), most.min(6));
            let found: Vec<_> = std::iter::from_fn(|| ordered.next(|_| false)).collect();
            let expected = sorted.iter().map(|&(_, cell)| cell).enumerate().take(most);
            assert_eq!(found, expected.collect::<Vec<_>>());
        }
        assert_eq!(OrderedMoves::new(&mut Vec::new(), 3).next(|_| true), None);
    }
}
