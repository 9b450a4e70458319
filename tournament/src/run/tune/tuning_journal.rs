//! The journal of a tuning: a file with a JSON line for each iteration. It is
//! locked, repaired and synced as that of a tournament; `JOURNAL.md` describes
//! the fields.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::progress::{Iteration, Progress};
use crate::files::kind::FileKind;
use crate::journal::file::durable_lines::DurableLines;
use crate::journal::lines::{LineReader, first_line, print};
use crate::journal::open::{open_file, rewound};
use crate::journal::{
    Difference, Doubt, Header, JournalError, MAX_DOUBTS, ReadError, Run, VERSION, compare,
    differences,
};
use crate::model::config::Config;
use crate::model::tuning::{MAX_ITERATIONS, Tuning};

/// A line of the journal.
#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
enum TuningLine {
    Tune(Box<TuningHeader>),
    Run(Box<Run>),
    Iteration(Iteration),
}

/// The first line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TuningHeader {
    /// The version of the format, which is that of the journals of tournaments.
    pub version: u32,
    /// The configuration of the games.
    pub config: Config,
    /// The settings.
    pub tune: Tuning,
}

/// The content of a journal.
#[derive(Clone, Debug)]
pub struct Past {
    /// The first line, with the iterations of the longest run.
    pub header: TuningHeader,
    /// The runs, in order.
    pub runs: Vec<Run>,
    /// The iterations, in the order in which they ended.
    pub iterations: Vec<Iteration>,
    /// The lines that were changed, lost or moved, up to a thousand.
    pub doubts: Vec<Doubt>,
}

impl Past {
    /// Continues to a larger number of iterations. The steps and rates of all
    /// iterations depend on this number, so that the iterations that have been
    /// played move the values differently than before.
    pub fn lengthen(&mut self, iterations: usize) {
        let known = &mut self.header.tune.iterations;
        *known = iterations.clamp(*known, MAX_ITERATIONS.max(*known));
    }

    /// Returns the state after the iterations.
    pub fn progress(&self) -> Progress {
        let mut progress = Progress::new(self.header.tune.clone(), self.header.config.seed);
        for iteration in &self.iterations {
            progress.count(iteration);
        }
        progress
    }
}

/// Reads a journal.
///
/// # Errors
///
/// When the file cannot be read or is not the journal of a tuning.
pub fn past(path: &Path) -> Result<Past, ReadError> {
    read(File::open(path)?)
}

/// Reads a journal up to its last complete line; torn lines are skipped.
fn read(file: File) -> Result<Past, ReadError> {
    let mut lines = LineReader::new(file);
    let (line, integrity) = first_line(&mut lines, "tune")?;
    let TuningLine::Tune(header) = serde_json::from_slice(&line).map_err(ReadError::Header)? else {
        return Err(ReadError::NotAJournal);
    };
    // A header that was changed by hand must not exhaust the memory.
    if header.tune.iterations > MAX_ITERATIONS {
        return Err(ReadError::NotAJournal);
    }
    let (runs, iterations) = (Vec::new(), Vec::new());
    let doubts = Doubt::of(1, integrity).into_iter().collect();
    let mut past = Past { header: *header, runs, iterations, doubts };
    for (number, line) in (2..).zip(lines) {
        let (line, integrity) = line?;
        let mut doubt = Doubt::of(number, integrity);
        if doubt.as_ref().is_none_or(|doubt| doubt.counts) {
            match serde_json::from_slice(&line) {
                Ok(TuningLine::Iteration(iteration)) => past.iterations.push(iteration),
                Ok(TuningLine::Run(run)) => {
                    past.lengthen(run.pairings / past.header.tune.pairs.max(1));
                    past.runs.push(*run);
                }
                Ok(TuningLine::Tune(_)) | Err(_) => {
                    let reason = "it is no line of a tuning".to_string();
                    doubt = Some(Doubt { line: number, reason, counts: false });
                }
            }
        }
        if past.doubts.len() < MAX_DOUBTS {
            past.doubts.extend(doubt);
        }
    }
    Ok(past)
}

/// The journal of a tuning, open for writing.
#[derive(Debug)]
pub struct TuningJournal {
    lines: DurableLines,
    past: Option<Past>,
}

