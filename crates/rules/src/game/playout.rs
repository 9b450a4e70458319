//! Random playouts: games from a position to their ends, every legal move equally likely.

use super::{Game, Outcome, Side, Squares};
use crate::random::Random;

/// How random games ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct PlayoutCounts {
    /// The number of games that X won.
    pub x: u64,
    /// The number of drawn games.
    pub draws: u64,
    /// The number of games that O won.
    pub o: u64,
}

/// Plays `count` random games from a position and counts how they end.
pub fn playouts<G: Game>(
    game: &G,
    start: &G::Position,
    count: u64,
    random: &mut Random,
) -> PlayoutCounts {
    let mut counts = PlayoutCounts::default();
    for _ in 0..count {
        match playout(game, start.clone(), random) {
            Outcome::Win(Side::X) => counts.x += 1,
            Outcome::Win(Side::O) => counts.o += 1,
            Outcome::Draw => counts.draws += 1,
        }
    }
    counts
}

fn playout<G: Game>(game: &G, mut position: G::Position, random: &mut Random) -> Outcome {
    loop {
        if let Some(outcome) = game.outcome(&position) {
            return outcome;
        }
        let legal = game.legal(&position);
        let Some(square) = legal.nth(random.below(legal.len())) else { return Outcome::Draw };
        game.play(&mut position, square);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::new_game;

    /// Of random games of tic-tac-toe X wins 737 / 1260, O 363 / 1260; the rest is drawn.
    #[test]
    fn random_games_end_as_often_as_they_should() {
        let game = new_game(&"tictactoe".parse().unwrap());
        let counts = game.playouts(126_000, &mut Random::new(5));
        assert_eq!(counts.x + counts.draws + counts.o, 126_000);
        // Six standard deviations.
        assert!(counts.x.abs_diff(73_700) < 1_050, "{counts:?}");
        assert!(counts.o.abs_diff(36_300) < 970, "{counts:?}");
        assert_eq!(game.ply(), 0);
    }

    #[test]
    fn a_finished_game_keeps_its_result() {
        let mut game = new_game(&"tictactoe".parse().unwrap());
        for name in ["a1", "a2", "b1", "b2", "c1"] {
            game.play(name).unwrap();
        }
        let counts = game.playouts(3, &mut Random::new(1));
        assert_eq!(counts, PlayoutCounts { x: 3, draws: 0, o: 0 });
    }
}
