//! The audit of journals: everything that follows from the configuration, the rules and
//! the recorded scores and times is computed again and compared with each line.

mod game;
mod repair;
mod replay;

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use noughts_client::StartError;
use noughts_client::text::printable;

use crate::journal::file::line_history::{LineHistory, Occurrence};
use crate::journal::{Header, ReadError, difference, read};
use crate::model::record::{GameLine, GameRecord};
use crate::plan::openings::TooManyPlies;
use crate::plan::queue::{Acceptance, GameQueue};
use game::GameCheck;

pub use repair::repair;
pub use replay::{Replayed, replay};

/// Something in a journal that cannot be so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The journal.
    pub file: PathBuf,
    /// The number of the line, from 1.
    pub line: usize,
    /// The number of the game, if the line has one.
    pub game: Option<usize>,
    /// What is wrong with it.
    pub reason: String,
}

/// What was audited.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Audited {
    /// The number of games that hold.
    pub games: usize,
    /// The number of games of the tournament, as far as it is known.
    pub total: usize,
    /// The number of findings.
    pub findings: usize,
    /// The files and lines of games of a knockout or a Swiss tournament that were played
    /// again with another pairing, after games before them were lost.
    pub superseded: Vec<(PathBuf, usize)>,
}

/// Why journals cannot be audited at all.
#[derive(Debug, thiserror::Error)]
pub enum AuditError {
    /// A journal cannot be read, or is of another tournament than the first.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The configuration has no openings.
    #[error(transparent)]
    Openings(#[from] TooManyPlies),
    /// An engine that is to play again does not start.
    #[error("engine \"{}\" cannot be started: {error}", printable(.engine, 100))]
    Start {
        /// The name of the engine.
        engine: String,
        /// Why.
        error: Box<StartError>,
    },
}

/// Audits the journals of one tournament; calls `each` for every finding, in the order
/// of the lines; in a knockout and a Swiss tournament those of games come last. Takes time
/// in proportion to the number of plies.
///
/// # Errors
///
/// When a journal cannot be read, or the journals are of different tournaments.
pub fn audit<P: AsRef<Path>>(
    paths: &[P],
    mut each: impl FnMut(&Finding),
) -> Result<Audited, AuditError> {
    let mut audit: Option<Audit> = None;
    for path in paths {
        let file = path.as_ref();
        let failed = |error| ReadError::File { file: file.to_path_buf(), error: Box::new(error) };
        let (header, mut games) = read(file).map_err(failed)?;
        let audit = match &mut audit {
            None => audit.insert(Audit::new(file, header)?),
            Some(audit) => {
                if let Some(difference) = difference(&audit.header, header.clone()) {
                    let (first, file) = (audit.first.clone(), file.to_path_buf());
                    let difference = Box::new(difference);
                    return Err(ReadError::Mixed { first, file, difference }.into());
                }
                audit.pairings = audit.pairings.max(header.config.pairings);
                audit
            }
        };
        let mut report = |line, game, reason| {
            audit.audited.findings += 1;
            each(&Finding { file: file.to_path_buf(), line, game, reason });
        };
        while let Some(found) = games.next() {
            let found = found.map_err(|error| failed(error.into()))?;
            for damaged in games.take_doubts() {
                report(damaged.line, None, damaged.reason);
            }
            let (line, game) = (games.line_number(), found.record.game);
            if audit.is_fixed && !audit.queue.has(&found.record) {
                let reason = "the schedule has another game with this number, or none";
                report(line, Some(game), reason.to_string());
                continue;
            }
            match audit.history.record(&found) {
                Occurrence::Repeat => {}
                Occurrence::Conflict if audit.is_fixed => {
                    report(line, Some(game), "differs from an earlier line of this game".into());
                }
                Occurrence::First if audit.is_fixed => {
                    let reasons = audit.check.findings(&found.record);
                    audit.audited.games += usize::from(reasons.is_empty());
                    reasons.into_iter().for_each(|reason| report(line, Some(game), reason));
                }
                Occurrence::First | Occurrence::Conflict => {
                    audit.waiting.push((file.to_path_buf(), line, found.record));
                }
            }
        }
        for damaged in games.take_doubts() {
            report(damaged.line, None, damaged.reason);
        }
        for run in games.take_runs() {
            audit.pairings = audit.pairings.max(run.pairings);
        }
    }
    let Some(mut audit) = audit else { return Err(ReadError::None.into()) };
    audit.follow_schedule(&mut each);
    Ok(audit.audited)
}

/// The state of an audit.
struct Audit {
    header: Header,
    /// The first journal, for errors.
    first: PathBuf,
    check: GameCheck,
    history: LineHistory,
    is_fixed: bool,
    queue: GameQueue,
    /// The number of pairings, which later runs may have raised.
    pairings: usize,
    /// The games of a format in which pairings follow from results.
    waiting: Vec<(PathBuf, usize, GameRecord)>,
    audited: Audited,
}

impl Audit {
    fn new(file: &Path, header: Header) -> Result<Audit, TooManyPlies> {
        let is_fixed = header.config.format.is_fixed();
        let queue = match is_fixed {
            true => GameQueue::of_any_length(&header.config),
            false => GameQueue::of(&header.config, None),
        };
        Ok(Audit {
            first: file.to_path_buf(),
            check: GameCheck::new(&header.config)?,
            history: LineHistory::default(),
            is_fixed,
            queue,
            pairings: header.config.pairings,
            waiting: Vec::new(),
            audited: Audited::default(),
            header,
        })
    }

