//! Speed of the exact solver of TicTacTrains by the number of empty squares:
//! `cargo bench --bench endings -- [FROM] [TO] [COUNT] [SEED] [MIB]`.
//!
//! The positions are random legal fillings that the bounds of the solver do not
//! decide at once. The figures in the documents use the seed 2026, chosen
//! before any tuning; tune with another seed. On Linux, times are processor
//! times.

#[path = "../common/cpu.rs"]
mod cpu;

use std::time::{Duration, Instant};

use noughts::game::trains::{MAX_PLIES, Position, RuleSet};
use noughts::game::{Game, Outcome, Side, SquareSet, Trains};
use noughts::random::Random;
use noughts::search::trains::Solver;
use noughts::search::{Canceller, Meter};

/// The time limit of an ending; an undecided ending counts with this time.
const LIMIT: Duration = Duration::from_secs(60);

fn main() {
    let args: Vec<u64> = std::env::args().skip(1).filter_map(|text| text.parse().ok()).collect();
    let arg = |i: usize, default: u64| args.get(i).copied().unwrap_or(default);
    println!(
        "empties  median ms    p90 ms    max ms  median nodes    mean nodes  Mnodes/s  X/draw/O/?"
    );
    for empties in arg(0, 12)..=arg(1, 18) {
        let mut random = Random::new(arg(3, 2026) + 1000 * empties);
        measure(empties as usize, arg(2, 100) as usize, &mut random, (arg(4, 64) as usize) << 20);
    }
}

fn measure(empties: usize, count: usize, random: &mut Random, bytes: usize) {
    let game = Trains::new(RuleSet::default());
    let mut solver = Solver::new(bytes);
    let mut runs = Vec::new();
    let mut outcomes = [0; 4];
    while runs.len() < count {
        let position = random_position(&game, empties, random);
        if !solver.is_open(&game, &position) {
            continue;
        }
        solver.clear();
        let (canceller, stop) = Canceller::new(Instant::now());
        canceller.set_deadline(LIMIT, LIMIT);
        let mut meter = Meter::new(&stop, u64::MAX);
        let before = cpu::of_thread();
        let outcome = solver.outcome(&game, &position, &mut meter);
        let time = cpu::of_thread() - before;
        outcomes[match outcome {
            Some(Outcome::Win(Side::X)) => 0,
            Some(Outcome::Draw) => 1,
            Some(Outcome::Win(Side::O)) => 2,
            None => 3,
        }] += 1;
        runs.push((time.as_secs_f64() * 1e3, meter.nodes()));
    }
    if runs.is_empty() {
        return;
    }
    let sum = runs.iter().fold((0.0, 0), |sum, run| (sum.0 + run.0, sum.1 + run.1));
    let mut times: Vec<f64> = runs.iter().map(|run| run.0).collect();
    times.sort_by(f64::total_cmp);
    let mut nodes: Vec<u64> = runs.iter().map(|run| run.1).collect();
    nodes.sort_unstable();
    println!(
        "{empties:7} {:10.2} {:9.1} {:9.1} {:13} {:13} {:9.2}  {outcomes:?}",
        times[count / 2],
        times[count * 9 / 10],
        times[count - 1],
        nodes[count / 2],
        sum.1 / count as u64,
        sum.1 as f64 / sum.0 / 1e3,
    );
}

/// Returns random stones on random squares, as many of each side as the rules
/// require.
fn random_position(game: &Trains, empties: usize, random: &mut Random) -> Position {
    let mut squares: Vec<_> = game.board().squares().collect();
    random.shuffle(&mut squares);
    let plies = MAX_PLIES - empties;
    let stones = |side| {
        let own = (0..plies).filter(|&ply| game.side_at(ply) == side);
        own.map(|ply| squares[ply]).collect::<SquareSet>()
    };
    let [x, o] = Side::BOTH.map(stones);
    game.place(x, o, game.side_at(plies)).expect("every square is allowed")
}
