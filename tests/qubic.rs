//! 4x4x4: forced wins, proofs, certificates and their checker against an
//! independent slow search.

use std::fs;
use std::process::{Command, Output};
use std::time::Instant;

use noughts::game::{self, Game, GameState, Outcome, Side, SquareSet};
use noughts::random::Random;
use noughts::search::cube::Solver;
use noughts::search::{Canceller, Heuristics, Meter};
use noughts::verify::cube::verify;

use crate::common::cube::{Slow, cube, play_at_random, random_position};
use crate::common::{Client, best, field, fuzz, score};

/// Returns the plies of the last `score mate`.
fn mate(lines: &[String]) -> Option<i32> {
    score(lines).strip_prefix("mate ").and_then(|plies| plies.parse().ok())
}

/// Returns a random position in which the slow search finds a forced win, or
/// proves that there is none.
fn position_with(forced: bool, random: &mut Random) -> Box<dyn GameState> {
    loop {
        let state = random_position(random);
        if Slow::new(&*state).forces(1) == Some(forced) {
            return state;
        }
    }
}

fn prover() -> Client {
    Client::with(&["newgame qubic", "setoption name Search value proof"])
}

/// Sets the position and searches `nodes` nodes.
fn search(client: &Client, state: &dyn GameState, nodes: u32) -> Vec<String> {
    client.send(&format!("position fen {}", state.text()));
    client.go(&format!("go nodes {nodes}"))
}

/// The search reports a mate in each of 250 random positions with a forced
/// win. If it reports one in another position, the test plays it out.
#[test]
fn forced_wins_are_reported_and_reported_wins_are_won() {
    let mut random = Random::new(5);
    let client = prover();
    let (mut forced, mut quiet, mut none) = (0, 0, 0);
    while forced < 250 * fuzz() {
        let mut state = random_position(&mut random);
        let Some(expected) = Slow::new(&*state).forces(1) else { continue };
        let announced = mate(&search(&client, &*state, 20_000)).filter(|&plies| plies > 0);
        if expected {
            assert!(announced.is_some(), "missed: {}", state.text());
            forced += 1;
        } else if let Some(plies) = announced {
            win_within(&client, &mut *state, plies, &mut random);
            quiet += 1;
        } else {
            none += 1;
        }
    }
    assert!(none > 60 && quiet > 12, "{none} without a win, {quiet} quiet wins");
}

fn nodes(lines: &[String]) -> u64 {
    field(lines, "nodes").and_then(|nodes| nodes.parse().ok()).expect("a number of nodes")
}

/// This holds even with a large node limit, with which a sooner win is searched
/// for.
#[test]
fn a_forced_win_is_reported_before_it_is_shortened() {
    let mut random = Random::new(6);
    let client = prover();
    for _ in 0..25 * fuzz() {
        let state = position_with(true, &mut random);
        let lines = search(&client, &*state, 1_000_000);
        let infos: Vec<&String> = lines.iter().filter(|line| line.contains(" score ")).collect();
        let first = vec![infos[0].clone()];
        assert!(mate(&first).is_some_and(|plies| plies > 0), "{lines:?}");
        assert!(nodes(&first) < 20_000, "{lines:?}");
        assert!(mate(&lines) <= mate(&first), "{lines:?}");
    }
}

/// Returns the moves of the last `pv`.
fn line(lines: &[String]) -> Vec<String> {
    let reported = lines.iter().rev().find_map(|line| line.split_once(" pv "));
    reported.map_or(Vec::new(), |(_, moves)| moves.split(' ').map(String::from).collect())
}

/// While the opponent follows the reported line, the distance shrinks with
/// every move, even with one node per search.
#[test]
fn a_win_that_is_being_played_is_not_forgotten() {
    let mut random = Random::new(12);
    let client = prover();
    let (mut long, mut moves) = (0, 0);
    while long < 12 {
        client.send("ucinewgame");
        let mut state = random_position(&mut random);
        let mut lines = search(&client, &*state, 300_000);
        let Some(mut plies) = mate(&lines).filter(|&plies| plies > 12) else { continue };
        long += 1;
        while let [_, reply, next, ..] = &line(&lines)[..] {
            let (reply, next) = (reply.clone(), next.clone());
            state.play(&best(&lines)).expect("it is legal");
            state.play(&reply).expect("it is legal");
            lines = search(&client, &*state, 1);
            assert!(
                mate(&lines).is_some_and(|reported| (1..=plies - 2).contains(&reported)),
                "{lines:?}"
            );
            assert!(best(&lines) == next || mate(&lines) < Some(plies - 2), "{lines:?}");
            plies = mate(&lines).expect("a mate");
            moves += 1;
        }
    }
    assert!(moves >= 60, "the lines are short: {moves} moves in all");
}

