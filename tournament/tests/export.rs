//! The command `export`: positions and games in every format.

use std::fs;
use std::path::Path;
use std::process::Command;

/// Runs the program; returns its exit code, output and errors.
fn program(folder: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_noughts-tournament"))
        .current_dir(folder)
        .args(args)
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

const HEADER: &str = r#"{"type":"header","version":1,"config":{"title":"A \"B\", C]","game":"GAME","format":"round-robin","pairings":2,"concurrency":1,"seed":0,"openings":{"random":1},"max_plies":2000,"journal":"j","margin":0.1,"deadlines":{"startup":20.0,"ready":20.0,"think":300.0,"answer":2.0,"quit":2.0},"engines":[{"name":"one","program":"builtin","dir":null,"env":{},"dialect":"ugi","options":[],"limits":{"nodes":1}},{"name":"two","program":"builtin","dir":null,"env":{},"dialect":"ugi","options":[],"limits":{"nodes":1}}]}}"#;

/// The second game mirrors the first one.
const GAMES: &str = r#"{"type":"game","game":1,"pairing":1,"round":1,"players":["one","two"],"opening":"a1","seeds":[null,null],"result":"x","termination":"rules","plies":[{"move":"b1","us":1500,"depth":3,"nodes":9,"cp":-20},{"move":"a2","us":7,"mate":3},{"move":"c3","us":8},{"move":"a3","us":9}],"started":0,"millis":1}
{"type":"game","game":2,"pairing":1,"round":1,"players":["two","one"],"opening":"c1","seeds":[null,null],"result":"unscored","termination":"rules","plies":[{"move":"b1","us":1},{"move":"c2","us":2}],"started":0,"millis":1}
"#;

fn folder(game: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let text = format!("{}\n{GAMES}", HEADER.replace("GAME", game));
    fs::write(folder.path().join("j"), text).unwrap();
    folder
}

fn export(folder: &Path, args: &[&str]) -> String {
    let (code, shown, errors) = program(folder, &[&["export", "j", "--format"], args].concat());
    assert_eq!(code, Some(0), "{args:?}: {errors}");
    shown
}

#[test]
fn positions_are_exported_as_rows() {
    let folder = folder("tictactoe");
    let export = |args: &[&str]| export(folder.path(), args);
    let csv = export(&["csv"]);
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines[0], "game,ply,position,move,cp,mate,depth,nodes,us,result");
    assert_eq!(lines[1], "1,2,3 3 3 3/3/X2 o 1,b1,-20,,3,9,1500,loss");
    assert_eq!(lines[2], "1,3,3 3 3 3/3/XO1 x 2,a2,,3,,,7,win");
    assert_eq!(lines[5], "2,2,3 3 3 3/3/2X o 1,b1,,,,,1,");
    assert_eq!(lines.len(), 7);
    let jsonl = export(&["jsonl"]);
    let row: serde_json::Value = serde_json::from_str(jsonl.lines().next().unwrap()).unwrap();
    assert_eq!((&row["move"], &row["cp"]), (&"b1".into(), &(-20).into()));
    assert_eq!((&row["mate"], &row["result"]), (&serde_json::Value::Null, &"loss".into()));
    assert_eq!(jsonl.lines().count(), 6);
    let epd = export(&["epd"]);
    let first = "3 3 3 3/3/X2 o 1 sm b1; ce -20; acd 3; acn 9; c0 \"loss\"; c1 \"1500 us\"; id \"game 1 ply 2\";";
    assert_eq!(epd.lines().next(), Some(first));
    assert_eq!(epd.lines().count(), 6);
}

#[test]
fn some_of_the_positions_are_chosen() {
    let folder = folder("tictactoe");
    let plies = |args: &[&str]| -> Vec<String> {
        let csv = export(folder.path(), &[&["csv"], args].concat());
        let place = |line: &str| line.split(',').take(2).collect::<Vec<_>>().join(".");
        csv.lines().skip(1).map(place).collect()
    };
    assert_eq!(plies(&["--from", "3"]), ["1.3", "1.4", "1.5", "2.3"]);
    assert_eq!(plies(&["--every", "2"]), ["1.3", "1.5", "2.3"]);
    assert_eq!(plies(&["--every", "3", "--from", "2"]), ["1.2", "1.5", "2.2"]);
    // The positions of the second game mirror those of the first.
    assert_eq!(plies(&["--distinct"]), ["1.2", "1.3", "1.4", "1.5"]);
}

