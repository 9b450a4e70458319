//! Alpha-beta made for games of lines: what the general one does, with a
//! judgement that is kept up to date from move to move, forced answers that
//! cost no depth, and threats to complete a line played out at the leaves.
//!
//! It is a part of the player of flat boards, see
//! [`proof`](super::proof); one thread, one line.

mod board;

use board::{Board, Pattern};

use super::evaluate::estimate_wdl;
use super::score::{INFINITE, WIN, from_root, is_decisive, to_root, to_score};
use super::table::{Bound, Entry, Table};
use super::{Line, Meter, Report, Score, Task};
use crate::game::{Game, Lines, Square, SquareSet};

/// No game is longer.
const MAX_PLY: usize = 128;
/// Threats in a row that are played out at a leaf.
const THREATS: u32 = 5;
/// Moves that are never searched less deeply.
const FULL_MOVES: usize = 5;
/// Depth from which moves may be searched less deeply.
const REDUCED_FROM: i32 = 3;
/// What centipoints make of the judgement's units.
const UNITS_PER_CENTIPOINT: i32 = 1;

/// The search and what it keeps between moves.
#[derive(Debug, Default)]
pub(super) struct LineSearch {
    table: Table,
    pattern: Option<Pattern>,
}

impl LineSearch {
    /// Searches deeper and deeper among the moves of a task.
    pub(super) fn search(&mut self, task: &mut Task<'_, Lines>) -> Report {
        self.table.resize(task.settings.hash);
        self.table.new_search();
        let Task { game, root, moves, budget, .. } = *task;
        let pattern = self.pattern.get_or_insert_with(|| Pattern::new(game.geometry()));
        let mut search = Search {
            board: Board::new(pattern, root, game.side(root)),
            table: &self.table,
            meter: Meter::new(task.stop, budget.nodes),
            history: [[0; 128]; 2],
            killers: [None; MAX_PLY],
            seldepth: 0,
        };
        let deepest = budget.max_depth().unwrap_or(u32::MAX).min(search.board.empty().len() as u32);
        let stakes = search.board.stakes();
        let mut order: Vec<Square> = moves.into_iter().collect();
        order.sort_by_key(|&square| std::cmp::Reverse(stakes[square.index()]));
        let mut report = Report::default();
        report.lines.extend(order.first().map(|&square| Line::unknown(square)));
        for depth in 1..=deepest {
            let found = search.root(&mut order, depth as i32);
            if let Some(value) = found.value {
                let line = vec![order[0]];
                let length = match to_score(value) {
                    Score::Win(plies) | Score::Loss(plies) => plies as usize,
                    _ => depth as usize,
                };
                let pv = self.table.extend_line(game, *root, line, length);
                // A loss is one only if every move was tried.
                if found.complete || !is_decisive(value) || value > 0 {
                    report.lines = vec![described(value, pv)];
                }
            }
            report.nodes = search.meter.nodes();
            report.seldepth = search.seldepth as u32;
            report.hashfull = Some(self.table.fullness());
            if !found.complete {
                break;
            }
            report.depth = depth;
            let decided = found.value.is_some_and(is_decisive);
            if decided || depth == deepest {
                break;
            }
            (task.report)(&report);
            if task.stop.should_wind_up() {
                break;
            }
        }
        report
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.table.clear();
        self.pattern = None;
    }
}

fn described(value: i32, pv: Vec<Square>) -> Line {
    let score = match to_score(value) {
        Score::Cp(value) => Score::Cp(value / UNITS_PER_CENTIPOINT),
        score => score,
    };
    let wdl = score.certain_wdl().or_else(|| Some(estimate_wdl(value)));
    Line { score, wdl, exact: false, pv }
}

/// What a search of the root came to.
struct Root {
    /// The value of the best move that was tried, which is now the first.
    value: Option<i32>,
    /// Whether all were.
    complete: bool,
}

struct Search<'a> {
    board: Board<'a>,
    table: &'a Table,
    meter: Meter<'a>,
    history: [[u32; 128]; 2],
    killers: [Option<Square>; MAX_PLY],
    seldepth: usize,
}

