//! Follows the journals of a tournament that other processes write, on this or
//! on other machines, and decides its test.
//!
//! The verdict is the first crossing of a bound in the order of the numbers of
//! the games, so that it does not depend on which machine is faster, and games
//! that arrive later do not change it.

mod in_order;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

pub use in_order::{Decision, InOrder};

use crate::journal::{Header, Journals, ReadError, changed_programs};
use crate::stats::{Sprt, Tally};

/// The journals of one tournament, found while they appear.
#[derive(Debug, Default)]
pub struct Follower {
    /// The test, if it is not that of the configuration.
    sprt: Option<Sprt>,
    journals: Option<Followed>,
    /// The files that need not be opened again: those that are read, and those
    /// left out because of a game in them.
    known: BTreeSet<PathBuf>,
    /// The files that are left out, with the reason that was reported.
    refused: BTreeMap<PathBuf, String>,
}

/// The journals that are read, and their results.
#[derive(Debug)]
struct Followed {
    journals: Journals,
    tally: Tally,
    order: InOrder,
    /// The number of changed programs that have been reported.
    changed: usize,
}

/// The state of the tournament.
#[derive(Debug)]
pub struct Progress<'a> {
    /// The configuration.
    pub header: &'a Header,
    /// The number of journals.
    pub journals: usize,
    /// All games so far.
    pub tally: &'a Tally,
    /// The number of games so far.
    pub played: usize,
    /// The number of games of the complete tournament.
    pub total: usize,
    /// The test, if there is one, and its games in their order.
    pub order: &'a InOrder,
}

impl Follower {
    /// Creates a follower. The test replaces that of the configuration.
    pub fn new(sprt: Option<Sprt>) -> Follower {
        Follower { sprt, ..Follower::default() }
    }

    /// Reads the new games of the journals at these paths, and returns what has
    /// to be reported: files that are left out, each once, and changed
    /// programs. A file that has no complete header yet is tried again.
    pub fn poll(&mut self, paths: &[PathBuf]) -> Vec<String> {
        let mut reports = Vec::new();
        for path in paths {
            if self.known.contains(path) {
                continue;
            }
            match self.add(path) {
                Ok(()) => {
                    self.refused.remove(path);
                    self.known.insert(path.clone());
                }
                // A journal that was created a moment ago.
                Err(_) if path.metadata().is_ok_and(|data| data.len() == 0) => {}
                Err(error) => self.refuse(path, &error, &mut reports),
            }
        }
        self.read(&mut reports);
        reports
    }

    fn add(&mut self, path: &Path) -> Result<(), ReadError> {
        if let Some(followed) = &mut self.journals {
            return followed.journals.add(path);
        }
        let journals = Journals::open(&[path])?;
        let config = &journals.header().config;
        let tally = Tally::new(config.engines.iter().map(|engine| engine.name.as_str()));
        let order = InOrder::new(config, self.sprt.or(config.sprt));
        self.journals = Some(Followed { journals, tally, order, changed: 0 });
        Ok(())
    }

    /// Leaves out a file; reports the reason if it is new.
    fn refuse(&mut self, path: &Path, error: &ReadError, reports: &mut Vec<String>) {
        let reason = error.to_string();
        if self.refused.get(path) != Some(&reason) {
            reports.push(format!("left out: {reason}"));
            self.refused.insert(path.to_path_buf(), reason);
        }
    }

    fn read(&mut self, reports: &mut Vec<String>) {
        // Each error leaves out one journal, so that this ends.
        while let Some(followed) = &mut self.journals {
            let Followed { journals, tally, order, .. } = followed;
            let read = journals.read_new(|found| {
                tally.add(&found.record);
                order.add(found.record);
            });
            let Err(error) = read else { break };
            let (ReadError::File { file, .. } | ReadError::ConflictingGame { file, .. }) = &error
            else {
                break;
            };
            let file = file.clone();
            journals.leave_out(&file);
            // A folder in the network may be back at the next look; games that
            // are read again count once.
            if matches!(error, ReadError::File { .. }) {
                self.known.remove(&file);
            }
            self.refuse(&file, &error, reports);
        }
        if let Some(followed) = &mut self.journals {
            let changed = changed_programs(followed.journals.runs());
            reports.extend(changed.iter().skip(followed.changed).map(ToString::to_string));
            followed.changed = changed.len();
        }
    }

    /// Returns the state; `None` before the first journal.
    pub fn progress(&self) -> Option<Progress<'_>> {
        let Followed { journals, tally, order, .. } = self.journals.as_ref()?;
        let header = journals.header();
        let games = if header.config.no_swap { 1 } else { 2 };
        Some(Progress {
            header,
            journals: journals.count(),
            tally,
            played: tally.played(),
            total: header.config.schedule().total().saturating_mul(games),
            order,
        })
    }
}
