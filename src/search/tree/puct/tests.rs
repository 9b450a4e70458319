//! Tests of `puct` with whole searches.

use std::time::Instant;

use super::evaluator::{Evaluator, Leaf};
use super::*;
use crate::game::trains::{MAX_PLIES, Position};
use crate::game::{Outcome, Side, Square, SquareSet};
use crate::random::Random;
use crate::search::budget::{Canceller, Meter};
use crate::search::hardware::{Hardware, Portable as Plain};
use crate::search::task::{Budget, Heuristics, PuctConstants, Score, Settings};
use crate::search::trains::{Playouts, Solver};

fn game(rules: &str) -> Trains {
    Trains::new(rules.parse().unwrap())
}

/// A position after random plies.
fn position(game: &Trains, plies: usize, seed: u64) -> Position {
    let mut random = Random::new(seed);
    let mut position = game.start();
    for _ in 0..plies {
        let legal = game.legal(&position);
        game.play(&mut position, legal.nth(random.below(legal.len())).unwrap());
    }
    position
}

/// Settings with which `puct` itself plays to the end.
fn settings() -> Settings {
    let puct = PuctConstants { late: 0, ..PuctConstants::default() };
    Settings { hash: 16, puct, ..Settings::default() }
}

fn search_moves(
    searcher: &mut Puct,
    (game, root, moves): (&Trains, &Position, SquareSet),
    nodes: u64,
    settings: &Settings,
) -> Report {
    let (_canceller, stop) = Canceller::new(Instant::now());
    let budget = Budget { nodes, ..Budget::UNLIMITED };
    let report = &mut |_: &Report| {};
    searcher.search(&mut Task { game, root, moves, budget, settings, stop: &stop, report })
}

fn search(game: &Trains, root: &Position, nodes: u64, settings: &Settings) -> Report {
    search_moves(&mut Puct::default(), (game, root, game.legal(root)), nodes, settings)
}

#[test]
fn a_search_is_the_same_on_all_hardware() {
    for (rules, plies) in [("mallorcan", 1), ("classical", 9), ("modern", 24)] {
        let game = game(rules);
        let root = position(&game, plies, 3);
        let portable = Settings { hardware: Hardware::Portable, ..settings() };
        assert_eq!(search(&game, &root, 120, &settings()), search(&game, &root, 120, &portable));
    }
}

#[test]
fn results_told_as_proven_are_those_of_the_solver() {
    let mut solver = Solver::new(1 << 20);
    let (mut proven, mut draws) = (0, 0);
    // Also if positions have to be replaced.
    for (seed, hash) in (0..60).flat_map(|seed| [(seed, 0), (seed, settings().hash)]) {
        let settings = Settings { hash, ..settings() };
        let game = game(["classical", "mallorcan", "postmodern"][seed as usize % 3]);
        let root = position(&game, 35 + seed as usize % 5, seed);
        let report = search(&game, &root, 1500, &settings);
        let (_canceller, stop) = Canceller::new(Instant::now());
        let mut value = |position: &Position| {
            solver.outcome(&game, position, &mut Meter::new(&stop, u64::MAX)).unwrap()
        };
        let mut next = root;
        game.play(&mut next, report.lines[0].pv[0]);
        let side = game.side(&root);
        let expected = match report.lines[0].score {
            Score::Win(plies) => (plies as usize == MAX_PLIES - root.ply(), Outcome::Win(side)),
            Score::Loss(plies) => (plies as usize == MAX_PLIES - root.ply(), Outcome::Win(!side)),
            Score::Draw => (true, Outcome::Draw),
            Score::Cp(_) => continue,
        };
        proven += 1;
        draws += usize::from(report.lines[0].score == Score::Draw);
        assert_eq!(expected, (true, value(&root)), "seed {seed}");
        assert_eq!(value(&next), value(&root), "seed {seed}: the move keeps the result");
    }
    assert!(proven > 80 && draws > 10, "{proven} of 120 are proven, {draws} draws");
}

#[test]
fn the_node_limit_holds_with_any_number_of_threads() {
    let game = game("spanish");
    let root = position(&game, 5, 1);
    for threads in [1, 2, 3] {
        let settings = Settings { threads, ..settings() };
        let report = search(&game, &root, 301, &settings);
        assert_eq!(report.nodes, 301);
        let visits: u64 = report.counts.iter().map(|count| count.visits).sum();
        assert_eq!(visits, 301);
    }
}

