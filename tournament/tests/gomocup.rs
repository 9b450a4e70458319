//! Engines of the Gomocup protocol as players: whole games over pipes, and a
//! named fault for each misbehaviour.

use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;

use noughts::game::Side;
use noughts_client::Dialect;
use noughts_client::Evaluation;
use noughts_client::Limits;
use noughts_client::fault::FaultKind;
use noughts_client::stop::Stop;
use noughts_client::{EngineConfig, Program};
use noughts_tournament::model::adjudication::{Reason, Resign};
use noughts_tournament::model::config::Config;
use noughts_tournament::model::opening::{Opening, Source};
use noughts_tournament::model::points::Points;
use noughts_tournament::model::record::{GameRecord, GameResult, Termination};
use noughts_tournament::run::tournament::summary::RunError;

use crate::support::{assert_all_gone, config, example, launch, mock, named, noted, run};

/// Returns a mock engine that logs the lines that it receives.
fn gomocup(behaviour: &str, log: &Path) -> EngineConfig {
    let args = vec![behaviour.to_string(), log.display().to_string()];
    let program = Program::Command { path: example("mock-gomocup"), args };
    let limits = Limits { movetime: Some(60_000), ..Limits::default() };
    let engine = EngineConfig::builtin(behaviour, &[], limits);
    EngineConfig { program, dialect: Dialect::Gomocup, ..engine }
}

/// Returns a match against an honest engine of UGI from these openings.
fn duel(engine: EngineConfig, game: &str, openings: &[&str]) -> Config {
    let mut config = config(vec![engine, named(mock("honest"), "ours")]);
    config.game = game.parse().unwrap();
    let opening = |text: &&str| text.parse::<Opening>().unwrap();
    config.openings = Source::List(openings.iter().map(opening).collect());
    config.pairings = openings.len();
    config
}

/// Plays two games; asserts that the engine loses both by this fault after
/// `starts` starts, and returns the details of the fault.
fn check(
    behaviour: &str,
    kind: FaultKind,
    starts: usize,
    change: impl FnOnce(&mut Config),
) -> [String; 2] {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let mut config = duel(gomocup(behaviour, &log), "tictactoe:7x7:5", &["a1 b1"]);
    config.deadlines.answer = Duration::from_millis(400);
    change(&mut config);
    let (summary, records) = run(&config);
    assert!(matches!(summary.error, Some(RunError::OnlyFaults(_))), "{:?}", summary.error);
    let details = [&records[0], &records[1]].map(|record: &GameRecord| {
        let culprit = record.culprit.as_ref().unwrap_or_else(|| panic!("{record:?}"));
        assert_eq!(record.players[culprit.player], behaviour);
        assert_eq!(record.termination, Termination::Fault(kind), "{}", culprit.detail);
        assert_eq!(record.result.points(Side::BOTH[culprit.player]), Some(Points::Loss));
        culprit.detail.clone()
    });
    assert_eq!(noted(&log, "start").len(), starts);
    assert_all_gone(&log);
    details
}

#[test]
fn whole_games_are_played_from_openings() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let mut engine = gomocup("honest", &log);
    engine.options = vec![("thread_num".to_string(), "2".to_string())];
    let fen = "fen 5 5 5 5/5/5/5/1XO2 x 2";
    let (summary, records) = run(&duel(engine, "tictactoe:5", &["", "a5", "a5 c5", fen]));
    assert!(summary.error.is_none(), "{:?}", summary.error);
    assert_eq!(records.len(), 8);
    for record in &records {
        assert_eq!(record.termination, Termination::Rules, "{:?}", record.culprit);
        let mut game = record.opening.play(&"tictactoe:5".parse().unwrap()).unwrap();
        for ply in &record.plies {
            game.play(&ply.name).unwrap();
        }
        assert_eq!(GameResult::from(game.outcome().unwrap()), record.result);
    }
    // The first empty square in reading order is the one of both engines.
    assert_eq!(records[0].plies[0].name, "a5");
    assert_eq!(records[0].plies[1].name, "b5");
    let lines = noted(&log, "line");
    let beginning = [
        "ABOUT",
        "START 5",
        "INFO max_memory 0",
        "INFO game_type 1",
        "INFO rule 0",
        "INFO thread_num 2",
        "INFO timeout_turn 60000",
        "INFO timeout_match 0",
        "INFO time_left 2147483647",
        "BEGIN",
        "INFO time_left 2147483647",
        "TURN 1,0",
    ];
    assert_eq!(lines[..beginning.len()], beginning);
    let count = |line: &str| lines.iter().filter(|l| *l == line).count();
    // As O on the empty board and after one ply the engine has an empty board.
    let known = ["RESTART", "BEGIN", "BOARD", "DONE", "START 5", "END"];
    assert_eq!(known.map(count), [7, 1, 5, 5, 1, 1]);
    // Stones of the openings: own ones and those of the opponent.
    assert_eq!(["0,0,1", "2,0,1", "2,0,2", "1,4,1", "1,4,2"].map(count), [2, 1, 1, 1, 1]);
    assert_all_gone(&log);
}

