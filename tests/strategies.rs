//! Proofs on flat boards: both checkers, that of the program and `docs/check_proof.py`,
//! accept those of the program, agree on changed ones, and accept no false claim. A slow
//! search decides what is true.

use std::collections::HashMap;
use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use noughts::game::{self, GameState, Outcome, Side};
use noughts::random::Random;
use noughts::verify::Failure;
use noughts::verify::flat::{self, Accepted, Proven};

use crate::common::fuzz;

/// Small games, and the number of stones at random in their positions, at least.
const GAMES: [(&str, usize); 6] = [
    ("tictactoe", 0),
    ("tictactoe:4x4:3", 4),
    ("tictactoe:4x4:4", 6),
    ("tictactoe:4x3:3", 2),
    ("tictactoe:5x4:4", 9),
    ("tictactoe:2x2:2", 0),
];

/// Runs `noughts solve --certificate` after these moves, and returns the proof.
fn proof(game: &str, moves: &[String]) -> String {
    let name = format!("noughts-strategy-{}-{game}", std::process::id()).replace(':', "-");
    let file = std::env::temp_dir().join(name);
    let mut solve = Command::new(env!("CARGO_BIN_EXE_noughts"));
    solve.args(["solve", game]).args(moves).arg("--hash=16").arg("--certificate").arg(&file);
    let output = solve.output().expect("the program starts");
    assert!(output.status.success(), "{game} {moves:?}: {output:?}");
    let text = fs::read_to_string(&file).expect("a proof");
    fs::remove_file(&file).expect("it exists");
    text
}

/// Checks a proof.
fn verify(text: &str) -> Result<Accepted, Failure> {
    flat::verify(&mut text.as_bytes(), &mut |_| ())
}

/// Returns a random position of a game that goes on, with at least so many stones.
fn position(game: &str, least: usize, random: &mut Random) -> Box<dyn GameState> {
    let spec = game.parse().expect("a game");
    loop {
        let mut state = game::new_game(&spec);
        for _ in 0..least + random.below(3) {
            let legal: Vec<_> = state.legal().into_iter().collect();
            if legal.is_empty() || state.outcome().is_some() {
                break;
            }
            let name = state.board().name(legal[random.below(legal.len())]);
            state.play(&name).expect("it is legal");
        }
        if state.outcome().is_none() {
            return state;
        }
    }
}

/// The slow search: the winner of each position, by its text.
#[derive(Default)]
struct Slow(HashMap<String, Option<Side>>);

impl Slow {
    fn winner(&mut self, state: &mut dyn GameState) -> Option<Side> {
        if let Some(outcome) = state.outcome() {
            return match outcome {
                Outcome::Win(side) => Some(side),
                Outcome::Draw => None,
            };
        }
        let key = format!("{} {}", state.spec(), state.text());
        if let Some(&known) = self.0.get(&key) {
            return known;
        }
        let side = state.side();
        let mut best = Some(!side);
        for square in state.legal() {
            let name = state.board().name(square);
            state.play(&name).expect("it is legal");
            let winner = self.winner(state);
            state.undo();
            if winner == Some(side) {
                best = winner;
                break;
            }
            if winner.is_none() {
                best = None;
            }
        }
        self.0.insert(key, best);
        best
    }
}

/// The position that a proof names in its first two lines, if a game can reach it.
fn named(text: &str) -> Option<Box<dyn GameState>> {
    let mut lines = text.lines();
    let mut state = game::new_game(&lines.next()?.parse().ok()?);
    let words: Vec<&str> = lines.next()?.split(' ').collect();
    let names = |word: &str| -> Vec<String> {
        let names = word.as_bytes().chunks(2).map(|name| String::from_utf8_lossy(name).into());
        if word == "-" { Vec::new() } else { names.collect() }
    };
    let [x, o] = [names(words[0]), names(words[1])];
    for at in 0..x.len() + o.len() {
        let name = if at % 2 == 0 { &x } else { &o }.get(at / 2)?;
        state.play(name).ok()?;
    }
    Some(state)
}

/// Whether a claim is true of a game with this winner.
fn is_true(proven: Proven, winner: Option<Side>) -> bool {
    match proven {
        Proven::XWins => winner == Some(Side::X),
        Proven::OWins => winner == Some(Side::O),
        Proven::Draw => winner.is_none(),
        Proven::XHolds => winner != Some(Side::O),
        Proven::OHolds => winner != Some(Side::X),
    }
}

