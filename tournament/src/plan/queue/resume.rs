//! Adds the games of earlier runs to the queue.

use std::collections::VecDeque;

use super::GameQueue;
use crate::model::record::{GameLine, GameRecord};
use crate::plan::schedule::pairing::Fixture;

/// The result of adding a game of an earlier run.
#[derive(Debug)]
pub enum Acceptance {
    /// The game belongs to the schedule and has been added.
    Counts {
        /// Its place in the schedule.
        fixture: Fixture,
        /// The game.
        found: GameLine,
    },
    /// The queue does not have this game. If pairings depend on results, the
    /// games that determined its pairing were lost, and had other results when
    /// they were replayed.
    Stray(GameLine),
    /// A game of this number has already been added.
    Twice(GameLine),
}

impl GameQueue {
    /// Adds a game of an earlier run. A journal may have lost any of its lines,
    /// so a game whose pairing is not yet known waits for the games that
    /// determine the pairing; the call that adds the last of these also returns
    /// the waiting game.
    pub fn accept(&mut self, found: GameLine) -> Vec<Acceptance> {
        let mut acceptances = Vec::new();
        let mut arriving = VecDeque::from([found]);
        while let Some(found) = arriving.pop_front() {
            let Some(number) = found.record.game.checked_sub(1) else {
                acceptances.push(Acceptance::Stray(found));
                continue;
            };
            let Some(fixture) = self.fixture(number) else {
                if self.is_complete() {
                    acceptances.push(Acceptance::Stray(found));
                } else {
                    self.waiting.push(found);
                }
                continue;
            };
            if !self.is_game(fixture, &found.record) {
                acceptances.push(Acceptance::Stray(found));
            } else if self.played.contains(&fixture.number) {
                acceptances.push(Acceptance::Twice(found));
            } else {
                if self.add_result(fixture, &found.record) {
                    arriving.extend(self.waiting.drain(..));
                }
                acceptances.push(Acceptance::Counts { fixture, found });
            }
        }
        acceptances
    }

    /// Returns the games that waited for the result of a pairing and no longer
    /// have to.
    pub fn released(&mut self) -> Vec<Acceptance> {
        let waiting = std::mem::take(&mut self.waiting);
        waiting.into_iter().flat_map(|found| self.accept(found)).collect()
    }

    /// Removes and returns the games that still wait.
    pub fn take_waiting(&mut self) -> Vec<GameLine> {
        std::mem::take(&mut self.waiting)
    }

