//! Tests of reading and writing PGN.

use noughts_client::{EngineConfig, Limits};

use super::*;
use crate::model::record::{Culprit, Termination};
use crate::model::train::Train;

fn game(opening: &str, moves: &[(&str, Option<i32>)]) -> GameRecord {
    GameRecord {
        game: 7,
        pairing: 4,
        meeting: 2,
        players: ["a \"x\"", "b"].map(str::to_string),
        opening: opening.parse().unwrap(),
        swap2: None,
        seeds: [None, Some(-3)],
        result: GameResult::X,
        termination: Termination::Rules,
        culprit: None,
        dispute: None,
        trains: None,
        usage: None,
        plies: moves
            .iter()
            .map(|(name, cp)| Ply {
                name: name.to_string(),
                us: 1500,
                evaluation: Evaluation { cp: *cp, depth: Some(3), ..Evaluation::default() },
            })
            .collect(),
        sides: String::new(),
        started: 1_709_164_800_000,
        millis: 3,
        stopped: None,
        load: None,
        scale: None,
    }
}

fn config(game: &str) -> Config {
    let limits = Limits { nodes: Some(7), ..Limits::default() };
    Config::new(game.parse().unwrap(), vec![EngineConfig::builtin("b", &[], limits)])
}

#[test]
fn moves_have_numbers_and_comments() {
    let record = record(
        &game("b2 a1", &[("a3", Some(-25)), ("c3", None), ("c1", Some(100))]),
        &config("tictactoe"),
    );
    for line in [
        "[Date \"2024.02.29\"]",
        "[Time \"00:00:00\"]",
        "[OLimits \"nodes=7\"]",
        "[OSeed \"-3\"]",
        "[Round \"2.7\"]",
        "[Game \"tictactoe\"]",
        "[X \"a \\\"x\\\"\"]",
        "[Result \"1-0\"]",
        "[Termination \"rules\"]",
        "[PlyCount \"5\"]",
    ] {
        assert!(record.lines().any(|l| l == line), "{line} in {record}");
    }
    let moves = record.split("\n\n").nth(1).unwrap().replace('\n', " ");
    assert_eq!(
        moves.trim(),
        "1. b2 {book} a1 {book} 2. a3 {-0.25/3 0.002s} c3 {0.002s} 3. c1 {+1.00/3 0.002s} 1-0"
    );
    assert!(record.lines().all(|line| line.len() <= 80));
}

#[test]
fn records_begin_with_the_seven_tags_of_pgn() {
    let names = |opening: &str| {
        let text = record(&game(opening, &[("a1", None)]), &config("tictactoe"));
        let tags = text.lines().take_while(|line| line.starts_with('['));
        tags.map(|tag| tag[1..].split(' ').next().unwrap().to_string()).collect::<Vec<_>>()
    };
    let roster = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];
    let with_start = names("fen 3 3 3 3/1X1/3 o 1");
    assert_eq!(with_start[..7], roster);
    assert!(with_start.windows(2).any(|pair| pair == ["SetUp", "FEN"]), "{with_start:?}");
    let without = names("b2");
    assert!(without[..7] == roster && !without.contains(&"SetUp".to_string()));
    // White is the player that moves first, under both names.
    let text = record(&game("", &[("a1", None)]), &config("tictactoe"));
    for (name, side) in [("White", "X"), ("Black", "O")] {
        let value = |tag: &str| {
            let start = format!("[{tag} ");
            text.lines().find_map(|line| line.strip_prefix(&*start).map(str::to_string))
        };
        assert!(value(name).is_some() && value(name) == value(side), "{text}");
    }
}

#[test]
fn the_longest_trains_are_tags() {
    let trains = |record: &str| {
        let tags = record.lines().filter(|line| line.contains("Train \""));
        tags.map(str::to_string).collect::<Vec<_>>()
    };
    let mut played = game("d4 a1", &[("d5", None), ("g7", None)]);
    let config = config("tictactrains");
    assert_eq!(trains(&record(&played, &config)), Vec::<String>::new());
    let spec = config.game.spec().unwrap();
    played.trains = {
        let names = played.plies.iter().map(|ply| &*ply.name);
        Train::at_end(spec, &played.opening, names)
    };
    let tags = trains(&record(&played, &config));
    let ends = [
        ["[XTrain \"2 d4 d5\"]", "[XTrain \"2 d5 d4\"]"],
        ["[OTrain \"1 a1\"]", "[OTrain \"1 g7\"]"],
    ];
    assert_eq!(tags.len(), 2);
    assert!(tags.iter().zip(ends).all(|(tag, ends)| ends.contains(&tag.as_str())), "{tags:?}");
}

