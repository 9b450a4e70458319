//! Makes a [`Book`] from a certificate, and finds the moves in it.

use super::board::{Cube, Cube4, CubePosition};
use super::solve::Entry;
use crate::game::{Side, SquareSet};
use crate::search::proof::bits::Bits;
use crate::search::task::Book;

/// Steps to find out whether a position with a forced block is reached by
/// playing the book: some ten milliseconds. If they do not suffice, the block
/// is still played, but not reported as a win.
/// `cargo bench --bench qubic -- book` checks that they do.
const MAX_STEPS: u32 = 20_000;

impl Book {
    /// The book of a certificate, which must have been verified: searches play
    /// the moves without checking that they win.
    pub fn new(entries: &[Entry]) -> Book {
        let symmetries = Cube4::geometry().symmetries();
        let canonical = |entry: &Entry| {
            let (x, o) = (u64::from_set(entry.x), u64::from_set(entry.o));
            let (x, o, symmetry) = symmetries.canonical(x, o);
            ((x, o), symmetries.map(symmetry, entry.square.index()))
        };
        Book {
            moves: entries.iter().map(canonical).collect(),
            fullest: entries.iter().map(|entry| entry.x.len() as u32).max().unwrap_or(0),
        }
    }

    /// Whether a book is for cubes of this size.
    pub(crate) fn is_for<C: Cube>() -> bool {
        C::N == Cube4::N
    }

    /// The book's move in a position of 4x4x4 with X to move, or the forced
    /// block, which the book leaves out, in a position reached by playing it.
    pub(crate) fn move_in(&self, x: SquareSet, o: SquareSet) -> Option<usize> {
        self.find(u64::from_set(x), u64::from_set(o), &mut { MAX_STEPS })
    }

    /// The move of an entry, or a forced block after one. Entries have no
    /// threats of O.
    fn find(&self, x: u64, o: u64, steps: &mut u32) -> Option<usize> {
        let geometry = Cube4::geometry();
        let position = CubePosition::<Cube4>::new(geometry, x, o);
        let block = position.completions(geometry, Side::O);
        if block.is_empty() {
            return self.entry(x, o);
        }
        if !block.is_single() {
            return None;
        }
        let line = geometry.line(position.threats(Side::O).members().next()?);
        // O's last move made the threat, and X's move before it was that of an
        // entry or a block.
        for reply in (line & o).members() {
            for square in x.members() {
                *steps = steps.checked_sub(1)?;
                let (x, o) = (x & !u64::of(square), o & !u64::of(reply));
                let is_block = geometry.through(square).members().any(|line| {
                    let others = geometry.line(line) & !u64::of(square);
                    others & !o == 0
                });
                let last = if is_block { self.find(x, o, steps) } else { self.entry(x, o) };
                if last == Some(square) {
                    return Some(block.first());
                }
            }
        }
        None
    }

    /// The move of an entry.
    fn entry(&self, x: u64, o: u64) -> Option<usize> {
        if x.count_ones() > self.fullest {
            return None;
        }
        let symmetries = Cube4::geometry().symmetries();
        let (x, o, symmetry) = symmetries.canonical(x, o);
        self.moves.get(&(x, o)).map(|&square| symmetries.unmap(symmetry, square))
    }
}
