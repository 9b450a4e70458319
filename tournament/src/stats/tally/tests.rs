//! Tests of the tally, against direct counts and in any order of games.

use noughts::game::Outcome;
use noughts_client::fault::{Fault, FaultKind};

use super::*;
use crate::model::record::{Ending, Unscored};

fn record(pairing: usize, x: &str, o: &str, ending: &Ending) -> GameRecord {
    GameRecord {
        pairing,
        termination: ending.termination(),
        culprit: ending.culprit(),
        dispute: ending.dispute(),
        ..GameRecord::of_result(0, [x, o].map(str::to_string), ending.result())
    }
}

#[test]
fn the_most_frequent_termination_comes_first() {
    let mut tally = Tally::default();
    let rules = Ending::Rules(Outcome::Draw);
    let fault = Ending::Fault(Side::X, Fault::new(FaultKind::Died, ""));
    let disputed = Ending::Unscored(Unscored::PlyLimit);
    for ending in [&disputed, &fault, &rules, &rules, &fault, &rules] {
        tally.add(&record(1, "a", "b", ending));
    }
    let counts = tally.endings().into_iter().map(|(by, count)| format!("{count} {by}"));
    assert_eq!(counts.collect::<Vec<_>>(), ["3 rules", "2 died", "1 ply-limit"]);
}

/// By swap2 a player may have the same side in both games of a pairing.
#[test]
fn a_pairing_may_have_the_same_sides_twice() {
    let win = |side| Ending::Rules(Outcome::Win(side));
    for order in [[0, 1], [1, 0]] {
        let games = [
            record(1, "a", "b", &win(Side::X)),
            record(1, "a", "b", &Ending::Rules(Outcome::Draw)),
        ];
        let mut tally = Tally::new(["a", "b"]);
        order.iter().for_each(|&game| tally.add(&games[game]));
        let [a, b] = tally.standings() else { panic!("two players") };
        // A win and a draw of a.
        assert_eq!((a.pairs, b.pairs), (Pairs([0, 0, 0, 0, 1, 0]), Pairs([0, 1, 0, 0, 0, 0])));
        let both = tally.encounters()[0];
        assert_eq!(both.pairs, a.pairs, "{order:?}");
    }
}

#[test]
fn games_find_their_partners_in_any_order() {
    let win = |side| Ending::Rules(Outcome::Win(side));
    let draw = Ending::Rules(Outcome::Draw);
    let fault = Ending::Fault(Side::X, Fault::new(FaultKind::Died, ""));
    let records = [
        record(1, "a", "b", &win(Side::X)),
        record(2, "a", "b", &draw),
        record(2, "b", "a", &draw),
        record(3, "b", "a", &win(Side::X)),
        record(1, "b", "a", &fault),
        record(3, "a", "b", &draw),
    ];
    for shift in 0..records.len() {
        let mut tally = Tally::new(["a", "b"]);
        for i in 0..records.len() {
            tally.add(&records[(i + shift) % records.len()]);
        }
        let [a, b] = tally.standings() else { panic!("two players") };
        assert_eq!(a.games, Games { wins: 2, draws: 3, losses: 1 });
        assert_eq!(b.games, Games { wins: 1, draws: 3, losses: 2 });
        assert_eq!((a.faults, b.faults), (0, 1));
        // The pairings of a: two wins; two draws; a loss and a draw.
        assert_eq!(a.pairs, Pairs([0, 1, 0, 1, 0, 1]));
        assert_eq!(b.pairs, Pairs([1, 0, 0, 1, 1, 0]));
        assert_eq!(tally.ranked()[0].name, "a");
        // a made half of its points with X; b had X when it was at fault.
        assert_eq!(a.sides[0], Games { wins: 1, draws: 2, losses: 0 });
        assert_eq!(a.sides[1], Games { wins: 1, draws: 1, losses: 1 });
        let [both] = tally.encounters()[..] else { panic!("one encounter") };
        assert_eq!((both.players, both.games, both.pairs), ([0, 1], a.games, a.pairs));
        assert_eq!(tally.faults(), 1);
    }
}

