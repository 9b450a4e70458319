//! `noughts solve`: the value of a game, proven.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;
use clap::Args;
use noughts::game::GameSpec;

use super::{certificate, openings};

/// What to solve.
#[derive(Args)]
pub(super) struct Arguments {
    /// The game: qubic.
    #[arg(value_name = "SPEC", default_value = "qubic")]
    game: GameSpec,

    /// Write the proof to this file, for `verify` and `--book`.
    #[arg(long, value_name = "FILE", conflicts_with = "openings")]
    certificate: Option<PathBuf>,

    /// Nodes, in millions, to spend on making the certificate smaller.
    #[arg(long, value_name = "MILLIONS", default_value_t = 500, requires = "certificate")]
    improve: u64,

    /// Value every opening move and reply up to symmetry.
    #[arg(long)]
    openings: bool,

    /// Nodes at most, in millions: for the proof, or for each opening.
    #[arg(long, value_name = "MILLIONS", default_value_t = 500)]
    nodes: u64,

    /// Memory for a proof, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 1024)]
    hash: usize,

    /// Openings to work on at a time.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "openings")]
    threads: usize,
}

/// Solves; a failure when nothing is proven.
pub(super) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    if arguments.game.to_string() != "qubic" {
        bail!("\"{}\" cannot be solved: only qubic can", arguments.game);
    }
    let memory = arguments.hash.saturating_mul(1 << 20);
    let nodes = arguments.nodes.saturating_mul(1_000_000);
    if arguments.openings {
        openings::run(nodes, memory, arguments.threads);
        return Ok(ExitCode::SUCCESS);
    }
    let improve = arguments.improve.saturating_mul(1_000_000);
    certificate::run(arguments.certificate.as_deref(), nodes, improve, memory)
}
