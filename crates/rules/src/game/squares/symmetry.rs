//! The symmetries of a board, computed from its shape.

use super::board::Board;
use super::set::Squares;
use super::square::Square;

/// A permutation of the squares of a board under which the rules are invariant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    image: Vec<Square>,
}

impl Symmetry {
    /// The image of a square.
    pub fn square(&self, square: Square) -> Square {
        self.image[square.index()]
    }

    /// The image of a set of squares.
    pub fn set<S: Squares>(&self, squares: S) -> S {
        squares.into_iter().map(|s| self.square(s)).collect()
    }

    /// Creates the permutation that maps each square of the board by `image`;
    /// indices off the board map to themselves.
    fn from_fn(board: &Board, image: impl Fn(Square) -> Square) -> Symmetry {
        let last = board.squares().last().map_or(0, Square::index);
        let mut map: Vec<Square> = (0..=last).map(Square::new).collect();
        for square in board.squares() {
            map[square.index()] = image(square);
        }
        Symmetry { image: map }
    }
}

/// Returns the distinct rotations and reflections of a flat board: 8 if it is
/// square, otherwise 4, fewer with one row or column.
pub(crate) fn flat(board: &Board) -> Vec<Symmetry> {
    let (columns, rows) = (board.columns(), board.rows());
    let mut found = Vec::new();
    for transpose in [false, true] {
        for mirror in [false, true] {
            for flip in [false, true] {
                if transpose && columns != rows {
                    continue;
                }
                push_new(
                    &mut found,
                    Symmetry::from_fn(board, |square| {
                        let (c, r, level) = board.coordinates(square);
                        let (c, r) = if transpose { (r, c) } else { (c, r) };
                        let c = if mirror { columns - 1 - c } else { c };
                        let r = if flip { rows - 1 - r } else { r };
                        board.square(c, r, level)
                    }),
                );
            }
        }
    }
    found
}

/// Returns the symmetries of the lines of a cube: permutations of the axes,
/// reflections of each axis, and permutations of the coordinate values, the
/// same for all axes, that commute with reflection (Silver 1967). There are 48
/// for sides 2 and 3, 192 for sides 4 and 5.
pub(crate) fn cube(board: &Board) -> Vec<Symmetry> {
    const AXES: [[usize; 3]; 6] =
        [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let side = board.columns();
    let mut found = Vec::new();
    for values in reflecting_permutations(side) {
        for axes in AXES {
            for reflected in 0..8 {
                push_new(
                    &mut found,
                    Symmetry::from_fn(board, |square| {
                        let (c, r, l) = board.coordinates(square);
                        let from = [c, r, l];
                        let to = |axis: usize| {
                            let value = values[from[axes[axis]]];
                            if reflected >> axis & 1 == 1 { side - 1 - value } else { value }
                        };
                        board.square(to(0), to(1), to(2))
                    }),
                );
            }
        }
    }
    found
}

fn push_new(found: &mut Vec<Symmetry>, symmetry: Symmetry) {
    if !found.contains(&symmetry) {
        found.push(symmetry);
    }
}

/// Returns the permutations of `0..side` that commute with reflection: they map
/// mirrored values to mirrored values.
fn reflecting_permutations(side: usize) -> Vec<Vec<usize>> {
    fn extend(side: usize, values: &mut Vec<usize>, all: &mut Vec<Vec<usize>>) {
        let next = values.len();
        if next == side {
            all.push(values.clone());
            return;
        }
        for value in 0..side {
            let mirrored = side - 1 - next;
            let fits = !values.contains(&value)
                && (mirrored >= next || values[mirrored] == side - 1 - value)
                && (mirrored != next || value == side - 1 - value);
            if fits {
                values.push(value);
                extend(side, values, all);
                values.pop();
            }
        }
    }
    let mut all = Vec::new();
    extend(side, &mut Vec::new(), &mut all);
    all
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// On boards that are wider or taller, too: each image is the square at the same
    /// distances from the edges, in one of eight ways.
    #[test]
    fn the_symmetries_of_a_flat_board_are_its_rotations_and_reflections() {
        for (columns, rows, count) in
            [(3, 3, 8), (5, 5, 8), (4, 3, 4), (3, 7, 4), (1, 6, 2), (6, 1, 2), (1, 1, 1)]
        {
            let board = Board::flat(columns, rows);
            let found = flat(&board);
            assert_eq!(found.len(), count, "{columns}x{rows}");
            for symmetry in &found {
                let images: HashSet<Square> =
                    board.squares().map(|square| symmetry.square(square)).collect();
                assert_eq!(images.len(), columns * rows, "{columns}x{rows}");
                for square in board.squares() {
                    let edges = |square| {
                        let (column, row, _) = board.coordinates(square);
                        let mut pairs = [(column, columns - 1 - column), (row, rows - 1 - row)]
                            .map(|(one, other)| [one.min(other), one.max(other)]);
                        pairs.sort_unstable();
                        pairs
                    };
                    assert_eq!(edges(symmetry.square(square)), edges(square), "{columns}x{rows}");
                }
            }
        }
    }
}
