//! `--plain`, from a script.

use std::collections::HashSet;
use std::io::Write;
use std::process::{Command, Output, Stdio};

use super::Folder;

/// Runs `noughts play --plain` in this folder with these lines.
pub(crate) fn run_in(folder: &Folder, arguments: &str, lines: &[&str]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_noughts"))
        .args(["play", "--plain"])
        .args(arguments.split_whitespace())
        .current_dir(folder.path())
        .env("NOUGHTS_DATA", folder.path().join("data"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("it is a pipe");
    // An error is ignored: a program that refuses its arguments reads nothing.
    let _ = input.write_all((lines.join("\n") + "\n").as_bytes());
    drop(input);
    child.wait_with_output().expect("it ends")
}

/// Runs a game and returns what it printed.
pub(crate) fn printed(arguments: &str, lines: &[&str]) -> String {
    let output = run_in(&Folder::new(), arguments, lines);
    let errors = String::from_utf8_lossy(&output.stderr).to_string();
    assert!(output.status.success(), "{arguments}: {errors}");
    assert_eq!(errors, "", "{arguments}");
    String::from_utf8(output.stdout).expect("text")
}

fn has_all(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "no {part} in\n{text}");
    }
}

#[test]
fn a_game_of_two_people_ends_with_the_reason() {
    let moves = ["a1", "b1", "a3", "a2", "c3", "b3", "b2"];
    let text = printed("tictactoe --side both --nodes 100000", &moves);
    has_all(
        &text,
        &[
            "tictactoe: 3 in a row win: across, down or diagonally.\n(proven: a draw",
            "you play both sides; ",
            "3 X O X\n2 O X .\n1 X O .",
            "game over: X wins",
            "b1 lost the game: O could still have drawn with b2.",
            "Proven: after b1 X wins in 5 plies: ",
            "game over> ",
        ],
    );
}

/// A tree search alone visits few of the 49 moves often enough for a value.
#[test]
fn the_analysis_gives_every_square_a_value() {
    let text = printed("tictactrains:mallorcan --side both --nodes 2000", &["analyse"]);
    let (_, after) = text.rsplit_once("X> analyse").unwrap_or_else(|| panic!("{text}"));
    let rows = after.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit()));
    let values: Vec<u32> = rows
        .flat_map(|row| row.split_whitespace().skip(1))
        .map(|value| value.parse().unwrap_or_else(|_| panic!("{value} in {after}")))
        .collect();
    assert_eq!(values.len(), 49, "{after}");
    assert!(values.iter().all(|value| (1..=99).contains(value)), "{after}");
}

/// On 7x6 squares the position before O's second ply is too hard for so few
/// nodes, and the one after it is won at once.
#[test]
fn the_ply_after_which_a_game_is_proven_lost_is_told() {
    let moves = ["d1", "d2", "c1", "c2", "b1", "a1", "e1"];
    let text = printed("tictactoe:7x6:4 --side both --nodes 10000", &moves);
    has_all(
        &text,
        &[
            "After c2 O is lost; before it, nothing is proven.",
            "Proven: after c2 X wins in 3 plies: ",
        ],
    );
    let text = printed("tictactoe --side both --nodes 100000", &["a1", "b1", "b2", "a2", "c3"]);
    has_all(&text, &["b1 lost the game: O could still have drawn with b2."]);
}

#[test]
fn every_family_is_played_against_the_engine() {
    for (game, square, part) in [
        ("tictactoe", "b2", "2 . X ."),
        ("tictactoe:11x11:5", "f6", "a b c d e f g h i j k"),
        ("tictactoe:22x22:5", "v22", "a b c d e f g h i j k l m n o p q r s t u v"),
        ("tictactrains", "d4", "longest trains: X 1, O 1"),
        ("qubic", "2b3", "layer 4"),
    ] {
        let text = printed(&format!("{game} --nodes 2000"), &[square, "quit", "a1"]);
        has_all(&text, &[part, "O (noughts ", ") plays "]);
        assert_eq!(text.matches(") plays ").count(), 1, "{text}");
    }
}

