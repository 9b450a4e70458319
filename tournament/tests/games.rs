//! Complete tournaments of honest engines over pipes.

use std::cmp::Ordering;

use noughts::game::{GameSpec, GameState, Side, Square, WideSet};
use noughts_client::Dialect;
use noughts_client::EngineConfig;
use noughts_client::Limits;
use noughts_client::fault::FaultKind;
use noughts_client::stop::Stop;
use noughts_tournament::model::config::Config;
use noughts_tournament::model::format::Format;
use noughts_tournament::model::opening::{Opening, Source};
use noughts_tournament::model::record::{GameRecord, GameResult, Termination};
use noughts_tournament::run::logs::Logs;
use noughts_tournament::run::tournament;
use noughts_tournament::run::tournament::summary::{Observer, RunError, RunOptions};

use crate::support;
use crate::support::{config, launch, logged, mock, named, noted, run, run_until, timeless};

fn line(record: &GameRecord) -> Vec<&str> {
    record.plies.iter().map(|ply| ply.name.as_str()).collect()
}

/// Returns the result of a record's game by the rules.
fn replay(record: &GameRecord, spec: &str) -> GameResult {
    replayed(record, spec).outcome().expect("a finished game").into()
}

/// Plays the moves of a record; returns the final game state.
fn replayed(record: &GameRecord, spec: &str) -> Box<dyn GameState> {
    let spec: GameSpec = spec.parse().unwrap();
    let mut game = record.opening.play(&spec).unwrap();
    for name in line(record) {
        game.play(name).unwrap();
    }
    game
}

#[test]
fn the_records_have_the_moves_and_the_result() {
    let mut config = config(vec![named(mock("honest"), "a"), named(mock("honest"), "b")]);
    config.openings = Source::Random(0);
    let (summary, records) = run(&config);
    assert_eq!((summary.played, summary.total), (2, 2));
    for record in &records {
        // The first legal moves, from the top left; they complete a diagonal.
        assert_eq!(line(record), ["a3", "b3", "c3", "a2", "b2", "c2", "a1"]);
        assert_eq!((record.result, record.termination), (GameResult::X, Termination::Rules));
        assert_eq!(record.plies[0].evaluation.cp, Some(5));
    }
    assert_eq!(records[0].players, ["a", "b"]);
    assert_eq!(records[1].players, ["b", "a"]);
}

#[test]
fn games_do_not_depend_on_concurrency() {
    let engines = ["a", "b", "c"].map(|name| named(mock("random"), name)).to_vec();
    let mut config = config(engines);
    config.pairings = 10;
    config.seed = 99;
    let play = |config: &Config| {
        let (_, mut records) = run(config);
        records.iter_mut().for_each(timeless);
        records
    };
    let alone = play(&config);
    config.concurrency = 4;
    let together = play(&config);
    assert_eq!(alone.len(), 60);
    assert_eq!(alone, together);
    config.seed = 100;
    assert_ne!(alone, play(&config));
    for pair in alone.chunks(2) {
        assert_eq!(pair[0].opening, pair[1].opening);
        assert_eq!(pair[0].players[0], pair[1].players[1]);
    }
    // The two games of a pairing have different seeds.
    assert!(alone.chunks(2).any(|pair| line(&pair[0]) != line(&pair[1])));
    for record in &alone {
        assert_eq!(record.result, replay(record, "tictactoe"));
    }
}

#[test]
fn sides_with_several_plies_in_a_row_play_them() {
    let mut config = config(vec![named(mock("random"), "a"), named(mock("random"), "b")]);
    config.game = "tictactrains:modern".parse().unwrap();
    for engine in &mut config.engines {
        let tc = Some("60+1".parse().unwrap());
        engine.limits = Limits { tc, ..Limits::default() };
    }
    let (summary, records) = run(&config);
    assert_eq!(summary.played, 2);
    for record in &records {
        assert_eq!(record.opening.moves.len() + record.plies.len(), 49);
        assert_eq!(record.result, replay(record, "tictactrains:modern"));
        assert_eq!(record.termination, Termination::Rules);
        // The trains in the record decide the game.
        let trains = record.trains.as_ref().expect("a game of trains has them");
        let [x, o] = trains.each_ref().map(|train| train.length);
        let winner = match x.cmp(&o) {
            Ordering::Greater => GameResult::X,
            Ordering::Less => GameResult::O,
            Ordering::Equal => GameResult::Draw,
        };
        assert_eq!(record.result, winner);
        let game = replayed(record, "tictactrains:modern");
        for (side, train) in Side::BOTH.into_iter().zip(trains) {
            let square = |name: &String| game.board().parse(name).expect("a square");
            let squares: Vec<Square> = train.squares.iter().map(square).collect();
            assert_eq!(squares.len(), train.length);
            assert_eq!(squares.iter().copied().collect::<WideSet>().len(), train.length);
            assert!(squares.iter().all(|&square| game.stones(side).contains(square)));
            let place = |square| game.board().coordinates(square);
            let touch = |two: &[Square]| {
                let [(column, row, _), (next, other, _)] = [place(two[0]), place(two[1])];
                column.abs_diff(next) + row.abs_diff(other) == 1
            };
            assert!(squares.windows(2).all(touch), "{train:?}");
        }
    }
}

