//! The command `speed`: measures the speed of this machine.

use noughts_tournament::journal::Speed;

use crate::cli::common::console::{self, COMMAND, Unshown, complain, styled};

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