/// The distance of a win shrinks with every move, also if each search is much
/// shorter than the one that proved the win, and the opponent leaves the line.
#[test]
fn distances_do_not_grow_in_play() {
    let mut random = Random::new(13);
    let client = prover();
    let mut proofs = 0;
    while proofs < 4 * fuzz() {
        client.send("ucinewgame");
        let mut state = position_with(false, &mut random);
        let mut lines = search(&client, &*state, 1_000_000);
        let Some(mut plies) = mate(&lines).filter(|&plies| plies > 0) else { continue };
        proofs += 1;
        while plies > 1 {
            state.play(&best(&lines)).expect("it is legal");
            match line(&lines).get(1).filter(|_| random.below(3) > 0) {
                Some(reply) => {
                    state.play(reply).expect("it is legal");
                }
                None => play_at_random(&mut *state, &mut random),
            }
            lines = search(&client, &*state, 100_000);
            let reported = mate(&lines).unwrap_or_else(|| panic!("{} is forgotten", state.text()));
            assert!(
                (1..=plies - 2).contains(&reported),
                "{reported} after {plies}: {}",
                state.text()
            );
            plies = reported;
        }
    }
}

/// The distance shrinks with every move after any reply, with one node per
/// search, and no line is longer than the distance.
#[test]
fn a_win_is_kept_after_any_reply() {
    let mut random = Random::new(15);
    let client = prover();
    let opponent = prover();
    let (mut proofs, mut lines_seen, mut moves) = (0, 0, 0);
    while proofs < 28 * fuzz() {
        client.send("ucinewgame");
        let mut state = position_with(false, &mut random);
        let mut lines = search(&client, &*state, 300_000);
        let Some(mut plies) = mate(&lines).filter(|&plies| plies > 0) else { continue };
        proofs += 1;
        loop {
            lines_seen += usize::from(line(&lines).len() > 1);
            check_line(&*state, &line(&lines), plies);
            state.play(&best(&lines)).expect("it is legal");
            if state.outcome().is_some() {
                break;
            }
            // A reply of the line, a random one, or one of another engine.
            match (random.below(3), line(&lines).get(1)) {
                (0, Some(reply)) => {
                    state.play(reply).expect("it is legal");
                }
                (1, _) => play_at_random(&mut *state, &mut random),
                _ => {
                    let reply = best(&search(&opponent, &*state, 3_000));
                    state.play(&reply).expect("it is legal");
                }
            }
            lines = search(&client, &*state, 1);
            let reported = mate(&lines).unwrap_or_else(|| panic!("{} is forgotten", state.text()));
            assert!(
                (1..=plies - 2).contains(&reported),
                "{reported} after {plies}: {}",
                state.text()
            );
            (plies, moves) = (reported, moves + 1);
        }
    }
    assert!(lines_seen >= 75 && moves >= 100, "{lines_seen} lines, {moves} moves");
}

/// Checks that a line is legal, has at most `plies` plies, and wins if it has
/// more than one move.
fn check_line(state: &dyn GameState, line: &[String], plies: i32) {
    let mut after = state.boxed_clone();
    line.iter().for_each(|name| {
        after.play(name).expect("it is legal");
    });
    assert!(line.len() as i32 <= plies, "{line:?} takes more than {plies}: {}", state.text());
    let wins = after.outcome() == Some(Outcome::Win(state.side()));
    assert!(wins || line.len() == 1, "{line:?} does not win: {}", state.text());
}

/// Plays on against random replies and checks that the win comes within the
/// reported distance.
fn win_within(client: &Client, state: &mut dyn GameState, mut plies: i32, random: &mut Random) {
    let side = state.side();
    while state.outcome().is_none() {
        assert!(plies > 0, "the win does not come: {}", state.text());
        let lines = search(client, state, 2_000_000);
        let reported = mate(&lines).unwrap_or_else(|| panic!("{} is forgotten", state.text()));
        assert!((1..=plies).contains(&reported), "{reported} after {plies}: {}", state.text());
        state.play(&best(&lines)).expect("it is legal");
        if state.outcome().is_none() {
            play_at_random(state, random);
        }
        plies = reported - 2;
    }
    assert_eq!(state.outcome(), Some(Outcome::Win(side)), "{}", state.text());
}