#[test]
fn an_unknown_game_is_played_by_the_answers_of_its_engines() {
    let mut config = config(vec![named(mock("random"), "a"), named(mock("random"), "b")]);
    config.game = "ugi".parse().unwrap();
    config.openings = Source::List(vec!["b2 a1".parse::<Opening>().unwrap()]);
    config.pairings = 5;
    let (summary, records) = run(&config);
    assert!(records.iter().all(|record| record.trains.is_none()));
    assert_eq!(summary.played, 10);
    for record in &records {
        assert_eq!(record.opening.to_string(), "b2 a1");
        assert_eq!(record.result, replay(record, "tictactoe"));
    }
}

/// A UCI engine is not asked: the answers of the other engine count.
#[test]
fn a_uci_engine_plays_an_unknown_game_against_an_engine_that_referees() {
    let mut config = config(vec![named(mock("random"), "a"), named(mock("no-query-answer"), "b")]);
    config.game = "ugi".parse().unwrap();
    config.engines[1].dialect = Dialect::Uci;
    config.pairings = 5;
    let (summary, records) = run(&config);
    assert_eq!((summary.played, summary.tally.faults()), (10, 0));
    for record in &records {
        assert_eq!(record.result, replay(record, "tictactoe"));
    }
    // Its illegal move is its opponent's word against its own.
    config.engines[1] = EngineConfig { dialect: Dialect::Uci, ..mock("illegal-move") };
    config.openings = Source::List(vec!["a1".parse().unwrap()]);
    let (_, records) = run(&config);
    assert!(records.iter().all(|r| r.termination == Termination::Disputed), "{records:?}");
}

#[test]
fn two_uci_engines_play_an_unknown_game_before_a_referee() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let uci = |behaviour: &str| EngineConfig { dialect: Dialect::Uci, ..mock(behaviour) };
    let random = [named(uci("random"), "a"), named(uci("random"), "b")];
    let mut config = config(random.to_vec());
    config.game = "ugi".parse().unwrap();
    config.pairings = 5;
    // Without a referee nobody knows whose turn it is.
    let (_, records) = run(&config);
    assert!(records.iter().all(|r| r.termination == Termination::Disputed && r.plies.is_empty()));
    config.referee = Some(Box::new(logged("honest", &log)));
    let (summary, records) = run(&config);
    assert_eq!((summary.played, summary.tally.faults()), (10, 0));
    for record in &records {
        assert_eq!(record.result, replay(record, "tictactoe"));
    }
    // The referee is started once, and never searches.
    assert_eq!((noted(&log, "start").len(), noted(&log, "go").len()), (1, 0));
    // A move that the referee refuses loses.
    config.openings = Source::List(vec!["a1".parse().unwrap()]);
    config.engines[1] = uci("illegal-move");
    let (_, records) = run(&config);
    let illegal = Termination::Fault(FaultKind::IllegalMove);
    assert!(records.iter().all(|record| record.termination == illegal), "{records:?}");
    assert!(records[0].culprit.as_ref().unwrap().detail.contains("the referee refuses"));
    // A referee of another game is a mistake of the configuration.
    let options = vec![("Game".to_string(), "qubic".to_string())];
    config.referee = Some(Box::new(EngineConfig { options, ..mock("honest") }));
    let (summary, records) = run(&config);
    assert!(records.is_empty());
    let error = summary.error.unwrap().to_string();
    assert!(
        error.starts_with("engine \"honest\" cannot be started: the referee has Game=qubic"),
        "{error}"
    );
    assert!(error.contains("but engine \"a\" has Game=tictactoe"), "{error}");
    // A referee that fails decides nothing.
    config.engines = random.to_vec();
    config.referee = Some(Box::new(mock("no-query-answer")));
    config.deadlines.answer = std::time::Duration::from_millis(300);
    let (summary, records) = run(&config);
    assert_eq!((summary.played, summary.tally.faults()), (10, 0));
    let dispute = records[0].dispute.as_ref().unwrap();
    assert!(dispute.starts_with("the referee failed: no-answer"), "{dispute}");
    assert!(matches!(summary.error, Some(RunError::NoResult(10))), "{:?}", summary.error);
    let strict = RunOptions { strict: true, ..RunOptions::default() };
    let (stop, mut observer) = (Stop::default(), support::Records::default());
    let launch = launch(&config, &stop);
    let logs = Logs::open(&config).unwrap();
    let summary = tournament::run(&config, &launch, strict, None, logs, &mut observer);
    assert!(matches!(summary.error, Some(RunError::Disputed { game: 1, .. })));
    assert_eq!(observer.0.len(), 1);
}

#[test]
fn the_record_has_the_evaluation_of_the_best_line_and_the_seeds_sent() {
    let (_, records) = run(&config(vec![mock("multipv"), mock("random")]));
    for record in &records {
        let multipv = record.players.iter().position(|name| name == "multipv").unwrap();
        for (i, ply) in record.plies.iter().enumerate() {
            assert_eq!((ply.evaluation.cp, ply.evaluation.depth), (Some(5), Some(1)), "{i}");
        }
        // One engine has no option `Seed`; the other has one up to 1000000.
        assert_eq!(record.seeds[multipv], None);
        assert!(record.seeds[1 - multipv].is_some_and(|seed| (0..=1_000_000).contains(&seed)));
    }
}

