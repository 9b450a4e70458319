//! Sessions: handshake, queries, states, waiting and refused commands, stop and
//! ponder.

use std::io;
use std::time::{Duration, Instant};

use crossbeam_channel::unbounded;
use noughts::engine::{self, Line, Options};
use noughts::game::{self, GameSpec, GameState, Outcome, trains::RuleSet};
use noughts::protocol::Reply;
use noughts::random::Random;

use crate::common::{Client, best, field, score};

#[test]
fn the_readme_script_finds_a_move() {
    let client = Client::with(&["newgame", "position moves d4 d5"]);
    let lines = client.go("go nodes 10000");
    assert_eq!(field(&lines, "nodes"), Some("10000"));
    assert!(!["d4", "d5", "0000"].contains(&&*best(&lines)));
}

#[test]
fn a_handshake_identifies_the_engine() {
    for (word, end) in [("ugi", "ugiok"), ("uci", "uciok")] {
        let client = Client::with(&[word]);
        let lines = client.until(end);
        assert!(lines[0].starts_with("id name noughts"));
        assert!(lines[1].starts_with("id author "));
        let options = &lines[2..lines.len() - 1];
        assert!(options.len() > 10 && options.iter().all(|line| line.starts_with("option name ")));
    }
}

/// Some clients accept only lines of exactly two words.
#[test]
fn bestmove_and_response_have_two_words_after_ugi() {
    let client = Client::with(&["ugi", "setoption name Game value tictactoe"]);
    client.until("ugiok");
    let lines = client.go("go depth 5");
    assert_eq!(lines.last().map(|line| line.split_whitespace().count()), Some(2));
    for query in ["p1turn", "gameover", "result"] {
        let lines = client.ask(&format!("query {query}"));
        assert_eq!(lines.len(), 1);
        assert_eq!(lines[0].split_whitespace().count(), 2, "{lines:?}");
    }
}

#[test]
fn queries_return_turn_end_and_result() {
    let client = Client::with(&["newgame tictactoe"]);
    let answers = |position: &str| {
        client.send(position);
        ["p1turn", "gameover", "result"]
            .map(|query| client.ask(&format!("query {query}")).join("|").replace("response ", ""))
            .join(" ")
    };
    assert_eq!(answers("position startpos"), "true false none");
    assert_eq!(answers("position startpos moves b2"), "false false none");
    assert_eq!(answers("position startpos moves a1 b1 a2 b2 a3"), "false true p1win");
    assert_eq!(answers("position startpos moves a1 b1 a2 b2 c3 b3"), "true true p2win");
    let draw = "position startpos moves a1 b1 c1 b2 a2 c2 b3 a3 c3";
    assert_eq!(answers(draw), "false true draw");
    // O plays two plies in a row under these rules.
    client.send("newgame tictactrains:modern");
    assert_eq!(answers("position moves d4"), "false false none");
    assert_eq!(answers("position moves d4 d5"), "false false none");
    assert_eq!(answers("position moves d4 d5 g4"), "true false none");
}

#[test]
fn an_endless_search_holds_its_answer_even_when_solved() {
    for go in ["go infinite", "go", "go ponder", "go infinite depth 1", "go ponder nodes 1"] {
        for game in ["tictactoe", "tictactrains"] {
            let client = Client::new();
            client.send(&format!("newgame {game}"));
            client.send(go);
            // The search has long ended when these replies arrive.
            for _ in 0..200 {
                let lines = client.ask("query gameover");
                assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{go}");
            }
            client.send("stop");
            client.until("bestmove");
        }
    }
}

#[test]
fn a_proven_draw_is_announced_and_a_solved_search_ends_by_itself() {
    let client = Client::with(&["newgame tictactoe", "setoption name Search value alphabeta"]);
    let lines = client.go("go nodes 100000000");
    let [.., draw, info, _] = &lines[..] else { panic!("{lines:?}") };
    assert_eq!(draw, "info string proven draw");
    assert!(info.contains("score cp 0"), "{info}");
}

#[test]
fn every_bestmove_follows_a_final_info_line() {
    for search in ["random", "minimax", "alphabeta", "uct", "mcts", "auto"] {
        for position in ["", "a1 b1 a2 b2", "a1 b1 a2 b2 a3"] {
            let client = Client::with(&["newgame tictactoe"]);
            client.send(&format!("setoption name Search value {search}"));
            client.send(&format!("position startpos moves {position}"));
            let lines = client.go("go nodes 500");
            let info = &lines[lines.len() - 2];
            for word in ["info ", " nodes ", " time ", " nps "] {
                assert!(info.contains(word), "{search}: {info}");
            }
        }
    }
}

