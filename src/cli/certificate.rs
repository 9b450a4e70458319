//! `noughts solve --certificate`: the proof that X wins 4x4x4, and its
//! certificate as text.

use std::fs::{self, OpenOptions};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context;
use noughts::files;
use noughts::game::{Board, GameSpec, SquareSet, new_game};
use noughts::search::Meter;
use noughts::search::cube::{Entry, Solver};
use noughts_terminal::busy;

use super::console::show;
use super::progress::stop_on_interrupt;
use super::solve::UNDECIDED;

/// The first line of a certificate.
const HEADING: &str = "qubic x";

/// Proves the win, prints the effort, and writes the certificate to `file`, if
/// given. The exit status is [`UNDECIDED`] if `nodes` nodes and `memory` bytes
/// do not suffice.
pub(super) fn run(
    file: Option<&Path>,
    nodes: u64,
    improve: u64,
    memory: usize,
) -> anyhow::Result<ExitCode> {
    // Fail before the work, not after it, if the file is not writable.
    let is_new = file.map(make).transpose()?.unwrap_or(false);
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
        if let Some(file) = file.filter(|_| is_new) {
            fs::remove_file(file).with_context(|| format!("{}", file.display()))?;
        }
        return Ok(ExitCode::from(UNDECIDED));
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

/// Checks that a file is writable without changing its content, and returns
/// whether it is new.
fn make(file: &Path) -> anyhow::Result<bool> {
    let is_new = !file.exists();
    let opened = OpenOptions::new().append(true).create(true).open(file);
    opened.with_context(|| format!("{}", file.display()))?;
    Ok(is_new)
}

fn write(file: &Path, solver: &Solver) -> anyhow::Result<()> {
    let entries = solver.certificate();
    show!("{} entries", entries.len());
    // A write that fails or is interrupted leaves the previous proof.
    files::replace(file, text(&entries)).with_context(|| format!("{}", file.display()))
}

/// Returns the certificate as text: a heading, then on each line X's squares,
/// O's squares and X's move.
pub(super) fn text(entries: &[Entry]) -> String {
    let board = board();
    let names = |set: SquareSet| match set.is_empty() {
        true => "-".to_string(),
        false => set.into_iter().map(|square| board.name(square)).collect(),
    };
    let mut text = format!("{HEADING}\n");
    for Entry { x, o, square } in entries {
        text += &format!("{} {} {}\n", names(*x), names(*o), board.name(*square));
    }
    text
}

/// Parses a certificate in the form of [`text`]; `None` if it is malformed.
pub(super) fn parse(text: &str) -> Option<Vec<Entry>> {
    let board = board();
    let squares = |word: &str| -> Option<SquareSet> {
        if word == "-" {
            return Some(SquareSet::EMPTY);
        }
        word.as_bytes().chunks(3).map(|name| board.parse(str::from_utf8(name).ok()?)).collect()
    };
    let mut lines = text.lines();
    (lines.next() == Some(HEADING)).then_some(())?;
    let entry = |line: &str| {
        let mut words = line.split(' ');
        let [x, o, square] = [words.next()?, words.next()?, words.next()?];
        Some(Entry { x: squares(x)?, o: squares(o)?, square: board.parse(square)? })
    };
    lines.map(entry).collect()
}

fn board() -> Board {
    *new_game(&GameSpec::Lines(noughts::game::lines::Shape::Cube { side: 4 })).board()
}
