//! Engines that misbehave: each fault has its name, costs the game, and takes
//! neither the runner down nor leaves a process behind.

mod support;

use std::time::{Duration, Instant};

use noughts_tournament::config::{Config, EngineConfig};
use noughts_tournament::engine::fault::FaultKind;
use noughts_tournament::journal::Journal;
use noughts_tournament::limits::Limits;
use noughts_tournament::logs::Logs;
use noughts_tournament::openings::{Opening, Source};
use noughts_tournament::record::{GameRecord, GameResult, Termination};
use noughts_tournament::referee::Rules;
use noughts_tournament::stats::score::Points;
use noughts_tournament::stop::Stop;
use noughts_tournament::tournament::{self, RunError, Summary};
use support::{
    Records, assert_all_gone, await_note, config, launch, logged, mock, noted, run, run_until,
};

use noughts::game::Side;

/// How long to wait for an engine that will not answer. Where a deadline binds
/// the honest engine too, that one has this long for what takes it a
/// millisecond.
const PATIENCE: Duration = Duration::from_secs(3);

/// A deadline that a test does not reach unless it fails.
const ENDLESS: Duration = Duration::from_secs(20);

/// The deadline for moves binds only engines without a limit of time.
fn unhurried(mut engine: EngineConfig) -> EngineConfig {
    engine.limits = Limits { movetime: Some(3_600_000), ..Limits::default() };
    engine
}

/// Whether the player of this name lost by this fault.
fn lost_by(record: &GameRecord, name: &str, kind: FaultKind) -> bool {
    let Some(culprit) = &record.culprit else { return false };
    let side = Side::BOTH[culprit.player];
    record.players[culprit.player] == name
        && record.termination == Termination::Fault(kind)
        && record.result.points(side) == Some(Points::Loss)
}

/// Plays a pairing of two games against the honest engine: both are lost by
/// the named fault, and the engine is started again with its options in
/// between.
fn check(behaviour: &str, kind: FaultKind, starts: usize) -> Vec<GameRecord> {
    check_with(behaviour, kind, starts, |_| {})
}

fn check_with(
    behaviour: &str,
    kind: FaultKind,
    starts: usize,
    change: impl FnOnce(&mut Config),
) -> Vec<GameRecord> {
    let folder = tempfile::tempdir().unwrap();
    let [log, honest_log] = ["bad", "honest"].map(|name| folder.path().join(name));
    let mut bad = logged(behaviour, &log);
    bad.options = vec![("Word".to_string(), "kept".to_string())];
    let mut config = config(vec![bad, unhurried(logged("honest", &honest_log))]);
    change(&mut config);
    let (summary, records) = run(&config);
    assert!(summary.error.is_none(), "{:?}", summary.error);
    assert_eq!(records.len(), 2);
    for record in &records {
        assert!(lost_by(record, behaviour, kind), "{record:?}");
    }
    assert_eq!(summary.tally.standings()[0].faults, 2);
    assert_eq!(noted(&log, "start").len(), starts);
    assert_eq!(noted(&log, "Word=kept").len(), starts);
    // The honest engine has nothing to do with it.
    assert_eq!(noted(&honest_log, "start").len(), 1);
    assert_all_gone(&log);
    assert_all_gone(&honest_log);
    records
}

#[test]
fn hangs_on_isready() {
    check_with("hang-on-isready", FaultKind::NotReady, 2, |config| {
        config.deadlines.ready = PATIENCE;
    });
}

#[test]
fn hangs_on_go_limited_by_nodes() {
    check_with("hang-on-go", FaultKind::Hung, 2, |config| {
        config.deadlines.think = Duration::from_millis(200);
        config.deadlines.answer = PATIENCE;
    });
}

#[test]
fn hangs_on_go_with_a_clock() {
    check_with("hang-on-go", FaultKind::Hung, 2, |config| {
        let tc = Some("0.2".parse().unwrap());
        config.engines[0].limits = Limits { tc, ..Limits::default() };
        config.deadlines.answer = PATIENCE;
    });
}

#[test]
fn moves_only_after_stop_and_is_kept() {
    let records = check_with("move-after-stop", FaultKind::Time, 1, |config| {
        config.deadlines.think = Duration::from_millis(200);
        config.deadlines.answer = Duration::from_secs(60);
    });
    assert!(records[0].culprit.as_ref().unwrap().detail.contains("allowed"));
}

#[test]
fn moves_late_and_is_kept() {
    check_with("late", FaultKind::Time, 1, |config| {
        config.engines[0].limits = Limits { movetime: Some(10), ..Limits::default() };
        config.deadlines.answer = Duration::from_secs(60);
    });
}

