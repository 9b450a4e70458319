//! `noughts verify`: checks a certificate.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;

use crate::cli::certificate;
use crate::cli::console::show;

/// Check a certificate with code that shares nothing with the prover
#[derive(Args)]
pub(crate) struct Verify {
    /// A certificate, as written by `solve qubic --certificate FILE`, or Patashnik's dictionary
    /// as it was published
    file: PathBuf,
}

impl Verify {
    /// Checks the certificate; fails if it is refused.
    pub(crate) fn run(&self) -> anyhow::Result<ExitCode> {
        let text = certificate::read(&self.file)?;
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
