//! A position of a game of lines with data for its evaluation, updated with
//! every move.

use crate::game::lines::{Geometry, Position};
use crate::game::{Side, Square, SquareSet, zobrist};

/// The lines of a board and their values.
#[derive(Debug)]
pub(super) struct Pattern {
    /// The squares of each line.
    lines: Vec<u128>,
    /// The lines through square `s` are at `starts[s]..starts[s + 1]`.
    through: Vec<u16>,
    starts: Vec<u32>,
    length: u8,
    squares: u128,
    /// The value of an open line, by the stones on it.
    values: [i32; 16],
}

/// The ratio of the values of lines that differ by one stone.
const SLOPE: i32 = 4;
/// The value of a line that lacks one stone. It need not be larger, because
/// threats to complete a line are played out.
const MAX_VALUE: i32 = 256;

impl Pattern {
    pub(super) fn new(geometry: &Geometry) -> Pattern {
        let lines = geometry.lines().to_vec();
        let last = geometry.board().squares().last().map_or(0, Square::index);
        let (mut through, mut starts) = (Vec::new(), vec![0]);
        for square in 0..=last {
            let on = lines.iter().enumerate().filter(|(_, line)| *line >> square & 1 == 1);
            through.extend(on.map(|(i, _)| i as u16));
            starts.push(through.len() as u32);
        }
        let length = geometry.shape().line_length() as u8;
        let mut values = [0; 16];
        let mut value = MAX_VALUE;
        for stones in (0..usize::from(length)).rev() {
            values[stones] = value;
            value = (value / SLOPE).max(1);
        }
        Pattern { lines, through, starts, length, squares: geometry.squares(), values }
    }

