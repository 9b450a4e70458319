//! The pairings of a schedule and their games.

/// The pairings of a tournament.
pub trait Schedule: Send + Sync {
    /// Returns the number of pairings. If that depends on results, this is the
    /// current estimate, never less than [`known`](Schedule::known).
    fn total(&self) -> usize;

    /// Returns the number of pairings that are known now; further ones depend
    /// on missing results.
    fn known(&self) -> usize {
        self.total()
    }

    /// Returns whether no pairings will be added, whatever the missing results
    /// are.
    fn is_complete(&self) -> bool {
        self.known() >= self.total()
    }

    /// Returns the pairing with this number, which is below
    /// [`known`](Schedule::known). A known pairing never changes.
    fn pairing(&self, number: usize) -> Pairing;

    /// Reports the half points that the players of a pairing scored in its
    /// games, in the order of [`Pairing::players`]. Pairings may be reported in
    /// any order.
    fn report_result(&mut self, _number: usize, _points: [u32; 2]) {}
}

/// A schedule that is known before the first game. It does not depend on
/// results, so that several machines can share its pairings.
pub trait FixedSchedule: Send + Sync {
    /// Returns the number of pairings.
    fn total(&self) -> usize;

    /// Returns the pairing with this number, which is below the total.
    fn pairing(&self, number: usize) -> Pairing;
}

impl<S: FixedSchedule> Schedule for S {
    fn total(&self) -> usize {
        FixedSchedule::total(self)
    }

    fn pairing(&self, number: usize) -> Pairing {
        FixedSchedule::pairing(self, number)
    }
}

impl FixedSchedule for Box<dyn FixedSchedule> {
    fn total(&self) -> usize {
        (**self).total()
    }

    fn pairing(&self, number: usize) -> Pairing {
        (**self).pairing(number)
    }
}

/// The games, usually two, of two players from one opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The players, by their places in the configuration. The first one has X
    /// in the first game.
    pub players: [usize; 2],
    /// The number of earlier pairings of these two. It selects the opening, so
    /// that the first pairings of all players have the same one.
    pub meeting: usize,
}

/// One game of a pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// The number of the game, from 0.
    pub number: usize,
    /// The number of its pairing, from 0.
    pub pairing: usize,
    /// The number of earlier pairings of these two, which selects the opening.
    pub meeting: usize,
    /// The players, by their places in the configuration, X first.
    pub players: [usize; 2],
}

/// The half points of the pairings whose results are known, for formats that
/// depend on results.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scores(pub(crate) Vec<Option<[u32; 2]>>);

impl Scores {
    pub(crate) fn set(&mut self, number: usize, points: [u32; 2]) {
        if self.0.len() <= number {
            self.0.resize(number + 1, None);
        }
        self.0[number] = Some(points);
    }

    pub(crate) fn get(&self, number: usize) -> Option<[u32; 2]> {
        self.0.get(number).copied().flatten()
    }
}
