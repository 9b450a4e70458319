//! What a stone on a square does on its four lines together: its category, and
//! its values for the evaluation and the order of moves.
//!
//! `weights.bin`, made from games by `cargo bench --bench pattern_weights`, has
//! the values of the combinations of four classes, in the order of
//! [`combinations`]: two numbers of 16 bits, lowest byte first, in centipoints.
//! The first is what an empty square is worth to the side to move if it has the
//! combination there, the second what the same square costs it if the other
//! side has it.

use super::classes::class;

static WEIGHTS: &[u8; 4 * COMBINATIONS] = include_bytes!("weights.bin");

/// The number of combinations of four classes, in any order.
pub const COMBINATIONS: usize = 495;

/// The effect of a stone on all lines through its square. Higher is better.
pub(super) mod category {
    /// Nothing that forces a reply now or soon.
    pub(in super::super) const QUIET: u8 = 0;
    /// An open three: threatens an open four.
    pub(in super::super) const THREE: u8 = 1;
    /// Two open threes.
    pub(in super::super) const DOUBLE_THREE: u8 = 2;
    /// A four: threatens to complete a line.
    pub(in super::super) const FOUR: u8 = 3;
    /// A four and an open three.
    pub(in super::super) const FOUR_THREE: u8 = 4;
    /// Two squares complete lines: an open four or two fours.
    pub(in super::super) const OPEN_FOUR: u8 = 5;
    /// A complete line.
    pub(in super::super) const FIVE: u8 = 6;
    /// The number of categories.
    pub(in super::super) const COUNT: usize = 7;
}

/// The data of a combination of four classes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Combination {
    /// The value of an empty square for the side to move if it has this
    /// combination there, in centipoints.
    pub(super) own: i16,
    /// What it takes from the side to move if the other side has it.
    pub(super) other: i16,
    /// How promising the move is; higher is better.
    pub(super) order: i16,
    pub(super) category: u8,
}

/// All combinations, by the classes of the four lines, four bits each.
#[derive(Debug)]
pub(super) struct CombinationTable(Vec<Combination>);

/// The part of a class in the order of moves.
const ORDERS: [i16; class::COUNT] = [0, 1, 4, 12, 14, 40, 36, 400, 1000];

impl CombinationTable {
    pub(super) fn new() -> CombinationTable {
        let mut table = vec![Combination::default(); 1 << 16];
        for (sorted, weights) in combinations().zip(WEIGHTS.chunks_exact(4)) {
            let weight = |at: usize| i16::from_le_bytes([weights[at], weights[at + 1]]);
            let combination = Combination {
                own: weight(0),
                other: weight(2),
                order: sorted.iter().map(|&class| ORDERS[usize::from(class)]).sum(),
                category: category_of(sorted),
            };
            for order in ORDERS_OF_FOUR {
                table[usize::from(pack(order.map(|line| sorted[line])))] = combination;
            }
        }
        CombinationTable(table)
    }

    /// The data of four classes.
    #[inline(always)]
    pub(super) fn of(&self, classes: u16) -> &Combination {
        &self.0[usize::from(classes)]
    }
}

/// The orders of four things, by inserting each into the order of those before.
const ORDERS_OF_FOUR: [[usize; 4]; 24] = {
    let mut orders = [[0; 4]; 24];
    let mut number = 0;
    while number < 24 {
        let places = [number % 2, number / 2 % 3, number / 6];
        let mut order = [0; 4];
        let mut thing = 1;
        while thing < 4 {
            let mut at = thing;
            while at > places[thing - 1] {
                order[at] = order[at - 1];
                at -= 1;
            }
            order[at] = thing;
            thing += 1;
        }
        orders[number] = order;
        number += 1;
    }
    orders
};

/// All combinations of four classes, each with its classes in ascending order:
/// those with the lowest first class first, then by the second and so on.
pub(super) fn combinations() -> impl Iterator<Item = [u8; 4]> {
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

/// Four classes as an index, four bits each.
pub(super) fn pack(classes: [u8; 4]) -> u16 {
    classes.iter().rev().fold(0, |packed, &class| packed << 4 | u16::from(class))
}

/// The classes of an index.
pub(super) fn unpack(packed: u16) -> [u8; 4] {
    std::array::from_fn(|line| (packed >> (4 * line) & 15) as u8)
}

/// The category of a move with these classes.
pub(super) fn category_of(classes: [u8; 4]) -> u8 {
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
