//! The puzzles of Qubic, checked by a plain search over its own lines of four, which
//! shares only the rules with the maker, and by the proofs that judge an answer.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;
use std::time::Instant;

use noughts::game::{GameState, Side, Square};
use noughts::puzzles::Prover;
use noughts::search::{Canceller, Score};

use super::{Line, lines, read};

/// The nodes within which `noughts play puzzles` and the page prove a move.
const NODES: u64 = 1_000_000;
/// The most stones that a refutation of a wrong move takes.
const LONGEST: u32 = 10;

/// The lines of four of the cube, as sets of the bits `16 * layer + 4 * row + column`.
struct Cube(Vec<u64>);

impl Cube {
    fn new() -> Cube {
        let mut lines = BTreeSet::new();
        for (start, step) in (0..64).flat_map(|start| (0..27).map(move |step| (start, step))) {
            let at = [start & 3, start >> 2 & 3, start >> 4];
            let step = [step % 3 - 1, step / 3 % 3 - 1, step / 9 - 1];
            let reached = (0..4).map(|n| [0, 1, 2].map(|axis: usize| at[axis] + n * step[axis]));
            let inside = reached.filter(|at| at.iter().all(|place| (0..4).contains(place)));
            let line = inside.fold(0u64, |set, [x, y, z]| set | 1 << (x + 4 * y + 16 * z));
            if line.count_ones() == 4 {
                lines.insert(line);
            }
        }
        assert_eq!(lines.len(), 76);
        Cube(lines.into_iter().collect())
    }

    /// The squares on which `own` completes a line.
    fn completions(&self, own: u64, other: u64) -> u64 {
        let open = self.0.iter().filter(|&&line| line & other == 0);
        let near = open.filter(|&&line| (line & own).count_ones() == 3);
        near.fold(0, |set, line| set | line & !own)
    }

    /// Whether `own`, to move, completes a line with at most so many stones, of which
    /// so many are quiet, against every reply.
    fn wins(&self, own: u64, other: u64, stones: u32, quiet: u32) -> bool {
        if self.completions(own, other) != 0 {
            return stones > 0;
        }
        let block = self.completions(other, own);
        let allowed = match block.count_ones() {
            0 => !(own | other),
            1 => block,
            _ => 0,
        };
        stones > 1 && squares(allowed).any(|at| self.wins_with(at, own, other, stones, quiet))
    }

    /// Whether the move `at` wins so. It leaves the other side no line to complete.
    fn wins_with(&self, at: u64, own: u64, other: u64, stones: u32, quiet: u32) -> bool {
        let own = own | at;
        let block = self.completions(own, other);
        match block.count_ones() {
            0 if quiet == 0 || stones < 3 => false,
            // Another stone of the other side never helps: what does not win after a
            // pass wins after no reply.
            0 => {
                let wins = |other| self.wins(own, other, stones - 1, quiet - 1);
                wins(other) && squares(!(own | other)).all(|reply| wins(other | reply))
            }
            1 => self.wins(own, other | block, stones - 1, quiet),
            _ => stones > 1,
        }
    }

    /// One move wins, in so many plies and not sooner.
    fn check_distance(&self, line: &Line) {
        let text = line.state.text();
        let (own, other) = stones(&*line.state);
        let plies: u32 = line.goal.strip_prefix("win ").expect("a win").parse().expect("plies");
        let needed = plies.div_ceil(2);
        assert_eq!((plies % 2, line.solution.len()), (1, plies as usize), "{text}");
        assert_eq!(self.completions(other, own), 0, "{text}: a mere block");
        assert!(self.wins_with(bit(&line.solution[0]), own, other, needed, needed), "{text}");
        assert!(!self.wins(own, other, needed - 1, needed), "{text}: a sooner win");
    }

    /// After every other move the other side wins: by threats, or with one quiet move.
    fn check_others(&self, line: &Line) {
        let (own, other) = stones(&*line.state);
        for wrong in squares(!(own | other | bit(&line.solution[0]))) {
            let own = own | wrong;
            let is_lost = |quiet| (1..=LONGEST).any(|stones| self.wins(other, own, stones, quiet));
            assert!(is_lost(0) || is_lost(1), "{}: {wrong:x} may win", line.state.text());
        }
    }
}

