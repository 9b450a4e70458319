//! Incremental win tests: counters, updated with each move, detect a complete
//! line in a few nanoseconds.
//!
//! On boards of few lines, [`Counters`] over all lines are fastest; on larger
//! flat boards, [`Runs`] through the square are. Each game chooses one test
//! once, by `with_win_test!`. `cargo bench --bench lines` measures both.

mod counters;
mod runs;
mod win_test;

pub use counters::Counters;
pub use runs::Runs;
pub use win_test::WinTest;

/// Evaluates an expression with the type of the fastest win test for a board.
/// Cubes of more than 64 lines have no win test: `Runs::tables` returns `None`
/// for them.
#[macro_export]
#[doc(hidden)]
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
pub use with_win_test;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::lines::{Geometry, Shape};
    use crate::game::{Side, Square, SquareSet};
    use crate::random::Random;

    #[test]
    fn win_tests_agree_with_the_lines() {
        let mut random = Random::new(1);
        for columns in 1..=Shape::MAX_NARROW_SIDE {
            for rows in 1..=Shape::MAX_NARROW_SIDE {
                for length in 1..=columns.max(rows) {
                    let shape = Shape::flat(columns, rows, length).expect("within the bounds");
                    let geometry = Geometry::new(shape);
                    let counters = Counters::<8>::tables(&geometry);
                    assert_eq!(counters.is_some(), geometry.lines().len() <= 64);
                    let runs = Runs::tables(&geometry).expect("every flat board");
                    random_game::<Runs>(&geometry, &runs, false, &mut random);
                    counters.iter().for_each(|counters| {
                        random_game::<Counters<8>>(&geometry, counters, true, &mut random);
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
        finds_open: bool,
        random: &mut Random,
    ) {
        let mut test = T::start(tables);
        let mut stones = [SquareSet::EMPTY; 2];
        let mut empty: Vec<Square> = geometry.board().squares().collect();
        let mut side = Side::X;
        while !empty.is_empty() {
            let square = empty.swap_remove(random.below(empty.len()));
            let before = test.clone();
            let completes = test.completes(tables, side, square);
            let won = test.put(tables, side, square);
            stones[side.index()].insert(square);
            let own = stones[side.index()];
            assert_eq!(won, geometry.lines().iter().any(|&line| line & own == line));
            assert_eq!(completes, won);
            let [x, o] = stones;
            let is_open = |other| geometry.lines().iter().any(|&line| (line & other).is_empty());
            let open = [is_open(o), is_open(x)];
            assert_eq!(test.open(tables), open.map(|open| open || !finds_open));
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
