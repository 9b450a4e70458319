//! Follows the journals of a tournament that other processes write, on this or
//! on other machines, and decides its test.
//!
//! The verdict is the first crossing of a bound in the order of the numbers of
//! the games, so that it does not depend on which machine is faster, and games
//! that arrive later do not change it. If the journals belong to several
//! tournaments, the tournament with the most journals is followed, whatever the
//! names of the files.

mod candidate;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::journal::{Header, ReadError, changed_programs};
use crate::model::sprt::Sprt;
use crate::stats::Tally;
use crate::stats::in_order::InOrder;
use candidate::{Candidate, describe_tie};

/// The maximum number of doubtful lines that a report names.
const MAX_DOUBTS: usize = 10;

/// The journals of one tournament, found while they appear.
#[derive(Debug, Default)]
pub struct Follower {
    /// The test, if it is not that of the configuration.
    sprt: Option<Sprt>,
    /// The tournaments of the journals, in the order in which they were found.
    candidates: Vec<Candidate>,
    /// The place of the tournament that is followed; `None` without journals,
    /// and while two tournaments have the most.
    followed: Option<usize>,
    /// The files that need not be opened again: those that have been read,
    /// those of other tournaments, and those left out because of a game in
    /// them.
    known: BTreeSet<PathBuf>,
    /// The files of other tournaments, with the place of the tournament that
    /// was followed when they were reported.
    foreign: BTreeMap<PathBuf, usize>,
    /// The files that are left out, with the reason that was reported.
    refused: BTreeMap<PathBuf, String>,
    /// The files that were found empty, each reported once.
    empty: BTreeSet<PathBuf>,
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
    /// to be reported: files that are empty or left out, each once, and changed
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
                // A journal that was created a moment ago, or never got a line.
                Err(_) if path.metadata().is_ok_and(|data| data.len() == 0) => {
                    if self.empty.insert(path.clone()) {
                        reports.push(format!("note: {} is empty so far", path.display()));
                    }
                }
                Err(error) => self.refuse(path, &error, &mut reports),
            }
        }
        self.choose(paths);
        self.report_foreign(&mut reports);
        self.read(&mut reports);
        reports
    }

    /// Adds a journal to its tournament.
    fn add(&mut self, path: &Path) -> Result<(), ReadError> {
        for candidate in &mut self.candidates {
            match candidate.add(path) {
                Err(ReadError::Mixed { .. }) => {}
                added => return added,
            }
        }
        self.candidates.push(Candidate::open(path, self.sprt)?);
        Ok(())
    }

    /// Chooses the tournament with the most journals.
    fn choose(&mut self, paths: &[PathBuf]) {
        let followed = self.followed.and_then(|place| self.candidates.get(place));
        // A verdict is final, whatever journals appear later.
        if followed.is_some_and(|candidate| candidate.order.decision().is_some()) {
            return;
        }
        let weights: Vec<_> = self.candidates.iter().map(|c| c.weight(paths)).collect();
        let most = weights.iter().max();
        let is_most = |place: &usize| weights.get(*place) == most;
        let mut leaders = (0..weights.len()).filter(is_most);
        self.followed = leaders.next().filter(|_| leaders.next().is_none());
    }

    /// Reports the journals of other tournaments than the followed one.
    fn report_foreign(&mut self, reports: &mut Vec<String>) {
        let Some(place) = self.followed else { return };
        let Some(followed) = self.candidates.get(place) else { return };
        for file in followed.files() {
            self.foreign.remove(file);
        }
        for other in self.candidates.iter().enumerate().filter(|(other, _)| *other != place) {
            for file in other.1.files() {
                if self.foreign.insert(file.clone(), place) != Some(place) {
                    reports.push(followed.reason_against(file, other.1));
                }
            }
        }
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
        // Each error leaves out one journal, so that the loop ends.
        while let Some(candidate) = self.followed.and_then(|it| self.candidates.get_mut(it)) {
            let Candidate { journals, tally, order, .. } = candidate;
            let read = journals.read_new(|found| {
                tally.add(&found.record);
                order.add(&found.record);
            });
            let Err(error) = read else { break };
            let (ReadError::File { file, .. } | ReadError::ConflictingGame { file, .. }) = &error
            else {
                break;
            };
            let file = file.clone();
            journals.leave_out(&file);
            // A network folder may be available again at the next poll; games
            // that are read again count once.
            if matches!(error, ReadError::File { .. }) {
                self.known.remove(&file);
            }
            self.refuse(&file, &error, reports);
        }
        if let Some(followed) = self.followed.and_then(|it| self.candidates.get_mut(it)) {
            let changed = changed_programs(followed.journals.runs());
            reports.extend(changed.iter().skip(followed.changed).map(ToString::to_string));
            followed.changed = changed.len();
            let doubts = followed.journals.doubts();
            // A file may have nothing else.
            let new = doubts.iter().skip(followed.doubted).take(MAX_DOUBTS);
            reports.extend(new.map(|(file, doubt)| format!("note: {}: {doubt}", file.display())));
            followed.doubted = doubts.len();
        }
    }

    /// Describes which files belong to which tournament while none can be
    /// followed because two have the most journals.
    pub fn tie(&self) -> Option<String> {
        let is_tie = self.followed.is_none() && !self.candidates.is_empty();
        is_tie.then(|| describe_tie(&self.candidates))
    }

    /// Returns the state; `None` before the first journal, and while no
    /// tournament can be followed.
    pub fn progress(&self) -> Option<Progress<'_>> {
        let followed = self.candidates.get(self.followed?)?;
        let Candidate { journals, tally, order, .. } = followed;
        let header = journals.header();
        Some(Progress {
            header,
            journals: journals.count(),
            tally,
            played: tally.played(),
            total: journals.total(),
            order,
        })
    }
}