#[test]
fn only_the_given_moves_are_searched_and_nothing_of_them_is_kept() {
    let game = game("classical");
    let root = position(&game, 6, 2);
    let moves: SquareSet = game.legal(&root).into_iter().take(2).collect();
    let mut searcher = Puct::default();
    let settings = Settings { multi_pv: 5, ..settings() };
    let report = search_moves(&mut searcher, (&game, &root, moves), 2000, &settings);
    let firsts: Vec<Square> = report.lines.iter().map(|line| line.pv[0]).collect();
    assert!(firsts.len() == 2 && firsts.iter().all(|&square| moves.contains(square)));
    let whole = (&game, &root, game.legal(&root));
    let report = search_moves(&mut searcher, whole, 2000, &settings);
    assert_eq!((report.lines.len(), report.counts.len()), (5, 43));
    assert_eq!(report, search(&game, &root, 2000, &settings));
}

/// The network is almost certain of the centre, but a client that asks for three lines
/// gets them.
#[test]
fn every_line_to_report_is_searched() {
    let game = game("classical");
    let settings = Settings { multi_pv: 3, ..settings() };
    let report = search(&game, &game.start(), 20, &settings);
    assert_eq!(report.lines.len(), 3);
    assert!(report.counts[..3].iter().all(|count| count.visits > 0), "{:?}", report.counts);
}

#[test]
fn the_graph_is_kept_as_the_game_goes_on() {
    let game = game("mallorcan");
    let mut root = position(&game, 8, 4);
    let mut searcher = Puct::default();
    let mut ask = |root: &Position, settings: &Settings| {
        search_moves(&mut searcher, (&game, root, game.legal(root)), 400, settings)
    };
    let first = ask(&root, &settings());
    let line = &first.lines[0].pv;
    for &square in &line[..2] {
        game.play(&mut root, square);
    }
    let second = ask(&root, &settings());
    let visits: u64 = second.counts.iter().map(|count| count.visits).sum();
    assert!(visits > 400, "{visits} visits");
    let fresh = ask(&root, &Settings { tree_reuse: false, ..settings() });
    assert_eq!(fresh, search(&game, &root, 400, &Settings { tree_reuse: false, ..settings() }));
}

#[test]
fn a_full_graph_is_no_obstacle() {
    let game = game("swiss");
    let root = position(&game, 4, 9);
    let small = Settings { hash: 1, ..settings() };
    let report = search(&game, &root, 9000, &small);
    assert_eq!(report.nodes, 9000);
    assert!(report.tree.unwrap().bytes <= 1 << 20);
    assert!(report.hashfull.unwrap() > 900);
    // A search that cannot remember more positions still finds a good move.
    let report = search(&game, &root, 12_000, &small);
    let chosen = report.lines[0].pv[0];
    let whole = search(&game, &root, 12_000, &settings());
    let mean = |square| whole.counts.iter().find(|count| count.square == square)?.mean;
    let (chosen, best) = (mean(chosen).unwrap(), mean(whole.lines[0].pv[0]).unwrap());
    assert!(chosen > best - 0.1, "{chosen} {best}");
    // The graph of a small part of the game is kept in the same memory.
    let mut searcher = Puct::default();
    let mut root = root;
    for _ in 0..4 {
        let whole = (&game, &root, game.legal(&root));
        let report = search_moves(&mut searcher, whole, 3000, &small);
        assert!(report.tree.unwrap().bytes <= 1 << 20);
        game.play(&mut root, report.lines[0].pv[0]);
    }
}

/// Threads replace positions while others are under way.
#[test]
fn a_full_graph_is_no_obstacle_for_several_threads() {
    let mut solver = Solver::new(1 << 20);
    let game = game("mallorcan");
    for (plies, nodes) in [(4, 6000), (36, 6000)] {
        let root = position(&game, plies, 5);
        let settings = Settings { hash: 0, threads: 3, ..settings() };
        let mut searcher = Puct::default();
        let report =
            search_moves(&mut searcher, (&game, &root, game.legal(&root)), nodes, &settings);
        // With so little memory all positions but 256 have been replaced.
        assert!(plies > 30 || report.nodes == nodes, "{report:?}");
        assert!(report.tree.unwrap().positions <= 256, "{:?}", report.tree);
        let visits: u64 = report.counts.iter().map(|count| count.visits).sum();
        assert!(visits <= report.nodes, "{visits} {}", report.nodes);
        let proven = match report.lines[0].score {
            Score::Win(_) => Outcome::Win(game.side(&root)),
            Score::Loss(_) => Outcome::Win(!game.side(&root)),
            Score::Draw => Outcome::Draw,
            Score::Cp(_) => continue,
        };
        let (_canceller, stop) = Canceller::new(Instant::now());
        let outcome = solver.outcome(&game, &root, &mut Meter::new(&stop, u64::MAX));
        assert_eq!(outcome, Some(proven));
    }
}

