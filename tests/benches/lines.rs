//! Speed on flat boards: moves with win tests, self-play, proofs and whole
//! games: `cargo bench --bench lines`; with `moves`, `selfplay`, `proofs` or
//! `games` after `--` only those.
//!
//! The baseline is `Game::play` of the rules, which checks every line through
//! the square. Times are the best of several, as the machine may be shared.

use std::hint::black_box;
use std::time::{Duration, Instant};

use noughts::engine::{Options, player};
use noughts::game::lines::Shape;
use noughts::game::lines::incremental::{Counters, Runs, WinTest};
use noughts::game::{Game, GameSpec, Lines, Side, Square};
use noughts::random::Random;
use noughts::search::{Budget, Canceller, SearchKind, Settings, Stop, Tally, self_play};

fn main() {
    let (_canceller, stop) = Canceller::new(Instant::now());
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let asked = |part: &str| words.is_empty() || words.iter().any(|word| word == part);
    if asked("moves") {
        makes();
    }
    if asked("selfplay") {
        println!("\nself-play of minimax, games per second   warm");
        for (text, games) in [("tictactoe", 4_000_000), ("tictactoe:4", 2_000_000)] {
            self_play_speed(text, games, &stop);
        }
    }
    if asked("proofs") {
        println!("\nproof of the empty board, set-up included   nodes   time");
        for text in BOARDS {
            proof(text, 5, &stop);
        }
    }
    if asked("games") {
        println!("\na whole game, every ply proven, set-up included   plies   time");
        for side in 3..=11 {
            whole_game(side, &stop);
        }
    }
}

const BOARDS: [&str; 11] = [
    "3x3:3", "4x4:4", "4x4:3", "5x5:4", "5x5:5", "6x5:4", "6x6:4", "6x6:5", "7x6:5", "7x7:5",
    "8x6:5",
];

fn makes() {
    println!("ns per move with its win test   rules   counters    runs");
    make::<Counters<1>>(3, 3, 3);
    make::<Counters<2>>(4, 4, 4);
    make::<Counters<3>>(4, 4, 3);
    make::<Counters<8>>(5, 5, 4);
    make::<Counters<3>>(7, 7, 7);
    make::<Counters<8>>(7, 7, 5);
    make::<Counters<12>>(8, 8, 5);
    make::<Counters<18>>(9, 9, 5);
    make::<Counters<32>>(11, 11, 5);
    make::<Counters<3>>(11, 11, 11);
}

fn game(text: &str) -> Lines {
    match text.parse() {
        Ok(GameSpec::Lines(shape)) => Lines::new(shape),
        other => panic!("{text} is not a game of lines: {other:?}"),
    }
}

/// Measures the nanoseconds per move over recorded random games, by the rules
/// and by both incremental tests.
fn make<T: WinTest>(columns: usize, rows: usize, length: usize) {
    let shape = Shape::flat(columns, rows, length).expect("within the bounds");
    let game = Lines::new(shape);
    let mut random = Random::new(1);
    let games: Vec<Vec<Square>> = (0..64).map(|_| random_game(&game, &mut random)).collect();
    let moves: usize = games.iter().map(Vec::len).sum();
    let by_rules = best_of(moves, || {
        for squares in &games {
            let mut position = game.start();
            for &square in squares {
                game.play(&mut position, square);
            }
            black_box(&position);
        }
    });
    let counters = incremental::<T>(&game, &games, moves);
    let runs = incremental::<Runs>(&game, &games, moves);
    let name = format!("{columns}x{rows}:{length}");
    println!("{name:<29} {by_rules:>8.2} {counters:>8.2} {runs:>8.2}");
}

fn random_game(game: &Lines, random: &mut Random) -> Vec<Square> {
    let mut position = game.start();
    let mut squares = Vec::new();
    loop {
        let legal = game.legal(&position);
        if legal.is_empty() {
            return squares;
        }
        let square = legal.nth(random.below(legal.len())).expect("a move");
        game.play(&mut position, square);
        squares.push(square);
    }
}

fn incremental<T: WinTest>(game: &Lines, games: &[Vec<Square>], moves: usize) -> f64 {
    let tables = T::tables(game.geometry()).expect("a flat board");
    best_of(moves, || {
        let mut wins = 0u64;
        for squares in games {
            let mut test = T::start(&tables);
            let mut side = Side::X;
            for &square in squares {
                wins += u64::from(test.put(&tables, side, square));
                side = !side;
            }
        }
        black_box(wins);
    })
}

/// Returns the nanoseconds for each of `count` operations: the minimum over
/// many slices.
fn best_of(count: usize, mut run: impl FnMut()) -> f64 {
    let mut slice = || {
        let (start, repeats) = (Instant::now(), 1 + 200_000 / count);
        (0..repeats).for_each(|_| run());
        start.elapsed().as_nanos() as f64 / (count * repeats) as f64
    };
    (0..40).map(|_| slice()).fold(f64::MAX, f64::min)
}

fn self_play_speed(text: &str, games: u64, stop: &Stop) {
    let settings = Options::default().settings;
    let spec: GameSpec = text.parse().expect("a game");
    let mut player = self_play(&spec, &settings).expect("a small board");
    let mut tally = Tally::default();
    player.play(1, stop, &mut tally);
    let mut slice = || {
        let start = Instant::now();
        player.play(games / 20, stop, &mut tally);
        (games / 20) as f64 / start.elapsed().as_secs_f64()
    };
    let best = (0..20).map(|_| slice()).fold(0.0, f64::max);
    // The rules alone, on the moves of the same game.
    let game = game(text);
    let moves = player.game(stop).expect("no stop");
    let by_rules = best_of(1, || {
        let mut position = game.start();
        moves.iter().for_each(|&square| game.play(&mut position, square));
        black_box(&position);
    });
    println!("{text:<29} {best:>12.0}   (replayed by the rules {:.0})", 1e9 / by_rules);
}

/// The settings of all proofs.
fn settings() -> Settings {
    Options::default().settings
}

fn proof(text: &str, times: usize, stop: &Stop) {
    let spec: GameSpec = format!("tictactoe:{text}").parse().expect("a game");
    let mut nodes = 0;
    let mut run = || {
        let start = Instant::now();
        let mut player = player(&spec, SearchKind::Proof);
        let legal = player.state().legal();
        let report = player.search(legal, Budget::UNLIMITED, &settings(), stop, &mut |_| {});
        assert!(report.lines[0].score.is_proven());
        nodes = report.nodes;
        start.elapsed()
    };
    let best = (0..times).map(|_| run()).fold(Duration::MAX, Duration::min);
    println!("{text:<29} {nodes:>9} {best:>12.2?}");
}

fn whole_game(side: usize, stop: &Stop) {
    let spec: GameSpec = format!("tictactoe:{side}").parse().expect("a game");
    let mut plies = 0;
    let mut run = || {
        let start = Instant::now();
        let mut player = player(&spec, SearchKind::Auto);
        while player.state().outcome().is_none() {
            let legal = player.state().legal();
            let report = player.search(legal, Budget::UNLIMITED, &settings(), stop, &mut |_| {});
            player.play(report.lines[0].pv[0]).expect("it is legal");
        }
        plies = player.state().ply();
        start.elapsed()
    };
    let best = (0..21).map(|_| run()).fold(Duration::MAX, Duration::min);
    println!("{:<29} {plies:>9} {best:>12.2?}", format!("{side}x{side}:{side}"));
}