impl Search<'_> {
    fn root(&mut self, order: &mut [Square], depth: i32) -> Root {
        let mut alpha = -INFINITE;
        let mut value = None;
        for i in 0..order.len() {
            let square = order[i];
            let Some(found) = self.after(square, (alpha, INFINITE), depth, 0, value.is_none(), 0)
            else {
                return Root { value, complete: false };
            };
            if found > alpha {
                alpha = found;
                value = Some(found);
                order[..=i].rotate_right(1);
            }
        }
        Root { value, complete: true }
    }

    /// The value of a move for the side that plays it; `None` when stopped.
    /// Moves that are not the first are tried with an empty window, and less
    /// deeply, before they get the whole.
    fn after(
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
        if self.board.completions(side) >> square.index() & 1 == 1 {
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

    /// The value of the position for the side to move. Nobody has a line.
    fn value(&mut self, (mut alpha, mut beta): (i32, i32), depth: i32, ply: usize) -> Option<i32> {
        let plies = ply as i32;
        self.seldepth = self.seldepth.max(ply);
        let side = self.board.side;
        let empty = self.board.empty();
        if empty.is_empty() || self.board.is_dead() {
            return Some(0);
        }
        if self.board.completions(side) != 0 {
            return Some(WIN - plies - 1);
        }
        let blocks = self.board.completions(!side);
        if blocks & blocks.wrapping_sub(1) != 0 {
            return Some(plies + 2 - WIN);
        }
        if blocks != 0 {
            // One answer only: it costs no depth.
            let block = Square::new(blocks.trailing_zeros() as usize);
            return self.after(block, (alpha, beta), depth + 1, ply, true, 0);
        }
        if depth <= 0 {
            return self.leaf((alpha, beta), THREATS, ply);
        }
        beta = beta.min(WIN - plies - 3);
        alpha = alpha.max(plies + 2 - WIN);
        if alpha >= beta {
            return Some(alpha);
        }
        let known = self.table.probe(self.board.hash);
        if let Some(entry) = known {
            let value = to_root(entry.value, plies);
            let enough = i32::from(entry.depth) >= depth || is_decisive(value);
            let useful = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => value >= beta,
                Bound::Upper => value <= alpha,
            };
            if enough && useful {
                return Some(value);
            }
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
        let mut scores = self.board.stakes();
        for (score, history) in scores.iter_mut().zip(&self.history[side]) {
            *score += (*history / 16).min(200) as i32;
        }
        for (square, bonus) in [(self.killers[ply], 300), (hint, 1 << 24)] {
            if let Some(square) = square {
                scores[square.index()] += bonus;
            }
        }
        let mut left = self.board.empty();
        let (mut best, mut best_move) = (-INFINITE, None);
        let mut tried = 0;
        while let Some(square) = take_best(&mut left, &scores) {
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
        let bound = if best >= beta {
            Bound::Lower
        } else if best > original {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let value = from_root(best, ply as i32);
        let depth = depth.clamp(0, 255) as u8;
        self.table.store(self.board.hash, Entry { value, depth, bound, best: best_move });
        Some(best)
    }

    /// A position at the end of the search, where no line can be completed
    /// now: the judgement, unless threats to complete one win by force.
    fn leaf(&mut self, (alpha, beta): (i32, i32), threats: u32, ply: usize) -> Option<i32> {
        let judged = self.board.judgement();
        if threats == 0 || ply + 2 >= MAX_PLY {
            return Some(judged);
        }
        let _ = (alpha, beta);
        for square in SquareSet(self.board.threats()) {
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
        Some(judged)
    }

    /// The answer to a threat to complete a line.
    fn answer(&mut self, threats: u32, ply: usize) -> Option<i32> {
        let plies = ply as i32;
        self.seldepth = self.seldepth.max(ply);
        let side = self.board.side;
        if self.board.completions(side) != 0 {
            return Some(WIN - plies - 1);
        }
        let blocks = self.board.completions(!side);
        if blocks & blocks.wrapping_sub(1) != 0 {
            return Some(plies + 2 - WIN);
        }
        if blocks == 0 {
            return Some(0);
        }
        let block = Square::new(blocks.trailing_zeros() as usize);
        self.board.play(block);
        let attacker = self.board.side;
        let forced = self.board.completions(!attacker);
        let value = if self.board.completions(attacker) != 0 {
            Some(WIN - plies - 2)
        } else if forced & forced.wrapping_sub(1) != 0 {
            Some(plies + 3 - WIN)
        } else if forced != 0 {
            // The block is itself a threat: only an answer to it that
            // threatens again goes on.
            self.counter(forced, threats, ply + 1)
        } else {
            self.leaf((-INFINITE, INFINITE), threats, ply + 1)
        };
        self.board.undo(block);
        value.map(|value| -value)
    }

    /// The attacker has to block; if that threatens too, the attack goes on.
    fn counter(&mut self, forced: u128, threats: u32, ply: usize) -> Option<i32> {
        if threats == 0 || self.board.threats() & forced == 0 {
            return Some(0);
        }
        if !self.meter.count() {
            return None;
        }
        let square = Square::new(forced.trailing_zeros() as usize);
        self.board.play(square);
        let value = self.answer(threats - 1, ply + 1);
        self.board.undo(square);
        value.map(|value| -value)
    }
}

/// The square of the highest score, which is taken from the set; of equals the
/// first.
fn take_best(squares: &mut SquareSet, scores: &[i32; 128]) -> Option<Square> {
    let mut best = squares.first()?;
    for square in *squares {
        if scores[square.index()] > scores[best.index()] {
            best = square;
        }
    }
    squares.remove(best);
    Some(best)
}