#[test]
fn clocks_are_sent_before_every_move() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let mut engine = gomocup("honest", &log);
    engine.limits = Limits { tc: Some("40+0.5".parse().unwrap()), ..Limits::default() };
    let (_, records) = run(&duel(engine, "tictactoe:7x6:5", &["d3 d4"]));
    assert!(records.iter().all(|record| record.termination == Termination::Rules));
    let lines = noted(&log, "line");
    assert!(lines.contains(&"RECTSTART 7,6".to_string()), "{lines:?}");
    for line in ["INFO timeout_turn 40000", "INFO timeout_match 40000"] {
        assert_eq!(lines.iter().filter(|l| *l == line).count(), 2, "{line}");
    }
    let left = noted(&log, "line INFO time_left");
    let left: Vec<u64> = left.iter().map(|text| text.parse().unwrap()).collect();
    let moves = lines.iter().filter(|line| line.starts_with("TURN") || *line == "DONE").count();
    assert!(left.len() == moves && left.iter().all(|left| (39_000..60_000).contains(left)));
    // The increment is added.
    assert!(left[0] == 40_000 && left[1] > 40_000, "{left:?}");
}

#[test]
fn nodes_and_depth_are_sent_once_for_each_game() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let mut engine = gomocup("honest", &log);
    engine.limits = Limits { nodes: Some(500), depth: Some(9), ..Limits::default() };
    let (_, records) = run(&duel(engine, "tictactoe:5", &["c3"]));
    assert!(records.iter().all(|record| record.termination == Termination::Rules));
    let lines = noted(&log, "line");
    for line in ["INFO max_node 500", "INFO max_depth 9", "INFO timeout_turn 2147483647"] {
        assert_eq!(lines.iter().filter(|l| *l == line).count(), 2, "{line}");
    }
}

#[test]
fn scores_are_read_from_remarks() {
    let folder = tempfile::tempdir().unwrap();
    let engine = gomocup("tells-scores", &folder.path().join("log"));
    let mut config = duel(engine, "tictactoe:7x7:5", &["g1 g2"]);
    config.adjudication.resign = Some(Resign { score: 200, moves: 2, both: false, from: 0 });
    let (_, records) = run(&config);
    let first = &records[0];
    assert_eq!(first.players[0], "tells-scores");
    // The scores of its moves are -100, -200 and -300.
    assert_eq!(first.termination, Termination::Adjudicated(Reason::Resign));
    assert_eq!((first.result, first.plies.len()), (GameResult::O, 5));
    let pv = vec!["a7".to_string(), "b7".to_string()];
    let expected =
        Evaluation { depth: Some(5), nodes: Some(12_000), cp: Some(-100), mate: None, pv };
    let evaluation = &first.plies[0].evaluation;
    assert_eq!(*evaluation, Evaluation { pv: evaluation.pv.clone(), ..expected.clone() });
    // Without `pv` in the configuration none is kept.
    config.outputs.pv = 9;
    assert_eq!(run(&config).1[0].plies[0].evaluation, expected);
}