    /// Returns whether a record is of the game in the schedule.
    pub(super) fn is_game(&self, fixture: Fixture, record: &GameRecord) -> bool {
        fixture.players.map(|player| &self.names[player]) == record.scheduled_players()
            && (fixture.pairing + 1, fixture.meeting + 1) == (record.pairing, record.meeting)
            && self.is_here(fixture.pairing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::queue::tests::{game, game_queue, rest};
    use crate::plan::schedule::{Knockout, RoundRobin};

    /// Returns the numbers of games: negative if stray, below −100 if a game of
    /// the number exists.
    fn admitted(acceptances: &[Acceptance]) -> Vec<i64> {
        let number = |found: &GameLine| i64::try_from(found.record.game).unwrap();
        let number = |acceptance: &Acceptance| match acceptance {
            Acceptance::Counts { fixture, found, .. } => {
                assert_eq!(fixture.number + 1, found.record.game);
                number(found)
            }
            Acceptance::Stray(found) => -number(found),
            Acceptance::Twice(found) => -100 - number(found),
        };
        acceptances.iter().map(number).collect()
    }

    #[test]
    fn a_game_of_an_earlier_run_is_not_played_again() {
        let mut game_queue = game_queue(RoundRobin::new(2, 3), None);
        let mut accept = |number: usize, players| {
            admitted(&game_queue.accept(game(number, players, number.div_ceil(2), true)))
        };
        assert_eq!(accept(5, ["a", "b"]), [5]);
        assert_eq!(accept(2, ["a", "b"]), [2]);
        assert_eq!(accept(5, ["a", "b"]), [-105], "twice");
        assert_eq!(accept(7, ["a", "b"]), [-7], "beyond the end");
        assert_eq!(accept(1, ["a", "c"]), [-1], "others");
        assert_eq!(rest(&mut game_queue), [0, 2, 3, 5]);
        assert_eq!(game_queue.total(), 6);
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
        // Whichever game comes last, each is added after the games that
        // determine its pairing.
        for lost in 1..=4 {
            let mut game_queue = game_queue(Knockout::new(4, 1), None);
            let (late, early): (Vec<GameLine>, Vec<GameLine>) =
                played(["a", "b"]).partition(|found| found.record.game == lost);
            let early: Vec<i64> =
                early.into_iter().flat_map(|found| admitted(&game_queue.accept(found))).collect();
            assert_eq!(early.len(), 3, "{early:?}");
            assert_eq!(rest(&mut game_queue), [lost - 1]);
            // The lost game is found in another journal.
            let late = late.into_iter().next().unwrap();
            let lost = i64::try_from(lost).unwrap();
            assert_eq!(admitted(&game_queue.accept(late)), [lost, 5, 6]);
            assert!(rest(&mut game_queue).is_empty());
        }
        // A final of other players is a stray; the right one is played.
        let mut game_queue = game_queue(Knockout::new(4, 1), None);
        for found in played(["a", "c"]).skip(1) {
            game_queue.accept(found);
        }
        let fixture = game_queue.take().unwrap();
        assert!(game_queue.add_result(fixture, &game(1, ["a", "d"], 1, true).record));
        assert_eq!(admitted(&game_queue.released()), [-5, -6]);
        assert_eq!(rest(&mut game_queue), [4, 5]);
    }

    #[test]
    fn games_of_another_share_do_not_count() {
        // Of the pairings 0 to 2, each of two games, share 2/2 has pairing 1.
        let mut game_queue = game_queue(RoundRobin::new(2, 3), Some("2/2"));
        let mut accept = |number: usize| {
            admitted(&game_queue.accept(game(number, ["a", "b"], number.div_ceil(2), true)))
        };
        assert_eq!([1, 2, 3, 5, 6, 7].map(|number| accept(number)[0]), [-1, -2, 3, -5, -6, -7]);
        assert_eq!(accept(3), [-103], "twice");
        assert_eq!(rest(&mut game_queue), [3]);
        assert_eq!(game_queue.total(), 2);
    }

    #[test]
    fn a_game_must_match_its_number_sides_pairing_and_meeting() {
        let mut game_queue = game_queue(RoundRobin::new(2, 3), None);
        let mut accept = |change: &dyn Fn(&mut GameRecord)| {
            let mut found = game(4, ["a", "b"], 2, true);
            change(&mut found.record);
            admitted(&game_queue.accept(found))
        };
        assert_eq!(accept(&|record| record.players.reverse()), [-4]);
        assert_eq!(accept(&|record| record.players[0] = "c".to_string()), [-4]);
        assert_eq!(accept(&|record| record.pairing = 1), [-4]);
        assert_eq!(accept(&|record| record.meeting = 1), [-4]);
        assert_eq!(accept(&|record| record.game = 0), [0], "numbers begin with 1");
        assert_eq!(accept(&|_| {}), [4]);
    }

    #[test]
    fn the_second_game_of_a_pairing_completes_it() {
        let mut game_queue = game_queue(RoundRobin::new(2, 3), None);
        let over = [5, 2, 1, 3, 6, 4].map(|number: usize| {
            let fixture = game_queue.fixture(number - 1).unwrap();
            let found = game(number, ["a", "b"], number.div_ceil(2), true);
            game_queue.add_result(fixture, &found.record)
        });
        assert_eq!(over, [false, false, true, false, true, true]);
    }

    #[test]
    fn waiting_games_can_be_taken_back() {
        let mut game_queue = game_queue(Knockout::new(4, 1), None);
        assert!(game_queue.accept(game(5, ["a", "b"], 1, true)).is_empty());
        assert!(game_queue.released().is_empty(), "the final still waits");
        let waiting: Vec<usize> = game_queue.take_waiting().iter().map(|f| f.record.game).collect();
        assert_eq!(waiting, [5]);
        assert!(game_queue.take_waiting().is_empty());
    }
}
