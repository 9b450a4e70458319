//! The tables of a cube: its lines, the lines through each square, and its
//! symmetries.

use std::fmt::Debug;
use std::hash::Hash;
use std::sync::OnceLock;

use super::symmetry::Symmetries;
use crate::game::Lines;
use crate::game::lines::Shape;
use crate::search::proof::bits::Bits;

/// A cube of fixed size, as a type, so that the searches are compiled for each
/// size. Squares are numbered as in [`Lines`].
pub(crate) trait Cube:
    Copy + Clone + Debug + Eq + Hash + Default + Send + Sync + 'static
{
    /// The number of squares along an edge, and in a line.
    const N: usize;
    /// The number of squares of the cube.
    const SQUARES: usize = Self::N.pow(3);
    /// The number of lines: each one, extended at both ends, meets two squares
    /// of the shell around the cube, and each of these is met once (Moser).
    const LINES: usize = ((Self::N + 2).pow(3) - Self::N.pow(3)) / 2;
    /// The set of all lines.
    const ALL_LINES: u128 = (1 << Self::LINES) - 1;
    /// A set of squares.
    type Board: Bits;
    /// One set of lines for each number of stones from 1 to N - 1.
    type Counts: Copy + Clone + Debug + Eq + Default + Send + Sync + AsRef<[u128]> + AsMut<[u128]>;

    /// The tables of this cube, made on first use.
    fn geometry() -> &'static Geometry<Self>;
}

macro_rules! cube {
    ($(#[$doc:meta])* $name:ident, $n:literal, $board:ty) => {
        $(#[$doc])*
        #[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default)]
        pub(crate) struct $name;

        impl Cube for $name {
            const N: usize = $n;
            type Board = $board;
            type Counts = [u128; $n - 1];

            fn geometry() -> &'static Geometry<Self> {
                static GEOMETRY: OnceLock<Geometry<$name>> = OnceLock::new();
                GEOMETRY.get_or_init(Geometry::new)
            }
        }
    };
}

cube!(
    /// 2x2x2: 8 squares, 28 lines.
    Cube2, 2, u64
);
cube!(
    /// 3x3x3: 27 squares, 49 lines.
    Cube3, 3, u64
);
cube!(
    /// 4x4x4, Qubic: 64 squares, 76 lines.
    Cube4, 4, u64
);
cube!(
    /// 5x5x5: 125 squares, 109 lines.
    Cube5, 5, u128
);

/// The tables. The arrays are longer than needed, so that an index masked to
/// seven bits needs no bounds check.
#[derive(Debug)]
pub(crate) struct Geometry<C: Cube> {
    lines: [C::Board; 128],
    through: [u128; 128],
    all: C::Board,
    rich: C::Board,
    symmetries: Symmetries<C::Board>,
}

impl<C: Cube> Geometry<C> {
    fn new() -> Self {
        let game = Lines::new(Shape::Cube { side: C::N });
        let mut lines = [C::Board::EMPTY; 128];
        let mut through = [0; 128];
        for (number, &line) in game.geometry().lines().iter().enumerate() {
            lines[number] = C::Board::from_set(line);
            lines[number].members().for_each(|square| through[square] |= 1 << number);
        }
        let most = through.iter().map(|lines: &u128| lines.count_ones()).max();
        let rich = (0..C::SQUARES).filter(|&square| Some(through[square].count_ones()) == most);
        Geometry {
            lines,
            through,
            all: C::Board::from_set(game.geometry().squares()),
            rich: rich.fold(C::Board::EMPTY, |set, square| set | C::Board::of(square)),
            symmetries: Symmetries::new(&game),
        }
    }

    /// The squares of a line.
    #[inline]
    pub(crate) fn line(&self, number: usize) -> C::Board {
        self.lines[number & 127]
    }

    /// The lines through a square.
    #[inline]
    pub(crate) fn through(&self, square: usize) -> u128 {
        self.through[square & 127]
    }

    /// The set of all squares.
    pub(crate) fn all(&self) -> C::Board {
        self.all
    }

    /// The squares with the most lines: on 4x4x4 the corners and the centre.
    pub(crate) fn rich(&self) -> C::Board {
        self.rich
    }

    /// The symmetries of the cube.
    pub(crate) fn symmetries(&self) -> &Symmetries<C::Board> {
        &self.symmetries
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_lines_is_that_of_the_game() {
        let lines = |side| Lines::new(Shape::Cube { side }).geometry().lines().len();
        assert_eq!(
            [2, 3, 4, 5].map(lines),
            [Cube2::LINES, Cube3::LINES, Cube4::LINES, Cube5::LINES]
        );
    }

    #[test]
    fn sixteen_rich_squares_have_seven_lines_and_the_others_four() {
        let geometry = Cube4::geometry();
        assert_eq!(geometry.rich().len(), 16);
        for square in 0..64 {
            let lines = if geometry.rich().has(square) { 7 } else { 4 };
            assert_eq!(geometry.through(square).count_ones(), lines);
        }
    }
}