#[test]
fn words_do_what_they_say() {
    let lines = ["hint", "eval", "a2", "undo", "redo", "redo", "eval", "swap", "new", "help"];
    let text = printed("tictactoe a1 b1 a3 --side both --nodes 100000", &lines);
    has_all(
        &text,
        &[
            // O has to stop the line.
            "hint: a2 (X wins in 4 plies; a2 ",
            "2 -4 -2 -2\n",
            "X wins in 4 plies: a2 ",
            "there is no move to play again",
            "undo, redo     take back",
            "X> \n",
        ],
    );
    // After `undo` and `redo` the stone is back.
    assert!(text.matches("2 O . .").count() + text.matches("2   O").count() >= 2, "{text}");
}

#[test]
fn hints_are_not_at_the_level_of_the_opponent() {
    let game = "tictactoe:5x5:4 b2 a1 b3 a3 b4 a4 --side both --nodes 20000";
    let text = printed(&format!("{game} -o Skill=1"), &["hint"]);
    has_all(&text, &["(X wins in 1 ply; b"]);
}

/// With a fixed seed, a level would repeat its games.
#[test]
fn a_level_plays_another_game_after_new() {
    // One move a game: the engine may answer on any other square.
    let lines = ["a1", "new"].repeat(16);
    let replies = |arguments: &str| {
        let text = printed(&format!("tictactoe:9x9:5 --level 1 --nodes 100 {arguments}"), &lines);
        let replies = text.lines().filter_map(|line| line.split_once(") plays "));
        let replies: Vec<String> = replies.map(|(_, square)| square.to_string()).collect();
        assert_eq!(replies.len(), 16, "{text}");
        replies
    };
    let games = |replies: &[String]| replies.iter().collect::<HashSet<_>>().len();
    assert!(games(&replies("")) > 1);
    // The user's own seed stays.
    assert_eq!(games(&replies("-o seed=5")), 1);
}

#[test]
fn words_have_short_names_and_other_spellings() {
    for end in ["q", "exit", "QUIT"] {
        let text = printed("tictactoe --side both --nodes 100", &["b2", "u", "moves", end, "a1"]);
        has_all(&text, &["2 . X .", "played: none\nlegal: a3 b3 c3"]);
        assert!(text.ends_with(&format!("X> {end}\n")), "{text}");
    }
    let text = printed("tictactoe --side both --nodes 100", &["hlep", "moves b2", "game"]);
    has_all(
        &text,
        &[
            "did you mean \"help\"?",
            "unknown command \"moves b2\"",
            "\"game\" needs the name of a game",
        ],
    );
}

#[test]
fn game_and_level_can_be_changed() {
    let lines = ["game qubik", "game qubic:2", "1a1", "new tictactoe", "b2", "game chess"];
    let text = printed("tictactoe --nodes 1000", &lines);
    has_all(
        &text,
        &["unknown game \"qubik\"", "did you mean \"qubic\"?", "1 X ", "layer 2", "2 . X ."],
    );
    assert_eq!(text.matches(") plays ").count(), 2, "{text}");
    let lines = ["level 3", "b2", "level 99", "level x", "level -5", "quit"];
    let text = printed("tictactoe --nodes 1000", &lines);
    has_all(
        &text,
        &[
            ", level 3 of 10, very easy\n",
            "level 3 of 10, very easy) plays",
            "level 10 of 10",
            "level 1 of 10",
        ],
    );
    has_all(&text, &["\"level\" needs a number"]);
    let text = printed("tictactoe --side both --nodes 1000", &["level 3"]);
    has_all(&text, &["no engine plays"]);
}

#[test]
fn the_sides_can_be_swapped_while_the_game_goes_on() {
    let text = printed("tictactoe --nodes 1000", &["b2", "swap", "quit"]);
    has_all(&text, &["O (noughts", "X (noughts", "you play O against noughts "]);
    let text = printed("tictactoe --side o --nodes 1000", &["undo", "go", "quit"]);
    assert_eq!(text.matches("X (noughts").count(), 2, "{text}");
}

