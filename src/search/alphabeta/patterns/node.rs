//! Searches one node: principal variation search with moves that answer
//! threats.

use super::board::{Cell, category};
use super::ordered::OrderedMoves;
use super::outlook::{Fours, Outlook};
use super::reductions::MAX_MOVES;
use super::{MAX_PLY, PatternWorker, UNPROVEN_WIN};
use crate::game::Side;
use crate::search::memory::{Bound, Entry};
use crate::search::task::{INFINITE, PatternConstants, WIN, from_root, is_decisive};

/// The ordering score of the best move of the table.
const STORED: i32 = 10_000;
/// The minimum ordering score of moves far from all stones that are tried.
const PROMISING: i16 = 12;
/// The depth from which threads defer the moves that other threads are searching.
const SHARED_DEPTH: i32 = 3;
/// The depth from which the maximum number of quiet moves stays the same.
const MAX_MOVES_DEPTH: u32 = 7;

impl PatternWorker<'_> {
    /// The value of the position for the side to move; `None` if stopped. No
    /// line is complete.
    pub(super) fn value(
        &mut self,
        (mut alpha, mut beta): (i32, i32),
        depth: i32,
        ply: usize,
    ) -> Option<i32> {
        if !self.meter.count() {
            return None;
        }
        self.seldepth = self.seldepth.max(ply);
        let plies = ply as i32;
        if self.board.empty == 0 {
            return Some(0);
        }
        let side = self.board.side;
        if self.board.count_from(side, category::FIVE) > 0 {
            return Some(WIN - plies - 1);
        }
        let theirs = self.board.count_from(!side, category::FIVE);
        if theirs > 0 && self.board.tables.is_caro {
            return self.value_of_blocks((alpha, beta), depth, ply);
        }
        if theirs > 1 {
            return Some(plies + 2 - WIN);
        }
        if theirs == 0 && self.board.has_open_four() {
            return Some(WIN - plies - 3);
        }
        if ply + 1 >= MAX_PLY {
            return Some(self.estimate());
        }
        if let Some(cell) = self.board.first(!side, category::FIVE) {
            if self.board.is_forbidden(cell) {
                return Some(plies + 2 - WIN);
            }
            // A forced reply, which does not reduce the depth.
            self.board.play(cell);
            let value = self.value((-beta, -alpha), depth, ply + 1);
            self.board.undo(cell);
            return value.map(|value| -value);
        }
        beta = beta.min(WIN - plies - 3);
        alpha = alpha.max(plies + 4 - WIN);
        if alpha >= beta {
            return Some(alpha);
        }
        let threatened = self.board.count_from(!side, category::OPEN_FOUR) > 0;
        if depth <= 0 && (!threatened || depth <= -(self.constants.threat_plies as i32)) {
            return Some(self.estimate());
        }
        let stored = self.table.probe(self.board.hash);
        if let Some(value) = stored.and_then(|entry| entry.settles(depth, (alpha, beta), plies)) {
            return Some(value);
        }
        if depth > 0
            && stored.is_none_or(|entry| i32::from(entry.depth) < depth)
            && let Some(win) = self.win_by_fours(ply)
        {
            self.store((win, Bound::Lower), depth, ply, None);
            return Some(win);
        }
        if !threatened
            && depth > 0
            && beta == alpha + 1
            && let Some(estimate) = self.estimate_beyond((alpha, beta), depth)
        {
            return Some(estimate);
        }
        let first =
            stored.and_then(|entry| entry.best).map(|square| self.board.tables.cell(square));
        let mut moves = std::mem::take(&mut self.moves[ply]);
        moves.clear();
        if threatened {
            self.add_defences(&mut moves);
        } else {
            self.add_promising(&mut moves);
        }
        if self.board.tables.is_renju {
            moves.retain(|&(_, cell)| !self.board.is_forbidden(cell));
            if moves.is_empty() {
                self.moves[ply] = moves;
                return Some(if threatened { plies + 4 - WIN } else { self.estimate() });
            }
        }
        let most = if threatened { moves.len() } else { self.most_quiet_moves(depth) };
        self.score(&mut moves, first, ply);
        let ordered = OrderedMoves::new(&mut moves, most);
        let mut result = self.try_moves(ordered, threatened, (alpha, beta), depth, ply);
        // Against a threat, every move left out loses within four plies. Without a
        // threat, a move left out may be good, so a loss is not certain.
        // In renju a stone of O elsewhere can make the winning move of X forbidden.
        let has_all_moves = threatened && !(self.board.tables.is_renju && side == Side::O);
        let is_unproven = |value: i32| value < 0 && is_decisive(value) && !has_all_moves;
        if self.tries_all && result.is_some_and(|(value, _)| is_unproven(value)) {
            moves.truncate(most);
            self.replace_by_others(&mut moves);
            let most = moves.len();
            let ordered = OrderedMoves::new(&mut moves, most);
            let others = self.try_moves(ordered, threatened, (alpha, beta), depth, ply);
            result = result.zip(others).map(|(tried, others)| tried.max(others));
        }
        self.moves[ply] = moves;
        let (mut value, best) = result?;
        if is_unproven(value) && !self.tries_all {
            value = -UNPROVEN_WIN;
        }
        self.store((value, Bound::of(value, (alpha, beta))), depth, ply, best);
        Some(value)
    }

    /// Stores a result of this position in the table. All plies below depth 0 count as
    /// depth 0: the search of answers to open threes is the same there, only shorter.
    fn store(&self, (value, bound): (i32, Bound), depth: i32, ply: usize, best: Option<Cell>) {
        let entry = Entry {
            value: from_root(value, ply as i32),
            depth: depth.clamp(0, 255) as u8,
            bound,
            best: best.map(|cell| self.board.tables.square(cell)),
        };
        self.table.store(self.board.hash, entry);
    }

    /// The highest value of the moves, and the best one if it raises alpha.
    fn try_moves(
        &mut self,
        mut moves: OrderedMoves<'_>,
        threatened: bool,
        (mut alpha, beta): (i32, i32),
        depth: i32,
        ply: usize,
    ) -> Option<(i32, Option<Cell>)> {
        let side = self.board.side;
        let (mut value, mut best) = (-INFINITE, None);
        let hash = self.board.hash;
        let keys = &self.board.tables.keys;
        let after = |cell: Cell| hash ^ keys[cell][side.index()];
        let busy = self.busy.filter(|_| depth >= SHARED_DEPTH);
        let is_busy = |cell| busy.is_some_and(|busy| busy.contains(after(cell)));
        let fours = Fours::new(&self.board);
        while let Some((number, cell)) = moves.next(is_busy) {
            let category = self.board.combination(side, cell).category;
            if depth <= 0 && !is_decisive(value) && fours.is_delay(&self.board, cell) {
                continue;
            }
            if let Some(busy) = busy {
                busy.begin(after(cell));
            }
            let is_quiet = category == category::QUIET;
            let mut reduction = 0;
            if depth >= 2 && number >= 2 {
                let less = if threatened {
                    // The moves are few, but most of them only delay the loss.
                    0
                } else if is_quiet {
                    self.history.share(side, cell, self.constants.history_reduction)
                } else {
                    self.constants.threat_reduction as i32
                };
                reduction = (self.reductions.of(depth, number) - less) / 100;
            }
            let extension = i32::from(threatened && depth > 0 && moves.len() <= 2);
            let full = depth - 1 + extension;
            let outlook = fours.outlook(&self.board, cell, category);
            if outlook == Outlook::Unknown || full - reduction.max(0) > 0 {
                // The memory answers while the board is updated.
                self.table.prefetch(after(cell));
            }
            let mut search = |window: (i32, i32), depth: i32| {
                let move_ = (cell, outlook);
                if let Some(value) = self.value_without_playing(move_, window, depth, ply) {
                    return value;
                }
                self.board.play(cell);
                let value = self.value((-window.1, -window.0), depth, ply + 1);
                self.board.undo(cell);
                value.map(|value| -value)
            };
            let found = if number == 0 {
                search((alpha, beta), full)
            } else {
                let mut found = search((alpha, alpha + 1), full - reduction.max(0));
                if reduction > 0 && found.is_some_and(|found| found > alpha) {
                    found = search((alpha, alpha + 1), full);
                }
                if beta > alpha + 1 && found.is_some_and(|found| found > alpha && found < beta) {
                    found = search((alpha, beta), full);
                }
                found
            };
            if let Some(busy) = busy {
                busy.end(after(cell));
            }
            let found = found?;
            if found > value {
                value = found;
                if found > alpha {
                    alpha = found;
                    best = Some(cell);
                }
                if found >= beta {
                    if is_quiet {
                        self.history.add(side, cell, depth);
                        self.killers[ply] = cell;
                    }
                    break;
                }
            }
        }
        Some((value, best))
    }

    /// Adds the moves that can parry an open four of the other side: on its square, on
    /// the squares that reduce it to less, and own fours.
    fn add_defences(&mut self, moves: &mut Vec<(i32, Cell)>) {
        let (board, side) = (&self.board, self.board.side);
        let defences = &mut self.defences;
        defences.clear();
        if let Some(cell) = board.first(!side, category::OPEN_FOUR) {
            board.defences(!side, cell, category::OPEN_FOUR, defences);
        }
        defences.extend(board.fours(side).iter());
        defences.sort_unstable();
        defences.dedup();
        moves.extend(defences.iter().map(|&cell| (0, cell)));
    }

    /// The maximum number of quiet moves that are tried at this depth.
    fn most_quiet_moves(&self, depth: i32) -> usize {
        let PatternConstants { moves, moves_per_ply, .. } = self.constants;
        let plies = (depth.max(0) as u32).min(MAX_MOVES_DEPTH);
        (((moves + moves_per_ply * plies) / 10) as usize).clamp(1, MAX_MOVES)
    }

    /// Adds the moves near stones or on promising lines; all moves if there are none.
    fn add_promising(&self, moves: &mut Vec<(i32, Cell)>) {
        let (board, side) = (&self.board, self.board.side);
        let empty = || board.empty_cells().iter();
        let is_promising = |&cell: &Cell| {
            let has_line = |side| board.combination(side, cell).order >= PROMISING;
            board.is_nearby(cell) || has_line(side) || has_line(!side)
        };
        moves.extend(empty().filter(is_promising).map(|cell| (0, cell)));
        if moves.is_empty() {
            moves.extend(empty().map(|cell| (0, cell)));
        }
    }

    /// Replaces moves by all others that are not forbidden.
    fn replace_by_others(&self, moves: &mut Vec<(i32, Cell)>) {
        let tried = moves.len();
        for cell in self.board.empty_cells().iter() {
            let is_tried = moves[..tried].iter().any(|&(_, tried)| tried == cell);
            if !is_tried && !self.board.is_forbidden(cell) {
                moves.push((0, cell));
            }
        }
        moves.drain(..tried);
    }

    /// Gives moves their ordering scores; `first` is the best move of the table.
    fn score(&self, moves: &mut [(i32, Cell)], first: Option<Cell>, ply: usize) {
        let PatternConstants { attack, history, killer, .. } = self.constants;
        for (score, cell) in moves {
            *score = self.board.order(*cell, attack)
                + self.history.share(self.board.side, *cell, history)
                + killer as i32 * i32::from(self.killers[ply] == *cell)
                + STORED * i32::from(Some(*cell) == first);
        }
    }
}