#[test]
fn double_turns_have_one_number() {
    // Under these rules O has two plies after X's first one.
    let spec = "tictactrains:modern";
    let state = new_game(&spec.parse().unwrap());
    let sides: Vec<Side> = (0..6).map(|ply| state.side_at(ply)).collect();
    let mut played = state.boxed_clone();
    let mut names = Vec::new();
    for _ in 0..6 {
        let square = played.legal().nth(0).unwrap();
        names.push(played.board().name(square));
        played.play(names.last().unwrap()).unwrap();
    }
    let moves: Vec<(&str, Option<i32>)> = names.iter().map(|name| (&**name, None)).collect();
    let record = record(&game("", &moves), &config(spec));
    let bare: Vec<&str> = record.split("\n\n").nth(1).unwrap().split_whitespace().collect();
    let bare: Vec<&str> = bare.into_iter().filter(|word| !word.starts_with('{')).collect();
    // The record that the engine itself prints of this game.
    assert_eq!(bare.join(" "), format!("{} 1-0", played.movetext()), "{sides:?}");
}

#[test]
fn faults_starts_and_unknown_games_are_recorded() {
    let mut faulty = game("fen 3 3 3 3/1X1/3 o 1", &[("a1", None)]);
    faulty.culprit = Some(Culprit { player: 1, detail: "it\\ended".to_string() });
    let text = record(&faulty, &config("tictactoe"));
    assert!(text.contains("[FEN \"3 3 3 3/1X1/3 o 1\"]"));
    assert!(text.contains("[Fault \"b: it\\\\ended\"]"), "{text}");
    assert!(text.contains("1... a1"), "{text}");
    let text = record(&game("e2e4", &[("e7e5", None), ("x", None)]), &config("ugi"));
    assert!(text.contains("1. e2e4 {book} e7e5"), "{text}");
    assert!(text.contains("2. x"), "{text}");
    // The engines say who moves.
    let start = GameRecord {
        sides: "oxx".to_string(),
        ..game("fen 8/8 b moves a b", &[("c", None), ("d", None), ("e", None)])
    };
    let text = record(&start, &config("ugi"));
    let moves = text.split("\n\n").nth(1).unwrap().replace(" {0.002s}", "").replace(" {book}", "");
    assert_eq!(moves.split_whitespace().collect::<Vec<_>>().join(" "), "1... a 2. b c 3. d e 1-0");
}

#[test]
fn comments_have_the_reported_evaluation() {
    let comment = |mate, cp, depth, nodes| {
        let evaluation = Evaluation { depth, nodes, cp, mate, pv: Vec::new() };
        comment(&Ply { name: "a1".to_string(), us: 1_234_567, evaluation })
    };
    for (mate, cp, depth, nodes, expected) in [
        (None, None, None, None, "1.235s"),
        (None, None, Some(9), Some(5), "1.235s, 5 nodes"),
        (None, Some(0), None, None, "+0.00 1.235s"),
        (None, Some(-7), Some(4), Some(12), "-0.07/4 1.235s, 12 nodes"),
        (None, Some(12_345), Some(4), None, "+123.45/4 1.235s"),
        (Some(3), None, Some(4), None, "+M3/4 1.235s"),
        (Some(1), Some(50), None, None, "+M1 1.235s"),
        (Some(-2), None, None, Some(1), "-M2 1.235s, 1 nodes"),
        // Mate in 0 is a loss of the side to move.
        (Some(0), None, Some(1), None, "-M0/1 1.235s"),
        (Some(i32::MIN), None, None, None, "-M2147483648 1.235s"),
    ] {
        assert_eq!(comment(mate, cp, depth, nodes), expected);
    }
    let pv = ["a1", "b2"].map(str::to_string).to_vec();
    let evaluation = Evaluation { cp: Some(5), pv, ..Evaluation::default() };
    let ply = Ply { name: "a1".to_string(), us: 1_000, evaluation };
    assert_eq!(super::comment(&ply), "+0.05 0.001s, pv a1 b2");
}

