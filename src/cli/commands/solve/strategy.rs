//! `noughts solve --certificate` on flat boards: proves the value, and writes the strategy
//! that proves it.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context;
use noughts::files::Replacement;
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
    let is_proven = progress.is_some();
    if let Some(mut progress) = progress {
        progress.end();
    }
    let effort = format!("{nodes} nodes, {:.2} s", started.elapsed().as_secs_f64());
    let Some(proofs) = proofs else {
        let missing = if is_proven {
            "the strategy is not written, as the search ended early or the checkpoint has errors"
        } else {
            "undecided"
        };
        show!("{missing}: {effort}");
        return Ok(ExitCode::from(UNFINISHED));
    };
    let bytes = write(state, &proofs, file).with_context(|| format!("{}", file.display()))?;
    let entries: usize = proofs.iter().map(|proof| proof.steps.len()).sum();
    show!("{entries} entries, {bytes} bytes, {effort}");
    Ok(ExitCode::SUCCESS)
}

/// Writes strategies to a file, in the form that `noughts::verify::flat` describes, and
/// returns its size in bytes.
fn write(state: &dyn GameState, proofs: &[Proof], file: &Path) -> io::Result<usize> {
    let mut file = Replacement::begin(file)?;
    let mut bytes = 0;
    let mut line = |text: String| {
        bytes += text.len() + 1;
        writeln!(file, "{text}")
    };
    let board = state.board();
    let stones = Side::BOTH.map(|side| names(board, state.stones(side)));
    line(state.spec().to_string())?;
    line(format!("{} {}", stones.join(" "), letter(state.side())))?;
    for Proof { side, wins, steps } in proofs {
        line(format!("{} {}", letter(*side), if *wins { "wins" } else { "holds" }))?;
        steps.iter().try_for_each(|step| line(entry(board, &step)))?;
    }
    file.finish()?;
    Ok(bytes)
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
