//! Wins on flat boards with many empty squares, checked by a search that shares nothing
//! with the program but the text of the puzzles.
//!
//! It proves the distance: the side to move wins within N plies, but not within N - 2, and
//! no other first move wins within N. That other moves do not win later either is proven
//! by the maker alone.

use std::collections::HashMap;

use super::{Line, lines};

/// The longest win that is searched for.
const MAX_PLIES: u32 = 9;

struct Search {
    lines: Vec<u128>,
    all: u128,
    known: HashMap<(u128, u128, u32), bool>,
}

impl Search {
    fn new(columns: usize, rows: usize, in_row: usize) -> Search {
        let mut lines = Vec::new();
        for (x, y) in (0..columns).flat_map(|x| (0..rows).map(move |y| (x, y))) {
            for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                let square = |i: usize| {
                    let (x, y) = (x as isize + dx * i as isize, y as isize + dy * i as isize);
                    let is_on =
                        (0..columns as isize).contains(&x) && (0..rows as isize).contains(&y);
                    is_on.then(|| 1_u128 << (y as usize * columns + x as usize))
                };
                let line: Option<Vec<u128>> = (0..in_row).map(square).collect();
                lines.extend(line.map(|line| line.iter().sum::<u128>()));
            }
        }
        Search { lines, all: (1 << (columns * rows)) - 1, known: HashMap::new() }
    }

    /// The empty squares on which this side would complete a line.
    fn winning(&self, own: u128, other: u128) -> u128 {
        let open = self.lines.iter().filter(|&line| line & other == 0);
        open.map(|line| line & !own).filter(|rest| rest.count_ones() == 1).fold(0, |a, b| a | b)
    }

    /// Whether the side to move wins within so many plies, an odd number.
    fn wins(&mut self, own: u128, other: u128, plies: u32) -> bool {
        if self.winning(own, other) != 0 {
            return true;
        }
        if plies < 3 {
            return false;
        }
        if let Some(&known) = self.known.get(&(own, other, plies)) {
            return known;
        }
        let empty = self.all & !own & !other;
        let threats = self.winning(other, own);
        let moves = match threats.count_ones() {
            0 => empty,
            1 => threats,
            _ => 0,
        };
        let result = bits(moves).any(|square| self.move_wins(own | square, other, plies));
        self.known.insert((own, other, plies), result);
        result
    }

    /// Whether a move that has been played, and left the other side no line to complete,
    /// wins within so many plies, itself included.
    fn move_wins(&mut self, own: u128, other: u128, plies: u32) -> bool {
        // A stone more never harms, so what does not win against a pass does not win.
        if !self.wins(own, other, plies - 2) {
            return false;
        }
        let forced = self.winning(own, other);
        let replies = if forced != 0 { forced } else { self.all & !own & !other };
        let mut replies = bits(replies);
        replies.all(|reply| {
            // A reply that does not stop the lines that are about to be completed loses.
            self.winning(own, other | reply) != 0 || self.wins(own, other | reply, plies - 2)
        })
    }
}

fn bits(mut set: u128) -> impl Iterator<Item = u128> {
    std::iter::from_fn(move || {
        let lowest = set & set.wrapping_neg();
        set ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// Columns, rows and squares in a row of a flat board.
fn size(spec: &str) -> Option<[usize; 3]> {
    let (board, in_row) = spec.strip_prefix("tictactoe:")?.split_once(':')?;
    let (columns, rows) = board.split_once('x')?;
    Some([columns, rows, in_row].map(|number| number.parse().expect("a number")))
}

/// The stones of the side to move and of the other one.
fn stones(line: &Line) -> [u128; 2] {
    let text = line.state.text();
    let (rows, columns) = (line.state.board().rows(), line.state.board().columns());
    let mut sides = [0, 0];
    let stones = text.split(' ').find(|field| field.contains('/')).expect("a board");
    // The text begins with the highest row.
    for (down, row) in stones.split('/').enumerate() {
        let (mut column, mut gap) = (0, 0);
        for c in row.chars() {
            if let Some(digit) = c.to_digit(10) {
                gap = gap * 10 + digit as usize;
                continue;
            }
            column += std::mem::take(&mut gap);
            sides[usize::from(c == 'O')] |= 1 << ((rows - 1 - down) * columns + column);
            column += 1;
        }
        assert!(column + gap == columns, "{text}");
    }
    if line.state.side().to_string() == "O" {
        sides.swap(0, 1);
    }
    sides
}

fn check(line: &Line, plies: u32) {
    let text = format!("{} {}", line.state.spec(), line.state.text());
    let [columns, rows, in_row] = size(&line.state.spec().to_string()).expect("a flat board");
    let [own, other] = stones(line);
    let mut search = Search::new(columns, rows, in_row);
    assert!(search.wins(own, other, plies), "{text}: no win within {plies}");
    assert!(plies == 1 || !search.wins(own, other, plies - 2), "{text}: a shorter win");
    let threats = search.winning(other, own);
    let moves = if threats != 0 { threats } else { search.all & !own & !other };
    let (column, row) = line.solution[0].split_at(1);
    let column = usize::from(column.as_bytes()[0] - b'a');
    let row = row.parse::<usize>().expect("a number") - 1;
    let solution = 1_u128 << (row * columns + column);
    assert!(moves & solution != 0 || search.winning(own, other) & solution != 0, "{text}");
    for square in bits(moves & !solution) {
        assert!(!search.move_wins(own | square, other, plies), "{text}: another win");
    }
}

/// The wins of at most so many plies, with their length.
fn wins(longest: u32) -> Vec<(Line, u32)> {
    let plies = |line: &Line| line.goal.strip_prefix("win ")?.parse().ok();
    let lines = lines().into_iter().filter(|line| size(&line.state.spec().to_string()).is_some());
    lines.filter_map(|line| plies(&line).filter(|n| *n <= longest).map(|n| (line, n))).collect()
}

#[test]
fn short_wins_on_flat_boards_have_the_right_length() {
    let wins = wins(7);
    assert!(wins.len() > 100);
    wins.iter().for_each(|(line, plies)| check(line, *plies));
}

/// Listed in `docs/development.md`.
#[test]
#[ignore = "minutes"]
fn wins_on_flat_boards_have_the_right_length() {
    wins(MAX_PLIES).iter().for_each(|(line, plies)| check(line, *plies));
}

/// The search itself, on positions whose values are evident.
#[test]
fn the_search_knows_evident_positions() {
    let mut search = Search::new(3, 3, 3);
    // X in two corners of a side wins at once; from the empty board nobody does.
    assert!(search.wins(0b101, 0b11_000, 1));
    assert!(!search.wins(0, 0, 7) && !search.wins(0, 0, 9));
    // Opposite corners against the edge beside: a fork.
    assert!(!search.wins(1, 2, 1) && search.wins(1, 2, 5));
    let mut four = Search::new(5, 5, 3);
    assert!(four.wins(0, 0, 5) && !four.wins(0, 0, 3));
}
