//! Entries of the table in the form in which proofs share them.

use super::known::{Known, KnownAnswer, StoredAnswer};
use super::table::KnownEntry;
use crate::game::{Square, SquareSet};
use crate::search::proof::bits::Bits;
use crate::search::proof::flat::board::Layout;
use crate::search::task::ProofEntry;

impl<W: Bits> KnownEntry<W, KnownAnswer> {
    /// The entry in the form that is shared.
    pub(crate) fn shared(&self) -> ProofEntry {
        let [attacker, defender] = self.key.map(W::to_set);
        let (zone, attacks) = (self.zone.to_set(), self.mover == 0);
        ProofEntry { attacker, defender, zone, attacks, facts: self.known.pack() }
    }

    /// The entry that was shared; `None` if it cannot be one of this board.
    pub(crate) fn from_shared(entry: &ProofEntry, layout: &Layout<W>) -> Option<Self> {
        let ProofEntry { attacker, defender, zone, .. } = *entry;
        let all = layout.full().to_set();
        let known = KnownAnswer::unpack(entry.facts);
        let empty = all & !(attacker | defender);
        let is_possible = (attacker | defender | zone) & !all == SquareSet::EMPTY
            && attacker & defender == SquareSet::EMPTY
            // More free moves than squares are tried only to the end.
            && known.tried.iter().all(|&tried| usize::from(tried) <= layout.squares())
            && known.hint.is_none_or(|hint| {
                let hint = usize::from(hint);
                hint < layout.squares() && empty.contains(Square::new(hint))
            });
        let [attacker, defender, zone] = [attacker, defender, zone].map(W::from_set);
        let mover = usize::from(!entry.attacks);
        is_possible.then_some(Self { key: [attacker, defender], mover, zone, known })
    }

    /// This entry and another of the same position in one: an answer, or how far both have
    /// tried.
    pub(crate) fn merged(self, other: Self) -> Self {
        let (ours, theirs) = (self.known, other.known);
        match (ours.answer, theirs.answer) {
            (StoredAnswer::Unknown, StoredAnswer::Unknown) => {
                let tried = [0, 1].map(|aim| ours.tried[aim].max(theirs.tried[aim]));
                let log_nodes = ours.log_nodes.max(theirs.log_nodes);
                Self { known: KnownAnswer { tried, log_nodes, ..theirs }, ..other }
            }
            (StoredAnswer::Unknown, _) => other,
            _ => self,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Lines;
    use crate::game::lines::Shape;

    #[test]
    fn impossible_entries_are_refused() {
        let shape = Shape::flat(3, 3, 3).expect("within the bounds");
        let layout = Layout::<u64>::new(&Lines::new(shape)).expect("it fits");
        let known = KnownAnswer { hint: Some(8), ..KnownAnswer::default() };
        let entry = KnownEntry { key: [0b1, 0b10], mover: 1, zone: 0b1_1000_0000, known };
        let shared = entry.shared();
        assert_eq!(KnownEntry::from_shared(&shared, &layout), Some(entry));
        let outside = SquareSet(1 << 9);
        let facts = |hint| KnownAnswer { hint: Some(hint), ..known }.pack();
        for impossible in [
            ProofEntry { attacker: outside, ..shared },
            ProofEntry { zone: SquareSet(1 << 100), ..shared },
            ProofEntry { defender: shared.attacker, ..shared },
            ProofEntry { facts: facts(0), ..shared },
            ProofEntry { facts: facts(9), ..shared },
            ProofEntry { facts: [255; 7], ..shared },
            ProofEntry { facts: KnownAnswer { tried: [10, 0], ..known }.pack(), ..shared },
        ] {
            assert_eq!(KnownEntry::from_shared(&impossible, &layout), None, "{impossible:?}");
        }
    }

    #[test]
    fn an_answer_is_kept_and_attempts_are_joined() {
        let entry = |answer, tried| KnownEntry {
            known: KnownAnswer { answer, tried, ..KnownAnswer::default() },
            ..KnownEntry::<u64, _>::fresh([1, 2], 0)
        };
        let (win, some) = (entry(StoredAnswer::Win, [0, 3]), entry(StoredAnswer::Unknown, [4, 1]));
        assert_eq!(win.merged(some), win);
        assert_eq!(some.merged(win), win);
        let other = entry(StoredAnswer::Unknown, [2, 5]);
        assert_eq!(some.merged(other), entry(StoredAnswer::Unknown, [4, 5]));
    }
}
