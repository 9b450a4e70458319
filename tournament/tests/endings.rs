//! Adjudication, SPRT, restarts, pondering, and formats whose pairings follow
//! from results.

use noughts_client::Dialect;
use noughts_client::fault::FaultKind;
use noughts_client::stop::Stop;
use noughts_tournament::model::adjudication::{DrawRule, Reason, Resign};
use noughts_tournament::model::opening::Source;
use noughts_tournament::model::record::{GameResult, Termination};
use noughts_tournament::model::sprt::Sprt;
use noughts_tournament::model::sprt::{Model, Verdict};
use noughts_tournament::run::notices::Notice;
use noughts_tournament::run::tournament::summary::RunError;

use crate::support;
use crate::support::{config, logged, mock, named, noted, run, run_noticing};

#[test]
fn a_decided_test_ends_the_run() {
    for (first, second, verdict) in [
        ("honest", "illegal-move", Verdict::Accepted),
        ("illegal-move", "honest", Verdict::Rejected),
    ] {
        let mut config = config(vec![mock(first), mock(second)]);
        config.pairings = 1000;
        config.sprt = Some(Sprt { model: Model::Logistic, ..Sprt::new(0.0, 50.0) });
        let (summary, records) = run(&config);
        assert_eq!(summary.verdict, Some(verdict));
        assert!(records.len() < 200, "{}", records.len());
        // All of these games were lost by faults, which is no result.
        assert!(matches!(summary.error, Some(RunError::OnlyFaults(_))), "{:?}", summary.error);
        // The run ends with the game that decides the test.
        let sprt = config.sprt.unwrap();
        let standing = &summary.tally.standings()[0];
        let llr = sprt.llr(&standing.games, &standing.pairs);
        assert_eq!(sprt.verdict(llr), Some(verdict));
        assert_eq!(summary.tally.faults(), records.len() as u64);
    }
}

#[test]
fn a_player_far_behind_loses() {
    let mut config = config(vec![mock("score-lost"), mock("score-won")]);
    config.openings = Source::Random(0);
    config.adjudication.resign = Some(Resign { score: 500, moves: 2, both: true, from: 0 });
    let (_, records) = run(&config);
    for record in &records {
        assert_eq!(record.termination, Termination::Adjudicated(Reason::Resign));
        let winner = if record.players[0] == "score-lost" { GameResult::O } else { GameResult::X };
        assert_eq!((record.result, record.plies.len()), (winner, 4));
    }
    // An opponent that is not far ahead prevents it.
    config.engines[1] = mock("honest");
    let (_, records) = run(&config);
    assert!(records.iter().all(|record| record.termination == Termination::Rules));
}

#[test]
fn even_and_long_games_are_drawn() {
    let mut config = config(vec![named(mock("score-even"), "a"), named(mock("score-even"), "b")]);
    config.openings = Source::Random(0);
    config.adjudication.draw = Some(DrawRule { score: 0, moves: 2, from: 5 });
    let (_, records) = run(&config);
    for record in &records {
        assert_eq!(record.termination, Termination::Adjudicated(Reason::Draw));
        assert_eq!((record.result, record.plies.len()), (GameResult::Draw, 5));
    }
    config.adjudication.draw = None;
    config.adjudication.max_length = Some(3);
    let (_, records) = run(&config);
    for record in &records {
        assert_eq!(record.termination, Termination::Adjudicated(Reason::Length));
        assert_eq!((record.result, record.plies.len()), (GameResult::Draw, 3));
    }
    // The rules take precedence: the seventh ply wins.
    config.adjudication.max_length = Some(7);
    let (_, records) = run(&config);
    assert!(records.iter().all(|record| record.termination == Termination::Rules));
}

