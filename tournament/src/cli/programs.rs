//! The notes about engines that are not the same program in all games.

use noughts_tournament::journal::ChangedProgram;

use super::console::complain;
use super::end::misuse;

/// Reports changed programs.
pub(crate) fn note(changed: &[ChangedProgram]) {
    changed.iter().for_each(|change| complain(format_args!("note: {change}")));
}

/// Reports changed programs.
///
/// # Errors
///
/// If it is `strict`, the first one.
pub(crate) fn check(changed: &[ChangedProgram], strict: bool) -> anyhow::Result<()> {
    if let Some(change) = changed.first().filter(|_| strict) {
        return Err(misuse("--strict", change).into());
    }
    note(changed);
    Ok(())
}
