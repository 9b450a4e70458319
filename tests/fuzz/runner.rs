//! Fuzz targets for the files of the match runner. Each function accepts any
//! bytes and panics if a property fails.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use noughts_tournament::config;
use noughts_tournament::files::pgn;
use noughts_tournament::journal::{Journal, Journals};
use noughts_tournament::model::record::GameRecord;
use noughts_tournament::model::sprt::Sprt;
use noughts_tournament::model::sprt::{Counts, DEFAULT_ERROR_RATE, Model};
use noughts_tournament::output::report::{Setting, report};
use noughts_tournament::output::results::Results;

/// Tournament files: a valid one survives a round trip, and its schedule can be
/// built.
pub fn tournament_files(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    // Skip texts that name files, which the parser would read.
    let code = |line: &&str| line.split('#').next().is_some_and(|code| code.contains("file"));
    if text.lines().any(|line| code(&line)) {
        return;
    }
    let folder = Path::new("/nonexistent");
    match config::parse(text, "a.toml", folder) {
        Ok(config) => {
            let printed = config::print(&config);
            let again = config::parse(&printed, "a.toml", folder);
            assert_eq!(again.as_ref(), Ok(&config), "{printed}");
            let _ = config.schedule();
        }
        Err(problems) => assert!(!problems.to_string().is_empty()),
    }
}

/// A temporary file, removed on drop.
struct Scratch(PathBuf);

impl Scratch {
    fn with(bytes: &[u8]) -> Scratch {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("noughts-fuzz-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::write(&path, bytes).expect("there is room for a small file");
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Journals: every game read can be written, exported, counted and reported.
pub fn journals(bytes: &[u8]) {
    let file = Scratch::with(bytes);
    let paths = [&file.0];
    let Ok(mut journals) = Journals::open(&paths) else { return };
    let config = journals.header().config.clone();
    let mut records = Vec::new();
    let read = journals.read_new(|found| records.push(found.record));
    for record in &records {
        let line = Journal::line(record).expect("a record can be written");
        assert!(line.ends_with('\n') && line.matches('\n').count() == 1);
        let _ = pgn::record(&GameRecord { scale: Some(1.0), ..record.clone() }, &config);
    }
    if read.is_err() {
        return;
    }
    let results = Results::read(&paths, None).expect("it was read before");
    let _ = results.tally.ratings();
    if let [first, _] = results.tally.standings() {
        let (alpha, beta) = (DEFAULT_ERROR_RATE, DEFAULT_ERROR_RATE);
        let (model, counts) = (Model::default(), Counts::default());
        let sprt = Sprt { elo0: 0.0, elo1: 10.0, alpha, beta, model, counts };
        assert!(!sprt.llr(&first.games, &first.pairs).is_nan());
    }
    let mut journals = Journals::open(&paths).expect("it was read before");
    let page = report(&mut journals, Setting::default());
    assert!(page.is_ok_and(|page| page.contains("</html>")));
}
