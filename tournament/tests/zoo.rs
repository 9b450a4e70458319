//! Misbehaving engines: each fault has its name and loses the game; the runner
//! goes on, and no process is left behind.

use std::time::{Duration, Instant};

use noughts_client::EngineConfig;
use noughts_client::Limits;
use noughts_client::Rules;
use noughts_client::fault::FaultKind;
use noughts_client::stop::Stop;
use noughts_tournament::journal::Journal;
use noughts_tournament::model::config::Config;
use noughts_tournament::model::opening::{Opening, Source};
use noughts_tournament::model::points::Points;
use noughts_tournament::model::record::{GameRecord, GameResult, Termination};
use noughts_tournament::run::logs::Logs;
use noughts_tournament::run::tournament;
use noughts_tournament::run::tournament::summary::{RunError, RunOptions, Summary};

use noughts::game::Side;

use crate::support::{
    Records, assert_all_gone, await_note, config, launch, logged, mock, noted, run, run_until,
};

/// The deadline for an engine that does not answer. Ample for the honest
/// engine, which answers within a millisecond.
const PATIENCE: Duration = Duration::from_secs(3);

/// A deadline that only a failing test reaches.
const ENDLESS: Duration = Duration::from_secs(20);

/// Gives an engine a time limit, so that the deadline for moves does not apply
/// to it.
fn unhurried(mut engine: EngineConfig) -> EngineConfig {
    engine.limits = Limits { movetime: Some(3_600_000), ..Limits::default() };
    engine
}

/// Returns whether the player of this name lost by this fault.
fn lost_by(record: &GameRecord, name: &str, kind: FaultKind) -> bool {
    let Some(culprit) = &record.culprit else { return false };
    let side = Side::BOTH[culprit.player];
    record.players[culprit.player] == name
        && record.termination == Termination::Fault(kind)
        && record.result.points(side) == Some(Points::Loss)
}

/// Plays two games against the honest engine. Asserts that the engine loses
/// both by this fault, is started `starts` times with its options, and leaves
/// no process behind; returns the records.
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
    assert!(is_complete(&summary), "{:?}", summary.error);
    assert_eq!(records.len(), 2);
    for record in &records {
        assert!(lost_by(record, behaviour, kind), "{record:?}");
    }
    assert_eq!(summary.tally.standings()[0].faults, 2);
    assert_eq!(noted(&log, "start").len(), starts);
    assert_eq!(noted(&log, "Word=kept").len(), starts);
    // The honest engine is not restarted.
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
fn an_engine_that_moves_only_after_stop_is_not_restarted() {
    let records = check_with("move-after-stop", FaultKind::Time, 1, |config| {
        config.deadlines.think = Duration::from_millis(200);
        config.deadlines.answer = Duration::from_secs(60);
    });
    assert!(records[0].culprit.as_ref().unwrap().detail.contains("allowed"));
}

#[test]
fn a_late_engine_is_not_restarted() {
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
    for behaviour in ["no-move", "says-none"] {
        for game in ["tictactoe", "ugi"] {
            let records = check_with(behaviour, FaultKind::IllegalMove, 2, |config| {
                config.game = game.parse().unwrap();
                config.openings = Source::List(vec![Opening::default()]);
            });
            for record in records {
                let detail = record.culprit.unwrap().detail;
                assert_eq!(
                    detail,
                    "the engine answered that it has no move, but the game is not over"
                );
                assert!(record.plies.iter().all(|ply| ply.name.len() == 2), "{:?}", record.plies);
            }
        }
    }
}

#[test]
fn plays_control_characters() {
    for record in check("move-with-control-characters", FaultKind::IllegalMove, 2) {
        let detail = record.culprit.unwrap().detail;
        assert!(!detail.contains(char::is_control) && !detail.contains('\u{202e}'), "{detail}");
    }
}

/// Returns the exit status as the system's library prints it.
fn status(code: i32) -> String {
    let word = if cfg!(windows) { "code" } else { "status" };
    format!("exit {word}: {code}")
}

#[test]
fn exits_on_go() {
    for record in check("exit-on-go", FaultKind::Died, 2) {
        assert_eq!(record.culprit.unwrap().detail, format!("engine ended, {}", status(1)));
    }
}

