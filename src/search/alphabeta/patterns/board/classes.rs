//! The classes of moves: the effect of a stone on one line through its square, in a
//! table indexed by the neighbours on the line.
//!
//! A *key* has two bits for each neighbour within `K - 1` squares on the line, or
//! `K` if a longer line does not count, from the farthest before the square to the
//! farthest after it:
//!
//! ```text
//! K = 5   squares   -4 -3 -2 -1 (0) +1 +2 +3 +4
//!         bits       0  2  4  6      8 10 12 14
//!         values     0 empty, 1 X, 2 O, 3 off the board
//! ```

use std::cmp::Ordering;
use std::sync::OnceLock;

use crate::game::lines::LineRule;

/// The shortest lines of the search.
const SHORTEST: usize = 4;

/// The effect of a stone on one line, by what the next stones of the same side
/// could make of it. Higher is better.
pub(in super::super) mod class {
    /// No line can be completed through the square.
    pub(crate) const NONE: u8 = 0;
    /// The next stone makes a closed or an open two.
    pub(crate) const ONE: u8 = 1;
    /// The next stone makes a closed three.
    pub(crate) const CLOSED_TWO: u8 = 2;
    /// The next stone makes an open three.
    pub(crate) const OPEN_TWO: u8 = 3;
    /// The next stone makes a four.
    pub(crate) const CLOSED_THREE: u8 = 4;
    /// The next stone makes an open four.
    pub(crate) const OPEN_THREE: u8 = 5;
    /// One square completes the line.
    pub(crate) const FOUR: u8 = 6;
    /// Two squares complete the line, and no reply prevents both.
    pub(crate) const OPEN_FOUR: u8 = 7;
    /// The line is complete.
    pub(crate) const FIVE: u8 = 8;
    /// The number of classes.
    pub(crate) const COUNT: usize = 9;
}

/// The classes of both sides for each key.
#[derive(Debug)]
pub(in super::super) struct ClassTable {
    /// For each key the class of X in the lower four bits, of O in the others.
    classes: Vec<u8>,
    /// The squares on each side that matter: `K - 1`, or `K` if a longer run may not win.
    pub(in super::super) reach: usize,
}

impl ClassTable {
    /// The table for these lines, made once.
    pub(in super::super) fn shared(length: usize, rule: LineRule) -> &'static ClassTable {
        static TABLES: [[OnceLock<ClassTable>; 5]; 3] =
            [const { [const { OnceLock::new() }; 5] }; 3];
        let table = &TABLES[length - SHORTEST][rule as usize];
        table.get_or_init(|| ClassTable::new(length, rule))
    }

    /// The table for lines of `length` squares, 4 to 6; if there is a special rule of
    /// lines, 4 or 5.
    fn new(length: usize, rule: LineRule) -> ClassTable {
        let reach = length - 1 + usize::from(rule != LineRule::Free);
        let of_rule = |rule: LineRule| classes_of_lines(length, rule, reach);
        // In renju the lines of X, the first table, are those of the rule.
        let lines = match rule {
            LineRule::Renju => [of_rule(rule), of_rule(LineRule::Free)],
            rule => [of_rule(rule), of_rule(rule)],
        };
        // A line is a number to the base of the rule; these are the parts of both halves of
        // a key, as X and as O sees them.
        let base = base_of(rule);
        let part = |half: usize, own: usize| {
            (0..reach).rev().fold(0, |index, slot| {
                base * index
                    + match half >> (2 * slot) & 3 {
                        0 => EMPTY,
                        3 => OFF_BOARD.min(base - 1),
                        state if state == own => OWN,
                        _ => BLOCKED,
                    }
            })
        };
        let parts = [1, 2].map(|own| (0..1 << (2 * reach)).map(|half| part(half, own)).collect());
        let parts: [Vec<usize>; 2] = parts;
        let upper = base.pow(reach as u32);
        let mut classes = Vec::with_capacity(1 << (4 * reach));
        for after in 0..1 << (2 * reach) {
            for before in 0..1 << (2 * reach) {
                let [x, o] = [0, 1]
                    .map(|own: usize| lines[own][parts[own][before] + upper * parts[own][after]]);
                classes.push(x | o << 4);
            }
        }
        ClassTable { classes, reach }
    }

    /// The classes for a key: that of X in the lower four bits, that of O in
    /// the others.
    #[inline(always)]
    pub(in super::super) fn of(&self, key: u32) -> u8 {
        self.classes[key as usize & (self.classes.len() - 1)]
    }
}