impl TuningJournal {
    /// Begins a journal, or continues that of an earlier run with the same
    /// settings, perhaps to a larger number of iterations. A journal without
    /// iterations is overwritten.
    ///
    /// # Errors
    ///
    /// When the file has other contents, is locked, or cannot be written.
    pub fn open(
        path: &Path,
        config: &Config,
        tune: &Tuning,
    ) -> Result<TuningJournal, JournalError> {
        let header = TuningHeader { version: VERSION, config: config.clone(), tune: tune.clone() };
        let first_line = print(&TuningLine::Tune(Box::new(header.clone())))?;
        let (file, chain, past) = open_file(path, FileKind::Tuning, &first_line, |file| {
            let mut past = read(rewound(file)?)?;
            if past.iterations.is_empty() {
                return Ok(None);
            }
            past.lengthen(tune.iterations);
            match changes(&past.header, &header) {
                found if found.is_empty() => Ok(Some(past)),
                found => Err(JournalError::Different(found)),
            }
        })?;
        Ok(TuningJournal { lines: DurableLines::of(file, path, chain)?, past })
    }

    /// Passes all that is written from now on through another sink.
    #[must_use]
    pub fn through(
        mut self,
        sink: impl FnOnce(Box<dyn Write + Send>) -> Box<dyn Write + Send>,
    ) -> TuningJournal {
        self.lines = self.lines.through(sink);
        self
    }

    /// Returns the number of iterations of earlier runs that count.
    pub fn finished(&self) -> usize {
        self.past.as_ref().map_or(0, |past| past.progress().finished())
    }

    /// Takes the content that earlier runs have written.
    pub fn take_past(&mut self) -> Option<Past> {
        self.past.take()
    }

    /// Adds the description of a run.
    ///
    /// # Errors
    ///
    /// When the line cannot be written.
    pub fn add_run(&mut self, run: &Run) -> io::Result<()> {
        self.lines.add(&print(&TuningLine::Run(Box::new(run.clone())))?)
    }

    /// Adds an iteration, in one write.
    ///
    /// # Errors
    ///
    /// When the line cannot be written.
    pub fn add(&mut self, iteration: &Iteration) -> io::Result<()> {
        self.lines.add(&print(&TuningLine::Iteration(iteration.clone()))?)
    }

    /// Syncs the journal to the disk.
    ///
    /// # Errors
    ///
    /// When this sync fails, or after an unreported error of an earlier one.
    pub fn finish(self) -> io::Result<()> {
        self.lines.finish()
    }
}

/// Returns the differences between two headers that change the games or the
/// values.
fn changes(old: &TuningHeader, new: &TuningHeader) -> Vec<Difference> {
    let [first, second] =
        [old, new].map(|h| Header { version: h.version, shard: None, config: h.config.clone() });
    let mut found = differences(&first, &second);
    let [first, second] =
        [old, new].map(|header| serde_json::to_value(&header.tune).unwrap_or(Value::Null));
    let mut of_tune = Vec::new();
    compare("", Some(&first), Some(&second), &mut of_tune);
    for difference in &mut of_tune {
        difference.place = in_words(&difference.place, &old.tune);
    }
    found.append(&mut of_tune);
    found
}