#[test]
fn a_finished_game_has_no_move() {
    let client = Client::with(&["newgame tictactoe", "position startpos moves a1 b1 a2 b2 a3"]);
    assert_eq!(best(&client.go("go nodes 10")), "0000");
    client.send("go infinite");
    assert!(client.ask("query result").contains(&"response p1win".to_string()));
    assert_eq!(best(&client.go("stop")), "0000");
}

#[test]
fn isready_is_answered_during_a_search_without_stopping_it() {
    let client = Client::with(&["go infinite"]);
    for _ in 0..50 {
        assert!(client.ask("isready").iter().all(|line| !line.starts_with("bestmove")));
    }
    client.go("stop");
}

#[test]
fn stop_and_ponderhit_without_a_search_are_ignored() {
    let client = Client::new();
    assert!(client.ask("stop").is_empty());
    assert!(client.ask("ponderhit").is_empty());
    client.go("go nodes 10");
    client.send("stop");
    client.send("stop");
    assert!(client.ask("ponderhit").is_empty());
}

#[test]
fn ponderhit_leaves_other_searches_alone() {
    let client = Client::with(&["go infinite", "ponderhit"]);
    assert!(client.ask("isready").iter().all(|line| !line.starts_with("bestmove")));
    client.go("stop");
    let client = Client::with(&["setoption name Search value mcts", "go nodes 5000"]);
    let replies = client.go("ponderhit");
    let last = replies.iter().rfind(|line| line.starts_with("info"));
    assert!(last.is_some_and(|line| line.contains(" nodes 5000 ")), "{replies:?}");
    assert!(client.ask("isready").iter().all(|line| !line.starts_with("bestmove")));
}

#[test]
fn ponderhit_releases_the_answer() {
    // With a clock, which counts from `ponderhit` on.
    let client = Client::with(&["go ponder p1time 50 p2time 50"]);
    assert!(client.ask("query p1turn").contains(&"response true".to_string()));
    client.go("ponderhit");
    // The search has long ended: its answer comes at once.
    let client = Client::with(&["go ponder nodes 1"]);
    for _ in 0..100 {
        client.ask("isready");
    }
    client.go("ponderhit");
    // Without limits only `stop` ends the search.
    let client = Client::with(&["go ponder", "ponderhit"]);
    assert!(client.ask("query p1turn").iter().all(|line| !line.starts_with("bestmove")));
    client.go("stop");
}

/// Pondering is the opponent's time: the own time begins with `ponderhit`.
#[test]
fn the_time_of_a_move_begins_with_ponderhit() {
    let time = Duration::from_millis(400);
    let client = Client::with(&["newgame", "go ponder movetime 400"]);
    std::thread::sleep(time);
    let hit = Instant::now();
    client.go("ponderhit");
    // A search may end earlier than its time only by the overhead of a move.
    assert!(hit.elapsed() > time / 2, "{:?}", hit.elapsed());
}

/// The time of a move begins when its command arrives, not when it is its turn.
#[test]
fn the_time_that_a_command_has_waited_counts() {
    let (time, waited) = (Duration::from_secs(60), Duration::from_millis(59_900));
    let client = Client::with(&["newgame"]);
    let begun = Instant::now();
    let received = begun.checked_sub(waited).expect("the machine has run for a minute");
    client.send_line(Line { text: Ok(format!("go movetime {}", time.as_millis())), received });
    client.until("bestmove");
    assert!(begun.elapsed() < time / 2, "{:?}", begun.elapsed());
}

#[test]
fn an_error_stays_short_when_it_is_escaped() {
    let client = Client::new();
    let lines = client.ask(&format!("setoption name {}", "\u{1}".repeat(290)));
    assert!(lines[0].starts_with("info string error "), "{lines:?}");
    assert_eq!(lines[0].chars().count(), "info string error ".len() + 300);
}

#[test]
fn crlf_ends_lines_and_blank_lines_are_ignored() {
    let client = Client::with(&["newgame tictactoe\r", "", "\r", "  \t ", "position moves b2\r"]);
    assert_eq!(client.ask("query p1turn\r"), ["response false"]);
}