/// The key of a cell, from the word of a line with two bits for each cell. `shift` is
/// the lowest bit of the cell's state; `REACH` is that of the table.
#[inline(always)]
pub(in super::super) fn key<const REACH: usize>(word: u64, shift: usize) -> u32 {
    let low = (1 << (2 * REACH)) - 1;
    let around = word >> (shift - 2 * REACH);
    // The cell itself is left out.
    (around as u32 & low) | ((around >> 2) as u32 & low << (2 * REACH))
}

const EMPTY: usize = 0;
const OWN: usize = 1;
const BLOCKED: usize = 2;
/// A square off the board, which in caro does not close a line; otherwise `BLOCKED`.
const OFF_BOARD: usize = 3;

/// The number of states of a square in a line.
fn base_of(rule: LineRule) -> usize {
    if rule.is_caro() { OFF_BOARD + 1 } else { BLOCKED + 1 }
}

/// The class of a stone for each state of its neighbours within `reach`. The index is a
/// number to the base of the rule whose lowest digit is the farthest neighbour before the
/// stone.
fn classes_of_lines(length: usize, rule: LineRule, reach: usize) -> Vec<u8> {
    let base = base_of(rule);
    let powers: Vec<usize> = (0..2 * reach).map(|place| base.pow(place as u32)).collect();
    let mut classes = vec![0; base.pow(2 * reach as u32)];
    let has_long = matches!(rule, LineRule::Free | LineRule::Caro);
    // Another stone makes the number larger, so its class is already known.
    for line in (0..classes.len()).rev() {
        let state = |place: usize| line / powers[place] % base;
        let before = (0..reach).rev().take_while(|&place| state(place) == OWN).count();
        let after = (reach..2 * reach).take_while(|&place| state(place) == OWN).count();
        let stones = before + 1 + after;
        // Five stones leave room for both ends.
        let is_closed = || {
            rule.is_caro()
                && state(reach - before - 1) == BLOCKED
                && state(reach + after) == BLOCKED
        };
        let is_line = match stones.cmp(&length) {
            Ordering::Less => false,
            Ordering::Equal => !is_closed(),
            Ordering::Greater => has_long,
        };
        classes[line] = if is_line {
            class::FIVE
        } else {
            let empty = || (0..2 * reach).filter(|&place| state(place) == EMPTY);
            let class = class_by_next(empty().map(|place| classes[line + powers[place]]));
            // In caro one stone of the other side can stop both ways to complete a line.
            let is_parried = |place| classes[line + BLOCKED * powers[place]] < class::FOUR;
            // X must make neither six in a row nor two fours on one line, as in `X.XXX.X`.
            let is_four = class == class::OPEN_FOUR && stones == length - 1;
            match rule {
                LineRule::Renju if stones > length => class::NONE,
                LineRule::Renju if class == class::OPEN_FOUR && !is_four => class::NONE,
                rule if rule.is_caro() && class == class::OPEN_FOUR && empty().any(is_parried) => {
                    class::FOUR
                }
                _ => class,
            }
        };
    }
    classes
}

