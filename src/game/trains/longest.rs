//! The longest train: the longest simple path through orthogonally adjacent
//! stones of one side.

/// The length in squares of the longest train in a set of stones, given as
/// bits of the [`BOARD`](super::BOARD). 0 without stones. Exponential in the
/// worst case (the problem is NP-hard in general), microseconds here.
pub fn longest_train(stones: u64) -> u32 {
    longest_train_squares(stones).count_ones()
}

/// The squares of one longest train.
pub fn longest_train_squares(stones: u64) -> u64 {
    let mut best = 0;
    let mut rest = stones;
    while rest != 0 {
        let component = spread(rest & rest.wrapping_neg(), rest);
        rest &= !component;
        let mut starts = component;
        while starts != 0 && component.count_ones() > best_len(best) {
            let start = starts & starts.wrapping_neg();
            starts &= starts - 1;
            extend(start, start, component, &mut best);
        }
    }
    best
}

/// Walks every simple path on from `end`; `path` are the squares so far.
/// Gives up where even all squares still in reach would not beat the best.
fn extend(end: u64, path: u64, component: u64, best: &mut u64) {
    if path.count_ones() > best_len(*best) {
        *best = path;
    }
    let free = component & !path;
    let mut next = around(end) & free;
    if next == 0 {
        return;
    }
    let reach = spread(next, free);
    if path.count_ones() + reach.count_ones() <= best_len(*best) {
        return;
    }
    while next != 0 {
        let step = next & next.wrapping_neg();
        next &= next - 1;
        extend(step, path | step, component, best);
    }
}

fn best_len(best: u64) -> u32 {
    best.count_ones()
}

/// The four neighbours of each square, the unused eighth column and row
/// included: the caller cuts them off.
fn around(squares: u64) -> u64 {
    squares << 1 | squares >> 1 | squares << 8 | squares >> 8
}

/// All squares of `within` that are connected with `from`.
fn spread(from: u64, within: u64) -> u64 {
    let mut reached = from;
    loop {
        let wider = (reached | around(reached)) & within;
        if wider == reached {
            return reached;
        }
        reached = wider;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::trains::BOARD;
    use crate::random::Random;

    /// Every path from every square, on a plain array, without any bound.
    fn brute_force(stones: u64) -> u32 {
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
            assert_eq!(train & !stones, 0);
            assert_eq!(
                spread(train & train.wrapping_neg(), train),
                train,
                "{train:#x} is in pieces"
            );
        }
    }

    #[test]
    fn known_shapes() {
        let full = BOARD.all().0 as u64;
        assert_eq!(longest_train(0), 0);
        assert_eq!(longest_train(1), 1);
        assert_eq!(longest_train(full), 49);
        // A plus sign: in through one arm, out through another.
        assert_eq!(longest_train(around(1 << 27) | 1 << 27), 3);
        // One colour of a chequered board: nothing touches.
        assert_eq!(longest_train(full & 0x0055_2a55_2a55_2a55), 1);
    }
}
