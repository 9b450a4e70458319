//! The command line of the match runner.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    fail_at_limits();
    cli::parse().map_or_else(|refused| refused, cli::run)
}

/// Lets a write beyond the limit on file sizes fail, which is reported, instead of ending
/// the program by a signal. The engines do not inherit it.
fn fail_at_limits() {
    #[cfg(unix)]
    {
        let reached = std::sync::Arc::default();
        // Without it the signal ends the program.
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, reached);
    }
}
