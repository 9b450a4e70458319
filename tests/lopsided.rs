//! Rule sets of TicTacTrains that give nearly all squares to one side, or leave
//! few choices: every search meets its deadline.

use std::time::{Duration, Instant};

use noughts::engine::player;
use noughts::game::trains::{MAX_PLIES, RuleSet};
use noughts::game::{GameSpec, new_game};
use noughts::random::Random;
use noughts::search::{Budget, Canceller, SearchKind, Settings};

use crate::common::cpu;

/// The time of each search.
const TIME: Duration = Duration::from_millis(5);
/// The tolerated delay, for slow machines: one step between two polls takes up
/// to two milliseconds on an ordinary machine.
const TOLERANCE: Duration = Duration::from_millis(60);

/// Returns a rule set as a list of plies.
fn list(ply: impl Fn(usize) -> String) -> String {
    let plies: Vec<String> = (0..MAX_PLIES).map(ply).collect();
    format!("({})", plies.join(", "))
}

/// Returns a rule set without restrictions. X plays ply 0 and the plies that
/// `is_x` selects.
fn sides(is_x: impl Fn(usize) -> bool) -> String {
    list(|ply| if ply == 0 || is_x(ply) { "XA" } else { "OA" }.to_string())
}

/// Returns lopsided rule sets, some fixed and some random.
fn rule_sets(random: &mut Random) -> Vec<String> {
    let ring = |ply: usize| match ply {
        ..9 => "1",
        9..25 => "2",
        _ => "3",
    };
    let mut all = vec![
        sides(|_| true),
        sides(|ply| ply == 4),
        sides(|_| false),
        sides(|ply| ply != 1),
        sides(|ply| ply != 48),
        sides(|ply| ply < 24),
        sides(|ply| ply > 24),
        sides(|ply| ply % 3 == 0),
        sides(|ply| ply % 7 == 0),
        list(|ply| format!("{}{}", if ply % 2 == 0 { "X" } else { "O" }, ring(ply))),
        list(|ply| format!("{}{}", if ply == 0 { "X" } else { "O" }, ring(ply))),
    ];
    while all.len() < 22 {
        let share = random.below(100);
        let is_x: Vec<bool> = (0..MAX_PLIES).map(|_| random.below(100) < share).collect();
        let restricted = random.below(25);
        let rings: Vec<usize> = (0..MAX_PLIES).map(|_| random.below(7)).collect();
        let text = list(|ply| {
            let side = if ply == 0 || is_x[ply] { "X" } else { "O" };
            let rings = ["A", "1", "2", "3", "12", "13", "23"][rings[ply]];
            format!("{side}{}", if ply < restricted { rings } else { "A" })
        });
        if text.parse::<RuleSet>().is_ok() {
            all.push(text);
        }
    }
    all
}

/// Returns the processor time of a search that must end after [`TIME`], from a
/// position after random plies, and a description of the search.
fn measure(
    game: &str,
    search: SearchKind,
    plies: usize,
    random: &mut Random,
) -> (Duration, String) {
    let spec: GameSpec = game.parse().unwrap_or_else(|error| panic!("{game}: {error}"));
    let mut board = new_game(&spec);
    let mut moves = Vec::new();
    for _ in 0..plies {
        let square = board.legal().nth(random.below(board.legal().len())).expect("there is one");
        moves.push(board.board().name(square));
        board.play(&moves[moves.len() - 1]).expect("it is legal");
    }
    let mut player = player(&spec, search);
    player.set_position(None, &moves).expect("it is legal");
    let settings =
        Settings { hash: 1, centre_reply: false, margin: plies % 2 == 1, ..Settings::default() };
    let (canceller, stop) = Canceller::new(Instant::now());
    let before = cpu::of_thread();
    canceller.set_deadline(TIME, TIME);
    let report = player.search(board.legal(), Budget::UNLIMITED, &settings, &stop, &mut |_| {});
    let taken = cpu::of_thread() - before;
    assert!(board.legal().contains(report.lines[0].pv[0]), "{game} {moves:?}");
    (taken, format!("{} {game} {}", search.name(), moves.join(" ")))
}

/// Processor time does not depend on other work of the machine: until the
/// deadline it is at most the elapsed time, and after the deadline it is the
/// delay of the search itself.
#[test]
fn every_search_meets_its_deadline_in_every_rule_set() {
    let mut random = Random::new(11);
    // NOUGHTS_LOPSIDED=N multiplies the number of positions by N.
    let times = std::env::var("NOUGHTS_LOPSIDED").ok().and_then(|times| times.parse().ok());
    let mut worst = (Duration::ZERO, String::new());
    for _ in 0..times.unwrap_or(1) {
        for rules in rule_sets(&mut random) {
            let game = format!("tictactrains:{rules}");
            for search in SearchKind::all() {
                for plies in [0, 10 + random.below(20), 30 + random.below(18)] {
                    worst = worst.max(measure(&game, search, plies, &mut random));
                }
            }
        }
    }
    println!("{:.1?}: {}", worst.0, worst.1);
    assert!(worst.0 <= TIME + TOLERANCE, "{:.1?}: {}", worst.0, worst.1);
}