#[test]
fn remarks_and_missing_commands_are_no_faults() {
    for behaviour in [
        "chatty",
        "breaks-remarks",
        "no-restart",
        "no-about",
        "unknown-info",
        "banner",
        "drops-a-word",
        "loses-restart",
        "drops-restart",
    ] {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("log");
        let (_, records) = run(&duel(gomocup(behaviour, &log), "tictactoe:5", &["", "c3"]));
        for record in &records {
            assert_eq!(record.termination, Termination::Rules, "{behaviour} {:?}", record.culprit);
        }
        // Without `RESTART` the engine gets `START` again, and is asked once.
        let lines = noted(&log, "line");
        let count = |line: &str| lines.iter().filter(|l| *l == line).count();
        let expected = match behaviour {
            "no-restart" => [1, 4],
            // One more than the games but the first.
            "loses-restart" | "drops-restart" => [4, 1],
            _ => [3, 1],
        };
        assert_eq!([count("RESTART"), count("START 5")], expected, "{behaviour}");
        assert_eq!(noted(&log, "start").len(), 1);
    }
}

#[test]
fn a_silent_engine_is_not_started() {
    for (behaviour, startup, part) in [
        ("silent-at-start", 300, "no \"OK\" to \"START 5\" within 300 ms"),
        ("refuses-size", 60_000, "answers \"START 5\" with \"ERROR this size is not supported\""),
        ("exits-at-start", 60_000, "engine ended"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("log");
        let mut config = duel(gomocup(behaviour, &log), "tictactoe:5", &[""]);
        config.deadlines.startup = Duration::from_millis(startup);
        let (summary, records) = run(&config);
        let error = summary.error.expect("an error").to_string();
        assert!(records.is_empty() && error.contains(part), "{error}");
        assert_all_gone(&log);
    }
}

#[test]
fn each_misbehaviour_has_its_fault() {
    let occupied = check("illegal-move", FaultKind::IllegalMove, 2, |_| {});
    assert!(occupied[0].contains("a1"), "{occupied:?}");
    let beside = check("beside-the-board", FaultKind::IllegalMove, 2, |_| {});
    assert!(beside[0].contains("7,0"), "{beside:?}");
    let malformed = check("malformed", FaultKind::Garbage, 2, |_| {});
    assert!(malformed[0].contains("\"h8\""), "{malformed:?}");
    // An `ERROR` may be about an `INFO`, so a move may follow.
    let limit = |config: &mut Config| config.engines[0].limits.movetime = Some(20);
    let error = check("error-on-move", FaultKind::Hung, 2, limit);
    assert!(error[0].contains("; the engine sent \"ERROR I give up\""), "{error:?}");
    check("exits-on-move", FaultKind::Died, 2, |_| {});
    let twice = check("answers-twice", FaultKind::Garbage, 2, |_| {});
    assert!(twice[0].contains("unsolicited"), "{twice:?}");
}

#[test]
fn a_late_engine_is_kept_and_a_hung_one_is_not() {
    let limit = |config: &mut Config| config.engines[0].limits.movetime = Some(20);
    let late = check("late", FaultKind::Time, 1, |config| {
        limit(config);
        config.deadlines.answer = Duration::from_secs(60);
    });
    assert!(late[0].contains("more than allowed"), "{late:?}");
    let hung = check("hangs-on-move", FaultKind::Hung, 2, limit);
    assert!(hung[0].contains("no move within"), "{hung:?}");
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let mut config = duel(gomocup("hangs-on-restart", &log), "tictactoe:5", &[""]);
    config.deadlines.ready = Duration::from_millis(400);
    let (_, records) = run(&config);
    assert_eq!(records[1].termination, Termination::Fault(FaultKind::NotReady));
}

#[test]
fn the_dialect_is_found_out() {
    let folder = tempfile::tempdir().unwrap();
    for (behaviour, expected) in [("honest", Dialect::Gomocup), ("no-about", Dialect::Gomocup)] {
        let engine = gomocup(behaviour, &folder.path().join("log"));
        let mut config = duel(engine, "tictactoe:5", &[""]);
        config.engines.iter_mut().for_each(|engine| engine.dialect = Dialect::Auto);
        let launch = launch(&config, &Stop::default());
        assert!(
            noughts_tournament::run::dialects::settle_dialects(&launch, &mut config).is_empty()
        );
        let dialects: Vec<Dialect> = config.engines.iter().map(|engine| engine.dialect).collect();
        assert_eq!(dialects, [expected, Dialect::Ugi], "{behaviour}");
    }
}

fn tournament(folder: &Path, args: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_noughts-tournament");
    Command::new(program).current_dir(folder).args(args).output().unwrap()
}

#[test]
fn what_the_protocol_does_not_have_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let cmd = format!("cmd={}", example("mock-gomocup").display());
    let refused = |game: &str, words: &[&str], part: &str| {
        let base = ["run", "--game", game, "--pairs", "1", "--engine", "name=B", "movetime=20"];
        let engine = ["--engine", "name=A", &cmd];
        let args = [&base[..], &engine, words].concat();
        let output = tournament(folder.path(), &args);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(errors.contains(part), "{errors}");
    };
    let five = "tictactoe:7x7:5";
    for dialect in ["dialect=gomocup", "dialect=auto"] {
        refused("tictactoe", &[dialect, "movetime=5"], "play five in a row on a flat board");
        refused(five, &[dialect, "nodes=5", "option.max_node=6"], "itself sends INFO max_node");
        refused(five, &[dialect, "tc=5/10"], "no clock for a number of plies");
        refused(five, &[dialect, "movetime=5", "option.rule=1"], "the runner itself sends INFO");
    }
    refused(five, &["dialect=gomocup", "movetime=5", "ponder=true"], "ponder: only UCI engines");
    refused(
        five,
        &["movetime=5", "--proof", "dialect=gomocup", &cmd, "movetime=9"],
        "prove nothing",
    );
    // Also once the dialect has been found out.
    refused(
        five,
        &["movetime=5", "--proof", &cmd, "movetime=9"],
        "print scores as remarks and prove nothing",
    );
}

