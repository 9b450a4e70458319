//! The text of a strategy.

use super::super::refused::{Refused, unreadable};
use super::board::{Board, Set, Stones, one};

/// The position that a file is about.
pub(super) struct Position<'a> {
    /// The game and the position as in the file.
    pub(super) game: &'a str,
    pub(super) text: &'a str,
    pub(super) board: Board,
    /// The stones of X and of O.
    pub(super) stones: Stones,
    /// The side to move: 0 for X, 1 for O.
    pub(super) to_move: usize,
}

/// What a file claims for one side.
pub(super) struct Proof {
    /// The side with the strategy: 0 for X, 1 for O.
    pub(super) side: usize,
    /// Whether it wins rather than holds.
    pub(super) wins: bool,
    /// The strategy, and the number of its first line in the file.
    pub(super) steps: Vec<Step>,
    pub(super) first_line: usize,
}

/// The entry of a position with the strategy to move.
pub(super) enum Step {
    /// Pairs that keep the other side from every line.
    Pairs(Vec<Set>),
    /// The strategy's move, if it has one, and the moves that are answered after it.
    Move(Option<usize>, Vec<usize>),
}

impl Step {
    /// The number of moves that are answered.
    pub(super) fn answers(&self) -> usize {
        match self {
            Step::Pairs(_) => 0,
            Step::Move(_, answered) => answered.len(),
        }
    }
}

/// Parses a file.
pub(super) fn parse(text: &str) -> Result<(Position<'_>, Vec<Proof>), Refused> {
    let mut lines = text.lines();
    let mut next = || lines.next().ok_or_else(|| unreadable("the file ends too early"));
    let (game, stones) = (next()?, next()?);
    let board = Board::of(game).ok_or_else(|| unreadable(game))?;
    let position = position(game, stones, board)?;
    let mut proofs: Vec<Proof> = Vec::new();
    for (number, line) in text.lines().enumerate().skip(2) {
        if let Some((side, wins)) = claim(line) {
            if proofs.iter().any(|proof| proof.side == side || proof.wins || wins) {
                return Err(Refused {
                    reason: "two claims for one side, or another besides a win".to_string(),
                    position: line.to_string(),
                });
            }
            proofs.push(Proof { side, wins, steps: Vec::new(), first_line: number + 2 });
        } else {
            let step = step(line, &position.board);
            let proof = proofs.last_mut().ok_or_else(|| unreadable(line))?;
            proof.steps.push(step.ok_or_else(|| unreadable(line))?);
        }
    }
    if proofs.is_empty() {
        return Err(unreadable("the file claims nothing"));
    }
    Ok((position, proofs))
}

/// Parses the heading of a claim, such as `o holds`.
fn claim(line: &str) -> Option<(usize, bool)> {
    match line {
        "x wins" => Some((0, true)),
        "o wins" => Some((1, true)),
        "x holds" => Some((0, false)),
        "o holds" => Some((1, false)),
        _ => None,
    }
}

/// Parses the second line: the squares of X, those of O, and the side to move.
fn position<'a>(game: &'a str, text: &'a str, board: Board) -> Result<Position<'a>, Refused> {
    let parsed = (|| {
        let (stones, to_move) = text.rsplit_once(' ')?;
        let (x, o) = stones.split_once(' ')?;
        let to_move = ["x", "o"].iter().position(|&side| side == to_move)?;
        let [x, o] = [x, o].map(|names| set(&board.parse(names)?));
        Some(([x?, o?], to_move))
    })();
    let (stones, to_move) = parsed.ok_or_else(|| unreadable(text))?;
    let [x, o] = stones;
    let counts = stones.map(Set::count_ones);
    let has_line = board.open(x, o).chain(board.open(o, x)).any(|missing| missing == 0);
    if x & o != 0 || counts[0] != counts[1] + to_move as u32 || has_line {
        return Err(Refused {
            reason: "no position of a game that goes on".to_string(),
            position: text.to_string(),
        });
    }
    Ok(Position { game, text, board, stones, to_move })
}

/// Parses an entry.
fn step(line: &str, board: &Board) -> Option<Step> {
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