#[test]
fn plays_an_occupied_square() {
    let records = check("illegal-move", FaultKind::IllegalMove, 2);
    assert!(records[0].culprit.as_ref().unwrap().detail.contains("occupied"));
}

#[test]
fn plays_no_move() {
    check("no-move", FaultKind::IllegalMove, 2);
}

#[test]
fn plays_control_characters() {
    for record in check("nasty-move", FaultKind::IllegalMove, 2) {
        let detail = record.culprit.unwrap().detail;
        assert!(!detail.contains(char::is_control) && !detail.contains('\u{202e}'), "{detail}");
    }
}

#[test]
fn exits_on_go() {
    for record in check("exit-on-go", FaultKind::Died, 2) {
        assert_eq!(record.culprit.unwrap().detail, "engine ended, exit status: 1");
    }
}

#[test]
fn says_why_it_dies() {
    // More than a pipe holds, so that somebody must have read it all along.
    for record in check("complain-on-go", FaultKind::Died, 2) {
        let detail = record.culprit.unwrap().detail;
        assert!(detail.starts_with("engine ended, exit status: 7; stderr: "), "{detail}");
        assert!(detail.ends_with(r"no such table: \u{1b}openings"), "{detail}");
    }
}

#[cfg(unix)]
#[test]
fn crashes_on_go() {
    for record in check("abort-on-go", FaultKind::Died, 2) {
        let detail = record.culprit.unwrap().detail;
        assert!(detail.contains("signal: 6"), "{detail}");
    }
}

#[test]
fn dies_and_leaves_a_child_that_holds_its_output() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let bad = logged("leave-a-child-on-go", &log);
    let mut config = config(vec![bad, unhurried(mock("honest"))]);
    config.deadlines.think = ENDLESS;
    let (_, records) = run(&config);
    assert_eq!(records.len(), 2);
    for record in &records {
        assert!(lost_by(record, "leave-a-child-on-go", FaultKind::Died), "{record:?}");
        // Seen when it happened, and not when it was told to stop.
        assert!(u128::from(record.millis) < ENDLESS.as_millis(), "{record:?}");
    }
    assert_eq!(noted(&log, "start").len(), 4);
    assert_all_gone(&log);
}

#[test]
fn exits_in_mid_game() {
    let records = check("exit-mid-game", FaultKind::Died, 2);
    assert!(records.iter().all(|record| record.plies.len() >= 2));
}

#[test]
fn says_bestmove_without_a_move() {
    check("half-bestmove", FaultKind::Garbage, 2);
}

#[test]
fn answers_twice() {
    check("two-moves", FaultKind::Garbage, 2);
}

#[test]
fn floods_its_output() {
    check_with("flood", FaultKind::Flood, 2, |config| {
        config.deadlines.think = Duration::from_secs(300);
    });
}

#[test]
fn writes_a_line_without_end() {
    check("long-line", FaultKind::LongLine, 2);
}

#[test]
fn stops_reading_its_input() {
    let mut twin = mock("deaf");
    twin.name = "deaf too".to_string();
    let mut config = config(vec![mock("deaf"), twin]);
    config.deadlines.ready = PATIENCE;
    config.deadlines.answer = PATIENCE;
    config.game = Rules::Asked;
    // More than a pipe holds.
    let moves = vec!["a1".to_string(); 100_000];
    config.openings = Source::List(vec![Opening { start: None, moves }]);
    let (summary, records) = run(&config);
    assert!(summary.error.is_none(), "{:?}", summary.error);
    assert!(lost_by(&records[0], "deaf", FaultKind::Deaf), "{:?}", records[0].culprit);
    // Its twin has not been spoken to since it stopped reading.
    assert!(lost_by(&records[1], "deaf too", FaultKind::NotReady), "{:?}", records[1].culprit);
}

#[test]
fn noise_is_no_fault() {
    let (summary, records) = run(&config(vec![mock("noise"), mock("honest")]));
    assert_eq!(summary.played, 2);
    assert!(records.iter().all(|record| record.termination == Termination::Rules));
}

#[test]
fn ignores_quit_and_leaves_a_child() {
    let folder = tempfile::tempdir().unwrap();
    let [stubborn, parent] = ["stubborn", "parent"].map(|name| folder.path().join(name));
    let mut config = config(vec![logged("ignore-quit", &stubborn), logged("child", &parent)]);
    config.deadlines.quit = Duration::from_millis(100);
    let (summary, _) = run(&config);
    assert_eq!((summary.played, summary.error.is_none()), (2, true));
    assert_eq!(noted(&parent, "start").len(), 2);
    assert_all_gone(&stubborn);
    assert_all_gone(&parent);
}

