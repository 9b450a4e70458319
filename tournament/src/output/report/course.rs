//! The ratings and the log-likelihood ratio over the course of a tournament, at
//! so few points that they can be drawn after any number of games.

use serde::Serialize;

use crate::model::sprt::Sprt;
use crate::stats::Tally;

/// The number of points at which every second one is dropped.
const MAX_POINTS: usize = 320;

/// The values at some numbers of games.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Course {
    /// The number of games at each point.
    games: Vec<usize>,
    /// For each player the Elo and its error at each point.
    elo: Vec<Vec<Option<[f64; 2]>>>,
    /// The log-likelihood ratio at each point, if there is a test.
    llr: Vec<f64>,
    /// The number of games between two points.
    #[serde(skip)]
    step: usize,
    #[serde(skip)]
    sprt: Option<Sprt>,
}

impl Course {
    pub(super) fn new(players: usize, sprt: Option<Sprt>) -> Course {
        let (games, llr) = (Vec::new(), Vec::new());
        Course { games, elo: vec![Vec::new(); players], llr, step: 1, sprt }
    }

    /// Called after every game.
    pub(super) fn add(&mut self, played: usize, tally: &Tally) {
        if !played.is_multiple_of(self.step) {
            return;
        }
        self.push(played, tally);
        if self.games.len() >= MAX_POINTS {
            // Every second point is a multiple of the doubled step.
            self.step *= 2;
            thin(&mut self.games);
            self.elo.iter_mut().for_each(thin);
            thin(&mut self.llr);
        }
    }

    /// Returns the course with a point after the last game.
    pub(super) fn until(&self, played: usize, tally: &Tally) -> Course {
        let mut course = self.clone();
        if played > 0 && course.games.last() != Some(&played) {
            course.push(played, tally);
        }
        course
    }

    fn push(&mut self, played: usize, tally: &Tally) {
        self.games.push(played);
        for (line, elo) in self.elo.iter_mut().zip(ratings(tally)) {
            line.push(elo);
        }
        if let (Some(sprt), Some(first)) = (self.sprt, tally.standings().first()) {
            self.llr.push(sprt.llr(&first.games, &first.pairs));
        }
    }
}

/// Keeps every second value.
fn thin<T>(values: &mut Vec<T>) {
    let mut place = 0;
    values.retain(|_| {
        place += 1;
        place % 2 == 0
    });
}

/// Returns the ratings of a table, rounded to tenths.
pub(super) fn ratings(tally: &Tally) -> Vec<Option<[f64; 2]>> {
    let tenths = |value: f64| (value * 10.0).round() / 10.0;
    let shown = tally.shown(&tally.ratings()).into_iter();
    shown.map(|elo| elo.map(|elo| [tenths(elo.difference), tenths(elo.error)])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::tests::record;

    #[test]
    fn points_are_thinned_and_end_with_the_last_game() {
        let mut tally = Tally::new(["a", "b"]);
        let mut course = Course::new(2, Some(Sprt::new(0.0, 5.0)));
        for played in 1..=5001 {
            tally.add(&record(played));
            course.add(played, &tally);
        }
        let course = course.until(5001, &tally);
        let count = course.games.len();
        assert!((MAX_POINTS / 2..=MAX_POINTS).contains(&count), "{count}");
        assert_eq!(course.games.last(), Some(&5001));
        assert!(course.games.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(course.games[..count - 1].iter().all(|games| games % course.step == 0));
        let lengths: Vec<usize> = course.elo.iter().map(Vec::len).collect();
        assert_eq!((lengths, course.llr.len()), (vec![count; 2], count));
    }
}
