//! The puzzles that come with the program, checked by plain alpha-beta, which shares
//! only the rules with the maker.

mod cube;
mod flat;

use std::collections::{BTreeSet, HashMap};
use std::fs;

use noughts::game::{GameState, Outcome, new_game};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/puzzles/shipped.txt");

struct Line {
    state: Box<dyn GameState>,
    goal: String,
    solution: Vec<String>,
}

fn lines() -> Vec<Line> {
    let text = fs::read_to_string(FILE).expect("the file");
    assert!(text.len() < 200_000);
    read(&text)
}

/// The puzzles of a file.
fn read(text: &str) -> Vec<Line> {
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("noughts puzzles 1"));
    let parse = |line: &str| {
        let fields: Vec<&str> = line.split(" | ").collect();
        let mut state = new_game(&fields[0].parse().expect("a game"));
        state.set_start(Some(fields[1])).expect("a position");
        assert_eq!(state.side().to_string(), fields[2], "{line}");
        let solution = fields[4].split(' ').map(str::to_string).collect();
        Line { state, goal: fields[3].to_string(), solution }
    };
    lines.map(parse).collect()
}

/// The value for the side to move: 0 for a draw, 100 - N for a win in N plies, and
/// N - 100 for a loss.
fn value(state: &dyn GameState, known: &mut HashMap<String, i32>) -> i32 {
    match state.outcome() {
        Some(Outcome::Draw) => return 0,
        Some(Outcome::Win(side)) => return if side == state.side() { 100 } else { -100 },
        None => {}
    }
    let text = state.text();
    if let Some(&value) = known.get(&text) {
        return value;
    }
    let best = state.legal().into_iter().map(|square| {
        let name = state.board().name(square);
        after(state, &name, known)
    });
    let best = best.max().expect("a move");
    known.insert(text, best);
    best
}

/// The value of a move for the side that plays it.
fn after(state: &dyn GameState, name: &str, known: &mut HashMap<String, i32>) -> i32 {
    let mut next = state.boxed_clone();
    next.play(name).expect("a legal move");
    let value = value(&*next, known);
    let value = if next.side() == state.side() { value } else { -value };
    value - value.signum()
}

fn check(line: &Line) {
    let mut known = HashMap::new();
    let state = &*line.state;
    let goal = match line.goal.strip_prefix("win ") {
        Some(plies) => 100 - plies.parse::<i32>().expect("a number"),
        None => 0,
    };
    for square in state.legal() {
        let name = state.board().name(square);
        let value = after(state, &name, &mut known);
        let text = format!("{} {}: {name} {value}", state.spec(), state.text());
        if name == line.solution[0] {
            assert_eq!(value, goal, "{text}");
        } else {
            assert!(value <= 0 && value < goal.max(1), "{text}");
            assert!(goal > 0 || value < 0, "{text}");
        }
    }
}

fn empty(line: &Line) -> usize {
    line.state.board().len() - line.state.ply()
}

#[test]
fn no_two_are_alike_and_their_lines_are_legal() {
    let mut seen = BTreeSet::new();
    for line in lines() {
        let state = &*line.state;
        let images = state.symmetries().into_iter().filter_map(|s| state.image(&s).ok());
        assert!(seen.insert(images.min().expect("the identity")), "{}", state.text());
        let mut end = state.boxed_clone();
        for name in &line.solution {
            end.play(name).expect("a legal move");
        }
    }
}

#[test]
fn a_sample_is_proven_by_plain_search() {
    let small: Vec<Line> = lines().into_iter().filter(|line| empty(line) <= 7).collect();
    assert!(!small.is_empty());
    small.iter().step_by(3).for_each(check);
}

/// Listed in `docs/development.md`.
#[test]
#[ignore = "minutes"]
fn all_small_ones_are_proven_by_plain_search() {
    lines().iter().filter(|line| empty(line) <= 11).for_each(check);
}

/// The right first move is answered or solves the puzzle, and another one is refuted.
#[test]
fn puzzles_are_played() {
    let (small, cubes): (Vec<_>, Vec<_>) =
        lines().into_iter().enumerate().partition(|(_, line)| empty(line) <= 8);
    let cubes = cubes.iter().filter(|(_, line)| line.state.spec().to_string() == "qubic");
    for (place, line) in small.iter().step_by(9).chain(cubes.step_by(20)) {
        let mut wrong =
            line.state.legal().into_iter().map(|square| line.state.board().name(square));
        let wrong = wrong.find(|name| *name != line.solution[0]).expect("a wrong move");
        let folder = std::env::temp_dir().join(format!("noughts-puzzles-{}", std::process::id()));
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_noughts"))
            .args(["play", "puzzles", &(place + 1).to_string()])
            .env("NOUGHTS_DATA", &folder)
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .spawn()
            .expect("the program starts");
        let words = format!("hint\n{wrong}\nno\u{1b}move\n{}\nquit\n", line.solution[0]);
        let mut input = child.stdin.take().expect("a pipe");
        std::io::Write::write_all(&mut input, words.as_bytes()).expect("it reads");
        drop(input);
        let output = child.wait_with_output().expect("it ends");
        let text = String::from_utf8(output.stdout).expect("text");
        let _ = fs::remove_dir_all(&folder);
        assert!(output.status.success(), "{text}");
        assert!(text.contains("hint: a square in "), "{text}");
        let refuted = [format!("{wrong} loses"), format!("{wrong} does not win")];
        assert!(refuted.iter().any(|part| text.contains(part)), "{wrong}\n{text}");
        assert!(!text.contains('\u{1b}'), "{text}");
        let expected = if line.goal == "draw" { "solved; " } else { "right; the reply is " };
        assert!(text.contains(expected), "{}\n{text}", line.solution[0]);
    }
}

/// The puzzles that one makes are played from their file, by number.
#[test]
fn puzzles_of_a_file_are_played() {
    let folder = std::env::temp_dir().join(format!("noughts-own-puzzles-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("my.puzzles");
    let all = fs::read_to_string(FILE).expect("the file of the program");
    let own: Vec<&str> = all.lines().take(3).collect();
    fs::write(&file, own.join("\n")).expect("a file");
    let name = file.to_str().expect("a name");
    let run = |words: &[&str], input: &str| {
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_noughts"))
            .args(["play", "puzzles"])
            .args(words)
            .env("NOUGHTS_DATA", &folder)
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut pipe = child.stdin.take().expect("a pipe");
        // One that refuses its arguments reads nothing.
        let _ = std::io::Write::write_all(&mut pipe, input.as_bytes());
        drop(pipe);
        let output = child.wait_with_output().expect("it ends");
        let text = [output.stdout, output.stderr].concat();
        (output.status.success(), String::from_utf8(text).expect("text"))
    };
    let (is_right, text) = run(&[name, "2"], "solution\n1\nquit\n");
    assert!(is_right && text.contains("puzzle 2 of 2, ") && text.contains("puzzle 1 of 2, "));
    let solution = own[2].split(" | ").nth(4).expect("a line");
    assert!(text.contains(&format!("solution: {solution}")), "{text}");
    assert!(!run(&[name, "3"], "").0 && !run(&["none.puzzles"], "").0);
    fs::write(&file, "no puzzles").expect("a file");
    assert!(!run(&[name], "").0);
    fs::remove_dir_all(&folder).expect("it is removed");
}