/// No win is sooner than an exact distance, and the line is a win of that
/// length.
#[test]
fn exact_distances_are_exact() {
    let mut random = Random::new(8);
    let client = prover();
    let mut seen = [0; 3];
    while seen.iter().any(|&seen| seen < 25) {
        let state = random_position(&mut random);
        let lines = search(&client, &*state, 50_000);
        let Some(plies) = mate(&lines).filter(|plies| (1..=5).contains(plies)) else { continue };
        let class = plies as usize / 2;
        if !lines.contains(&"info string exact distance".to_string()) || seen[class] >= 60 {
            continue;
        }
        seen[class] += 1;
        let sooner = Slow::new(&*state).wins_within(1, plies as u32 - 2 * u32::from(plies > 1));
        assert!(!sooner || plies == 1, "{plies} in {}", state.text());
        let mut after = state.boxed_clone();
        let reported = line(&lines);
        assert_eq!(reported.len(), plies as usize, "{lines:?}");
        for name in &reported {
            after.play(name).expect("it is legal");
        }
        assert_eq!(after.outcome(), Some(Outcome::Win(state.side())), "{lines:?}");
    }
}

/// With several lines, only searched moves have a score: after an immediate
/// proof only the winning ones, after a full search three.
#[test]
fn only_searched_moves_have_a_score() {
    let mut random = Random::new(17);
    let client = prover();
    client.send("setoption name MultiPV value 3");
    let (mut won, mut three) = (0, 0);
    while won < 30 || three < 30 {
        client.send("ucinewgame");
        let state = random_position(&mut random);
        let Some(forced) = Slow::new(&*state).forces(1) else { continue };
        let lines = search(&client, &*state, 30_000);
        let last = nodes(&lines).to_string();
        let reported: Vec<&String> = lines
            .iter()
            .filter(|line| line.contains(" multipv ") && line.contains(&format!("nodes {last} ")))
            .collect();
        if forced {
            assert!(reported.iter().all(|line| line.contains("score mate ")), "{lines:?}");
            won += 1;
        }
        three += usize::from(!forced && reported.len() == 3);
    }
}

/// If the search reports a loss, every move loses.
#[test]
fn reported_losses_are_lost() {
    let mut random = Random::new(9);
    let client = prover();
    let mut losses = 0;
    while losses < 8 * fuzz() {
        let state = random_position(&mut random);
        let lines = search(&client, &*state, 20_000);
        let Some(plies) = mate(&lines).filter(|&plies| plies < 0) else { continue };
        let lost = state.legal().into_iter().all(|square| {
            let mut after = state.boxed_clone();
            after.play(&state.board().name(square)).expect("it is legal");
            let won = mate(&search(&client, &*after, 2_000_000)).is_some_and(|plies| plies > 0);
            won || Slow::new(&*after).forces(1) == Some(true)
        });
        assert!(lost, "mate {plies}: {}", state.text());
        losses += 1;
    }
}

#[test]
fn the_first_player_wins_the_small_cubes() {
    let client = prover();
    client.send("newgame qubic:3");
    let lines = client.go("go nodes 1000000");
    assert_eq!(best(&lines), "2b2");
    assert!(mate(&lines).is_some_and(|plies| plies > 0), "{lines:?}");
    client.send("newgame qubic:2");
    assert_eq!(mate(&client.go("go nodes 1000")), Some(3));
}

/// A proof with little memory gives up rather than take more.
#[test]
fn the_tree_stays_within_its_memory() {
    for megabytes in [1, 2, 5] {
        let limit = megabytes << 20;
        let (_keeps_going, stop) = Canceller::new(Instant::now());
        let mut meter = Meter::new(&stop, 4_000_000);
        let mut solver = Solver::new(SquareSet::EMPTY, SquareSet::EMPTY, limit);
        assert_eq!(solver.prove(&mut meter), None);
        let bytes = solver.statistics().bytes;
        assert!(bytes <= limit && bytes > limit / 8, "{bytes} of {limit}");
    }
}

#[test]
fn a_proof_out_of_memory_reports_a_full_table() {
    for (hash, is_full) in [(0, true), (1, true), (64, false)] {
        let client = prover();
        client.send(&format!("setoption name Hash value {hash}"));
        let lines = client.go("go nodes 300000");
        assert_eq!(field(&lines, "hashfull") == Some("1000"), is_full, "{lines:?}");
    }
}

/// The stones of a side.
fn stones(state: &dyn GameState, side: Side) -> SquareSet {
    state.stones(side).narrow().expect("a cube has 64 squares")
}