#[test]
fn a_run_from_the_command_line_finds_out_the_dialect() {
    let folder = tempfile::tempdir().unwrap();
    let cmd = format!("cmd={}", example("mock-gomocup").display());
    let args = ["run", "--game", "tictactoe:7x7:5", "--pairs", "2", "--journal", "j"];
    let engines = ["--engine", "name=A", &cmd, "--engine", "name=B", "--each", "movetime=20"];
    let output = tournament(folder.path(), &[&args[..], &engines].concat());
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{errors}");
    let config = noughts_tournament::journal::read(&folder.path().join("j")).unwrap().0.config;
    assert_eq!(config.engines[0].dialect, Dialect::Gomocup);
}

/// The built-in engine speaks the protocol, too. The margin is for a busy
/// machine.
#[test]
fn the_built_in_engine_plays_by_it() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = "run --game tictactoe:15x15:5 --openings random=3 --pairs 1 --margin 60000 \
        --engine name=ours dialect=gomocup movetime=30 \
        --engine name=random option.Search=random nodes=200";
    let Output { status, stdout, stderr } = Command::new(env!("CARGO_BIN_EXE_noughts-tournament"))
        .args(arguments.split_whitespace())
        .arg("--journal")
        .arg(folder.path().join("journal"))
        .output()
        .unwrap();
    let [out, errors] = [stdout, stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(status.success(), "{out}\n{errors}");
    assert!(out.contains("games:       2: 2 won, 0 drawn, 0 lost"), "{out}");
}

/// Plays a pairing with swap2; returns the records.
fn swap2(engines: Vec<EngineConfig>) -> Vec<GameRecord> {
    let mut config = config(engines);
    config.game = "tictactoe:7x7:5".parse().unwrap();
    config.openings = Source::List(vec!["a1 b1 c1 d1".parse().unwrap()]);
    (config.swap2, config.pairings) = (true, 1);
    let (summary, records) = run(&config);
    assert!(records.len() == 2, "{:?}", summary.error);
    records
}

