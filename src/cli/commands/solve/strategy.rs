//! `noughts solve --certificate` on flat boards: proves the value, and writes the strategy
//! that proves it.

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context;
use noughts::files::{self, Replacement};
use noughts::game::{Board, GameState, Outcome, Side, Square, WideSet};
use noughts::search::strategy::{Proof, Step, StrategyEvent, strategies};
use noughts::search::{Exchange, Meter};
use noughts_terminal::busy;

use crate::cli::console::{Progress, show};
use crate::cli::exit::UNFINISHED;

/// Proves the value of a position, prints the effort, and writes the strategy to `file`. The
/// exit status is [`UNFINISHED`] if `meter` ends the work first.
pub(super) fn run(
    state: &dyn GameState,
    file: &Path,
    meter: Meter<'_>,
    memory: usize,
    exchange: Option<&Exchange>,
) -> anyhow::Result<ExitCode> {
    // Fail before the work, not after it, if the file is not writable.
    Replacement::begin(file).with_context(|| format!("{}", file.display()))?;
    let started = Instant::now();
    let mut proving = Some(busy("proving the value"));
    let mut progress = None;
    let mut watch = |event| match event {
        StrategyEvent::Proven(winner) => {
            proving = None;
            progress = Some(Progress::new(None));
            let outcome = winner.map_or(Outcome::Draw, Outcome::Win);
            show!("{}: {outcome}, {:.2} s", state.spec(), started.elapsed().as_secs_f64());
        }
        StrategyEvent::Entries(count) => {
            if let Some(progress) = &mut progress {
                progress.update(count as u64, || format!("{count} entries of the strategy"));
            }
        }
    };
    let (proofs, nodes) = strategies(state, memory, meter, exchange, &mut watch);
    drop(proving);
    if let Some(mut progress) = progress {
        progress.end();
    }
    let effort = format!("{nodes} nodes, {:.2} s", started.elapsed().as_secs_f64());
    let Some(proofs) = proofs else {
        show!("undecided: {effort}");
        return Ok(ExitCode::from(UNFINISHED));
    };
    let text = text(state, &proofs);
    let entries: usize = proofs.iter().map(|proof| proof.steps.len()).sum();
    show!("{entries} entries, {} bytes, {effort}", text.len());
    files::replace(file, text).with_context(|| format!("{}", file.display()))?;
    Ok(ExitCode::SUCCESS)
}

/// Returns strategies as text, in the form that `noughts::verify::flat` describes.
fn text(state: &dyn GameState, proofs: &[Proof]) -> String {
    let board = state.board();
    let stones = Side::BOTH.map(|side| names(board, state.stones(side)));
    let mut text = format!("{}\n{} {}\n", state.spec(), stones.join(" "), letter(state.side()));
    for Proof { side, wins, steps } in proofs {
        text += &format!("{} {}\n", letter(*side), if *wins { "wins" } else { "holds" });
        for step in steps {
            text += &entry(board, step);
            text.push('\n');
        }
    }
    text
}

fn letter(side: Side) -> char {
    match side {
        Side::X => 'x',
        Side::O => 'o',
    }
}

/// Returns the names of squares, or `-` for none.
fn names(board: &Board, squares: WideSet) -> String {
    if squares.is_empty() {
        return "-".to_string();
    }
    squares.into_iter().map(|square| board.name(square)).collect()
}

/// Returns an entry as text.
fn entry(board: &Board, step: &Step) -> String {
    let name = |square: &Square| board.name(*square);
    let words: Vec<String> = match step {
        Step::Pairs(pairs) => {
            let pairs = pairs.iter().map(|pair| pair.iter().map(name).collect());
            std::iter::once("=".to_string()).chain(pairs).collect()
        }
        Step::Move(square, answered) => {
            let square = square.as_ref().map_or("-".to_string(), name);
            std::iter::once(square).chain(answered.iter().map(name)).collect()
        }
    };
    words.join(" ")
}
