//! The notes about engines whose program changed between runs.

use noughts_tournament::journal::ChangedProgram;

use super::console::complain;

/// Reports changed programs.
pub(crate) fn note(changed: &[ChangedProgram]) {
    changed.iter().for_each(|change| complain(format_args!("note: {change}")));
}

/// Reports changed programs.
///
/// # Errors
///
/// The first changed program, if `strict`.
pub(crate) fn check(changed: &[ChangedProgram], strict: bool) -> anyhow::Result<()> {
    if let Some(change) = changed.first().filter(|_| strict) {
        return Err(change.clone().into());
    }
    note(changed);
    Ok(())
}
