//! Speed of TicTacTrains fillings with their scores, and of whole simulations:
//! `cargo bench --bench playouts`. Brute force is the baseline.
//!
//! The positions are the reference game after 0 (a), 20 (b), 28 (d) and 36 (c)
//! plies.

use std::hint::black_box;
use std::time::Instant;

use noughts::engine::{self, Options};
use noughts::game::trains::{Position, RuleSet};
use noughts::game::{Game, Square, Trains};
use noughts::random::Random;
use noughts::search::hardware::{Hardware, Instructions, Work};
use noughts::search::trains::Playouts;

const GAME: &str = "d4 d5 e4 c4 d3 e5 f4 c5 c3 f5 b3 b4 g5 g4 a4 f3 f6 b5 b6 a5 a6 e2 b2 d6 e6 c2 \
                    a3 a2 b1 c6 c1 d1 d7 c7 b7 e1";
/// The squares, in rows of eight bits.
const BOARD: u64 = 0x007f_7f7f_7f7f_7f7f;
const POSITIONS: [(char, usize); 4] = [('a', 0), ('b', 20), ('d', 28), ('c', 36)];

fn main() {
    let game = Trains::new(RuleSet::default());
    println!("ns per playout (times faster than brute force)");
    println!("      uniform fillings                              near the last move");
    println!("      brute force     portable       lengths    brute force       lengths");
    for (name, plies) in POSITIONS {
        let (position, last) = reached(&game, plies);
        let brute = |last| {
            let mut memory = Playouts::default();
            let mut random = Random::new(2);
            best_of(10, 300, |_| {
                let batch = Batch { game: &game, position, last, count: 1 };
                let x = Hardware::detect().run(Fillings(batch, &mut memory, &mut random));
                black_box((brute_force(x), brute_force(BOARD & !x)));
            })
        };
        let fast = |last, portable| {
            let hardware = if portable { Hardware::Portable } else { Hardware::detect() };
            let mut memory = Playouts::default();
            let batch = Batch { game: &game, position, last, count: 5000 };
            let ns = best_of(40, 1, |random| {
                hardware.run(Fillings(batch, &mut memory, random));
            });
            ns / f64::from(batch.count)
        };
        let times = |ns: f64, slow: f64| format!("{ns:6.0} ({:5.1})", slow / ns);
        let (uniform, near) = (brute(None), brute(last));
        let [portable, lengths] = [true, false].map(|p| times(fast(None, p), uniform));
        let nearby = times(fast(last, false), near);
        println!("({name}) {uniform:12.0} {portable} {lengths} {near:12.0} {nearby}");
    }
    println!("\nsimulations per second, 400,000 of them, Hash 64, no proofs");
    for (name, plies) in POSITIONS {
        let moves: Vec<&str> = GAME.split_whitespace().take(plies).collect();
        let speed = |search| simulations_per_second(search, &moves.join(" "));
        println!("({name})  uct {:>9}   mcts {:>9}", speed("uct"), speed("mcts"));
    }
}

/// Returns the position after the first plies of the reference game, and the
/// last move (any square before the first).
fn reached(game: &Trains, plies: usize) -> (Position, Option<Square>) {
    let mut position = game.start();
    let mut last = game.board().parse("d4");
    for square in GAME.split_whitespace().take(plies) {
        last = game.board().parse(square);
        game.play(&mut position, last.expect("a square"));
    }
    (position, last)
}

#[derive(Clone, Copy)]
struct Batch<'a> {
    game: &'a Trains,
    position: Position,
    last: Option<Square>,
    count: u32,
}

/// A batch of playouts; returns X's stones in the last one.
struct Fillings<'a>(Batch<'a>, &'a mut Playouts, &'a mut Random);

impl Work for Fillings<'_> {
    type Output = u64;

    #[inline(always)]
    fn run(self, instructions: impl Instructions) -> u64 {
        let Fillings(Batch { game, position, last, count }, playouts, random) = self;
        let mut x = 0;
        for _ in 0..count {
            x = black_box(playouts.play(instructions, game, position, last, random)).x;
        }
        x
    }
}

/// Returns the nanoseconds per call: the minimum over many slices, as the
/// machine may be shared.
fn best_of(slices: u32, calls: u32, mut call: impl FnMut(&mut Random)) -> f64 {
    let mut random = Random::new(1);
    let mut slice = || {
        let start = Instant::now();
        (0..calls).for_each(|_| call(&mut random));
        start.elapsed().as_nanos() as f64 / f64::from(calls)
    };
    (0..slices).map(|_| slice()).fold(f64::MAX, f64::min)
}

/// The length of the longest train by enumeration of all paths.
fn brute_force(stones: u64) -> u32 {
    fn walk(at: u64, free: u64) -> u32 {
        let mut next = (at << 8 | at >> 8 | at << 1 | at >> 1) & free;
        let mut longest = 0;
        while next != 0 {
            let step = next & next.wrapping_neg();
            next ^= step;
            longest = longest.max(walk(step, free ^ step));
        }
        longest + 1
    }
    let mut starts = stones;
    let mut longest = 0;
    while starts != 0 {
        let start = starts & starts.wrapping_neg();
        starts ^= start;
        longest = longest.max(walk(start, stones ^ start));
    }
    longest
}

fn simulations_per_second(search: &str, moves: &str) -> String {
    let script = format!(
        "setoption name Proofs value false\nsetoption name CentreReply value false\n\
             setoption name Search value {search}\nposition moves {moves}\ngo nodes 400000\n"
    );
    let mut output = Vec::new();
    let input = std::io::Cursor::new(script);
    if engine::serve(Options::default(), input, &mut output).is_err() {
        return "?".to_string();
    }
    let text = String::from_utf8_lossy(&output);
    let nps = text.split_whitespace().skip_while(|word| *word != "nps").nth(1);
    nps.unwrap_or("?").to_string()
}