#[test]
fn an_unscored_game_does_not_complete_a_pairing() {
    let mut tally = Tally::new(["a", "b"]);
    tally.add(&record(1, "a", "b", &Ending::Unscored(Unscored::PlyLimit)));
    tally.add(&record(1, "b", "a", &Ending::Rules(Outcome::Draw)));
    for standing in tally.standings() {
        assert_eq!((standing.unscored, standing.games.total()), (1, 1));
        assert_eq!(standing.pairs.total(), 0);
    }
}

#[test]
fn a_game_without_its_partner_does_not_change_the_elo() {
    let mut tally = Tally::new(["a", "b"]);
    let win = Ending::Rules(Outcome::Win(Side::X));
    for pairing in 1..50 {
        tally.add(&record(pairing, "a", "b", &win));
        tally.add(&record(pairing, "b", "a", &win));
    }
    let complete = tally.standings()[0].elo();
    tally.add(&record(50, "a", "b", &win));
    assert_eq!(tally.standings()[0].elo(), complete);
}

#[test]
fn without_pairings_the_elo_follows_from_games() {
    let mut tally = Tally::new(["a", "b"]);
    assert_eq!(tally.standings()[0].elo(), None);
    tally.add(&record(1, "a", "b", &Ending::Rules(Outcome::Win(Side::X))));
    assert_eq!(tally.standings()[0].elo(), Elo::from_games(&tally.standings()[0].games));
}

#[test]
fn encounters_are_from_the_view_of_the_lower_place() {
    let (x_wins, o_wins) =
        (Ending::Rules(Outcome::Win(Side::X)), Ending::Rules(Outcome::Win(Side::O)));
    for (x, o, ending, first_wins) in [
        ("a", "b", &x_wins, true),
        ("a", "b", &o_wins, false),
        ("b", "a", &x_wins, false),
        ("b", "a", &o_wins, true),
    ] {
        let mut tally = Tally::new(["a", "b"]);
        tally.add(&record(1, x, o, ending));
        let [both] = tally.encounters()[..] else { panic!("one encounter") };
        let expected = [u64::from(first_wins), u64::from(!first_wins)];
        assert_eq!([both.games.wins, both.games.losses], expected, "{x} {o} {ending:?}");
        // The winner has the higher rating.
        let ratings = tally.ratings();
        assert_eq!(ratings.rating(0) > ratings.rating(1), first_wins);
    }
}

/// Returns random games of three players, shuffled so that the games of a
/// pairing are far apart.
fn random_games(seed: u64) -> Vec<GameRecord> {
    use noughts::random::Random;
    let mut random = Random::new(seed);
    let names = ["a", "b", "c"];
    let mut games: Vec<GameRecord> = (1..=60)
        .flat_map(|pairing| {
            let first = random.below(3);
            let second = (first + 1 + random.below(2)) % 3;
            let mut ending = || match random.below(8) {
                0..4 => Ending::Rules(Outcome::Win(Side::X)),
                4..6 => Ending::Rules(Outcome::Win(Side::O)),
                6 => Ending::Rules(Outcome::Draw),
                _ => Ending::Fault(Side::O, Fault::new(FaultKind::Died, "")),
            };
            let (one, other) = (ending(), ending());
            [
                record(pairing, names[first], names[second], &one),
                record(pairing, names[second], names[first], &other),
            ]
        })
        .collect();
    for i in (1..games.len()).rev() {
        games.swap(i, random.below(i + 1));
    }
    games
}

/// Returns the points of a player in a game.
fn points(record: &GameRecord, name: &str) -> Option<Points> {
    let side = Side::BOTH.into_iter().find(|side| record.players[side.index()] == name);
    side.and_then(|side| record.result.points(side))
}