#[test]
fn the_fault_of_a_dead_engine_quotes_its_standard_error() {
    // The output exceeds the capacity of a pipe, so the runner must read it
    // during the game.
    for record in check("stderr-on-go", FaultKind::Died, 2) {
        let detail = record.culprit.unwrap().detail;
        let start = format!("engine ended, {}; stderr: ", status(7));
        assert!(detail.starts_with(&start), "{detail}");
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
    let bad = logged("leave-child-on-go", &log);
    let mut config = config(vec![bad, unhurried(mock("honest"))]);
    config.deadlines.think = ENDLESS;
    let (_, records) = run(&config);
    assert_eq!(records.len(), 2);
    for record in &records {
        assert!(lost_by(record, "leave-child-on-go", FaultKind::Died), "{record:?}");
        // The runner notices the end at once, not at the deadline.
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
fn sends_bestmove_without_a_move() {
    check("bestmove-without-move", FaultKind::Garbage, 2);
}

#[test]
fn answers_twice() {
    check("two-bestmoves", FaultKind::Garbage, 2);
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
    let mut twin = mock("stops-reading");
    twin.name = "twin".to_string();
    let mut config = config(vec![mock("stops-reading"), twin]);
    config.deadlines.ready = PATIENCE;
    config.deadlines.answer = PATIENCE;
    config.game = Rules::Asked;
    // The line exceeds the capacity of a pipe.
    let moves = vec!["a1".to_string(); 100_000];
    config.openings = Source::List(vec![Opening { start: None, moves }]);
    let (summary, records) = run(&config);
    let error = summary.error;
    assert!(matches!(error, Some(RunError::AllFaults { played: 2, .. })), "{error:?}");
    assert!(lost_by(&records[0], "stops-reading", FaultKind::Deaf), "{:?}", records[0].culprit);
    // The twin has stopped reading too, but was not sent anything since.
    assert!(lost_by(&records[1], "twin", FaultKind::NotReady), "{:?}", records[1].culprit);
}

#[test]
fn unknown_output_is_not_a_fault() {
    let (summary, records) = run(&config(vec![mock("noise"), mock("honest")]));
    assert_eq!(summary.played, 2);
    assert!(records.iter().all(|record| record.termination == Termination::Rules));
}

#[test]
fn ignores_quit_and_leaves_a_child() {
    let folder = tempfile::tempdir().unwrap();
    let [stubborn, parent] = ["stubborn", "parent"].map(|name| folder.path().join(name));
    let mut config =
        config(vec![logged("ignore-quit", &stubborn), logged("child-at-start", &parent)]);
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
        matches!(&summary.error, Some(RunError::NotStarted { engine, .. }) if engine == "starts-once"),
        "{:?}",
        summary.error
    );
    let [first, second] = &records[..] else { panic!("{records:?}") };
    assert!(lost_by(first, "starts-once", FaultKind::Died), "{first:?}");
    assert!(lost_by(second, "starts-once", FaultKind::NotStarted), "{second:?}");
    assert!(second.culprit.as_ref().unwrap().detail.contains("engine ended"), "{second:?}");
    // One start before the first game, and three attempts before the second.
    assert_eq!(noted(&log, "start").len(), 4);
    assert_all_gone(&log);
    assert_all_gone(&honest_log);
}

#[test]
fn too_many_faults_end_the_run() {
    let mut config = config(vec![mock("honest"), mock("illegal-move")]);
    config.pairings = 50;
    let (summary, records) = run(&config);
    assert_eq!((is_complete(&summary), records.len()), (true, 100));
    config.max_faults = Some(0.5);
    let (summary, records) = run(&config);
    // Eleven faults are too many for twenty games.
    let Some(RunError::Faults { faults: 11, played: 11 }) = summary.error else {
        panic!("{:?}", summary.error)
    };
    assert_eq!(records.len(), 11);
    // All games count at the end, however few.
    config.pairings = 1;
    config.max_faults = Some(0.9);
    let (summary, records) = run(&config);
    assert_eq!(records.len(), 2);
    let found = summary.error;
    assert!(matches!(found, Some(RunError::Faults { faults: 2, played: 2 })), "{found:?}");
}

#[test]
fn a_missing_program_ends_the_run() {
    let mut engine = mock("nobody");
    engine.program =
        noughts_client::Program::Command { path: "/no/such/engine".into(), args: Vec::new() };
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
fn wrong_or_missing_answers_to_queries_lose() {
    for (behaviour, kind) in
        [("no-query-answer", FaultKind::NoAnswer), ("wrong-query-answer", FaultKind::Garbage)]
    {
        let records = check_with(behaviour, kind, 2, |config| {
            config.game = Rules::Asked;
        });
        // The queries come before the first move.
        assert!(records.iter().all(|record| record.plies.is_empty()));
    }
}

/// Returns whether all games were played, even if an engine lost all of its
/// games by faults, or no game has a result.
fn is_complete(summary: &Summary) -> bool {
    matches!(summary.error, None | Some(RunError::OnlyFaults(_) | RunError::NoResult(_)))
}

/// Plays two games under the rules of the engines.
fn asked(engines: [&str; 2], change: impl FnOnce(&mut Config)) -> (Summary, Vec<GameRecord>) {
    let mut config = config(engines.map(mock).to_vec());
    config.game = Rules::Asked;
    change(&mut config);
    let (summary, records) = run(&config);
    assert!(is_complete(&summary) && records.len() == 2, "{summary:?}");
    (summary, records)
}

/// Plays two games under the rules of the engines and asserts that both are
/// disputed and unscored; returns them with their disputes.
fn disputed(bad: &str, honest: &str) -> Vec<(GameRecord, String)> {
    let (summary, records) = asked([bad, honest], |_| {});
    for standing in summary.tally.standings() {
        assert_eq!((standing.unscored, standing.games.total(), standing.faults), (2, 0, 0));
    }
    let with_dispute = |record: GameRecord| {
        assert_eq!(record.termination, Termination::Disputed, "{record:?}");
        assert_eq!(record.result, GameResult::Unscored);
        let dispute = record.dispute.clone().unwrap();
        (record, dispute)
    };
    records.into_iter().map(with_dispute).collect()
}

#[test]
fn an_illegal_move_ends_an_asked_game() {
    // The first move onto an occupied square ends the game, whether the
    // opponent reports an error or only keeps its old position.
    for (record, dispute) in disputed("illegal-move", "honest") {
        assert!(record.plies.len() <= 2 && dispute.contains("error"), "{record:?}");
    }
    for (record, dispute) in disputed("illegal-move", "keeps-old-position") {
        assert!(record.plies.len() <= 3 && !dispute.contains("error"), "{record:?}");
    }
}

#[test]
fn an_engine_that_refuses_its_own_move_loses() {
    let (summary, records) = asked(["refuses-own-move", "honest"], |_| {});
    assert!(records.iter().all(|record| lost_by(
        record,
        "refuses-own-move",
        FaultKind::IllegalMove
    )));
    assert_eq!(summary.tally.standings()[0].faults, 2);
}

#[test]
fn a_claimed_win_is_disputed() {
    for (record, dispute) in disputed("claims-win", "honest") {
        assert!(dispute.contains("has won") && dispute.contains("to move"), "{record:?}");
    }
}

#[test]
fn a_claimed_loss_is_accepted() {
    let (_, records) = asked(["claims-loss", "honest"], |_| {});
    for record in records {
        let loser = record.players.iter().position(|name| name == "claims-loss").unwrap();
        assert_eq!(record.termination, Termination::Rules);
        assert_eq!(record.result.points(Side::BOTH[loser]), Some(Points::Loss));
    }
}

#[test]
fn an_asked_game_ends_at_the_ply_limit() {
    let (summary, records) = asked(["honest", "random"], |config| config.max_plies = 3);
    for record in records {
        assert_eq!((record.termination, record.plies.len()), (Termination::PlyLimit, 3));
    }
    assert_eq!(summary.tally.standings()[0].unscored, 2);
    // The conditions of `adjudicate` count the last ply, too.
    let (_, records) = asked(["honest", "random"], |config| {
        config.max_plies = 3;
        config.adjudication.max_length = Some(3);
    });
    for record in records {
        assert_eq!((record.result, record.plies.len()), (GameResult::Draw, 3));
    }
}

#[test]
fn the_engines_say_which_side_begins_an_asked_game() {
    let opening = "fen 3 3 3 3/1X1/3 o 1".parse().unwrap();
    let (_, records) =
        asked(["honest", "random"], |config| config.openings = Source::List(vec![opening]));
    for record in records {
        let sides = "oxoxoxoxo";
        assert_eq!(record.sides, sides[..record.plies.len()]);
    }
    // Known rules need no sides.
    let (_, records) =
        asked(["honest", "random"], |config| config.game = "tictactoe".parse().unwrap());
    assert!(records.iter().all(|record| record.sides.is_empty()));
}

#[test]
fn a_second_response_is_garbage() {
    for record in check_with("two-responses", FaultKind::Garbage, 2, |c| c.game = Rules::Asked) {
        let detail = record.culprit.unwrap().detail;
        assert!(detail.contains("unsolicited"), "{detail}");
    }
}

#[test]
fn a_journal_that_cannot_be_written_ends_the_run() {
    /// A sink with room for this number of lines.
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
    let journal = Journal::begin(Lines(5), &config).unwrap();
    let mut records = Records::default();
    let logs = Logs::open(&config).unwrap();
    let summary =
        tournament::run(&config, &launch, RunOptions::default(), Some(journal), logs, &mut records);
    assert!(matches!(summary.error, Some(RunError::Journal(_))), "{summary:?}");
    assert_eq!((summary.played, records.0.len()), (3, 3));
}

/// Abandons a run as soon as an engine that never moves has received `go`.
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
fn abandoning_a_run_does_not_wait_for_an_engine_that_prints_without_end() {
    abandon("endless-info");
}
