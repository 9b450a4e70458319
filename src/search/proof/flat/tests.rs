//! Compares the prover with a plain full minimax and with published values.

use std::collections::{HashMap, HashSet};
use std::time::Instant;

use super::board::{ATTACKER, Layout};
use super::memory::Memory;
use super::queries::{Aim, Answer};
use super::solution::{Prover, Value};
use crate::game::lines::Shape;
use crate::game::{Lines, SquareSet};
use crate::random::Random;
use crate::search::budget::{Canceller, Meter};
use crate::search::proof::bits::Bits;

/// Scores of positions for the side to move: 1000 - plies for a win,
/// plies - 1000 for a loss, 0 for a draw.
struct Naive {
    squares: usize,
    lines: Vec<u128>,
    known: HashMap<(u128, u128), i32>,
}

const MATE: i32 = 1000;

impl Naive {
    fn new(columns: usize, rows: usize, length: usize) -> Naive {
        let mut lines = Vec::new();
        let (width, height) = (columns as i32, rows as i32);
        for start in 0..width * height {
            for (dc, dr) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                let at = |i: i32| (start % width + i * dc, start / width + i * dr);
                let inside = |(c, r)| (0..width).contains(&c) && (0..height).contains(&r);
                if (0..length as i32).map(at).all(inside) {
                    let bit = |(c, r)| 1u128 << (r * width + c);
                    lines.push((0..length as i32).map(at).map(bit).sum());
                }
            }
        }
        Naive { squares: columns * rows, lines, known: HashMap::new() }
    }

    fn has_line(&self, stones: u128) -> bool {
        self.lines.iter().any(|line| stones & line == *line)
    }

    fn empty(&self, mine: u128, theirs: u128) -> Vec<usize> {
        (0..self.squares).filter(|s| (mine | theirs) >> s & 1 == 0).collect()
    }

    fn score(&mut self, mine: u128, theirs: u128) -> i32 {
        if self.has_line(theirs) {
            return -MATE;
        }
        if let Some(&score) = self.known.get(&(mine, theirs)) {
            return score;
        }
        let moves = self.empty(mine, theirs);
        let best = moves.iter().map(|&s| self.after(mine, theirs, s)).max().unwrap_or(0);
        self.known.insert((mine, theirs), best);
        best
    }

    /// The score of one move, for the side that makes it.
    fn after(&mut self, mine: u128, theirs: u128, square: usize) -> i32 {
        let reply = self.score(theirs, mine | 1 << square);
        -(reply - reply.signum())
    }
}

fn memory<W: Bits>(columns: usize, rows: usize, length: usize, bytes: usize) -> Memory<W> {
    let shape = Shape::flat(columns, rows, length).expect("within the bounds");
    Memory::new(Layout::new(&Lines::new(shape)).expect("it fits"), bytes)
}

