//! How often searches give away a result late in a game of TicTacTrains:
//! `cargo bench --bench mistakes -- [RULES] [EMPTY] [COUNT] [MILLISECONDS] [SEED]`.
//!
//! The positions come from games of `puct` against itself. First each search and
//! a random player choose a move in every position. Then the exact solver finds,
//! without a limit, the result of each position and whether the chosen moves keep
//! it. Lost positions are left out, because no move can make them worse.

use std::time::{Duration, Instant};

use noughts::game::trains::{Position, RuleSet};
use noughts::game::{Game, Outcome, Side, Square, Trains};
use noughts::random::Random;
use noughts::search::trains::{Bounds, Solver};
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
    let mut random = Random::new(seed);
    let mut chosen = Vec::new();
    while chosen.len() < count as usize {
        let Some(position) = position(&game, empty, &mut random) else { continue };
        let legal = game.legal(&position);
        let Some(at_random) = legal.nth(random.below(legal.len())) else { continue };
        let [mcts, puct] = SEARCHES
            .map(|kind| choose(&mut *kind.searcher(&game), &game, &position, u64::MAX, Some(time)));
        chosen.push((position, [mcts, puct, at_random]));
    }
    let mut solver = Solver::new(SOLVER_BYTES);
    let (mut lost, mut mistakes) = (0, [0; 3]);
    for (i, (position, squares)) in chosen.iter().enumerate() {
        match goal(&mut solver, &game, position) {
            Some(goal) => {
                for (mistakes, &square) in mistakes.iter_mut().zip(squares) {
                    *mistakes += u32::from(!keeps(&mut solver, &game, position, goal, square));
                }
            }
            None => lost += 1,
        }
        let [mcts, puct, at_random] = mistakes;
        println!(
            "{} positions, {lost} of them lost; mistakes: mcts {mcts}, puct {puct}, \
             at random {at_random}",
            i + 1
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

/// The margin that X must reach (if X is to move) or O must prevent to keep the
/// result of a position; `None` if the position is lost.
fn goal(solver: &mut Solver, game: &Trains, position: &Position) -> Option<i32> {
    let (_canceller, stop) = Canceller::new(Instant::now());
    let outcome = solver.outcome(game, position, &mut Meter::new(&stop, u64::MAX));
    match (outcome.expect("there is no limit"), game.side(position)) {
        (Outcome::Win(Side::X), Side::X) | (Outcome::Draw, Side::O) => Some(1),
        (Outcome::Win(Side::O), Side::O) | (Outcome::Draw, Side::X) => Some(0),
        _ => None,
    }
}

/// Whether a move keeps the result of a position.
fn keeps(
    solver: &mut Solver,
    game: &Trains,
    position: &Position,
    goal: i32,
    square: Square,
) -> bool {
    let (_canceller, stop) = Canceller::new(Instant::now());
    let mut next = *position;
    game.play(&mut next, square);
    let mut bounds = Bounds::UNKNOWN;
    let answered = solver.ask(game, &next, goal, &mut bounds, &mut Meter::new(&stop, u64::MAX));
    assert!(answered, "there is no limit");
    (bounds.low >= goal) == (game.side(position) == Side::X)
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
