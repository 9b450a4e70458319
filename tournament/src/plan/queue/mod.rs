//! The queue of the games still to be played.

mod resume;

use std::collections::{HashMap, HashSet};
use std::fmt;

use noughts::game::Side;

use crate::model::config::{Config, MAX_PAIRINGS};
use crate::model::opening::swap2::Swap2;
use crate::model::record::{GameLine, GameRecord};
use crate::plan::schedule::fixture;
use crate::plan::schedule::pairing::{Fixture, Schedule};
use crate::plan::shard::Shard;

pub use resume::Acceptance;

/// The games of a schedule, or of a share of it, that have not been played.
pub struct GameQueue {
    schedule: Box<dyn Schedule>,
    /// The names of the players, by their numbers in the schedule.
    names: Vec<String>,
    shard: Option<Shard>,
    /// Whether each pairing has only one game.
    no_swap: bool,
    /// The numbers of the games that have been played, from 0.
    played: HashSet<usize>,
    /// The numbers of the games of this queue that other journals have, from 0.
    elsewhere: HashSet<usize>,
    next: usize,
    /// The half points of the two players, in the order of the pairing, for
    /// pairings with one finished game of two.
    halves: HashMap<usize, [u32; 2]>,
    /// Games of earlier runs whose pairings depend on missing games.
    waiting: Vec<GameLine>,
}

impl fmt::Debug for GameQueue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GameQueue").finish_non_exhaustive()
    }
}

