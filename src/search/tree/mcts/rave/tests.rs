//! Tests when the choice of a search is unstable or decided.

use super::*;
use crate::game::lines::Shape;
use crate::game::{Game, Lines, SquareSet};

/// The visits of a move, and the sum of their results.
type Visits = (u32, f32);

/// Calls `question` with a search whose root moves have these visits.
fn ask<T>(
    visits: &[Visits],
    proven: &[(usize, Score)],
    settings: &Settings,
    question: impl Fn(&Simulations<'_, Lines>) -> T,
) -> T {
    let game = Lines::new(Shape::flat(3, 3, 3).unwrap());
    let root = game.start();
    let mut tree = Tree::default();
    tree.reset(1 << 16);
    tree.add((0..visits.len()).map(Square::new).collect::<SquareSet>(), Side::X);
    for (i, &(times, total)) in visits.iter().enumerate() {
        (0..times).for_each(|_| tree.count(ROOT, i, total / times as f32));
    }
    for &(i, score) in proven {
        tree.set_child(ROOT, i, Child::Proven(score));
    }
    let (parts, counted) = ((&mut tree, &mut ()), AtomicU64::new(0));
    let shared = (None, &counted);
    question(&Simulations::new((&game, &root), settings, parts, Random::new(1), shared))
}

#[test]
fn a_choice_is_unstable_while_a_move_with_half_the_visits_is_better() {
    let is_unstable = |visits: &[Visits], proven: &[(usize, Score)]| {
        ask(visits, proven, &Settings::default(), |search| search.is_unstable())
    };
    assert!(is_unstable(&[(40, 20.0), (21, 11.0)], &[]));
    assert!(is_unstable(&[(21, 11.0), (3, 0.0), (40, 20.0)], &[]));
    // A second move that is worse, equal, or has too few visits.
    assert!(!is_unstable(&[(40, 20.0), (21, 10.0)], &[]));
    assert!(!is_unstable(&[(40, 20.0), (30, 15.0)], &[]));
    assert!(!is_unstable(&[(40, 20.0), (20, 20.0)], &[]));
    assert!(!is_unstable(&[(40, 20.0), (3, 3.0), (15, 14.0)], &[]));
    // A single move, and no visits yet.
    assert!(!is_unstable(&[(40, 20.0)], &[]));
    assert!(!is_unstable(&[(0, 0.0), (0, 0.0)], &[]));
    // Proven losses do not count.
    let lost = [(0, Score::Loss(2))];
    assert!(!is_unstable(&[(90, 10.0), (40, 20.0), (21, 10.0)], &lost));
    assert!(is_unstable(&[(90, 10.0), (40, 20.0), (21, 11.0)], &lost));
    assert!(!is_unstable(&[(40, 20.0), (21, 11.0)], &[(1, Score::Loss(2))]));
}

#[test]
fn a_choice_is_decided_when_the_rest_cannot_close_the_lead() {
    let one = Settings::default();
    let is_decided = |visits: &[Visits], settings: &Settings, left| {
        ask(visits, &[], settings, |search| search.is_decided(left))
    };
    let lead_of_19 = [(40, 0.0), (3, 3.0), (21, 21.0)];
    assert!(is_decided(&lead_of_19, &one, 18.0));
    assert!(!is_decided(&lead_of_19, &one, 19.0));
    // All threads may still visit the second move.
    let two = Settings { threads: 2, ..one.clone() };
    assert!(is_decided(&lead_of_19, &two, 9.0));
    assert!(!is_decided(&lead_of_19, &two, 10.0));
    assert!(!is_decided(&lead_of_19, &Settings { early_stop: false, ..one.clone() }, 1.0));
    // With a single move there is no choice.
    assert!(is_decided(&[(1, 0.0)], &one, 1e9));
}