/// Changes a proof at random.
fn change(text: &str, random: &mut Random) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    let at = 2 + random.below(lines.len() - 2);
    let other = 3 + random.below(lines.len() - 3);
    let square = |random: &mut Random| {
        format!("{}{}", char::from(b'a' + random.below(4) as u8), 1 + random.below(4))
    };
    match random.below(8) {
        0 => drop(lines.remove(at)),
        1 => lines.swap(at, other),
        2 => lines.insert(at, lines[other].clone()),
        3 => lines[2] = ["x wins", "o wins", "x holds", "o holds"][random.below(4)].to_string(),
        4 => lines[other] = format!("= {}{}", square(random), square(random)),
        5 => {
            let words: Vec<&str> = lines[other].split(' ').collect();
            lines[other] = words[..words.len() - 1].join(" ");
        }
        6 => {
            let mut words: Vec<String> = lines[1].split(' ').map(str::to_string).collect();
            let side = random.below(2);
            if words[side].len() >= 2 && words[side] != "-" {
                let end = words[side].len() - 2;
                words[side].truncate(end);
                words[side] += &square(random);
            } else {
                words.swap(0, 1);
            }
            lines[1] = words.join(" ");
        }
        _ => {
            let mut words: Vec<String> = lines[other].split(' ').map(str::to_string).collect();
            let word = random.below(words.len());
            words[word] = square(random);
            lines[other] = words.join(" ");
        }
    }
    lines.join("\n") + "\n"
}

/// Whether `docs/check_proof.py` accepts each of these files.
fn accepted_by_python(texts: &[String]) -> Vec<bool> {
    const SCRIPT: &str = "import sys\n\
        import io\n\
        from check_proof import check, Wrong\n\
        for text in sys.stdin.buffer.read().decode('ascii').split('\\0'):\n\
        \x20   try:\n\
        \x20       print('accepted', check(io.StringIO(text)))\n\
        \x20   except Wrong as wrong:\n\
        \x20       print('refused', wrong)\n";
    let mut python = Command::new("python3")
        .args(["-B", "-c", SCRIPT])
        .env("PYTHONPATH", concat!(env!("CARGO_MANIFEST_DIR"), "/docs"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 starts");
    let mut input = python.stdin.take().expect("a pipe");
    let text = texts.join("\0");
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = python.wait_with_output().expect("python3 ends");
    writer.join().expect("no panic").expect("python3 reads");
    let shown = String::from_utf8_lossy(&output.stdout);
    shown.lines().map(|line| line.starts_with("accepted")).collect()
}

#[test]
fn proofs_are_accepted_and_no_false_claim_is() {
    let (mut random, mut slow) = (Random::new(50), Slow::default());
    let mut texts = Vec::new();
    for _ in 0..4 * fuzz() {
        for (game, least) in GAMES {
            let mut state = position(game, least, &mut random);
            let moves: Vec<String> =
                state.moves().iter().map(|&square| state.board().name(square)).collect();
            let text = proof(game, &moves);
            let accepted = verify(&text).unwrap_or_else(|refused| panic!("{refused}\n{text}"));
            let winner = slow.winner(&mut *state);
            let expected = match winner {
                Some(Side::X) => Proven::XWins,
                Some(Side::O) => Proven::OWins,
                None => Proven::Draw,
            };
            assert_eq!(accepted.proven, expected, "{text}");
            texts.extend((0..25).map(|_| change(&text, &mut random)));
            texts.push(text);
        }
    }
    let python = accepted_by_python(&texts);
    assert_eq!(python.len(), texts.len());
    let (mut refused, mut won) = (0, 0);
    for (text, python) in texts.iter().zip(python) {
        let result = verify(text);
        assert_eq!(result.is_ok(), python, "{result:?}\n{text}");
        let Ok(accepted) = result else {
            refused += 1;
            continue;
        };
        let mut state = named(text).unwrap_or_else(|| panic!("accepted:\n{text}"));
        let winner = slow.winner(&mut *state);
        assert!(is_true(accepted.proven, winner), "{winner:?}, {accepted:?}\n{text}");
        won += usize::from(winner.is_some());
    }
    println!("{refused} of {} refused, {won} accepted wins", texts.len());
    assert!(refused * 2 > texts.len() && won > 10);
}

/// Boards of the literature, which both checkers accept.
#[test]
fn known_boards_are_proven() {
    let boards = [
        ("tictactoe:5x5:4", Proven::Draw),
        ("tictactoe:6x5:4", Proven::XWins),
        ("tictactoe:6x6:4", Proven::XWins),
        ("tictactoe:7x7:5", Proven::Draw),
        ("tictactoe:9", Proven::Draw),
    ];
    let texts: Vec<String> = boards.iter().map(|(game, _)| proof(game, &[])).collect();
    for ((game, value), text) in boards.iter().zip(&texts) {
        let accepted = verify(text).unwrap_or_else(|refused| panic!("{game}: {refused}"));
        assert_eq!(accepted.proven, *value, "{game}");
        assert_eq!(accepted.entries + 3, text.lines().count());
    }
    assert_eq!(accepted_by_python(&texts), [true; 5]);
}