#[test]
fn an_engine_that_does_not_start_ends_the_run_before_its_first_game() {
    for behaviour in ["exit-at-start", "silent-at-start"] {
        let folder = tempfile::tempdir().unwrap();
        let [log, honest_log] = ["bad", "honest"].map(|name| folder.path().join(name));
        let mut config = config(vec![logged("honest", &honest_log), logged(behaviour, &log)]);
        config.deadlines.startup = PATIENCE;
        let (summary, records) = run(&config);
        let Some(RunError::Start(unstarted)) = &summary.error else { panic!("{summary:?}") };
        let names: Vec<&str> = unstarted.iter().map(|engine| engine.name.as_str()).collect();
        assert_eq!(names, [behaviour]);
        assert!(records.is_empty());
        assert_eq!(noted(&log, "start").len(), 1);
        assert_eq!(noted(&honest_log, "go").len(), 0);
        assert_all_gone(&log);
        assert_all_gone(&honest_log);
    }
}

#[test]
fn three_failed_restarts_in_a_row_cost_the_game_and_end_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let [log, honest_log] = ["bad", "honest"].map(|name| folder.path().join(name));
    let engines = vec![logged("starts-once", &log), logged("honest", &honest_log), mock("random")];
    let (summary, records) = run(&config(engines));
    assert!(
        matches!(&summary.error, Some(RunError::NotStarted(name)) if name == "starts-once"),
        "{:?}",
        summary.error
    );
    let [first, second] = &records[..] else { panic!("{records:?}") };
    assert!(lost_by(first, "starts-once", FaultKind::Died), "{first:?}");
    assert!(lost_by(second, "starts-once", FaultKind::NotStarted), "{second:?}");
    assert!(second.culprit.as_ref().unwrap().detail.contains("engine ended"), "{second:?}");
    // Once before the first game, and three times for the one after it.
    assert_eq!(noted(&log, "start").len(), 4);
    assert_all_gone(&log);
    assert_all_gone(&honest_log);
}

#[test]
fn too_many_faults_end_the_run() {
    let mut config = config(vec![mock("honest"), mock("illegal-move")]);
    config.pairings = 50;
    let (summary, records) = run(&config);
    assert_eq!((summary.error.is_none(), records.len()), (true, 100));
    config.max_faults = Some(0.5);
    let (summary, records) = run(&config);
    // Looked at from the twentieth game on.
    let Some(RunError::Faults { faults: 20, played: 20 }) = summary.error else {
        panic!("{:?}", summary.error)
    };
    assert_eq!(records.len(), 20);
}

#[test]
fn a_program_that_is_not_there_ends_the_run() {
    let mut engine = mock("nobody");
    engine.program = noughts_tournament::config::Program::Command {
        path: "/no/such/engine".into(),
        args: Vec::new(),
    };
    let (summary, _) = run(&config(vec![mock("honest"), engine]));
    let error = summary.error.map(|error| error.to_string()).unwrap_or_default();
    assert!(error.contains("\"nobody\"") && error.contains("/no/such/engine"), "{error}");
}

#[test]
fn an_unknown_option_ends_the_run_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let mut engine = logged("honest", &log);
    engine.options = vec![("Wrod".to_string(), "x".to_string())];
    let (summary, _) = run(&config(vec![engine, mock("random")]));
    let error = summary.error.map(|error| error.to_string()).unwrap_or_default();
    assert!(error.contains("Wrod"), "{error}");
    assert_eq!(noted(&log, "start").len(), 1);
    assert_all_gone(&log);
}

#[test]
fn witnesses_that_do_not_answer_lose() {
    for (behaviour, kind) in
        [("silent-witness", FaultKind::NoAnswer), ("lying-witness", FaultKind::Garbage)]
    {
        let records = check_with(behaviour, kind, 2, |config| {
            config.game = Rules::Asked;
        });
        // Both are asked before the first move.
        assert!(records.iter().all(|record| record.plies.is_empty()));
    }
}

/// A pairing under the rules of the engines.
fn asked(engines: [&str; 2], change: impl FnOnce(&mut Config)) -> (Summary, Vec<GameRecord>) {
    let mut config = config(engines.map(mock).to_vec());
    config.game = Rules::Asked;
    change(&mut config);
    let (summary, records) = run(&config);
    assert!(summary.error.is_none() && records.len() == 2, "{summary:?}");
    (summary, records)
}

