//! Tests of the longest train against slow reference methods and known lengths.

use std::collections::HashMap;

use super::bits::{CHEQUER, neighbours};
use super::*;
use crate::game::squares::symmetry;
use crate::game::trains::BOARD;
use crate::random::Random;

const FULL: u64 = bits::BOARD;

/// The length of the longest train by enumeration of all paths, on a plain
/// array.
pub(super) fn brute_force(stones: u64) -> u32 {
    fn walk(board: &mut [[bool; 7]; 7], row: usize, column: usize) -> u32 {
        board[row][column] = false;
        let mut longest = 0;
        let steps: [(isize, isize); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        for (down, right) in steps {
            let next = (row.checked_add_signed(down), column.checked_add_signed(right));
            if let (Some(r @ 0..7), Some(c @ 0..7)) = next
                && board[r][c]
            {
                longest = longest.max(walk(board, r, c));
            }
        }
        board[row][column] = true;
        longest + 1
    }
    let mut board = [[false; 7]; 7];
    for square in BOARD.squares() {
        let (column, row, _) = BOARD.coordinates(square);
        board[row][column] = stones >> square.index() & 1 == 1;
    }
    let squares = (0..49).map(|i| (i / 7, i % 7)).filter(|&(r, c)| board[r][c]);
    let squares: Vec<_> = squares.collect();
    squares.into_iter().map(|(r, c)| walk(&mut board, r, c)).max().unwrap_or(0)
}

// The mate of a square is the other end of the path fragment that ends at the
// square (the square itself if no edge touches it), or one of these values:
// inside a fragment, a final end, or no longer relevant.
const INNER: u8 = 100;
const END: u8 = 101;
const GONE: u8 = 102;

/// The length of the longest train by Knuth's Simpath: decides one edge after
/// the other and keeps one of the choices that are equivalent for the remaining
/// edges. Shares no code with the program and takes a second on any board.
fn simpath(stones: u64) -> u32 {
    let squares: Vec<u64> = (0..64).map(|at| 1 << at).filter(|bit| stones & bit != 0).collect();
    let mut best = u32::from(stones != 0);
    let mut complete = |mates: &[u8], edges: u32| {
        let is_fragment = |(at, &mate): (usize, &u8)| mate < INNER && usize::from(mate) != at;
        if !mates.iter().enumerate().any(is_fragment) && !mates.contains(&END) {
            best = best.max(edges + 1);
        }
    };
    let untouched: Vec<u8> = (0..squares.len() as u8).collect();
    let mut states = HashMap::from([(untouched, 0)]);
    for v in 0..squares.len() {
        for w in v + 1..squares.len() {
            if neighbours(squares[v]) & squares[w] == 0 {
                continue;
            }
            for (mates, edges) in states.clone() {
                let (a, b) = (mates[v], mates[w]);
                if a == INNER || b == INNER || usize::from(a) == w {
                    continue;
                }
                let mut joined = mates.clone();
                (joined[v], joined[w]) = (INNER, INNER);
                if a < INNER {
                    joined[usize::from(a)] = b;
                }
                if b < INNER {
                    joined[usize::from(b)] = a;
                }
                if (a, b) == (END, END) {
                    complete(&joined, edges + 1);
                } else {
                    keep(&mut states, joined, edges + 1);
                }
            }
        }
        // All edges of this square are decided.
        for (mut mates, edges) in std::mem::take(&mut states) {
            let mate = std::mem::replace(&mut mates[v], GONE);
            if mate == END {
                complete(&mates, edges);
                continue;
            }
            if mate < INNER && usize::from(mate) != v {
                mates[usize::from(mate)] = END;
            }
            if mates.iter().filter(|&&mate| mate == END).count() <= 2 {
                keep(&mut states, mates, edges);
            }
        }
    }
    best
}

fn keep(states: &mut HashMap<Vec<u8>, u32>, mates: Vec<u8>, edges: u32) {
    let most = states.entry(mates).or_insert(edges);
    *most = edges.max(*most);
}

/// Returns `count` stones on random squares.
pub(super) fn random_stones(random: &mut Random, count: usize) -> u64 {
    let mut squares: Vec<u64> = BOARD.squares().map(|square| 1 << square.index()).collect();
    random.shuffle(&mut squares);
    squares[..count].iter().fold(0, |set, square| set | square)
}

/// Returns the length of the longest train after checking that all methods
/// agree and that the reported squares form a train.
fn checked(stones: u64) -> u32 {
    let length = longest_train(stones);
    let train = longest_train_squares(stones);
    let bits: Vec<u64> = train.iter().map(|square| 1 << square.index()).collect();
    let set = bits.iter().fold(0, |set, bit| set | bit);
    assert_eq!([set.count_ones(), train.len() as u32], [length; 2], "{stones:#x}");
    assert_eq!(set & !stones, 0, "{stones:#x}");
    assert!(bits.windows(2).all(|two| neighbours(two[0]) & two[1] != 0), "{stones:#x}");
    let mut lengths = Lengths::default();
    let of_both = lengths.of_both(stones, FULL & !stones);
    assert_eq!((lengths.of(stones), of_both.0), (length, length), "{stones:#x}");
    lengths.repeating = true;
    assert_eq!(lengths.of(stones), length, "{stones:#x}");
    for floor in [length - 1, length] {
        for enough in [length, length + 1, u32::MAX] {
            let found = lengths.within(stones, floor, enough.max(floor + 1));
            assert!(if floor < length { found == length } else { found <= floor }, "{stones:#x}");
        }
    }
    length
}

#[test]
fn agrees_with_brute_force_up_to_two_thirds_of_the_board() {
    let mut random = Random::new(2);
    for round in 0..6_000 {
        // Brute force takes minutes on nearly full boards.
        let stones = random_stones(&mut random, 1 + round % 33);
        assert_eq!(checked(stones), brute_force(stones), "{stones:#x}");
    }
}

#[test]
fn the_two_reference_methods_agree() {
    let mut random = Random::new(3);
    for round in 0..200 {
        let stones = random_stones(&mut random, round % 30);
        assert_eq!(simpath(stones), brute_force(stones), "{stones:#x}");
    }
}

#[test]
fn agrees_with_simpath_on_nearly_full_boards() {
    let mut random = Random::new(4);
    for round in 0..160 {
        let stones = random_stones(&mut random, 34 + round % 16);
        assert_eq!(checked(stones), simpath(stones), "{stones:#x}");
    }
}

/// The sweep over a rotated board meets other frontiers.
#[test]
fn symmetric_boards_have_equally_long_trains() {
    let mut random = Random::new(5);
    let symmetries = symmetry::flat(&BOARD);
    for round in 0..320 {
        let stones = random_stones(&mut random, 30 + round % 20);
        let images = symmetries.iter().map(|symmetry| {
            let image = symmetry.set(crate::game::SquareSet(u128::from(stones)));
            longest_train(image.0 as u64)
        });
        let length = checked(stones);
        assert!(images.into_iter().all(|image| image == length), "{stones:#x}");
    }
}

/// A train alternates between the colours of a chequerboard, so its length is
/// at most twice the number of squares of the rarer colour plus one. These
/// boards reach the bound.
#[test]
fn nearly_full_boards_reach_the_chequerboard_bound() {
    let most = |stones: u64| {
        let dark = (stones & CHEQUER).count_ones();
        let light = stones.count_ones() - dark;
        (2 * dark.min(light) + 1).min(stones.count_ones())
    };
    assert_eq!((checked(FULL), most(FULL)), (49, 49));
    for square in BOARD.squares() {
        let stones = FULL & !(1 << square.index());
        assert_eq!(checked(stones), most(stones), "{stones:#x}");
    }
    // Without two opposite corners.
    let corners = FULL & !(1 | 1 << 54);
    assert_eq!((checked(corners), most(corners)), (47, 47));
    // A path through a full rectangle, row by row, covers it.
    for (columns, rows) in (1..8).flat_map(|columns| (1..8).map(move |rows| (columns, rows))) {
        let row = (1u64 << columns) - 1;
        let stones = (0..rows).fold(0, |set, at| set | row << (8 * at));
        assert_eq!(checked(stones), columns * rows);
    }
}

#[test]
fn known_shapes() {
    assert_eq!(longest_train(0), 0);
    assert_eq!(longest_train_squares(0), []);
    assert_eq!(checked(1), 1);
    // A plus sign: a train uses two of its arms.
    assert_eq!(checked(neighbours(1 << 27) | 1 << 27), 3);
    // One colour of a chequerboard: no two squares are adjacent.
    assert_eq!(checked(FULL & CHEQUER), 1);
}
