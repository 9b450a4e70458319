//! What the runner starts itself as: the built-in engine, and the guard of its
//! engines.

use std::io;
use std::path::PathBuf;

use anyhow::Context;
use noughts_tournament::config::Config;
use noughts_tournament::engine::Launch;
use noughts_tournament::engine::watchdog::{self, Watchdog};
use noughts_tournament::stop::Stop;

/// The hidden subcommand that serves the engine.
pub(crate) const SUBCOMMAND: &str = "engine";

/// The hidden subcommand that guards engines.
pub(crate) const GUARD: &str = "guard";

/// The program and arguments that serve the built-in engine.
pub(crate) fn program() -> io::Result<(PathBuf, Vec<String>)> {
    Ok((this_program()?, vec![SUBCOMMAND.to_string()]))
}

fn this_program() -> io::Result<PathBuf> {
    // There the running program is reached even after its file was built anew:
    // a tournament has one built-in engine from its first game to its last.
    if cfg!(target_os = "linux") {
        Ok(PathBuf::from("/proc/self/exe"))
    } else {
        std::env::current_exe()
    }
}

/// What the engines of a tournament are started with, under guard.
pub(crate) fn launch(config: &Config, stop: &Stop, debug: bool) -> anyhow::Result<Launch> {
    Ok(Launch {
        builtin: program().context("this program cannot be found")?,
        rules: config.game.clone(),
        deadlines: config.deadlines.clone(),
        stop: stop.clone(),
        debug,
        guard: Some(guard()?),
    })
}

/// What ends the engines when this program is killed.
pub(crate) fn guard() -> anyhow::Result<Watchdog> {
    let program = this_program().context("this program cannot be found")?;
    let guard = Watchdog::start(&program, &[GUARD.to_string()]);
    guard.context("the guard of the engines cannot be started")
}

/// Runs the protocol loop over standard input and output.
pub(crate) fn serve() -> io::Result<()> {
    // What the engine could not obey it has said itself.
    noughts::engine::serve_stdio(noughts::engine::Options::default()).map(|_| ())
}

/// Guards the engines of the runner that is at the other end of standard input.
pub(crate) fn watch(mark: &str) {
    watchdog::watch(io::stdin().lock(), mark);
}
