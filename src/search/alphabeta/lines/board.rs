//! A position of k in a row with data for its evaluation, updated with every
//! move.

use crate::game::lines::{Geometry, Position};
use crate::game::{Side, Square, Squares};

/// The lines of a board and their values.
#[derive(Debug)]
pub(super) struct LineTable<S> {
    /// The squares of each line.
    lines: Vec<S>,
    /// The lines through square `s` are at `starts[s]..starts[s + 1]`.
    through: Vec<u16>,
    starts: Vec<u32>,
    length: u8,
    squares: S,
    /// The value of an open line, by the stones on it.
    value_by_stones: [i32; 32],
}

/// The ratio of the values of lines that differ by one stone.
const VALUE_RATIO: i32 = 4;
/// The value of a line that lacks one stone. It need not be larger, because
/// threats to complete a line are resolved by search.
const MAX_VALUE: i32 = 256;

impl<S: Squares> LineTable<S> {
    pub(super) fn new(geometry: &Geometry<S>) -> LineTable<S> {
        let lines = geometry.lines().to_vec();
        let last = geometry.board().squares().last().map_or(0, Square::index);
        let (mut through, mut starts) = (Vec::new(), vec![0]);
        for square in 0..=last {
            let on =
                lines.iter().enumerate().filter(|(_, line)| line.contains(Square::new(square)));
            through.extend(on.map(|(i, _)| i as u16));
            starts.push(through.len() as u32);
        }
        let length = geometry.shape().line_length() as u8;
        let mut value_by_stones = [0; 32];
        let mut value = MAX_VALUE;
        for stones in (0..usize::from(length)).rev() {
            value_by_stones[stones] = value;
            value = (value / VALUE_RATIO).max(1);
        }
        LineTable { lines, through, starts, length, squares: geometry.squares(), value_by_stones }
    }

    #[inline]
    fn through(&self, square: Square) -> &[u16] {
        let at = square.index();
        &self.through[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}

/// The incremental position.
#[derive(Clone, Debug)]
pub(super) struct Board<'a, S> {
    line_table: &'a LineTable<S>,
    stones: [S; 2],
    /// The stones of each side on each line.
    counts: Vec<[u8; 2]>,
    /// The sum of the values of all lines open to each side.
    totals: [i32; 2],
    /// Stack of lines that came to lack one stone of a side; may be blocked
    /// since.
    lacking_one: [Vec<u16>; 2],
    /// Stack of lines that came to lack two stones of a side; may be blocked
    /// since.
    lacking_two: [Vec<u16>; 2],
    pub(super) side: Side,
    pub(super) hash: u64,
}

impl<'a, S: Squares> Board<'a, S> {
    pub(super) fn new(
        line_table: &'a LineTable<S>,
        position: &Position<S>,
        side: Side,
    ) -> Board<'a, S> {
        let mut board = Board {
            line_table,
            stones: [S::EMPTY; 2],
            counts: vec![[0; 2]; line_table.lines.len()],
            totals: [line_table.value_by_stones[0] * line_table.lines.len() as i32; 2],
            lacking_one: [Vec::new(), Vec::new()],
            lacking_two: [Vec::new(), Vec::new()],
            side,
            hash: 0,
        };
        for owner in Side::BOTH {
            board.side = owner;
            for square in position.set(owner) {
                board.play(square);
                board.side = owner;
            }
        }
        board.side = side;
        board
    }

    pub(super) fn empty(&self) -> S {
        self.line_table.squares & !(self.stones[0] | self.stones[1])
    }

    /// Whether no line is open to either side.
    pub(super) fn is_dead(&self) -> bool {
        self.totals == [0; 2]
    }

    /// The value for the side to move: its open lines, which count a quarter
    /// more because it is to move, minus those of the other side.
    pub(super) fn evaluate(&self) -> i32 {
        let [mine, theirs] = [self.side, !self.side].map(|side| self.totals[side.index()]);
        mine + mine / 4 - theirs
    }

    /// Plays a move of the side to move on an empty square.
    pub(super) fn play(&mut self, square: Square) {
        let (me, other) = (self.side.index(), (!self.side).index());
        self.stones[me].insert(square);
        self.hash ^= S::key(self.side, square);
        self.side = !self.side;
        let line_table = self.line_table;
        // Here and below, the masks avoid bounds checks.
        for &line in line_table.through(square) {
            let counts = &mut self.counts[usize::from(line)];
            let (mine, theirs) = (counts[me], counts[other]);
            counts[me] += 1;
            if theirs == 0 {
                let value = |stones: u8| line_table.value_by_stones[usize::from(stones & 31)];
                self.totals[me] += value(mine + 1) - value(mine);
                if mine + 2 == line_table.length {
                    self.lacking_one[me].push(line);
                }
                if mine + 3 == line_table.length {
                    self.lacking_two[me].push(line);
                }
            }
            if mine == 0 {
                self.totals[other] -= line_table.value_by_stones[usize::from(theirs & 31)];
            }
        }
    }

