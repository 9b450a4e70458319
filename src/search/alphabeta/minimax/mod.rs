//! `minimax`: the search of the reference programs. It has a fixed depth, and
//! an option for each technique: alpha-beta (`Pruning`), trying promising moves
//! first (`Ordering`), the transposition table (`Hash`), and on flat boards
//! playing wins in one at once (`ImmediateWins`).
//!
//! Flat boards that are searched to the end of the game have a faster version,
//! [`full_depth`].

mod full_depth;
pub(crate) mod reference;
mod selfplay;

pub use selfplay::{SelfPlay, Tally, self_play};

use crate::game::{Game, Outcome, Side, Square, Squares};
use crate::search::budget::Meter;
use crate::search::memory::{Bound, Entry, Table};
use crate::search::task::sorting::sort_by_key;
use crate::search::task::{
    Heuristics, INFINITE, Line, Report, Score, Searcher, Settings, Task, WIN, candidates,
    from_root, to_score,
};

/// The search, with its table.
#[derive(Debug, Default)]
pub(crate) struct Minimax {
    table: Table,
    /// The settings that the values in the table depend on.
    table_settings: Option<(bool, bool)>,
}

impl<G: Heuristics> Searcher<G> for Minimax {
    fn search(&mut self, task: &mut Task<'_, G>) -> Report {
        if let Some(report) = without_search(task) {
            return report;
        }
        self.table.resize(task.settings.hash);
        let table_settings = Some((task.settings.neighbors, task.settings.pruning));
        if self.table_settings != table_settings {
            self.table_settings = table_settings;
            self.table.clear();
        }
        self.table.new_search();
        let Task { game, root, moves, budget, settings, .. } = *task;
        let plies_left = game.board().len() - game.ply(root);
        let depth = budget.max_depth().or(game.default_depth());
        let depth = depth.map_or(plies_left, |depth| plies_left.min(depth as usize));
        let mut search = Fixed {
            game,
            position: root.clone(),
            settings,
            table: &self.table,
            meter: Meter::new(task.stop, budget.nodes),
            order: order(game, settings),
            immediate_wins: settings.immediate_wins && game.tries_wins_first(),
            seldepth: 0,
        };
        let lines = search.root(moves, depth, depth == plies_left);
        Report {
            depth: if search.meter.stopped() { 0 } else { depth as u32 },
            seldepth: search.seldepth as u32,
            nodes: search.meter.nodes(),
            hashfull: Some(self.table.fullness()),
            lines,
            ..Report::default()
        }
    }

    fn clear(&mut self) {
        self.table.clear();
    }
}

/// The report of a move that is played without a search.
fn without_search<G: Heuristics>(task: &Task<'_, G>) -> Option<Report> {
    // Several lines are for comparing moves, so they need a search.
    let applies = task.settings.centre_reply && task.settings.multi_pv == 1;
    let reply = task.game.minimax_reply(task.root).filter(|_| applies)?;
    task.moves.contains(reply).then(|| Report::only(reply, 0))
}

/// All squares in the order in which they are tried.
fn order<G: Heuristics>(game: &G, settings: &Settings) -> Vec<Square> {
    let mut order: Vec<Square> = game.board().squares().collect();
    if settings.ordering {
        // A stable sort: equal squares stay in reading order.
        sort_by_key(&mut order, |&square| std::cmp::Reverse(game.weight(square)));
    }
    order
}

/// One search of fixed depth.
struct Fixed<'a, G: Game> {
    game: &'a G,
    position: G::Position,
    settings: &'a Settings,
    table: &'a Table,
    meter: Meter<'a>,
    order: Vec<Square>,
    immediate_wins: bool,
    seldepth: usize,
}

