//! Tests of the search and resource statistics.

use super::*;
use crate::journal::tests::record;
use crate::model::record::Ply;
use noughts_client::EngineConfig;
use noughts_client::Evaluation;
use noughts_client::Limits;
use noughts_client::Usage;

fn config(game: &str) -> Config {
    let limits = |tc: Option<&str>| Limits {
        tc: tc.map(|tc| tc.parse().unwrap()),
        nodes: tc.is_none().then_some(1),
        ..Limits::default()
    };
    let engine = |name, tc| EngineConfig::builtin(name, &[], limits(tc));
    Config::new(game.parse().unwrap(), vec![engine("a", Some("1+0.1")), engine("b", None)])
}

fn ply(name: &str, us: u64, depth: Option<u32>, nodes: Option<u64>) -> Ply {
    let evaluation = Evaluation { depth, nodes, ..Evaluation::default() };
    Ply { name: name.to_string(), us, evaluation }
}

#[test]
fn depths_nodes_and_times_are_those_of_each_side() {
    let mut performance = Performance::new(&config("tictactoe"));
    let mut game = record(1);
    game.opening = "b2".parse().unwrap();
    game.scale = Some(1.0);
    game.plies = vec![
        ply("a1", 500_000, Some(7), Some(90)),
        ply("a2", 300_000, Some(4), Some(1000)),
        ply("c2", 1_500_000, None, None),
        ply("a3", 400_000, Some(2), Some(600)),
    ];
    performance.add(&game);
    let rows: Vec<_> = performance.rows().collect();
    let [(a, b, Side::X, x), (_, _, Side::O, o)] = rows[..] else { panic!("{rows:?}") };
    assert_eq!((a, b), ("a", "b"));
    assert_eq!((x.games, x.plies, x.us, x.longest_us), (1, 2, 700_000, 400_000));
    assert_eq!((x.average_depth(), x.depth.least), (Some(3.0), Some(2)));
    assert_eq!((x.average_nodes(), x.average_time()), (Some(800.0), Some(0.35)));
    assert!((x.speed().unwrap() - 1600.0 / 0.7).abs() < 1e-6);
    // 1 - 0.3 + 0.1 - 0.4, before the increment of the last ply.
    assert_eq!(x.least_left, Some(Duration::from_millis(400)));
    assert_eq!((o.plies, o.depth.plies, o.average_depth()), (2, 1, Some(7.0)));
    assert_eq!((o.least_left, o.longest_us, o.usage), (None, 1_500_000, None));
    // Reported nodes only count with the times of their plies.
    assert_eq!(o.nodes, Nodes { plies: 1, sum: 90, us: 500_000 });
}

#[test]
fn extremes_and_sums_do_not_depend_on_the_order_of_the_plies() {
    let stats = |order: [usize; 3]| {
        // Without an increment, so that the clock only falls.
        let engine = |name| {
            let limits = Limits { tc: "5".parse().ok(), ..Limits::default() };
            EngineConfig::builtin(name, &[], limits)
        };
        let config = Config::new("tictactoe:5".parse().unwrap(), vec![engine("a"), engine("b")]);
        let mut performance = Performance::new(&config);
        let mut game = record(1);
        game.scale = Some(1.0);
        let of_x = [(300_000, 4, 20), (900_000, 9, 70), (100_000, 2, 50)];
        for (at, names) in order.into_iter().zip([["a1", "b1"], ["a2", "b2"], ["a3", "b3"]]) {
            let (us, depth, nodes) = of_x[at];
            game.plies.push(ply(names[0], us, Some(depth), Some(nodes)));
            game.plies.push(ply(names[1], 2 * us, Some(depth + 1), None));
        }
        performance.add(&game);
        performance.rows().map(|(.., stats)| format!("{stats:?}")).collect::<Vec<_>>()
    };
    let expected = stats([0, 1, 2]);
    assert!(expected[0].contains("longest_us: 900000"), "{expected:?}");
    assert!(expected[1].contains("longest_us: 1800000"), "{expected:?}");
    for order in [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        assert_eq!(stats(order), expected, "{order:?}");
    }
}