    #[inline]
    fn through(&self, square: Square) -> &[u16] {
        let at = square.index();
        &self.through[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}

/// A position in play.
#[derive(Clone, Debug)]
pub(super) struct Board<'a> {
    pattern: &'a Pattern,
    stones: [u128; 2],
    /// The stones of each side on each line.
    counts: Vec<[u8; 2]>,
    /// The values of all lines open to each side.
    values: [i32; 2],
    /// Lines that came to lack only one stone of a side. The other side may
    /// have taken the square since then.
    lacking_one: [Vec<u16>; 2],
    /// Lines that came to lack only two stones of a side; likewise.
    lacking_two: [Vec<u16>; 2],
    pub(super) side: Side,
    pub(super) hash: u64,
}

impl<'a> Board<'a> {
    pub(super) fn new(pattern: &'a Pattern, position: &Position, side: Side) -> Board<'a> {
        let mut board = Board {
            pattern,
            stones: [0; 2],
            counts: vec![[0; 2]; pattern.lines.len()],
            values: [pattern.values[0] * pattern.lines.len() as i32; 2],
            lacking_one: [Vec::new(), Vec::new()],
            lacking_two: [Vec::new(), Vec::new()],
            side,
            hash: 0,
        };
        for owner in Side::BOTH {
            board.side = owner;
            for square in SquareSet(position.stones(owner)) {
                board.play(square);
                board.side = owner;
            }
        }
        board.side = side;
        board
    }

    pub(super) fn empty(&self) -> SquareSet {
        SquareSet(self.pattern.squares & !(self.stones[0] | self.stones[1]))
    }

    /// Whether no line is open to either side.
    pub(super) fn is_dead(&self) -> bool {
        self.values == [0; 2]
    }

    /// The value for the side to move: its open lines, which count a quarter
    /// more because it is to move, minus those of the other side.
    pub(super) fn evaluate(&self) -> i32 {
        let [mine, theirs] = [self.side, !self.side].map(|side| self.values[side.index()]);
        mine + mine / 4 - theirs
    }

    /// Plays a move of the side to move on an empty square.
    pub(super) fn play(&mut self, square: Square) {
        let (me, other) = (self.side.index(), (!self.side).index());
        self.stones[me] |= 1 << square.index();
        self.hash ^= zobrist::key(self.side, square);
        self.side = !self.side;
        let pattern = self.pattern;
        for &line in pattern.through(square) {
            let counts = &mut self.counts[usize::from(line)];
            let (mine, theirs) = (counts[me], counts[other]);
            counts[me] += 1;
            if theirs == 0 {
                let value = |stones: u8| pattern.values[usize::from(stones & 15)];
                self.values[me] += value(mine + 1) - value(mine);
                if mine + 2 == pattern.length {
                    self.lacking_one[me].push(line);
                }
                if mine + 3 == pattern.length {
                    self.lacking_two[me].push(line);
                }
            }
            if mine == 0 {
                self.values[other] -= pattern.values[usize::from(theirs & 15)];
            }
        }
    }

    /// Takes back the move on this square, which was the last.
    pub(super) fn undo(&mut self, square: Square) {
        self.side = !self.side;
        let (me, other) = (self.side.index(), (!self.side).index());
        self.stones[me] &= !(1 << square.index());
        self.hash ^= zobrist::key(self.side, square);
        let pattern = self.pattern;
        for &line in pattern.through(square).iter().rev() {
            let counts = &mut self.counts[usize::from(line)];
            counts[me] -= 1;
            let (mine, theirs) = (counts[me], counts[other]);
            if theirs == 0 {
                let value = |stones: u8| pattern.values[usize::from(stones & 15)];
                self.values[me] -= value(mine + 1) - value(mine);
                if mine + 2 == pattern.length {
                    self.lacking_one[me].pop();
                }
                if mine + 3 == pattern.length {
                    self.lacking_two[me].pop();
                }
            }
            if mine == 0 {
                self.values[other] += pattern.values[usize::from(theirs & 15)];
            }
        }
    }

    /// The squares on which a side completes a line.
    pub(super) fn completions(&self, side: Side) -> u128 {
        if self.pattern.length == 1 {
            return self.empty().0;
        }
        let empty = self.empty().0;
        let lines = self.lacking_one[side.index()].iter();
        lines.fold(0, |set, &line| set | self.pattern.lines[usize::from(line)] & empty)
    }

    /// The squares on which the side to move makes a threat to complete a line
    /// of three squares or more.
    pub(super) fn threats(&self) -> u128 {
        let (me, other) = (self.side.index(), (!self.side).index());
        let lines = self.lacking_two[me].iter().map(|&line| usize::from(line));
        let open = lines.filter(|&line| {
            let counts = self.counts[line];
            counts[me] + 2 == self.pattern.length && counts[other] == 0
        });
        let set = open.fold(0, |set, line| set | self.pattern.lines[line]);
        set & self.empty().0
    }

    /// The value at stake on each empty square: that of the open lines of both
    /// sides through it.
    pub(super) fn stakes(&self) -> [i32; 128] {
        let mut stakes = [0; 128];
        let (me, other) = (self.side.index(), (!self.side).index());
        let empty = self.empty().0;
        for (counts, line) in self.counts.iter().zip(&self.pattern.lines) {
            let value = |stones: u8| self.pattern.values[usize::from(stones & 15)];
            // Of two squares with lines of equal value, one for own lines comes
            // before one that blocks lines.
            let value = match (counts[me], counts[other]) {
                (mine, 0) => 5 * value(mine),
                (0, theirs) => 4 * value(theirs),
                _ => continue,
            };
            let mut left = line & empty;
            while left != 0 {
                stakes[left.trailing_zeros() as usize & 127] += value;
                left &= left - 1;
            }
        }
        stakes
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
        let mut random = Random::new(4);
        for shape in [Shape::flat(7, 6, 4), Shape::flat(3, 2, 2), Shape::flat(9, 9, 5)] {
            let game = Lines::new(shape.expect("within the bounds"));
            let pattern = Pattern::new(game.geometry());
            for _ in 0..50 {
                let mut position = game.start();
                let mut board = Board::new(&pattern, &position, Side::X);
                while game.outcome(&position).is_none() {
                    let legal = game.legal(&position);
                    let square = legal.nth(random.below(legal.len())).expect("a move");
                    for side in Side::BOTH {
                        let wins = legal.into_iter().filter(|&at| {
                            game.geometry().completes(position.stones(side) | 1 << at.index(), at)
                        });
                        let wins: SquareSet = wins.collect();
                        assert_eq!(board.completions(side), wins.0);
                    }
                    let (side, stones) = (board.side, board.stones);
                    let threats = game.geometry().lines().iter().filter(|&&line| {
                        let [mine, theirs] = [side, !side].map(|s| line & stones[s.index()]);
                        let length = game.geometry().shape().line_length();
                        theirs == 0 && mine != 0 && mine.count_ones() as usize + 2 == length
                    });
                    let threats = threats.fold(0, |set, line| set | line);
                    assert_eq!(board.threats(), threats & legal.0);
                    let before = board.clone();
                    board.play(square);
                    board.undo(square);
                    let same = |a: &Board<'_>, b: &Board<'_>| {
                        a.counts == b.counts
                            && a.values == b.values
                            && a.stones == b.stones
                            && a.hash == b.hash
                            && a.side == b.side
                    };
                    assert!(same(&board, &before));
                    board.play(square);
                    game.play(&mut position, square);
                    assert_eq!(board.hash, game.hash(&position));
                    let fresh = Board::new(&pattern, &position, game.side(&position));
                    assert!(same(&board, &fresh));
                }
            }
        }
    }
}