#[test]
fn unknown_words_are_skipped_or_refused() {
    let client = Client::new();
    assert_eq!(client.ask("xyzzy"), ["info string error unknown command \"xyzzy\""]);
    assert_eq!(client.ask("joho debug off"), [""; 0]);
    // Only spaces and tabs divide words, so this is not a `go`.
    assert_eq!(client.ask("go\u{b}infinite").len(), 1);
    let lines = client.go("go quickly nodes 5 please");
    assert_eq!(field(&lines, "nodes"), Some("5"));
}

#[test]
fn a_refused_command_changes_nothing() {
    let client = Client::with(&["newgame tictactoe", "position startpos moves b2 a1"]);
    let state = || client.ask("info");
    let before = state();
    for (line, part) in [
        ("position startpos moves b2 b2", "\"b2\" is occupied"),
        ("position startpos moves b2 a1 d4", "\"d4\" is not a square"),
        ("position startpos moves a1 b1 a2 b2 a3 c3", "\"c3\" cannot be played: the game is over"),
        ("position fen 4 4 4 4/4/4/4 x 1", "must begin with \"3 3 3\""),
        ("position sideways", "\"sideways\""),
        ("newgame chess", "unknown game \"chess\""),
        ("newgame tictactrains:(XA, O1, ...)", "\"...\" repeats the last two plies"),
        ("setoption name Hash value lots", "\"lots\" is not a value of option Hash"),
        ("setoption name Colour value red", "unknown option \"Colour\""),
        ("setoption name Search value telepathy", "\"telepathy\" is not a value"),
        ("position\u{c}moves b2", "unknown command"),
        ("setoption name Hash value +5", "\"+5\" is not a value of option Hash"),
    ] {
        let lines = client.ask(line);
        assert_eq!(lines.len(), 1, "{line}: {lines:?}");
        assert!(lines[0].starts_with("info string error ") && lines[0].contains(part), "{lines:?}");
        assert_eq!(state(), before, "{line}");
    }
    // A refused `go` also gets a `bestmove`.
    for (line, part) in [
        ("go nodes many", "\"many\""),
        ("go searchmoves b2", "\"b2\" is not a legal move"),
        ("go searchmoves z9", "\"z9\" is not a legal move"),
        // Words before the command are skipped.
        ("xyzzy go nodes many", "\"many\""),
        ("xyzzy \t go depth", "found the end of the line"),
    ] {
        let lines = client.ask(line);
        assert!(lines.len() == 2 && lines[0].contains(part), "{line}: {lines:?}");
        assert_eq!(best(&lines), "0000");
        assert_eq!(state(), before, "{line}");
    }
    client.send("newgame tictactrains:modern");
    let lines = client.ask("position moves d4 a1");
    assert_eq!(lines, ["info string error position not set: \"a1\" is not allowed for this ply"]);
}

#[test]
fn state_cannot_change_under_an_endless_search() {
    let client = Client::with(&["go infinite"]);
    for line in ["position moves a1", "newgame qubic", "setoption name Hash value 1", "go depth 1"]
    {
        let lines = client.ask(line);
        assert!(lines.iter().any(|l| l.contains("send \"stop\" first")), "{line}: {lines:?}");
    }
    client.go("stop");
    assert!(client.ask("info").contains(&"info string ply 0 of 49".to_string()));
}

#[test]
fn commands_wait_for_a_bounded_search() {
    let client = Client::with(&[
        "go nodes 3000",
        "position moves d4",
        "go nodes 20",
        "newgame tictactoe",
        "go depth 1",
        "query p1turn",
    ]);
    assert_eq!(field(&client.until("bestmove"), "nodes"), Some("3000"));
    assert_eq!(field(&client.until("bestmove"), "nodes"), Some("20"));
    assert!(best(&client.until("bestmove")).ends_with(['1', '2', '3']));
    assert_eq!(client.until("response"), ["response true"]);
    assert!(client.end().is_empty());
}

#[test]
fn each_stop_belongs_to_the_search_before_it() {
    // Sent at once, without waiting for answers.
    let client = Client::with(&["go infinite", "stop", "go infinite", "stop", "go nodes 7"]);
    client.until("bestmove");
    client.until("bestmove");
    assert_eq!(field(&client.until("bestmove"), "nodes"), Some("7"));
    assert!(client.end().is_empty());
}

