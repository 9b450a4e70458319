//! A win test for flat boards: line counters, packed into one 32-bit word for
//! each straight run.
//!
//! A square lies on at most four runs (row, column, two diagonals), so a move
//! touches four words.
//!
//! ```text
//!   word of one run:   | ... | line 2 | line 1 | line 0 |
//!   each line has `width` bits, 2^(width-1) >= K, and starts at 2^(width-1) - K,
//!   so that its top bit means "complete"
//!
//!   K    1  2  3  4  5..8  9..11
//!   width 1  2  3  3   4     5     at most 12 - K lines per run: <= 28 bits
//! ```

use super::win_test::WinTest;
use crate::game::lines::Geometry;
use crate::game::lines::Shape;
use crate::game::{Side, Square, SquareSet};

/// Rows, columns and both kinds of diagonals of an 11x11 board:
/// `11 + 11 + 21 + 21`.
const RUNS: usize = 64;

/// The counters of both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Runs([[u32; RUNS]; 2]);

/// The runs through a square, and the increments of their words for a stone.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    runs: [u8; 4],
    steps: [u32; 4],
}

/// The constants of a board.
#[derive(Clone, Debug)]
pub struct Places {
    places: [Place; 128],
    start: [u32; RUNS],
    /// The top bits of the counters.
    complete: u32,
}

impl WinTest for Runs {
    type Tables = Places;

    fn tables(geometry: &Geometry) -> Option<Places> {
        let Shape::Flat { line: length, .. } = geometry.shape() else { return None };
        let width = length.next_power_of_two().ilog2() + 1;
        let top = 1u32 << (width - 1);
        let mut tables = Places { places: [Place::default(); 128], start: [0; RUNS], complete: 0 };
        let mut used = [0; 128];
        for (run, lines) in geometry.runs().iter().enumerate() {
            let squares = lines.iter().fold(SquareSet::EMPTY, |set, &line| set | line);
            for square in squares {
                let through =
                    |i: usize| u32::from(lines[i].contains(square)) * (1 << (width * i as u32));
                let count = &mut used[square.index()];
                let place = &mut tables.places[square.index()];
                place.runs[*count] = run as u8;
                place.steps[*count] = (0..lines.len()).map(through).sum();
                *count += 1;
            }
            for i in 0..lines.len() {
                *tables.start.get_mut(run)? |= (top - length as u32) << (width * i as u32);
                tables.complete |= top << (width * i as u32);
            }
        }
        Some(tables)
    }

    fn start(tables: &Places) -> Self {
        Self([tables.start; 2])
    }

    #[inline]
    fn put(&mut self, tables: &Places, side: Side, square: Square) -> bool {
        let place = &tables.places[square.index() & 127];
        let words = &mut self.0[side.index()];
        let mut any = 0;
        for (&run, step) in place.runs.iter().zip(place.steps) {
            let word = &mut words[usize::from(run) % RUNS];
            *word += step;
            any |= *word;
        }
        any & tables.complete != 0
    }

    #[inline]
    fn completes(&self, tables: &Places, side: Side, square: Square) -> bool {
        let place = &tables.places[square.index() & 127];
        let words = &self.0[side.index()];
        let sum = |(&run, step)| words[usize::from(run) % RUNS] + step;
        place.runs.iter().zip(place.steps).fold(0, |any, place| any | sum(place)) & tables.complete
            != 0
    }

    #[inline]
    fn open(&self, _: &Places) -> [bool; 2] {
        [true; 2]
    }

    #[inline]
    fn take(&mut self, tables: &Places, side: Side, square: Square) {
        let place = &tables.places[square.index() & 127];
        for (&run, step) in place.runs.iter().zip(place.steps) {
            self.0[side.index()][usize::from(run) % RUNS] -= step;
        }
    }
}
