//! Writes a new journal of the lines that hold.

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use noughts::files::Replacement;

use crate::journal::file::chain::Chain;
use crate::journal::file::line_history::{LineHistory, Occurrence};
use crate::journal::{Header, ReadError, header_line, read, run_line};

/// Writes the games of journals that have been audited, except for these lines, to a new
/// journal, with new check values. Returns the number of games.
///
/// # Errors
///
/// When a journal cannot be read, or when the new file exists or cannot be written.
pub fn repair<P: AsRef<Path>>(
    paths: &[P],
    without: &HashSet<(PathBuf, usize)>,
    into: &Path,
) -> io::Result<usize> {
    let mut writer = Replacement::begin_new(into)?;
    let (mut chain, mut history, mut count) = (Chain::default(), LineHistory::default(), 0);
    let unreadable = |error: ReadError| io::Error::other(error.to_string());
    for (number, path) in paths.iter().enumerate() {
        let file = path.as_ref();
        let (header, mut games) = read(file).map_err(unreadable)?;
        if !games.take_doubts().is_empty() {
            // Nobody knows the configuration of the games.
            let file = file.display();
            return Err(io::Error::other(format!("the header of {file} was changed")));
        }
        if number == 0 {
            // Several shares are together a tournament.
            let shard = if paths.len() == 1 { header.shard.clone() } else { None };
            let line = header_line(&Header { shard, ..header })?;
            writer.write_all(chain.seal(&line).as_bytes())?;
        }
        loop {
            let found = games.next().transpose()?;
            // A run stands before its first game.
            for run in games.take_runs() {
                writer.write_all(chain.seal(&run_line(&run)?).as_bytes())?;
            }
            let Some(found) = found else { break };
            let is_wrong = without.contains(&(file.to_path_buf(), games.line_number()));
            if !is_wrong && history.record(&found) == Occurrence::First {
                let line = String::from_utf8_lossy(&found.line);
                writer.write_all(chain.seal(&line).as_bytes())?;
                count += 1;
            }
        }
    }
    writer.finish()?;
    Ok(count)
}