/// A `stop` ends queued searches before it, whatever commands are between, and
/// none after it.
#[test]
fn a_stop_reaches_all_searches_before_it() {
    for (between, answer) in [
        ("query p1turn", "response false"),
        ("show", "O to move"),
        ("position moves a1", "info string error \"position startpos moves a1\" has to wait"),
        ("go nodes 5", "info string error \"go nodes 5\" has to wait"),
        ("go nodes x", "info string error expected a whole number, found \"x\""),
    ] {
        let client = Client::with(&["position moves d4", "perft 3", "go infinite", between]);
        client.send("stop");
        let lines = client.until("bestmove");
        assert!(lines.iter().any(|line| line.starts_with(answer)), "{between}: {lines:?}");
        assert!(client.end().is_empty(), "{between}");
    }
    let client = Client::with(&["newgame tictactoe:11x11:5", "setoption name Search value uct"]);
    let endless = "go nodes 1000000000000";
    for line in [endless, endless, "position moves a1", endless, "show", "stop", "go nodes 7"] {
        client.send(line);
    }
    for _ in 0..3 {
        client.until("bestmove");
    }
    assert_eq!(field(&client.until("bestmove"), "nodes"), Some("7"));
    assert!(client.ask("info").contains(&"info string ply 1 of 121".to_string()));
}

#[test]
fn a_refused_go_is_answered_in_its_turn() {
    for job in ["go nodes 3000", "perft 3"] {
        let client = Client::with(&[job, "go nodes x", "go searchmoves z9", "go nodes 5"]);
        let bests: Vec<_> =
            client.end().into_iter().filter(|line| line.starts_with("bestmove")).collect();
        let [.., first, second, third] = &bests[..] else { panic!("{bests:?}") };
        assert_eq!([first, second], ["bestmove 0000"; 2]);
        assert_ne!(third, "bestmove 0000");
        assert_eq!(bests.len(), if job.starts_with("go") { 4 } else { 3 });
    }
    // During an endless search a refused `go` gets only an error.
    let client = Client::with(&["go infinite"]);
    let lines = client.ask("go nodes x");
    assert!(
        lines.iter().any(|line| line.contains("expected a whole number, found \"x\"")),
        "{lines:?}"
    );
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
    client.go("stop");
}

/// Random commands: the engine sends one `bestmove` for each `go`, except those
/// refused during an endless search.
#[test]
fn every_go_is_answered_once_in_random_sessions() {
    let commands = [
        "go infinite",
        "go ponder nodes 9",
        "go nodes 40",
        "go nodes 40",
        "go depth 1",
        "go movetime 1",
        "go p1time 1 p2time 1",
        "go nodes x",
        "stop",
        "stop",
        "ponderhit",
        "isready",
        "query p1turn",
        "position moves b2",
        "setoption name Seed value 3",
        "perft 2",
    ];
    let mut random = Random::new(7);
    for round in 0..300 {
        let client = Client::with(&["newgame tictactoe:4"]);
        let search = ["mcts", "alphabeta", "proof", "uct", "random"][round % 5];
        client.send(&format!("setoption name Search value {search}"));
        let mut searches = 0;
        for _ in 0..30 {
            let command = commands[random.below(commands.len())];
            searches += usize::from(command.starts_with("go"));
            client.send(command);
        }
        let lines = client.end();
        let count = |start: &str| lines.iter().filter(|line| line.starts_with(start)).count();
        let refused = count("info string error \"go ");
        // During an endless search a malformed `go` gets only an error.
        let bad = count("info string error expected ") - count("bestmove 0000");
        assert_eq!(count("bestmove") + refused + bad, searches, "{lines:?}");
    }
}

#[test]
fn a_closed_output_ends_the_engine_during_a_search() {
    for (search, go) in
        [("uct", "go infinite"), ("alphabeta", "go nodes 100000000000"), ("mcts", "go ponder")]
    {
        let (lines, receiver) = unbounded();
        for line in ["newgame tictactoe:11x11:5", &format!("setoption name Search value {search}")]
        {
            lines.send(Line::now(line)).expect("the channel is unbounded");
        }
        lines.send(Line::now(go)).expect("the channel is unbounded");
        lines.send(Line::now("isready")).expect("the channel is unbounded");
        let mut out = |_: &Reply| Err(io::ErrorKind::BrokenPipe.into());
        // The input is still open.
        let ended = engine::run(Options::default(), &receiver, &mut out);
        assert_eq!(ended.map_err(|error| error.kind()), Err(io::ErrorKind::BrokenPipe));
    }
}

