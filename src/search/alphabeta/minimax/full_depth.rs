//! `minimax` on flat boards to the end of the game: the search of the reference
//! program. Its benchmark counts self-play games per second, so everything is
//! set up before a game begins, and nothing is allocated during a game.
//!
//! Scores store the distance from the node, not from the root. Of equal moves
//! the first is chosen, in the order of
//! [`weight`](crate::search::Heuristics::weight), and row by row from the top
//! for equal weights. Three options shorten the search: with `ImmediateWins` a
//! move that completes a line is played without looking at others, and only the move that
//! keeps the opponent from completing one is searched; with `Pruning` so are only the first
//! of symmetric moves while there are two stones at most, and no positions that the side
//! without an open line would have to win; and with `CentreReply` the first move is the
//! centre.

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
    /// The occupied squares: bit `i` stands for the `i`-th square of the order.
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
}

/// The search on one board, with its table and move order.
pub(super) struct FullDepthSearch<T: WinTest> {
    tables: T::Tables,
    pub(super) order: Vec<Square>,
    /// The place of each square in the order.
    places: [u8; 64],
    squares: u8,
    symmetric: SymmetricMoves,
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
        let order = order(game, settings);
        let mut places = [0; 64];
        for (place, square) in order.iter().enumerate() {
            places[square.index()] = place as u8;
        }
        Some(Self {
            tables,
            symmetric: SymmetricMoves::new(game, &order, &places),
            order,
            places,
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
                state.occupied |= self.bit(square);
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
        state.occupied |= self.bit(square);
        state.hash ^= zobrist::key(state.side, square);
        state.side = !state.side;
        state.empty -= 1;
        won
    }

    fn unmake(&self, state: &mut PlayState<T>, square: Square) {
        state.side = !state.side;
        state.empty += 1;
        state.occupied &= !self.bit(square);
        state.hash ^= zobrist::key(state.side, square);
        state.test.take(&self.tables, state.side, square);
    }

    /// The bit of a square in [`PlayState::occupied`].
    #[inline]
    fn bit(&self, square: Square) -> u64 {
        1 << self.places[square.index() & 63]
    }

    /// The first square of the order that is in this set.
    #[inline]
    fn first(&self, set: u64) -> Option<Square> {
        self.order.get(set.trailing_zeros() as usize).copied()
    }

    /// The free squares.
    #[inline]
    fn free(&self, state: &PlayState<T>) -> u64 {
        !state.occupied & (u64::MAX >> (64 - self.squares))
    }

    pub(super) fn is_free(&self, state: &PlayState<T>, square: Square) -> bool {
        self.free(state) & self.bit(square) != 0
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
        let free = self.free(state);
        let [wins, threats] =
            if self.immediate_wins { self.completing(state, free) } else { [0; 2] };
        if let Some(square) = self.first(wins) {
            return Some(self.store(state, (WIN - 1, square), Bound::Exact));
        }
        if !self.pruning {
            (alpha, beta) = (-WIN, WIN);
        } else if let Some(bound) = self.bound_of_draw(state, (alpha, beta)) {
            let square = self.first(free)?;
            return Some(self.store(state, (0, square), bound));
        }
        if threats & threats.wrapping_sub(1) != 0 {
            // Every move loses, so the first one is the best.
            let square = self.first(free)?;
            return Some(self.store(state, (2 - WIN, square), Bound::Exact));
        }
        // All moves but the one that parries a threat lose at once.
        let mut moves = if threats == 0 { free } else { threats };
        if self.pruning && state.empty + 2 >= self.squares {
            moves &= !self.symmetric.after(state.occupied);
        }
        let original_alpha = alpha;
        let mut best: Option<(i32, Square)> = None;
        while let Some(square) = self.first(moves) {
            moves &= moves - 1;
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

    /// The bound by which 0 is the value for this window, if a side that can no longer
    /// complete a line leaves no other.
    #[inline]
    fn bound_of_draw(&self, state: &PlayState<T>, (alpha, beta): (i32, i32)) -> Option<Bound> {
        let open = state.test.open(&self.tables);
        match (open[state.side.index()], open[(!state.side).index()]) {
            (false, false) => Some(Bound::Exact),
            (false, true) if alpha >= 0 => Some(Bound::Upper),
            (true, false) if beta <= 0 => Some(Bound::Lower),
            _ => None,
        }
    }

    /// Those of these free squares on which the side to move would complete a line, and
    /// those on which the other side would.
    #[inline]
    fn completing(&self, state: &PlayState<T>, free: u64) -> [u64; 2] {
        let mut found = [0; 2];
        let mut rest = free;
        while let Some(square) = self.first(rest) {
            let bit = rest & rest.wrapping_neg();
            for (found, side) in found.iter_mut().zip([state.side, !state.side]) {
                let completes = state.test.completes(&self.tables, side, square);
                *found |= bit * u64::from(completes);
            }
            rest ^= bit;
        }
        found
    }

    /// Whether the side to move wins with this move.
    #[inline]
    pub(super) fn wins_with(&self, state: &PlayState<T>, square: Square) -> bool {
        state.test.completes(&self.tables, state.side, square)
    }
}

/// The moves that a symmetry of the position maps to earlier ones; they need no search.
struct SymmetricMoves {
    /// For each symmetry of the board the moves that it maps to earlier ones, by place.
    mapped: [u64; SYMMETRIES],
    /// For each place the symmetries that keep a stone there, as bits; for 64, no stone, all.
    keeping: [u8; 65],
}

/// The number of symmetries of a square board.
const SYMMETRIES: usize = 8;

impl SymmetricMoves {
    fn new(game: &Lines, order: &[Square], places: &[u8; 64]) -> SymmetricMoves {
        let mut moves = SymmetricMoves { mapped: [0; SYMMETRIES], keeping: [0; 65] };
        moves.keeping[64] = u8::MAX;
        for (number, symmetry) in game.symmetries(&game.start()).iter().enumerate() {
            for (place, &square) in order.iter().enumerate() {
                let image = usize::from(places[symmetry.square(square).index()]);
                moves.mapped[number] |= u64::from(image < place) << place;
                moves.keeping[place] |= u8::from(image == place) << number;
            }
        }
        moves
    }

    /// The moves that need no search with stones on these places, two at most.
    #[inline]
    fn after(&self, occupied: u64) -> u64 {
        let keeping = |set: u64| self.keeping[set.trailing_zeros() as usize];
        let kept = keeping(occupied) & keeping(occupied & occupied.wrapping_sub(1));
        let mapped = self.mapped.iter().enumerate();
        mapped.fold(0, |set, (i, moves)| set | (moves * u64::from(kept >> i & 1)))
    }
}
