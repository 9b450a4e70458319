//! The commands of the protocol: from standard input, or from the command line.

use std::io::Cursor;
use std::process::ExitCode;

use anyhow::Context;
use noughts::engine::{self, Options};

pub(super) const NO_OUTPUT: &str = "the engine could not write to its output";

/// Runs the engine on standard input. Refused commands do not change the exit
/// status: the client has seen their error messages.
pub(crate) fn converse(options: Options) -> anyhow::Result<ExitCode> {
    engine::serve_stdio(options).context(NO_OUTPUT)?;
    Ok(ExitCode::SUCCESS)
}

/// Runs the engine on these words, commands separated by `,`.
pub(crate) fn run(options: Options, words: &[String]) -> anyhow::Result<ExitCode> {
    let commands = words.split(|word| word == ",").map(|command| command.join(" ") + "\n");
    let script: String = commands.collect();
    let errors = engine::serve_script(options, Cursor::new(script)).context(NO_OUTPUT)?;
    Ok(if errors > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