#[test]
fn games_are_exported_whole() {
    let folder = folder("tictactoe");
    let pgn = export(folder.path(), &["pgn"]);
    assert!(pgn.starts_with("[Event \"A \\\"B\\\", C]\"]\n"), "{pgn}");
    assert!(pgn.contains("1. a1 {book} b1 {-0.20/3 0.002s, 9 nodes} 2. a2"), "{pgn}");
    let sgf = export(folder.path(), &["sgf"]);
    assert!(sgf.contains("EV[A \"B\", C\\]]") && sgf.contains("RE[B+]"), "{sgf}");
    assert!(sgf.contains("\n;B[ac]C[book]\n;W[bc]C[-0.20/3 0.002s, 9 nodes]\n"), "{sgf}");
    assert_eq!(sgf.matches("(;FF[4]").count(), 2);
}

#[test]
fn a_file_is_created_and_never_replaced() {
    let folder = folder("tictactoe");
    let args = ["export", "j", "--format", "csv", "-o", "out"];
    let (code, shown, errors) = program(folder.path(), &args);
    assert_eq!((code, &*shown), (Some(0), ""), "{errors}");
    assert!(errors.contains("wrote 6 positions of 2 games to out"), "{errors}");
    let text = fs::read_to_string(folder.path().join("out")).unwrap();
    assert_eq!(text, export(folder.path(), &["csv"]));
    let (code, _, errors) = program(folder.path(), &args);
    assert!(code == Some(2) && errors.contains("out: cannot be created"), "{errors}");
    assert_eq!(fs::read_to_string(folder.path().join("out")).unwrap(), text);
}

#[test]
fn what_a_format_does_not_have_is_refused() {
    let flat = folder("tictactoe");
    let refused = |folder: &Path, args: &[&str], code: i32, part: &str| {
        let args = [&["export", "j", "-o", "out", "--format"], args].concat();
        let (found, _, errors) = program(folder, &args);
        assert_eq!(found, Some(code), "{errors}");
        assert!(errors.contains(part), "{errors}");
        assert!(!folder.join("out").exists());
    };
    refused(flat.path(), &["pgn", "--every", "2"], 2, "--every: pgn has whole games");
    refused(flat.path(), &["svg"], 2, "possible values");
    let cube = folder("qubic");
    refused(cube.path(), &["sgf"], 2, "--format: sgf has no boards with levels");
    // The squares are those of another board.
    refused(cube.path(), &["csv"], 1, "game 1: \"a1\" is not a square of this board");
    let asked = folder("ugi");
    refused(asked.path(), &["epd"], 2, "--format: epd needs a game whose rules the runner knows");
    assert!(export(asked.path(), &["pgn"]).contains("1. a1 {book} b1"));
}

#[test]
fn clocks_are_exported_if_the_runs_had_one_scale() {
    let folder = tempfile::tempdir().unwrap();
    let run = |more: &[&str]| {
        let engines = ["--engine", "name=A", "tc=60+1", "--engine", "name=B", "nodes=1"];
        let args = ["run", "--game", "tictactoe", "--journal", "j", "--records", "r.pgn"];
        let (code, _, errors) = program(folder.path(), &[&args[..], &engines, more].concat());
        assert_eq!(code, Some(0), "{errors}");
    };
    let clocks = || {
        let text = export(folder.path(), &["pgn"]);
        let games = text.split("[Event ").skip(1);
        games.map(|game| game.contains("{[%clk 0:0")).collect::<Vec<bool>>()
    };
    run(&["--pairs", "1"]);
    assert_eq!(clocks(), [true, true]);
    run(&["--pairs", "2"]);
    assert_eq!(clocks(), [true; 4]);
    // A game does not name its run, so that its clock is no longer known.
    run(&["--pairs", "3", "--scale", "2"]);
    assert_eq!(clocks(), [true, true, true, true, false, false]);
    let records = fs::read_to_string(folder.path().join("r.pgn")).unwrap();
    assert!(records.split("[Event ").skip(1).all(|game| game.contains("{[%clk 0:0")), "{records}");
}
