//! `noughts verify`: checks a certificate.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use super::console::show;
use anyhow::{Context, bail};
use clap::Args;
use noughts::verify::{Accepted, Refused};

use super::progress::Progress;

/// The arguments of `noughts verify`.
#[derive(Args)]
pub(super) struct Arguments {
    /// A certificate, as written by `solve qubic --certificate FILE`
    file: PathBuf,
}

/// The size of the largest accepted certificate, in bytes.
const LARGEST: u64 = 64 << 20;

/// Checks a certificate; fails if it is refused.
pub(super) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let text = read(&arguments.file)?;
    let started = Instant::now();
    match watched(&text) {
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

/// Checks a certificate and shows a progress bar.
pub(super) fn watched(text: &str) -> Result<Accepted, Refused> {
    let mut progress: Option<Progress> = None;
    let result = noughts::verify::verify_with_progress(text, &mut |done, all| {
        let bar = progress.get_or_insert_with(|| Progress::new(Some(all as u64)));
        bar.update(done as u64, || format!("{done} of {all} entries checked"));
    });
    if let Some(mut progress) = progress {
        progress.end();
    }
    result
}

/// Reads the text of a certificate.
pub(super) fn read(file: &Path) -> anyhow::Result<String> {
    let name = || format!("{}", file.display());
    let mut text = String::new();
    let opened = File::open(file).with_context(name)?;
    opened.take(LARGEST + 1).read_to_string(&mut text).with_context(name)?;
    if text.len() as u64 > LARGEST {
        bail!("{}: larger than {LARGEST} bytes, the limit for certificates", file.display());
    }
    Ok(text)
}
