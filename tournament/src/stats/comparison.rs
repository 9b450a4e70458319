//! The difference between two players from their games: the numbers that tables
//! and files of results show.

use crate::stats::formulas::elo::Elo;
use crate::stats::formulas::score::{Games, Pairs};
use crate::stats::formulas::{los, normalized};

/// The difference between a player and its opponents. It is computed from the
/// complete pairings, or before the first one from the games.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Comparison {
    /// The Elo difference; `None` without games.
    pub elo: Option<Elo>,
    /// The normalized Elo difference; `None` without games.
    pub normalized: Option<Elo>,
    /// The likelihood of superiority, from 0 to 1; `None` if there are fewer than
    /// [`los::MIN_RESULTS`] results.
    pub superiority: Option<f64>,
    /// The ratio of pairings won to pairings lost; `None` also if none was lost.
    pub pairs_ratio: Option<f64>,
}

impl Comparison {
    /// Computes the comparison from these results.
    pub fn new(games: &Games, pairs: &Pairs) -> Comparison {
        let by_pair = pairs.total() > 0;
        let either = |pairs: Option<Elo>, games: Option<Elo>| if by_pair { pairs } else { games };
        Comparison {
            elo: either(Elo::from_pairs(pairs), Elo::from_games(games)),
            normalized: either(normalized::from_pairs(pairs), normalized::from_games(games)),
            superiority: if by_pair { los::from_pairs(pairs) } else { los::from_games(games) },
            pairs_ratio: pairs.ratio(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairings_count_as_soon_as_there_is_one() {
        assert_eq!(Comparison::new(&Games::default(), &Pairs::default()), Comparison::default());
        let games = Games { wins: 3, draws: 1, losses: 2 };
        let by_game = Comparison::new(&games, &Pairs::default());
        assert_eq!((by_game.elo, by_game.pairs_ratio), (Elo::from_games(&games), None));
        assert_eq!(by_game.superiority, None);
        let pairs = Pairs([1, 0, 1, 0, 1, 1]);
        let by_pair = Comparison::new(&games, &pairs);
        assert_eq!((by_pair.elo, by_pair.pairs_ratio), (Elo::from_pairs(&pairs), Some(2.0)));
        assert_eq!(by_pair.normalized, normalized::from_pairs(&pairs));
        let pairs = Pairs([1, 0, 1, 0, 1, 7]);
        let enough = Comparison::new(&games, &pairs);
        assert_eq!(enough.superiority, los::from_pairs(&pairs));
        assert!(enough.superiority > Some(0.9));
    }
}
