//! Which games are still to be played here, and in which order.

use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt;

use noughts::game::Side;

use crate::config::Config;
use crate::journal::Found;
use crate::record::GameRecord;
use crate::schedule::{Fixture, Schedule, fixture};
use crate::shard::Shard;

/// The games of a schedule, or of a share of it, without those that have been
/// played before.
pub struct Agenda {
    schedule: Box<dyn Schedule>,
    /// The players, as the schedule numbers them.
    names: Vec<String>,
    shard: Option<Shard>,
    /// The numbers of the games that have been played, from 0.
    played: HashSet<usize>,
    next: usize,
    /// The half points of the players of a pairing, in its order, after one of
    /// its games.
    halves: HashMap<usize, [u32; 2]>,
    /// Games of earlier runs whose pairings follow from games that are missing.
    waiting: Vec<Found>,
}

/// What becomes of a game of an earlier run.
#[derive(Debug)]
pub enum Admission {
    /// It is this one, and has been noted.
    Counts {
        /// Its place in the schedule.
        fixture: Fixture,
        /// The game.
        found: Found,
        /// Whether both games of its pairing are over.
        pairing_is_over: bool,
    },
    /// The schedule has no such game here. Where pairings follow from results,
    /// those that it followed from were lost, and came out otherwise when they
    /// were played again.
    Stray(Found),
    /// There is a game of this number already.
    Twice(Found),
}

impl fmt::Debug for Agenda {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Agenda").finish_non_exhaustive()
    }
}

