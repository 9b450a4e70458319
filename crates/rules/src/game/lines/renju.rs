//! The forbidden moves of renju: X, who begins, must not make a longer row than five, two
//! fours, or two threes at once. Five in a row wins, whatever else the move makes.
//!
//! A *four* is a row that one more stone makes exactly five. A *straight four* can be
//! completed at both ends. A *three* is a row that one more stone makes a straight four,
//! if that stone is itself allowed: so a three can depend on other threes, and the
//! definition is recursive (International Renju Federation, rules 9.2 to 9.4).

use crate::game::{Board, Squares};

/// What is wrong with a move of X.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    /// More than five in a row.
    Overline,
    /// Two fours at once.
    DoubleFour,
    /// Two threes at once.
    DoubleThree,
}

/// The steps along a row: to the right, down, and along both diagonals.
const STEPS: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// The squares on either side of a move that matter for its fours and threes.
const REACH: isize = 5;

/// The bit of the move in a [`Row`].
const MIDDLE: u16 = 1 << REACH;

/// Five and four squares in a row, from the lowest bit on.
const FIVE: u16 = 0b1_1111;
const FOUR: u16 = 0b1111;

/// The squares of a row around a move, which holds a stone of X.
///
/// ```text
///  bit   0  1  2  3  4  5  6  7  8  9 10
///                       ^ the move
/// ```
#[derive(Clone, Copy)]
struct Row {
    own: u16,
    empty: u16,
}

impl Row {
    /// The number of stones of X in a row with the move, at most 6 on either side.
    fn length(self) -> u32 {
        let above = (self.own >> REACH).trailing_ones();
        let below = (self.own << (15 - REACH)).leading_ones();
        above + below - 1
    }

    /// The number of fours with the move. Two of them can lie on one row: in `X.XXX.X` the
    /// middle three belong to both.
    fn fours(self) -> usize {
        let mut first = 0;
        let mut count = 0;
        for start in 1..=REACH {
            let window = FIVE << start;
            let [stones, gaps] = [self.own & window, self.empty & window];
            let is_four = window & MIDDLE != 0
                && stones.count_ones() == 4
                && gaps.count_ones() == 1
                && self.own & ends(window) == 0;
            if is_four && stones != first {
                first = stones;
                count += 1;
            }
        }
        count
    }

    /// The bits on which a stone would make a straight four with the move.
    fn straight_four_squares(self) -> u16 {
        let mut squares = 0;
        for start in 2..=REACH {
            let window = FOUR << start;
            let [stones, gaps] = [self.own & window, self.empty & window];
            let is_three = stones.count_ones() == 3 && gaps.count_ones() == 1;
            let beyond = ends(window << 1 | window | window >> 1);
            if is_three && self.empty & ends(window) == ends(window) && self.own & beyond == 0 {
                squares |= gaps;
            }
        }
        squares
    }
}

/// The bits next to both ends of a run of bits.
const fn ends(window: u16) -> u16 {
    (window << 1 | window >> 1) & !window
}

/// Returns what is wrong with a move of X to an empty square; `None` if it is allowed.
/// `x` and `o` are the stones before it.
pub fn fault<S: Squares>(board: &Board, x: S, o: S, square: crate::game::Square) -> Option<Fault> {
    let (column, row, _) = board.coordinates(square);
    let place = Place { board, x: x | S::of(square), o };
    let rows = STEPS.map(|step| place.row(column, row, step));
    if rows.iter().any(|row| row.length() == 5) {
        return None;
    }
    if rows.iter().any(|row| row.length() > 5) {
        return Some(Fault::Overline);
    }
    let fours = rows.map(Row::fours);
    if fours.iter().sum::<usize>() >= 2 {
        return Some(Fault::DoubleFour);
    }
    let mut threes = 0;
    for ((row_of_step, step), fours) in rows.iter().zip(STEPS).zip(fours) {
        let mut squares = if fours > 0 { 0 } else { row_of_step.straight_four_squares() };
        while squares != 0 {
            let distance = squares.trailing_zeros() as isize - REACH;
            squares &= squares - 1;
            if place.allows_straight_four(column, row, step, distance) {
                threes += 1;
                break;
            }
        }
    }
    (threes >= 2).then_some(Fault::DoubleThree)
}

/// The stones after a move.
struct Place<'a, S> {
    board: &'a Board,
    x: S,
    o: S,
}

impl<S: Squares> Place<'_, S> {
    fn row(&self, column: usize, row: usize, (right, down): (isize, isize)) -> Row {
        let mut found = Row { own: 0, empty: 0 };
        for distance in -REACH..=REACH {
            let c = column.wrapping_add_signed(distance * right);
            let r = row.wrapping_add_signed(distance * down);
            if c >= self.board.columns() || r >= self.board.rows() {
                continue;
            }
            let square = self.board.square(c, r, 0);
            let bit = 1 << (distance + REACH);
            if self.x.contains(square) {
                found.own |= bit;
            } else if !self.o.contains(square) {
                found.empty |= bit;
            }
        }
        found
    }

    /// Whether a stone at this distance, which would make a straight four, is allowed and
    /// makes no five.
    fn allows_straight_four(
        &self,
        column: usize,
        row: usize,
        (right, down): (isize, isize),
        distance: isize,
    ) -> bool {
        let c = column.wrapping_add_signed(distance * right);
        let r = row.wrapping_add_signed(distance * down);
        let square = self.board.square(c, r, 0);
        let after = Place { board: self.board, x: self.x | S::of(square), o: self.o };
        let makes_five = STEPS.iter().any(|&step| after.row(c, r, step).length() == 5);
        !makes_five && fault(self.board, self.x, self.o, square).is_none()
    }
}

#[cfg(test)]
mod tests;
