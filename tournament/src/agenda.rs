//! Which games are still to be played here, and in which order.

use std::collections::HashSet;

use crate::record::GameRecord;
use crate::schedule::{Fixture, Schedule, fixture};
use crate::shard::Shard;

/// The games of a schedule, or of a share of it, without those that have been
/// played before.
#[derive(Debug)]
pub struct Agenda {
    shard: Option<Shard>,
    /// The numbers of the games that have been played, from 0.
    played: HashSet<usize>,
    next: usize,
}

impl Agenda {
    /// All games of a share.
    pub fn new(shard: Option<Shard>) -> Agenda {
        Agenda { shard, played: HashSet::new(), next: 0 }
    }

    /// Takes note of a game that was played before, and returns its place in the
    /// schedule; `None` when the schedule has no such game here, or it has been
    /// noted already.
    pub fn note(
        &mut self,
        schedule: &dyn Schedule,
        names: &[&str],
        record: &GameRecord,
    ) -> Option<Fixture> {
        let fixture = fixture(schedule, record.game.checked_sub(1)?)?;
        let same = fixture.players.map(|player| names[player]) == record.players
            && (fixture.pairing + 1, fixture.round + 1) == (record.pairing, record.round);
        let new = same && self.is_here(fixture.pairing) && self.played.insert(fixture.number);
        new.then_some(fixture)
    }

    /// The next game to be played; `None` behind the last one.
    pub fn next(&mut self, schedule: &dyn Schedule) -> Option<Fixture> {
        let next = self.peek(schedule);
        self.next = next.map_or(self.next, |fixture| fixture.number + 1);
        next
    }

    /// The next game, which remains the next one.
    pub fn peek(&self, schedule: &dyn Schedule) -> Option<Fixture> {
        let rest = (self.next..).map_while(|number| fixture(schedule, number));
        let mut here = rest.filter(|fixture| self.is_here(fixture.pairing));
        here.find(|fixture| !self.played.contains(&fixture.number))
    }

    /// How many games there are in all, those played before among them.
    pub fn total(&self, schedule: &dyn Schedule) -> usize {
        match self.shard {
            None => schedule.total().saturating_mul(2),
            Some(shard) => shard.count(schedule.total()).saturating_mul(2),
        }
    }

    /// Whether other games are played elsewhere.
    pub fn is_share(&self) -> bool {
        self.shard.is_some()
    }

    fn is_here(&self, pairing: usize) -> bool {
        self.shard.is_none_or(|shard| shard.contains(pairing))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::tests::record;
    use crate::schedule::RoundRobin;

    const NAMES: [&str; 2] = ["a", "b"];

    fn rest(agenda: &mut Agenda, schedule: &dyn Schedule) -> Vec<usize> {
        std::iter::from_fn(|| agenda.next(schedule)).map(|fixture| fixture.number).collect()
    }

    #[test]
    fn shares_divide_the_games_and_keep_pairings_together() {
        let schedule = RoundRobin::new(2, 5);
        let mut all = Vec::new();
        for shard in ["1/3", "2/3", "3/3"] {
            let mut agenda = Agenda::new(Some(shard.parse().unwrap()));
            let total = agenda.total(&schedule);
            let games = rest(&mut agenda, &schedule);
            assert_eq!(games.len(), total);
            assert!(games.chunks(2).all(|pair| pair[0] / 2 == pair[1] / 2));
            all.extend(games);
        }
        all.sort_unstable();
        assert_eq!(all, (0..10).collect::<Vec<_>>());
    }

    #[test]
    fn what_was_played_is_not_played_again() {
        let schedule = RoundRobin::new(2, 3);
        let mut agenda = Agenda::new(None);
        // Every second game has the sides swapped.
        let game = |number: usize| {
            let mut record = record(number);
            record.round = record.pairing;
            if number.is_multiple_of(2) {
                record.players.reverse();
            }
            record
        };
        for number in [5, 2] {
            let fixture = agenda.note(&schedule, &NAMES, &game(number)).unwrap();
            assert_eq!(fixture.number + 1, number);
        }
        assert_eq!(agenda.note(&schedule, &NAMES, &game(5)), None, "twice");
        assert_eq!(agenda.note(&schedule, &NAMES, &game(7)), None, "beyond the end");
        assert_eq!(agenda.note(&schedule, &["a", "c"], &game(1)), None, "others");
        assert_eq!(rest(&mut agenda, &schedule), [0, 2, 3, 5]);
        assert_eq!(agenda.total(&schedule), 6);
    }
}
