//! The alpha-beta search for games of lines.
//!
//! Unlike the general one, it updates the evaluation with every move, does not
//! reduce the depth for forced replies, and plays out threats to complete a
//! line at the leaves. The player of flat boards uses it, see
//! [`proof`](crate::search::proof).

mod board;
mod node;

use super::deepening::{Expected, RootResult, RootSearch, bounded_line, deepen, share};
use crate::game::lines::Position;
use crate::game::{Game, Lines, Square, SquareSet, Squares};
use crate::search::budget::meter::Meter;
use crate::search::memory::table::Table;
use crate::search::task::report::{Line, Report};
use crate::search::task::searcher::{Searcher, Task};
use crate::search::task::values::INFINITE;
use board::{Board, LineTable};

/// More plies than any game has.
const MAX_PLY: usize = 512;

/// The search, with the data that it keeps between tasks.
#[derive(Debug)]
pub(crate) struct LineSearch<S = SquareSet> {
    table: Table,
    line_table: Option<LineTable<S>>,
}

impl<S> Default for LineSearch<S> {
    fn default() -> LineSearch<S> {
        LineSearch { table: Table::default(), line_table: None }
    }
}

impl<S: Squares> Searcher<Lines<S>> for LineSearch<S> {
    /// Searches the moves of a task by iterative deepening.
    fn search(&mut self, task: &mut Task<'_, Lines<S>>) -> Report {
        self.table.resize(task.settings.hash);
        self.table.new_search();
        let Task { game, root, budget, settings, .. } = *task;
        let line_table = self.line_table.get_or_insert_with(|| LineTable::new(game.geometry()));
        let left = (game.board().len() - game.ply(root)) as u32;
        let deepest = budget.max_depth().map_or(left, |depth| left.min(depth));
        let (table, stop) = (&self.table, &task.stop.new_group());
        let nodes = share(budget, settings).nodes;
        deepen(task, (table, stop), deepest, || Search {
            game,
            root,
            board: Board::new(line_table, root, game.side(root)),
            table,
            meter: Meter::new(stop, nodes),
            history: [S::map(0); 2],
            killers: [None; MAX_PLY],
            seldepth: 0,
        })
    }

    fn clear(&mut self) {
        self.table.clear();
        self.line_table = None;
    }
}

struct Search<'a, S: Squares> {
    game: &'a Lines<S>,
    root: &'a Position<S>,
    board: Board<'a, S>,
    table: &'a Table,
    meter: Meter<'a>,
    history: [S::Map<u32>; 2],
    killers: [Option<Square>; MAX_PLY],
    seldepth: usize,
}