#[test]
fn games_are_saved_and_loaded() {
    let folder = Folder::new();
    let lines = ["b2", "a1", "save game.pgn", "save game.pgn", "c3", "load game.pgn", "b1"];
    let output = run_in(&folder, "tictactoe --side both --nodes 1000", &lines);
    let text = String::from_utf8(output.stdout).expect("text");
    has_all(
        &text,
        &[
            "saved in game.pgn",
            "not saved: game.pgn exists",
            "loaded 2 plies of tictactoe",
            "1 O X .",
        ],
    );
    let record = std::fs::read_to_string(folder.path().join("game.pgn")).expect("a record");
    has_all(&record, &["[Game \"tictactoe\"]", "[Result \"*\"]", "1. b2 a1 *"]);
    // A record of another game changes the game; nonsense does not.
    folder.file("other.pgn", "[Game \"qubic:2\"]\n\n1. 1a1 *\n");
    folder.file("bad.pgn", "[Game \"tictactoe\"]\n\n1. b2 \u{1b}[2J\n");
    let lines = ["load bad.pgn", "load none.pgn", "load", "load other.pgn", "2b2"];
    let output = run_in(&folder, "tictactoe --side both --nodes 1000", &lines);
    let text = String::from_utf8(output.stdout).expect("text");
    has_all(
        &text,
        &[
            "not loaded: bad.pgn, line 3: move 2: ",
            "not loaded: none.pgn",
            "\"load\" needs the name of a file",
            "loaded 1 ply of qubic:2\n",
            "2 . .     2 . O",
        ],
    );
    assert!(!text.contains('\u{1b}'), "{text}");
}

/// Older programs write Latin-1.
#[test]
fn a_record_in_latin_1_is_loaded() {
    let folder = Folder::new();
    let record = b"[White \"J\xf6rg\"]\n[Game \"tictactoe\"]\n\n1. b2 a1 *\n";
    std::fs::write(folder.path().join("latin.pgn"), record).expect("a file");
    let lines = ["load latin.pgn", "b1"];
    let output = run_in(&folder, "tictactoe --side both --nodes 1000", &lines);
    let text = String::from_utf8(output.stdout).expect("text");
    has_all(&text, &["loaded 2 plies of tictactoe", "1 O X ."]);
}

#[test]
fn mistakes_are_answered_and_change_nothing() {
    let lines = ["b2", "b2", "z9", "undo it", "\u{1b}[2J", "", "quit"];
    let text = printed("tictactoe --side both --nodes 1000", &lines);
    has_all(
        &text,
        &[
            "\"b2\" is occupied\n",
            "\"z9\" is not a square of this board",
            "unknown command \"undo it\"; ",
            "\\u{1b}[2J",
        ],
    );
    assert!(!text.contains('\u{1b}'), "{text}");
    for (arguments, part) in [
        ("chess", "unknown game \"chess\""),
        ("tictactoe b2 b2", "\"b2\" is occupied"),
        ("tictactoe --side both --engine x", "more engines than sides"),
        ("tictactoe --nodes 5 --movetime 5", "cannot be used with"),
        ("tictactoe --side y", "invalid value 'y'"),
    ] {
        let output = run_in(&Folder::new(), arguments, &[]);
        let errors = String::from_utf8_lossy(&output.stderr).to_string();
        assert!(!output.status.success() && errors.contains(part), "{arguments}: {errors}");
    }
}

#[test]
fn engines_play_each_other() {
    let text = printed("tictactoe --side none --nodes 1000", &[]);
    assert_eq!(text.matches(") plays ").count(), 9, "{text}");
    has_all(&text, &["game over: draw"]);
}

