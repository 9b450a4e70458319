//! What the two tables keep of a position: the answer of a query, or a
//! distance.

/// What is known of a position, as a table packs it into seven bytes.
pub(super) trait Known: Copy + Default {
    fn pack(self) -> [u8; 7];

    fn unpack(bytes: [u8; 7]) -> Self;

    /// What it took to find out: of a full bucket the cheapest is replaced.
    fn cost(self) -> u8;
}

/// What is known about "the attacker can force a line".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct KnownAnswer {
    pub(super) answer: Stored,
    /// The best move, or the one a later search should start with.
    pub(super) square: Option<u8>,
    /// How many extra stones the zone of a win is good for.
    pub(super) spare: u8,
    /// Budget + 1 with which forcing (0) and refuting (1) were tried in vain.
    pub(super) tried: [u8; 2],
    /// Logarithm of the nodes spent.
    pub(super) effort: u8,
}

/// An answer as it is stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Stored {
    /// None yet.
    #[default]
    Open,
    /// It can.
    Win,
    /// It cannot.
    Fail,
}

impl Known for KnownAnswer {
    fn pack(self) -> [u8; 7] {
        let square = self.square.map_or(0, |square| square + 1);
        let [force, refute] = self.tried;
        [self.answer as u8, square, self.spare, force, refute, self.effort, 0]
    }

    fn unpack([answer, square, spare, force, refute, effort, _]: [u8; 7]) -> Self {
        let answer = match answer {
            1 => Stored::Win,
            2 => Stored::Fail,
            _ => Stored::Open,
        };
        let square = square.checked_sub(1);
        KnownAnswer { answer, square, spare, tried: [force, refute], effort }
    }

    fn cost(self) -> u8 {
        self.effort
    }
}

/// What is known of how many more stones the attacker needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct KnownDistance {
    /// So many are enough; 0 if no win is known.
    pub(super) enough: u8,
    /// So many are too few.
    pub(super) too_few: u8,
    /// How many extra stones the zone of the win is good for.
    pub(super) spare: u8,
}

impl Known for KnownDistance {
    fn pack(self) -> [u8; 7] {
        [self.enough, self.too_few, self.spare, 0, 0, 0, 0]
    }

    fn unpack([enough, too_few, spare, ..]: [u8; 7]) -> Self {
        KnownDistance { enough, too_few, spare }
    }

    /// The deeper the win, the longer it took.
    fn cost(self) -> u8 {
        self.enough
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_comes_back() {
        for (answer, square) in
            [(Stored::Open, None), (Stored::Win, Some(0)), (Stored::Fail, Some(127))]
        {
            let known = KnownAnswer { answer, square, spare: 3, tried: [1, 255], effort: 40 };
            assert_eq!(KnownAnswer::unpack(known.pack()), known);
        }
        let known = KnownDistance { enough: 9, too_few: 4, spare: 255 };
        assert_eq!(KnownDistance::unpack(known.pack()), known);
    }
}