impl Agenda {
    /// All games of a schedule between these players, or of a share of it.
    pub fn new<'a>(
        schedule: Box<dyn Schedule>,
        names: impl Iterator<Item = &'a str>,
        shard: Option<Shard>,
    ) -> Agenda {
        Agenda {
            schedule,
            names: names.map(str::to_string).collect(),
            shard,
            played: HashSet::new(),
            next: 0,
            halves: HashMap::new(),
            waiting: Vec::new(),
        }
    }

    /// All games of a tournament, or of a share of it.
    pub fn of(config: &Config, shard: Option<Shard>) -> Agenda {
        let names = config.engines.iter().map(|engine| engine.name.as_str());
        Agenda::new(config.schedule(), names, shard)
    }

    /// Takes in a game that was played before. While its pairing is not known
    /// it waits for the games from which that follows, and with the last of
    /// these it is returned: a journal may have lost any of its lines.
    pub fn admit(&mut self, found: Found) -> Vec<Admission> {
        let mut admissions = Vec::new();
        let mut arriving = VecDeque::from([found]);
        while let Some(found) = arriving.pop_front() {
            let Some(number) = found.record.game.checked_sub(1) else {
                admissions.push(Admission::Stray(found));
                continue;
            };
            let Some(fixture) = fixture(&*self.schedule, number) else {
                if self.is_complete() {
                    admissions.push(Admission::Stray(found));
                } else {
                    self.waiting.push(found);
                }
                continue;
            };
            if !self.is_game(fixture, &found.record) {
                admissions.push(Admission::Stray(found));
            } else if self.played.contains(&fixture.number) {
                admissions.push(Admission::Twice(found));
            } else {
                let pairing_is_over = self.learn(fixture, &found.record);
                if pairing_is_over {
                    arriving.extend(self.waiting.drain(..));
                }
                admissions.push(Admission::Counts { fixture, found, pairing_is_over });
            }
        }
        admissions
    }

    /// Takes in the result of a game, which tells the schedule that of its
    /// pairing when it is the second one; whether it is. A game that is
    /// unscored has no points for anyone.
    pub fn learn(&mut self, fixture: Fixture, record: &GameRecord) -> bool {
        self.played.insert(fixture.number);
        let own = Side::BOTH.map(|side| record.result.points(side).map_or(0, |p| p as u32));
        // The first player of the pairing has X in the first game.
        let own = if fixture.number.is_multiple_of(2) { own } else { [own[1], own[0]] };
        match self.halves.remove(&fixture.pairing) {
            None => {
                self.halves.insert(fixture.pairing, own);
                false
            }
            Some(other) => {
                let points = [own[0] + other[0], own[1] + other[1]];
                self.schedule.learn(fixture.pairing, points);
                true
            }
        }
    }

    /// The games that have waited for the result of a pairing, those that still
    /// wait excepted.
    pub fn released(&mut self) -> Vec<Admission> {
        let waiting = std::mem::take(&mut self.waiting);
        waiting.into_iter().flat_map(|found| self.admit(found)).collect()
    }

    /// The games that still wait.
    pub fn take_waiting(&mut self) -> Vec<Found> {
        std::mem::take(&mut self.waiting)
    }

    /// The next game to be played; `None` when there is none yet, or no more.
    pub fn take(&mut self) -> Option<Fixture> {
        let next = self.peek();
        self.next = next.map_or(self.next, |fixture| fixture.number + 1);
        next
    }

    /// The next game, which remains the next one.
    pub fn peek(&self) -> Option<Fixture> {
        let rest = (self.next..).map_while(|number| fixture(&*self.schedule, number));
        let mut here = rest.filter(|fixture| self.is_here(fixture.pairing));
        here.find(|fixture| !self.played.contains(&fixture.number))
    }

    /// Whether all pairings are known.
    pub fn is_complete(&self) -> bool {
        self.schedule.is_complete()
    }

    /// How many games there are in all, those played before among them.
    pub fn total(&self) -> usize {
        let pairings = self.schedule.total();
        self.shard.map_or(pairings, |shard| shard.count(pairings)).saturating_mul(2)
    }

    /// Whether other games are played elsewhere.
    pub fn is_share(&self) -> bool {
        self.shard.is_some()
    }

    fn is_here(&self, pairing: usize) -> bool {
        self.shard.is_none_or(|shard| shard.contains(pairing))
    }

    /// Whether a game is that of the schedule.
    fn is_game(&self, fixture: Fixture, record: &GameRecord) -> bool {
        fixture.players.map(|player| &self.names[player]) == record.players.each_ref()
            && (fixture.pairing + 1, fixture.round + 1) == (record.pairing, record.round)
            && self.is_here(fixture.pairing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::tests::record;
    use crate::record::GameResult;
    use crate::schedule::{Knockout, Pairing, RoundRobin};
    use std::sync::{Arc, Mutex};

    fn agenda(schedule: impl Schedule + 'static, shard: Option<&str>) -> Agenda {
        let names = ["a", "b", "c", "d"].into_iter();
        Agenda::new(Box::new(schedule), names, shard.map(|shard| shard.parse().unwrap()))
    }

    fn rest(agenda: &mut Agenda) -> Vec<usize> {
        std::iter::from_fn(|| agenda.take()).map(|fixture| fixture.number).collect()
    }

    /// The first game of this number that a schedule has, with a result for
    /// the player that comes first in the alphabet.
    fn game(number: usize, players: [&str; 2], round: usize, wins: bool) -> Found {
        let mut record = record(number);
        record.round = round;
        record.players = players.map(str::to_string);
        // Every second game has the sides swapped.
        if number.is_multiple_of(2) {
            record.players.reverse();
        }
        let x_wins = number.is_multiple_of(2) != wins;
        record.result = if x_wins { GameResult::X } else { GameResult::O };
        Found { record, line: Vec::new() }
    }

    /// What became of games: their numbers, negative when they do not count.
    fn admitted(admissions: &[Admission]) -> Vec<i64> {
        let number = |found: &Found| i64::try_from(found.record.game).unwrap();
        let number = |admission: &Admission| match admission {
            Admission::Counts { fixture, found, .. } => {
                assert_eq!(fixture.number + 1, found.record.game);
                number(found)
            }
            Admission::Stray(found) => -number(found),
            Admission::Twice(found) => -100 - number(found),
        };
        admissions.iter().map(number).collect()
    }

    #[test]
    fn shares_divide_the_games_and_keep_pairings_together() {
        let mut all = Vec::new();
        for shard in ["1/3", "2/3", "3/3"] {
            let mut agenda = agenda(RoundRobin::new(2, 5), Some(shard));
            let total = agenda.total();
            let games = rest(&mut agenda);
            assert_eq!(games.len(), total);
            assert!(games.chunks(2).all(|pair| pair[0] / 2 == pair[1] / 2));
            all.extend(games);
        }
        all.sort_unstable();
        assert_eq!(all, (0..10).collect::<Vec<_>>());
    }

    #[test]
    fn what_was_played_is_not_played_again() {
        let mut agenda = agenda(RoundRobin::new(2, 3), None);
        let mut admit = |number: usize, players| {
            admitted(&agenda.admit(game(number, players, number.div_ceil(2), true)))
        };
        assert_eq!(admit(5, ["a", "b"]), [5]);
        assert_eq!(admit(2, ["a", "b"]), [2]);
        assert_eq!(admit(5, ["a", "b"]), [-105], "twice");
        assert_eq!(admit(7, ["a", "b"]), [-7], "beyond the end");
        assert_eq!(admit(1, ["a", "c"]), [-1], "others");
        assert_eq!(rest(&mut agenda), [0, 2, 3, 5]);
        assert_eq!(agenda.total(), 6);
    }

    type Results = Vec<(usize, [u32; 2])>;

    /// Keeps what it is told.
    struct Told(Arc<Mutex<Results>>);

    impl Schedule for Told {
        fn total(&self) -> usize {
            2
        }

        fn pairing(&self, _: usize) -> Pairing {
            Pairing { players: [0, 1], round: 0 }
        }

        fn learn(&mut self, number: usize, points: [u32; 2]) {
            self.0.lock().unwrap().push((number, points));
        }
    }

    #[test]
    fn the_schedule_is_told_of_pairings_in_their_own_order() {
        use GameResult::{Draw, O, Unscored, X};
        let told = Arc::default();
        let mut agenda = agenda(Told(Arc::clone(&told)), None);
        // The first player has X in odd games, and O in even ones.
        for (number, result) in [(1, X), (4, Unscored), (3, Draw), (2, O)] {
            let mut game = game(number, ["a", "b"], 1, true).record;
            game.result = result;
            let fixture = fixture(&*agenda.schedule, number - 1).unwrap();
            assert_eq!(agenda.learn(fixture, &game), number == 3 || number == 2);
        }
        assert_eq!(*told.lock().unwrap(), [(1, [1, 1]), (0, [4, 0])]);
    }

    #[test]
    fn games_wait_for_those_that_their_pairings_follow_from() {
        let played = |final_players: [&'static str; 2]| {
            let first = |number: usize| if number < 3 { ["a", "d"] } else { ["b", "c"] };
            (1..=6).map(move |number| match number {
                5.. => game(number, final_players, 1, true),
                _ => game(number, first(number), 1, true),
            })
        };
        // In every order all are taken in, each after those before it.
        for lost in 1..=4 {
            let mut agenda = agenda(Knockout::new(4, 1), None);
            let (late, early): (Vec<Found>, Vec<Found>) =
                played(["a", "b"]).partition(|found| found.record.game == lost);
            let early: Vec<i64> =
                early.into_iter().flat_map(|found| admitted(&agenda.admit(found))).collect();
            assert_eq!(early.len(), 3, "{early:?}");
            assert_eq!(rest(&mut agenda), [lost - 1]);
            // Whether it is found or played.
            let late = late.into_iter().next().unwrap();
            let lost = i64::try_from(lost).unwrap();
            assert_eq!(admitted(&agenda.admit(late)), [lost, 5, 6]);
            assert!(rest(&mut agenda).is_empty());
        }
        // A final of others is none, and is played.
        let mut agenda = agenda(Knockout::new(4, 1), None);
        for found in played(["a", "c"]).skip(1) {
            agenda.admit(found);
        }
        let fixture = agenda.take().unwrap();
        assert!(agenda.learn(fixture, &game(1, ["a", "d"], 1, true).record));
        assert_eq!(admitted(&agenda.released()), [-5, -6]);
        assert_eq!(rest(&mut agenda), [4, 5]);
    }
}
