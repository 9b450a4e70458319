//! The board of a check of the Gomocup protocol, which may be larger than those
//! of the games of noughts.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::fmt::Write;

use noughts_rules::game::lines::LineRule;

/// A column and a row from the top left, from 0.
pub(super) type Point = (i32, i32);

/// The number of stones in a row that wins.
const LINE: i32 = 5;

/// The directions of lines: rows, columns and both diagonals.
const DIRECTIONS: [Point; 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// A board with stones.
#[derive(Clone, Debug)]
pub(super) struct FiveBoard {
    columns: i32,
    rows: i32,
    /// Which rows of five win.
    rule: LineRule,
    /// The stones; `true` for those of the engine.
    stones: HashMap<Point, bool>,
}

impl FiveBoard {
    /// Makes an empty board.
    pub(super) fn new(columns: i32, rows: i32, rule: LineRule) -> FiveBoard {
        FiveBoard { columns, rows, rule, stones: HashMap::new() }
    }

    /// Returns why a stone cannot be placed on a point, if so.
    pub(super) fn obstacle(&self, (x, y): Point) -> Option<&'static str> {
        let is_inside = (0..self.columns).contains(&x) && (0..self.rows).contains(&y);
        match is_inside {
            false => Some("is not on the board"),
            true if self.stones.contains_key(&(x, y)) => Some("is occupied"),
            true => None,
        }
    }

    /// Places a stone; returns whether the game is over.
    pub(super) fn place(&mut self, point: Point, is_own: bool) -> bool {
        self.stones.insert(point, is_own);
        self.is_line(point, is_own) || self.stones.len() as i32 == self.columns * self.rows
    }

    fn is_line(&self, (x, y): Point, is_own: bool) -> bool {
        let run = |dx: i32, dy: i32| {
            let points = (1..=LINE).map(|i| (x + i * dx, y + i * dy));
            points.take_while(|point| self.stones.get(point) == Some(&is_own)).count() as i32
        };
        DIRECTIONS.iter().any(|&(dx, dy)| {
            let [after, before] = [run(dx, dy), run(-dx, -dy)];
            let is_closed =
                |steps: i32| self.stones.get(&(x + steps * dx, y + steps * dy)) == Some(&!is_own);
            match (after + before + 1).cmp(&LINE) {
                Ordering::Less => false,
                Ordering::Equal => {
                    !(self.rule.is_caro() && is_closed(after + 1) && is_closed(-before - 1))
                }
                Ordering::Greater => !matches!(self.rule, LineRule::Exact | LineRule::ExactCaro),
            }
        })
    }

    /// Returns an empty point. Points in this order are never side by side in a
    /// line until a fifth of the board is full, so that games last.
    pub(super) fn any_empty(&self) -> Option<Point> {
        let points = (0..self.rows).flat_map(|y| (0..self.columns).map(move |x| (x, y)));
        let mut empty: Vec<Point> =
            points.filter(|point| self.obstacle(*point).is_none()).collect();
        empty.sort_by_key(|(x, y)| (x + 2 * y) % LINE);
        empty.first().copied()
    }

    /// Returns the lines from `BOARD` to `DONE`.
    pub(super) fn lines(&self) -> String {
        let mut stones: Vec<_> = self.stones.iter().collect();
        stones.sort_unstable();
        let mut lines = "BOARD\n".to_string();
        for ((x, y), is_own) in stones {
            // Writing to a string does not fail.
            let _ = writeln!(lines, "{x},{y},{}", if *is_own { 1 } else { 2 });
        }
        lines + "DONE"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_or_more_in_a_row_end_the_game() {
        for (dx, dy) in DIRECTIONS {
            let mut board = FiveBoard::new(20, 20, LineRule::Free);
            let ends: Vec<bool> =
                [0, 1, 2, 4, 5, 3].map(|i| board.place((9 + i * dx, 9 + i * dy), true)).to_vec();
            assert_eq!(ends, [false, false, false, false, false, true]);
        }
        let mut board = FiveBoard::new(20, 20, LineRule::Free);
        assert!(!(0..9).any(|x| board.place((x, 0), x % 5 == 4)));
    }

    #[test]
    fn six_in_a_row_end_no_exact_game() {
        for (dx, dy) in DIRECTIONS {
            let ends = |last: i32| {
                let mut board = FiveBoard::new(20, 20, LineRule::Exact);
                let places = [0, 1, 2, 4, last, 3].map(|i| (9 + i * dx, 9 + i * dy));
                places.map(|point| board.place(point, true)) == [false; 6]
            };
            assert!(ends(5) && ends(-1) && !ends(7));
        }
    }

    #[test]
    fn five_between_two_stones_end_no_game_of_caro() {
        for (dx, dy) in DIRECTIONS {
            let ends = |stones: [i32; 2], others: [i32; 2]| {
                let mut board = FiveBoard::new(20, 20, LineRule::Caro);
                let point = |i: i32| (9 + i * dx, 9 + i * dy);
                others.into_iter().for_each(|i| _ = board.place(point(i), false));
                [1, 2, 4, stones[0], stones[1], 3].map(|i| board.place(point(i), true))[5]
            };
            assert!(!ends([0, 0], [-1, 5]) && ends([0, 0], [-2, 5]) && ends([0, 5], [-1, 6]));
        }
    }

    #[test]
    fn a_stone_needs_an_empty_point() {
        let mut board = FiveBoard::new(3, 2, LineRule::Free);
        assert_eq!(board.obstacle((2, 1)), None);
        for point in [(3, 0), (0, 2), (-1, 0), (0, -1)] {
            assert_eq!(board.obstacle(point), Some("is not on the board"));
        }
        board.place((2, 1), false);
        assert_eq!(board.obstacle((2, 1)), Some("is occupied"));
        assert_eq!(board.lines(), "BOARD\n2,1,2\nDONE");
        // The board is full with the last stone.
        let mut over = false;
        while let Some(point) = board.any_empty() {
            assert!(!over);
            over = board.place(point, true);
        }
        assert!(over);
    }
}