#[test]
fn counts_agree_with_a_direct_count() {
    for seed in 0..20 {
        let records = random_games(seed);
        let names = ["a", "b", "c"];
        let mut tally = Tally::new(names);
        records.iter().for_each(|record| tally.add(record));
        // Counts the games and pairings of one player, or of two against
        // each other.
        let count = |name: &str, other: Option<&str>| {
            let (mut games, mut pairs) = (Games::default(), Pairs::default());
            let with = |r: &&GameRecord| {
                r.players.iter().any(|player| player == name)
                    && other.is_none_or(|other| r.players.iter().any(|p| p == other))
            };
            for record in records.iter().filter(with) {
                games.add(points(record, name).unwrap());
                if record.players[0] == name {
                    let second = records
                        .iter()
                        .find(|r| r.pairing == record.pairing && r.players[1] == name);
                    pairs
                        .add(points(record, name).unwrap(), points(second.unwrap(), name).unwrap());
                }
            }
            (games, pairs)
        };
        for standing in tally.standings() {
            let name = &*standing.name;
            assert_eq!((standing.games, standing.pairs), count(name, None), "{name}");
            let faults = records
                .iter()
                .filter(|r| matches!(r.termination, Termination::Fault(_)) && r.players[1] == name);
            assert_eq!(standing.faults, faults.count() as u64);
        }
        let faults = records.iter().filter(|r| matches!(r.termination, Termination::Fault(_)));
        assert_eq!(tally.faults(), faults.count() as u64);
        let encounters = tally.encounters();
        assert_eq!(encounters.len(), 3);
        for Encounter { players: [i, j], games, pairs } in encounters {
            assert_eq!((games, pairs), count(names[i], Some(names[j])), "{i} {j}");
        }
    }
}

#[test]
fn ratings_do_not_depend_on_the_order_of_the_players() {
    let records = random_games(1);
    let ratings = |names: [&str; 3]| {
        let mut tally = Tally::new(names);
        records.iter().for_each(|record| tally.add(record));
        let ratings = tally.ratings();
        ["a", "b", "c"].map(|name| {
            let place = tally.place_of(name).unwrap();
            [ratings.rating(place), ratings.error(place)]
        })
    };
    let expected = ratings(["a", "b", "c"]);
    for names in [["c", "b", "a"], ["b", "a", "c"], ["c", "a", "b"]] {
        for (one, other) in expected.iter().flatten().zip(ratings(names).iter().flatten()) {
            assert!((one - other).abs() < 1e-6, "{names:?}: {one} {other}");
        }
    }
}

#[test]
fn every_game_of_x_is_counted_once() {
    let records = random_games(2);
    let mut tally = Tally::default();
    let mut expected = Games::default();
    for record in &records {
        tally.add(record);
        expected.add(record.result.points(Side::X).unwrap());
    }
    assert_eq!(tally.games_of_x(), expected);
    assert_eq!(expected.total(), records.len() as u64);
}

#[test]
fn two_players_show_a_difference_and_more_show_joint_ratings() {
    let win = Ending::Rules(Outcome::Win(Side::X));
    let mut tally = Tally::new(["a", "b"]);
    (1..9).for_each(|pairing| tally.add(&record(pairing, "a", "b", &win)));
    let joint = |tally: &Tally, ratings: &Ratings, place| {
        let difference = ratings.rating(place);
        assert!(tally.standings()[place].elo().is_some_and(|elo| elo.difference != difference));
        Some(Elo { difference, error: ratings.error(place) })
    };
    let ratings = tally.ratings();
    let differences: Vec<_> = tally.standings().iter().map(Standing::elo).collect();
    assert_eq!(tally.shown(&ratings), differences);
    let anchored = ratings.anchored(0, 100.0);
    // The difference is the same beside an anchor.
    let Elo { difference, error } = differences[1].unwrap();
    let anchor = Elo { difference: 100.0, error: 0.0 };
    let other = Elo { difference: 100.0 + difference, error };
    assert_eq!(tally.shown(&anchored), [Some(anchor), Some(other)]);
    // A third player takes part, and a fourth one has not played.
    tally.add(&record(9, "a", "c", &win));
    tally.place("d");
    let ratings = tally.ratings();
    let shown = tally.shown(&ratings);
    let expected = [0, 1, 2].map(|place| joint(&tally, &ratings, place));
    assert_eq!((&shown[..3], shown[3]), (&expected[..], None));
}

#[test]
fn standings_are_ranked_by_score_then_by_place() {
    let mut tally = Tally::new(["a", "b", "c", "d"]);
    let win = Ending::Rules(Outcome::Win(Side::O));
    tally.add(&record(1, "a", "c", &win));
    tally.add(&record(2, "a", "d", &win));
    tally.add(&record(3, "b", "a", &Ending::Rules(Outcome::Draw)));
    let names: Vec<&str> = tally.ranked().iter().map(|s| &*s.name).collect();
    assert_eq!(names, ["c", "d", "b", "a"]);
    assert_eq!((tally.place_of("c"), tally.place_of("e")), (Some(2), None));
}
