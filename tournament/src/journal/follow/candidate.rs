//! A tournament found among the journals.

use std::path::{Path, PathBuf};

use crate::journal::{Header, Journals, ReadError, difference};
use crate::model::sprt::Sprt;
use crate::stats::Tally;
use crate::stats::in_order::InOrder;

/// The largest number of files of a tournament that a message names.
const MAX_NAMED: usize = 5;

/// A tournament, its journals, and the games that have been read. Games are
/// read only while this tournament is followed.
#[derive(Debug)]
pub(super) struct Candidate {
    pub(super) journals: Journals,
    pub(super) tally: Tally,
    pub(super) order: InOrder,
    /// The number of changed programs that have been reported.
    pub(super) changed: usize,
    /// The number of doubts about lines that have been reported.
    pub(super) doubted: usize,
    /// The journals found so far, also those that were left out later because
    /// of a game in them: they still show which tournament is meant.
    files: Vec<PathBuf>,
}

impl Candidate {
    /// Begins with the first journal of a tournament.
    pub(super) fn open(path: &Path, sprt: Option<Sprt>) -> Result<Candidate, ReadError> {
        let journals = Journals::open(&[path])?;
        let config = &journals.header().config;
        let tally = Tally::new(config.engines.iter().map(|engine| engine.name.as_str()));
        let order = InOrder::new(config, sprt.or(config.sprt));
        Ok(Candidate {
            journals,
            tally,
            order,
            changed: 0,
            doubted: 0,
            files: vec![path.to_path_buf()],
        })
    }

    /// Adds a journal of this tournament; a journal of another one is the error
    /// [`ReadError::Mixed`].
    pub(super) fn add(&mut self, path: &Path) -> Result<(), ReadError> {
        self.journals.add(path)?;
        if !self.files.iter().any(|file| file == path) {
            self.files.push(path.to_path_buf());
        }
        Ok(())
    }

    /// Returns the number of its journals, and how many of them are among
    /// `paths`. If two tournaments have equally many journals, moving some away
    /// decides.
    pub(super) fn weight(&self, paths: &[PathBuf]) -> (usize, usize) {
        (self.files.len(), self.files.iter().filter(|file| paths.contains(file)).count())
    }

    pub(super) fn files(&self) -> &[PathBuf] {
        &self.files
    }

    fn first(&self) -> String {
        self.files.first().map_or(String::new(), |file| file.display().to_string())
    }

    /// Describes why a file of `other` is left out while this tournament is
    /// followed.
    pub(super) fn reason_against(&self, file: &Path, other: &Candidate) -> String {
        let (file, first) = (file.display().to_string(), self.first());
        let header = self.journals.header();
        let differs = describe(header, other.journals.header(), [&first, &file]);
        format!(
            "left out: {file} is of another tournament than {first}, which is followed{differs}"
        )
    }
}

/// Describes the first difference of two tournaments by a file of each.
fn describe(first: &Header, second: &Header, files: [&str; 2]) -> String {
    let [one, two] = files.map(|file| format!("in {file}"));
    let found = difference(first, second.clone());
    found.map_or(String::new(), |difference| format!(": {}", difference.describe(&one, &two)))
}

/// Describes which files belong to which tournament, if none has the most
/// journals.
pub(super) fn describe_tie(candidates: &[Candidate]) -> String {
    let group = |(place, candidate): (usize, &Candidate)| {
        let named = candidate.files.iter().take(MAX_NAMED);
        let mut names: Vec<String> = named.map(|file| file.display().to_string()).collect();
        let more = candidate.files.len().saturating_sub(MAX_NAMED);
        if more > 0 {
            names.push(format!("{more} more"));
        }
        let differs = candidates.first().filter(|_| place > 0).map_or(String::new(), |first| {
            let names = [first.first(), candidate.first()];
            let headers = [first, candidate].map(|candidate| candidate.journals.header());
            describe(headers[0], headers[1], [&names[0], &names[1]])
        });
        format!("tournament {}: {}{differs}", place + 1, names.join(", "))
    };
    let groups: Vec<String> = candidates.iter().enumerate().map(group).collect();
    format!(
        "the journals are of different tournaments, and none has the most; move away those that \
         are not meant\n  {}",
        groups.join("\n  ")
    )
}
