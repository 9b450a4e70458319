//! The results of counts that a person gives, in the form of those of a tournament.

use noughts_client::Rules;

use super::Results;
use crate::model::config::Config;
use crate::stats::Tally;
use crate::stats::formulas::score::{Games, Pairs};
use crate::stats::in_order::TestState;

/// The names of the players in results of counts.
const NAMES: [&str; 2] = ["first", "second"];

impl Results {
    /// Returns the results of counts, which are those of the first of two players.
    /// With `has_draws` false the number of drawn games is not known, nor are those
    /// that depend on it.
    pub fn of_counts(
        games: &Games,
        pairs: &Pairs,
        has_draws: bool,
        test: Option<&TestState>,
    ) -> Results {
        let tally = Tally::of_counts(NAMES, games, pairs);
        let config = Config::new(Rules::Asked, Vec::new());
        let mut results = Results::new(&config, &tally, &tally.ratings(), test);
        results.title = Some(format!("{} against {}", NAMES[0], NAMES[1]));
        results.played = usize::try_from(games.total()).unwrap_or(usize::MAX);
        results.total = results.played;
        for engine in &mut results.engines {
            (engine.with_x, engine.with_o) = (None, None);
            if !has_draws {
                engine.drawn_games = None;
                engine.games.forget_draws();
                forget_draws(&mut engine.pairs);
            }
        }
        if !has_draws {
            for met in &mut results.encounters {
                met.games.forget_draws();
                forget_draws(&mut met.pairs);
            }
        }
        results
    }
}

/// Removes the numbers of pairings WL and DD, of which only the sum is known.
fn forget_draws(pairs: &mut [Option<u64>; 6]) {
    (pairs[2], pairs[3]) = (None, None);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_have_the_results_of_two_engines() {
        let pairs = Pairs([1, 2, 3, 4, 5, 6]);
        let results = Results::of_counts(&pairs.games(), &pairs, true, None);
        let [first, second] = &results.engines[..] else { panic!("two engines") };
        assert_eq!((&*first.name, &*second.name), ("first", "second"));
        assert_eq!(first.pairs, [1, 2, 3, 4, 5, 6].map(Some));
        assert_eq!(second.pairs, [6, 5, 3, 4, 2, 1].map(Some));
        assert_eq!((first.games.total, results.played, results.total), (42, 42, 42));
        assert_eq!((first.games.wins, second.games.losses), (Some(20), Some(20)));
        assert_eq!((first.elo, results.encounters[0].elo), (results.encounters[0].elo, first.elo));
        assert!(first.elo > Some(0.0) && first.los > Some(0.9) && first.with_x.is_none());
        let results = Results::of_counts(&pairs.games(), &pairs, false, None);
        let [first, _] = &results.engines[..] else { panic!("two engines") };
        assert_eq!(first.pairs, [Some(1), Some(2), None, None, Some(5), Some(6)]);
        assert_eq!((first.games.total, first.games.draws, first.drawn_games), (42, None, None));
        assert_eq!(results.encounters[0].pairs, first.pairs);
    }
}
