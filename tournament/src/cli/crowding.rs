//! The note about more searching threads than processors.

use std::thread;

use noughts_tournament::config::Config;

use super::console::complain;

/// Notes that games would take time from each other. Searches that are limited
/// by nodes or depth are only slower then, and play the same.
pub(crate) fn note(config: &Config) {
    let is_timed = config.engines.iter().any(|engine| {
        let limits = &engine.limits;
        limits.tc.is_some() || limits.movetime.is_some()
    });
    let Ok(processors) = thread::available_parallelism() else { return };
    let (games, threads) = (config.concurrency, config.threads());
    if is_timed && games.saturating_mul(threads) > processors.get() {
        complain(format_args!(
            "note: {games} games at a time with {threads} threads each need {} processors, but there \
             are {processors}: the games take time from each other",
            games.saturating_mul(threads)
        ));
    }
}