/// Each choice of the second player, and of the first player after two more stones, with
/// the opening and the player that has X in the first game. The first stones are `0,0 1,1
/// 2,0`.
#[test]
fn players_agree_by_swap2() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let first = || named(gomocup("swap2-stay-swap", &log), "first");
    for (second, choices, opening, x) in [
        ("swap2-stay", "place, stay", "a7 b6 c7 g1", "first"),
        ("swap2-swap", "place, swap", "a7 b6 c7", "second"),
        ("swap2-add", "place, add, swap", "a7 b6 c7 f2 f1", "first"),
    ] {
        let second = named(gomocup(second, &log), "second");
        let game = &swap2(vec![first(), second])[0];
        assert_eq!(game.swap2.map(|swap2| swap2.to_string()), Some(choices.to_string()));
        assert_eq!((game.opening.to_string(), &*game.players[0]), (opening.to_string(), x));
        assert_eq!(game.termination, Termination::Rules, "{game:?}");
    }
    // The first player stays after five stones, and has played the sixth.
    let first = named(gomocup("swap2-stay-stay", &log), "first");
    let game = &swap2(vec![first, named(gomocup("swap2-add", &log), "second")])[0];
    assert_eq!(game.opening.to_string(), "a7 b6 c7 f2 f1 g1");
    assert_eq!(game.players, ["second", "first"]);
}

/// An engine without the command begins with the stones of the configuration and chooses by
/// its score; engines of UGI do so, too.
#[test]
fn engines_without_swap2_choose_by_their_scores() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    for behaviour in ["honest", "no-about"] {
        let mut theirs = gomocup(behaviour, &log);
        theirs.limits.movetime = Some(500);
        let games = swap2(vec![named(mock("honest"), "ours"), named(theirs, "theirs")]);
        for game in &games {
            assert_eq!(game.opening.to_string(), "a1 b1 c1", "{behaviour}");
            assert_eq!(game.termination, Termination::Rules, "{behaviour}: {game:?}");
        }
        // Neither tells a score, so who chooses stays with O.
        assert_eq!(games[0].players, ["ours", "theirs"], "{behaviour}");
        assert_eq!(games[1].players, ["theirs", "ours"], "{behaviour}");
    }
}

#[test]
fn a_wrong_choice_by_swap2_loses() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    for (behaviour, detail) in [
        ("swap2-occupied", "\"b6\" is occupied"),
        ("swap2-three", "3 stones instead of a choice by swap2"),
    ] {
        let second = named(gomocup(behaviour, &log), "second");
        let games = swap2(vec![gomocup("swap2-stay", &log), second]);
        let culprit = games[0].culprit.as_ref().unwrap_or_else(|| panic!("{:?}", games[0]));
        assert_eq!((culprit.player, games[0].plies.len()), (1, 0), "{behaviour}");
        assert!(culprit.detail.contains(detail), "{behaviour}: {}", culprit.detail);
    }
    assert_all_gone(&log);
}

/// The built-in engine agrees with itself, by the command in one dialect and by its score
/// in the other one, and the journal passes an audit.
#[test]
fn the_built_in_engine_agrees_by_swap2() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = "run --game tictactoe:15x15:5 --swap2 --pairs 2 --journal journal \
        --each option.Search=patterns nodes=2000 --engine name=gomocup dialect=gomocup \
        --engine name=ugi";
    let arguments: Vec<&str> = arguments.split_whitespace().collect();
    let done = tournament(folder.path(), &arguments);
    assert!(done.status.success(), "{done:?}");
    let journal = std::fs::read_to_string(folder.path().join("journal")).unwrap();
    assert_eq!(journal.matches("\"swap2\":\"place, ").count(), 4, "{journal}");
    let audit = tournament(folder.path(), &["audit", "journal"]);
    assert!(audit.status.success(), "{audit:?}");
    // Another choice does not fit the stones or the schedule.
    let other =
        journal.replace("place, stay", "place, swap").replace("place, swap", "place, add, swap");
    std::fs::write(folder.path().join("journal"), other).unwrap();
    assert!(!tournament(folder.path(), &["audit", "journal"]).status.success());
}
