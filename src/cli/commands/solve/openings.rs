//! `noughts solve --openings`: the values of the openings of 4x4x4 up to
//! symmetry.

use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use noughts::game::{Board, GameSpec, SquareSet, lines::Shape, new_game};
use noughts::search::cube::{Opening, Solver, openings};
use noughts::search::{Meter, Stop};

use crate::cli::console::{show, stop_on_interrupt};
use crate::cli::exit::UNFINISHED;

/// Proves every opening of two plies, each with its own tree of `memory` bytes
/// and up to `nodes` nodes, and prints the values of the openings and of X's
/// first moves. Openings that are not proven within these limits or before
/// Ctrl-C are undecided; then the exit status is [`UNFINISHED`].
pub(super) fn run(nodes: u64, memory: usize, threads: usize) -> anyhow::Result<ExitCode> {
    let stop = stop_on_interrupt(None)?;
    let openings = openings();
    let board = *new_game(&GameSpec::Lines(Shape::Cube { side: 4 })).board();
    let (next, wins) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    show!(
        "{:<8} {:<7} {:<7} {:<10} {:>13} {:>8} {:>9}",
        "opening",
        "move",
        "reply",
        "value",
        "nodes",
        "MiB",
        "time"
    );
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, openings.len()) {
            scope.spawn(|| {
                while let Some(&opening) = openings.get(next.fetch_add(1, Ordering::Relaxed))
                    && !stop.requested()
                {
                    if value(opening, &board, nodes, memory, &stop)
                        && let Ok(mut wins) = wins.lock()
                    {
                        wins.push(opening);
                    }
                }
            });
        }
    });
    let wins = wins.into_inner().unwrap_or_default();
    for rich in [true, false] {
        let all: Vec<&Opening> = openings.iter().filter(|o| o.first_rich == rich).collect();
        let won = wins.iter().filter(|opening| opening.first_rich == rich).count();
        let Some(first) = all.first().map(|opening| board.name(opening.first)) else { continue };
        let value = if won == all.len() { "X wins" } else { "undecided" };
        let (class, all) = (class(rich), all.len());
        show!("{first} ({class}): {value}; X wins after {won} of {all} replies");
    }
    let decided = wins.len() == openings.len();
    Ok(if decided { ExitCode::SUCCESS } else { ExitCode::from(UNFINISHED) })
}

/// Proves an opening, prints its value, and returns whether X wins.
fn value(opening: Opening, board: &Board, nodes: u64, memory: usize, stop: &Stop) -> bool {
    let started = Instant::now();
    let mut meter = Meter::new(stop, nodes);
    let [x, o] = [opening.first, opening.reply].map(SquareSet::of);
    let mut solver = Solver::new(x, o, memory);
    let mut value = solver.prove(&mut meter);
    while value == Some(false) && solver.widen() {
        value = solver.prove(&mut meter);
    }
    let won = value == Some(true);
    show!(
        "{:<8} {:<7} {:<7} {:<10} {:>13} {:>8.1} {:>7.2} s",
        format!("{} {}", board.name(opening.first), board.name(opening.reply)),
        class(opening.first_rich),
        class(opening.reply_rich),
        if won { "X wins" } else { "undecided" },
        meter.nodes(),
        solver.statistics().bytes as f64 / f64::from(1 << 20),
        started.elapsed().as_secs_f64()
    );
    won
}

/// The class of a square: the 16 rich squares lie on the most lines.
fn class(rich: bool) -> &'static str {
    if rich { "rich" } else { "poor" }
}
