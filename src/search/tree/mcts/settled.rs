//! Decides whether the result at the root is proven, so that the search can
//! end.

use super::child::{Child, ROOT};
use super::tree::Tree;
use crate::game::{Game, Squares};
use crate::search::task::Score;

/// Marks the root moves that win at once as proven: simulations might find a
/// more distant win first.
pub(super) fn mark_wins<G: Game>(game: &G, root: &G::Position, tree: &mut Tree<G::Set>) {
    let mut position = root.clone();
    for i in 0..tree.move_count(ROOT) {
        if game.wins_with(&mut position, tree.square(ROOT, i)) {
            tree.set_child(ROOT, i, Child::Proven(Score::Win(1)));
        }
    }
}

/// The number of root moves that are proven wins.
pub(super) fn proven_wins<S: Squares>(tree: &Tree<S>) -> usize {
    let is_win = |&i: &usize| matches!(tree.child(ROOT, i), Child::Proven(Score::Win(_)));
    (0..tree.move_count(ROOT)).filter(is_win).count()
}

/// Whether the best `lines` lines are proven.
pub(super) fn is_settled<S: Squares>(tree: &Tree<S>, lines: usize) -> bool {
    let is_proven = |i: usize| matches!(tree.child(ROOT, i), Child::Proven(_));
    proven_wins(tree) >= lines || (0..tree.move_count(ROOT)).all(is_proven)
}

/// Tests that simulations alone prove results: the exact search is not run.
#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};
    use std::sync::atomic::AtomicU64;
    use std::time::Instant;

    use super::*;
    use crate::game::lines::Shape;
    use crate::game::{Lines, Outcome, Trains};
    use crate::random::Random;
    use crate::search::budget::Canceller;
    use crate::search::task::Heuristics;
    use crate::search::tree::mcts::rave::Simulations;
    use crate::search::tree::simulations::run;
    use crate::search::{Budget, Report, Settings};

    /// A node limit that no search here reaches.
    const LIMIT: u64 = 1_000_000;

    /// The result of a position for the side to move by brute force: 1 for a
    /// win, -1 for a loss.
    fn value<G: Game>(game: &G, position: &G::Position, known: &mut HashMap<u64, i32>) -> i32 {
        let side = game.side(position);
        match game.outcome(position) {
            Some(Outcome::Draw) => return 0,
            Some(Outcome::Win(winner)) => return if winner == side { 1 } else { -1 },
            None => {}
        }
        if let Some(&value) = known.get(&game.hash(position)) {
            return value;
        }
        let best = game.legal(position).into_iter().map(|square| {
            let mut next = position.clone();
            game.play(&mut next, square);
            let after = value(game, &next, known);
            if game.side(&next) == side { after } else { -after }
        });
        let best = best.max().expect("there is a move");
        known.insert(game.hash(position), best);
        best
    }

    /// The report of simulations in a fresh tree.
    fn search<G: Heuristics>(
        game: &G,
        root: &G::Position,
        moves: G::Set,
        settings: &Settings,
    ) -> Report {
        let (mut tree, mut memory) = (Tree::default(), G::PlayoutMemory::default());
        tree.reset(1 << 24);
        tree.add(moves, game.side(root));
        let counted = AtomicU64::new(0);
        let parts = (&mut tree, &mut memory);
        let random = Random::new(game.hash(root));
        let mut search = Simulations::new((game, root), settings, parts, random, (None, &counted));
        let (_canceller, stop) = Canceller::new(Instant::now());
        run(
            &mut search,
            Budget { nodes: LIMIT, ..Budget::UNLIMITED },
            settings.hardware,
            &stop,
            &mut |_| {},
        )
    }

    /// Checks that simulations settle a position, and how.
    fn check<G: Heuristics>(game: &G, root: &G::Position, known: &mut HashMap<u64, i32>) {
        let moves = game.legal(root);
        let mut after = |square| {
            let mut next = root.clone();
            game.play(&mut next, square);
            let value = value(game, &next, known);
            if game.side(&next) == game.side(root) { value } else { -value }
        };
        let mut values: Vec<i32> = moves.into_iter().map(&mut after).collect();
        values.sort_by_key(|value| -value);
        // No position has more than 125 moves.
        for multi_pv in [1, 2, 125] {
            let settings = Settings { multi_pv, ..Settings::default() };
            let report = search(game, root, moves, &settings);
            assert!(report.nodes < LIMIT, "{root:?} {multi_pv}");
            assert_eq!(report.lines.len(), multi_pv.min(moves.len()));
            for (line, &value) in report.lines.iter().zip(&values) {
                let reported = match line.score {
                    Score::Win(_) => 1,
                    Score::Draw => 0,
                    Score::Loss(_) => -1,
                    Score::Cp(_) => panic!("{root:?} {multi_pv}: {report:?}"),
                };
                assert_eq!((reported, after(line.pv[0])), (value, value), "{root:?} {multi_pv}");
            }
        }
        // A single move.
        let square = moves.first().expect("there is a move");
        let report = search(game, root, [square].into_iter().collect(), &Settings::default());
        assert!(report.nodes < LIMIT, "{root:?} {square:?}");
        assert!(report.lines[0].score.is_proven());
    }

    fn random_position<G: Game>(game: &G, empty: usize, random: &mut Random) -> G::Position {
        loop {
            let mut position = game.start();
            while game.empty(&position).len() > empty && game.outcome(&position).is_none() {
                let moves = game.legal(&position);
                let square = moves.nth(random.below(moves.len())).expect("there is a move");
                game.play(&mut position, square);
            }
            if game.outcome(&position).is_none() {
                return position;
            }
        }
    }

    /// All positions of a game that are not over.
    fn open_positions<G: Game>(game: &G) -> Vec<G::Position> {
        let mut known = HashSet::new();
        let mut open = vec![game.start()];
        known.insert(game.hash(&open[0]));
        let mut i = 0;
        while i < open.len() {
            for square in game.legal(&open[i]) {
                let mut next = open[i].clone();
                game.play(&mut next, square);
                if game.outcome(&next).is_none() && known.insert(game.hash(&next)) {
                    open.push(next);
                }
            }
            i += 1;
        }
        open
    }

    #[test]
    fn every_open_position_of_3x3_is_settled() {
        let game = Lines::new(Shape::flat(3, 3, 3).expect("a board"));
        let (mut known, all) = (HashMap::new(), open_positions(&game));
        assert_eq!(all.len(), 4520);
        for position in &all {
            check(&game, position, &mut known);
        }
    }

    #[test]
    fn every_open_position_of_the_smallest_cube_is_settled() {
        let game = Lines::new(Shape::cube(2).expect("a cube"));
        let (mut known, all) = (HashMap::new(), open_positions(&game));
        all.iter().for_each(|position| check(&game, position, &mut known));
    }

    #[test]
    fn endings_are_settled() {
        let mut random = Random::new(12);
        let game = Lines::new(Shape::flat(5, 4, 4).expect("a board"));
        for empty in (1..=6).cycle().take(60) {
            check(&game, &random_position(&game, empty, &mut random), &mut HashMap::new());
        }
        // The second rule set has several plies in a row and squares that are
        // forbidden near the end, where `mcts` has no exact search.
        let early = "XA, OA, ".repeat(20);
        let late = format!("({early}XA, OA, OA-d4, XA-d4, XA-d4, OA, OA, OA, XA)");
        for rules in ["classical", &late] {
            let game = Trains::new(rules.parse().expect("a rule set"));
            for empty in (1..=5).cycle().take(50) {
                check(&game, &random_position(&game, empty, &mut random), &mut HashMap::new());
            }
        }
    }
}
