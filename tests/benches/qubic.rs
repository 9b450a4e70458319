//! Speed and strength of the search of 4x4x4: `cargo bench --bench qubic`.
//!
//! Without words after `--`: the proof of the empty board, and perft. With
//! words:
//!
//! - `first OPPONENT GAMES MS`: `auto` as X from the empty board; the
//!   opponent's first three moves are random
//! - `second GAMES MS`: the number of plies that `proof` and `minimax` last as
//!   O against `proof`; O's first move is random
//! - `pairs OPPONENT GAMES MS`: `proof` against another search from random
//!   openings of four plies, each with both sides
//! - `book`: every position that O can reach against a book of the proof, each
//!   searched with one node in a new game
//! - `announce POSITIONS`: the time until a forced win is reported, in random
//!   positions in which a slow search finds one

#[path = "../common/cpu.rs"]
mod cpu;
#[path = "../common/cube.rs"]
mod slow;

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, unbounded};
use noughts::engine::{self, Line, Options};
use noughts::game::{self, GameState, Outcome, Side, SquareSet, lines::Shape};
use noughts::protocol::{Reply, ScoreValue};
use noughts::random::Random;
use noughts::search::cube::{Book, Solver};
use noughts::search::{Canceller, Meter};
use slow::{Slow, cube, random_position};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let number = |word: &str| word.parse().unwrap_or_else(|_| panic!("\"{word}\" is not a number"));
    match words[..] {
        [] => {
            prove();
            perft();
        }
        ["first", opponent, games, ms] => first(opponent, number(games), number(ms)),
        ["second", games, ms] => second(number(games), number(ms)),
        ["pairs", opponent, games, ms] => pairs(opponent, number(games), number(ms)),
        ["book"] => book(),
        ["announce", positions] => announce(number(positions)),
        _ => panic!("unknown words: the comment at the top of the source lists the benchmarks"),
    }
}

/// Proves the empty board three times.
fn prove() {
    for _ in 0..3 {
        let (_keeps_going, stop) = Canceller::new(Instant::now());
        let mut meter = Meter::new(&stop, u64::MAX);
        let mut solver = Solver::new(SquareSet::EMPTY, SquareSet::EMPTY, usize::MAX);
        let before = cpu::of_thread();
        let value = solver.prove(&mut meter);
        let time = cpu::of_thread() - before;
        assert_eq!(value, Some(true), "the first player wins");
        let took = solver.statistics();
        println!(
            "proof {time:.2?} CPU, {} nodes, {:.1} M nodes/s, {} positions, {:.1} MiB",
            meter.nodes(),
            meter.nodes() as f64 / time.as_secs_f64() / 1e6,
            took.positions,
            took.bytes as f64 / f64::from(1 << 20)
        );
    }
}

fn perft() {
    let state = cube();
    for depth in 1..=5 {
        let before = cpu::of_thread();
        let nodes = state.perft(depth, &mut || false).unwrap_or(0);
        let time = cpu::of_thread() - before;
        let rate = nodes as f64 / time.as_secs_f64() / 1e6;
        println!("perft {depth}: {nodes} in {time:.2?} CPU, {rate:.0} M/s");
    }
}

/// An engine in this process.
struct Player {
    lines: Sender<Line>,
    replies: Receiver<Reply>,
    slowest: Duration,
}

impl Player {
    fn new(search: &str) -> Player {
        Player::with_options(search, Options::default())
    }

    fn with_options(search: &str, options: Options) -> Player {
        let (lines, line_receiver) = unbounded();
        let (reply_sender, replies) = unbounded();
        std::thread::spawn(move || {
            engine::run(options, &line_receiver, &mut |reply| {
                let _ = reply_sender.send(reply.clone());
                Ok(())
            })
        });
        let player = Player { lines, replies, slowest: Duration::ZERO };
        player.send("newgame qubic");
        player.send(&format!("setoption name Search value {search}"));
        player
    }

    fn send(&self, line: &str) {
        self.lines.send(Line::now(line)).expect("the engine is running");
    }

    fn choose(&mut self, moves: &[String], ms: u64) -> String {
        let begun = Instant::now();
        self.send(&format!("position moves {}", moves.join(" ")));
        self.send(&format!("go movetime {ms}"));
        let best = loop {
            if let Reply::BestMove { best, .. } = self.replies.recv().expect("an answer") {
                break best;
            }
        };
        self.slowest = self.slowest.max(begun.elapsed());
        best
    }
}

