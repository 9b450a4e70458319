//! How often searches give away a result late in a game of TicTacTrains:
//! `cargo bench --bench mistakes -- [RULES] [EMPTY] [COUNT] [MILLISECONDS] [SEED]`.
//!
//! The positions come from games of `puct` against itself. The exact solver
//! decides every move of each, without a limit, which takes about a minute a
//! position with 22 empty squares; then each search chooses a move in the time
//! given. Positions in which all moves are equally good are left out.

use std::time::{Duration, Instant};

use noughts::game::trains::{Position, RuleSet};
use noughts::game::{Game, Outcome, Square, Trains};
use noughts::random::Random;
use noughts::search::trains::Solver;
use noughts::search::{Budget, Canceller, Meter, SearchKind, Searcher, Settings, Task};

/// The random plies at the start of a game.
const OPENING: usize = 6;
/// The simulations of a move of a game.
const GAME_NODES: u64 = 400;
/// The memory of the solver, in bytes.
const SOLVER_BYTES: usize = 512 << 20;
/// The searches compared.
const SEARCHES: [SearchKind; 2] = [SearchKind::Mcts, SearchKind::Puct];

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let number = |i: usize, default| args.get(i).and_then(|s| s.parse().ok()).unwrap_or(default);
    let rules: RuleSet = match args.first().map_or("mallorcan", |name| name).parse() {
        Ok(rules) => rules,
        Err(error) => return println!("{error}"),
    };
    let (empty, count) = (number(1, 22) as usize, number(2, 200));
    let (time, seed) = (Duration::from_millis(number(3, 100)), number(4, 2026));
    let game = Trains::new(rules);
    let (mut random, mut solver) = (Random::new(seed), Solver::new(SOLVER_BYTES));
    let mut mistakes = [0; SEARCHES.len()];
    let (mut found, mut by_chance) = (0, 0.0);
    while found < count {
        let Some(position) = position(&game, empty, &mut random) else { continue };
        let values = values(&mut solver, &game, &position);
        let best = values.iter().map(|&(_, value)| value).max();
        let good = values.iter().filter(|&&(_, value)| Some(value) == best).count();
        if good == values.len() {
            continue;
        }
        found += 1;
        by_chance += 1.0 - good as f64 / values.len() as f64;
        for (mistakes, kind) in mistakes.iter_mut().zip(SEARCHES) {
            let chosen = choose(&mut *kind.searcher(&game), &game, &position, u64::MAX, Some(time));
            let value = values.iter().find(|&&(square, _)| square == chosen);
            *mistakes += u32::from(value.map(|&(_, value)| value) != best);
        }
        println!(
            "{found} positions, mistakes: {}, at random {by_chance:.0}",
            SEARCHES
                .iter()
                .zip(mistakes)
                .map(|(kind, mistakes)| format!("{} {mistakes}", kind.name()))
                .collect::<Vec<_>>()
                .join(", ")
        );
    }
}

/// The position of a game with this many empty squares.
fn position(game: &Trains, empty: usize, random: &mut Random) -> Option<Position> {
    let mut position = game.start();
    let mut searcher = SearchKind::Puct.searcher(game);
    while game.empty(&position).len() > empty {
        let legal = game.legal(&position);
        let square = if game.ply(&position) < OPENING {
            legal.nth(random.below(legal.len()))?
        } else {
            choose(&mut *searcher, game, &position, GAME_NODES, None)
        };
        game.play(&mut position, square);
    }
    game.outcome(&position).is_none().then_some(position)
}

/// All moves with their values for the side to move: 1 is a win.
fn values(solver: &mut Solver, game: &Trains, position: &Position) -> Vec<(Square, i32)> {
    let (_canceller, stop) = Canceller::new(Instant::now());
    let side = game.side(position);
    let value = |square: Square| {
        let mut next = *position;
        game.play(&mut next, square);
        let outcome = solver.outcome(game, &next, &mut Meter::new(&stop, u64::MAX));
        let value = match outcome.expect("there is no limit") {
            Outcome::Draw => 0,
            Outcome::Win(winner) if winner == side => 1,
            Outcome::Win(_) => -1,
        };
        (square, value)
    };
    game.legal(position).into_iter().map(value).collect()
}

/// The move that a search chooses.
fn choose(
    searcher: &mut dyn Searcher<Trains>,
    game: &Trains,
    root: &Position,
    nodes: u64,
    time: Option<Duration>,
) -> Square {
    let (canceller, stop) = Canceller::new(Instant::now());
    if let Some(time) = time {
        canceller.set_deadline(time, time);
    }
    let report = searcher.search(&mut Task {
        game,
        root,
        moves: game.legal(root),
        budget: Budget { nodes, ..Budget::UNLIMITED },
        settings: &Settings { hash: 64, early_stop: false, ..Settings::default() },
        stop: &stop,
        report: &mut |_| {},
    });
    report.lines[0].pv[0]
}
