//! The effect of a stone on its four lines together: its category, and its
//! values for the evaluation and for move ordering.
//!
//! `weights.bin`, made from games by `noughts-learn combinations`, has
//! the values of the combinations of four classes, in the order of
//! [`combinations`]: two numbers of 16 bits, lowest byte first, in centipoints.
//! The first is the value of an empty square for the side to move if that side
//! has the combination there. The second is subtracted if the other side has
//! it.

use super::classes::class;

static WEIGHTS: &[u8; 4 * COMBINATIONS] = include_bytes!("weights.bin");

/// The number of combinations of four classes, in any order.
pub const COMBINATIONS: usize = 495;

/// The effect of a stone on all lines through its square. Higher is better.
pub(in super::super) mod category {
    /// Nothing that forces a reply now or soon.
    pub(crate) const QUIET: u8 = 0;
    /// An open three: threatens an open four.
    pub(crate) const THREE: u8 = 1;
    /// Two open threes.
    pub(crate) const DOUBLE_THREE: u8 = 2;
    /// A four: threatens to complete a line.
    pub(crate) const FOUR: u8 = 3;
    /// A four and an open three.
    pub(crate) const FOUR_THREE: u8 = 4;
    /// Two squares complete lines: an open four or two fours.
    pub(crate) const OPEN_FOUR: u8 = 5;
    /// A complete line.
    pub(crate) const FIVE: u8 = 6;
    /// The number of categories.
    pub(crate) const COUNT: usize = 7;
}

/// The data of a combination of four classes.
#[derive(Clone, Copy, Debug, Default)]
pub(in super::super) struct Combination {
    /// The value of an empty square for the side to move if it has this
    /// combination there, in centipoints.
    pub(in super::super) own: i16,
    /// The value subtracted for the side to move if the other side has this
    /// combination there, in centipoints.
    pub(in super::super) other: i16,
    /// The ordering score of the move; higher is better.
    pub(in super::super) order: i16,
    pub(in super::super) category: u8,
    /// Whether the stone makes a three or more on two lines: then it may be part of a win
    /// by fours, as it makes a four and another one possible.
    pub(in super::super) is_double: bool,
}

/// All combinations, indexed by their keys: the sums of the parts of their
/// classes.
#[derive(Debug)]
pub(in super::super) struct CombinationTable {
    /// The parts of the classes of X (lower half) and O (upper half), indexed
    /// by the byte with both classes.
    parts: Box<[u32; 256]>,
    combinations: Vec<Combination>,
    /// Their categories once more: few bytes, which stay in the cache.
    categories: Vec<u8>,
}

/// The part of each class in the key of a combination: no two sums of four of
/// these numbers are equal (a B4 sequence, the smallest numbers first).
const PARTS: [u16; class::COUNT] = [0, 1, 5, 21, 55, 153, 368, 856, 1424];

/// The part of each class in the ordering score.
const ORDERS: [i16; class::COUNT] = [0, 1, 4, 12, 14, 40, 36, 400, 1000];

impl CombinationTable {
    /// The table; that of X in renju if `has_forbidden`, where two fours or two threes do
    /// not win but are, or may be, forbidden.
    pub(in super::super) fn new(has_forbidden: bool) -> CombinationTable {
        let mut table = CombinationTable {
            parts: Box::new(std::array::from_fn(|both| {
                let part = |class| u32::from(PARTS.get(class).copied().unwrap_or(0));
                part(both & 15) | part(both >> 4) << 16
            })),
            combinations: vec![
                Combination::default();
                usize::from(4 * PARTS[class::COUNT - 1]) + 1
            ],
            categories: Vec::new(),
        };
        for (sorted, weights) in combinations().zip(WEIGHTS.chunks_exact(4)) {
            let weight = |at: usize| i16::from_le_bytes([weights[at], weights[at + 1]]);
            let key: u16 = sorted.iter().map(|&class| PARTS[usize::from(class)]).sum();
            table.combinations[usize::from(key)] = Combination {
                own: weight(0),
                other: weight(2),
                is_double: sorted[2] >= class::CLOSED_THREE,
                order: sorted.iter().map(|&class| ORDERS[usize::from(class)]).sum(),
                category: match has_forbidden {
                    true => category_in_renju(sorted),
                    false => category_of(sorted),
                },
            };
        }
        table.categories = table.combinations.iter().map(|of| of.category).collect();
        table
    }