#[test]
fn the_least_time_left_may_come_early() {
    // With an increment of 0.1 s the clock rises after a long ply.
    let mut performance = Performance::new(&config("tictactoe:5"));
    let mut game = record(1);
    game.scale = Some(1.0);
    let plies = [("a1", 900_000), ("b1", 1), ("a2", 1_000), ("b2", 1), ("a3", 1_000)];
    game.plies = plies.map(|(name, us)| ply(name, us, None, None)).to_vec();
    performance.add(&game);
    let least = performance.rows().next().unwrap().3.least_left;
    assert_eq!(least, Some(Duration::from_millis(100)));
}

#[test]
fn clocks_are_those_of_the_machine_that_played() {
    let mut config = config("tictactoe");
    config.scale = "3".parse().unwrap();
    let left = |scale| {
        let mut performance = Performance::new(&config);
        let mut game = record(1);
        game.scale = scale;
        game.plies = vec![ply("a1", 500_000, None, None)];
        performance.add(&game);
        performance.rows().next().unwrap().3.least_left
    };
    assert_eq!(left(Some(2.0)), Some(Duration::from_millis(1500)));
    assert_eq!(left(None), None);
}

#[test]
fn sides_follow_from_the_rules_or_are_recorded() {
    let plies = |game: &str, opening: &str, sides: &str| -> Vec<u64> {
        let mut performance = Performance::new(&config(game));
        let mut game = record(1);
        game.sides = sides.to_string();
        game.opening = opening.parse().unwrap();
        game.plies = ["d4", "a1", "b1"].map(|name| ply(name, 1, None, None)).to_vec();
        performance.add(&game);
        performance.rows().map(|(_, _, _, stats)| stats.plies).collect()
    };
    assert_eq!(plies("tictactrains:(XA, OA, OA, XA, OA, ...)", "", ""), [1, 2]);
    assert_eq!(plies("ugi", "", ""), [2, 1]);
    assert_eq!(plies("ugi", "fen some position", "oxo"), [1, 2]);
    assert_eq!(plies("ugi", "e4", "xxx"), [3, 0]);
    let start = "fen 4 4 3 4/4/1X2/4 o 1";
    assert_eq!(plies("tictactoe:4x4:3", start, ""), [1, 2]);
    assert_eq!(plies("tictactoe:4x4:3", &format!("{start} moves c3"), ""), [2, 1]);
}

#[test]
fn an_engine_with_more_processors_is_named() {
    let unequal = |x: Option<(u64, u64)>, o: Option<(u64, u64)>| {
        let mut performance = Performance::new(&config("tictactoe"));
        let usage = |(cpu_us, us)| Usage { cpu_us, us, peak_kib: 9 };
        for number in 1..=2 {
            let mut game = record(number);
            game.usage = Some([x.map(usage), o.map(usage)]);
            if number == 2 {
                game.players.reverse();
                game.usage = Some([o.map(usage), x.map(usage)]);
            }
            performance.add(&game);
        }
        performance.unequal()
    };
    let second = 1_000_000;
    let found = unequal(Some((2 * second, second)), Some((second, second)));
    let names = ["a", "b"].map(str::to_string);
    assert_eq!(found, [Unequal { names, processors: [2.0, 1.0] }]);
    assert_eq!(unequal(Some((second, second)), Some((2 * second, second)))[0].names, ["b", "a"]);
    assert_eq!(unequal(Some((2 * second, second)), Some((2 * second, second))), []);
    assert_eq!(unequal(Some((14 * second, 10 * second)), Some((second, second))), []);
    assert_eq!(unequal(Some((2 * second, second)), None), []);
    // Too short to measure.
    assert_eq!(unequal(Some((20_000, 10_000)), Some((0, second))), []);
}