/// People begin with fair rules at a level that they may beat; a game that they name is
/// the one of the protocol, and another engine plays at its own strength.
#[test]
fn a_first_game_is_fair() {
    let text = printed("--nodes 1000", &["quit"]);
    has_all(
        &text,
        &[
            "tictactrains:mallorcan: ",
            "The longer train of connected stones wins.\n(of 100 games between equals X wins 3 ",
            "you play X against noughts",
            ", level 5 of 10, medium",
            "these rules are fairer",
        ],
    );
    for (arguments, game, level) in [
        ("tictactrains --nodes 1000", "tictactrains: ", "level 5 of 10"),
        ("-g tictactrains --nodes 1000", "tictactrains: ", "level 5 of 10"),
        ("-o game=tictactrains --level 10 --nodes 1000", "tictactrains: ", ", full strength"),
        ("d4 --level 1 --nodes 1000", "tictactrains:mallorcan: ", ", for a child"),
    ] {
        let text = printed(arguments, &["quit"]);
        assert!(text.starts_with(game), "{arguments}\n{text}");
        has_all(&text, &[level]);
        assert_eq!(text.contains("rules are fairer"), game.contains("mallorcan"), "{arguments}");
    }
    let text = printed("tictactoe --side none --nodes 10", &["quit"]);
    assert!(!text.contains("level"), "{text}");
}

/// Names are shown, saved, and kept by a record that another person opens.
#[test]
fn people_have_names() {
    let folder = Folder::new();
    let lines = ["a1", "b2", "save two.pgn"];
    let output = run_in(&folder, "tictactoe --side both --name Ann --name Bo", &lines);
    let text = String::from_utf8(output.stdout).expect("text");
    has_all(&text, &["Ann plays X, Bo plays O"]);
    let record = std::fs::read_to_string(folder.path().join("two.pgn")).expect("it is saved");
    has_all(&record, &["[White \"Ann\"]", "[Black \"Bo\"]"]);
    // A record keeps its names, also in another person's hands.
    run_in(&folder, "two.pgn", &["c3", "save three.pgn"]);
    let record = std::fs::read_to_string(folder.path().join("three.pgn")).expect("it is saved");
    has_all(&record, &["[White \"Ann\"]", "[Black \"Bo\"]"]);
    let output = run_in(&folder, "tictactoe --side o --name Ann --name Bo", &[]);
    has_all(&String::from_utf8_lossy(&output.stderr), &["more names than people"]);
}

#[test]
fn forbidden_moves_of_renju_are_named_and_refused() {
    let start = "tictactoe:15x15:renju g8 a1 h8 c1 i9 e1 i10 g1 --side both";
    let text = printed(start, &["i8", "h7"]);
    has_all(&text, &["forbidden to X: i8\n", "i8 is forbidden to X", "\nO> "]);
}

#[test]
fn centipoints_are_shown_on_request() {
    let lines = ["hint", "points", "hint"];
    let text = printed("tictactrains --nodes 300", &lines);
    let hints: Vec<&str> = text.lines().filter(|line| line.contains("hint: ")).collect();
    assert!(hints.len() == 2 && hints[1].contains(" cp;"), "{text}");
    assert!(!hints[0].contains(" cp"), "{text}");
}

/// Leaving, a new game and another game lose nothing.
#[test]
fn a_game_is_kept_as_it_is_played() {
    let folder = Folder::new();
    let run = |arguments: &str, lines: &[&str]| {
        let output = run_in(&folder, arguments, lines);
        let errors = String::from_utf8_lossy(&output.stderr).to_string();
        (String::from_utf8(output.stdout).expect("text"), errors)
    };
    let both = "--side both --nodes 100";
    assert!(run(&format!("--resume {both}"), &[]).1.contains("no game is kept"));
    // A game without a move is none, and one that is over cannot go on.
    let (text, _) = run(&format!("tictactoe {both}"), &["quit"]);
    assert!(!text.contains("--resume"), "{text}");
    let over = ["a1", "b1", "a2", "b2", "a3", "quit"];
    assert!(!run(&format!("tictactoe {both}"), &over).0.contains("--resume"));
    // The end of the input, as when a terminal is closed, is no loss either.
    let (text, _) = run(&format!("tictactoe:4x4:3 {both}"), &["b2", "new", "c3", "b2"]);
    has_all(&text, &["The game is kept: \"noughts play --resume\" goes on with it."]);
    let (text, errors) = run(&format!("--resume {both}"), &["c2", "quit"]);
    has_all(&text, &["tictactoe:4x4:3", "2 . O X ."]);
    assert_eq!(errors, "");
    let kept = |moves: &str| {
        let games = std::fs::read_dir(folder.path().join("data/games")).expect("a folder");
        games
            .map(|game| std::fs::read_to_string(game.expect("a game").path()).expect("a record"))
            .filter(|record| record.contains(moves))
            .count()
    };
    for moves in ["1. b2 *", "1. c3 b2 2. c2 *", "1. a1 b1 2. a2 b2 3. a3 1-0"] {
        assert_eq!(kept(moves), 1, "{moves}");
    }
    assert_eq!(kept(""), 3);
}

