//! Compares the solver with brute force.

use std::collections::HashMap;
use std::time::Instant;

use super::*;
use crate::game::trains::longest::longest_train_squares;
use crate::game::trains::{NAMED, RuleSet};
use crate::random::Random;
use crate::search::budget::{Canceller, Meter};

/// The margin of X by brute force, without any bound; trains are measured in a
/// different way from the solver's.
fn slow_margin(game: &Trains, position: &Position, known: &mut HashMap<[u64; 2], i32>) -> i32 {
    let stones = Side::BOTH.map(|side| position.stones(side));
    if position.ply() == game.plies() {
        let [x, o] = stones.map(|stones| longest_train_squares(stones).len() as i32);
        return x - o;
    }
    if let Some(&margin) = known.get(&stones) {
        return margin;
    }
    let after = |square| {
        let mut next = *position;
        game.play(&mut next, square);
        slow_margin(game, &next, known)
    };
    let margins = game.legal(position).into_iter().map(after);
    let best = if game.side(position) == Side::X { margins.max() } else { margins.min() };
    let best = best.expect("there is a move");
    known.insert(stones, best);
    best
}

/// A random position with this number of empty squares.
fn random_position(game: &Trains, empties: usize, random: &mut Random) -> Position {
    let mut position = game.start();
    while position.ply() < game.plies() - empties {
        let legal = game.legal(&position);
        let square = legal.nth(random.below(legal.len())).expect("there is a move");
        game.play(&mut position, square);
    }
    position
}

fn rules(text: &str) -> Trains {
    Trains::new(text.parse().unwrap_or_else(|e| panic!("{text}: {e}")))
}

/// A rule set whose sides alternate, except for the `last` plies.
fn ending_with(last: &str) -> Trains {
    let last: Vec<&str> = last.split_whitespace().collect();
    let mut plies: Vec<&str> = (0..MAX_PLIES).map(|i| ["XA", "OA"][i % 2]).collect();
    plies.splice(MAX_PLIES - last.len().., last);
    rules(&format!("({})", plies.join(", ")))
}

fn bounds_of(solver: &mut Solver, game: &Trains, position: &Position) -> (Bounds, Bounds) {
    let (_canceller, stop) = Canceller::new(Instant::now());
    let mut meter = Meter::new(&stop, u64::MAX);
    let (mut decided, mut measured) = (Bounds::UNKNOWN, Bounds::UNKNOWN);
    assert!(solver.decide(game, position, &mut decided, &mut meter));
    assert!(solver.measure(game, position, &mut measured, &mut meter));
    (decided, measured)
}

/// Checks the outcome, the margin, and that the best moves keep them.
fn check(game: &Trains, empties: usize, count: usize, solver: &mut Solver, random: &mut Random) {
    for _ in 0..count {
        let position = random_position(game, empties, random);
        let mut known = HashMap::new();
        let margin = slow_margin(game, &position, &mut known);
        let (decided, measured) = bounds_of(solver, game, &position);
        let context = format!("{:?}", Side::BOTH.map(|side| position.stones(side)));
        assert_eq!((measured.low, measured.high), (margin, margin), "{context}");
        assert!(decided.low <= margin && margin <= decided.high, "{context}");
        let outcome = match margin.signum() {
            0 => Outcome::Draw,
            1 => Outcome::Win(Side::X),
            _ => Outcome::Win(Side::O),
        };
        assert_eq!(decided.outcome(), Some(outcome), "{context}");
        let mut after = |best: Option<Square>| {
            let mut next = position;
            game.play(&mut next, best.unwrap_or(game.legal(&position).first().expect("a move")));
            slow_margin(game, &next, &mut known)
        };
        assert_eq!(after(decided.best).signum(), margin.signum(), "{context}");
        assert_eq!(after(measured.best), margin, "{context}");
    }
}

#[test]
fn agrees_with_brute_force() {
    let mut random = Random::new(11);
    let mut solver = Solver::new(1 << 20);
    let game = Trains::new(RuleSet::default());
    for empties in 1..=8 {
        check(&game, empties, 300, &mut solver, &mut random);
    }
    check(&game, 9, 60, &mut solver, &mut random);
    check(&game, 10, 30, &mut solver, &mut random);
    check(&game, 11, 8, &mut solver, &mut random);
    // Without a table the results are the same.
    check(&game, 7, 30, &mut Solver::new(0), &mut random);
}

/// On smaller boards, with plies that are still restricted on the smallest one.
#[test]
fn every_size_agrees_with_brute_force() {
    let mut random = Random::new(15);
    let mut solver = Solver::new(1 << 20);
    for (name, _) in NAMED {
        check(&rules(&format!("3:{name}")), 9, 1, &mut solver, &mut random);
        for size in 3..=6 {
            let game = rules(&format!("{size}:{name}"));
            for empties in [3, 6, 8] {
                check(&game, empties, 15, &mut solver, &mut random);
            }
        }
    }
}

/// With sides that do not alternate, and squares forbidden to the end.
#[test]
fn any_order_of_plies_agrees_with_brute_force() {
    let mut random = Random::new(12);
    let mut solver = Solver::new(1 << 20);
    for last in [
        "XA OA OA XA XA OA XA XA",
        "OA OA OA XA XA XA OA OA",
        "XA XA XA XA XA XA XA XA",
        "XA OA OA-d4 XA XA-a1 OA XA",
        "OA-d4 XA-a1 OA XA-d4 OA-d4 XA OA OA",
    ] {
        let game = ending_with(last);
        for empties in 2..=8 {
            check(&game, empties, 40, &mut solver, &mut random);
        }
    }
}

/// The instructions do not change the search.
#[test]
fn portable_and_fast_searches_visit_the_same_nodes() {
    let game = Trains::new(RuleSet::default());
    let run = |hardware| {
        let mut random = Random::new(13);
        let mut solver = Solver::new(1 << 20);
        solver.hardware = hardware;
        let (_canceller, stop) = Canceller::new(Instant::now());
        let nodes = (0..40).map(|_| {
            let position = random_position(&game, 13, &mut random);
            let mut meter = Meter::new(&stop, u64::MAX);
            let mut bounds = Bounds::UNKNOWN;
            assert!(solver.measure(&game, &position, &mut bounds, &mut meter));
            (meter.nodes(), bounds)
        });
        let nodes: Vec<(u64, Bounds)> = nodes.collect();
        nodes
    };
    let fast = run(Hardware::detect());
    assert_eq!(fast, run(Hardware::Portable));
    assert!(fast.iter().map(|run| run.0).sum::<u64>() > 10_000);
}

/// The bounds are correct after a search that was stopped.
#[test]
fn an_interrupted_search_claims_nothing_false() {
    let mut random = Random::new(14);
    let game = Trains::new(RuleSet::default());
    let (_canceller, stop) = Canceller::new(Instant::now());
    let mut undecided = 0;
    for _ in 0..40 {
        let position = random_position(&game, 12, &mut random);
        let (_, truth) = bounds_of(&mut Solver::new(1 << 20), &game, &position);
        for nodes in [1, 10, 100, 1000] {
            let mut bounds = Bounds::UNKNOWN;
            let mut meter = Meter::new(&stop, nodes);
            let done = Solver::new(1 << 20).measure(&game, &position, &mut bounds, &mut meter);
            assert!(bounds.low <= truth.low && truth.high <= bounds.high);
            assert!(!done || bounds.low == bounds.high);
            undecided += u32::from(!done);
        }
    }
    assert!(undecided > 20, "only {undecided} searches were interrupted");
}
