//! The values of several moves of one position. Of moves that are symmetric in
//! the position, only one is searched.

use super::builder::{ReportBuilder, line, rank};
use crate::game::{Game, Side, Square, Symmetry};
use crate::search::proof::bits::Bits;
use crate::search::proof::flat::board::after;
use crate::search::proof::flat::solution::{EXACT_NODES, Solution, Value};
use crate::search::task::sorting::sort_by_key;
use crate::search::task::{Heuristics, Line, Score};

/// The nodes for each move in the first round.
const FIRST_SLICE: u64 = 1000;

/// Moves that are symmetric in the position, and the solution of the position
/// after the first of them.
struct MoveClass<'s> {
    square: Square,
    /// All of them, with the symmetry that maps the first to each.
    images: Vec<(Square, &'s Symmetry)>,
    after: Solution,
}

impl<W: Bits> ReportBuilder<'_, '_, '_, W> {
    /// The lines of the requested moves, best first, as many as the settings
    /// want. Begins no new round after `nodes` nodes.
    pub(crate) fn moves(&mut self, nodes: u64) -> Vec<Line> {
        let game = self.request.game;
        let stones = Side::BOTH.map(|side| game.stones(self.request.root, side));
        let mut symmetries = game.symmetries(self.request.root);
        symmetries.retain(|symmetry| stones.iter().all(|&set| symmetry.set(set) == set));
        let mut classes: Vec<MoveClass<'_>> = Vec::new();
        let mut left = self.request.moves;
        while let Some(square) = left.first() {
            let mut images = Vec::new();
            for symmetry in &symmetries {
                let image = symmetry.square(square);
                if left.contains(image) {
                    left.remove(image);
                    images.push((image, symmetry));
                }
            }
            classes.push(MoveClass { square, images, after: Solution::UNKNOWN });
        }
        let root_solution = self.solve_moves(&mut classes, nodes);
        self.lines(&classes, root_solution)
    }

    /// Finds the values and distances of all moves, in slices of nodes that
    /// grow. Also returns the solution of the position itself, which is only
    /// searched if all its moves were requested.
    fn solve_moves(&mut self, classes: &mut [MoveClass<'_>], nodes: u64) -> Solution {
        let all = self.request.all;
        let root = self.root;
        let mut root_solution = Solution::UNKNOWN;
        let mut slice = FIRST_SLICE;
        let end = self.prover.nodes().saturating_add(nodes);
        let is_unsolved = |class: &MoveClass<'_>| class.after.value.is_none();
        while classes.iter().any(is_unsolved) && !self.prover.interrupted() {
            if self.prover.nodes() >= end {
                apply_root_solution(classes, root_solution);
                return root_solution;
            }
            if all {
                self.improve(&mut root_solution, root, slice);
            }
            for class in classes.iter_mut() {
                let stones = after(root, class.square);
                self.improve(&mut class.after, stones, slice);
            }
            slice = slice.saturating_mul(4);
        }
        // Once all values are known, distances have no node limit.
        if all {
            self.improve(&mut root_solution, root, u64::MAX);
        }
        for class in classes.iter_mut() {
            let stones = after(root, class.square);
            self.improve(&mut class.after, stones, u64::MAX);
        }
        apply_root_solution(classes, root_solution);
        root_solution
    }

    /// Replaces a solution by a better one that is found within `slice` nodes.
    /// Slices over [`EXACT_NODES`] do not search for distances again, except
    /// the last, which has no limit.
    fn improve(&mut self, solution: &mut Solution, [mine, theirs]: [W; 2], slice: u64) {
        let done = match solution.value {
            None => slice == u64::MAX,
            Some(Value::Draw) => true,
            Some(_) => solution.exact || slice > EXACT_NODES && slice < u64::MAX,
        };
        if !done && !self.prover.interrupted() {
            let again = self.prover.solve(mine, theirs, slice);
            if solution.value.is_none() || again.exact {
                *solution = again;
            }
        }
    }

    /// The lines, best first; among equals exact ones first, then in order of
    /// squares.
    fn lines(&mut self, classes: &[MoveClass<'_>], root_solution: Solution) -> Vec<Line> {
        let mut scores: Vec<Score> = classes.iter().map(|class| self.score_after(class)).collect();
        let is_known = |class: &MoveClass<'_>| class.after.value.is_some();
        let is_decided = root_solution.value.is_some() || classes.iter().all(is_known);
        // An unproven move is not reported as better than a proven draw.
        if scores.contains(&Score::Draw) {
            for score in &mut scores {
                if let Score::Cp(value) = score {
                    *value = (*value).min(0);
                }
            }
        }
        // An unproven or inexact move might win sooner than the others.
        let doubtful = |(class, score): (&MoveClass<'_>, &Score)| match score {
            Score::Win(_) => !class.after.exact,
            score => !score.is_proven(),
        };
        let doubt = !root_solution.exact && classes.iter().zip(&scores).any(doubtful);
        let mut order: Vec<(usize, Square, &Symmetry)> = Vec::new();
        for (i, class) in classes.iter().enumerate() {
            order.extend(class.images.iter().map(|&(square, symmetry)| (i, square, symmetry)));
        }
        sort_by_key(&mut order, |&(i, square, _)| {
            (std::cmp::Reverse(rank(scores[i])), !classes[i].after.exact, square.index())
        });
        order.truncate(self.request.settings.multi_pv.max(1));
        let mut known: Vec<Option<Vec<Square>>> = vec![None; classes.len()];
        let mut lines = Vec::new();
        for (i, _, symmetry) in order {
            let mut score = scores[i];
            let MoveClass { square, after, .. } = &classes[i];
            let found = || self.principal(*square, score, after.exact);
            let pv = known[i].get_or_insert_with(found);
            let pv = pv.iter().map(|&square| symmetry.square(square)).collect();
            // The position is only a draw if no other move wins.
            if !is_decided && lines.is_empty() && score == Score::Draw {
                score = score.unproven();
            }
            let sure = !(doubt && lines.is_empty() && matches!(score, Score::Win(2..)));
            lines.push(line(score, classes[i].after.exact && sure, pv));
        }
        lines
    }

    /// The score of the moves of a class for the side that plays them.
    fn score_after(&self, class: &MoveClass<'_>) -> Score {
        let plies = class.after.plies.unwrap_or(0) + 1;
        match class.after.value {
            Some(Value::Loss) => Score::Win(plies),
            Some(Value::Win) => Score::Loss(plies),
            Some(Value::Draw) => Score::Draw,
            None => {
                let mut position = *self.request.root;
                self.request.game.play(&mut position, class.square);
                Score::Cp(-self.request.game.evaluate(&position))
            }
        }
    }
}

/// Applies the solution of the position to its moves: the best one achieves it,
/// and in a lost position no other does better.
fn apply_root_solution(classes: &mut [MoveClass<'_>], root_solution: Solution) {
    let Some(value) = root_solution.value else { return };
    let is_best = |square: Square| root_solution.best == Some(square.index() as u8);
    for class in classes {
        let best = class.images.iter().any(|&(square, _)| is_best(square));
        if !best && value != Value::Loss {
            continue;
        }
        let plies = root_solution.plies.map(|plies| plies - 1);
        let exact = best && root_solution.exact;
        let implied = Solution { value: Some(value.of_the_other()), plies, exact, best: None };
        let bound = class.after.plies.is_none_or(|known| plies.is_some_and(|new| new < known));
        if class.after.value.is_none() || !class.after.exact && (exact || bound) {
            class.after = implied;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::time::Instant;

    use crate::game::{Game, GameSpec, Lines, Square};
    use crate::search::budget::Canceller;
    use crate::search::proof::flat::prover::prover;
    use crate::search::task::Score;
    use crate::search::{Budget, Line, Report, Settings, Task};

    /// The report of the prover on a position, with `multi_pv` lines.
    fn prove(game: &Lines, moves: &[usize], multi_pv: usize, nodes: u64) -> Report {
        let (_canceller, stop) = Canceller::new(Instant::now());
        let mut position = game.start();
        moves.iter().for_each(|&square| game.play(&mut position, Square::new(square)));
        let mut task = Task {
            game,
            root: &position,
            moves: game.legal(&position),
            budget: Budget { nodes, ..Budget::UNLIMITED },
            settings: &Settings { hash: 8, multi_pv, ..Settings::default() },
            stop: &stop,
            report: &mut |_| {},
        };
        prover(game).search(&mut task)
    }

    fn game(text: &str) -> Lines {
        match text.parse() {
            Ok(GameSpec::Lines(shape)) => Lines::new(shape),
            other => panic!("{other:?}"),
        }
    }

    fn by_square(lines: &[Line]) -> HashMap<usize, (Score, bool)> {
        lines.iter().map(|line| (line.pv[0].index(), (line.score, line.exact))).collect()
    }

    /// With any node limit symmetric moves have the same score, bounds hold,
    /// and exact distances are exact.
    #[test]
    fn values_of_moves_agree_with_each_other() {
        for (text, moves) in [("tictactoe:5x4:3", &[][..]), ("tictactoe:5x5:4", &[12, 0])] {
            let game = game(text);
            let squares = game.board().len() - moves.len();
            let full = by_square(&prove(&game, moves, squares, u64::MAX).lines);
            assert_eq!(full.len(), squares);
            for nodes in [100, 3000, 20_000, 60_000, 100_000, 150_000, 300_000] {
                let report = prove(&game, moves, squares, nodes);
                let found = by_square(&report.lines);
                let mut position = game.start();
                moves.iter().for_each(|&square| game.play(&mut position, Square::new(square)));
                let sides = crate::game::Side::BOTH.map(|side| game.stones(&position, side));
                for symmetry in game.symmetries(&position) {
                    if sides.iter().any(|&set| symmetry.set(set) != set) {
                        continue;
                    }
                    for (&square, known) in &found {
                        let image = symmetry.square(Square::new(square)).index();
                        // Only the score of the best line depends on doubt
                        // about the other moves.
                        if report.lines[0].pv[0].index() != square {
                            assert_eq!(found[&image].0, known.0, "{text} {nodes}");
                        }
                    }
                }
                for (square, &(score, exact)) in &found {
                    let truth = full[square];
                    match (score, truth.0) {
                        (Score::Cp(_), _) | (Score::Draw, Score::Draw) => {}
                        (Score::Win(plies), Score::Win(best)) if truth.1 => {
                            assert!(if exact { plies == best } else { plies >= best });
                        }
                        (Score::Loss(plies), Score::Loss(best)) if truth.1 => {
                            assert!(if exact { plies == best } else { plies >= best });
                        }
                        (Score::Win(_), Score::Win(_)) | (Score::Loss(_), Score::Loss(_)) => {}
                        _ => panic!("{text} {nodes} {square}: {score:?}, {truth:?}"),
                    }
                }
            }
            // The best move has the value of the position.
            let alone = &prove(&game, moves, 1, u64::MAX).lines[0];
            let best = &prove(&game, moves, squares, u64::MAX).lines[0];
            assert_eq!((best.score, best.exact), (alone.score, alone.exact), "{text}");
        }
    }
}