#[test]
fn a_uci_engine_plays_against_a_ugi_engine() {
    let mut config = config(vec![mock("honest"), mock("random")]);
    config.engines[1].dialect = Dialect::Uci;
    config.engines[1].limits = Limits { movetime: Some(60_000), ..Limits::default() };
    let (summary, records) = run(&config);
    assert_eq!(summary.played, 2);
    assert!(records.iter().all(|record| record.termination == Termination::Rules));
}

#[test]
fn the_first_engine_of_a_gauntlet_plays_all_others() {
    let engines = ["a", "b", "c"].map(|name| named(mock("random"), name)).to_vec();
    let mut config = config(engines);
    config.format = "gauntlet".parse().unwrap();
    config.pairings = 2;
    config.concurrency = 2;
    let (summary, _) = run(&config);
    let games: Vec<u64> = summary.tally.standings().iter().map(|s| s.games.total()).collect();
    assert_eq!(games, [8, 4, 4]);
}

#[test]
fn a_first_stop_request_lets_the_running_game_end() {
    struct StopAfter(usize, Stop);
    impl Observer for StopAfter {
        fn game_ended(&mut self, record: &GameRecord, _: &noughts_tournament::stats::Tally) {
            if record.game == self.0 {
                self.1.ask();
            }
        }
    }
    let mut config = config(vec![mock("honest"), mock("random")]);
    config.pairings = 1000;
    let stop = Stop::default();
    let launch = launch(&config, &stop);
    let mut observer = StopAfter(5, stop.clone());
    let logs = noughts_tournament::run::logs::Logs::open(&config).unwrap();
    let summary = noughts_tournament::run::tournament::run(
        &config,
        &launch,
        noughts_tournament::run::tournament::summary::RunOptions::default(),
        None,
        logs,
        &mut observer,
    );
    assert_eq!((summary.played, summary.total), (5, 2000));
    assert!(run_until(&config, &stop).1.is_empty());
}

#[test]
fn without_a_swap_every_opening_is_played_once_by_the_same_side() {
    let mut config = config(vec![named(mock("random"), "a"), named(mock("random"), "b")]);
    (config.no_swap, config.pairings) = (true, 5);
    let (summary, records) = run(&config);
    assert_eq!((summary.played, summary.total), (5, 5));
    let mut openings = std::collections::HashSet::new();
    for (i, record) in records.iter().enumerate() {
        assert_eq!((record.game, record.pairing, record.meeting), (i + 1, i + 1, i + 1));
        assert_eq!(record.players, ["a", "b"]);
        assert!(openings.insert(record.opening.clone()));
    }
    // There are no pairs, only single games.
    let [a, _] = summary.tally.standings() else { panic!("two players") };
    assert_eq!((a.pairs.total(), a.games.total(), a.sides[0].total()), (0, 5, 5));
    assert!(a.elo().is_some());
    // Every format works without a swap.
    config.engines.extend(["c", "d"].map(|name| named(mock("random"), name)));
    for format in Format::all().filter(|format| format.name() != "match") {
        config.format = format;
        let (summary, records) = run(&config);
        assert_eq!((summary.played, summary.error.is_none()), (summary.total, true));
        assert!(records.iter().all(|record| record.game == record.pairing));
    }
}

#[test]
fn a_worker_waits_between_two_games() {
    let mut config = config(vec![mock("honest"), mock("random")]);
    (config.wait, config.pairings) = (50, 2);
    let (_, records) = run(&config);
    for two in records.windows(2) {
        // Both times are rounded down to milliseconds.
        let pause = two[1].started - two[0].started - two[0].millis;
        assert!(pause >= 48, "{pause}");
    }
    // No wait after the last game, nor after a stop request.
    config.wait = 1_000_000_000;
    config.pairings = 1;
    config.no_swap = true;
    assert_eq!(run(&config).1.len(), 1);
    config.pairings = 2;
    let stop = Stop::default();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(std::time::Duration::from_millis(200));
            stop.ask();
        });
        assert!(run_until(&config, &stop).1.len() < 2);
    });
}

#[test]
fn an_opening_that_ends_a_game_of_unknown_rules_gives_no_result() {
    let mut config = config(vec![mock("honest"), named(mock("honest"), "other")]);
    config.game = "ugi".parse().unwrap();
    config.openings = Source::List(vec!["a1 b1 a2 b2 a3".parse().unwrap()]);
    let (summary, records) = run(&config);
    assert_eq!(records.len(), 2);
    for record in &records {
        assert_eq!(record.termination, Termination::Disputed);
        assert_eq!((record.result, record.plies.len()), (GameResult::Unscored, 0));
        assert_eq!(record.dispute.as_deref(), Some("the game is over after the opening"));
    }
    assert!(matches!(summary.error, Some(RunError::NoResult(2))), "{:?}", summary.error);
}