#[test]
fn no_answer_is_lost_in_ten_thousand_stops() {
    let client = Client::with(&["newgame tictactoe:5x5:4", "setoption name Hash value 1"]);
    for round in 0..10_000 {
        let search = ["alphabeta", "uct", "random", "minimax"][round / 2500];
        if round % 2500 == 0 {
            client.send(&format!("setoption name Search value {search}"));
        }
        client.send("go infinite");
        client.send("stop");
        client.until("bestmove");
        assert!(client.is_silent());
    }
    assert!(client.end().is_empty());
}

#[test]
fn the_end_of_input_ends_the_engine_in_every_state() {
    let answers = |lines: &[&str]| {
        let rest = Client::with(lines).end();
        rest.iter().filter(|line| line.starts_with("bestmove")).count()
    };
    assert_eq!(answers(&[]), 0);
    assert_eq!(answers(&["go nodes 2000"]), 1);
    assert_eq!(answers(&["go nodes 2000", "go nodes 30"]), 2);
    assert_eq!(answers(&["go infinite"]), 1);
    assert_eq!(answers(&["go ponder"]), 1);
    assert_eq!(answers(&["newgame tictactoe", "go infinite"]), 1);
    assert_eq!(answers(&["go nodes 100", "go infinite", "go nodes 100"]), 3);
    assert_eq!(answers(&["go infinite", "stop", "quit", "go nodes 10"]), 1);
    assert_eq!(answers(&["go nodes 3000", "go infinite", "go nodes 5", "quit", "isready"]), 3);
}

#[test]
fn a_held_search_sends_its_findings_at_once() {
    let client = Client::with(&["newgame tictactoe", "go infinite"]);
    let reported = client.until("info depth 9");
    assert!(reported.contains(&"info string proven draw".to_string()), "{reported:?}");
    let lines = client.go("stop");
    let time = |line: &String| line.split(" time ").nth(1).map(str::to_string);
    assert_eq!(reported.last().and_then(time), lines.get(lines.len() - 2).and_then(time));
}

#[test]
fn a_search_that_does_not_support_the_game_is_refused_or_replaced() {
    let client = Client::with(&["newgame tictactoe:11x11:5"]);
    let lines = client.ask("setoption name Search value minimax");
    let error = "info string error search \"minimax\" does not play tictactoe:11x11:5, \
        only flat boards of up to 64 squares, TicTacTrains and cubes";
    assert_eq!(lines, [error]);
    client.send("newgame tictactoe:12x12:5");
    let lines = client.ask("setoption name Search value proof");
    let error = "info string error search \"proof\" does not play tictactoe:12x12:5, \
        only TicTacTrains, cubes, and flat boards of up to 11x11 without =, renju and caro";
    assert_eq!(lines, [error]);
    client.send("newgame tictactoe:11x11:5");
    assert!(client.ask("info").contains(&"info string search auto idle".to_string()));
    client.send("newgame tictactoe");
    assert!(client.ask("setoption name Search value minimax").is_empty());
    let lines = client.ask("newgame tictactoe:11");
    let notice = "info string search \"minimax\" does not play tictactoe:11, \
        only flat boards of up to 64 squares, TicTacTrains and cubes: using auto instead";
    assert_eq!(lines, [notice]);
    assert!(client.ask("info").contains(&"info string search auto idle".to_string()));
}

#[test]
fn quit_ends_a_search_with_its_answer() {
    for go in ["go infinite", "go nodes 4000000000", "go ponder"] {
        let client = Client::with(&[go, "quit"]);
        let lines = client.until("bestmove");
        assert_ne!(best(&lines), "0000");
        assert!(client.end().is_empty());
    }
}

/// With a third corner X has two threats at once.
#[test]
fn mate_distances_count_plies_or_moves() {
    for (moves, plies, in_moves) in [
        ("a1 b1", "mate 5", "mate 3"),
        ("a1 b1 a3", "mate -4", "mate -2"),
        ("a1 b1 a3 a2", "mate 3", "mate 2"),
        ("a1 b1 a3 a2 c3", "mate -2", "mate -1"),
        ("a1 b1 a3 a2 c3 b2", "mate 1", "mate 1"),
    ] {
        for (handshake, expected) in [("ugi", plies), ("uci", in_moves)] {
            let client = Client::with(&[handshake, "setoption name Game value tictactoe"]);
            client.until(&format!("{handshake}ok"));
            client.send(&format!("position startpos moves {moves}"));
            assert_eq!(score(&client.go("go depth 9")), expected, "{handshake} after {moves}");
            // `go mate` with the same distance finds the same result.
            let distance = expected.trim_start_matches("mate ").trim_start_matches('-');
            assert_eq!(score(&client.go(&format!("go mate {distance}"))), expected);
        }
    }
}

