//! The entries of a strategy, packed: the proof of a large board has tens of millions.

use crate::game::Square;

/// The entry of a position with the strategy to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Pairs that keep the other side from every line.
    Pairs(Vec<[Square; 2]>),
    /// A move, `None` in a position with the other side to move, and the moves of the
    /// other side that are answered after it.
    Move(Option<Square>, Vec<Square>),
}

/// A strategy, in the order of the checker.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Steps {
    /// For each entry:
    ///
    /// ```text
    ///   bits 0..48    where its squares begin
    ///        48..56   the number of its squares
    ///        56..64   the move, NO_MOVE or PAIRS
    /// ```
    heads: Vec<u64>,
    /// The squares of pairs, or the answered moves.
    squares: Vec<u8>,
}

// Boards of strategies have 121 squares at most.
const NO_MOVE: u8 = 254;
const PAIRS: u8 = 255;

impl Steps {
    /// The number of entries.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// The entries.
    pub fn iter(&self) -> impl Iterator<Item = Step> {
        self.heads.iter().map(|&head| self.unpack(head))
    }

    /// Adds an entry.
    pub(super) fn push(&mut self, step: &Step) {
        let head = self.pack(step);
        self.heads.push(head);
    }

    /// Adds an entry that is not known yet, and returns its number.
    pub(super) fn reserve(&mut self) -> usize {
        self.push(&Step::Move(None, Vec::new()));
        self.len() - 1
    }

    /// Replaces an entry.
    pub(super) fn set(&mut self, number: usize, step: &Step) {
        self.heads[number] = self.pack(step);
    }

    /// Keeps the squares of an entry, and returns its head.
    fn pack(&mut self, step: &Step) -> u64 {
        let begin = self.squares.len();
        let byte = |square: &Square| square.index() as u8;
        let kind = match step {
            Step::Pairs(pairs) => {
                self.squares.extend(pairs.as_flattened().iter().map(byte));
                PAIRS
            }
            Step::Move(square, answered) => {
                self.squares.extend(answered.iter().map(byte));
                square.as_ref().map_or(NO_MOVE, byte)
            }
        };
        let count = self.squares.len() - begin;
        begin as u64 | (count as u64) << 48 | u64::from(kind) << 56
    }

    fn unpack(&self, head: u64) -> Step {
        let begin = (head & ((1 << 48) - 1)) as usize;
        let [.., count, kind] = head.to_le_bytes();
        let square = |byte: u8| Square::new(usize::from(byte));
        let mut squares =
            self.squares[begin..begin + usize::from(count)].iter().map(|&byte| square(byte));
        match kind {
            PAIRS => {
                let pair = || Some([squares.next()?, squares.next()?]);
                Step::Pairs(std::iter::from_fn(pair).collect())
            }
            NO_MOVE => Step::Move(None, squares.collect()),
            _ => Step::Move(Some(square(kind)), squares.collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_read_back() {
        let square = Square::new;
        let pairs = (0..60).map(|i| [square(2 * i), square(2 * i + 1)]).collect();
        let entries = [
            Step::Pairs(Vec::new()),
            Step::Pairs(pairs),
            Step::Move(None, vec![square(120)]),
            Step::Move(Some(square(0)), (1..121).map(square).collect()),
            Step::Move(Some(square(120)), Vec::new()),
        ];
        let mut steps = Steps::default();
        let first = steps.reserve();
        entries[1..].iter().for_each(|step| steps.push(step));
        steps.set(first, &entries[0]);
        assert_eq!(steps.iter().collect::<Vec<_>>(), entries);
        assert_eq!((steps.len(), steps.is_empty()), (5, false));
    }
}
