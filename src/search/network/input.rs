//! The input of the network: a position as planes of numbers.

use super::weights::{PLANES, SQUARES};
use crate::game::trains::longest::bits::{BOARD, flood, lowest, neighbours};
use crate::game::trains::{Lengths, Position};
use crate::game::{Game, Side, Trains};

/// The values of all squares, row by row from the top, from 0 to 127.
pub type Planes = [[u8; PLANES]; SQUARES];

/// The plies whose allowed squares are part of the input: the next one and
/// those after it.
pub const PLIES_AHEAD: usize = 4;

/// A position as the network sees it, from the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// The stones of the side to move.
    pub own: u64,
    /// The stones of the other side.
    pub other: u64,
    /// The squares allowed for the next plies, occupied or not.
    pub allowed: [u64; PLIES_AHEAD],
    /// Whether the side to move also plays the ply after the next, and so on.
    pub again: [bool; PLIES_AHEAD - 1],
    /// The stones that the side to move and the other side have still to place.
    pub left: [u32; 2],
}

/// The stored value of a square that is in a plane's set.
const ON: u8 = 127;
/// The stored value of a train's length, per square.
const PER_SQUARE: u32 = 8;
/// The stored value of the stones that are left, per stone.
const PER_STONE: u32 = 5;

impl View {
    /// The view of a position of a game.
    pub fn of(game: &Trains, position: &Position) -> View {
        let (ply, side) = (position.ply(), game.side(position));
        let x_left = (game.plies_of_x() >> ply).count_ones();
        let left_of = |side| match side {
            Side::X => x_left,
            Side::O => SQUARES as u32 - ply as u32 - x_left,
        };
        View {
            own: position.stones(side),
            other: position.stones(!side),
            allowed: std::array::from_fn(|i| game.rules().allowed(ply + i)),
            again: std::array::from_fn(|i| game.side_at(ply + 1 + i) == side),
            left: [left_of(side), left_of(!side)],
        }
    }

    /// The input of the network.
    pub fn planes(&self, lengths: &mut Lengths) -> Planes {
        let mut planes = [[0; PLANES]; SQUARES];
        let empty = BOARD & !(self.own | self.other);
        let mut fill = |plane: usize, set: u64| {
            each(set & BOARD, |place| planes[place][plane] = ON);
        };
        fill(0, self.own);
        fill(1, self.other);
        fill(2, self.allowed[0] & empty);
        for (i, &again) in self.again.iter().enumerate() {
            fill(if again { 3 } else { 6 } + i, self.allowed[i + 1] & empty);
        }
        let [own, other] =
            [self.own, self.other].map(|stones| Potential::new(stones, empty, lengths));
        let scaled = |number: u32, unit: u32| (number * unit).min(u32::from(ON)) as u8;
        for (place, square) in planes.iter_mut().enumerate() {
            square[9] = ON;
            square[10] = scaled(self.left[0], PER_STONE);
            square[11] = scaled(self.left[1], PER_STONE);
            square[12] = scaled(own.through[place], PER_SQUARE);
            square[13] = scaled(other.through[place], PER_SQUARE);
            square[14] = scaled(own.longest, PER_SQUARE);
            square[15] = scaled(other.longest, PER_SQUARE);
        }
        planes
    }
}

/// The lengths of a side's trains, now and after one more stone.
struct Potential {
    /// On a stone of the side, the longest train of its component; on an empty
    /// square, the longest train of the component that a stone there would
    /// make.
    through: [u32; SQUARES],
    /// The longest train.
    longest: u32,
}

impl Potential {
    fn new(stones: u64, empty: u64, lengths: &mut Lengths) -> Potential {
        let mut through = [0; SQUARES];
        let mut longest = 0;
        // The component of each square, by its index.
        let mut components = [0u64; 64];
        let mut rest = stones;
        while rest != 0 {
            let component = flood(lowest(rest), stones);
            rest &= !component;
            let length = lengths.of(component);
            longest = longest.max(length);
            each(component, |place| through[place] = length);
            let mut squares = component;
            while squares != 0 {
                components[squares.trailing_zeros() as usize] = component;
                squares &= squares - 1;
            }
        }
        let mut squares = empty;
        while squares != 0 {
            let index = squares.trailing_zeros() as usize;
            let square = lowest(squares);
            squares ^= square;
            let mut merged = square;
            let mut around = neighbours(square) & stones;
            while around != 0 {
                merged |= components[around.trailing_zeros() as usize];
                around &= !merged;
            }
            through[place_of(index)] = if merged == square { 1 } else { lengths.of(merged) };
        }
        Potential { through, longest }
    }
}

/// The place in the planes of a square with this index on the board.
pub(crate) fn place_of(index: usize) -> usize {
    index / 8 * 7 + index % 8
}

/// Calls a function with the places of all squares of a set.
fn each(mut set: u64, mut call: impl FnMut(usize)) {
    while set != 0 {
        call(place_of(set.trailing_zeros() as usize));
        set &= set - 1;
    }
}
