//! The command `speed`, and the scale that is measured.

use noughts_tournament::journal::Speed;
use noughts_tournament::model::config::Config;
use noughts_tournament::model::scale::Scale;

use super::console::{self, COMMAND, Unshown, complain, styled};

/// Prints the speed of this machine.
pub(crate) fn show() -> Result<(), Unshown> {
    let speed = Speed::measure().measured;
    console::show(&format!("{speed:.1}\n"))?;
    let key = styled(COMMAND, format_args!("--reference {speed:.1} --scale auto"));
    complain(format_args!(
        "millions of plies per second; a run with {key} gives engines on a slower machine as much \
         more time"
    ));
    Ok(())
}

/// If the scale of a tournament is `auto`, measures this machine and replaces
/// `auto` by the factor. Returns the speed.
pub(crate) fn fit(config: &mut Config) -> Option<Speed> {
    let reference = config.reference.filter(|_| config.scale == Scale::Auto)?;
    let speed = Speed::measure();
    let factor = (reference / speed.measured).clamp(0.001, 1000.0);
    // Three decimals: the measurement is not more precise.
    let factor = (factor * 1000.0).round().max(1.0) / 1000.0;
    complain(format_args!(
        "this machine has the speed {:.1}, the reference {reference:.1}: times are multiplied by \
         {factor}",
        speed.measured
    ));
    config.scale = Scale::Factor(factor);
    Some(speed)
}
