//! Seeds for everything that is random, each a function of the tournament's
//! seed and of what it is for.

use noughts::game::Side;
use noughts::random::splitmix;

/// What a seed is for. Different purposes never share a seed by accident.
#[derive(Clone, Copy, Debug)]
pub enum Purpose {
    /// The random opening with this index.
    Opening(usize),
    /// The order of listed openings when they are all played for so many times
    /// before.
    Order(usize),
    /// The engine that plays this side of this game.
    Engine {
        /// The number of the game, from 0.
        game: usize,
        /// The side the engine plays.
        side: Side,
    },
}

/// The seed for a purpose in the tournament with this seed.
pub fn derive(tournament: u64, purpose: Purpose) -> u64 {
    let words = match purpose {
        Purpose::Opening(index) => [1, index as u64, 0],
        Purpose::Order(pass) => [2, pass as u64, 0],
        Purpose::Engine { game, side } => [3, game as u64, side.index() as u64],
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
                for side in Side::BOTH {
                    let purpose = Purpose::Engine { game: index, side };
                    assert!(seen.insert(derive(tournament, purpose)));
                }
            }
        }
    }
}
