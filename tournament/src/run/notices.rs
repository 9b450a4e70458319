//! Notices: warnings about games that add no information.

use std::collections::HashMap;
use std::collections::hash_map::{DefaultHasher, Entry};
use std::hash::{Hash, Hasher};

use noughts::game::GameSpec;

use crate::model::record::GameRecord;
use crate::plan::openings::Same;

/// A warning about the tournament.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Notice {
    /// These players have played all openings, and repeat one. Reported once in
    /// a tournament.
    BookExhausted,
    /// The same players with the same sides have played the same moves, up to
    /// the symmetries of the game, in the game with this number, from 1.
    Duplicate(usize),
    /// A game of an earlier run no longer counts: its pairing depended on games
    /// that were lost and had other results when they were replayed.
    Superseded,
    /// A game of an earlier run does not count: the tournament has no such game.
    Stray,
    /// The runner itself was stopped during the game, for so many milliseconds.
    Stopped(u64),
    /// Engines limited by time play while the load of the machine, this average,
    /// exceeds its processors. Reported once in a run.
    Load(f64),
}

/// Finds the notices about games from the games before them.
#[derive(Debug, Default)]
pub(crate) struct Notices {
    /// Recognizes symmetric games; `None` if the rules are not known.
    same: Option<Same>,
    /// The number of each game, by a hash of its players and moves.
    played: HashMap<u64, usize>,
    /// Whether [`Notice::BookExhausted`] has been returned.
    exhausted: bool,
}

impl Notices {
    /// Creates the notices about games with these rules.
    pub(crate) fn new(spec: Option<&GameSpec>) -> Notices {
        Notices { same: spec.map(Same::new), ..Notices::default() }
    }

    /// Returns the notices about a game. `exhausted` says whether all openings
    /// had been played before it.
    pub(crate) fn of(&mut self, record: &GameRecord, exhausted: bool) -> Vec<Notice> {
        let mut notices = Vec::new();
        if exhausted && !self.exhausted {
            self.exhausted = true;
            notices.push(Notice::BookExhausted);
        }
        let mut hasher = DefaultHasher::new();
        record.players.hash(&mut hasher);
        let names = || record.plies.iter().map(|ply| ply.name.as_str());
        match self.same.as_mut().and_then(|same| same.game(&record.opening, names())) {
            Some(key) => key.hash(&mut hasher),
            None => {
                record.opening.hash(&mut hasher);
                names().for_each(|name| name.hash(&mut hasher));
            }
        }
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
    use crate::model::opening::Opening;
    use crate::model::record::{GameResult, Ply};
    use noughts_client::Evaluation;

    fn record(game: usize, name: &str) -> GameRecord {
        let players = if game % 2 == 1 { ["a", "b"] } else { ["b", "a"] };
        let evaluation = Evaluation::default();
        GameRecord {
            pairing: game.div_ceil(2),
            plies: vec![Ply { name: name.to_string(), us: 1, evaluation }],
            ..GameRecord::of_result(game, players.map(str::to_string), GameResult::X)
        }
    }

    #[test]
    fn a_duplicate_has_the_same_players_sides_and_moves() {
        let mut notices = Notices::default();
        let mut notice = |game, name, exhausted| notices.of(&record(game, name), exhausted);
        assert_eq!(notice(1, "a1", false), []);
        assert_eq!(notice(2, "a1", false), []);
        assert_eq!(notice(3, "b1", false), []);
        assert_eq!(notice(5, "a1", true), [Notice::BookExhausted, Notice::Duplicate(1)]);
        assert_eq!(notice(6, "a1", true), [Notice::Duplicate(2)]);
    }

    #[test]
    fn games_that_mirror_each_other_are_duplicates() {
        let mut notices = Notices::new(Some(&"tictactoe".parse().unwrap()));
        let mut notice = |game, name| notices.of(&record(game, name), false);
        assert_eq!(notice(1, "a1"), []);
        assert_eq!(notice(3, "c3"), [Notice::Duplicate(1)]);
        assert_eq!(notice(4, "c3"), [], "other sides");
        assert_eq!(notice(5, "b1"), []);
        assert_eq!(notice(7, "a2"), [Notice::Duplicate(5)]);
    }

    #[test]
    fn players_sides_start_and_moves_distinguish_games() {
        let game = |number, change: &dyn Fn(&mut GameRecord)| {
            let mut record = record(number, "a1");
            change(&mut record);
            record
        };
        let opening = |text: &str| text.parse::<Opening>().unwrap();
        let fen = "fen 3 3 3 3/1X1/3 o 1";
        let more = Ply { name: "b2".to_string(), us: 1, evaluation: Evaluation::default() };
        let different = [
            game(1, &|_| {}),
            game(3, &|record| record.opening = opening("b1")),
            game(5, &|record| record.opening = opening("b1 c1")),
            game(7, &|record| record.opening = opening(fen)),
            game(9, &|record| record.opening = opening(&format!("{fen} moves b1"))),
            game(11, &|record| record.plies.push(more.clone())),
            game(13, &|record| record.plies.clear()),
            game(15, &|record| record.players[1] = "c".to_string()),
            game(17, &|record| record.players.reverse()),
        ];
        let mut notices = Notices::default();
        for record in &different {
            assert_eq!(notices.of(record, false), [], "game {}", record.game);
        }
        // Other results, times and evaluations do not distinguish games.
        for record in &different {
            let mut again = record.clone();
            again.game = 100;
            (again.pairing, again.meeting, again.result) = (50, 2, GameResult::Draw);
            (again.started, again.millis, again.seeds) = (9, 9, [Some(9); 2]);
            for ply in &mut again.plies {
                (ply.us, ply.evaluation.cp) = (9, Some(9));
            }
            assert_eq!(notices.of(&again, false), [Notice::Duplicate(record.game)]);
        }
    }

    #[test]
    fn an_exhausted_book_is_reported_once() {
        let mut notices = Notices::default();
        let mut found = |game, exhausted| notices.of(&record(game, &game.to_string()), exhausted);
        assert_eq!(found(1, false), []);
        assert_eq!(found(3, true), [Notice::BookExhausted]);
        assert_eq!(found(5, true), []);
        assert_eq!(found(7, false), []);
        assert_eq!(found(9, true), []);
    }
}
