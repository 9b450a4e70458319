//! Searches one node: principal variation search with moves that answer
//! threats.

use super::board::Cell;
use super::combination::category;
use super::{MAX_PLY, Search};
use crate::search::memory::bound::Bound;
use crate::search::memory::entry::Entry;
use crate::search::memory::wins::{INFINITE, MAX_ESTIMATE, WIN, from_root, is_decisive};

/// The nodes of a search for a win by fours at a leaf and elsewhere.
const LEAF_FOURS: u32 = 40;
const NODE_FOURS: u32 = 100;
/// The most quiet moves that are tried, by the depth left.
const QUIET_MOVES: [usize; 8] = [7, 8, 10, 12, 14, 17, 19, 22];
/// The part of the history of cutoffs in the order of moves.
const HISTORY: i64 = 60;
/// The least order of a move that is tried far from all stones.
const PROMISING: i16 = 12;
/// The plies below depth 0 in which open threes are answered.
const THREAT_PLIES: i32 = 6;

/// The moves to try in a position.
struct Moves {
    /// Whether every move left out loses within four plies.
    complete: bool,
    /// Whether they answer a threat.
    forced: bool,
}

impl Search<'_> {
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
        if theirs > 1 && self.board.empty > 1 {
            return Some(plies + 2 - WIN);
        }
        if theirs == 0 && self.board.count_from(side, category::OPEN_FOUR) > 0 {
            return Some(WIN - plies - 3);
        }
        if ply + 1 >= MAX_PLY {
            return Some(self.estimate());
        }
        if theirs == 1 {
            // A single reply, which does not reduce the depth.
            let Some(cell) = self.board.first(!side, category::FIVE) else {
                return Some(self.estimate());
            };
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
        if depth <= 0 {
            if let Some(win) = self.win_by_fours(ply, LEAF_FOURS) {
                return Some(win);
            }
            if !threatened || depth <= -THREAT_PLIES {
                return Some(self.estimate());
            }
        }
        let hash = self.board.hash;
        let stored = self.table.probe(hash);
        if let Some(value) = stored.and_then(|entry| entry.settles(depth, (alpha, beta), plies)) {
            return Some(value);
        }
        if depth > 0
            && stored.is_none_or(|entry| i32::from(entry.depth) < depth)
            && let Some(win) = self.win_by_fours(ply, NODE_FOURS)
        {
            let value = from_root(win, plies);
            self.table.store(
                hash,
                Entry { value, depth: depth.max(0) as u8, bound: Bound::Lower, best: None },
            );
            return Some(win);
        }
        let first =
            stored.and_then(|entry| entry.best).map(|square| self.board.tables.cell(square));
        let mut moves = std::mem::take(&mut self.moves[ply]);
        let kind = self.generate(&mut moves, first, depth, ply, threatened);
        let result = self.try_moves(&moves, &kind, (alpha, beta), depth, ply);
        self.moves[ply] = moves;
        let (mut value, best) = result?;
        // Moves were left out, so a loss is not certain.
        if !kind.complete && value < 0 && is_decisive(value) {
            value = -MAX_ESTIMATE / 2;
        }
        let bound = Bound::of(value, (alpha, beta));
        self.table.store(
            hash,
            Entry {
                value: from_root(value, plies),
                depth: depth.clamp(0, 255) as u8,
                bound,
                best: best.map(|cell| self.board.tables.square(cell)),
            },
        );
        Some(value)
    }

    /// The value without a search.
    fn estimate(&self) -> i32 {
        self.board.evaluate().clamp(-MAX_ESTIMATE / 4, MAX_ESTIMATE / 4)
    }

    /// The highest value of the moves, and the best one if it raises alpha.
    fn try_moves(
        &mut self,
        moves: &[(i32, Cell)],
        kind: &Moves,
        (mut alpha, beta): (i32, i32),
        depth: i32,
        ply: usize,
    ) -> Option<(i32, Option<Cell>)> {
        let side = self.board.side;
        let (mut value, mut best) = (-INFINITE, None);
        for (number, &(_, cell)) in moves.iter().enumerate() {
            let is_quiet = self.board.combination(side, cell).category == category::QUIET;
            let mut reduction = 0;
            if depth >= 2 && number >= 2 && !kind.forced {
                reduction = self.reduction(depth, number) - i32::from(!is_quiet);
            }
            let extension = i32::from(kind.forced && depth > 0 && moves.len() <= 2);
            self.board.play(cell);
            let full = depth - 1 + extension;
            let mut search = |window: (i32, i32), depth: i32| {
                self.value((-window.1, -window.0), depth, ply + 1).map(|value| -value)
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
            self.board.undo(cell);
            let found = found?;
            if found > value {
                value = found;
                if found > alpha {
                    alpha = found;
                    best = Some(cell);
                }
                if found >= beta {
                    if is_quiet {
                        let depth = depth.max(1);
                        self.history[side.index()][cell] += depth * depth;
                        self.killers[ply] = cell;
                    }
                    break;
                }
            }
        }
        Some((value, best))
    }

    /// How much less deep a late move is searched: it grows with the logarithms
    /// of the depth and the number of the move.
    fn reduction(&self, depth: i32, number: usize) -> i32 {
        let (depth, number) = (f64::from(depth), number as f64);
        (0.4 + depth.ln() * number.ln() / 2.2) as i32
    }

    /// Fills `moves` with the moves to try, best first.
    fn generate(
        &mut self,
        moves: &mut Vec<(i32, Cell)>,
        first: Option<Cell>,
        depth: i32,
        ply: usize,
        threatened: bool,
    ) -> Moves {
        moves.clear();
        let (board, side) = (&self.board, self.board.side);
        let kind = if threatened {
            let mut defences = std::mem::take(&mut self.defences);
            defences.clear();
            if let Some(cell) = board.first(!side, category::OPEN_FOUR) {
                board.defences(!side, cell, category::OPEN_FOUR, &mut defences);
            }
            defences.extend(board.fours(side).iter());
            defences.sort_unstable();
            defences.dedup();
            moves.extend(defences.iter().map(|&cell| (0, cell)));
            self.defences = defences;
            Moves { complete: true, forced: true }
        } else {
            let empty = board.tables.cells().filter(|&cell| board.is_empty(cell));
            let promising = |&cell: &Cell| {
                board.is_nearby(cell)
                    || board.combination(side, cell).order.max(board.combination(!side, cell).order)
                        >= PROMISING
            };
            moves.extend(empty.filter(promising).map(|cell| (0, cell)));
            if moves.is_empty() {
                moves.extend(board.tables.cells().filter(|&c| board.is_empty(c)).map(|c| (0, c)));
            }
            Moves { complete: false, forced: false }
        };
        let most = self.history[side.index()].iter().copied().max().unwrap_or(0).max(1);
        for (order, cell) in moves.iter_mut() {
            let [own, other] = [side, !side].map(|side| self.board.combination(side, *cell));
            *order = i32::from(own.order) * 5 / 4 + i32::from(other.order);
            *order +=
                (HISTORY * i64::from(self.history[side.index()][*cell]) / i64::from(most)) as i32;
            *order += 12 * i32::from(self.killers[ply] == *cell);
            *order += 10_000 * i32::from(Some(*cell) == first);
        }
        moves.sort_unstable_by_key(|&(order, cell)| (std::cmp::Reverse(order), cell));
        if !kind.forced {
            let most = QUIET_MOVES[depth.clamp(0, QUIET_MOVES.len() as i32 - 1) as usize];
            moves.truncate(most);
        }
        kind
    }
}