/// Returns the result under best play by exhaustive search.
fn slow_result(state: &dyn GameState) -> Outcome {
    if let Some(outcome) = state.outcome() {
        return outcome;
    }
    let side = state.side();
    let mut best = Outcome::Win(!side);
    for square in state.legal() {
        let mut next = state.boxed_clone();
        next.play(&state.board().name(square)).expect("it is legal");
        match slow_result(&*next) {
            outcome if outcome == Outcome::Win(side) => return outcome,
            Outcome::Draw => best = Outcome::Draw,
            Outcome::Win(_) => {}
        }
    }
    best
}

#[test]
fn a_mate_in_tictactrains_is_the_number_of_plies_left() {
    let moves = "d4 d5 e4 c4 d3 e5 f4 c5 c3 f5 b3 b4 g5 g4 a4 f3 f6 b5 b6 a5 a6 e2 b2 d6 e6 c2 a3 \
                 a2 b1 c6 c1 d1 d7 c7 b7 e1 d2 g3 e3 e7 a1 g7";
    let mut state = game::new_game(&GameSpec::Trains(RuleSet::default()));
    for name in moves.split_whitespace() {
        state.play(name).expect("the reference game is legal");
    }
    let expected = match slow_result(&*state) {
        Outcome::Draw => "cp 0",
        outcome if outcome == Outcome::Win(state.side()) => "mate 7",
        _ => "mate -7",
    };
    for search in ["alphabeta", "minimax"] {
        let client = Client::with(&["ugi", &format!("setoption name Search value {search}")]);
        client.until("ugiok");
        client.send(&format!("position moves {moves}"));
        assert_eq!(score(&client.go("go depth 7")), expected);
    }
}

#[test]
fn ponder_moves_are_sent_only_where_allowed() {
    for handshake in ["isready", "ugi"] {
        let client = Client::with(&[handshake]);
        let lines = client.go("go nodes 3000");
        assert!(!lines[lines.len() - 1].contains("ponder"), "{handshake}: {lines:?}");
    }
    // O plays two plies in a row, so no reply of X follows the first one.
    let client = Client::with(&["uci", "setoption name Game value tictactrains:modern"]);
    client.until("uciok");
    client.send("position moves d4");
    let lines = client.go("go nodes 3000");
    assert!(!lines[lines.len() - 1].contains("ponder"), "{lines:?}");
    client.send("position moves d4 d5");
    let lines = client.go("go nodes 3000");
    assert!(lines[lines.len() - 1].contains(" ponder "), "{lines:?}");
}

#[test]
fn moves_are_drops_under_the_variant() {
    let client = Client::with(&["uci"]);
    client.until("uciok");
    client.send("setoption name UCI_Variant value tictactoe");
    client.send("ucinewgame");
    client.send("position startpos moves P@b2 P@a1");
    let lines = client.go("go wtime 1000 btime 1000 winc 0 binc 0");
    assert!(best(&lines).starts_with("P@"), "{lines:?}");
    assert!(field(&lines, "pv").is_some_and(|pv| pv.starts_with("P@")));
    client.send("position fen 3/3/3[PPPPPpppp] w - - 0 1 moves P@b2");
    assert_eq!(client.ask("query p1turn"), ["response false"]);
    assert!(best(&client.go("go depth 3 searchmoves P@a1")).starts_with("P@a1"));
    client.send("setoption name Game value tictactoe");
    client.send("position startpos moves b2");
    assert!(!best(&client.go("go depth 1")).contains('@'));
}

#[test]
fn multipv_reports_ranked_lines() {
    for search in ["alphabeta", "minimax", "uct", "mcts"] {
        let client = Client::with(&["newgame tictactoe:4", "setoption name MultiPV value 3"]);
        client.send(&format!("setoption name Search value {search}"));
        client.send("setoption name UCI_ShowWDL value true");
        let lines = client.go("go depth 3");
        let last = &lines[lines.len() - 4..lines.len() - 1];
        let mut firsts = Vec::new();
        for (rank, line) in (1..).zip(last) {
            assert!(line.contains(&format!(" multipv {rank} ")), "{search}: {line}");
            assert!(line.contains(" wdl "), "{search}: {line}");
            let first = line.split(" pv ").nth(1).and_then(|pv| pv.split(' ').next());
            firsts.push(first.expect("a move").to_string());
        }
        assert_eq!(best(&lines), firsts[0]);
        firsts.sort();
        firsts.dedup();
        assert_eq!(firsts.len(), 3, "{search}");
    }
}