fn random_move(state: &dyn GameState, random: &mut Random) -> String {
    let legal = state.legal();
    let square = legal.nth(random.below(legal.len())).expect("a move");
    state.board().name(square)
}

/// Plays a game from these moves to the end. `random_plies` selects the plies
/// played at random.
fn play(
    players: [&mut Player; 2],
    start: &[String],
    ms: u64,
    random: &mut Random,
    random_plies: impl Fn(usize) -> bool,
) -> (Option<Outcome>, Vec<String>) {
    let mut state = cube();
    let mut moves = Vec::new();
    for name in start {
        state.play(name).expect("it is legal");
        moves.push(name.clone());
    }
    players.iter().for_each(|player| player.send("ucinewgame"));
    while state.outcome().is_none() {
        let name = if random_plies(moves.len()) {
            random_move(&*state, random)
        } else {
            players[state.side().index()].choose(&moves, ms)
        };
        state.play(&name).expect("it is legal");
        moves.push(name);
    }
    (state.outcome(), moves)
}

/// Returns the least image of the first two moves under the symmetries.
fn reply_class(moves: &[String]) -> u128 {
    let game = game::Lines::new(Shape::Cube { side: 4 });
    let board = *game::Game::board(&game);
    let squares = || moves.iter().take(2).filter_map(|name| board.parse(name));
    let images = game::Game::symmetries(&game, &game::Game::start(&game)).into_iter();
    let pair = |image: game::Symmetry| {
        let mut pair = squares().map(|square| image.square(square).index() as u128);
        pair.next().unwrap_or(0) << 64 | pair.next().unwrap_or(0)
    };
    images.map(pair).min().unwrap_or(0)
}

fn first(opponent: &str, games: u64, ms: u64) {
    let [mut x, mut o] = [Player::new("auto"), Player::new(opponent)];
    let (mut wins, mut plies) = (0, 0);
    let (mut different, mut classes) = (HashSet::new(), BTreeSet::new());
    for seed in 0..games {
        let by_chance = |ply: usize| ply % 2 == 1 && ply < 6;
        let random = &mut Random::new(seed);
        let (outcome, moves) = play([&mut x, &mut o], &[], ms, random, by_chance);
        let won = outcome == Some(Outcome::Win(Side::X));
        wins += u64::from(won);
        plies += moves.len();
        classes.insert(reply_class(&moves));
        let note = if won { "" } else { "   NOT WON" };
        println!("{seed}: {} plies, {}{note}", moves.len(), moves.join(" "));
        different.insert(moves);
    }
    println!(
        "{wins} of {games} won against {opponent}, {} different, {} replies of 12, slowest {:.2?}, \
         {:.1} plies on average",
        different.len(),
        classes.len(),
        x.slowest,
        plies as f64 / games as f64
    );
}

fn second(games: u64, ms: u64) {
    let mut x = Player::new("proof");
    for search in ["proof", "minimax"] {
        let mut o = Player::new(search);
        let mut plies = 0;
        for seed in 0..games {
            let random = &mut Random::new(seed);
            let (outcome, moves) = play([&mut x, &mut o], &[], ms, random, |ply| ply == 1);
            println!("{search} {seed}: {outcome:?} after {}", moves.len());
            plies += moves.len();
        }
        println!("{search} lasts {:.2} plies on average", plies as f64 / games as f64);
    }
}

fn pairs(opponent: &str, games: u64, ms: u64) {
    let [mut prover, mut other] = [Player::new("proof"), Player::new(opponent)];
    let mut points = 0.0;
    for pair in 0..games / 2 {
        let mut random = Random::new(pair);
        let mut state = cube();
        let mut opening = Vec::new();
        while opening.len() < 4 {
            let name = random_move(&*state, &mut random);
            state.play(&name).expect("it is legal");
            opening.push(name);
        }
        for side in Side::BOTH {
            let players = match side {
                Side::X => [&mut prover, &mut other],
                Side::O => [&mut other, &mut prover],
            };
            let (outcome, moves) = play(players, &opening, ms, &mut random, |_| false);
            let score = match outcome {
                Some(Outcome::Win(winner)) => f64::from(u8::from(winner == side)),
                _ => 0.5,
            };
            points += score;
            println!("{pair} proof is {side}: {score} after {} plies", moves.len());
        }
    }
    println!(
        "{points} of {games} points against {opponent}, {:.1} %, slowest {:.2?}",
        100.0 * points / games as f64,
        prover.slowest
    );
}