/// A file opens its game, or lists its games.
#[test]
fn files_of_games_are_opened() {
    let folder = Folder::new();
    let one = "[White \"Anna\"]\n[Game \"tictactoe\"]\n\n1. b2 a1 2. c3 *\n";
    folder.file("one.pgn", one);
    folder.file(
        "games",
        &format!("{one}\n[White \"B\x1b[2J\"]\n[Game \"qubic:2\"]\n\n1. 1a1 2b2 0-1\n"),
    );
    folder.file("bad.pgn", "[Game \"tictactoe\"]\n\n1. b2\nb2 *\n");
    folder.file("evil.pgn", "[Game \"tictactoe\"]\n\n1. \x1b[2J *\n");
    let run = |arguments: &str, lines: &[&str]| {
        let output = run_in(&folder, &format!("{arguments} --nodes 100"), lines);
        let errors = String::from_utf8_lossy(&output.stderr).to_string();
        (String::from_utf8(output.stdout).expect("text"), errors)
    };
    // The engine waits until it is asked.
    let (text, _) = run("one.pgn", &["undo", "quit"]);
    has_all(
        &text,
        &[
            "tictactoe: 3 in a row win",
            "loaded 3 plies of tictactoe, Anna against ?\n",
            "3 . . X\n2 . X .",
        ],
    );
    assert!(!text.contains("plays"), "{text}");
    // A copy has the players of the record, and one that goes on has others.
    run("one.pgn --side both", &["save copy.pgn", "c1", "save other.pgn", "quit"]);
    let saved = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("a record");
    has_all(&saved("copy.pgn"), &["[White \"Anna\"]\n[Black \"?\"]"]);
    assert!(!saved("copy.pgn").contains("human"));
    has_all(&saved("other.pgn"), &["[WhiteType \"human\"]"]);
    let (text, _) = run("one.pgn", &["go", "quit"]);
    assert_eq!(text.matches(") plays ").count(), 1, "{text}");
    let (text, _) = run("games", &[]);
    has_all(
        &text,
        &[
            "1  tictactoe, Anna - ?, *, 3 moves, ?\n2  qubic:2, B\\u{1b}[2J - ?, 0-1, 2 moves, ?\n",
            "--game-number N opens one of them",
        ],
    );
    let (text, _) = run("games --game-number 2", &["undo", "2a1"]);
    has_all(&text, &["game over: O wins, as recorded", "layer 2"]);
    // It is judged at once, as a game that was just lost.
    let first = text.split("game over> ").next().unwrap_or_default();
    has_all(first, &["accuracy"]);
    for (arguments, part) in [
        ("games --game-number 3", "there is no game 3: the games are 1 to 2"),
        ("bad.pgn", "bad.pgn, line 4: move 2: \"b2\" is occupied"),
        ("none.pgn", "none.pgn: "),
        ("evil.pgn", "move 1: \"\\u{1b}[2J\""),
        ("tictactoe --game-number 1", "--game-number needs a file of games"),
        ("--game-number 1", "--game-number needs a file of games"),
        ("none", "unknown game \"none\""),
    ] {
        let errors = run(arguments, &[]).1;
        assert!(errors.contains(part), "{arguments}: {errors}");
    }
}

