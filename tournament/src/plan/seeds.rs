//! Derives the seeds of all random choices from the tournament's seed.

use noughts::game::Side;
use noughts::random::splitmix;

/// The purpose of a seed. Different purposes have independent seeds.
#[derive(Clone, Copy, Debug)]
pub enum Purpose {
    /// The random opening with this index.
    Opening(usize),
    /// The order of listed openings in this pass through the list, from 0.
    Order(usize),
    /// The symmetric image of the opening with this number.
    Image(usize),
    /// The engine that plays this side of this game.
    Engine {
        /// The number of the game, from 0.
        game: usize,
        /// The side the engine plays.
        side: Side,
    },
    /// The sign and the rounding of an option in an iteration of a tuning.
    Tuning {
        /// The number of the iteration.
        iteration: usize,
        /// The number of the option, from 0.
        option: usize,
    },
}

/// Returns the seed for a purpose in a tournament with the seed `tournament`.
pub fn derive(tournament: u64, purpose: Purpose) -> u64 {
    let words = match purpose {
        Purpose::Opening(index) => [1, index as u64, 0],
        Purpose::Order(pass) => [2, pass as u64, 0],
        Purpose::Image(number) => [4, number as u64, 0],
        Purpose::Engine { game, side } => [3, game as u64, side.index() as u64],
        Purpose::Tuning { iteration, option } => [5, iteration as u64, option as u64],
    };
    let mut state = tournament;
    words.into_iter().fold(splitmix(&mut state), |seed, word| {
        let mut state = seed ^ word;
        splitmix(&mut state)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_two_purposes_share_a_seed() {
        let mut seen = HashSet::new();
        for tournament in 0..4 {
            for index in 0..500 {
                assert!(seen.insert(derive(tournament, Purpose::Opening(index))));
                assert!(seen.insert(derive(tournament, Purpose::Order(index))));
                let tuning = Purpose::Tuning { iteration: index, option: index % 3 };
                assert!(seen.insert(derive(tournament, tuning)));
                assert!(seen.insert(derive(tournament, Purpose::Image(index))));
                for side in Side::BOTH {
                    let purpose = Purpose::Engine { game: index, side };
                    assert!(seen.insert(derive(tournament, purpose)));
                }
            }
        }
    }
}
