//! `noughts solve --certificate`: proves that X wins 4x4x4, and writes the
//! certificate.

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context;
use noughts::files::{self, Replacement};
use noughts::game::SquareSet;
use noughts::search::Meter;
use noughts::search::cube::Solver;
use noughts_terminal::busy;

use crate::cli::certificate;
use crate::cli::console::{show, stop_on_interrupt};
use crate::cli::exit::UNFINISHED;

/// Proves the win, prints the effort, and writes the certificate to `file`, if
/// given. The exit status is [`UNFINISHED`] if `nodes` nodes and `memory` bytes
/// do not suffice.
pub(super) fn run(
    file: Option<&Path>,
    nodes: u64,
    improve: u64,
    memory: usize,
) -> anyhow::Result<ExitCode> {
    // Fail before the work, not after it, if the file is not writable.
    if let Some(file) = file {
        Replacement::begin(file).with_context(|| format!("{}", file.display()))?;
    }
    let started = Instant::now();
    let stop = stop_on_interrupt(None)?;
    let mut meter = Meter::new(&stop, nodes);
    let mut solver = Solver::new(SquareSet::EMPTY, SquareSet::EMPTY, memory);
    let value = {
        let _busy = busy("proving that X wins");
        solver.prove(&mut meter)
    };
    let (time, took) = (started.elapsed(), solver.statistics());
    match (value, solver.plies()) {
        (Some(true), Some(plies)) => show!("qubic: X wins within {plies} plies"),
        _ => show!("qubic: undecided"),
    }
    show!(
        "{} nodes, {} positions opened of {}, {:.1} MiB, {:.2} s",
        meter.nodes(),
        took.expanded,
        took.positions,
        took.bytes as f64 / f64::from(1 << 20),
        time.as_secs_f64()
    );
    if value != Some(true) {
        return Ok(ExitCode::from(UNFINISHED));
    }
    if let Some(file) = file {
        // Write the proof before the improvement, which may be interrupted.
        write(file, &solver)?;
        let mut meter = Meter::new(&stop, improve);
        solver.improve(&mut meter, &mut |entries| {
            show!("{entries} entries after {:.1} s", started.elapsed().as_secs_f64());
        });
        write(file, &solver)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn write(file: &Path, solver: &Solver) -> anyhow::Result<()> {
    let entries = solver.certificate();
    show!("{} entries", entries.len());
    // A write that fails or is interrupted leaves the previous proof.
    files::replace(file, certificate::text(&entries)).with_context(|| format!("{}", file.display()))
}
