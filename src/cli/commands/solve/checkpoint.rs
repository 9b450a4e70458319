//! `noughts solve --checkpoint`: a file of what a proof knows, from which a later process
//! goes on, and through which several processes work on one proof.
//!
//! ```text
//! noughts checkpoint 1 tictactoe:8x8:5
//! attacker defender zone a 00ff… 1c291ca3     an entry: sets of squares in hexadecimal, the
//!                                              side to move (a or d), the facts, and the
//!                                              CRC-32 of the first line and this one
//! ```
//!
//! Every process appends its entries while it holds the lock of the file, and reads those of
//! the others. A line that a dead process did not finish is left out, as is every line whose
//! checksum is wrong: those of other games, too. Files of one game can be joined with `cat`.

use std::fs::{File, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::Context;
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded, unbounded};
use noughts::game::{GameSpec, SquareSet};
use noughts::search::{Exchange, ProofEntry};

use crate::cli::console::complain;

/// The time between two looks at the file, at least: the more often, the less is searched
/// twice.
const TICK: Duration = Duration::from_millis(50);
/// The same in multiples of the time that a look takes, which is long on some networks.
const TICK_FACTOR: u32 = 10;
/// The time between two looks, at most: what a killed process may lose.
const MAX_TICK: Duration = Duration::from_secs(5);
/// The time between two attempts to lock the file.
const LOCK_PAUSE: Duration = Duration::from_millis(2);
/// How long the lock may be held by others before the user reads of it.
const LOCK_PATIENCE: Duration = Duration::from_secs(10);

/// A checkpoint in use.
pub(super) struct Checkpoint {
    /// For the search.
    pub(super) exchange: Exchange,
    /// The entries read when the file was opened.
    pub(super) read: u64,
    /// The damaged lines among them.
    pub(super) damaged: u64,
    path: PathBuf,
    /// Ends the thread when it is dropped.
    end: Sender<()>,
    thread: JoinHandle<io::Result<()>>,
}

impl Checkpoint {
    /// Opens the file, or creates it, and reads what is in it.
    ///
    /// # Errors
    ///
    /// When the file cannot be read, written or locked, is not a checkpoint, or has
    /// entries of another game.
    pub(super) fn open(path: &Path, spec: &GameSpec, worker: u32) -> anyhow::Result<Checkpoint> {
        let context = || format!("--checkpoint {}", path.display());
        let file = File::options().read(true).append(true).create(true).open(path);
        let file = file.with_context(context)?;
        // A pipe would be waited for, and a device keeps nothing.
        let is_file = file.metadata().with_context(context)?.is_file();
        anyhow::ensure!(is_file, "{}: this is not a regular file", context());
        let mut entries = Entries {
            file,
            header: format!("{HEADER}{spec}"),
            known: 0,
            is_whole: true,
            read: 0,
            damaged: 0,
        };
        let ((found, new), (elsewhere, from_elsewhere)) = (unbounded(), unbounded());
        entries.exchange(&[], &elsewhere).with_context(context)?;
        let (read, damaged) = (entries.read, entries.damaged);
        let (end, ended) = bounded(0);
        let thread = std::thread::spawn(move || entries.run(&new, &elsewhere, &ended));
        let exchange = Exchange { found, elsewhere: from_elsewhere, worker };
        Ok(Checkpoint { exchange, read, damaged, path: path.to_path_buf(), end, thread })
    }

    /// Writes the rest.
    ///
    /// # Errors
    ///
    /// When entries could not be written.
    pub(super) fn close(self) -> anyhow::Result<()> {
        drop(self.end);
        let written = self.thread.join();
        let written = written.unwrap_or_else(|_| Err(io::Error::other("its thread has panicked")));
        written.with_context(|| format!("{}: entries could not be written", self.path.display()))
    }
}

/// The entries in the file.
struct Entries {
    file: File,
    /// The first line.
    header: String,
    /// The bytes at the beginning of the file that are known.
    known: u64,
    /// Whether the last of them ends a line.
    is_whole: bool,
    /// The entries read.
    read: u64,
    /// The damaged lines.
    damaged: u64,
}

impl Entries {
    /// Exchanges entries until `ended` is disconnected. Entries that cannot be written are
    /// tried again.
    fn run(
        mut self,
        new: &Receiver<ProofEntry>,
        elsewhere: &Sender<ProofEntry>,
        ended: &Receiver<()>,
    ) -> io::Result<()> {
        let mut unwritten = Vec::new();
        let mut tick = TICK;
        let mut has_failed = false;
        loop {
            let is_last = ended.recv_timeout(tick) != Err(RecvTimeoutError::Timeout);
            unwritten.extend(new.try_iter());
            let started = Instant::now();
            let result = self.exchange(&unwritten, elsewhere);
            match &result {
                Ok(()) => unwritten.clear(),
                Err(error) if !has_failed => {
                    complain(format_args!("the checkpoint cannot be written now: {error}"));
                    has_failed = true;
                }
                Err(_) => {}
            }
            tick = (started.elapsed() * TICK_FACTOR).clamp(TICK, MAX_TICK);
            if is_last {
                return result.and_then(|()| self.file.sync_all());
            }
        }
    }