    /// The parts of a class of X, in the lower half, and of a class of O, in
    /// the upper half. A key is the sum of the parts of four lines.
    #[inline(always)]
    pub(in super::super) fn part(&self, both: u8) -> u32 {
        self.parts[usize::from(both)]
    }

    /// The data of a combination.
    #[inline(always)]
    pub(in super::super) fn get(&self, key: usize) -> &Combination {
        &self.combinations[key]
    }

    /// The category of a combination.
    #[inline(always)]
    pub(in super::super) fn category(&self, key: usize) -> u8 {
        self.categories[key]
    }
}

/// All combinations of four classes, each with its classes in ascending order:
/// those with the lowest first class first, then by the second and so on.
pub(in super::super) fn combinations() -> impl Iterator<Item = [u8; 4]> {
    let all = (0..class::COUNT as u16).map(|class| class as u8);
    let all = move || all.clone();
    all().flat_map(move |a| {
        let all = all.clone();
        all().filter(move |&b| b >= a).flat_map(move |b| {
            let all = all.clone();
            all()
                .filter(move |&c| c >= b)
                .flat_map(move |c| all().filter(move |&d| d >= c).map(move |d| [a, b, c, d]))
        })
    })
}

/// Packs four classes into an index, four bits each.
pub(in super::super) fn pack(classes: [u8; 4]) -> u16 {
    classes.iter().rev().fold(0, |packed, &class| packed << 4 | u16::from(class))
}

/// Reverses [`pack`].
pub(in super::super) fn unpack(packed: u16) -> [u8; 4] {
    std::array::from_fn(|line| (packed >> (4 * line) & 15) as u8)
}

/// The category of a move with these classes.
pub(in super::super) fn category_of(classes: [u8; 4]) -> u8 {
    let count = |wanted: u8| classes.iter().filter(|&&class| class == wanted).count();
    let (fours, threes) = (count(class::FOUR), count(class::OPEN_THREE));
    if count(class::FIVE) > 0 {
        category::FIVE
    } else if count(class::OPEN_FOUR) > 0 || fours > 1 {
        category::OPEN_FOUR
    } else if fours > 0 {
        if threes > 0 { category::FOUR_THREE } else { category::FOUR }
    } else {
        match threes {
            0 => category::QUIET,
            1 => category::THREE,
            _ => category::DOUBLE_THREE,
        }
    }
}

/// The category of a move of X with these classes in renju. Two fours are forbidden, and
/// two threes may be: then only the search of the move decides.
fn category_in_renju(classes: [u8; 4]) -> u8 {
    let count = |lowest: u8| {
        classes.iter().filter(|&&class| class >= lowest && class != class::FIVE).count()
    };
    let threes = classes.iter().filter(|&&class| class == class::OPEN_THREE).count();
    match category_of(classes) {
        category::OPEN_FOUR if count(class::FOUR) > 1 => category::QUIET,
        category::OPEN_FOUR | category::FOUR_THREE if threes > 1 => category::FOUR,
        category::DOUBLE_THREE => category::THREE,
        category => category,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn each_combination_has_a_key_of_its_own() {
        let table = CombinationTable::new(false);
        let key = |classes: [u8; 4]| classes.map(|class| table.part(class)).iter().sum::<u32>();
        let keys: HashSet<u32> = combinations().map(key).collect();
        assert_eq!(keys.len(), COMBINATIONS);
        for classes in combinations() {
            let found = table.get(key(classes) as usize);
            assert_eq!(found.category, category_of(classes), "{classes:?}");
            let swapped = classes.map(|class| table.part(class << 4)).iter().sum::<u32>();
            assert_eq!(swapped, key(classes) << 16);
        }
    }
}