impl<S: Squares> RootSearch for Search<'_, S> {
    type Game = Lines<S>;

    /// Without time for a search the first move is the answer, so wins and blocks
    /// come first, then the other moves by the values of their squares.
    fn order(&self, moves: S) -> Vec<Square> {
        let square_values = self.board.square_values();
        let mut order: Vec<Square> = moves.into_iter().collect();
        let [wins, blocks] =
            [self.board.side, !self.board.side].map(|side| self.board.completions(side));
        order.sort_by_key(|&square| {
            let value = square_values[square.index()];
            std::cmp::Reverse((wins.contains(square), blocks.contains(square), value))
        });
        order
    }

    fn root(&mut self, moves: &mut [Square], depth: u32, _expected: Expected) -> RootResult {
        let mut alpha = -INFINITE;
        let mut value = None;
        for i in 0..moves.len() {
            let (square, is_first) = (moves[i], value.is_none());
            let found = self.after(square, (alpha, INFINITE), depth as i32, 0, is_first, 0);
            let Some(found) = found else {
                return RootResult { value, complete: false, tried: i, upper_bound: None };
            };
            if found > alpha {
                alpha = found;
                value = Some(found);
                moves[..=i].rotate_right(1);
            }
        }
        RootResult { value, complete: true, tried: moves.len(), upper_bound: None }
    }

    fn line(&self, best: Square, value: i32, depth: u32, _complete: bool) -> Line {
        bounded_line((self.game, self.root), self.table, (best, value), depth)
    }

    fn is_final(&self, line: &Line) -> bool {
        line.score.is_decided()
    }

    fn nodes(&self) -> u64 {
        self.meter.nodes()
    }

    fn seldepth(&self) -> usize {
        self.seldepth
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::game::{GameSpec, Outcome, Side};
    use crate::random::Random;
    use crate::search::budget::stop::Canceller;
    use crate::search::players::kind::SearchKind;
    use crate::search::task::score::Score;
    use crate::search::{Budget, Settings};

    /// Its wins and losses are correct, with distances that are upper bounds;
    /// at full depth it finds all of them.
    #[test]
    fn its_wins_and_losses_are_those_of_minimax() {
        let (_canceller, stop) = Canceller::new(Instant::now());
        let settings = Settings { hash: 1, ..Settings::default() };
        let mut random = Random::new(2);
        let mut decided = 0;
        for text in ["tictactoe:4x4:3", "tictactoe:5x3:3", "tictactoe:4", "tictactoe:4x3:2"] {
            let Ok(GameSpec::Lines(shape)) = text.parse::<GameSpec>() else { panic!("{text}") };
            let game = Lines::new(shape);
            let mut minimax = SearchKind::Minimax.searcher(&game);
            let mut search = LineSearch::default();
            for _ in 0..150 {
                let mut position = game.start();
                for _ in 0..1 + random.below(7) {
                    let legal = game.legal(&position);
                    if let Some(square) = legal.nth(random.below(legal.len().max(1))) {
                        game.play(&mut position, square);
                    }
                }
                let moves = game.legal(&position);
                if moves.is_empty() {
                    continue;
                }
                let score = |budget, search: &mut dyn FnMut(&mut Task<'_, Lines>) -> Report| {
                    let mut task = Task {
                        game: &game,
                        root: &position,
                        moves,
                        budget,
                        settings: &settings,
                        stop: &stop,
                        report: &mut |_| {},
                    };
                    search(&mut task).lines[0].score
                };
                let truth = score(Budget::UNLIMITED, &mut |task| minimax.search(task));
                let deepest = moves.len() as u32;
                for depth in [1, 2, 3, deepest] {
                    let budget = Budget { depth: Some(depth), ..Budget::UNLIMITED };
                    let found = score(budget, &mut |task| search.search(task));
                    match (found, truth) {
                        (Score::Win(within), Score::Win(plies)) => assert!(within >= plies),
                        (Score::Loss(within), Score::Loss(plies)) => assert!(within >= plies),
                        (Score::Cp(_), Score::Draw) => {}
                        (Score::Cp(_), _) if depth < deepest => {}
                        _ => panic!("{text} {position:?} depth {depth}: {found:?}, {truth:?}"),
                    }
                    decided += u32::from(found.is_proven());
                }
            }
        }
        assert!(decided > 500, "{decided}");
    }

    /// Even with one node it plays a win in one, or else blocks one.
    #[test]
    fn a_single_node_is_enough_for_wins_and_blocks() {
        let (_canceller, stop) = Canceller::new(Instant::now());
        let settings = Settings { hash: 1, ..Settings::default() };
        let mut random = Random::new(4);
        let [mut wins, mut blocks] = [0, 0];
        for text in ["tictactoe:5x4:3", "tictactoe:6x6:4", "tictactoe:9x9:5"] {
            let Ok(GameSpec::Lines(shape)) = text.parse::<GameSpec>() else { panic!("{text}") };
            let game = Lines::new(shape);
            let mut search = LineSearch::default();
            for _ in 0..300 {
                let mut position = game.start();
                for _ in 0..game.board().len() / 3 {
                    let legal = game.legal(&position);
                    if let Some(square) = legal.nth(random.below(legal.len().max(1))) {
                        game.play(&mut position, square);
                    }
                }
                let moves = game.legal(&position);
                let side = game.side(&position);
                // A side completes a line on a square if it wins there. The
                // other side can move only after some other move here, which
                // stands for a pass.
                let completes = |by: Side, square: Square| {
                    let others = moves.into_iter().filter(|&other| other != square);
                    let mut passes: Vec<Option<Square>> = others.map(Some).collect();
                    if by == side {
                        passes = vec![None];
                    }
                    passes.into_iter().any(|pass| {
                        let mut next = position;
                        if let Some(pass) = pass {
                            game.play(&mut next, pass);
                        }
                        if game.outcome(&next).is_none() {
                            game.play(&mut next, square);
                        }
                        game.outcome(&next) == Some(Outcome::Win(by))
                    })
                };
                let of = |by| moves.into_iter().filter(|&s| completes(by, s)).collect::<Vec<_>>();
                let (mine, theirs) = (of(side), of(!side));
                let (urgent, count) = match (mine.is_empty(), theirs.is_empty()) {
                    (false, _) => (mine, &mut wins),
                    (true, false) => (theirs, &mut blocks),
                    _ => continue,
                };
                let mut task = Task {
                    game: &game,
                    root: &position,
                    moves,
                    budget: Budget { nodes: 1, ..Budget::UNLIMITED },
                    settings: &settings,
                    stop: &stop,
                    report: &mut |_| {},
                };
                let chosen = search.search(&mut task).lines[0].pv[0];
                assert!(urgent.contains(&chosen), "{text} {position:?}: {chosen:?}");
                *count += 1;
            }
        }
        assert!(wins > 50 && blocks > 50, "{wins} {blocks}");
    }
}
