//! Counts over all games: openings, lengths and results.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;

use crate::model::record::{GameRecord, GameResult};

/// The largest number of openings that are counted separately.
const MAX_OPENINGS: usize = 100_000;

/// The counts of a tournament.
#[derive(Clone, Debug, Default)]
pub(super) struct Counts {
    /// The openings in the order of their first games.
    openings: Vec<Opening>,
    /// The place of each opening in that order.
    places: HashMap<String, usize>,
    /// The number of games from openings beyond those.
    other_openings: usize,
    /// The number of games of each length in plies.
    lengths: BTreeMap<usize, usize>,
    /// The numbers of games won by X, won by O, drawn and unscored.
    results: [usize; 4],
    /// The times at which the first and the last game began.
    when: Option<[u64; 2]>,
}

/// An opening and how its games went.
#[derive(Clone, Debug, Default, Serialize)]
struct Opening {
    /// The opening as text.
    o: String,
    /// The numbers of games won by X, won by O, drawn and unscored.
    e: [usize; 4],
    /// The sum of the lengths of the games, in plies.
    l: usize,
}

/// The counts, as the page reads them.
#[derive(Debug, Serialize)]
pub(super) struct Counted<'a> {
    openings: Vec<&'a Opening>,
    /// The number of games from openings that are not listed.
    other_openings: usize,
    lengths: Vec<(usize, usize)>,
    results: [usize; 4],
    /// In milliseconds since 1970.
    when: Option<[u64; 2]>,
}

impl Counts {
    pub(super) fn add(&mut self, record: &GameRecord, opening: &str) {
        let length = record.opening.moves.len() + record.plies.len();
        let result = match record.result {
            GameResult::X => 0,
            GameResult::O => 1,
            GameResult::Draw => 2,
            GameResult::Unscored => 3,
        };
        *self.lengths.entry(length).or_default() += 1;
        self.results[result] += 1;
        let [first, last] = self.when.unwrap_or([record.started; 2]);
        self.when = Some([first.min(record.started), last.max(record.started)]);
        let place = match self.places.get(opening) {
            Some(&place) => place,
            None if self.openings.len() >= MAX_OPENINGS => {
                self.other_openings += 1;
                return;
            }
            None => {
                self.openings.push(Opening { o: opening.to_string(), ..Opening::default() });
                self.places.insert(opening.to_string(), self.openings.len() - 1);
                self.openings.len() - 1
            }
        };
        let opening = &mut self.openings[place];
        opening.e[result] += 1;
        opening.l += length;
    }

    /// Returns the counts with at most this many openings, those with the most
    /// games.
    pub(super) fn counted(&self, openings: usize) -> Counted<'_> {
        let games = |opening: &Opening| opening.e.iter().sum::<usize>();
        let mut listed: Vec<&Opening> = self.openings.iter().collect();
        listed.sort_by_key(|opening| std::cmp::Reverse(games(opening)));
        let cut = listed.split_off(openings.min(listed.len()));
        Counted {
            openings: listed,
            other_openings: self.other_openings + cut.into_iter().map(games).sum::<usize>(),
            lengths: self.lengths.iter().map(|(&plies, &games)| (plies, games)).collect(),
            results: self.results,
            when: self.when,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::tests::record;

    #[test]
    fn openings_are_counted_with_their_results() {
        let mut counts = Counts::default();
        for (number, (opening, result)) in
            [("a1", GameResult::X), ("b2", GameResult::O), ("b2", GameResult::Draw)]
                .into_iter()
                .enumerate()
        {
            let mut game = record(number + 1);
            (game.result, game.started) = (result, 9 - number as u64);
            counts.add(&game, opening);
        }
        let json = serde_json::to_value(counts.counted(1)).unwrap();
        let expected = serde_json::json!({
            "openings": [{"o": "b2", "e": [0, 1, 1, 0], "l": 0}], "other_openings": 1,
            "lengths": [[0, 3]], "results": [1, 1, 1, 0], "when": [7, 9],
        });
        assert_eq!(json, expected);
    }
}
