//! Protocol commands: from standard input, or from the command line.

use std::io::Cursor;
use std::process::ExitCode;

use anyhow::Context;
use noughts::engine;

const NO_OUTPUT: &str = "the engine could not write to its output";

/// Runs the commands of a script, then those of standard input.
pub(super) fn converse(script: &str) -> anyhow::Result<ExitCode> {
    // The client has received all errors, so the exit status ignores them.
    engine::serve_stdio(script).context(NO_OUTPUT)?;
    Ok(ExitCode::SUCCESS)
}

/// Runs the commands of a script, then those in `words`, separated by `,`.
pub(super) fn run(mut script: String, words: &[String]) -> anyhow::Result<ExitCode> {
    for command in words.split(|word| word == ",") {
        script += &(command.join(" ") + "\n");
    }
    let errors = engine::serve(Cursor::new(script), std::io::stdout()).context(NO_OUTPUT)?;
    Ok(if errors > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