impl GameQueue {
    /// Makes a queue of all games of a schedule, or of a share of it, between
    /// the players with these names.
    pub fn new<'a>(
        schedule: Box<dyn Schedule>,
        names: impl Iterator<Item = &'a str>,
        shard: Option<Shard>,
    ) -> GameQueue {
        GameQueue {
            schedule,
            names: names.map(str::to_string).collect(),
            shard,
            no_swap: false,
            played: HashSet::new(),
            elsewhere: HashSet::new(),
            next: 0,
            halves: HashMap::new(),
            waiting: Vec::new(),
        }
    }

    /// Makes a queue of all games of a tournament, or of a share of it.
    pub fn of(config: &Config, shard: Option<Shard>) -> GameQueue {
        let names = config.engines.iter().map(|engine| engine.name.as_str());
        let game_queue = GameQueue::new(config.schedule(), names, shard);
        GameQueue { no_swap: config.no_swap, ..game_queue }
    }

    /// Makes a queue that knows every game that runs with more pairings could have, to
    /// recognize the games of a format whose pairings do not depend on results.
    pub fn of_any_length(config: &Config) -> GameQueue {
        GameQueue::of(&Config { pairings: MAX_PAIRINGS, ..config.clone() }, None)
    }

    /// Returns whether the record is of the game with its number: these players,
    /// pairing and meeting.
    pub fn has(&self, record: &GameRecord) -> bool {
        let fixture = record.game.checked_sub(1).and_then(|number| self.fixture(number));
        fixture.is_some_and(|fixture| self.is_game(fixture, record))
    }

    /// Leaves out the games with these numbers, from 1: other journals have
    /// them.
    pub fn leave_out(&mut self, games: impl IntoIterator<Item = usize>) {
        for number in games.into_iter().filter_map(|game| game.checked_sub(1)) {
            if self.fixture(number).is_some_and(|fixture| self.is_here(fixture.pairing)) {
                self.elsewhere.insert(number);
            }
        }
    }

    /// Adds the result of a game. If it completes its pairing, passes the
    /// points of the pairing to the schedule and returns true. An unscored
    /// game has no points.
    pub fn add_result(&mut self, fixture: Fixture, record: &GameRecord) -> bool {
        self.played.insert(fixture.number);
        let mut own = Side::BOTH.map(|side| record.result.points(side).map_or(0, |p| p as u32));
        if record.swap2.is_some_and(Swap2::exchanges) {
            own.reverse();
        }
        if self.no_swap {
            self.schedule.report_result(fixture.pairing, own);
            return true;
        }
        // The first player of the pairing has X in the first game.
        let own = if fixture.number.is_multiple_of(2) { own } else { [own[1], own[0]] };
        match self.halves.remove(&fixture.pairing) {
            None => {
                self.halves.insert(fixture.pairing, own);
                false
            }
            Some(other) => {
                let points = [own[0] + other[0], own[1] + other[1]];
                self.schedule.report_result(fixture.pairing, points);
                true
            }
        }
    }

    /// Takes the next game; returns `None` if there is none, or none yet.
    pub fn take(&mut self) -> Option<Fixture> {
        let next = self.peek();
        self.next = next.map_or(self.next, |fixture| fixture.number + 1);
        next
    }

    /// Returns the next game without taking it.
    pub fn peek(&self) -> Option<Fixture> {
        let rest = (self.next..).map_while(|number| self.fixture(number));
        let mut here = rest.filter(|fixture| self.is_here(fixture.pairing));
        here.find(|fixture| {
            !self.played.contains(&fixture.number) && !self.elsewhere.contains(&fixture.number)
        })
    }

    /// Returns whether all pairings are known.
    pub fn is_complete(&self) -> bool {
        self.schedule.is_complete()
    }

    /// Returns the number of games, including those already played.
    pub fn total(&self) -> usize {
        let pairings = self.schedule.total();
        let here = self.shard.as_ref().map_or(pairings, |shard| shard.count(pairings));
        here.saturating_mul(if self.no_swap { 1 } else { 2 }).saturating_sub(self.elsewhere.len())
    }

    /// Returns whether the queue is a share of the tournament.
    pub fn is_share(&self) -> bool {
        self.shard.is_some()
    }

    /// Returns the game with a number, from 0; `None` if its pairing is not
    /// known, or it does not exist.
    fn fixture(&self, number: usize) -> Option<Fixture> {
        fixture(&*self.schedule, self.no_swap, number)
    }

    fn is_here(&self, pairing: usize) -> bool {
        self.shard.as_ref().is_none_or(|shard| shard.contains(pairing))
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::journal::tests::record;
    use crate::model::record::GameResult;
    use crate::plan::schedule::RoundRobin;
    use crate::plan::schedule::pairing::Pairing;
    use std::sync::{Arc, Mutex};

    pub(super) fn game_queue(schedule: impl Schedule + 'static, shard: Option<&str>) -> GameQueue {
        let names = ["a", "b", "c", "d"].into_iter();
        GameQueue::new(Box::new(schedule), names, shard.map(|shard| shard.parse().unwrap()))
    }

    pub(super) fn rest(game_queue: &mut GameQueue) -> Vec<usize> {
        std::iter::from_fn(|| game_queue.take()).map(|fixture| fixture.number).collect()
    }

    /// Returns a game of the `meeting`th pairing, from 1, of these players.
    /// `wins` says whether the first of `players` wins it.
    pub(super) fn game(number: usize, players: [&str; 2], meeting: usize, wins: bool) -> GameLine {
        let mut record = record(number);
        record.meeting = meeting;
        record.players = players.map(str::to_string);
        // Games with even numbers have the sides swapped.
        if number.is_multiple_of(2) {
            record.players.reverse();
        }
        let x_wins = number.is_multiple_of(2) != wins;
        record.result = if x_wins { GameResult::X } else { GameResult::O };
        GameLine { record, line: Vec::new() }
    }

    #[test]
    fn shares_partition_the_games_and_keep_pairings_together() {
        let mut all = Vec::new();
        for shard in ["1/3", "2/3", "3/3"] {
            let mut game_queue = game_queue(RoundRobin::new(2, 5), Some(shard));
            let total = game_queue.total();
            let games = rest(&mut game_queue);
            assert_eq!(games.len(), total);
            assert!(games.chunks(2).all(|pair| pair[0] / 2 == pair[1] / 2));
            all.extend(games);
        }
        all.sort_unstable();
        assert_eq!(all, (0..10).collect::<Vec<_>>());
    }

    type Results = Vec<(usize, [u32; 2])>;

    /// Records the results that it receives.
    struct RecordingSchedule(Arc<Mutex<Results>>);

    impl Schedule for RecordingSchedule {
        fn total(&self) -> usize {
            2
        }

        fn pairing(&self, _: usize) -> Pairing {
            Pairing { players: [0, 1], meeting: 0 }
        }

        fn report_result(&mut self, number: usize, points: [u32; 2]) {
            self.0.lock().unwrap().push((number, points));
        }
    }

    #[test]
    fn the_schedule_receives_points_in_the_order_of_the_pairing() {
        use GameResult::{Draw, O, Unscored, X};
        let recorded = Arc::default();
        let mut game_queue = game_queue(RecordingSchedule(Arc::clone(&recorded)), None);
        // The first player has X in odd games, and O in even ones.
        for (number, result) in [(1, X), (4, Unscored), (3, Draw), (2, O)] {
            let mut game = game(number, ["a", "b"], 1, true).record;
            game.result = result;
            let fixture = game_queue.fixture(number - 1).unwrap();
            assert_eq!(game_queue.add_result(fixture, &game), number == 3 || number == 2);
        }
        assert_eq!(*recorded.lock().unwrap(), [(1, [1, 1]), (0, [4, 0])]);
    }

    #[test]
    fn without_a_swap_every_pairing_is_one_game() {
        let recorded = Arc::default();
        let game_queue = game_queue(RecordingSchedule(Arc::clone(&recorded)), None);
        let mut game_queue = GameQueue { no_swap: true, ..game_queue };
        assert_eq!(game_queue.total(), 2);
        for number in [1, 2] {
            let fixture = game_queue.take().unwrap();
            assert_eq!((fixture.pairing, fixture.players), (number - 1, [0, 1]));
            let mut game = game(number, ["a", "b"], 1, true).record;
            game.result = if number == 1 { GameResult::O } else { GameResult::Draw };
            assert!(game_queue.add_result(fixture, &game));
        }
        assert!(game_queue.take().is_none());
        assert_eq!(*recorded.lock().unwrap(), [(0, [0, 2]), (1, [1, 1])]);
    }
}
