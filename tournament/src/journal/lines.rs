//! The lines of a journal of either kind: how they are read, printed, and
//! recognized as those of this program.

use std::io::{self, BufRead, BufReader, Read, Seek};
use std::mem;

use serde::Serialize;
use serde_json::Value;

use super::VERSION;
use super::file::chain::{self, Chain, Integrity};
use super::read_error::ReadError;

/// The maximum length of a line in bytes, including the newline.
pub const MAX_LINE: u64 = 64 * 1024 * 1024;

/// The complete lines of a file. The iterator ends at the last one; after the file
/// has grown, it continues there, even if an incomplete line has been cut off
/// meanwhile.
#[derive(Debug)]
pub(crate) struct LineReader<R> {
    from: BufReader<R>,
    /// The bytes of the line that is being read.
    pub(super) line: Vec<u8>,
    chain: Chain,
}

impl<R: Read + Seek> LineReader<R> {
    /// Reads from the current offset.
    pub(crate) fn new(from: R) -> LineReader<R> {
        LineReader { from: BufReader::new(from), line: Vec::new(), chain: Chain::default() }
    }

    /// Returns the next line with its newline, if it is complete. A line that is
    /// too long is an error: a device may never end.
    fn complete_line(&mut self) -> io::Result<Option<Vec<u8>>> {
        let room = MAX_LINE.saturating_sub(self.line.len() as u64);
        self.from.by_ref().take(room).read_until(b'\n', &mut self.line)?;
        if self.line.last() == Some(&b'\n') {
            return Ok(Some(mem::take(&mut self.line)));
        }
        if self.line.len() as u64 >= MAX_LINE {
            return Err(too_long());
        }
        // A runner that resumes the journal may write another line here.
        let length = i64::try_from(self.line.len()).unwrap_or(i64::MAX);
        self.from.seek_relative(-length)?;
        self.line.clear();
        Ok(None)
    }
}

impl<R: Read + Seek> Iterator for LineReader<R> {
    /// The line with its newline, without check values, and what these say of it.
    type Item = io::Result<(Vec<u8>, Integrity)>;

    fn next(&mut self) -> Option<Self::Item> {
        let line = self.complete_line().transpose()?;
        Some(line.map(|line| self.chain.open(line)))
    }
}

/// Returns a line with its newline, without check values.
///
/// # Errors
///
/// When the line with its check values exceeds [`MAX_LINE`].
pub(crate) fn print(entry: &impl Serialize) -> io::Result<String> {
    let mut line = serde_json::to_string(entry)?;
    line.push('\n');
    if (line.len() + chain::ADDED) as u64 > MAX_LINE { Err(too_long()) } else { Ok(line) }
}

fn too_long() -> io::Error {
    let reason = format!("a line has more than {MAX_LINE} bytes");
    io::Error::new(io::ErrorKind::InvalidData, reason)
}

/// Returns the first line of a journal whose header has this type and the version
/// of this program. The version is read before the configuration, which may have
/// another form in another version.
pub(crate) fn first_line<R: Read + Seek>(
    lines: &mut LineReader<R>,
    own: &str,
) -> Result<(Vec<u8>, Integrity), ReadError> {
    let (line, integrity) = lines.next().transpose()?.ok_or(ReadError::NotAJournal)?;
    let header: Value = serde_json::from_slice(&line).map_err(|_| ReadError::NotAJournal)?;
    let version = header.get("version").and_then(Value::as_u64);
    match (header.get("type").and_then(Value::as_str), version) {
        (Some(kind), Some(version)) if kind == own => match version == u64::from(VERSION) {
            true => Ok((line, integrity)),
            false => Err(ReadError::Version(version)),
        },
        (Some("tune"), _) if own != "tune" => Err(ReadError::OfTuning),
        (Some("header"), _) if own != "header" => Err(ReadError::OfTournament),
        _ => Err(ReadError::NotAJournal),
    }
}