impl<G: Heuristics> Fixed<'_, G> {
    /// The best lines. If the search is stopped, those found so far, or the
    /// first move if there are none.
    fn root(&mut self, moves: G::Set, depth: usize, to_the_end: bool) -> Vec<Line> {
        let mut rest = moves;
        let mut lines = Vec::new();
        let mut last_value = INFINITE;
        while lines.len() < self.settings.multi_pv && !rest.is_empty() {
            let Some((square, value)) = self.best(rest, depth) else { break };
            rest.remove(square);
            // No remaining move is better than the last one was. This bounds
            // the values of moves that were not tried.
            let value = value.min(last_value);
            last_value = value;
            let complete = !self.meter.stopped();
            let score = match to_score(value) {
                Score::Cp(_) if complete && to_the_end => Score::Draw,
                score => score,
            };
            let line = (vec![square], value);
            let pv = self.table.extend_line(self.game, self.position.clone(), line, depth);
            // All lines up to the depth were searched, and no value comes from
            // a longer one, so distances are exact. A win in one is exact even
            // if the search was stopped.
            let exact = complete && score.is_decided() || score == Score::Win(1);
            lines.push(Line { score, wdl: Some(score.wdl()), exact, pv });
        }
        if lines.is_empty() {
            let first = self.order.iter().copied().find(|&s| moves.contains(s));
            lines.extend(first.map(Line::unknown));
        }
        lines
    }

    /// The first of the best moves.
    fn best(&mut self, moves: G::Set, depth: usize) -> Option<(Square, i32)> {
        if self.immediate_wins
            && let Some(square) = self.winning_move(moves)
        {
            return Some((square, WIN - 1));
        }
        let mut best: Option<(Square, i32)> = None;
        for i in 0..self.order.len() {
            let square = self.order[i];
            if !moves.contains(square) {
                continue;
            }
            let alpha = match best {
                Some((_, value)) if self.settings.pruning => value,
                _ => -INFINITE,
            };
            let Some(value) = self.value_after(square, (alpha, INFINITE), depth, 0) else {
                // Even a stopped search does not miss a win in one.
                if let Some(win) = self.winning_move(moves) {
                    return Some((win, WIN - 1));
                }
                let lost = |&(_, value): &(Square, i32)| matches!(to_score(value), Score::Loss(_));
                return if best.is_some_and(|b| lost(&b)) { Some((square, 0)) } else { best };
            };
            if best.is_none_or(|(_, best)| value > best) {
                best = Some((square, value));
            }
        }
        best
    }

    /// The first of these moves that wins at once.
    fn winning_move(&mut self, moves: G::Set) -> Option<Square> {
        let mut order = self.order.iter().copied().filter(|&square| moves.contains(square));
        order.find(|&square| self.game.wins_with(&mut self.position, square))
    }

    /// The value of a move for the side that plays it; `None` if stopped.
    fn value_after(
        &mut self,
        square: Square,
        (alpha, beta): (i32, i32),
        depth: usize,
        ply: usize,
    ) -> Option<i32> {
        if !self.meter.count() {
            return None;
        }
        let side = self.game.side(&self.position);
        self.game.play(&mut self.position, square);
        let next = self.game.side(&self.position);
        let value = if next == side {
            self.value((alpha, beta), depth - 1, ply + 1, side)
        } else {
            self.value((-beta, -alpha), depth - 1, ply + 1, next).map(|value| -value)
        };
        self.game.undo(&mut self.position, square);
        value
    }

    /// The value of the position for `side`, which is to move.
    fn value(
        &mut self,
        (mut alpha, beta): (i32, i32),
        depth: usize,
        ply: usize,
        side: Side,
    ) -> Option<i32> {
        self.seldepth = self.seldepth.max(ply);
        match self.game.outcome(&self.position) {
            Some(Outcome::Draw) => return Some(0),
            Some(Outcome::Win(winner)) if winner == side => return Some(WIN - ply as i32),
            Some(Outcome::Win(_)) => return Some(ply as i32 - WIN),
            None if depth == 0 => return Some(self.game.reference_evaluate(&self.position)),
            None => {}
        }
        let hash = self.game.hash(&self.position);
        // With a fixed depth, values of other depths are not used.
        let known = self.table.probe(hash).filter(|entry| usize::from(entry.depth) == depth);
        if let Some(value) = known.and_then(|entry| entry.within((alpha, beta), ply as i32)) {
            return Some(value);
        }
        let moves = candidates(self.game, &self.position, self.settings.neighbors);
        if self.immediate_wins && self.winning_move(moves).is_some() {
            return Some(WIN - ply as i32 - 1);
        }
        let (mut best, mut best_move) = (-INFINITE, None);
        let original_alpha = alpha;
        for i in 0..self.order.len() {
            let square = self.order[i];
            if !moves.contains(square) {
                continue;
            }
            let value = self.value_after(square, (alpha, beta), depth, ply)?;
            if value > best {
                (best, best_move) = (value, Some(square));
            }
            if self.settings.pruning {
                alpha = alpha.max(value);
                if alpha >= beta {
                    break;
                }
            }
        }
        let bound = if self.settings.pruning {
            Bound::of(best, (original_alpha, beta))
        } else {
            Bound::Exact
        };
        let value = from_root(best, ply as i32);
        self.table
            .store(hash, Entry { value, depth: depth.min(255) as u8, bound, best: best_move });
        Some(best)
    }
}
