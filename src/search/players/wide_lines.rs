//! Flat boards larger than 11x11, and exact lines: their heuristics and their
//! searchers.

use super::kind::{Players, SearchKind};
use super::lines::{evaluate, flat_centre, flat_weight, reference_evaluate};
use crate::game::{Game, Lines, Outcome, Side, Square, Squares, WideSet};
use crate::random::Random;
use crate::search::alphabeta::flat::FlatAlphaBeta;
use crate::search::alphabeta::patterns::PatternSearch;
use crate::search::hardware::Instructions;
use crate::search::task::{Heuristics, PlayoutEnd, Searcher};

impl Heuristics for Lines<WideSet> {
    type PlayoutMemory = ();

    fn evaluate(&self, position: &Self::Position) -> i32 {
        evaluate(self, position)
    }

    fn reference_evaluate(&self, position: &Self::Position) -> i32 {
        reference_evaluate(self, position)
    }

    fn weight(&self, square: Square) -> u32 {
        let board = self.board();
        flat_weight(board, board.columns(), board.rows(), square)
    }

    /// Draws from a list of the empty squares, because finding one in a wide
    /// set takes long.
    fn playout(
        &self,
        _instructions: impl Instructions,
        _memory: &mut (),
        position: &Self::Position,
        _last: Option<Square>,
        random: &mut Random,
    ) -> PlayoutEnd<WideSet> {
        let mut squares = [Square::new(0); WideSet::CAPACITY];
        let mut left = 0;
        for square in self.legal(position) {
            squares[left] = square;
            left += 1;
        }
        let mut stones = Side::BOTH.map(|side| position.set(side));
        let mut side = self.side(position);
        let mut winner = match self.outcome(position) {
            Some(Outcome::Win(side)) => Some(side),
            _ => None,
        };
        while left > 0 && winner.is_none() {
            let i = random.below(left);
            left -= 1;
            let square = squares[i];
            squares[i] = squares[left];
            let own = &mut stones[side.index()];
            own.insert(square);
            if self.geometry().completes(*own, square) {
                winner = Some(side);
            }
            side = !side;
        }
        let margin = winner.map_or(0, |side| if side == Side::X { 1 } else { -1 });
        let [x, o] = stones;
        PlayoutEnd { x, o, margin }
    }

    fn default_depth(&self) -> Option<u32> {
        None
    }

    fn minimax_reply(&self, position: &Self::Position) -> Option<Square> {
        flat_centre(self, position)
    }

    fn tries_wins_first(&self) -> bool {
        true
    }
}

impl Players for Lines<WideSet> {
    fn auto(&self) -> SearchKind {
        SearchKind::Auto
    }

    fn player(&self) -> Option<Box<dyn Searcher<Self>>> {
        Some(Box::new(FlatAlphaBeta::new(self.geometry().shape())))
    }

    fn patterns(&self) -> Option<Box<dyn Searcher<Self>>> {
        let search = PatternSearch::new(self.geometry().shape())?;
        Some(Box::new(search) as Box<dyn Searcher<Self>>)
    }
}