/// The class of a stone, from the classes that the line can have after the next stone.
fn class_by_next(next: impl Iterator<Item = u8>) -> u8 {
    let mut counts = [0; class::COUNT];
    next.for_each(|class| counts[usize::from(class)] += 1);
    let makes = |class: u8| counts[usize::from(class)] > 0;
    match counts[usize::from(class::FIVE)] {
        0 if makes(class::OPEN_FOUR) => class::OPEN_THREE,
        0 if makes(class::FOUR) => class::CLOSED_THREE,
        0 if makes(class::OPEN_THREE) => class::OPEN_TWO,
        0 if makes(class::CLOSED_THREE) => class::CLOSED_TWO,
        0 if makes(class::OPEN_TWO) || makes(class::CLOSED_TWO) => class::ONE,
        0 => class::NONE,
        1 => class::FOUR,
        _ => class::OPEN_FOUR,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The class of a stone of X in the middle of a line, with `x`, `o`, `.`
    /// and `#` for squares off the board.
    fn class_of(text: &str, rule: LineRule) -> u8 {
        let middle = text.len() / 2;
        let length = middle + usize::from(rule == LineRule::Free);
        let neighbours = text.chars().enumerate().filter(|&(at, _)| at != middle);
        let state = |c| ".xo#".find(c).expect("a known square") as u32;
        let key = neighbours.enumerate().fold(0, |key, (i, (_, c))| key | state(c) << (2 * i));
        ClassTable::shared(length, rule).of(key) & 15
    }

    #[test]
    fn well_known_lines_have_their_classes() {
        let lines = [
            ("xxxx?....", class::FIVE),
            ("oxxx?x.oo", class::FIVE),
            ("o.xx?x.oo", class::OPEN_FOUR),
            ("xox.?xx.x", class::OPEN_FOUR),
            ("xoo.?xx.x", class::FOUR),
            ("x.xx?.x..", class::OPEN_FOUR),
            ("ooxx?x.oo", class::FOUR),
            ("..xx?..oo", class::OPEN_THREE),
            ("ooxx?.ooo", class::NONE),
            ("ooxx?.##o", class::NONE),
            ("ooxx?..oo", class::CLOSED_THREE),
            ("ooxx?...o", class::CLOSED_THREE),
            (".oox?x..o", class::CLOSED_THREE),
            ("#..x?...#", class::OPEN_TWO),
            ("...o?x...", class::CLOSED_TWO),
            ("oooo?oooo", class::NONE),
            ("....?....", class::ONE),
            ("o.x?x.o", class::OPEN_FOUR),
        ];
        for (text, expected) in lines {
            assert_eq!(class_of(text, LineRule::Free), expected, "{text}");
        }
    }

    #[test]
    fn lines_of_caro_need_an_open_end() {
        let lines = [
            ("oxxxx?o....", class::NONE),
            (".xxxx?o....", class::FIVE),
            ("#xxxx?o....", class::FIVE),
            ("xxxxx?.....", class::FIVE),
            ("..xxx?.....", class::OPEN_FOUR),
            // A stone on the right leaves only a closed five.
            (".o.xx?x.o..", class::FOUR),
            (".o.xx?x....", class::FOUR),
            ("#..xx?x....", class::OPEN_FOUR),
            ("##.xx?x....", class::OPEN_FOUR),
            ("..oxx?x.o..", class::NONE),
            ("..oxx?x....", class::FOUR),
            ("..oxx?x.x..", class::FOUR),
            ("...xx?.....", class::OPEN_THREE),
        ];
        for (text, expected) in lines {
            assert_eq!(class_of(text, LineRule::Caro), expected, "{text}");
        }
        assert_eq!(class_of("xxxxx?.....", LineRule::ExactCaro), class::NONE);
        assert_eq!(class_of("..oxx?x.x..", LineRule::ExactCaro), class::NONE);
    }

    #[test]
    fn exact_lines_must_not_be_longer() {
        let lines = [
            (".xxxx?.....", class::FIVE),
            ("xxxxx?.....", class::NONE),
            (".xxxx?x....", class::NONE),
            ("..xxx?.....", class::OPEN_FOUR),
            // One of the squares that fill the line makes six stones.
            ("x.xxx?.....", class::FOUR),
            ("x.xxx?.x...", class::NONE),
            ("x.x.x?x.x..", class::OPEN_FOUR),
            ("...xx?.....", class::OPEN_THREE),
            ("..oxx?..x..", class::NONE),
            ("#...x?x...x", class::OPEN_THREE),
            ("...ox?x..x.", class::NONE),
            (".xxx?....", class::FIVE),
            ("xxxx?....", class::NONE),
            ("..xx?....", class::OPEN_FOUR),
        ];
        for (text, expected) in lines {
            assert_eq!(class_of(text, LineRule::Exact), expected, "{text}");
        }
    }
}
