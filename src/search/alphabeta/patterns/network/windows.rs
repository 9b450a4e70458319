//! The windows of five in a row: the states of the eight neighbours of a square
//! on a line (empty, X, O or off the board), with a number for each window.
//!
//! A window and its mirror image have the same number. Squares off the board
//! are always the outermost ones, so there are 121 halves:
//!
//! ```text
//! . x o .        3^4 halves without a border
//! # x o .        3^3 with one square off the board, and so on
//! ```

use bytemuck::allocation::zeroed_box;

use super::super::board::{CLASSES, ClassTable, STATE};
use crate::game::lines::LineRule;

/// The neighbours on each side.
pub(in super::super) const REACH: usize = 4;
/// The bits of the first half of a key.
const HALF: u32 = (1 << (2 * REACH)) - 1;
/// The number of keys.
const KEYS: usize = 1 << (4 * REACH);
/// The halves of a window.
const HALVES: usize = 121;
/// The number of windows.
pub const WINDOWS: usize = HALVES * (HALVES + 1) / 2;

/// The number of each window, by the key of a line.
#[derive(Debug)]
pub(in super::super) struct WindowTable {
    numbers: Box<[u16; KEYS]>,
}

impl WindowTable {
    pub(in super::super) fn new() -> WindowTable {
        // The keys of the halves, with the nearest square in the lowest bits.
        let halves: Vec<u32> = (0..1 << (2 * REACH)).filter(|&half| is_possible(half)).collect();
        let mut numbers: Box<[u16; KEYS]> = zeroed_box();
        let mut next = 0;
        for (i, &first) in halves.iter().enumerate() {
            for &second in &halves[..=i] {
                for [before, after] in [[first, second], [second, first]] {
                    numbers[(reversed(before) | after << (2 * REACH)) as usize] = next;
                }
                next += 1;
            }
        }
        WindowTable { numbers }
    }

    /// The number of the window with this key.
    #[inline(always)]
    pub(in super::super) fn number(&self, key: u32) -> u16 {
        self.numbers[key as usize % KEYS]
    }
}

/// The key of the same window with the colours of the stones exchanged.
pub(in super::super) fn exchanged(key: u32) -> u32 {
    let (low, high) = (key & 0x5555_5555, key >> 1 & 0x5555_5555);
    // 01 and 10 are exchanged; 00 and 11 stay.
    high | low << 1
}

/// For each window the class of a stone of X plus nine times that of a stone of
/// O: the starting point for learning the weights of windows.
pub fn classes_of_windows() -> Vec<u16> {
    let (windows, classes) = (WindowTable::new(), ClassTable::shared(REACH + 1, LineRule::Free));
    let mut found = vec![0; WINDOWS];
    for key in possible_keys() {
        let both = u16::from(classes.of(key));
        found[usize::from(windows.number(key))] = (both & 15) + CLASSES as u16 * (both >> 4);
    }
    found
}

/// The keys of all windows.
pub(super) fn possible_keys() -> impl Iterator<Item = u32> {
    (0..1 << (4 * REACH))
        .filter(|key| is_possible(reversed(key & HALF)) && is_possible(key >> (2 * REACH)))
}

/// Whether all squares beyond one off the board are off the board, too.
fn is_possible(half: u32) -> bool {
    let is_off_board = |i: usize| u64::from(half >> (2 * i)) & STATE == STATE;
    (1..REACH).all(|i| !is_off_board(i - 1) || is_off_board(i))
}

/// A half with its squares in reverse order.
fn reversed(half: u32) -> u32 {
    (0..REACH).fold(0, |reversed, i| reversed << 2 | half >> (2 * i) & STATE as u32)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn each_window_has_a_number_of_its_own() {
        let table = WindowTable::new();
        let mut seen = HashSet::new();
        for key in possible_keys() {
            let (before, after) = (reversed(key & HALF), key >> (2 * REACH));
            let backwards = reversed(after) | before << (2 * REACH);
            assert_eq!(table.number(key), table.number(backwards));
            assert_eq!(exchanged(exchanged(key)), key);
            seen.insert((table.number(key), key.min(backwards)));
        }
        assert_eq!(seen.len(), WINDOWS);
        assert!(seen.iter().all(|&(number, _)| usize::from(number) < WINDOWS));
    }
}
