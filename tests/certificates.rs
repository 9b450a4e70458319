//! Certificates that X wins 4x4x4, changed in many ways: the checker never
//! accepts a wrong one. A slow judge, which shares no code with the checker,
//! decides entry by entry whether a changed certificate is wrong.
//!
//! `NOUGHTS_FUZZ=N` multiplies the number of changes by N and makes N changes
//! of each kind to the proof of the empty board, which take about ten seconds
//! each.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;
use std::time::Instant;

use noughts::game::{Square, SquareSet};
use noughts::random::Random;
use noughts::search::cube::{Entry, Solver};
use noughts::search::{Canceller, Meter};
use noughts::verify::Refused;
use noughts::verify::cube::verify_from;

use crate::common::cube::{Slow, cube, lines};
use crate::common::fuzz;

/// The content of each square: 1 for X, -1 for O, 0 if empty.
type Stones = [i8; 64];

/// Returns the names of the squares of a side as in a certificate.
fn names(stones: &Stones, side: i8) -> String {
    let board = *cube().board();
    let own = (0..64).filter(|&square| stones[square] == side);
    let names: String = own.map(|square| board.name(Square::new(square))).collect();
    if names.is_empty() { "-".to_string() } else { names }
}

/// An entry of a certificate: a position and X's move.
#[derive(Clone, Copy, Debug)]
struct Claim {
    stones: Stones,
    square: usize,
}

impl Claim {
    fn of(entry: &Entry) -> Claim {
        let mut stones = [0; 64];
        entry.x.into_iter().for_each(|square| stones[square.index()] = 1);
        entry.o.into_iter().for_each(|square| stones[square.index()] = -1);
        Claim { stones, square: entry.square.index() }
    }
}

fn position(stones: &Stones) -> String {
    format!("{} {}", names(stones, 1), names(stones, -1))
}

fn text(claims: &[Claim]) -> String {
    let board = *cube().board();
    let mut text = "qubic x\n".to_string();
    for Claim { stones, square } in claims {
        let name = board.name(Square::new(*square));
        text += &format!("{} {name}\n", position(stones));
    }
    text
}

/// Returns the symmetries of the lines: permutations of the axes, reflections
/// of each axis, and permutations of the planes, the same for all axes, that
/// keep opposite planes opposite.
fn symmetries() -> Vec<[usize; 64]> {
    let axes = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let orders = [[0, 1, 2, 3], [1, 0, 3, 2], [0, 2, 1, 3], [1, 3, 0, 2]];
    let mut maps = Vec::new();
    for (axes, order, turned) in
        axes.iter().flat_map(|a| orders.iter().flat_map(move |o| (0..8).map(move |t| (a, o, t))))
    {
        maps.push(std::array::from_fn(|square| {
            let at = [square / 16, square / 4 % 4, square % 4];
            let plane = |axis: usize| {
                let plane = order[at[axes[axis]]];
                if turned >> axis & 1 == 1 { 3 - plane } else { plane }
            };
            plane(0) * 16 + plane(1) * 4 + plane(2)
        }));
    }
    maps
}

#[test]
fn there_are_192_symmetries_of_the_lines() {
    let lines: HashSet<[usize; 4]> = lines().into_iter().collect();
    let maps = symmetries();
    assert_eq!(maps.iter().collect::<HashSet<_>>().len(), 192);
    for (map, line) in maps.iter().flat_map(|map| lines.iter().map(move |line| (map, line))) {
        let mut image = line.map(|square| map[square]);
        image.sort_unstable();
        assert!(lines.contains(&image));
    }
}

/// Decides whether claims hold, given those of the certificate.
struct Judge {
    slow: Slow,
    symmetries: Vec<[usize; 64]>,
    /// The numbers of the claims by canonical position.
    claimed: HashMap<Stones, usize>,
}

/// The maximum number of positions of a search for a forced win.
const FUEL: u32 = 3_000;

impl Judge {
    fn new(claims: &[Claim]) -> Judge {
        let mut judge =
            Judge { slow: Slow::new(&*cube()), symmetries: symmetries(), claimed: HashMap::new() };
        for (number, claim) in claims.iter().enumerate() {
            judge.claimed.insert(judge.least(&claim.stones), number);
        }
        judge
    }

    /// The least of the symmetric images of a position.
    fn least(&self, stones: &Stones) -> Stones {
        let image = |map: &[usize; 64]| {
            let mut image = [0; 64];
            (0..64).for_each(|square| image[map[square]] = stones[square]);
            image
        };
        self.symmetries.iter().map(image).min().expect("there are 192")
    }

