//! `noughts verify`: checks a certificate.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context;
use clap::Args;
use noughts::verify::Failure;
use noughts::verify::flat::{self, Proven, STRATEGY};

use crate::cli::certificate;
use crate::cli::console::{Progress, show};

/// The entries of a strategy between two reports of their number.
const SHOWN: usize = 1 << 10;

/// Check a certificate with code that shares nothing with the prover
#[derive(Args)]
pub(crate) struct Verify {
    /// A certificate, as written by `solve SPEC --certificate FILE`, or Patashnik's dictionary of
    /// Qubic as it was published
    file: PathBuf,
}

impl Verify {
    /// Checks the certificate; fails if it is refused.
    pub(crate) fn run(&self) -> anyhow::Result<ExitCode> {
        let name = || format!("{}", self.file.display());
        let mut opened = BufReader::new(File::open(&self.file).with_context(name)?);
        let mut begin = Vec::new();
        opened.by_ref().take(STRATEGY.len() as u64).read_to_end(&mut begin).with_context(name)?;
        let is_strategy = begin == STRATEGY.as_bytes();
        let mut whole = Cursor::new(begin).chain(opened);
        if is_strategy {
            return verify_strategy(&mut whole).with_context(name);
        }
        let text = certificate::read_opened(whole, &self.file)?;
        let started = Instant::now();
        match certificate::check(&text) {
            Ok(accepted) => {
                show!(
                    "accepted: X wins qubic; {} entries, {} of them needed, {} forced blocks, \
                 {} replies, {:.2} s",
                    accepted.entries,
                    accepted.used,
                    accepted.blocks,
                    accepted.replies,
                    started.elapsed().as_secs_f64()
                );
                Ok(ExitCode::SUCCESS)
            }
            Err(refused) => {
                show!("refused: {refused}");
                Ok(ExitCode::FAILURE)
            }
        }
    }
}

/// Checks a strategy on a flat board.
fn verify_strategy(source: &mut dyn BufRead) -> io::Result<ExitCode> {
    let started = Instant::now();
    let mut progress = Progress::new(None);
    let checked = flat::verify(source, &mut |entries| {
        if entries.is_multiple_of(SHOWN) {
            progress.update(entries as u64, || format!("{entries} entries checked"));
        }
    });
    progress.end();
    let accepted = match checked {
        Ok(accepted) => accepted,
        Err(Failure::Unreadable(error)) => return Err(error),
        Err(Failure::Refused(refused)) => {
            show!("refused: {refused}");
            return Ok(ExitCode::FAILURE);
        }
    };
    let proven = match accepted.proven {
        Proven::XWins => "X wins",
        Proven::OWins => "O wins",
        Proven::Draw => "draw",
        Proven::XHolds => "O does not win",
        Proven::OHolds => "X does not win",
    };
    let flat::Accepted { game, position, entries, pairs, answers, .. } = accepted;
    let from = if position == "- - x" { String::new() } else { format!(" from {position}") };
    let took = started.elapsed().as_secs_f64();
    show!(
        "accepted: {game}{from}: {proven}; {entries} entries, {pairs} of them pairs, \
         {answers} answered moves, {took:.2} s"
    );
    Ok(ExitCode::SUCCESS)
}