/// Runs `work` with a prover that is limited to `nodes` nodes.
fn with_prover<W: Bits, T>(
    memory: &mut Memory<W>,
    nodes: u64,
    work: impl FnOnce(&mut Prover<'_, W>) -> T,
) -> T {
    let (_canceller, stop) = Canceller::new(Instant::now());
    work(&mut Prover::new(memory, Meter::new(&stop, nodes), &mut |_| {}))
}

/// Compares value, distance and move of one position with the naive search.
fn check<W: Bits>(memory: &mut Memory<W>, naive: &mut Naive, mine: u128, theirs: u128) {
    let truth = naive.score(mine, theirs);
    let sets = [mine, theirs].map(|set| W::from_set(SquareSet(set)));
    let solution = with_prover(memory, u64::MAX, |prover| prover.solve(sets[0], sets[1], u64::MAX));
    let what = format!("mine {mine:b} theirs {theirs:b}: {solution:?}, naive {truth}");
    let value = match truth {
        0 => Value::Draw,
        1.. => Value::Win,
        _ => Value::Loss,
    };
    assert_eq!(solution.value, Some(value), "{what}");
    if truth != 0 {
        assert!(solution.exact, "{what}");
        assert_eq!(solution.plies, Some((MATE - truth.abs()) as u32), "{what}");
    }
    match solution.best {
        Some(square) => {
            assert_eq!((mine | theirs) >> square & 1, 0, "{what}");
            assert_eq!(naive.after(mine, theirs, square.into()), truth, "{what}");
        }
        None => assert!(naive.has_line(theirs) || naive.empty(mine, theirs).is_empty(), "{what}"),
    }
}

/// Random stones of two sides in turn.
fn scatter(random: &mut Random, squares: usize, stones: usize) -> [u128; 2] {
    let mut order: Vec<usize> = (0..squares).collect();
    random.shuffle(&mut order);
    let mut sides = [0; 2];
    for (i, square) in order[..stones].iter().enumerate() {
        sides[i % 2] |= 1 << square;
    }
    sides
}

/// Checks `count` random positions with at least `least` stones. In half of
/// those with an odd number the side to move has the extra stone, which no game
/// reaches.
fn random<W: Bits>((c, r, k): (usize, usize, usize), least: usize, count: usize, bytes: usize) {
    let mut naive = Naive::new(c, r, k);
    let mut memory = memory::<W>(c, r, k, bytes);
    let mut random = Random::new((c * 100 + r * 10 + k) as u64);
    let squares = c * r;
    let mut done = 0;
    while done < count {
        let stones = least + random.below(squares - least + 1);
        let [mut mine, mut theirs] = scatter(&mut random, squares, stones);
        if random.below(2) > 0 {
            (mine, theirs) = (theirs, mine);
        }
        if !naive.has_line(mine) {
            check(&mut memory, &mut naive, mine, theirs);
            done += 1;
        }
        if squares > 16 {
            naive.known.clear();
        }
    }
}

const ROOM: usize = 1 << 20;

#[test]
fn every_3x3_position_is_judged_as_by_minimax() {
    let mut naive = Naive::new(3, 3, 3);
    let mut memory = memory::<u64>(3, 3, 3, ROOM);
    let mut seen = HashSet::new();
    let mut todo = vec![(0u128, 0u128)];
    let mut unfinished = 0;
    while let Some((mine, theirs)) = todo.pop() {
        if !seen.insert((mine, theirs)) {
            continue;
        }
        check(&mut memory, &mut naive, mine, theirs);
        let empty = naive.empty(mine, theirs);
        if !naive.has_line(theirs) && !empty.is_empty() {
            unfinished += 1;
            todo.extend(empty.iter().map(|s| (theirs, mine | 1 << s)));
        }
    }
    assert_eq!((seen.len(), unfinished), (5478, 4520));
}

#[test]
fn positions_of_4x4_4_are_judged_as_by_minimax() {
    random::<u64>((4, 4, 4), 6, 10_000, ROOM);
}

#[test]
fn positions_of_4x4_3_are_judged_as_by_minimax() {
    random::<u64>((4, 4, 3), 6, 10_000, ROOM);
}

#[test]
fn positions_of_small_rectangles_are_judged_as_by_minimax() {
    for (shape, least) in [
        ((1, 1, 1), 0),
        ((2, 2, 2), 0),
        ((3, 1, 2), 0),
        ((5, 1, 3), 0),
        ((3, 2, 3), 0),
        ((3, 3, 2), 0),
        ((4, 3, 3), 0),
        ((3, 4, 3), 0),
        ((4, 3, 4), 0),
        ((6, 2, 3), 0),
        ((5, 2, 4), 0),
        ((7, 2, 3), 3),
        ((5, 3, 3), 5),
        ((5, 3, 4), 5),
        ((3, 5, 4), 5),
        ((5, 3, 5), 5),
    ] {
        random::<u64>(shape, least, 400, ROOM);
    }
}

/// Wide boards with few empty squares, with both words; the second run has a
/// table of one bucket.
#[test]
fn endgames_of_wide_boards_are_judged_as_by_minimax() {
    for ((c, r, k), empty) in [
        ((5, 5, 4), 9),
        ((5, 5, 3), 8),
        ((6, 6, 4), 8),
        ((7, 6, 4), 8),
        ((7, 7, 5), 9),
        ((8, 8, 4), 7),
    ] {
        random::<u64>((c, r, k), c * r - empty, 100, ROOM);
        random::<u64>((c, r, k), c * r - empty, 30, 0);
    }
    for ((c, r, k), empty) in
        [((5, 5, 4), 8), ((9, 9, 5), 8), ((11, 11, 5), 8), ((11, 7, 6), 8), ((10, 10, 10), 8)]
    {
        random::<u128>((c, r, k), c * r - empty, 100, ROOM);
    }
}

/// Published values (Uiterwijk and van den Herik 2000; Hsu et al. 2018).
#[test]
fn boards_have_their_published_values() {
    use Value::{Draw, Win};
    for (c, r, k, value) in [
        (3, 3, 3, Draw),
        (4, 4, 4, Draw),
        (4, 4, 3, Win),
        (5, 5, 4, Draw),
        (5, 5, 5, Draw),
        (6, 5, 4, Win),
        (6, 6, 4, Win),
        (6, 6, 5, Draw),
        (7, 6, 5, Draw),
        (7, 7, 5, Draw),
        (8, 6, 5, Draw),
        (6, 6, 6, Draw),
        (8, 8, 8, Draw),
    ] {
        let mut memory = memory::<u64>(c, r, k, 64 << 20);
        let found = with_prover(&mut memory, u64::MAX, |prover| prover.value(0, 0, u64::MAX));
        assert_eq!(found.map(|(value, _)| value), Some(value), "{c},{r},{k}");
    }
}

/// With any node limit, proven results are right.
#[test]
fn interrupted_proofs_report_nothing_false() {
    let mut random = Random::new(5);
    let mut naive = Naive::new(4, 4, 3);
    let mut decided = 0;
    for _ in 0..300 {
        let mut sides = [0u128; 2];
        for i in 0..6 {
            let empty = naive.empty(sides[0], sides[1]);
            sides[i % 2] |= 1 << empty[random.below(empty.len())];
        }
        let [mine, theirs] = sides;
        if naive.has_line(mine) || naive.has_line(theirs) {
            continue;
        }
        let truth = naive.score(mine, theirs);
        let mut memory = memory::<u64>(4, 4, 3, ROOM);
        for nodes in [1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144] {
            let sets = [mine, theirs].map(|set| set as u64);
            let (solution, used) = with_prover(&mut memory, nodes, |prover| {
                (prover.solve(sets[0], sets[1], u64::MAX), prover.nodes())
            });
            assert!(used <= nodes);
            let Some(value) = solution.value else { continue };
            decided += 1;
            let expected = match truth.signum() {
                0 => Value::Draw,
                1 => Value::Win,
                _ => Value::Loss,
            };
            assert_eq!(value, expected);
            let distance = (MATE - truth.abs()) as u32;
            assert!(truth == 0 || solution.plies.is_some_and(|plies| plies >= distance));
            assert!(!solution.exact || truth == 0 || solution.plies == Some(distance));
        }
    }
    assert!(decided > 1000, "{decided}");
}

/// On small boards every move of a forced win must keep it, and the zone of a
/// threat must contain all defences.
#[test]
fn forced_wins_and_threats_are_real() {
    let mut random = Random::new(3);
    for (c, r, k) in [(4, 4, 3), (5, 3, 3), (4, 4, 4)] {
        let mut naive = Naive::new(c, r, k);
        let mut memory = memory::<u128>(c, r, k, ROOM);
        let (mut wins, mut threats) = (0, 0);
        for _ in 0..600 {
            let stones = 4 + random.below(6);
            let [mine, theirs] = scatter(&mut random, c * r, stones);
            if naive.has_line(mine) || naive.has_line(theirs) {
                continue;
            }
            if let Some(win) = with_prover(&mut memory, 100_000, |p| p.forced_win(mine, theirs, 3))
            {
                wins += 1;
                let (mut sides, last) = ([mine, theirs], win.moves.len() - 1);
                for (i, &square) in win.moves.iter().enumerate() {
                    assert_eq!(naive.score(sides[i % 2], sides[1 - i % 2]) > 0, i % 2 == 0);
                    sides[i % 2] |= 1 << square;
                    assert_eq!(naive.has_line(sides[i % 2]), i == last, "{win:?}");
                }
                assert_eq!(last % 2, 0);
            }
            let zone = with_prover(&mut memory, 100_000, |p| p.threat_zone(mine, theirs, 3));
            if let Some(zone) = zone {
                threats += 1;
                let empty = naive.empty(mine, theirs);
                for square in empty.into_iter().filter(|&s| !zone.has(s)) {
                    assert!(naive.after(mine, theirs, square) < 0);
                }
            }
        }
        assert!(wins > 50 && threats > 10, "{wins} {threats}");
    }
}

/// Replays unbroken sequences on wide boards: every stone but the last
/// threatens to complete a line, and the loser never has a line to complete.
#[test]
fn unbroken_sequences_are_unbroken() {
    let mut random = Random::new(5);
    let naive = Naive::new(9, 9, 5);
    let mut memory = memory::<u128>(9, 9, 5, 4 << 20);
    let completions = |mine: u128, theirs: u128| {
        let empty = naive.empty(mine, theirs);
        empty.into_iter().filter(|&s| naive.has_line(mine | 1 << s)).collect::<Vec<_>>()
    };
    let (mut found, mut exact) = (0, 0);
    for _ in 0..100 {
        let stones = 20 + random.below(20);
        let [mine, theirs] = scatter(&mut random, 81, stones);
        if naive.has_line(mine) || naive.has_line(theirs) {
            continue;
        }
        let win = with_prover(&mut memory, 100_000, |p| p.forced_win(mine, theirs, 0));
        let Some(win) = win else { continue };
        found += 1;
        let mut sides = [mine, theirs];
        for (i, &square) in win.moves.iter().enumerate() {
            let own = completions(sides[i % 2], sides[1 - i % 2]);
            let other = completions(sides[1 - i % 2], sides[i % 2]);
            if i % 2 == 1 {
                assert!(own.is_empty() && other.contains(&square.into()), "{win:?}");
            } else {
                let answers = other.is_empty() || other == [usize::from(square)];
                assert!(!own.is_empty() || answers, "{win:?}");
            }
            sides[i % 2] |= 1 << square;
        }
        assert!(naive.has_line(sides[0]));
        let solution = with_prover(&mut memory, 300_000, |p| p.solve(mine, theirs, u64::MAX));
        exact += u32::from(solution.exact);
        assert!(!solution.exact || solution.plies.is_some_and(|n| n as usize <= win.moves.len()));
    }
    assert!(found > 15 && exact * 10 > found * 8, "{found} {exact}");
}

/// A zone that was proven against few extra stones of the defender says nothing about
/// more of them.
#[test]
fn a_zone_counts_only_against_the_extra_stones_of_its_proof() {
    let mut random = Random::new(5);
    let naive = Naive::new(5, 5, 4);
    let mut memory = memory::<u64>(5, 5, 4, 1 << 20);
    let mut found = 0;
    while found < 20 {
        let count = 6 + 2 * random.below(4);
        let stones = scatter(&mut random, 25, count);
        if stones.into_iter().any(|own| naive.has_line(own)) {
            continue;
        }
        let stones = stones.map(|set| u64::from_set(SquareSet(set)));
        with_prover(&mut memory, 20_000, |prover| {
            let query = &mut prover.query;
            if !matches!(query.search(stones, ATTACKER, Aim::Force, 0), Answer::Win(_)) {
                return;
            }
            let [none, one] = [0, 1].map(|extra_stones| {
                let frame = query.start(stones, extra_stones);
                query.probe(&frame, ATTACKER, Aim::Force, 0).answer
            });
            let empty = !(stones[0] | stones[1]) & ((1 << 25) - 1);
            if matches!(none, Some(Answer::Win(zone)) if zone != empty) {
                found += 1;
                let whole = matches!(one, Some(Answer::Win(zone)) if zone.len() == empty.len());
                assert!(whole, "{stones:?}: {none:?} {one:?}");
            }
        });
    }
}