    /// Reads the entries that others have appended, and appends `new`.
    fn exchange(&mut self, new: &[ProofEntry], elsewhere: &Sender<ProofEntry>) -> io::Result<()> {
        let length = self.file.metadata()?.len();
        if self.known > 0 && new.is_empty() && length == self.known {
            return Ok(());
        }
        if length < self.known {
            // Somebody has emptied the file: it begins anew.
            (self.known, self.is_whole) = (0, true);
        }
        self.lock()?;
        let result = self.exchange_locked(new, elsewhere);
        self.file.unlock()?;
        result
    }

    /// Locks the file. Others hold the lock for a moment, unless they are stopped.
    fn lock(&self) -> io::Result<()> {
        let started = Instant::now();
        while started.elapsed() < LOCK_PATIENCE {
            match self.file.try_lock() {
                Err(TryLockError::WouldBlock) => std::thread::sleep(LOCK_PAUSE),
                result => return result.map_err(io::Error::from),
            }
        }
        complain(format_args!(
            "another process has held the lock of the checkpoint for {} s: is it stopped?",
            LOCK_PATIENCE.as_secs()
        ));
        self.file.lock()
    }

    fn exchange_locked(
        &mut self,
        new: &[ProofEntry],
        elsewhere: &Sender<ProofEntry>,
    ) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.known))?;
        let mut reader = BufReader::new(&self.file);
        let mut line = Vec::new();
        loop {
            line.clear();
            let length = reader.by_ref().take(MAX_LINE).read_until(b'\n', &mut line)?;
            if length == 0 {
                break;
            }
            self.is_whole = line.pop_if(|byte| *byte == b'\n').is_some();
            // A program on its way may have changed the ends of the lines.
            line.pop_if(|byte| *byte == b'\r');
            if line == self.header.as_bytes() {
                // The first line, or that of a joined file.
            } else if self.known == 0 || line.starts_with(HEADER.as_bytes()) {
                return Err(foreign(&line, &self.header));
            } else if let Some(entry) = parse(&line, &self.header) {
                self.read += 1;
                // The search may have ended.
                let _ = elsewhere.send(entry);
            } else {
                self.damaged += 1;
            }
            self.known += length as u64;
        }
        let mut text = String::new();
        if self.known == 0 {
            text += &self.header;
            text.push('\n');
        } else if !self.is_whole && !new.is_empty() {
            text.push('\n');
        }
        for entry in new {
            text += &format(entry, &self.header);
            text.push('\n');
        }
        // Known only now: after a failure the lines are read again, which does no harm.
        self.file.write_all(text.as_bytes())?;
        self.known += text.len() as u64;
        self.is_whole |= !text.is_empty();
        Ok(())
    }
}

/// The first line up to the name of the game, with the version of the format.
const HEADER: &str = "noughts checkpoint 1 ";

/// Longer lines are damaged.
const MAX_LINE: u64 = 256;

/// The error for a file that begins with another line.
fn foreign(line: &[u8], header: &str) -> io::Error {
    let line = String::from_utf8_lossy(line);
    let text = match line.strip_prefix(HEADER) {
        Some(game) => format!("this is a checkpoint of {}", game.escape_debug()),
        None => format!("this is no checkpoint: its first line is not \"{header}\""),
    };
    io::Error::other(text)
}

fn format(entry: &ProofEntry, header: &str) -> String {
    let ProofEntry { attacker, defender, zone, attacks, facts } = entry;
    let mover = if *attacks { 'a' } else { 'd' };
    let facts = u64::from_be_bytes([
        0, facts[0], facts[1], facts[2], facts[3], facts[4], facts[5], facts[6],
    ]);
    let text = format!("{:x} {:x} {:x} {mover} {facts:014x}", attacker.0, defender.0, zone.0);
    format!("{text} {:08x}", checksum(header, &text))
}

/// The checksum of a line. That of another game is another, so that no entry is ever taken
/// for one of this game.
fn checksum(header: &str, text: &str) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(header.as_bytes());
    hasher.update(text.as_bytes());
    hasher.finalize()
}

fn parse(line: &[u8], header: &str) -> Option<ProofEntry> {
    let line = std::str::from_utf8(line).ok()?;
    let (text, sum) = line.rsplit_once(' ')?;
    if u32::from_str_radix(sum, 16).ok()? != checksum(header, text) {
        return None;
    }
    let mut words = text.split(' ');
    let mut set = || Some(SquareSet(u128::from_str_radix(words.next()?, 16).ok()?));
    let [attacker, defender, zone] = [set()?, set()?, set()?];
    let attacks = match words.next()? {
        "a" => true,
        "d" => false,
        _ => return None,
    };
    let [_, facts @ ..] = u64::from_str_radix(words.next()?, 16).ok()?.to_be_bytes();
    words.next().is_none().then_some(ProofEntry { attacker, defender, zone, attacks, facts })
}
