//! Searches one node of `alphabeta`: bounds, table, ordered moves.

use super::Worker;
use crate::game::{Outcome, Side, Square, Squares};
use crate::search::memory::{Bound, Entry};
use crate::search::task::{Heuristics, INFINITE, WIN, candidates, from_root};

impl<G: Heuristics> Worker<'_, G> {
    /// The value of a move for the side that plays it; `None` if the search was
    /// stopped. All moves but the first are searched with a null window before
    /// they get the whole window.
    pub(super) fn after(
        &mut self,
        square: Square,
        (alpha, beta): (i32, i32),
        depth: usize,
        ply: usize,
        first: bool,
    ) -> Option<i32> {
        if !self.meter.count() {
            return None;
        }
        let side = self.game.side(&self.position);
        self.game.play(&mut self.position, square);
        // If the same side is to move again, the value and the window are not
        // negated.
        let same_side = self.game.side(&self.position) == side;
        let mut search = |alpha: i32, beta: i32| {
            if same_side {
                self.value((alpha, beta), depth - 1, ply + 1, side)
            } else {
                self.value((-beta, -alpha), depth - 1, ply + 1, !side).map(|value| -value)
            }
        };
        let value = if first {
            search(alpha, beta)
        } else {
            match search(alpha, alpha + 1) {
                Some(value) if value > alpha && value < beta && beta > alpha + 1 => {
                    search(alpha, beta)
                }
                other => other,
            }
        };
        self.game.undo(&mut self.position, square);
        value
    }

    /// The value of the position for `side`, which is to move.
    fn value(
        &mut self,
        (mut alpha, mut beta): (i32, i32),
        depth: usize,
        ply: usize,
        side: Side,
    ) -> Option<i32> {
        self.pv[ply][0] = None;
        self.seldepth = self.seldepth.max(ply);
        let plies = ply as i32;
        match self.game.outcome(&self.position) {
            Some(Outcome::Draw) => return Some(0),
            Some(Outcome::Win(winner)) if winner == side => return Some(WIN - plies),
            Some(Outcome::Win(_)) => return Some(plies - WIN),
            None if depth == 0 => return Some(self.game.evaluate(&self.position)),
            None => {}
        }
        // Mate distance pruning: the best possible result is a win with the
        // next ply.
        beta = beta.min(WIN - plies - 1);
        alpha = alpha.max(plies - WIN);
        if alpha >= beta {
            return Some(alpha);
        }
        let hash = self.game.hash(&self.position);
        let known = self.table.probe(hash);
        if let Some(value) =
            known.and_then(|entry| entry.settles_exactly(depth as i32, (alpha, beta), plies))
        {
            return Some(value);
        }
        let mut moves = MovePicker::new(self, known.and_then(|entry| entry.best), side);
        let original_alpha = alpha;
        let mut best = -INFINITE;
        let mut best_move = None;
        while let Some(square) = moves.next() {
            let first = best_move.is_none();
            let value = self.after(square, (alpha, beta), depth, ply, first)?;
            if value > best {
                best = value;
                best_move = Some(square);
            }
            if value > alpha {
                alpha = value;
                self.extend_pv(ply, square);
            }
            if alpha >= beta {
                let cuts = &mut self.history[side.index()][square.index()];
                *cuts = cuts.saturating_add((depth * depth) as u32);
                break;
            }
        }
        let bound = Bound::of(best, (original_alpha, beta));
        let value = from_root(best, plies);
        self.table
            .store(hash, Entry { value, depth: depth.min(255) as u8, bound, best: best_move });
        Some(best)
    }

    /// Sets the principal variation of a ply to this move, followed by that of
    /// the next ply.
    pub(super) fn extend_pv(&mut self, ply: usize, square: Square) {
        let (upper, lower) = self.pv.split_at_mut(ply + 1);
        let (own, next) = (&mut upper[ply], &lower[0]);
        own[0] = Some(square);
        let (own, next) = (own.as_mut(), next.as_ref());
        own[1..].copy_from_slice(&next[..next.len() - 1]);
    }
}

/// The moves of a position, best first: the table's move, then by history.
struct MovePicker<S: Squares> {
    squares: S::Map<(u32, Square)>,
    len: usize,
    next: usize,
}

impl<S: Squares> MovePicker<S> {
    fn new<G: Heuristics<Set = S>>(
        worker: &Worker<'_, G>,
        table: Option<Square>,
        side: Side,
    ) -> MovePicker<S> {
        let only_neighbors = worker.settings.neighbors;
        let moves = candidates(worker.game, &worker.position, only_neighbors);
        let history = &worker.history[side.index()];
        let mut squares = S::map((0, Square::new(0)));
        let mut len = 0;
        for square in moves {
            let first = table == Some(square);
            squares[len] = (if first { u32::MAX } else { history[square.index()] }, square);
            len += 1;
        }
        MovePicker { squares, len, next: 0 }
    }

    /// Selects the best of the remaining moves: few nodes need all of them, so
    /// sorting would waste time.
    fn next(&mut self) -> Option<Square> {
        let rest = &self.squares.as_ref()[self.next..self.len];
        let mut best = 0;
        for (i, candidate) in rest.iter().enumerate() {
            if candidate.0 > rest[best].0 {
                best = i;
            }
        }
        let &(_, square) = rest.get(best)?;
        self.squares.as_mut().swap(self.next, self.next + best);
        self.next += 1;
        Some(square)
    }
}
