//! `minimax` on flat boards to the end of the game: the search of the reference
//! program. Its benchmark counts self-play games per second, so everything is
//! set up before a game begins, and nothing is allocated during a game.
//!
//! Scores store the distance from the node, not from the root. Of equal moves
//! the first is chosen, in the order of
//! [`weight`](crate::search::Heuristics::weight), and row by row from the top
//! for equal weights. Two options shorten the search: with `ImmediateWins` a
//! move that completes a line is played without looking at others, and with
//! `CentreReply` the first move is the centre.

use super::order;
use crate::game::lines::incremental::WinTest;
use crate::game::lines::{Geometry, Position};
use crate::game::{Game, Lines, Side, Square, SquareSet, zobrist};
use crate::search::budget::Meter;
use crate::search::memory::{Bound, Entry, PairedTable};
use crate::search::task::{Heuristics, Settings, WIN, from_root, to_root};

/// Whether this search can play on the board.
pub(super) fn fits(geometry: &Geometry) -> bool {
    geometry.shape().is_flat() && geometry.board().len() <= 64
}

/// A position during the search.
#[derive(Clone, Debug)]
pub(super) struct PlayState<T> {
    test: T,
    occupied: u64,
    hash: u64,
    side: Side,
    empty: u8,
}

impl<T> PlayState<T> {
    pub(super) fn side(&self) -> Side {
        self.side
    }

    /// The number of empty squares.
    pub(super) fn empty(&self) -> u8 {
        self.empty
    }

    pub(super) fn is_free(&self, square: Square) -> bool {
        self.occupied >> square.index() & 1 == 0
    }
}

/// The search on one board, with its table and move order.
pub(super) struct FullDepthSearch<T: WinTest> {
    tables: T::Tables,
    pub(super) order: Vec<Square>,
    squares: u8,
    /// The first move, if it needs no search.
    centre: Option<Square>,
    pruning: bool,
    immediate_wins: bool,
    pub(super) table: PairedTable,
    /// The number of empty squares of the deepest node since it was set.
    pub(super) fewest_empty: u8,
}

impl<T: WinTest> FullDepthSearch<T> {
    /// The search for a board, with the options and the memory of the settings;
    /// `None` unless the board [`fits`].
    pub(super) fn new(game: &Lines, settings: &Settings) -> Option<Self> {
        let board = game.board();
        let tables = T::tables(game.geometry()).filter(|_| fits(game.geometry()))?;
        Some(Self {
            tables,
            order: order(game, settings),
            squares: board.len() as u8,
            centre: game.minimax_reply(&game.start()).filter(|_| settings.centre_reply),
            pruning: settings.pruning,
            immediate_wins: settings.immediate_wins,
            table: PairedTable::new(settings.hash << 20),
            fewest_empty: board.len() as u8,
        })
    }

    /// The start of a game.
    #[inline]
    pub(super) fn start(&self) -> PlayState<T> {
        let test = T::start(&self.tables);
        PlayState { test, occupied: 0, hash: 0, side: Side::X, empty: self.squares }
    }

    /// The state of a position that is not over.
    pub(super) fn state(&self, game: &Lines, position: &Position) -> PlayState<T> {
        let mut state = self.start();
        for side in Side::BOTH {
            for square in SquareSet(position.stones(side)) {
                state.test.put(&self.tables, side, square);
                state.occupied |= 1 << square.index();
                state.empty -= 1;
            }
        }
        state.hash = game.hash(position);
        state.side = game.side(position);
        state
    }

    /// Plays a move; returns whether it wins.
    #[inline]
    pub(super) fn make(&self, state: &mut PlayState<T>, square: Square) -> bool {
        let won = state.test.put(&self.tables, state.side, square);
        state.occupied |= 1 << square.index();
        state.hash ^= zobrist::key(state.side, square);
        state.side = !state.side;
        state.empty -= 1;
        won
    }

    fn unmake(&self, state: &mut PlayState<T>, square: Square) {
        state.side = !state.side;
        state.empty += 1;
        state.hash ^= zobrist::key(state.side, square);
        state.occupied &= !(1 << square.index());
        state.test.take(&self.tables, state.side, square);
    }

