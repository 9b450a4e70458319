//! The values of several moves of one position. Moves that a symmetry of the
//! position takes to each other are judged once.

use super::after;
use super::bits::Bits;
use super::report::{ReportBuilder, line, rank};
use super::solve::{EXACT_NODES, Value, Verdict};
use crate::game::{Game, Side, Square, Symmetry};
use crate::search::{Heuristics, Line, Score};

/// Nodes that a move gets at first.
const FIRST_SHARE: u64 = 1000;

/// Moves that are worth the same, and what is known of the position after the
/// first of them.
struct Class<'s> {
    square: Square,
    /// All of them, with the symmetry that takes the first there.
    images: Vec<(Square, &'s Symmetry)>,
    after: Verdict,
}

impl<W: Bits> ReportBuilder<'_, '_, '_, W> {
    /// The best of the moves that were asked for. Begins nothing new after
    /// `nodes` nodes.
    pub(super) fn moves(&mut self, nodes: u64) -> Vec<Line> {
        let game = self.task.game;
        let stones = Side::BOTH.map(|side| game.stones(self.task.root, side));
        let mut symmetries = game.symmetries(self.task.root);
        symmetries.retain(|symmetry| stones.iter().all(|&set| symmetry.set(set) == set));
        let mut classes: Vec<Class<'_>> = Vec::new();
        let mut left = self.task.moves;
        while let Some(square) = left.first() {
            let mut images = Vec::new();
            for symmetry in &symmetries {
                let image = symmetry.square(square);
                if left.contains(image) {
                    left.remove(image);
                    images.push((image, symmetry));
                }
            }
            classes.push(Class { square, images, after: Verdict::UNKNOWN });
        }
        let whole = self.judge(&mut classes, nodes);
        self.lines(&classes, whole)
    }

    /// Finds out the values of all moves and their distances, in shares that
    /// grow. Tells what is known of the position itself if all its moves were
    /// asked for.
    fn judge(&mut self, classes: &mut [Class<'_>], nodes: u64) -> Verdict {
        let all = self.task.all;
        let root = self.root;
        let mut whole = Verdict::UNKNOWN;
        let mut share = FIRST_SHARE;
        let end = self.prover.nodes().saturating_add(nodes);
        let is_open = |class: &Class<'_>| class.after.value.is_none();
        while classes.iter().any(is_open) && !self.prover.interrupted() {
            if self.prover.nodes() >= end {
                conclude(classes, whole);
                return whole;
            }
            if all {
                self.pursue(&mut whole, root, share);
            }
            for class in classes.iter_mut() {
                let stones = after(root, class.square);
                self.pursue(&mut class.after, stones, share);
            }
            share = share.saturating_mul(4);
        }
        // With all values known, distances may take what they take.
        if all {
            self.pursue(&mut whole, root, u64::MAX);
        }
        for class in classes.iter_mut() {
            let stones = after(root, class.square);
            self.pursue(&mut class.after, stones, u64::MAX);
        }
        conclude(classes, whole);
        whole
    }

    /// Replaces a verdict by a better one, if there is one within so many
    /// nodes. Distances are left alone when they have had their share.
    fn pursue(&mut self, verdict: &mut Verdict, [mine, theirs]: [W; 2], share: u64) {
        let done = match verdict.value {
            None => share == u64::MAX,
            Some(Value::Draw) => true,
            Some(_) => verdict.exact || share > EXACT_NODES && share < u64::MAX,
        };
        if !done && !self.prover.interrupted() {
            let again = self.prover.solve(mine, theirs, share);
            if verdict.value.is_none() || again.exact {
                *verdict = again;
            }
        }
    }

    /// The lines, best first; of equal ones those that are exact, then those
    /// of the first squares.
    fn lines(&mut self, classes: &[Class<'_>], whole: Verdict) -> Vec<Line> {
        let mut scores: Vec<Score> = classes.iter().map(|class| self.score_after(class)).collect();
        let is_known = |class: &Class<'_>| class.after.value.is_some();
        let is_decided = whole.value.is_some() || classes.iter().all(is_known);
        // What is not known is not called better than a draw that is certain.
        if scores.contains(&Score::Draw) {
            for score in &mut scores {
                if let Score::Cp(value) = score {
                    *value = (*value).min(0);
                }
            }
        }
        // A move that is not known well might win sooner than the others.
        let doubtful = |(class, score): (&Class<'_>, &Score)| match score {
            Score::Win(_) => !class.after.exact,
            score => !score.is_proven(),
        };
        let doubt = !whole.exact && classes.iter().zip(&scores).any(doubtful);
        let mut order: Vec<(usize, Square, &Symmetry)> = Vec::new();
        for (i, class) in classes.iter().enumerate() {
            order.extend(class.images.iter().map(|&(square, symmetry)| (i, square, symmetry)));
        }
        order.sort_by_key(|&(i, square, _)| {
            (std::cmp::Reverse(rank(scores[i])), !classes[i].after.exact, square.index())
        });
        order.truncate(self.task.settings.multi_pv.max(1));
        let mut known: Vec<Option<Vec<Square>>> = vec![None; classes.len()];
        let mut lines = Vec::new();
        for (i, _, symmetry) in order {
            let mut score = scores[i];
            let Class { square, after, .. } = &classes[i];
            let found = || self.principal(*square, score, after.exact);
            let pv = known[i].get_or_insert_with(found);
            let pv = pv.iter().map(|&square| symmetry.square(square)).collect();
            // The position is a draw when no other move wins.
            if !is_decided && lines.is_empty() && score == Score::Draw {
                score = score.unproven();
            }
            let sure = !(doubt && lines.is_empty() && matches!(score, Score::Win(2..)));
            lines.push(line(score, classes[i].after.exact && sure, pv));
        }
        lines
    }

    /// What a move is worth to the side that plays it.
    fn score_after(&self, class: &Class<'_>) -> Score {
        let plies = class.after.plies.unwrap_or(0) + 1;
        match class.after.value {
            Some(Value::Loss) => Score::Win(plies),
            Some(Value::Win) => Score::Loss(plies),
            Some(Value::Draw) => Score::Draw,
            None => {
                let mut position = *self.task.root;
                self.task.game.play(&mut position, class.square);
                Score::Cp(-self.task.game.evaluate(&position))
            }
        }
    }
}

/// What a verdict on the position says of its moves: the best one achieves it,
/// and in a lost position no other does better.
fn conclude(classes: &mut [Class<'_>], whole: Verdict) {
    let Some(value) = whole.value else { return };
    let is_best = |square: Square| whole.best == Some(square.index() as u8);
    for class in classes {
        let best = class.images.iter().any(|&(square, _)| is_best(square));
        if !best && value != Value::Loss {
            continue;
        }
        let plies = whole.plies.map(|plies| plies - 1);
        let exact = best && whole.exact;
        let implied = Verdict { value: Some(value.of_the_other()), plies, exact, best: None };
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
    use crate::search::{Budget, Canceller, Heuristics, Line, Report, Score, Settings, Task};

    /// The lines of a proof within so many nodes, and of each of its moves.
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
        game.prover().search(&mut task)
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

    /// However early it is cut short, moves that mirror each other are worth
    /// the same, bounds are bounds, and what is exact stays so.
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
                        // Of the best only, doubt about others may remain.
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
            // The best of all moves is what the position is worth.
            let alone = &prove(&game, moves, 1, u64::MAX).lines[0];
            let best = &prove(&game, moves, squares, u64::MAX).lines[0];
            assert_eq!((best.score, best.exact), (alone.score, alone.exact), "{text}");
        }
    }
}