/// Returns a path such as `options[0].step` in words.
fn in_words(path: &str, tune: &Tuning) -> String {
    let Some((index, rest)) = path.strip_prefix("options[").and_then(|rest| rest.split_once(']'))
    else {
        return format!("{path} of [tune]");
    };
    let index: usize = index.parse().unwrap_or_default();
    let option = match tune.options.get(index) {
        Some(option) => format!("option \"{}\"", option.name),
        None => format!("option {}", index + 1),
    };
    match rest.trim_start_matches('.') {
        "" => option,
        key => format!("{key} of {option}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::{Journal, Journals};
    use crate::model::tuning::TunedOption;
    use crate::run::tune::TrialResult;
    use noughts_client::{EngineConfig, Limits};
    use std::fs;

    fn config() -> Config {
        let engine = EngineConfig::builtin("a", &[], Limits::default());
        Config::new("tictactoe".parse().unwrap(), vec![engine])
    }

    fn tuning() -> Tuning {
        let option =
            TunedOption { name: "A".to_string(), start: 5.0, max: 10.0, ..TunedOption::default() };
        Tuning { iterations: 9, options: vec![option], ..Tuning::default() }
    }

    fn iteration(iteration: usize) -> Iteration {
        let games = vec![TrialResult::Win, TrialResult::Draw];
        Iteration { iteration, plus: vec![6.0], minus: vec![4.0], games, started: 1, millis: 2 }
    }

    fn open(path: &Path) -> Result<TuningJournal, JournalError> {
        TuningJournal::open(path, &config(), &tuning())
    }

    #[test]
    fn a_torn_journal_goes_on_after_its_last_whole_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let mut journal = open(&path).unwrap();
        let header = fs::read(&path).unwrap();
        assert!(header.starts_with(FileKind::Tuning.beginning().as_bytes()));
        for number in 1..=2 {
            journal.add(&iteration(number)).unwrap();
        }
        journal.finish().unwrap();
        let whole = fs::read(&path).unwrap();
        for end in (0..=whole.len()).step_by(5).chain([whole.len()]) {
            fs::write(&path, &whole[..end]).unwrap();
            let mut journal = open(&path).unwrap();
            let past = journal.take_past().map_or(Vec::new(), |past| past.iterations);
            let complete = whole[..end].iter().filter(|&&byte| byte == b'\n').count();
            let complete = complete.saturating_sub(1);
            assert_eq!(past, [iteration(1), iteration(2)][..complete], "torn at {end}");
            journal.add(&iteration(3)).unwrap();
            drop(journal);
            let read = super::past(&path).unwrap();
            assert_eq!(read.iterations.len(), complete + 1);
            assert_eq!(read.iterations.last(), Some(&iteration(3)));
        }
        // A line in the middle is lost, and the others count.
        let mut bytes = whole.clone();
        bytes[header.len() + 10..header.len() + 20].fill(0);
        fs::write(&path, &bytes).unwrap();
        let damaged = super::past(&path).unwrap();
        assert_eq!(damaged.iterations, [iteration(2)]);
        let doubts: Vec<String> = damaged.doubts.iter().map(ToString::to_string).collect();
        assert_eq!(doubts, ["line 2 does not count: it was changed after it was written"]);
        assert!(open(&path).is_ok_and(|_| fs::read(&path).unwrap() == bytes));
        let first = open(&path).unwrap();
        assert!(matches!(open(&path).unwrap_err(), JournalError::Locked));
        drop(first);
    }

    #[test]
    fn other_settings_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        open(&path).unwrap().add(&iteration(1)).unwrap();
        let (mut config, mut tune) = (config(), tuning());
        config.concurrency = 7;
        TuningJournal::open(&path, &config, &tune).unwrap();
        config.seed = 7;
        tune.options[0].step = 2.0;
        tune.gamma = 0.2;
        let error = TuningJournal::open(&path, &config, &tune).unwrap_err().to_string();
        for part in [
            "seed is 0 in the journal but 7 in this run",
            "gamma of [tune] is 0.101 in the journal but 0.2 in this run",
            "step of option \"A\" is 1.0 in the journal but 2.0 in this run",
        ] {
            assert!(error.contains(part), "{error}");
        }
    }

    #[test]
    fn a_journal_is_lengthened_but_not_shortened() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let with = |iterations| Tuning { iterations, ..tuning() };
        let open = |iterations| TuningJournal::open(&path, &config(), &with(iterations));
        let mut journal = open(9).unwrap();
        journal.add(&iteration(1)).unwrap();
        drop(journal);
        let mut journal = open(30).unwrap();
        let past = journal.take_past().unwrap();
        assert_eq!(past.progress().tuning().iterations, 30);
        // The values are those of a tuning that had as many from the start on.
        let mut fresh = Progress::new(with(30), config().seed);
        fresh.count(&iteration(1));
        assert_eq!(past.progress(), fresh);
        journal.add_run(&Run::now(1.0, None, 30, Vec::new())).unwrap();
        drop(journal);
        assert_eq!(super::past(&path).unwrap().header.tune.iterations, 30);
        for fewer in [9, 29] {
            let error = open(fewer).unwrap_err().to_string();
            let part = format!("iterations of [tune] is 30 in the journal but {fewer} in this run");
            assert!(error.contains(&part), "{error}");
        }
    }

    #[test]
    fn the_two_kinds_of_journals_are_told_apart() {
        let folder = tempfile::tempdir().unwrap();
        let [one, other] = ["one", "other"].map(|name| folder.path().join(name));
        drop(open(&one).unwrap());
        Journal::open(&other, &config(), None).unwrap().finish().unwrap();
        let before = [&one, &other].map(|path| fs::read(path).unwrap());
        let error = Journals::open(&[&one]).unwrap_err().to_string();
        assert!(error.contains("the journal of a tuning, not that of a tournament"), "{error}");
        let error = Journal::open(&one, &config(), None).unwrap_err().to_string();
        assert!(error.contains("the journal of a tuning, not that of a tournament"), "{error}");
        let error = open(&other).unwrap_err().to_string();
        assert!(error.contains("the journal of a tournament, not that of a tuning"), "{error}");
        let error = FileKind::Tuning.check(&other).unwrap_err().to_string();
        assert!(error.contains("the journal of a tournament, not that of a tuning"), "{error}");
        let error = FileKind::Journal.check(&one).unwrap_err().to_string();
        assert!(error.contains("the journal of a tuning, not that of a tournament"), "{error}");
        assert_eq!([&one, &other].map(|path| fs::read(path).unwrap()), before);
    }
}
