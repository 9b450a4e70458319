//! The built-in engine: the runner starts itself as an engine process.

use std::io;
use std::path::PathBuf;

/// The hidden subcommand that serves the engine.
pub(crate) const SUBCOMMAND: &str = "engine";

/// The program and arguments that serve the built-in engine.
pub(crate) fn program() -> io::Result<(PathBuf, Vec<String>)> {
    Ok((std::env::current_exe()?, vec![SUBCOMMAND.to_string()]))
}

/// Runs the protocol loop over standard input and output.
pub(crate) fn serve() -> io::Result<()> {
    // What the engine could not obey it has said itself.
    noughts::engine::serve_stdio("").map(|_| ())
}
