//! Whole tournaments in virtual time: the stories of some seeds, and every place where a
//! journal can be cut or a write can fail. `cargo run --release --example simulate` plays
//! more of them.

use std::fs;
use std::path::Path;

#[path = "../examples/simulate/disk.rs"]
mod disk;
#[path = "../examples/simulate/engine.rs"]
mod engine;
#[path = "../examples/simulate/host.rs"]
mod host;
#[path = "../examples/simulate/judge.rs"]
mod judge;
#[path = "../examples/simulate/play.rs"]
mod play;
#[path = "../examples/simulate/story.rs"]
#[expect(dead_code, reason = "only the example looks for the simplest story")]
mod story;
#[path = "../examples/simulate/tuning.rs"]
mod tuning;

use engine::Misdeed;
use host::Engines;
use play::Stage;
use story::{Cut, Limit, Story};

/// The stories of `cargo test`; `.ci/run` plays a minute of others.
const SEEDS: u64 = 200;

/// Returns the stage of a story, with engines that have not played yet.
fn stage<'a>(story: &'a Story, folder: &'a Path) -> Stage<'a> {
    let engines = Engines::new(story.characters.clone(), story.terms(), story.spec(), story.seed);
    Stage { story, folder, engines }
}

fn hold(story: &Story) -> Result<judge::Counts, String> {
    let folder = tempfile::tempdir().unwrap();
    judge::judge(story, folder.path())
}

#[test]
fn what_must_hold_holds_in_every_story() {
    let (mut tournaments, mut failed) = (0, Vec::new());
    for seed in 0..SEEDS {
        match hold(&Story::of(seed)) {
            Ok(counts) => tournaments += counts.tournaments,
            Err(why) => failed.push(format!("seed {seed}: {why}")),
        }
    }
    assert!(failed.is_empty(), "{failed:#?}");
    assert!(tournaments > SEEDS as usize);
}

/// Every write fails once: each is reported, and the next run ends as an undisturbed one.
#[test]
fn every_write_may_fail_and_every_kill_may_come() {
    for after in 0..8 {
        for kept in [0, 1, 500, 999, 1000] {
            for is_disk_full in [false, true] {
                let mut story = Story::quiet(7);
                story.cuts = vec![Cut { after, kept, zeros: 0, is_disk_full }];
                assert_eq!(hold(&story).err(), None, "{:?}", story.cuts);
            }
        }
    }
}

/// At most the game that was cut is lost, and it is played again.
#[test]
fn a_journal_cut_at_every_byte_is_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let mut story = Story::quiet(3);
    story.pairings = 1;
    let stage = || stage(&story, folder.path());
    let whole = stage().play("journal", 0, None, &[]).unwrap();
    let bytes = fs::read(&whole.journal).unwrap();
    for end in 0..=bytes.len() {
        fs::write(&whole.journal, &bytes[..end]).unwrap();
        // The header, the run, and the games.
        let complete = bytes[..end].iter().filter(|&&byte| byte == b'\n').count();
        let resumed = stage().play("journal", 0, None, &[]).unwrap();
        assert_eq!(resumed.summary.earlier, complete.saturating_sub(2), "cut at {end}");
        judge::same(&story, &whole, &resumed).unwrap();
        judge::whole(&story, &resumed).unwrap();
    }
}

/// The pairings of these formats depend on results, so a lost game must be played again
/// before the pairings after it are known.
#[test]
fn a_journal_that_lost_lines_has_the_same_pairings() {
    for format in ["knockout", "swiss", "ladder"] {
        let (folder, story) = (tempfile::tempdir().unwrap(), Story::of_four(format, 4));
        let stage = || stage(&story, folder.path());
        let whole = stage().play("journal", 0, None, &[]).unwrap();
        let text = fs::read_to_string(&whole.journal).unwrap();
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        assert!(lines.len() > 7, "{format}");
        for lost in 2..lines.len() {
            fs::write(&whole.journal, lines[..lost].concat()).unwrap();
            let resumed = stage().play("journal", 0, None, &[]).unwrap();
            judge::same(&story, &whole, &resumed).unwrap();
            judge::whole(&story, &resumed).unwrap();
            // A line in the middle that a power failure left half written: only its game
            // is played again, and what is there stays.
            let zeros = lines[lost].replace(&lines[lost][20..40], &"\0".repeat(20));
            let torn = [&lines[..lost], &[zeros.as_str()], &lines[lost + 1..]].concat().concat();
            fs::write(&whole.journal, &torn).unwrap();
            let resumed = stage().play("journal", 0, None, &[]).unwrap();
            judge::same(&story, &whole, &resumed).unwrap();
            let kept = fs::read_to_string(&whole.journal).unwrap();
            let new = kept.strip_prefix(&torn).expect("the old lines");
            assert_eq!(new.lines().count(), 2, "a run and a game, not {new}");
        }
    }
}

/// The simulation would notice: an engine that does wrong is charged.
#[test]
fn every_misdeed_is_a_fault_of_the_engine_that_does_it() {
    for misdeed in Misdeed::ALL {
        let folder = tempfile::tempdir().unwrap();
        let mut story = Story::quiet(5);
        story.characters[1].misdeeds = vec![(misdeed, 1000)];
        story.limit = Limit::Movetime;
        let played = stage(&story, folder.path()).play("journal", 0, None, &[]).unwrap();
        let faults = |name: &str| {
            let lost = |record: &&noughts_tournament::model::record::GameRecord| {
                let culprit = record.culprit.as_ref();
                culprit.is_some_and(|culprit| record.players[culprit.player] == name)
            };
            played.games.iter().filter(lost).count()
        };
        let [innocent, guilty] = [0, 1].map(|player| faults(&story.characters[player].name));
        assert_eq!(innocent, 0, "{misdeed:?}");
        // Some games end before the move at which it would happen.
        assert!(guilty > 3, "{misdeed:?}: {guilty}");
    }
}
