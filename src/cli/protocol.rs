//! The commands of the protocol: a conversation, or a script of one line.

use std::io::Cursor;
use std::process::ExitCode;

use anyhow::Context;
use noughts::engine;

const NO_OUTPUT: &str = "the engine could not write to its output";

/// Obeys what is read, after the commands of a script.
pub(super) fn converse(script: &str) -> anyhow::Result<ExitCode> {
    // In a conversation, errors are told to whoever made them.
    engine::serve_stdio(script).context(NO_OUTPUT)?;
    Ok(ExitCode::SUCCESS)
}

/// Obeys these words, commands separated by `,`, after those of a script.
pub(super) fn run(mut script: String, words: &[String]) -> anyhow::Result<ExitCode> {
    for command in words.split(|word| word == ",") {
        script += &(command.join(" ") + "\n");
    }
    let errors = engine::serve(Cursor::new(script), std::io::stdout()).context(NO_OUTPUT)?;
    Ok(if errors > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