#[test]
fn a_third_engine_proves_results() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = config(vec![named(mock("honest"), "a"), named(mock("honest"), "b")]);
    config.openings = Source::Random(0);
    // After four plies X is to move, and the engine proves a win or a draw.
    for (judge, result) in [("proves-win", GameResult::X), ("proves-draw", GameResult::Draw)] {
        let log = folder.path().join(judge);
        config.adjudication.proof = Some(Box::new(logged(judge, &log)));
        let (_, records) = run(&config);
        for record in &records {
            assert_eq!(record.termination, Termination::Adjudicated(Reason::Proof));
            assert_eq!((record.result, record.plies.len()), (result, 4));
        }
        assert_eq!(noted(&log, "start").len(), 1);
        support::assert_all_gone(&log);
    }
    // A fault of the proving engine does not end a game.
    config.adjudication.proof = Some(Box::new(mock("exit-on-go")));
    let (summary, records) = run(&config);
    assert!(summary.error.is_none(), "{:?}", summary.error);
    assert!(records.iter().all(|record| record.termination == Termination::Rules));
}

#[test]
fn knockouts_and_swiss_tournaments_are_played_at_any_concurrency() {
    for (format, games) in [("knockout", 6), ("swiss", 8)] {
        let engines = ["a", "b", "c", "d"].map(|name| named(mock("random"), name)).to_vec();
        let mut config = config(engines);
        config.format = format.parse().unwrap();
        let mut pairs = Vec::new();
        for concurrency in [1, 3] {
            config.concurrency = concurrency;
            let (summary, records) = run(&config);
            assert!(summary.error.is_none(), "{:?}", summary.error);
            assert_eq!((summary.played, summary.total), (records.len(), records.len()));
            assert!(records.len() >= games, "{}", records.len());
            let numbers: Vec<usize> = records.iter().map(|record| record.game).collect();
            assert_eq!(numbers, (1..=records.len()).collect::<Vec<_>>());
            pairs.push(records.into_iter().map(|r| (r.players, r.opening)).collect::<Vec<_>>());
        }
        assert_eq!(pairs[0], pairs[1], "{format:?}");
    }
}

#[test]
fn repeated_openings_and_games_are_noticed() {
    let mut config = config(vec![named(mock("honest"), "a"), named(mock("honest"), "b")]);
    config.pairings = 3;
    config.openings = Source::List(["a1", "b1"].map(|line| line.parse().unwrap()).to_vec());
    let (_, records) = run_noticing(&config, &Stop::default());
    let expected =
        [(5, Notice::BookExhausted), (5, Notice::Duplicate(1)), (6, Notice::Duplicate(2))];
    assert_eq!(records.1, expected);
}

#[test]
fn engines_can_be_restarted_for_every_game() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let mut config = config(vec![logged("honest", &log), mock("random")]);
    config.pairings = 3;
    config.engines[0].restart = true;
    let (summary, _) = run(&config);
    assert_eq!(summary.played, 6);
    // The first game uses the engine that was started before it.
    assert_eq!(noted(&log, "start").len(), 6);
    support::assert_all_gone(&log);
}

/// The mock engines use a known processor time and memory.
#[cfg(target_os = "linux")]
#[test]
fn what_the_engines_use_is_recorded() {
    let mut config = config(vec![mock("spins-two-threads"), mock("allocates")]);
    config.openings = Source::Random(0);
    let (_, records) = run(&config);
    assert_eq!(records.len(), 2);
    for record in &records {
        let [x, o] = record.usage.expect("games of more than 100 ms").map(Option::unwrap);
        let is_first = record.players[0] == "spins-two-threads";
        let (spinner, other) = if is_first { (x, o) } else { (o, x) };
        let moves = record.plies.iter().step_by(2).count() as u64;
        let moves = if is_first { moves } else { record.plies.len() as u64 - moves };
        // Two threads of 60 ms for each move; the system counts in hundredths
        // of a second, at the beginning and at the end.
        assert!(spinner.cpu_us >= 120_000 * moves - 20_000, "{record:?}");
        assert!(spinner.peak_kib < 64 << 10, "{record:?}");
        assert!(other.peak_kib >= 64 << 10, "{record:?}");
        let own = |player: usize| -> u64 {
            record.plies.iter().skip(player).step_by(2).map(|ply| ply.us).sum()
        };
        assert!(x.us >= own(0) && o.us >= own(1), "{record:?}");
        assert!(other.us <= 1000 * record.millis + 1000, "{record:?}");
    }
}

