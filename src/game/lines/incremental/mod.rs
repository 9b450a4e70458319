//! Seeing in a few nanoseconds whether a move completes a line, by what is
//! kept up to date from move to move.
//!
//! How a win is seen depends on the board: with few lines counting them all is
//! fastest, and with many looking at the runs through the square is. Both do
//! it behind one trait, chosen once for each game. `cargo bench --bench lines`
//! measures them.

mod counters;
mod runs;

pub use counters::Counters;
pub use runs::Runs;

use super::Geometry;
use crate::game::{Side, Square};

/// What a board keeps, beside its stones, to see a complete line.
pub trait WinTest: Clone + Send + Sync + 'static {
    /// What is fixed about the board.
    type Tables: Send + Sync;
    /// The tables for a board, if this kind of test can do it.
    fn tables(geometry: &Geometry) -> Option<Self::Tables>;
    /// The empty board.
    fn start(tables: &Self::Tables) -> Self;
    /// Adds a stone; true if it completes a line.
    fn put(&mut self, tables: &Self::Tables, side: Side, square: Square) -> bool;
    /// Takes a stone off.
    fn take(&mut self, tables: &Self::Tables, side: Side, square: Square);
}

/// Runs an expression with the win test that is fastest on a board, or `None`
/// where there is none.
macro_rules! with_win_test {
    ($geometry:expr, $test:ident => $body:expr) => {{
        use $crate::game::lines::incremental::{Counters, Runs};
        let geometry: &$crate::game::lines::Geometry = $geometry;
        match geometry.lines().len() {
            1..=8 => {
                type $test = Counters<1>;
                $body
            }
            9..=16 => {
                type $test = Counters<2>;
                $body
            }
            17..=24 => {
                type $test = Counters<3>;
                $body
            }
            25..=64 => {
                type $test = Counters<8>;
                $body
            }
            _ => {
                type $test = Runs;
                $body
            }
        }
    }};
}
pub(crate) use with_win_test;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::lines::Shape;
    use crate::random::Random;

    #[test]
    fn both_tests_agree_with_the_lines() {
        let mut random = Random::new(1);
        for columns in 1..=Shape::LONGEST_SIDE {
            for rows in 1..=Shape::LONGEST_SIDE {
                for length in 1..=columns.max(rows) {
                    let shape = Shape::flat(columns, rows, length).expect("within the bounds");
                    let geometry = Geometry::new(shape);
                    let counters = Counters::<8>::tables(&geometry);
                    assert_eq!(counters.is_some(), geometry.lines().len() <= 64);
                    let runs = Runs::tables(&geometry).expect("every flat board");
                    random_game::<Runs>(&geometry, &runs, &mut random);
                    counters.iter().for_each(|counters| {
                        random_game::<Counters<8>>(&geometry, counters, &mut random);
                    });
                }
            }
        }
        let cube = Geometry::new(Shape::cube(4).expect("within the bounds"));
        assert!(Runs::tables(&cube).is_none());
    }

    fn random_game<T: WinTest + PartialEq + std::fmt::Debug>(
        geometry: &Geometry,
        tables: &T::Tables,
        random: &mut Random,
    ) {
        let mut test = T::start(tables);
        let mut stones = [0u128; 2];
        let mut empty: Vec<Square> = geometry.board().squares().collect();
        let mut side = Side::X;
        while !empty.is_empty() {
            let square = empty.swap_remove(random.below(empty.len()));
            let before = test.clone();
            let won = test.put(tables, side, square);
            stones[side.index()] |= 1 << square.index();
            let own = stones[side.index()];
            assert_eq!(won, geometry.lines().iter().any(|line| line & own == *line));
            let mut undone = test.clone();
            undone.take(tables, side, square);
            assert_eq!(undone, before);
            if won {
                break;
            }
            side = !side;
        }
    }
}
