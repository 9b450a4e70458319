//! The note about more searching threads than processors.

use std::thread;

use noughts_tournament::model::config::Config;

use crate::cli::common::console::complain;

/// Notes that concurrent games would compete for processors. Searches limited
/// by nodes or depth are then only slower, and play the same.
pub(crate) fn note(config: &Config) {
    // An empty list means all processors.
    let bound = config.affinity.as_ref().map(Vec::len).filter(|&bound| bound > 0);
    let available = || thread::available_parallelism().ok().map(usize::from);
    let Some(processors) = bound.or_else(available) else { return };
    let (games, threads) = (config.concurrency, config.threads());
    if config.is_timed() && games.saturating_mul(threads) > processors {
        let unit = if threads == 1 { "thread" } else { "threads" };
        complain(format_args!(
            "note: {games} games at a time with {threads} {unit} each need {} processors, but they \
             may use {processors}: the games take time from each other",
            games.saturating_mul(threads)
        ));
    }
}