/// Both games are disputed and count for nobody; returns what was said.
fn disputed(bad: &str, honest: &str) -> Vec<(GameRecord, String)> {
    let (summary, records) = asked([bad, honest], |_| {});
    for standing in summary.tally.standings() {
        assert_eq!((standing.unscored, standing.games.total(), standing.faults), (2, 0, 0));
    }
    let said = |record: GameRecord| {
        assert_eq!(record.termination, Termination::Disputed, "{record:?}");
        assert_eq!(record.result, GameResult::Unscored);
        let dispute = record.dispute.clone().unwrap();
        (record, dispute)
    };
    records.into_iter().map(said).collect()
}

#[test]
fn an_illegal_move_ends_an_asked_game() {
    // The first move onto an occupied square is the end, whether the opponent
    // says that it is illegal or only keeps its old position.
    for (record, dispute) in disputed("illegal-move", "honest") {
        assert!(record.plies.len() <= 2 && dispute.contains("error"), "{record:?}");
    }
    for (record, dispute) in disputed("illegal-move", "mute") {
        assert!(record.plies.len() <= 3 && !dispute.contains("error"), "{record:?}");
    }
}

#[test]
fn who_refuses_its_own_move_has_played_an_illegal_one() {
    let (summary, records) = asked(["confessing", "honest"], |_| {});
    assert!(records.iter().all(|record| lost_by(record, "confessing", FaultKind::IllegalMove)));
    assert_eq!(summary.tally.standings()[0].faults, 2);
}

#[test]
fn a_false_win_is_not_believed() {
    for (record, dispute) in disputed("false-win", "honest") {
        assert!(dispute.contains("has won") && dispute.contains("to move"), "{record:?}");
    }
}

#[test]
fn a_conceded_game_is_lost() {
    let (_, records) = asked(["conceding", "honest"], |_| {});
    for record in records {
        let loser = record.players.iter().position(|name| name == "conceding").unwrap();
        assert_eq!(record.termination, Termination::Rules);
        assert_eq!(record.result.points(Side::BOTH[loser]), Some(Points::Loss));
    }
}

#[test]
fn an_asked_game_does_not_go_on_for_ever() {
    let (summary, records) = asked(["honest", "random"], |config| config.max_plies = 3);
    for record in records {
        assert_eq!((record.termination, record.plies.len()), (Termination::PlyLimit, 3));
    }
    assert_eq!(summary.tally.standings()[0].unscored, 2);
}

#[test]
fn a_second_answer_is_garbage() {
    for record in check_with("two-answers", FaultKind::Garbage, 2, |c| c.game = Rules::Asked) {
        let detail = record.culprit.unwrap().detail;
        assert!(detail.contains("unsolicited"), "{detail}");
    }
}

#[test]
fn a_journal_that_cannot_be_written_ends_the_run() {
    /// Room for so many lines.
    struct Lines(usize);
    impl std::io::Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 = self.0.checked_sub(1).ok_or(std::io::ErrorKind::StorageFull)?;
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut config = config(vec![mock("honest"), mock("random")]);
    config.pairings = 100;
    let launch = launch(&config, &Stop::default());
    let journal = Journal::begin(Lines(4), &config).unwrap();
    let mut records = Records::default();
    let logs = Logs::open(&config).unwrap();
    let summary = tournament::run(&config, &launch, None, Some(journal), logs, &mut records);
    assert!(matches!(summary.error, Some(RunError::Journal(_))), "{summary:?}");
    assert_eq!((summary.played, records.0.len()), (3, 3));
}

/// Abandons a run as soon as an engine that never moves has been asked to.
fn abandon(behaviour: &str) {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let mut config = config(vec![logged(behaviour, &log), mock("honest")]);
    config.deadlines.think = ENDLESS;
    let began = Instant::now();
    let stop = Stop::default();
    let (summary, records) = std::thread::scope(|scope| {
        let run = scope.spawn(|| run_until(&config, &stop));
        await_note(&log, "go");
        stop.abandon();
        run.join().unwrap()
    });
    assert!(began.elapsed() < ENDLESS);
    assert_eq!((summary.played, records.len()), (0, 0));
    assert!(summary.error.is_none());
    assert_all_gone(&log);
}

#[test]
fn abandoning_a_run_does_not_wait_for_a_hung_engine() {
    abandon("hang-on-go");
}

#[test]
fn abandoning_a_run_does_not_wait_for_a_talking_engine() {
    abandon("chatty");
}
