//! What a stone does to one line through its square: the classes of moves, as
//! a table over the neighbours on the line.
//!
//! A *key* has two bits for each neighbour within `K - 1` squares on the line,
//! from the farthest before the square to the farthest after it:
//!
//! ```text
//! K = 5   squares   -4 -3 -2 -1 (0) +1 +2 +3 +4
//!         bits       0  2  4  6      8 10 12 14
//!         values     0 empty, 1 X, 2 O, 3 off the board
//! ```

/// The effect of a stone on one line, by what the next stones of the same side
/// could make of it. Higher is better.
pub(super) mod class {
    /// No line can be completed through the square.
    pub(in super::super) const NONE: u8 = 0;
    /// The next stone makes a closed or an open two.
    pub(in super::super) const ONE: u8 = 1;
    /// The next stone makes a closed three.
    pub(in super::super) const CLOSED_TWO: u8 = 2;
    /// The next stone makes an open three.
    pub(in super::super) const OPEN_TWO: u8 = 3;
    /// The next stone makes a four.
    pub(in super::super) const CLOSED_THREE: u8 = 4;
    /// The next stone makes an open four.
    pub(in super::super) const OPEN_THREE: u8 = 5;
    /// One square completes the line.
    pub(in super::super) const FOUR: u8 = 6;
    /// Two squares complete the line.
    pub(in super::super) const OPEN_FOUR: u8 = 7;
    /// The line is complete.
    pub(in super::super) const FIVE: u8 = 8;
    /// The number of classes.
    pub(in super::super) const COUNT: usize = 9;
}

/// The classes of both sides for each key.
#[derive(Debug)]
pub(super) struct ClassTable {
    /// For each key the class of X in the lower four bits, of O in the others.
    classes: Vec<u8>,
    /// The squares on each side that matter: `K - 1`.
    pub(super) reach: usize,
}

impl ClassTable {
    /// The table for lines of `length` squares, 4 to 6.
    pub(super) fn new(length: usize) -> ClassTable {
        let reach = length - 1;
        let cells = 2 * reach;
        let mut finder = Finder { length, known: vec![UNKNOWN; 3usize.pow(2 * reach as u32 + 1)] };
        let class_of = |finder: &mut Finder, key: usize, own: usize| {
            let mut line = vec![OWN; cells + 1];
            for cell in 0..cells {
                let place = if cell < reach { cell } else { cell + 1 };
                line[place] = match key >> (2 * cell) & 3 {
                    0 => EMPTY,
                    state if state == own => OWN,
                    _ => BLOCKED,
                };
            }
            finder.class(&mut line)
        };
        let classes = (0..1usize << (2 * cells))
            .map(|key| class_of(&mut finder, key, 1) | class_of(&mut finder, key, 2) << 4)
            .collect();
        ClassTable { classes, reach }
    }

    /// The classes for a key: that of X in the lower four bits, that of O in
    /// the others.
    #[inline(always)]
    pub(super) fn of(&self, key: u32) -> u8 {
        self.classes[key as usize & (self.classes.len() - 1)]
    }
}

/// The key of the cell whose state has this lowest bit in the word of a line
/// with two bits for each cell; `REACH` is that of the table.
#[inline(always)]
pub(super) fn key<const REACH: usize>(word: u64, shift: usize) -> u32 {
    let low = (1 << (2 * REACH)) - 1;
    let around = word >> (shift - 2 * REACH);
    // The cell itself is left out.
    (around as u32 & low) | ((around >> 2) as u32 & low << (2 * REACH))
}

const EMPTY: u8 = 0;
const OWN: u8 = 1;
const BLOCKED: u8 = 2;
const UNKNOWN: u8 = u8::MAX;

/// Finds the classes of lines by trying the next stones, and remembers them.
struct Finder {
    length: usize,
    /// By the line as a number to base 3.
    known: Vec<u8>,
}

impl Finder {
    fn class(&mut self, line: &mut [u8]) -> u8 {
        let index = line.iter().fold(0, |sum, &state| 3 * sum + usize::from(state));
        if self.known[index] == UNKNOWN {
            self.known[index] = self.find(line);
        }
        self.known[index]
    }

    fn find(&mut self, line: &mut [u8]) -> u8 {
        if line.windows(self.length).any(|part| part.iter().all(|&state| state == OWN)) {
            return class::FIVE;
        }
        let mut counts = [0; class::COUNT];
        for place in 0..line.len() {
            if line[place] == EMPTY {
                line[place] = OWN;
                counts[usize::from(self.class(line))] += 1;
                line[place] = EMPTY;
            }
        }
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
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The class of a stone of X in the middle of a line, with `x`, `o`, `.`
    /// and `#` for squares off the board.
    fn class_of(text: &str) -> u8 {
        let length = text.len() / 2 + 1;
        let neighbours = text.chars().enumerate().filter(|&(at, _)| at != length - 1);
        let state = |c| ".xo#".find(c).expect("a known square") as u32;
        let key = neighbours.enumerate().fold(0, |key, (i, (_, c))| key | state(c) << (2 * i));
        ClassTable::new(length).of(key) & 15
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
            assert_eq!(class_of(text), expected, "{text}");
        }
    }
}