/// The end of a run names the engine with more processors, in words for people
/// and for programs. The measured values are made up, so that the test does not
/// depend on the machine.
#[test]
fn a_run_ends_with_a_note_about_more_processors() {
    let folder = tempfile::tempdir().unwrap();
    let run = || {
        let args = ["run", "--game", "tictactoe", "--each", "nodes=1", "--pairs", "1"];
        let more = ["--engine", "name=two", "--engine", "name=other", "--journal", "j"];
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_noughts-tournament"))
            .current_dir(folder.path())
            .args([&args[..], &more, &["--json=r.json"]].concat())
            .output()
            .unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{errors}");
        let json = std::fs::read_to_string(folder.path().join("r.json")).unwrap();
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(json["usage"].as_array().map(Vec::len), Some(4));
        (errors, json["unequal_processors"].clone())
    };
    let (errors, unequal) = run();
    assert!(unequal == serde_json::json!([]) && !errors.contains("processors"), "{errors}");
    let journal = folder.path().join("j");
    let text = std::fs::read_to_string(&journal).unwrap();
    let own = r#"{"cpu_us":2000000,"us":1000000,"peak_kib":9}"#;
    let other = r#"{"cpu_us":500000,"us":1000000,"peak_kib":9}"#;
    let with_usage = |line: &str| match line.contains(r#""players":["two""#) {
        true => line.replace(r#""plies":"#, &format!(r#""usage":[{own},{other}],"plies":"#)),
        false => line.replace(r#""plies":"#, &format!(r#""usage":[{other},{own}],"plies":"#)),
    };
    let lines: Vec<String> = support::unchecked(&text).lines().map(with_usage).collect();
    std::fs::write(&journal, lines.join("\n") + "\n").unwrap();
    let note = "engine \"two\" used 2.0 processors while it worked, its opponent \"other\" 0.5";
    let (errors, unequal) = run();
    assert!(errors.contains(&format!("note: {note}")), "{errors}");
    assert_eq!(unequal, serde_json::json!([note]));
}

/// The system is not asked in every short game.
#[test]
fn short_games_have_no_usage() {
    let mut config = config(vec![mock("honest"), mock("random")]);
    config.pairings = 20;
    let (_, records) = run(&config);
    let (mut used, mut since) = (0, 0);
    for record in &records {
        since += record.millis;
        if record.usage.is_some() {
            // The clocks of the record and of the meter begin a moment apart.
            assert!(since + 10 * records.len() as u64 >= 100, "{record:?}");
            (used, since) = (used + 1, 0);
        }
    }
    // On a busy machine every game may take that long.
    assert!(used < records.len() || records.iter().all(|record| record.millis >= 90), "{used}");
}

#[test]
fn engines_ponder_in_the_opponents_time() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let ponderer = |behaviour: &str, log: &std::path::Path| {
        let mut engine = logged(behaviour, log);
        engine.dialect = Dialect::Uci;
        engine.ponder = true;
        engine
    };
    // This opponent always plays the expected move.
    let mut config = config(vec![ponderer("ponders", &log), mock("honest")]);
    config.openings = Source::Random(0);
    let (_, records) = run(&config);
    assert!(records.iter().all(|record| record.termination == Termination::Rules), "{records:?}");
    let (pondered, hits) = (noted(&log, "ponder").len(), noted(&log, "hit").len());
    // Every ponder search is a hit except the last one of each game.
    assert!(pondered >= 5 && (pondered - 2..=pondered).contains(&hits), "{pondered} {hits}");
    // This opponent rarely plays the expected move, so `stop` is sent.
    let other = folder.path().join("other");
    config.engines = vec![ponderer("ponders", &other), mock("random")];
    config.pairings = 5;
    let (_, records) = run(&config);
    assert!(records.iter().all(|record| record.termination == Termination::Rules), "{records:?}");
    let (pondered, hits) = (noted(&other, "ponder").len(), noted(&other, "hit").len());
    let misses = noted(&other, "miss").len();
    // After the last game `quit` is sent instead of `stop`.
    assert!(misses > 0 && (pondered - 1..=pondered).contains(&(hits + misses)));
    // An unsolicited move, and an engine that does not stop. The first games
    // may be over before these faults show.
    config.pairings = 3;
    config.deadlines.answer = std::time::Duration::from_millis(300);
    for (behaviour, kind) in
        [("ponders-and-answers", FaultKind::Garbage), ("ponders-after-stop", FaultKind::Hung)]
    {
        config.engines[0] = ponderer(behaviour, &folder.path().join(behaviour));
        let (_, records) = run(&config);
        let kinds: Vec<Termination> = records.iter().map(|r| r.termination).collect();
        assert!(kinds.contains(&Termination::Fault(kind)), "{kinds:?}");
        support::assert_all_gone(&folder.path().join(behaviour));
    }
}

#[test]
fn the_proving_engine_searches_after_every_ply_but_not_the_opening() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = config(vec![named(mock("honest"), "a"), named(mock("honest"), "b")]);
    // The engine proves a result from the fourth ply of the game on.
    for (opening, asked, result) in [
        ("startpos", 4, GameResult::X),
        ("c3", 3, GameResult::X),
        ("c3 b1 a1", 1, GameResult::X),
        ("c3 b1 a1 b3", 1, GameResult::O),
        ("c3 b1 a1 b3 c1", 1, GameResult::X),
    ] {
        config.openings = Source::List(vec![opening.parse().unwrap()]);
        let log = folder.path().join(opening);
        config.adjudication.proof = Some(Box::new(logged("proves-win", &log)));
        let (_, records) = run(&config);
        assert_eq!(records.len(), 2);
        for record in &records {
            assert_eq!(record.termination, Termination::Adjudicated(Reason::Proof), "{opening}");
            assert_eq!((record.result, record.plies.len()), (result, asked), "{opening}");
        }
        assert_eq!(noted(&log, "go").len(), 2 * asked, "{opening}");
    }
}