#[test]
fn games_end_by_resigning_by_a_draw_and_on_time() {
    let folder = Folder::new();
    let run = |arguments: &str, lines: &[&str]| {
        let output = run_in(&folder, arguments, lines);
        String::from_utf8(output.stdout).expect("text")
    };
    let both = "tictactoe --side both --nodes 100";
    has_all(
        &run(both, &["b2", "resign", "a1"]),
        &["game over: X wins; O resigned", "the game is over"],
    );
    has_all(&run(both, &["b2", "draw"]), &["game over: draw by agreement"]);
    let text = run("tictactoe --nodes 1000", &["draw", "a1", "resign", "undo", "undo", "quit"]);
    has_all(&text, &["declines the draw", "game over: O wins; X resigned"]);
    assert_eq!(text.matches(") plays ").count(), 1, "looking makes no engine move:\n{text}");
    let text = run("tictactoe:4x4:3 --clock 5+3 --level 10", &["b2", "quit"]);
    has_all(&text, &["X 5:00> b2", ") plays ", "X 5:0"]);
    let records = std::fs::read_dir(folder.path().join("data/games")).expect("a folder");
    let records: Vec<String> = records
        .map(|file| std::fs::read_to_string(file.expect("a file").path()).expect("a record"))
        .collect();
    for part in [
        "[Termination \"resignation\"]",
        "[Termination \"agreement\"]",
        "[TimeControl \"300+3\"]",
        "[Level \"10\"]",
        "[Result \"1-0\"]",
    ] {
        assert!(records.iter().any(|record| record.contains(part)), "{part} in {records:?}");
    }
    let dated = |record: &String| record.contains("[Date \"20") && !record.contains("[White \"\"]");
    assert!(records.iter().all(dated), "{records:?}");
}

/// Every line that was played stays in the record.
#[test]
fn moves_taken_back_are_kept_as_variations() {
    let folder = Folder::new();
    let run = |arguments: &str, lines: &[&str]| {
        let output = run_in(&folder, &format!("{arguments} --side both --nodes 100"), lines);
        String::from_utf8(output.stdout).expect("text")
    };
    run("tictactoe", &["b2", "a1", "c3", "undo", "undo", "a2", "quit"]);
    let text = run("--resume", &["undo", "games", "games 9", "games 1", "quit"]);
    has_all(&text, &["loaded 2 plies", "1  tictactoe, ", "there is no game 9"]);
    run("--resume", &["c2", "quit"]);
    let games = folder.path().join("data/games");
    let files: Vec<_> = std::fs::read_dir(games).expect("a folder").collect();
    let file = files.into_iter().next().expect("a game").expect("a file");
    let record = std::fs::read_to_string(file.path()).expect("a record");
    has_all(&record, &["1. b2 a2 (1... a1 2. c3) 2. c2 *"]);
}

/// Each mistake is named with the better move, which can then be found.
#[test]
fn a_game_is_reviewed_and_its_mistake_tried_again() {
    let moves = ["a1", "b1", "a3", "a2", "c3", "b3", "b2"];
    let tries = ["review", "retry", "b1", "c2", "x9", "b2", "b2"];
    let text = printed("tictactoe --side both --nodes 100000", &[&moves[..], &tries].concat());
    has_all(
        &text,
        &[
            "O b1??: b1 lost the game: O could still have drawn with b2.",
            "X: accuracy 100 %, no mistakes",
            "%, 1 blunder",
            "Find a better move for O than b1.",
            "b1 was played in the game. Try another move.",
            "c2 is not enough: X wins in 5 plies after",
            "\"x9\" is not a square",
            "b2 is right: a draw.",
        ],
    );
    // Afterwards the move is played, and the game goes on from there.
    let (_, after) = text.rsplit_once("b2 is right").unwrap_or_else(|| panic!("{text}"));
    has_all(after, &["2 . O ."]);
    let text = printed("tictactoe --side both --nodes 1000", &["review", "retry", "b2", "retry"]);
    has_all(&text, &["there are no moves to judge", "this game has not been reviewed"]);
}