/// Returns the least image of the stones of both sides under the symmetries.
fn canonical(state: &dyn GameState, images: &[game::Symmetry]) -> (u64, u64) {
    let image = |image: &game::Symmetry| {
        let of = |side| {
            let squares = state.stones(side).into_iter();
            squares.fold(0u64, |set, square| set | 1 << image.square(square).index())
        };
        (of(Side::X), of(Side::O))
    };
    images.iter().map(image).min().unwrap_or_default()
}

fn book() {
    let (_keeps_going, stop) = Canceller::new(Instant::now());
    let mut solver = Solver::new(SquareSet::EMPTY, SquareSet::EMPTY, usize::MAX);
    assert_eq!(solver.prove(&mut Meter::new(&stop, u64::MAX)), Some(true));
    let mut options = Options::default();
    options.settings.book = Some(Arc::new(Book::new(&solver.certificate())));

    let game = game::Lines::new(Shape::Cube { side: 4 });
    let images = game::Game::symmetries(&game, &game::Game::start(&game));
    let player = Player::with_options("auto", options);
    let mut seen = HashSet::new();
    let mut todo = vec![cube()];
    let mut slow = Slow::new(&*cube());
    let (mut most, mut failures, mut slowest) = (0, 0, Duration::ZERO);
    while let Some(mut state) = todo.pop() {
        player.send("ucinewgame");
        player.send(&format!("position fen {}", state.text()));
        let begun = Instant::now();
        player.send("go nodes 1");
        let mut wins = false;
        let best = loop {
            match player.replies.recv().expect("an answer") {
                Reply::BestMove { best, .. } => break best,
                Reply::Info(info) => {
                    let value = info.score.map(|score| score.value);
                    wins |= matches!(value, Some(ScoreValue::Mate(plies)) if plies > 0);
                    most = most.max(info.nodes.unwrap_or(0));
                }
                _ => {}
            }
        };
        slowest = slowest.max(begun.elapsed());
        if !wins {
            println!("NOT WON: {}", state.text());
            failures += 1;
        }
        state.play(&best).expect("it is legal");
        if state.outcome().is_some() {
            continue;
        }
        slow.place(&*state);
        // If X threatens a line, X completes it after every reply but one.
        let threats = slow.completions(-1);
        for reply in state.legal() {
            if threats.iter().any(|&square| square != reply.index()) {
                continue;
            }
            let mut after = state.boxed_clone();
            after.play(&state.board().name(reply)).expect("it is legal");
            if after.outcome().is_some() {
                println!("LOST: {}", after.text());
                failures += 1;
            } else if seen.insert(canonical(&*after, &images)) {
                todo.push(after);
                if seen.len() % 100_000 == 0 {
                    println!("{} positions so far, {failures} failures", seen.len());
                }
            }
        }
    }
    println!(
        "{} positions, {failures} failures, at most {most} nodes and {slowest:.2?} a move",
        seen.len() + 1
    );
}

fn announce(positions: u64) {
    let player = Player::new("proof");
    let mut random = Random::new(5);
    let (mut times, mut seen, mut exact) = (Vec::new(), 0, 0);
    while seen < positions {
        let state = random_position(&mut random);
        if Slow::new(&*state).forces(1) != Some(true) {
            continue;
        }
        seen += 1;
        player.send(&format!("position fen {}", state.text()));
        let begun = Instant::now();
        player.send("go movetime 60000");
        let mut reported = None;
        loop {
            match player.replies.recv().expect("an answer") {
                Reply::BestMove { .. } => break,
                reply => {
                    let line = reply.to_string();
                    if reported.is_none()
                        && line.contains("score mate ")
                        && !line.contains("mate -")
                    {
                        reported = Some(begun.elapsed());
                    }
                    exact += u64::from(line.contains("exact distance"));
                }
            }
        }
        times.push(reported.expect("the win is reported"));
    }
    times.sort();
    println!(
        "{positions} forced wins: half reported within {:.2?}, all within {:.2?}; {exact} exact",
        times[times.len() / 2],
        times[times.len() - 1]
    );
}
