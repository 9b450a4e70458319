//! Whole tournaments in virtual time: the stories of some seeds, and every place where a
//! journal can be cut or a write can fail. `cargo run --release --example simulate` plays
//! more of them.

use std::fs;

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

fn hold(story: &Story) -> Result<judge::Counts, String> {
    let folder = tempfile::tempdir().unwrap();
    judge::judge(story, folder.path())
}

#[test]
fn what_must_hold_holds_in_every_story() {
    let (mut tournaments, mut failed) = (0, Vec::new());
    for seed in 0..400 {
        match hold(&Story::of(seed)) {
            Ok(counts) => tournaments += counts.tournaments,
            Err(why) => failed.push(format!("seed {seed}: {why}")),
        }
    }
    assert!(failed.is_empty(), "{failed:#?}");
    assert!(tournaments > 400);
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
    story.pairings = 2;
    let stage = || {
        let (characters, terms) = (story.characters.clone(), story.terms());
        let engines = Engines::new(characters, terms, story.spec(), story.seed);
        Stage { story: &story, folder: folder.path(), engines }
    };
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

/// The simulation would notice: an engine that does wrong is charged.
#[test]
fn every_misdeed_is_a_fault_of_the_engine_that_does_it() {
    for misdeed in Misdeed::ALL {
        let folder = tempfile::tempdir().unwrap();
        let mut story = Story::quiet(5);
        story.characters[1].misdeeds = vec![(misdeed, 1000)];
        story.limit = Limit::Movetime;
        let engines =
            Engines::new(story.characters.clone(), story.terms(), story.spec(), story.seed);
        let stage = Stage { story: &story, folder: folder.path(), engines };
        let played = stage.play("journal", 0, None, &[]).unwrap();
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
