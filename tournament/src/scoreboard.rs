//! What follows from results beside the standings: who meets whom next, and
//! which games were played for nothing.

use std::collections::HashMap;
use std::collections::hash_map::{DefaultHasher, Entry};
use std::hash::{Hash, Hasher};

use noughts::game::Side;

use crate::record::GameRecord;
use crate::schedule::{Fixture, Schedule};

/// Why a game teaches less than it might.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice {
    /// All openings there are have been played by these players; this one is
    /// played again. Told once in a tournament.
    BookExhausted,
    /// The same players with the same sides have played the same moves in the
    /// game with this number, from 1.
    Duplicate(usize),
}

/// What is remembered of the games that are over.
#[derive(Debug, Default)]
pub(crate) struct Scoreboard {
    /// The half points of the players of a pairing, in its order, after one of
    /// its games.
    halves: HashMap<usize, [u32; 2]>,
    /// A hash of the players and moves of each game, with its number.
    played: HashMap<u64, usize>,
    /// It has been told that the book is exhausted.
    exhausted: bool,
}

impl Scoreboard {
    /// Tells the schedule the result of a pairing when its second game is over;
    /// whether it is. Games count for nothing there if they are unscored.
    pub(crate) fn learn(
        &mut self,
        schedule: &mut dyn Schedule,
        fixture: Fixture,
        record: &GameRecord,
    ) -> bool {
        let own = Side::BOTH.map(|side| record.result.points(side).map_or(0, |p| p as u32));
        // The first player of the pairing has X in the first game.
        let own = if fixture.number.is_multiple_of(2) { own } else { [own[1], own[0]] };
        match self.halves.remove(&fixture.pairing) {
            None => {
                self.halves.insert(fixture.pairing, own);
                false
            }
            Some(other) => {
                schedule.learn(fixture.pairing, [own[0] + other[0], own[1] + other[1]]);
                true
            }
        }
    }

    /// What is to be told of a game, when the book was in this state.
    pub(crate) fn notice(&mut self, record: &GameRecord, exhausted: bool) -> Vec<Notice> {
        let mut notices = Vec::new();
        if exhausted && !self.exhausted {
            self.exhausted = true;
            notices.push(Notice::BookExhausted);
        }
        let mut hasher = DefaultHasher::new();
        (&record.players, &record.opening).hash(&mut hasher);
        record.plies.iter().for_each(|ply| ply.name.hash(&mut hasher));
        match self.played.entry(hasher.finish()) {
            Entry::Occupied(first) => notices.push(Notice::Duplicate(*first.get())),
            Entry::Vacant(place) => {
                place.insert(record.game);
            }
        }
        notices
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::Opening;
    use crate::record::{Evaluation, GameResult, Ply, Termination};
    use crate::schedule::Pairing;

    /// Keeps what it is told.
    #[derive(Default)]
    struct Told(Vec<(usize, [u32; 2])>);

    impl Schedule for Told {
        fn total(&self) -> usize {
            2
        }

        fn pairing(&self, _: usize) -> Pairing {
            Pairing { players: [0, 1], round: 0 }
        }

        fn learn(&mut self, number: usize, points: [u32; 2]) {
            self.0.push((number, points));
        }
    }

    fn record(game: usize, result: GameResult, name: &str) -> GameRecord {
        let players = if game % 2 == 1 { ["a", "b"] } else { ["b", "a"] };
        let evaluation = Evaluation::default();
        GameRecord {
            game,
            pairing: game.div_ceil(2),
            round: 1,
            players: players.map(str::to_string),
            opening: Opening::default(),
            seeds: [None; 2],
            result,
            termination: Termination::Rules,
            culprit: None,
            dispute: None,
            plies: vec![Ply { name: name.to_string(), us: 1, evaluation }],
            started: 0,
            millis: 0,
        }
    }

    #[test]
    fn the_schedule_is_told_of_pairings_in_their_own_order() {
        use GameResult::{Draw, O, Unscored, X};
        let mut schedule = Told::default();
        let mut board = Scoreboard::default();
        // The first player has X in odd games, and O in even ones.
        for (number, result) in [(0, X), (3, Unscored), (2, Draw), (1, O)] {
            let fixture = Fixture { number, pairing: number / 2, round: 0, players: [0, 1] };
            let over = board.learn(&mut schedule, fixture, &record(number + 1, result, "a1"));
            assert_eq!(over, number == 2 || number == 1);
        }
        assert_eq!(schedule.0, [(1, [1, 1]), (0, [4, 0])]);
    }

    #[test]
    fn a_duplicate_has_the_same_players_sides_and_moves() {
        let mut board = Scoreboard::default();
        let mut notice =
            |game, name, exhausted| board.notice(&record(game, GameResult::X, name), exhausted);
        assert_eq!(notice(1, "a1", false), []);
        assert_eq!(notice(2, "a1", false), []);
        assert_eq!(notice(3, "b1", false), []);
        assert_eq!(notice(5, "a1", true), [Notice::BookExhausted, Notice::Duplicate(1)]);
        assert_eq!(notice(6, "a1", true), [Notice::Duplicate(2)]);
    }
}
