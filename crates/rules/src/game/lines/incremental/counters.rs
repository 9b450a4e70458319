//! A win test for boards of few lines: one byte counter for each line and side,
//! eight to a word.
//!
//! ```text
//!   byte  7      6      ...    0          of word w: lines 8w + 7 ... 8w
//!         |0x7d  |0x7e  | ... |0x80 |
//!   a byte starts at 0x80 - K, so that its top bit means "complete"
//! ```
//!
//! A move adds the 0/1 bytes of its square to all counters at once. No byte
//! carries into the next.

use super::win_test::WinTest;
use crate::game::lines::Geometry;
use crate::game::{Side, Square};

/// The top bit of every byte.
const COMPLETE: u64 = 0x8080_8080_8080_8080;

/// The counters of both sides for up to `8 * N` lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counters<const N: usize>([[u64; N]; 2]);

/// The constants of a board.
#[derive(Clone, Debug)]
pub struct Steps<const N: usize> {
    /// For every square, a 1 in the byte of each line through it.
    steps: [[u64; N]; 128],
    start: [u64; N],
    /// The top bit of the byte of every line.
    lines: [u64; N],
}

impl<const N: usize> WinTest for Counters<N> {
    type Tables = Steps<N>;

    fn tables(geometry: &Geometry) -> Option<Steps<N>> {
        let length = geometry.shape().line_length();
        let mut tables = Steps { steps: [[0; N]; 128], start: [0; N], lines: [0; N] };
        for (i, &line) in geometry.lines().iter().enumerate() {
            let (word, byte) = (i / 8, i % 8 * 8);
            *tables.start.get_mut(word)? |= (0x80 - length as u64) << byte;
            tables.lines[word] |= 0x80 << byte;
            for square in line {
                tables.steps[square.index()][word] |= 1 << byte;
            }
        }
        Some(tables)
    }

    #[inline]
    fn start(tables: &Steps<N>) -> Self {
        Self([tables.start; 2])
    }

    #[inline]
    fn put(&mut self, tables: &Steps<N>, side: Side, square: Square) -> bool {
        let mut any = 0;
        for (counter, step) in
            self.0[side.index()].iter_mut().zip(&tables.steps[square.index() & 127])
        {
            *counter += step;
            any |= *counter;
        }
        any & COMPLETE != 0
    }

    #[inline]
    fn completes(&self, tables: &Steps<N>, side: Side, square: Square) -> bool {
        let steps = &tables.steps[square.index() & 127];
        let sums = self.0[side.index()].iter().zip(steps).map(|(counter, step)| counter + step);
        sums.fold(0, |any, sum| any | sum) & COMPLETE != 0
    }

    #[inline]
    fn open(&self, tables: &Steps<N>) -> [bool; 2] {
        let mut open = [0; 2];
        for (i, open) in open.iter_mut().enumerate() {
            for word in 0..N {
                // The top bits of the bytes of the lines with stones of the other side.
                let stones = self.0[1 - i][word] ^ tables.start[word];
                let used = ((stones & !COMPLETE) + !COMPLETE) | stones;
                *open |= tables.lines[word] & !used;
            }
        }
        open.map(|lines| lines != 0)
    }

    #[inline]
    fn take(&mut self, tables: &Steps<N>, side: Side, square: Square) {
        for (counter, step) in
            self.0[side.index()].iter_mut().zip(&tables.steps[square.index() & 127])
        {
            *counter -= step;
        }
    }
}
