//! The effect of a stone on the lines through its cell, packed for both sides.

use super::combination::CombinationTable;

/// The effect of a stone of either side on a cell.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PlayedMove {
    /// The classes on the four lines, a byte each: X in the lower half.
    pub(super) classes: u32,
    /// The combination of X in the lower half and of O in the upper one.
    pub(super) combinations: u32,
}

impl PlayedMove {
    /// The packed classes of a side.
    #[inline(always)]
    pub(super) fn classes(self, side: usize) -> u16 {
        let bytes = self.classes >> (4 * side) & 0x0f0f_0f0f;
        let pairs = (bytes | bytes >> 4) & 0x00ff_00ff;
        (pairs | pairs >> 8) as u16
    }

    /// The classes of both sides on a line.
    #[inline(always)]
    pub(super) fn class(self, line: usize) -> u8 {
        (self.classes >> (8 * line)) as u8
    }

    /// This move with other classes on a line.
    #[inline(always)]
    pub(super) fn with(self, table: &CombinationTable, line: usize, class: u8) -> PlayedMove {
        let old = self.class(line);
        PlayedMove {
            classes: self.classes ^ u32::from(old ^ class) << (8 * line),
            combinations: self
                .combinations
                .wrapping_add(table.part(class))
                .wrapping_sub(table.part(old)),
        }
    }

    /// The key of the combination of a side.
    #[inline(always)]
    pub(super) fn key(self, side: usize) -> usize {
        (self.combinations >> (16 * side) & 0xffff) as usize
    }
}