/// The members of a set, each as a set.
fn squares(set: u64) -> impl Iterator<Item = u64> {
    (0..64).map(|square| 1 << square).filter(move |square| set & square != 0)
}

/// The bit of a square, from its name: layer, letter of the column, row.
fn bit(name: &str) -> u64 {
    let &[layer, column, row] = name.as_bytes() else { panic!("{name}") };
    1 << (16 * (layer - b'1') + 4 * (row - b'1') + column - b'a')
}

/// The stones of the side to move and of the other one.
fn stones(state: &dyn GameState) -> (u64, u64) {
    let name = |square: Square| state.board().name(square);
    let of =
        |side: Side| state.stones(side).into_iter().fold(0, |set, square| set | bit(&name(square)));
    (of(state.side()), of(!state.side()))
}

/// The puzzles of Qubic.
pub(super) fn cubes() -> Vec<Line> {
    let found: Vec<Line> =
        lines().into_iter().filter(|line| line.state.spec().to_string() == "qubic").collect();
    assert_eq!(found.len(), 80);
    found
}

/// Every move is proven to win or to lose, and the reply to a right one lasts as long as
/// any.
fn check_answers(cube: &Cube, line: &Line) {
    let (_canceller, stop) = Canceller::new(Instant::now());
    let mut prover = Prover::new(&line.state.spec(), NODES);
    let mut state = line.state.boxed_clone();
    for square in state.legal() {
        let is_right = state.board().name(square) == line.solution[0];
        let score = prover.value(&*state, square, &stop).map(|value| value.score);
        let is_proven = match score {
            Some(Score::Win(_)) => is_right,
            Some(Score::Loss(_)) => !is_right,
            _ => false,
        };
        assert!(is_proven, "{}: {square:?} {score:?}", state.text());
    }
    for (ply, name) in line.solution.iter().enumerate() {
        if ply % 2 == 0 && ply + 1 < line.solution.len() {
            let square = state.board().parse(name).expect("a square");
            let value = prover.value(&*state, square, &stop).expect("a proof");
            assert!(matches!(value.score, Score::Win(_)), "{}: {name}", state.text());
            let mut after = state.boxed_clone();
            after.play(name).expect("a legal move");
            after.play(&after.board().name(value.rest[0])).expect("a legal reply");
            let (own, other) = stones(&*after);
            let left = (line.solution.len() - ply - 2).div_ceil(2) as u32;
            assert!(!cube.wins(own, other, left - 1, left), "{}: {name}", state.text());
        }
        state.play(name).expect("a legal move");
    }
}

#[test]
fn qubic_is_proven_by_plain_search() {
    let cube = Cube::new();
    for line in &cubes() {
        cube.check_distance(line);
        cube.check_others(line);
    }
}

#[test]
fn answers_to_a_sample_of_qubic_are_judged() {
    let cube = Cube::new();
    cubes().iter().step_by(8).for_each(|line| check_answers(&cube, line));
}

/// Listed in `docs/development.md`.
#[test]
#[ignore = "seconds"]
fn answers_to_all_of_qubic_are_judged() {
    let cube = Cube::new();
    cubes().iter().for_each(|line| check_answers(&cube, line));
}

/// The maker finds a puzzle of Qubic, the same one with the same seed.
#[test]
fn the_same_seed_makes_the_same_puzzle_of_qubic() {
    let make = |name: &str| {
        let file = format!("noughts-{name}-{}.puzzles", std::process::id());
        let path = std::env::temp_dir().join(file);
        let made = Command::new(env!("CARGO_BIN_EXE_noughts"))
            .args(["puzzles", "--game", "qubic", "--count", "1", "--seed", "4", "-o"])
            .arg(&path)
            .output()
            .expect("the program starts");
        assert!(made.status.success(), "{made:?}");
        let text = fs::read_to_string(&path).expect("a file");
        let _ = fs::remove_file(&path);
        text
    };
    let text = make("first");
    assert_eq!(make("second"), text);
    let found = read(&text);
    assert_eq!(found.len(), 1);
    Cube::new().check_distance(&found[0]);
}