    /// Whether X, to move, has a forced win; `None` if the search takes too
    /// long.
    fn forces(&mut self, stones: &Stones) -> Option<bool> {
        self.slow.board = *stones;
        self.slow.fuel = FUEL;
        self.slow.forces(1)
    }

    fn completions(&mut self, stones: &Stones, side: i8) -> Vec<usize> {
        self.slow.board = *stones;
        self.slow.completions(side)
    }

    /// Whether every reply to X's move leads to a win: by force, by the
    /// certificate, or by the same test after a block that O forces. `None` if
    /// that takes too long.
    fn holds(&mut self, claim: &Claim) -> Option<bool> {
        let mut stones = claim.stones;
        stones[claim.square] = 1;
        let wins_next = !self.completions(&stones, 1).is_empty();
        let loses_next = !self.completions(&stones, -1).is_empty();
        if loses_next {
            return Some(false);
        }
        let mut unknown = false;
        for reply in (0..64).filter(|&reply| stones[reply] == 0) {
            let mut after = stones;
            after[reply] = -1;
            if wins_next && !self.completions(&after, 1).is_empty() {
                continue;
            }
            if self.claimed.contains_key(&self.least(&after)) {
                continue;
            }
            match (self.forces(&after), &self.completions(&after, -1)[..]) {
                (Some(true), _) => {}
                (Some(false), &[square]) => match self.holds(&Claim { stones: after, square }) {
                    Some(true) => {}
                    Some(false) => return Some(false),
                    None => unknown = true,
                },
                (Some(false), _) => return Some(false),
                (None, _) => unknown = true,
            }
        }
        (!unknown).then_some(true)
    }
}

/// Proves that X wins from a position and returns the accepted certificate.
fn proof(stones: &Stones) -> Vec<Claim> {
    let set = |side| -> SquareSet {
        (0..64).filter(|&square| stones[square] == side).map(Square::new).collect()
    };
    let (_keeps_going, stop) = Canceller::new(Instant::now());
    let mut solver = Solver::new(set(1), set(-1), 64 << 20);
    assert_eq!(solver.prove(&mut Meter::new(&stop, u64::MAX)), Some(true), "{stones:?}");
    let claims: Vec<Claim> = solver.certificate().iter().map(Claim::of).collect();
    let accepted = verify_from(&position(stones), &text(&claims)).expect("it is a proof");
    assert_eq!((accepted.entries, accepted.used), (claims.len(), claims.len()));
    claims
}

/// A changed certificate, and whether it is still a proof, if known.
type Changed = (Vec<Claim>, Option<bool>);

/// Changes X's move in one position.
fn move_elsewhere(claims: &[Claim], judge: &mut Judge, random: &mut Random) -> Changed {
    let mut changed = claims.to_vec();
    let claim = &mut changed[random.below(claims.len())];
    let others = |square: &usize| claim.stones[*square] == 0 && *square != claim.square;
    let others: Vec<usize> = (0..64).filter(others).collect();
    claim.square = others[random.below(others.len())];
    let holds = judge.holds(claim);
    (changed, holds)
}

/// Removes one position.
fn leave_out(claims: &[Claim], judge: &mut Judge, random: &mut Random) -> Changed {
    let mut changed = claims.to_vec();
    let claim = changed.remove(random.below(claims.len()));
    let forced = judge.forces(&claim.stones);
    (changed, forced)
}

/// Moves one stone of a position to another square, such that the new position
/// is not symmetric to the old one.
fn move_a_stone(claims: &[Claim], judge: &mut Judge, random: &mut Random) -> Changed {
    let mut changed = claims.to_vec();
    loop {
        let claim = &mut changed[random.below(claims.len())];
        let before = claim.stones;
        let [from, to] = [random.below(64), random.below(64)];
        if before[from] == 0 || before[to] != 0 || to == claim.square {
            continue;
        }
        claim.stones.swap(from, to);
        if judge.least(&claim.stones) != judge.least(&before) {
            let forced = judge.forces(&before);
            return (changed, forced);
        }
        claim.stones = before;
    }
}

/// Swaps X and O in one position.
fn swap_sides(claims: &[Claim], judge: &mut Judge, random: &mut Random) -> Changed {
    let mut changed = claims.to_vec();
    loop {
        let claim = &mut changed[random.below(claims.len())];
        let before = claim.stones;
        claim.stones = before.map(|side| -side);
        if judge.least(&claim.stones) != judge.least(&before) {
            let forced = judge.forces(&before);
            return (changed, forced);
        }
        if claims.len() == 1 {
            return (changed, None);
        }
        claim.stones = before;
    }
}

