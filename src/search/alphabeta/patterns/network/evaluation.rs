//! The evaluation of a board by the network, compiled for the instructions of the
//! processor.

use super::super::board::{Cell, PatternBoard};
use super::accumulator::Accumulator;
use super::weights::Network;
use crate::search::hardware::{Hardware, Instructions, Work};

/// The network with its first layer for a board.
#[derive(Debug)]
pub(in super::super) struct Evaluation {
    network: &'static Network,
    accumulator: Accumulator,
    hardware: Hardware,
}

impl Evaluation {
    /// The evaluation of a board and of those that follow from it.
    pub(in super::super) fn new(
        network: &'static Network,
        board: &PatternBoard<'_>,
        hardware: Hardware,
    ) -> Evaluation {
        Evaluation { network, accumulator: Accumulator::new(network, board), hardware }
    }

    /// The value of the board for the side to move, in centipoints.
    pub(in super::super) fn value(&mut self, board: &PatternBoard<'_>) -> i32 {
        self.hardware.run(Evaluate { evaluation: self, board, stone: None })
    }

    /// The value of the board with one more stone of the side to move, on an empty cell,
    /// for the other side.
    pub(in super::super) fn value_after(&mut self, board: &PatternBoard<'_>, cell: Cell) -> i32 {
        self.hardware.run(Evaluate { evaluation: self, board, stone: Some(cell) })
    }
}

/// The work of one evaluation.
struct Evaluate<'a, 'b> {
    evaluation: &'a mut Evaluation,
    board: &'a PatternBoard<'b>,
    /// A stone that is not on the board yet.
    stone: Option<Cell>,
}

impl Work for Evaluate<'_, '_> {
    type Output = i32;

    #[inline(always)]
    fn run(self, _: impl Instructions) -> i32 {
        let Evaluate { evaluation: Evaluation { network, accumulator, .. }, board, stone } = self;
        let sums = accumulator.sums(network, board, stone);
        network.value(&sums, if stone.is_some() { !board.side } else { board.side })
    }
}