/// With `Neighbors`, only the end of a game is certain, because the solver tries
/// all moves.
#[test]
fn without_all_moves_the_solver_proves_nothing() {
    let game = game("mallorcan");
    let root = position(&game, 40, 2);
    let (_canceller, stop) = Canceller::new(Instant::now());
    let leaf = |position: Position| Leaf {
        position,
        last: Square::new(0),
        moves: game.legal(&position),
        visits: 0,
    };
    let proven = |neighbors, position| {
        let mut evaluator = Evaluator::new(&Settings { neighbors, ..settings() });
        let mut priors = Vec::new();
        let estimate = evaluator.evaluate(Plain, &game, &leaf(position), &stop, &mut priors);
        estimate.bounds.proven().is_some()
    };
    assert!(proven(false, root) && !proven(true, root));
    let end = position(&game, MAX_PLIES, 2);
    assert!(proven(false, end) && proven(true, end));
}

#[test]
fn noise_changes_what_is_searched_with_the_seed() {
    let game = game("viennese");
    let root = position(&game, 6, 6);
    let with_noise = |seed| {
        let puct = PuctConstants { noise: 500, ..settings().puct };
        search(&game, &root, 100, &Settings { seed, puct, ..settings() })
    };
    assert_eq!(with_noise(1), with_noise(1));
    assert_ne!(with_noise(1).counts, with_noise(2).counts);
    // Without noise only the playouts depend on the seed.
    let puct = PuctConstants { playouts: 0, ..settings().puct };
    let plain = |seed| search(&game, &root, 100, &Settings { seed, puct, ..settings() });
    assert_eq!(plain(1), plain(2));
}

#[test]
fn expected_results_add_up() {
    let game = game("classical");
    for seed in 0..5 {
        let root = position(&game, 10, seed);
        let report = search(&game, &root, 200, &settings());
        let line = &report.lines[0];
        let [wins, draws, losses] = line.wdl.unwrap();
        assert_eq!(wins + draws + losses, 1000);
        let Score::Cp(cp) = line.score else { panic!("nothing is proven with 39 empty squares") };
        let expected = (wins as f32 + draws as f32 / 2.0) / 1000.0;
        assert!((cp as f32 / 1000.0 - (2.0 * expected - 1.0)).abs() < 0.003, "{line:?}");
        assert_eq!(game.side(&root), Side::X);
    }
}

/// The playouts of an evaluation have the same mean as those of an independent
/// loop, and the weight of the settings.
#[test]
fn the_playouts_have_their_weight() {
    let game = game("modern");
    let settings = |playouts, playout_weight| {
        let puct = PuctConstants { playouts, playout_weight, ..settings().puct };
        Settings { puct, ..settings() }
    };
    for seed in 0..4 {
        let position = position(&game, 14 + seed as usize, seed);
        let evaluate = |settings: &Settings| {
            let (_canceller, stop) = Canceller::new(Instant::now());
            let moves = game.legal(&position);
            let leaf = Leaf { position, last: Square::new(0), moves, visits: 0 };
            Evaluator::new(settings).evaluate(Plain, &game, &leaf, &stop, &mut Vec::new())
        };
        let network = evaluate(&settings(0, 1000));
        assert_eq!(evaluate(&settings(9, 0)), network);
        let played = evaluate(&settings(4000, 1000)).expected;
        let mixed = evaluate(&settings(4000, 250)).expected;
        let network = network.expected;
        assert_eq!(network.value, network.reported);
        assert!((mixed.value - (0.75 * network.value + 0.25 * played.value)).abs() < 1e-5);
        // The reported values stay those of the network.
        assert_eq!((played.reported, played.draw), (network.reported, network.draw));
        let mut random = Random::new(99 + seed);
        let mut memory = Playouts::default();
        let mut value = 0.0;
        for _ in 0..4000 {
            let last = Some(Square::new(0));
            let end = game.playout(Plain, &mut memory, &position, last, &mut random);
            let margin = if game.side(&position) == Side::X { end.margin } else { -end.margin };
            value += f32::from(margin.signum() as i8 + 1) / 2.0 / 4000.0;
        }
        // Five standard deviations of the difference of two such means.
        assert!((played.value - value).abs() < 0.056, "{} {value}", played.value);
    }
}
