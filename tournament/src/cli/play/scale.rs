//! The scale `auto`: measures this machine and replaces the scale by a factor.

use noughts_tournament::journal::Speed;
use noughts_tournament::model::config::Config;
use noughts_tournament::model::scale::Scale;

use crate::cli::common::console::complain;

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