#[test]
fn games_with_a_clock_have_the_time_left() {
    let mut config = config("tictactoe");
    let limits = |tc: &str| Limits { tc: Some(tc.parse().unwrap()), ..Limits::default() };
    config.engines.push(EngineConfig::builtin("a \"x\"", &[], limits("3600+0.5")));
    let mut game = game("b2 a1", &[("a3", None), ("c3", None), ("c1", None)]);
    game.plies[0].us = 61_540_000;
    let text = |game: &GameRecord, config: &Config, scale| {
        let text = record(&GameRecord { scale, ..game.clone() }, config);
        text.split("\n\n").nth(1).unwrap().replace('\n', " ")
    };
    // Player b is limited by nodes.
    let shown = text(&game, &config, Some(1.0));
    let expected = "2. a3 {[%clk 0:58:58.9] 61.540s} c3 {0.002s} 3. c1 {[%clk 0:58:59.4] 0.002s}";
    assert!(shown.contains(expected), "{shown}");
    // The factors of the machine and of the engine.
    config.engines[1].scale = 2.0;
    let shown = text(&game, &config, Some(3.0));
    assert!(shown.contains("a3 {[%clk 5:59:01.4] 61.540s}"), "{shown}");
    assert!(!text(&game, &config, None).contains("%clk"));
    // Time used beyond the clock, within the margin, is not carried over.
    game.plies[0].us = 4_000_000_000;
    config.engines[1].scale = 1.0;
    assert!(text(&game, &config, Some(1.0)).contains("a3 {[%clk 0:00:00.5]"));
}

#[test]
fn results_and_times_have_their_tags() {
    for (result, text) in [
        (GameResult::X, "1-0"),
        (GameResult::O, "0-1"),
        (GameResult::Draw, "1/2-1/2"),
        (GameResult::Unscored, "*"),
    ] {
        // 13 h 46 min 39.999 s on 31 December 1999.
        let game = GameRecord { result, started: 946_647_999_999, ..game("", &[("a1", None)]) };
        let text_of_game = record(&game, &config("tictactoe"));
        for line in [
            &*format!("[Result \"{text}\"]"),
            "[Date \"1999.12.31\"]",
            "[Time \"13:46:39\"]",
            "[Event \"noughts-tournament\"]",
        ] {
            assert!(text_of_game.lines().any(|l| l == line), "{line} in {text_of_game}");
        }
        assert!(text_of_game.ends_with(&format!(" {text}\n\n")), "{text_of_game}");
    }
}

#[test]
fn dates_match_a_day_by_day_count() {
    const DAY: u64 = 86_400_000;
    assert_eq!(date(0), "1970.01.01");
    assert_eq!(date(DAY - 1), "1970.01.01");
    // Every day of more than 400 years.
    let leap = |year: u32| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let (mut year, mut month, mut day) = (1970, 1, 1);
    for days in 0..150_000 {
        assert_eq!(date(days * DAY), format!("{year:04}.{month:02}.{day:02}"));
        let length = match month {
            2 => 28 + u32::from(leap(year)),
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        };
        day += 1;
        if day > length {
            (day, month) = (1, month + 1);
        }
        if month > 12 {
            (month, year) = (1, year + 1);
        }
    }
}

#[test]
fn turns_are_numbered_from_the_number_of_the_start() {
    let start = "fen 3 3 3 3/1X1/2O x 5";
    let text =
        record(&game(start, &[("a1", None), ("a2", None), ("c3", None)]), &config("tictactoe"));
    assert!(text.contains("5. a1 {0.002s} a2 {0.002s} 6. c3"), "{text}");
}

#[test]
fn invisible_characters_of_tags_are_shown() {
    let players = ["a\u{202e}b\n", "c"].map(str::to_string);
    let game = GameRecord { players, ..game("", &[("a1", None)]) };
    let text = record(&game, &Config::new("tictactoe".parse().unwrap(), Vec::new()));
    assert!(text.contains(r#"[White "a\\u{202e}b\\n"]"#), "{text}");
}