    /// Checks the games of a knockout or a Swiss tournament, whose pairings follow from
    /// the results before them, and counts the games of the tournament.
    fn follow_schedule(&mut self, each: &mut impl FnMut(&Finding)) {
        let waiting = std::mem::take(&mut self.waiting);
        let mut acceptances = Vec::new();
        for (_, _, record) in &waiting {
            acceptances.extend(self.queue.accept(GameLine::from(record.clone())));
        }
        let place = |record: &GameRecord| {
            let line = waiting.iter().find(|(_, _, found)| found == record);
            line.map(|(file, line, _)| (file.clone(), *line)).unwrap_or_default()
        };
        let (mut audited, mut strays) = (std::mem::take(&mut self.audited), Vec::new());
        let mut report = |audited: &mut Audited, record: &GameRecord, reason: String| {
            let ((file, line), game) = (place(record), Some(record.game));
            audited.findings += 1;
            each(&Finding { file, line, game, reason });
        };
        let mut counted = HashSet::new();
        for acceptance in acceptances {
            match acceptance {
                Acceptance::Counts { found, .. } => {
                    counted.insert(found.record.game);
                    let reasons = self.check.findings(&found.record);
                    audited.games += usize::from(reasons.is_empty());
                    for reason in reasons {
                        report(&mut audited, &found.record, reason);
                    }
                }
                Acceptance::Stray(found) => strays.push(found.record),
                Acceptance::Twice(found) => {
                    let reason = "differs from an earlier line of this game";
                    report(&mut audited, &found.record, reason.to_string());
                }
            }
        }
        for record in strays {
            // Its pairing has been played again since.
            if counted.contains(&record.game) {
                audited.superseded.push(place(&record));
            } else {
                let reason = "it does not follow from the games before it";
                report(&mut audited, &record, reason.to_string());
            }
        }
        for found in self.queue.take_waiting() {
            let reason = "it follows from games that the journals do not have";
            report(&mut audited, &found.record, reason.to_string());
        }
        self.audited = audited;
        let mut config = self.header.config.clone();
        config.pairings = self.pairings;
        let games = if config.no_swap { 1 } else { 2 };
        self.audited.total = match self.is_fixed {
            true => config.schedule().total().saturating_mul(games),
            false => self.queue.total(),
        };
    }
}