/// Under these rules turns of two plies occur. Between the plies of a turn
/// there is no opponent's time to ponder in.
#[test]
fn engines_do_not_ponder_between_two_plies_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = config(vec![mock("honest"), mock("honest")]);
    config.game = "tictactrains:modern".parse().unwrap();
    config.openings = Source::Random(0);
    config.engines[1].name = "other".to_string();
    for (ponder, pondered, hits) in [(true, 47, 45), (false, 0, 0)] {
        let log = folder.path().join(format!("{ponder}"));
        config.engines[0] = logged("ponders", &log);
        config.engines[0].dialect = Dialect::Uci;
        config.engines[0].ponder = ponder;
        let (_, records) = run(&config);
        let ended = records.iter().map(|record| (record.termination, record.plies.len()));
        assert_eq!(ended.collect::<Vec<_>>(), [(Termination::Rules, 49); 2]);
        // As X the engine moves at plies 0, 3, 5 … 47 and ponders after all 24.
        // As O it moves at plies 1, 2, 4 … 48 and ponders after 23 of these 25,
        // not after the first and the last. The opponent always plays the
        // expected move. Two ponder searches of X are not hits: after ply 1 O
        // is still to move, and the last expected move ends the game.
        let count = ["ponder", "hit"].map(|word| noted(&log, word).len());
        assert_eq!(count, [pondered, hits]);
        assert!(noted(&log, "miss").len() <= 2);
    }
}
