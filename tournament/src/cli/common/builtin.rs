//! The processes for which the runner starts its own program: the built-in
//! engine and the guard of the engines.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use noughts_client::stop::Stop;
use noughts_client::watchdog::{self, Watchdog};
use noughts_client::{Launch, ThisMachine};
use noughts_tournament::model::config::Config;

use super::console::complain;

/// The hidden subcommand that serves the engine.
pub(crate) const SUBCOMMAND: &str = "engine";

/// The hidden subcommand that ends the engines of a killed runner.
pub(crate) const GUARD: &str = "guard";

/// The program and arguments that serve the built-in engine.
pub(crate) fn program() -> io::Result<(PathBuf, Vec<String>)> {
    Ok((this_program()?, vec![SUBCOMMAND.to_string()]))
}

fn this_program() -> io::Result<PathBuf> {
    // This link reaches the running program even after its file has been
    // replaced, so that all games of a tournament use the same built-in engine.
    if cfg!(target_os = "linux") {
        Ok(PathBuf::from("/proc/self/exe"))
    } else {
        std::env::current_exe()
    }
}

/// Returns the settings with which the engines of a tournament are started, and
/// starts their guard.
pub(crate) fn launch(config: &Config, stop: &Stop, debug: bool) -> anyhow::Result<Launch> {
    Ok(Launch {
        builtin: program().context("cannot find the path of this program")?,
        rules: config.game.clone(),
        deadlines: config.deadlines.clone(),
        stop: stop.clone(),
        on_wait: Some(waits),
        debug,
        host: Arc::new(ThisMachine { guard: Some(guard()?) }),
    })
}

fn waits(engine: &str, deadline: Duration) {
    let seconds = deadline.as_secs_f64();
    complain(format_args!(
        "waiting for the engine \"{engine}\", which has {seconds} seconds to answer"
    ));
}

/// Starts the process that ends the engines if this program is killed.
pub(crate) fn guard() -> anyhow::Result<Watchdog> {
    let program = this_program().context("cannot find the path of this program")?;
    let guard = Watchdog::start(&program, &[GUARD.to_string()]);
    guard.context("cannot start the guard process of the engines")
}

/// Serves the built-in engine over standard input and output.
pub(crate) fn serve() -> io::Result<()> {
    // The engine has already reported the commands that it refused.
    noughts::engine::serve_stdio(noughts::engine::Options::default()).map(|_| ())
}

/// Waits for the end of the runner, which holds the other end of standard
/// input, and then ends its engines.
pub(crate) fn watch(mark: &str) {
    watchdog::watch(io::stdin().lock(), mark);
}
