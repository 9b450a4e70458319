//! `noughts verify`: checks a certificate.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;
use noughts::verify::flat::{self, Proven};

use crate::cli::certificate;
use crate::cli::console::show;

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
        let text = certificate::read(&self.file)?;
        let started = Instant::now();
        if flat::is_strategy(&text) {
            return Ok(verify_strategy(&text, started));
        }
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
fn verify_strategy(text: &str, started: Instant) -> ExitCode {
    let accepted = match flat::verify(text) {
        Ok(accepted) => accepted,
        Err(refused) => {
            show!("refused: {refused}");
            return ExitCode::FAILURE;
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
    ExitCode::SUCCESS
}
