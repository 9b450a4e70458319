//! The built-in engine: the runner starts itself as an engine process.

use std::io;
use std::path::PathBuf;

/// The hidden subcommand that serves the engine.
pub(crate) const SUBCOMMAND: &str = "engine";

/// The program and arguments that serve the built-in engine.
pub(crate) fn program() -> io::Result<(PathBuf, Vec<String>)> {
    // There the running program is reached even after its file was built anew:
    // a tournament has one built-in engine from its first game to its last.
    let path = if cfg!(target_os = "linux") {
        PathBuf::from("/proc/self/exe")
    } else {
        std::env::current_exe()?
    };
    Ok((path, vec![SUBCOMMAND.to_string()]))
}

/// Runs the protocol loop over standard input and output.
pub(crate) fn serve() -> io::Result<()> {
    // What the engine could not obey it has said itself.
    noughts::engine::serve_stdio("").map(|_| ())
}