type Change = fn(&[Claim], &mut Judge, &mut Random) -> Changed;

const CHANGES: [(&str, Change); 4] = [
    ("move elsewhere", move_elsewhere),
    ("leave out", leave_out),
    ("move a stone", move_a_stone),
    ("swap sides", swap_sides),
];

/// Whether the checker may refuse even a valid proof for this reason.
fn is_surplus(refused: &Refused) -> bool {
    ["the proof does not need this entry", "the position has two entries"]
        .contains(&&*refused.reason)
}

/// Changes a certificate `cases` times and checks that the wrong ones are
/// refused. Returns the number of wrong changes of each kind.
fn refuses_changes(
    claims: &[Claim],
    stones: &Stones,
    cases: usize,
    seed: u64,
) -> [usize; CHANGES.len()] {
    let mut judge = Judge::new(claims);
    // A forced win would need no first entry.
    assert_ne!(judge.forces(stones), Some(true), "{}", position(stones));
    let mut random = Random::new(seed);
    let mut wrong = [0; CHANGES.len()];
    for case in 0..cases {
        let kind = case % CHANGES.len();
        let (name, change) = CHANGES[kind];
        let (changed, proves) = change(claims, &mut judge, &mut random);
        let checked = verify_from(&position(stones), &text(&changed));
        match (proves, checked) {
            (Some(false), Ok(_)) => {
                panic!("{name}: accepted, from {}:\n{}", position(stones), text(&changed))
            }
            (Some(true), Err(refused)) => assert!(is_surplus(&refused), "{name}: {refused}"),
            _ => wrong[kind] += usize::from(proves == Some(false)),
        }
    }
    wrong
}

/// Parses the stones of a position as in a certificate.
fn stones(position: &str) -> Stones {
    let board = *cube().board();
    let mut stones = [0; 64];
    for (side, word) in [1, -1].into_iter().zip(position.split(' ')) {
        for name in word.as_bytes().chunks(3).filter(|name| *name != b"-") {
            let name = str::from_utf8(name).expect("they are letters and digits");
            stones[board.parse(name).expect("a square").index()] = side;
        }
    }
    stones
}

/// Won positions without a forced win.
const POSITIONS: [&str; 4] = [
    "1b33d14c44a34d1 2a42c42d43a44d3",
    "1b31c13a44d1 2a42d42d34d3",
    "1d22b42c32d13d4 1c41b31d12a23a3",
    "1c41b12a32d33a43d1 1d31c22c13d43c24d3",
];

/// Their proofs.
static PROOFS: LazyLock<Vec<(&str, Vec<Claim>)>> = LazyLock::new(|| {
    POSITIONS.iter().map(|&position| (position, proof(&stones(position)))).collect()
});

#[test]
fn no_wrong_certificate_of_a_late_position_is_accepted() {
    const CASES: usize = 24;
    for (seed, (position, claims)) in PROOFS.iter().enumerate() {
        let cases = CASES * fuzz();
        let wrong = refuses_changes(claims, &stones(position), cases, seed as u64);
        for ((name, _), wrong) in CHANGES.iter().zip(wrong) {
            // With few wrong changes the test would check little.
            assert!(
                wrong * 2 * CHANGES.len() > cases,
                "{position}: {name} was wrong {wrong} times"
            );
        }
    }
}

/// Runs only with `NOUGHTS_FUZZ`; `qubic.rs` has a shorter test.
#[test]
fn no_wrong_certificate_of_the_empty_board_is_accepted() {
    if fuzz() > 1 {
        let wrong = refuses_changes(&proof(&[0; 64]), &[0; 64], CHANGES.len() * fuzz(), 100);
        println!("wrong: {wrong:?} of {} each", fuzz());
    }
}

#[test]
fn an_entry_that_the_proof_does_not_need_is_refused() {
    for pair in PROOFS.windows(2) {
        let [(position, claims), (_, others)] = pair else { unreachable!() };
        let more = [&claims[..], &others[..1]].concat();
        let refused = verify_from(position, &text(&more)).expect_err("one entry is not needed");
        assert_eq!(refused.reason, "the proof does not need this entry", "{position}");
    }
}

/// A judge that is too strict would make the other tests weaker.
#[test]
fn the_judge_accepts_unchanged_certificates() {
    let step = if fuzz() > 1 { 1 } else { 4 };
    for (position, claims) in &*PROOFS {
        let mut judge = Judge::new(claims);
        for claim in claims.iter().step_by(step) {
            assert_ne!(judge.holds(claim), Some(false), "{position}: {claim:?}");
        }
    }
}