/// Some positions need more quiet moves for a win than the search tries at
/// first.
#[test]
fn a_wider_search_proves_more() {
    let mut random = Random::new(14);
    let (_keeps_going, stop) = Canceller::new(Instant::now());
    let (mut failed, mut won) = (0, 0);
    while won < fuzz() {
        let mut state = cube();
        while state.ply() < 8 && state.outcome().is_none() {
            play_at_random(&mut *state, &mut random);
        }
        if state.outcome().is_some() {
            continue;
        }
        let [x, o] = [Side::X, Side::O].map(|side| stones(&*state, side));
        let mut solver = Solver::new(x, o, usize::MAX);
        if solver.prove(&mut Meter::new(&stop, 300_000)) != Some(false) {
            continue;
        }
        failed += 1;
        // X has four stones, and three quiet moves are allowed at first.
        assert!(solver.widen() && solver.widen());
        if solver.prove(&mut Meter::new(&stop, 3_000_000)) == Some(true) {
            won += 1;
            let mut slow = Slow::new(&*state);
            slow.fuel = u32::MAX;
            assert_eq!(slow.forces(1), Some(false), "{}", state.text());
        }
        assert!(failed < 100 * fuzz(), "{won} won of {failed}");
    }
}

/// The evaluation of the first 4x4x4 program, counted line by line; `minimax`
/// finds a move in every position to the last square.
#[test]
fn the_reference_evaluation_counts_open_lines() {
    let rules = game::Lines::new("qubic".parse().map(shape).expect("a game"));
    let mut random = Random::new(4);
    let client = Client::with(&["newgame qubic", "setoption name Search value minimax"]);
    for _ in 0..50 {
        let state = random_position(&mut random);
        let [x, o] = [Side::X, Side::O].map(|side| stones(&*state, side));
        let position = rules.place(x, o, state.side()).expect("it was reached");
        let slow = Slow::new(&*state);
        let worth = |side: i8| -> i32 {
            let open =
                slow.lines.iter().filter(|line| line.iter().all(|&s| slow.board[s] != -side));
            let own = |line: &[usize; 4]| line.iter().filter(|&&s| slow.board[s] == side).count();
            open.map(|line| [1, 10, 100, 10_000][own(line)]).sum()
        };
        assert_eq!(rules.reference_evaluate(&position), worth(1) - worth(-1), "{}", state.text());
    }
    for _ in 0..4 {
        let mut state = late_position(&mut random);
        while state.outcome().is_none() {
            client.send(&format!("position fen {}", state.text()));
            let answer = best(&client.go("go depth 4"));
            state.play(&answer).expect("it is legal");
        }
    }
}

/// Returns a position with six empty squares and no line, by random play that
/// avoids lines.
fn late_position(random: &mut Random) -> Box<dyn GameState> {
    loop {
        let mut state = cube();
        let mut tries = 0;
        while state.ply() < 58 && tries < 500 {
            let mut next = state.boxed_clone();
            play_at_random(&mut *next, random);
            tries += 1;
            if next.outcome().is_none() {
                state = next;
            }
        }
        if state.ply() == 58 {
            return state;
        }
    }
}

fn shape(spec: game::GameSpec) -> game::lines::Shape {
    match spec {
        game::GameSpec::Lines(shape) => shape,
        game::GameSpec::Trains(_) => panic!("not a game of lines"),
    }
}

#[test]
fn impossible_positions_are_refused() {
    let client = Client::with(&["newgame qubic"]);
    let empty = "4/4/4/4|4/4/4/4|4/4/4/4";
    for (text, reason) in [
        (format!("4 XXXX/OOOO/4/4|{empty} x 1"), "both sides have a complete line"),
        (format!("4 XXX1/4/4/4|{empty} x 1"), "3 X and 0 O stones cannot arise"),
        (format!("4 OO2/X3/4/4|{empty} x 1"), "1 X and 2 O stones cannot arise"),
        (format!("4 XX2/O3/4/4|{empty} x 1"), "is not to move after 3 plies"),
        (format!("4 XXXX/OOO1/O3/4|{empty} x 1"), "X's complete lines cannot have been made"),
        (format!("4 XXXX/XXXX/OOOO/OOO1|OO2/4/4/4|{} o 1", &empty[..15]), "cannot"),
        ("4 4/4/4/4|4/4/4/4|4/4/4/4 x 1".to_string(), ""),
        ("4 4/4/4/4|4/4/4/4|4/4/4/4|4/4/4/5 x 1".to_string(), ""),
        ("5 4/4/4/4|4/4/4/4|4/4/4/4|4/4/4/4 x 1".to_string(), "must begin with \"4\""),
        (format!("4 Z3/4/4/4|{empty} x 1"), ""),
    ] {
        let replies = client.ask(&format!("position fen {text}"));
        assert_eq!(replies.len(), 1, "{text}: {replies:?}");
        assert!(
            replies[0].starts_with("info string error position not set"),
            "{text}: {replies:?}"
        );
        assert!(replies[0].contains(reason), "{text}: {replies:?}");
    }
    assert_eq!(client.ask("query p1turn"), ["response true"]);
}

