//! The notes about journals: lines that do not count, and engines whose program changed.

use std::path::{Path, PathBuf};

use noughts_tournament::journal::{ChangedProgram, Doubt, doubt_notes};

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

/// Returns the note that names the command which repairs a journal.
pub(crate) fn repair(journal: &Path) -> String {
    let journal = journal.display();
    format!(
        "note: `noughts-tournament audit {journal} --repair NEW` names all that is wrong, and \
         writes a journal of what holds"
    )
}

/// Reports lines that do not count or are not where they were written.
pub(crate) fn note_doubts(lines: &[(PathBuf, Doubt)]) {
    for note in doubt_notes(lines) {
        complain(format_args!("note: {note}"));
    }
    if let Some((file, _)) = lines.first() {
        complain(repair(file));
    }
}
