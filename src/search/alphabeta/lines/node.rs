//! Searches one node of the line search, and plays out threats at leaves.

use super::{MAX_PLY, Search};
use crate::game::{Square, Squares};
use crate::search::memory::bound::Bound;
use crate::search::memory::entry::Entry;
use crate::search::task::score::WIN;
use crate::search::task::values::{INFINITE, from_root, is_decisive};

/// The maximum number of threats in a row that are played out at a leaf.
const THREATS: u32 = 5;
/// The number of first moves that are never searched with reduced depth.
const FULL_MOVES: usize = 5;
/// The depth from which later moves are searched with reduced depth.
const REDUCED_FROM: i32 = 3;

impl<S: Squares> Search<'_, S> {
    /// The value of a move for the side that plays it; `None` if stopped. All
    /// moves but the first are searched with a null window, at first with the
    /// depth reduced, before they get the whole window.
    pub(super) fn after(
        &mut self,
        square: Square,
        (alpha, beta): (i32, i32),
        depth: i32,
        ply: usize,
        first: bool,
        reduction: i32,
    ) -> Option<i32> {
        if !self.meter.count() {
            return None;
        }
        let side = self.board.side;
        if self.board.completions(side).contains(square) {
            self.seldepth = self.seldepth.max(ply + 1);
            return Some(WIN - ply as i32 - 1);
        }
        self.board.play(square);
        let mut search = |alpha: i32, beta: i32, depth: i32| {
            self.value((-beta, -alpha), depth, ply + 1).map(|value| -value)
        };
        let mut value = Some(INFINITE);
        if reduction > 0 {
            value = search(alpha, alpha + 1, depth - 1 - reduction);
        }
        if !first && value.is_some_and(|value| value > alpha) {
            value = search(alpha, alpha + 1, depth - 1);
        }
        if first || value.is_some_and(|value| value > alpha && value < beta && beta > alpha + 1) {
            value = search(alpha, beta, depth - 1);
        }
        self.board.undo(square);
        value
    }

    /// The value of the position for the side to move. No line is complete.
    fn value(&mut self, (mut alpha, mut beta): (i32, i32), depth: i32, ply: usize) -> Option<i32> {
        let plies = ply as i32;
        self.seldepth = self.seldepth.max(ply);
        let side = self.board.side;
        let empty = self.board.empty();
        if empty.is_empty() || self.board.is_dead() {
            return Some(0);
        }
        if !self.board.completions(side).is_empty() {
            return Some(WIN - plies - 1);
        }
        let blocks = self.board.completions(!side);
        if blocks.has_several() {
            return Some(plies + 2 - WIN);
        }
        if let Some(block) = blocks.first() {
            // A single reply does not reduce the depth.
            return self.after(block, (alpha, beta), depth + 1, ply, true, 0);
        }
        if depth <= 0 {
            return self.leaf(THREATS, ply);
        }
        beta = beta.min(WIN - plies - 3);
        alpha = alpha.max(plies + 2 - WIN);
        if alpha >= beta {
            return Some(alpha);
        }
        let known = self.table.probe(self.board.hash);
        if let Some(value) = known.and_then(|entry| entry.settles(depth, (alpha, beta), plies)) {
            return Some(value);
        }
        let hint = known.and_then(|entry| entry.best);
        self.moves((alpha, beta), depth, ply, hint)
    }

    /// Tries the moves of a position, the most promising first.
    fn moves(
        &mut self,
        (mut alpha, beta): (i32, i32),
        depth: i32,
        ply: usize,
        hint: Option<Square>,
    ) -> Option<i32> {
        let side = self.board.side.index();
        let original = alpha;
        let mut scores = self.board.square_values();
        for (score, history) in scores.as_mut().iter_mut().zip(self.history[side].as_ref()) {
            *score += (*history / 16).min(200) as i32;
        }
        for (square, bonus) in [(self.killers[ply], 300), (hint, 1 << 24)] {
            if let Some(square) = square {
                scores[square.index()] += bonus;
            }
        }
        let mut untried = self.board.empty();
        let (mut best, mut best_move) = (-INFINITE, None);
        let mut tried = 0;
        while let Some(square) = take_best(&mut untried, &scores) {
            let reduction = if depth >= REDUCED_FROM && tried >= FULL_MOVES {
                1 + i32::from(tried >= 4 * FULL_MOVES)
            } else {
                0
            };
            let value = self.after(square, (alpha, beta), depth, ply, tried == 0, reduction)?;
            tried += 1;
            if value > best {
                (best, best_move) = (value, Some(square));
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                self.killers[ply] = Some(square);
                let cuts = &mut self.history[side][square.index()];
                *cuts = cuts.saturating_add((depth * depth) as u32);
                break;
            }
        }
        let bound = Bound::of(best, (original, beta));
        let value = from_root(best, ply as i32);
        let depth = depth.clamp(0, 255) as u8;
        self.table.store(self.board.hash, Entry { value, depth, bound, best: best_move });
        Some(best)
    }

    /// The value of a leaf, where no line can be completed at once: a forced
    /// win by threats to complete a line, or else the evaluation.
    fn leaf(&mut self, threats: u32, ply: usize) -> Option<i32> {
        let estimate = self.board.evaluate();
        if threats == 0 || ply + 2 >= MAX_PLY {
            return Some(estimate);
        }
        for square in self.board.threats() {
            if !self.meter.count() {
                return None;
            }
            self.board.play(square);
            let value = self.answer(threats - 1, ply + 1);
            self.board.undo(square);
            let value = -value?;
            if is_decisive(value) && value > 0 {
                return Some(value);
            }
        }
        Some(estimate)
    }

    /// The value for the defender, to move after a threat to complete a line.
    fn answer(&mut self, threats: u32, ply: usize) -> Option<i32> {
        let plies = ply as i32;
        self.seldepth = self.seldepth.max(ply);
        let side = self.board.side;
        if !self.board.completions(side).is_empty() {
            return Some(WIN - plies - 1);
        }
        let blocks = self.board.completions(!side);
        if blocks.has_several() {
            return Some(plies + 2 - WIN);
        }
        let Some(block) = blocks.first() else { return Some(0) };
        self.board.play(block);
        let attacker = self.board.side;
        let forced = self.board.completions(!attacker);
        let value = if !self.board.completions(attacker).is_empty() {
            Some(WIN - plies - 2)
        } else if forced.has_several() {
            Some(plies + 3 - WIN)
        } else if let Some(forced) = forced.first() {
            // The block is itself a threat. The attack goes on only if the
            // reply to it is a threat again.
            self.counter(forced, threats, ply + 1)
        } else {
            self.leaf(threats, ply + 1)
        };
        self.board.undo(block);
        value.map(|value| -value)
    }

    /// The value for the attacker, who must block a threat on the square
    /// `forced`; the attack goes on only if that makes a threat.
    fn counter(&mut self, forced: Square, threats: u32, ply: usize) -> Option<i32> {
        if threats == 0 || !self.board.threats().contains(forced) {
            return Some(0);
        }
        if !self.meter.count() {
            return None;
        }
        self.board.play(forced);
        let value = self.answer(threats - 1, ply + 1);
        self.board.undo(forced);
        value.map(|value| -value)
    }
}

/// Removes the square with the highest score from the set and returns it; of
/// equal ones the first.
fn take_best<S: Squares>(squares: &mut S, scores: &S::Map<i32>) -> Option<Square> {
    let mut best = squares.first()?;
    for square in *squares {
        if scores[square.index()] > scores[best.index()] {
            best = square;
        }
    }
    squares.remove(best);
    Some(best)
}
