//! Move ordering by the weight of each square in the open lines of both sides.
//!
//! The essential parameter is how fast the weight of a line falls with the
//! squares that it misses. The figures were tuned on 5,5,4, 7,7,5 and 8,6,5:
//! the defender does best with a mild slope (1.5 per square), because it should
//! block many lines, the attacker of a forced win with a steep one (6).

use super::frame::{ATTACKER, DEFENDER, Frame, Stack};
use crate::search::proof::bits::Bits;

/// The weights of lines, by owner and by missing squares.
pub(crate) struct Scale {
    /// The factors for lines of the attacker and of the defender.
    factors: [u32; 2],
    /// Weights by missing squares; lines that miss more weigh like the last.
    slope: [u32; 12],
}

/// For the attacker of a forced win: 6^-missing.
pub(crate) const FORCING: Scale = Scale { factors: [4, 1], slope: slope(6, 1) };
/// For an attacker all of whose moves have to be refuted: 2^-missing.
pub(crate) const TESTING: Scale = Scale { factors: [4, 1], slope: slope(2, 1) };
/// For the defender in search of a refutation: 1.5^-missing.
pub(crate) const SPOILING: Scale = Scale { factors: [3, 1], slope: slope(3, 2) };

const fn slope(numerator: u32, denominator: u32) -> [u32; 12] {
    let mut slope = [1 << 22; 12];
    let mut i = 1;
    while i < slope.len() {
        slope[i] = slope[i - 1] / numerator * denominator;
        i += 1;
    }
    slope
}

/// The weight of every square.
pub(crate) struct Weights([u32; 128]);

impl Weights {
    /// Sums the weights of the open lines through each square.
    pub(crate) fn of<W: Bits>(frame: &Frame<W>, stack: &Stack<W>, scale: &Scale) -> Self {
        let mut weights = [0; 128];
        for side in [ATTACKER, DEFENDER] {
            for line in frame.lines(stack, side) {
                let missing = (line.squares.len() as usize).min(scale.slope.len() - 1);
                let weight = scale.factors[side] * scale.slope[missing];
                for square in line.squares.members() {
                    weights[square] += weight;
                }
            }
        }
        Self(weights)
    }

    /// Makes `rank` (less is better, at most 255) more important than the
    /// weight of a square.
    pub(crate) fn rank(&mut self, square: usize, rank: u32) {
        self.0[square] = (self.0[square] >> 8) | (255 - rank.min(255)) << 24;
    }

    /// Makes a square the heaviest.
    pub(crate) fn promote(&mut self, square: usize) {
        self.0[square] = u32::MAX;
    }

    /// Makes the heaviest squares the lightest.
    pub(crate) fn reverse(&mut self) {
        self.0.iter_mut().for_each(|weight| *weight = !*weight);
    }

    /// The heaviest square of a set that is not empty.
    pub(crate) fn heaviest<W: Bits>(&self, set: W) -> usize {
        set.members().max_by_key(|&s| (self.0[s], std::cmp::Reverse(s))).unwrap_or(0)
    }
}
