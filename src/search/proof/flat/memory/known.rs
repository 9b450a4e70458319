//! The facts that the two tables keep for a position: the answer to a query, or
//! a distance.

/// Facts that a table packs into seven bytes.
pub(crate) trait Known: Copy + Default {
    /// Packs the facts.
    fn pack(self) -> [u8; 7];

    /// Reverses [`Known::pack`].
    fn unpack(bytes: [u8; 7]) -> Self;

    /// The relative cost of finding the facts: in a full bucket the cheapest
    /// entry is replaced.
    fn cost(self) -> u8;
}

/// Facts about the query "can the attacker force a line?".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct KnownAnswer {
    pub(crate) answer: StoredAnswer,
    /// The best move, or the one that a later search should try first.
    pub(crate) hint: Option<u8>,
    /// The extra stones of the defender that the zone of a win withstands.
    pub(crate) extra_stones: u8,
    /// The free moves + 1 with which forcing (0) and refuting (1) failed last.
    pub(crate) tried: [u8; 2],
    /// The binary logarithm of the nodes spent.
    pub(crate) log_nodes: u8,
}

/// An answer in the table, without its zone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum StoredAnswer {
    /// Not settled yet.
    #[default]
    Unknown,
    /// The attacker can.
    Win,
    /// The attacker cannot.
    NoWin,
}

impl Known for KnownAnswer {
    fn pack(self) -> [u8; 7] {
        let hint = self.hint.map_or(0, |hint| hint + 1);
        let [force, refute] = self.tried;
        [self.answer as u8, hint, self.extra_stones, force, refute, self.log_nodes, 0]
    }

    fn unpack([answer, hint, extra_stones, force, refute, log_nodes, _]: [u8; 7]) -> Self {
        let answer = match answer {
            1 => StoredAnswer::Win,
            2 => StoredAnswer::NoWin,
            _ => StoredAnswer::Unknown,
        };
        let hint = hint.checked_sub(1);
        KnownAnswer { answer, hint, extra_stones, tried: [force, refute], log_nodes }
    }

    fn cost(self) -> u8 {
        self.log_nodes
    }
}

/// Bounds on the stones that the attacker still needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct KnownDistance {
    /// A number that is enough; 0 if no win is known.
    pub(crate) enough: u8,
    /// The largest number known to be too few.
    pub(crate) too_few: u8,
    /// The extra stones of the defender that the zone of the win withstands.
    pub(crate) extra_stones: u8,
}

impl Known for KnownDistance {
    fn pack(self) -> [u8; 7] {
        [self.enough, self.too_few, self.extra_stones, 0, 0, 0, 0]
    }

    fn unpack([enough, too_few, extra_stones, ..]: [u8; 7]) -> Self {
        KnownDistance { enough, too_few, extra_stones }
    }

    /// Longer wins take longer to find.
    fn cost(self) -> u8 {
        self.enough
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unpacking_reverses_packing() {
        for (answer, hint) in [
            (StoredAnswer::Unknown, None),
            (StoredAnswer::Win, Some(0)),
            (StoredAnswer::NoWin, Some(127)),
        ] {
            let known =
                KnownAnswer { answer, hint, extra_stones: 3, tried: [1, 255], log_nodes: 40 };
            assert_eq!(KnownAnswer::unpack(known.pack()), known);
        }
        let known = KnownDistance { enough: 9, too_few: 4, extra_stones: 255 };
        assert_eq!(KnownDistance::unpack(known.pack()), known);
    }
}
