//! The text of a strategy, read line by line.

use std::io::{BufRead, Read};

use super::super::refused::{Failure, Refused, incomplete, unreadable};
use super::board::{Board, Set, Stones, one};

/// The longest line of a proof is shorter: it has 60 pairs.
const MAX_LINE: u64 = 1 << 12;

/// The lines of a file.
pub(super) struct Lines<'r> {
    source: &'r mut dyn BufRead,
    /// The number of lines read.
    pub(super) number: usize,
    /// The next line, if it has been looked at.
    next: Option<String>,
}

impl<'r> Lines<'r> {
    pub(super) fn new(source: &'r mut dyn BufRead) -> Lines<'r> {
        Lines { source, number: 0, next: None }
    }

    /// The next line, without its end; `None` at the end of the file.
    pub(super) fn next(&mut self) -> Result<Option<String>, Failure> {
        let line = match self.next.take() {
            Some(line) => Some(line),
            None => self.read()?,
        };
        self.number += usize::from(line.is_some());
        Ok(line)
    }

    /// The next line if it is an entry of the present strategy.
    pub(super) fn next_entry(&mut self) -> Result<Option<String>, Failure> {
        if self.next.is_none() {
            self.next = self.read()?;
        }
        if self.next.as_deref().and_then(claim).is_some() { Ok(None) } else { self.next() }
    }

    fn read(&mut self) -> Result<Option<String>, Failure> {
        let mut bytes = Vec::new();
        (&mut self.source).take(MAX_LINE).read_until(b'\n', &mut bytes)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&bytes);
        match line.strip_suffix('\n') {
            Some(line) => Ok(Some(line.to_string())),
            None => Err(unreadable(&line).into()),
        }
    }
}

/// The position that a file is about.
pub(super) struct Position {
    /// The game and the position as in the file.
    pub(super) game: String,
    pub(super) text: String,
    pub(super) board: Board,
    /// The stones of X and of O.
    pub(super) stones: Stones,
    /// The side to move: 0 for X, 1 for O.
    pub(super) to_move: usize,
}

impl Position {
    /// Reads the first two lines.
    pub(super) fn read(lines: &mut Lines<'_>) -> Result<Position, Failure> {
        let [game, stones] = [lines.next()?, lines.next()?];
        let (Some(game), Some(stones)) = (game, stones) else {
            return Err(incomplete("the file ends too early").into());
        };
        let board = Board::of(&game).ok_or_else(|| unreadable(&game))?;
        Ok(position(game, stones, board)?)
    }
}

/// The entry of a position with the strategy to move.
pub(super) enum Step {
    /// Pairs that keep the other side from every line.
    Pairs(Vec<Set>),
    /// The strategy's move, if it has one, and the moves that are answered after it.
    Move(Option<usize>, Vec<usize>),
}

/// Parses the heading of a claim, such as `o holds`: the side with the strategy, 0 for X and 1
/// for O, and whether it wins.
pub(super) fn claim(line: &str) -> Option<(usize, bool)> {
    match line {
        "x wins" => Some((0, true)),
        "o wins" => Some((1, true)),
        "x holds" => Some((0, false)),
        "o holds" => Some((1, false)),
        _ => None,
    }
}

/// Parses the second line: the squares of X, those of O, and the side to move.
fn position(game: String, text: String, board: Board) -> Result<Position, Refused> {
    let parsed = (|| {
        let (stones, to_move) = text.rsplit_once(' ')?;
        let (x, o) = stones.split_once(' ')?;
        let to_move = ["x", "o"].iter().position(|&side| side == to_move)?;
        let [x, o] = [x, o].map(|names| set(&board.parse(names)?));
        Some(([x?, o?], to_move))
    })();
    let (stones, to_move) = parsed.ok_or_else(|| unreadable(&text))?;
    let [x, o] = stones;
    let counts = stones.map(Set::count_ones);
    let has_line = board.open(x, o).chain(board.open(o, x)).any(|missing| missing == 0);
    if x & o != 0 || counts[0] != counts[1] + to_move as u32 || has_line {
        return Err(Refused {
            reason: "no position of a game that goes on".to_string(),
            position: text,
        });
    }
    Ok(Position { game, text, board, stones, to_move })
}

/// Parses an entry.
pub(super) fn step(line: &str, board: &Board) -> Option<Step> {
    let mut words = line.split(' ');
    let first = words.next()?;
    if first == "=" {
        let pair = |word| set(&board.parse(word)?).filter(|pair| pair.count_ones() == 2);
        return words.map(pair).collect::<Option<_>>().map(Step::Pairs);
    }
    let square = match &board.parse(first)?[..] {
        [] => None,
        &[square] => Some(square),
        _ => return None,
    };
    let single = |word| <[usize; 1]>::try_from(board.parse(word)?).ok().map(|[square]| square);
    Some(Step::Move(square, words.map(single).collect::<Option<_>>()?))
}

/// The set of squares, if none comes twice.
fn set(squares: &[usize]) -> Option<Set> {
    let set = squares.iter().fold(0, |set, &square| set | one(square));
    (set.count_ones() as usize == squares.len()).then_some(set)
}
