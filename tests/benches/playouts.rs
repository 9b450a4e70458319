//! TicTacTrains, one random filling with its score, and whole simulations:
//! `cargo bench --bench playouts`. Brute force is the yardstick of the run.
//!
//! The positions are the reference game after 0 (a), 20 (b), 28 (d) and 36 (c)
//! plies.

use std::hint::black_box;
use std::time::Instant;

use noughts::engine;
use noughts::game::trains::{Position, RuleSet};
use noughts::game::{Game, Trains};
use noughts::random::Random;
use noughts::search::hardware::{Instructions, Work, run, use_portable};
use noughts::search::trains::Playouts;

const GAME: &str = "d4 d5 e4 c4 d3 e5 f4 c5 c3 f5 b3 b4 g5 g4 a4 f3 f6 b5 b6 a5 a6 e2 b2 d6 e6 c2 \
                    a3 a2 b1 c6 c1 d1 d7 c7 b7 e1";
const POSITIONS: [(char, usize); 4] = [('a', 0), ('b', 20), ('d', 28), ('c', 36)];

fn main() {
    let game = Trains::new(RuleSet::default());
    println!("ns per filling   brute force     portable         fast");
    for (name, plies) in POSITIONS {
        let mut position = game.start();
        for square in GAME.split_whitespace().take(plies) {
            let square = game.board().parse(square).expect("a square");
            game.play(&mut position, square);
        }
        let playouts = Playouts::default();
        let slow = best_of(10, 300, |random| {
            let filling = playouts.fill(&game, position, random);
            black_box((brute_force(filling), brute_force(game.board().all().0 as u64 & !filling)));
        });
        let timed = |portable| {
            use_portable(portable);
            let mut playouts = Playouts::default();
            let batch = 5000;
            let ns = best_of(40, 1, |random| {
                run(Fillings { game: &game, position, playouts: &mut playouts, random, batch });
            });
            ns / f64::from(batch)
        };
        let (portable, fast) = (timed(true), timed(false));
        let times = |ns: f64| format!("{ns:6.0} ({:4.1})", slow / ns);
        println!("({name})           {slow:12.0} {} {}", times(portable), times(fast));
    }
    println!("\nsimulations per second, 400,000 of them, Hash 64, no proofs");
    for (name, plies) in POSITIONS {
        let moves: Vec<&str> = GAME.split_whitespace().take(plies).collect();
        let speed = |search| simulations_per_second(search, &moves.join(" "));
        println!("({name})  uct {:>9}   mcts {:>9}", speed("uct"), speed("mcts"));
    }
}

struct Fillings<'a> {
    game: &'a Trains,
    position: Position,
    playouts: &'a mut Playouts,
    random: &'a mut Random,
    batch: u32,
}

impl Work for Fillings<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, instructions: impl Instructions) {
        for _ in 0..self.batch {
            black_box(self.playouts.play(instructions, self.game, self.position, self.random));
        }
    }
}

/// Nanoseconds per call: the least of many slices, as the machine is shared.
fn best_of(slices: u32, calls: u32, mut call: impl FnMut(&mut Random)) -> f64 {
    let mut random = Random::new(1);
    let mut slice = || {
        let start = Instant::now();
        (0..calls).for_each(|_| call(&mut random));
        start.elapsed().as_nanos() as f64 / f64::from(calls)
    };
    (0..slices).map(|_| slice()).fold(f64::MAX, f64::min)
}

/// Every path from every stone.
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
        "setoption name Proofs value false\nsetoption name Search value {search}\n\
             position moves {moves}\ngo nodes 400000\n"
    );
    let mut output = Vec::new();
    let input = std::io::Cursor::new(script);
    if engine::serve(input, &mut output).is_err() {
        return "?".to_string();
    }
    let text = String::from_utf8_lossy(&output);
    let nps = text.split_whitespace().skip_while(|word| *word != "nps").nth(1);
    nps.unwrap_or("?").to_string()
}
