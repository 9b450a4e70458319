//! The board of the checker: an array of squares, and counts of stones in each
//! line.

use super::geometry::Geometry;

/// X, the side that has to win.
pub(super) const X: u8 = 1;
/// O.
pub(super) const O: u8 = 2;

/// A position with the number of stones of each side in each line.
#[derive(Clone)]
pub(super) struct Board<'a> {
    pub(super) geometry: &'a Geometry,
    /// The content of each square: 0, [`X`] or [`O`].
    pub(super) squares: [u8; 64],
    /// The numbers of stones of X and of O in each line, at the indices [`X`]
    /// and [`O`].
    count: [[u8; 3]; 76],
    /// The stones of X and of O as sets, for comparisons of positions.
    pub(super) sets: [u64; 2],
}

impl<'a> Board<'a> {
    /// Returns the empty board.
    pub(super) fn new(geometry: &'a Geometry) -> Self {
        Board { geometry, squares: [0; 64], count: [[0; 3]; 76], sets: [0; 2] }
    }

    /// Returns the board with these stones of X and of O, which must not
    /// overlap.
    pub(super) fn with(geometry: &'a Geometry, sets: [u64; 2]) -> Self {
        let mut board = Board::new(geometry);
        for (side, set) in [X, O].into_iter().zip(sets) {
            let own = (0..64).filter(|square| set >> square & 1 == 1);
            own.for_each(|square| board.play(side, square));
        }
        board
    }

    /// Puts a stone on an empty square.
    pub(super) fn play(&mut self, side: u8, square: usize) {
        self.squares[square] = side;
        self.sets[usize::from(side) - 1] |= 1 << square;
        for &line in &self.geometry.through[square] {
            self.count[line][usize::from(side)] += 1;
        }
    }

    /// Removes a stone of this side.
    pub(super) fn take_back(&mut self, side: u8, square: usize) {
        self.squares[square] = 0;
        self.sets[usize::from(side) - 1] &= !(1 << square);
        for &line in &self.geometry.through[square] {
            self.count[line][usize::from(side)] -= 1;
        }
    }

    /// Whether a side has a complete line.
    pub(super) fn has_line(&self, side: u8) -> bool {
        self.count.iter().any(|count| count[usize::from(side)] == 4)
    }

    /// The first empty square of a line.
    pub(super) fn empty_of(&self, line: usize) -> Option<usize> {
        self.geometry.lines[line].into_iter().find(|&square| self.squares[square] == 0)
    }

    /// Whether `side` has exactly `stones` stones in a line and the other side
    /// has none.
    pub(super) fn open(&self, line: usize, side: u8, stones: u8) -> bool {
        let count = self.count[line];
        count[usize::from(side)] == stones && count[3 - usize::from(side)] == 0
    }

    /// The squares on which a side completes a line, each once.
    pub(super) fn completions(&self, side: u8) -> Vec<usize> {
        let mut squares = Vec::new();
        for line in (0..76).filter(|&line| self.open(line, side, 3)) {
            squares.extend(self.empty_of(line).filter(|square| !squares.contains(square)));
        }
        squares
    }

    /// The number of stones on the board.
    pub(super) fn stones(&self) -> usize {
        self.squares.iter().filter(|&&side| side != 0).count()
    }
}