#[test]
fn show_draws_the_board_and_info_lists_the_state() {
    let client = Client::with(&["newgame tictactoe", "position moves b2"]);
    let drawn = client.ask("show");
    assert_eq!(
        drawn,
        ["3 . . .", "2 . X .", "1 . . .", "  a b c", "O to move", "3 3 3 3/1X1/3 o 1"]
    );
    let reported = client.ask("info");
    assert!(reported.iter().all(|line| line.starts_with("info string ")));
    for part in [
        "game tictactoe",
        "rules 3 in a row on 3x3",
        "ply 1 of 9",
        "side O",
        "result none",
        "search auto idle",
    ] {
        assert!(reported.contains(&format!("info string {part}")), "{part}: {reported:?}");
    }
    assert!(client.ask("help").len() > 15);
}

#[test]
fn perft_and_bench_are_jobs_that_stop() {
    let client = Client::with(&["newgame tictactoe"]);
    client.send("perft 9");
    assert!(client.until("info string perft")[0].contains("nodes 127872"));
    client.send("newgame qubic");
    client.send("perft 30");
    client.ask("isready");
    client.send("stop");
    let lines = client.until("info string");
    assert_eq!(lines.last().map(String::as_str), Some("info string error perft was stopped"));
    client.send("bench");
    client.send("stop");
    // On a busy machine `bench` may end before the `stop`.
    let ended = |line: &String| line.contains("bench was stopped") || line.ends_with(" nps");
    assert!(client.end().iter().any(ended));
}

/// Returns the value of a line in the reply to `info`.
fn info_value(client: &Client, name: &str) -> Option<String> {
    let lines = client.ask("info");
    let start = format!("info string {name} ");
    lines.iter().find_map(|line| line.strip_prefix(&start)).map(str::to_string)
}

/// This holds also if the new game has the same spec.
#[test]
fn every_command_for_a_new_game_resets_position_and_tables() {
    let search = |client: &Client| {
        let lines = client.go("go depth 6");
        (field(&lines, "nodes").map(str::to_string), best(&lines))
    };
    let game = "tictactoe:5x5:4";
    let start = [&*format!("newgame {game}"), "setoption name Search value alphabeta"];
    let position = "position fen 5 5 4 5/5/2X2/5/5 o 1 moves b2 d4";
    let fresh = search(&Client::with(&start));
    for line in [
        format!("newgame {game}"),
        format!("newgame {}", game.to_uppercase()),
        format!("setoption name Game value {game}"),
        "newgame".to_string(),
        "uginewgame".to_string(),
        "ucinewgame".to_string(),
    ] {
        let client = Client::with(&start);
        client.send(position);
        assert_eq!(info_value(&client, "ply").as_deref(), Some("3 of 25"));
        search(&client);
        client.send("position startpos");
        search(&client);
        // The table has the results of the search, so it visits fewer nodes
        // now.
        assert_ne!(search(&client).0, fresh.0);
        client.send(position);
        assert!(client.ask(&line).is_empty(), "{line}");
        assert_eq!(info_value(&client, "ply").as_deref(), Some("0 of 25"), "{line}");
        assert_eq!(info_value(&client, "game").as_deref(), Some(game), "{line}");
        assert_eq!(search(&client), fresh, "{line}");
    }
}

/// Setting the same search again keeps its table.
#[test]
fn options_other_than_the_game_keep_the_position() {
    let moves = ["newgame tictactoe:5x5:4", "position startpos moves c3 b2"];
    let client = Client::with(&moves);
    client.send("setoption name Search value alphabeta");
    let nodes = |client: &Client| field(&client.go("go depth 6"), "nodes").map(str::to_string);
    let fresh = nodes(&client);
    assert_ne!(nodes(&client), fresh);
    client.send("setoption name Search value alphabeta");
    client.send("setoption name MoveOverhead value 5");
    assert_ne!(nodes(&client), fresh);
    // Another search and back: the table is empty, the position the same.
    client.send("setoption name Search value random");
    assert_eq!(info_value(&client, "ply").as_deref(), Some("2 of 25"));
    client.send("setoption name Search value alphabeta");
    assert_eq!(info_value(&client, "ply").as_deref(), Some("2 of 25"));
    assert_eq!(nodes(&client), fresh);
}