#[test]
fn malformed_certificates_are_refused() {
    for text in ["", "qubic x\n", "qubic x"] {
        assert_eq!(verify(text).expect_err("nothing is proven").position, "- -", "{text}");
    }
    let refused = verify("qubic x\n- - 1a4\n").expect_err("one move proves nothing");
    assert!(refused.position.starts_with("1a4 "), "{refused}");
    assert_eq!(refused.reason, "neither a forced win nor in the certificate");
    for line in [
        "- - 1e4",
        "1a4 1a4 1b4",
        "1a4 2b3 1a4",
        "- -",
        "- - -",
        "- - 1a4 1b4",
        "- - 1a41b4",
        "",
        "1a 2b3 1a1",
        "0a4 2b3 1a1",
        "1ä 2b3 1a1",
        "- - 1a4\n- - 1b2",
    ] {
        let refused = verify(&format!("qubic x\n{line}\n"));
        assert!(refused.is_err(), "{line}");
    }
    assert!(verify("cubic x\n- - 1a4\n").is_err());
}

fn noughts(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_noughts")).args(arguments).output().expect("it runs")
}

/// The program proves the empty board, the checker refuses a damaged proof, and the
/// engine, which checks a book before it plays from it, accepts the whole one.
#[test]
fn the_proof_of_the_empty_board_is_accepted_and_a_damaged_one_is_not() {
    let folder = std::env::temp_dir().join(format!("noughts-certificate-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let path = |name: &str| folder.join(name).display().to_string();
    let [whole, wrong, little] = ["whole", "wrong", "little"].map(path);
    let solved = noughts(&["solve", "qubic", "--certificate", &whole, "--improve", "0"]);
    assert!(solved.status.success(), "{solved:?}");
    let text = fs::read_to_string(&whole).expect("a certificate");
    let mut lines: Vec<&str> = text.lines().collect();
    let moved = lines[50].rsplit_once(' ').expect("three words").0.to_string() + " 4d4";
    lines[50] = &moved;
    fs::write(&wrong, lines.join("\n")).expect("it is written");
    let refused = noughts(&["verify", &wrong]);
    let printed = String::from_utf8_lossy(&refused.stdout).into_owned();
    assert!(!refused.status.success() && printed.starts_with("refused: "), "{printed}");
    let position = printed.trim_end().rsplit_once(": ").map(|(_, position)| position);
    assert!(position.is_some_and(|p| p.contains(' ')), "no position in {printed}");

    let play = |book: &str| {
        let position = ["-g", "qubic", "position", "moves", "1a4", "2b3", ",", "go", "nodes", "1"];
        noughts(&[&["--book", book], &position[..]].concat())
    };
    fs::write(&little, "qubic x\n- - 1a4\n").expect("it is written");
    let refused = play(&little);
    assert!(!refused.status.success() && refused.stdout.is_empty(), "{refused:?}");
    let played = play(&whole);
    let printed = String::from_utf8_lossy(&played.stdout).into_owned();
    assert!(played.status.success() && printed.contains("score mate "), "{printed}");
    fs::remove_dir_all(&folder).expect("it was there");
}

/// A modest node limit suffices.
#[test]
fn the_first_player_wins_against_random_replies() {
    let client = prover();
    for seed in 0..3 {
        let mut random = Random::new(seed);
        client.send("ucinewgame");
        let mut state = cube();
        while state.outcome().is_none() {
            if state.side() == Side::X {
                let lines = search(&client, &*state, 300_000);
                state.play(&best(&lines)).expect("it is legal");
            } else {
                play_at_random(&mut *state, &mut random);
            }
        }
        assert_eq!(state.outcome(), Some(Outcome::Win(Side::X)), "{}", state.movetext());
    }
}

/// One node is enough for the second search.
#[test]
fn a_second_search_reports_a_known_win_again() {
    let mut random = Random::new(17);
    let client = prover();
    let mut again = 0;
    while again < 20 * fuzz() {
        let state = random_position(&mut random);
        let reported = mate(&search(&client, &*state, 300_000));
        let Some(plies) = reported.filter(|&plies| plies > 7) else { continue };
        let next = mate(&search(&client, &*state, 1));
        assert!(next.is_some_and(|next| (1..=plies).contains(&next)), "{}", state.text());
        again += 1;
    }
}
