//! The symmetries of a board, computed from its shape.

use super::{Board, Square, SquareSet};

/// A permutation of the squares of a board that leaves the game as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    image: Vec<Square>,
}

impl Symmetry {
    /// Where a square goes.
    pub fn square(&self, square: Square) -> Square {
        self.image[square.index()]
    }

    /// Where the squares of a set go.
    pub fn set(&self, squares: SquareSet) -> SquareSet {
        squares.into_iter().map(|s| self.square(s)).collect()
    }

    /// The permutation that takes each square to where `image` says; squares
    /// outside the board stay.
    fn from_fn(board: &Board, image: impl Fn(Square) -> Square) -> Symmetry {
        let last = board.squares().last().map_or(0, Square::index);
        let mut map: Vec<Square> = (0..=last).map(Square::new).collect();
        for square in board.squares() {
            map[square.index()] = image(square);
        }
        Symmetry { image: map }
    }
}

/// The rotations and reflections of a flat board: 8 when it is square,
/// otherwise 4. A board with one row or column has fewer distinct ones.
pub(super) fn flat(board: &Board) -> Vec<Symmetry> {
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

/// The symmetries of the lines of a cube: the axes are permuted, each axis
/// may be reflected, and all coordinates together go through a permutation of
/// the values that commutes with reflection (Silver 1967). 48 for sides 2 and
/// 3, 192 for 4 and 5.
pub(super) fn cube(board: &Board) -> Vec<Symmetry> {
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

/// The permutations of 0..side that take mirrored values to mirrored values.
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
