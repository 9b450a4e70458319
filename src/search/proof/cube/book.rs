//! A book of proven moves for 4x4x4: what a certificate says.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::bits::Bits;
use super::geometry::{Cube, Cube4};
use super::solve::Entry;
use crate::game::SquareSet;

/// The move for each canonical position with X to move.
static BOOK: OnceLock<HashMap<(u64, u64), usize>> = OnceLock::new();

/// Makes all searches of 4x4x4 from now on play these moves, without looking
/// whether they win: the certificate must have been checked. Only the first
/// book counts.
pub fn use_book(entries: &[Entry]) {
    let symmetries = Cube4::geometry().symmetries();
    let canonical = |entry: &Entry| {
        let (x, o, symmetry) = symmetries.canonical(u64::from_set(entry.x), u64::from_set(entry.o));
        ((x, o), symmetries.map(symmetry, entry.square.index()))
    };
    BOOK.get_or_init(|| entries.iter().map(canonical).collect());
}

/// The book's move in a position with X to move.
pub(super) fn find<C: Cube>(x: SquareSet, o: SquareSet) -> Option<usize> {
    let book = BOOK.get().filter(|_| C::N == Cube4::N)?;
    let symmetries = Cube4::geometry().symmetries();
    let (x, o, symmetry) = symmetries.canonical(u64::from_set(x), u64::from_set(o));
    book.get(&(x, o)).map(|&square| symmetries.unmap(symmetry, square))
}
