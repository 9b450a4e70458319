//! What a game offers the searches besides its rules: the value of a position,
//! promising squares, playouts, the cost of a proof.

use crate::game::{Game, Outcome, Side, Square, SquareSet, Squares};
use crate::random::Random;
use crate::search::hardware::Instructions;

/// How searches evaluate, play out and prove the positions of a game. All
/// methods have defaults.
pub trait Heuristics: Game {
    /// The data that playouts keep from one to the next; `()` for none.
    type PlayoutMemory: Default + Send;

    /// With this many empty squares or fewer, a playout is nearly as good as a
    /// search, so `mcts` grows its tree more slowly there.
    const FEW_EMPTY: usize = 0;

    /// The value of a position that is not over, for the side to move, in
    /// centipoints. By default 0.
    fn evaluate(&self, _position: &Self::Position) -> i32 {
        0
    }

    /// Whether evaluating a position or playing it out can take far longer than
    /// usual, so that searches must poll more often.
    fn has_slow_nodes(&self) -> bool {
        false
    }

    /// How promising a square is without a search: higher is better. By default
    /// squares closer to the middle of the board are better.
    fn weight(&self, square: Square) -> u32 {
        let board = self.board();
        let (column, row, level) = board.coordinates(square);
        let sides = [board.columns(), board.rows(), board.levels()];
        // Doubled, so that the middle of a board of even width is a whole
        // number.
        let closeness = |(at, side): (usize, usize)| side - (2 * at + 1).abs_diff(side) / 2;
        [column, row, level].into_iter().zip(sides).map(closeness).sum::<usize>() as u32
    }

    /// Plays random legal moves to the end of the game. A game with a learned
    /// policy may use `last`, the previous move, to bias its choice.
    fn playout(
        &self,
        _instructions: impl Instructions,
        _memory: &mut Self::PlayoutMemory,
        position: &Self::Position,
        _last: Option<Square>,
        random: &mut Random,
    ) -> PlayoutEnd<Self::Set> {
        random_playout(self, position, random)
    }

    /// The estimated number of nodes of a proof of a position like this one.
    /// With `None`, `mcts` does not try to prove it.
    fn proof_cost(&self, _position: &Self::Position) -> Option<f64> {
        None
    }

    /// Whether a proven distance may only be reported if it is exact.
    fn needs_exact_distances(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Whether the prover can search for a shorter win than a known one.
    fn finds_shorter_wins(&self) -> bool {
        false
    }

    /// The depth of `minimax` without a depth limit, in plies; `None` is to the
    /// end of the game.
    fn default_depth(&self) -> Option<u32> {
        Some(4)
    }

    /// The square that `minimax` plays without a search in this position, with
    /// the option `CentreReply`.
    fn minimax_reply(&self, _position: &Self::Position) -> Option<Square> {
        None
    }

    /// Whether `minimax` plays a move that wins at once without searching,
    /// with the option `ImmediateWins`.
    fn tries_wins_first(&self) -> bool {
        false
    }

    /// The value of a position for `minimax`, in centipoints. For games of
    /// lines it is the sum of the line values of the first 4x4x4 program. That
    /// program scored empty squares by the lines through them, not positions.
    fn reference_evaluate(&self, position: &Self::Position) -> i32 {
        self.evaluate(position)
    }

    /// The reward of X for a playout with this margin, from 0 (lost) to 1
    /// (won), in the reference program of `uct`.
    fn reference_reward(&self, margin: i32) -> f32 {
        0.5 + 0.5 * margin.signum() as f32
    }

    /// The square that the reference program of `uct` takes without a search if
    /// it is legal, with the option `CentreReply`.
    fn reference_reply(&self) -> Option<Square> {
        None
    }
}

/// Plays random legal moves to the end of the game.
pub(crate) fn random_playout<G: Game>(
    game: &G,
    position: &G::Position,
    random: &mut Random,
) -> PlayoutEnd<G::Set> {
    let mut position = position.clone();
    loop {
        let legal = game.legal(&position);
        if legal.is_empty() {
            break;
        }
        let Some(square) = legal.nth(random.below(legal.len())) else { break };
        game.play(&mut position, square);
    }
    let margin = match game.outcome(&position) {
        Some(Outcome::Win(Side::X)) => 1,
        Some(Outcome::Win(Side::O)) => -1,
        Some(Outcome::Draw) | None => 0,
    };
    let [x, o] = Side::BOTH.map(|side| game.stones(&position, side));
    PlayoutEnd { x, o, margin }
}

/// The final position of a playout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayoutEnd<S = SquareSet> {
    /// X's squares.
    pub x: S,
    /// O's squares.
    pub o: S,
    /// Above 0 if X has won, below 0 if O has; the larger the magnitude, the
    /// clearer the win.
    pub margin: i32,
}