    /// Takes back the move on this square, which was the last.
    pub(super) fn undo(&mut self, square: Square) {
        self.side = !self.side;
        let (me, other) = (self.side.index(), (!self.side).index());
        self.stones[me].remove(square);
        self.hash ^= S::key(self.side, square);
        let line_table = self.line_table;
        for &line in line_table.through(square).iter().rev() {
            let counts = &mut self.counts[usize::from(line)];
            counts[me] -= 1;
            let (mine, theirs) = (counts[me], counts[other]);
            if theirs == 0 {
                let value = |stones: u8| line_table.value_by_stones[usize::from(stones & 31)];
                self.totals[me] -= value(mine + 1) - value(mine);
                if mine + 2 == line_table.length {
                    self.lacking_one[me].pop();
                }
                if mine + 3 == line_table.length {
                    self.lacking_two[me].pop();
                }
            }
            if mine == 0 {
                self.totals[other] += line_table.value_by_stones[usize::from(theirs & 31)];
            }
        }
    }

    /// The squares on which a side completes a line.
    pub(super) fn completions(&self, side: Side) -> S {
        if self.line_table.length == 1 {
            return self.empty();
        }
        let empty = self.empty();
        let lines = self.lacking_one[side.index()].iter();
        lines.fold(S::EMPTY, |set, &line| set | self.line_table.lines[usize::from(line)] & empty)
    }

    /// The squares on which the side to move makes a threat to complete a line
    /// of three squares or more.
    pub(super) fn threats(&self) -> S {
        let (me, other) = (self.side.index(), (!self.side).index());
        let lines = self.lacking_two[me].iter().map(|&line| usize::from(line));
        let open = lines.filter(|&line| {
            let counts = self.counts[line];
            counts[me] + 2 == self.line_table.length && counts[other] == 0
        });
        let set = open.fold(S::EMPTY, |set, line| set | self.line_table.lines[line]);
        set & self.empty()
    }

    /// The value of each empty square: that of the open lines of both sides
    /// through it.
    pub(super) fn square_values(&self) -> S::Map<i32> {
        let mut square_values = S::map(0);
        let (me, other) = (self.side.index(), (!self.side).index());
        let empty = self.empty();
        for (counts, line) in self.counts.iter().zip(&self.line_table.lines) {
            let value = |stones: u8| self.line_table.value_by_stones[usize::from(stones & 31)];
            // Of two squares with lines of equal value, one for own lines comes
            // before one that blocks lines.
            let value = match (counts[me], counts[other]) {
                (mine, 0) => 5 * value(mine),
                (0, theirs) => 4 * value(theirs),
                _ => continue,
            };
            for square in *line & empty {
                square_values[square.index() & (S::CAPACITY - 1)] += value;
            }
        }
        square_values
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::lines::Shape;
    use crate::game::{Game, Lines};
    use crate::random::Random;

    /// Playing and undoing moves gives the same board as setting it up.
    #[test]
    fn a_board_does_not_depend_on_the_moves_to_it() {
        for shape in [Shape::flat(7, 6, 4), Shape::flat(3, 2, 2), Shape::flat(9, 9, 5)] {
            check(&Lines::new(shape.expect("within the bounds")), 50);
        }
        for shape in [Shape::flat(15, 12, 5), Shape::flat(20, 20, 6), Shape::flat(19, 1, 18)] {
            check(&Lines::wide(shape.expect("within the bounds")), 2);
        }
    }

    fn check<S: Squares>(game: &Lines<S>, games: usize) {
        let mut random = Random::new(4);
        let line_table = LineTable::new(game.geometry());
        for _ in 0..games {
            let mut position = game.start();
            let mut board = Board::new(&line_table, &position, Side::X);
            while game.outcome(&position).is_none() {
                let legal = game.legal(&position);
                let square = legal.nth(random.below(legal.len())).expect("a move");
                for side in Side::BOTH {
                    let wins = legal.into_iter().filter(|&at| {
                        game.geometry().completes(position.set(side) | S::of(at), at)
                    });
                    let wins: S = wins.collect();
                    assert_eq!(board.completions(side), wins);
                }
                let (side, stones) = (board.side, board.stones);
                let threats = game.geometry().lines().iter().filter(|&&line| {
                    let [mine, theirs] = [side, !side].map(|s| line & stones[s.index()]);
                    let length = game.geometry().shape().line_length();
                    theirs.is_empty() && !mine.is_empty() && mine.len() + 2 == length
                });
                let threats = threats.fold(S::EMPTY, |set, &line| set | line);
                assert_eq!(board.threats(), threats & legal);
                let before = board.clone();
                board.play(square);
                board.undo(square);
                let same = |a: &Board<'_, S>, b: &Board<'_, S>| {
                    a.counts == b.counts
                        && a.totals == b.totals
                        && a.stones == b.stones
                        && a.hash == b.hash
                        && a.side == b.side
                };
                assert!(same(&board, &before));
                board.play(square);
                game.play(&mut position, square);
                assert_eq!(board.hash, game.hash(&position));
                let fresh = Board::new(&line_table, &position, game.side(&position));
                assert!(same(&board, &fresh));
            }
        }
    }
}
