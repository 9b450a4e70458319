//! The heuristics of the games for the searches. Each game implements
//! [`Heuristics`] in one file of this folder. All methods have defaults, so
//! that every search plays a new game as soon as its rules exist.

mod lines;
mod trains;
mod wide_lines;

use super::alpha_beta::AlphaBeta;
use super::handicap::{self, Levels};
use super::hardware::Instructions;
use super::minimax::Minimax;
use super::{SearchKind, Searcher};
use crate::game::{Game, Outcome, Side, Square, SquareSet, Squares};
use crate::random::Random;

/// How searches evaluate, play out and prove the positions of a game.
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

    /// The levels of play below full strength. They are measured for each game;
    /// by default those of flat boards.
    fn levels(&self) -> &'static Levels {
        &handicap::FLAT
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
        let mut position = position.clone();
        loop {
            let legal = self.legal(&position);
            if legal.is_empty() {
                break;
            }
            let Some(square) = legal.nth(random.below(legal.len())) else { break };
            self.play(&mut position, square);
        }
        let margin = match self.outcome(&position) {
            Some(Outcome::Win(Side::X)) => 1,
            Some(Outcome::Win(Side::O)) => -1,
            Some(Outcome::Draw) | None => 0,
        };
        let [x, o] = Side::BOTH.map(|side| self.stones(&position, side));
        PlayoutEnd { x, o, margin }
    }

    /// The search that `auto` stands for in this game. [`SearchKind::Auto`]
    /// means that of [`player`](Heuristics::player).
    fn auto(&self) -> SearchKind {
        SearchKind::AlphaBeta
    }

    /// The search of the levels below full strength, where `auto` plays: those
    /// of this game were measured with it.
    fn auto_below_full_strength(&self) -> SearchKind {
        SearchKind::Auto
    }

    /// A new searcher made for this game. Used only if
    /// [`auto`](Heuristics::auto) returns [`SearchKind::Auto`]; `None` then
    /// means alpha-beta.
    fn player(&self) -> Option<Box<dyn Searcher<Self>>> {
        None
    }

    /// A new searcher for `puct`; `None` if it does not play this game.
    fn puct(&self) -> Option<Box<dyn Searcher<Self>>> {
        None
    }

    /// A new searcher for `patterns`; `None` if it does not play this game.
    fn patterns(&self) -> Option<Box<dyn Searcher<Self>>> {
        None
    }

    /// A new searcher for `proof`, which finds the true value of a position. By
    /// default alpha-beta, which proves results by searching to the end.
    fn prover(&self) -> Box<dyn Searcher<Self>> {
        Box::<AlphaBeta>::default()
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

    /// A new `minimax`.
    fn minimax(&self) -> Box<dyn Searcher<Self>> {
        Box::<Minimax>::default()
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
