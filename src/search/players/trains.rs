//! TicTacTrains: its heuristics, which count the longest trains, and its searchers.

use super::kind::{Players, SearchKind};
use super::levels;
use super::levels::Levels;
use crate::game::{Game, Side, Square, SquareSet, Trains};
use crate::random::Random;
use crate::search::hardware::{Hardware, Instructions};
use crate::search::task::{Heuristics, PlayoutEnd, Searcher};
use crate::search::trains::{Playouts, Proof};
use crate::search::tree::puct::Puct;

/// With at most this many stones the longest train is always found in
/// microseconds. With two more it can take a fifth of a millisecond, with
/// twenty more half a millisecond.
const EASY_STONES: u32 = 26;

impl Heuristics for Trains {
    type PlayoutMemory = Playouts;

    /// The solver decides most such positions.
    const FEW_EMPTY: usize = 20;

    fn evaluate(&self, position: &Self::Position) -> i32 {
        let margin = self.margin(position) * 100;
        if self.side(position) == Side::X { margin } else { -margin }
    }

    /// The longest train of more stones can be hard to find.
    fn has_slow_nodes(&self) -> bool {
        self.most_stones() > EASY_STONES
    }

    fn weight(&self, square: Square) -> u32 {
        let (column, row, _) = self.board().coordinates(square);
        // In halves of a square.
        let from_centre = |at: usize| (2 * at).abs_diff(self.board().columns() - 1);
        6 - (from_centre(column) + from_centre(row)) as u32 / 2
    }

    #[inline(always)]
    fn playout(
        &self,
        instructions: impl Instructions,
        memory: &mut Playouts,
        position: &Self::Position,
        last: Option<Square>,
        random: &mut Random,
    ) -> PlayoutEnd {
        let filling = memory.play(instructions, self, *position, last, random);
        let x = SquareSet(u128::from(filling.x));
        let o = SquareSet(u128::from(self.squares() & !filling.x));
        PlayoutEnd { x, o, margin: filling.margin }
    }

    /// From the medians of `cargo bench --bench endings`: 20 nodes with ten
    /// empty squares, and 2.9 times as many for each further one.
    fn proof_cost(&self, position: &Self::Position) -> Option<f64> {
        let empty = self.empty(position).len() as i32;
        (self.ply(position) >= self.unrestricted_from()).then(|| 20.0 * 2.9f64.powi(empty - 10))
    }

    /// As in the original program, a win counts a little more with a larger
    /// margin, and a loss a little less.
    fn reference_reward(&self, margin: i32) -> f32 {
        match margin as f32 {
            0.0 => 0.5,
            margin if margin > 0.0 => (0.9 + 0.025 * margin).min(1.0),
            margin => (0.1 + 0.025 * margin).max(0.0),
        }
    }

    /// The original program takes d4 at once.
    fn reference_reply(&self) -> Option<Square> {
        let board = self.board();
        Some(board.square(board.columns() / 2, board.rows() / 2, 0))
    }
}

impl Players for Trains {
    fn levels(&self) -> &'static Levels {
        &levels::TRAINS
    }

    /// The network knows the usual board only. Without vector instructions an evaluation takes more than half a millisecond,
    /// so `mcts` is stronger. `--portable` does not change the choice, so that results
    /// stay the same.
    fn auto(&self) -> SearchKind {
        let has_network = self.is_usual_size() && Hardware::detect() != Hardware::Portable;
        if has_network { SearchKind::Puct } else { SearchKind::Mcts }
    }

    fn auto_below_full_strength(&self) -> SearchKind {
        SearchKind::Mcts
    }

    fn puct(&self) -> Option<Box<dyn Searcher<Trains>>> {
        self.is_usual_size().then(|| Box::<Puct>::default() as Box<dyn Searcher<Trains>>)
    }

    fn prover(&self) -> Box<dyn Searcher<Trains>> {
        Box::<Proof>::default()
    }
}