    /// The best move of a position that is not over, if it needs no search.
    #[inline]
    pub(super) fn move_without_search(&self, state: &PlayState<T>) -> Option<Square> {
        if state.empty == self.squares && self.centre.is_some() {
            return self.centre;
        }
        self.table.best(state.hash, state.empty)
    }

    /// The first of the best moves of a position that is not over, with its
    /// score; `None` if stopped.
    pub(super) fn search(
        &mut self,
        state: &mut PlayState<T>,
        meter: &mut Meter<'_>,
    ) -> Option<(i32, Square)> {
        self.value(state, (-WIN, WIN), meter)
    }

    /// Stores the score and move of a position in the table, and returns them.
    fn store(
        &mut self,
        state: &PlayState<T>,
        (value, square): (i32, Square),
        bound: Bound,
    ) -> (i32, Square) {
        let entry = Entry { value, depth: state.empty, bound, best: Some(square) };
        self.table.store(state.hash, entry);
        (value, square)
    }

    /// The score and move of a position that is not over. Scores inside the
    /// window are exact.
    fn value(
        &mut self,
        state: &mut PlayState<T>,
        (mut alpha, mut beta): (i32, i32),
        meter: &mut Meter<'_>,
    ) -> Option<(i32, Square)> {
        if !meter.count() {
            return None;
        }
        self.fewest_empty = self.fewest_empty.min(state.empty);
        if let Some(entry) = self.table.probe(state.hash, state.empty)
            && let Some(value) = entry.within((alpha, beta), 0)
            && let Some(square) = entry.best
        {
            return Some((value, square));
        }
        if self.immediate_wins
            && let Some(square) = self.winning_move(state)
        {
            return Some(self.store(state, (WIN - 1, square), Bound::Exact));
        }
        if !self.pruning {
            (alpha, beta) = (-WIN, WIN);
        }
        if state.empty == 1 {
            let square = self.order.iter().copied().find(|&square| state.is_free(square))?;
            let score = self.score_after(state, square, (alpha, beta), meter)?;
            return Some(self.store(state, (score, square), Bound::Exact));
        }
        let original_alpha = alpha;
        let mut best: Option<(i32, Square)> = None;
        for i in 0..self.order.len() {
            let square = self.order[i];
            if !state.is_free(square) {
                continue;
            }
            let score = self.score_after(state, square, (alpha, beta), meter)?;
            if best.is_none_or(|(value, _)| score > value) {
                best = Some((score, square));
            }
            if self.pruning {
                alpha = alpha.max(score);
                if alpha >= beta {
                    break;
                }
            }
        }
        let best = best?;
        Some(self.store(state, best, Bound::of(best.0, (original_alpha, beta))))
    }

    /// The score of a move for the side that plays it.
    pub(super) fn score_after(
        &mut self,
        state: &mut PlayState<T>,
        square: Square,
        (alpha, beta): (i32, i32),
        meter: &mut Meter<'_>,
    ) -> Option<i32> {
        let won = self.make(state, square);
        let score = if won {
            Some(WIN - 1)
        } else if state.empty == 0 {
            Some(0)
        } else {
            let window = (-from_root(beta, 1), -from_root(alpha, 1));
            self.value(state, window, meter).map(|(score, _)| -to_root(score, 1))
        };
        self.unmake(state, square);
        score
    }

    fn winning_move(&self, state: &mut PlayState<T>) -> Option<Square> {
        let occupied = state.occupied;
        let mut free = self.order.iter().copied().filter(|s| occupied >> s.index() & 1 == 0);
        free.find(|&square| self.wins_with(state, square))
    }

    /// Whether the side to move wins with this move.
    #[inline]
    pub(super) fn wins_with(&self, state: &mut PlayState<T>, square: Square) -> bool {
        let side = state.side;
        let won = state.test.put(&self.tables, side, square);
        state.test.take(&self.tables, side, square);
        won
    }
}