#[test]
fn a_clock_of_the_other_side_only_counts_for_both() {
    let client = Client::with(&["newgame tictactoe", "setoption name Search value random"]);
    client.send("setoption name MoveOverhead value 10");
    client.send("debug on");
    let time = |go: &str| {
        let lines = client.go(go);
        lines.into_iter().find(|line| line.starts_with("info string time soft "))
    };
    for moves in ["", "moves b2"] {
        client.send(&format!("position startpos {moves}"));
        let expected = time("go p1time 30000 p2time 30000");
        assert!(expected.is_some());
        for go in ["go p1time 30000", "go p2time 30000", "go wtime 30000", "go btime 30000"] {
            assert_eq!(time(go), expected, "{go}");
        }
        // A `movetime` is used in full, less the overhead.
        let whole = Some("info string time soft 1490 ms hard 1490 ms".to_string());
        assert_eq!(time("go movetime 1500"), whole);
        assert_eq!(time("go nodes 5"), None);
    }
    client.send("debug off");
    assert_eq!(time("go movetime 10"), None);
}

/// A refused position changes nothing.
#[test]
fn a_position_chooses_the_game_with_game_from_position() {
    let client = Client::new();
    let state = || client.ask("info");
    let game = || state()[0].clone();
    let fen = "position fen 6 7 4 7/7/7/7/7/3X3 o 1";
    assert!(client.ask(fen)[0].contains("does not fit the board"));
    client.send("setoption name GameFromPosition value true");
    assert!(client.ask(&format!("{fen} moves d2 d3")).is_empty());
    assert_eq!(game(), "info string game tictactoe:7x6:4");
    assert!(client.ask("show").contains(&"6 7 4 7/7/7/3X3/3O3/3X3 o 2".to_string()));
    // `startpos` is now the start of this game.
    assert!(client.ask("position startpos moves a1").is_empty());
    assert!(client.ask("position fen 4 4/4/4/4|4/1X2/4/4|4/4/4/4|4/4/4/4 o 1").is_empty());
    assert_eq!(game(), "info string game qubic");
    let before = state();
    for (text, part) in [
        ("6 7 4 7/7/7/7/7/3X3 x 1", "X is not to move"),
        ("6 7 4 7/7/7/7/7/2XX3 o 1", "cannot arise"),
        ("6 7 4 7/7/7/7/7/3X3 o 1 moves d1", "\"d1\" is occupied"),
        ("6 7 8 7/7/7/7/7/7 x 1", "8 in a row do not fit"),
        ("23 23 5 23/23/23 x 1", "board cannot be 23x23"),
        ("6 6/6 x 1", "a cube cannot have side 6"),
        ("7/7/7/3X3/7/7/7 o 1", "must begin with \"4\" in this game"),
    ] {
        let replies = client.ask(&format!("position fen {text}"));
        assert!(
            replies.len() == 1 && replies[0].contains("error position not set: "),
            "{replies:?}"
        );
        assert!(replies[0].contains(part), "{replies:?}");
        assert_eq!(state(), before, "{text}");
    }
    // `auto` replaces a search that does not support the new game.
    client.send("newgame tictactoe");
    client.send("setoption name Search value minimax");
    let replies = client.ask("position fen 9 9 5 9/9/9/9/9/9/9/9/9 x 1");
    let notice = "info string search \"minimax\" does not play tictactoe:9x9:5, \
        only flat boards of up to 64 squares, TicTacTrains and cubes: using auto instead";
    assert_eq!(replies, [notice]);
    // Drop notation exists for one game only.
    client.send("setoption name UCI_Variant value tictactoe");
    assert!(client.ask("position fen 6 7 4 7/7/7/7/7/7 x 1")[0].contains("error"));
    assert_eq!(game(), "info string game tictactoe");
}

/// A line that waited before it was read has used the time of its search.
#[test]
fn the_time_of_a_search_counts_from_the_receipt_of_its_line() {
    let client = Client::with(&["newgame tictactoe:15x15:5"]);
    client.ask("isready");
    for go in ["go movetime 20000", "go p1time 60000 p2time 60000"] {
        let received = Instant::now().checked_sub(Duration::from_secs(100));
        let received = received.expect("the machine has run for longer");
        client.send_line(Line { text: Ok(go.to_string()), received });
        let lines = client.until("bestmove");
        let time = field(&lines, "time").map(str::parse::<u64>);
        assert!(matches!(time, Some(Ok(100_000..))), "{go}: {time:?}");
    }
}
