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
