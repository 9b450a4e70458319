//! The longest train: the longest simple path through orthogonally adjacent
//! stones of one side.
//!
//! The problem is NP-hard in general, but stones at random leave little of it.
//! Trees are peeled off the whole board at once ([`peel`]); what is left are
//! the cores of the components with cycles, and the path in a core is found by
//! a table for blocks of four ([`block`]), a memo for small shapes
//! ([`shapes`]), or a search ([`core`]). [`Lengths`] puts this together for
//! the many boards of a search.

pub(crate) mod bits;
mod block;
mod core;
mod lengths;
mod memo;
mod peel;
mod shapes;

pub use lengths::Lengths;
pub(crate) use memo::Memo;

use bits::{flood, lowest, neighbours};

/// The length in squares of the longest train in a set of stones, given as
/// bits of the [`BOARD`](super::BOARD). 0 without stones.
pub fn longest_train(stones: u64) -> u32 {
    let [peeled] = peel::peel([stones]);
    let mut best = peeled.trees;
    let mut cores = peeled.core;
    while cores != 0 {
        let one = flood(lowest(cores), cores);
        cores ^= one;
        best = core::longest_through(one, &peeled.tails, best, u32::MAX);
    }
    lengths::beside_cores(stones, &peeled, best)
}

/// The squares of one longest train.
pub fn longest_train_squares(stones: u64) -> u64 {
    let mut best: u64 = 0;
    let mut rest = stones;
    while rest != 0 {
        let component = flood(lowest(rest), rest);
        rest &= !component;
        let mut starts = component;
        while starts != 0 && component.count_ones() > best.count_ones() {
            let start = lowest(starts);
            starts ^= start;
            extend(start, start, component, &mut best);
        }
    }
    best
}

/// Walks every simple path on from `end`; `path` are the squares so far.
/// Gives up where even all squares still in reach would not beat the best.
fn extend(end: u64, path: u64, component: u64, best: &mut u64) {
    if path.count_ones() > best.count_ones() {
        *best = path;
    }
    let free = component & !path;
    let mut next = neighbours(end) & free;
    if next == 0 {
        return;
    }
    let reach = flood(next, free);
    if path.count_ones() + reach.count_ones() <= best.count_ones() {
        return;
    }
    while next != 0 {
        let step = lowest(next);
        next ^= step;
        extend(step, path | step, component, best);
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::game::trains::BOARD;
    use crate::random::Random;

    /// Every path from every square, on a plain array, without any bound.
    pub(super) fn brute_force(stones: u64) -> u32 {
        fn walk(board: &mut [[bool; 7]; 7], row: usize, column: usize) -> u32 {
            board[row][column] = false;
            let mut longest = 0;
            let steps: [(isize, isize); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
            for (down, right) in steps {
                let next = (row.checked_add_signed(down), column.checked_add_signed(right));
                if let (Some(r @ 0..7), Some(c @ 0..7)) = next
                    && board[r][c]
                {
                    longest = longest.max(walk(board, r, c));
                }
            }
            board[row][column] = true;
            longest + 1
        }
        let mut board = [[false; 7]; 7];
        for square in BOARD.squares() {
            let (column, row, _) = BOARD.coordinates(square);
            board[row][column] = stones >> square.index() & 1 == 1;
        }
        let squares = (0..49).map(|i| (i / 7, i % 7)).filter(|&(r, c)| board[r][c]);
        let squares: Vec<_> = squares.collect();
        squares.into_iter().map(|(r, c)| walk(&mut board, r, c)).max().unwrap_or(0)
    }

    #[test]
    fn equals_brute_force_on_boards_of_every_density() {
        let mut random = Random::new(2);
        let all: Vec<u64> = BOARD.squares().map(|s| 1 << s.index()).collect();
        for round in 0..6_000 {
            let mut squares = all.clone();
            random.shuffle(&mut squares);
            // Brute force takes minutes on boards that are nearly full.
            let stones = squares[..round % 34].iter().fold(0, |set, s| set | s);
            let train = longest_train_squares(stones);
            assert_eq!(train.count_ones(), brute_force(stones), "{stones:#x}");
            assert_eq!(longest_train(stones), train.count_ones(), "{stones:#x}");
            assert_eq!(train & !stones, 0);
            assert_eq!(flood(lowest(train), train), train, "{train:#x} is in pieces");
        }
    }

    #[test]
    fn known_shapes() {
        let full = BOARD.all().0 as u64;
        assert_eq!(longest_train(0), 0);
        assert_eq!(longest_train(1), 1);
        assert_eq!(longest_train(full), 49);
        // A plus sign: in through one arm, out through another.
        assert_eq!(longest_train(neighbours(1 << 27) | 1 << 27), 3);
        // One colour of a chequered board: nothing touches.
        assert_eq!(longest_train(full & 0x0055_2a55_2a55_2a55), 1);
    }
}
