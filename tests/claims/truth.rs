//! True values of positions by exhaustive search: slow, simple, and without
//! code of the searches.

use std::collections::HashMap;

use noughts::game::{GameState, Outcome, Side};

/// The value of a position or a move for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Worth {
    /// The number of plies of the soonest win.
    Win(u32),
    Draw,
    /// The number of plies of the latest loss.
    Loss(u32),
}

impl Worth {
    /// Maps values to numbers in the order of preference: a soon win is the
    /// greatest, a soon loss the least.
    pub(crate) fn rank(self) -> i32 {
        match self {
            Worth::Win(plies) => 1000 - plies as i32,
            Worth::Draw => 0,
            Worth::Loss(plies) => plies as i32 - 1000,
        }
    }

    fn of_rank(rank: i32) -> Worth {
        match rank {
            1.. => Worth::Win((1000 - rank) as u32),
            0 => Worth::Draw,
            _ => Worth::Loss((rank + 1000) as u32),
        }
    }

    /// The sign of the result: a win is 1, a loss -1.
    pub(crate) fn sign(self) -> i32 {
        self.rank().signum()
    }

    /// Returns the value one ply earlier, for the same or the other side.
    fn earlier(self, same_side: bool) -> Worth {
        self.before(1, same_side)
    }

    /// Returns the value `plies` plies earlier.
    pub(crate) fn before(self, plies: u32, same_side: bool) -> Worth {
        let later = match self {
            Worth::Win(left) => Worth::Win(left + plies),
            Worth::Draw => Worth::Draw,
            Worth::Loss(left) => Worth::Loss(left + plies),
        };
        if same_side { later } else { Worth::of_rank(-later.rank()) }
    }
}

/// A legal move and its value.
#[derive(Clone, Debug)]
pub(crate) struct Move {
    pub(crate) name: String,
    pub(crate) worth: Worth,
    /// On TicTacTrains, the best margin for the side to move.
    pub(crate) margin: Option<i32>,
}

/// An exhaustive search of one game.
pub(crate) enum Truth {
    Lines(Lines),
    /// Lines of a special rule, by the rules of the library, which other tests compare with
    /// slow ones.
    Special(Special),
    Trains(Trains),
}

impl Truth {
    /// Creates the search of the game of this position.
    pub(crate) fn of(state: &dyn GameState) -> Truth {
        let text = state.spec().to_string();
        let (family, rest) = text.split_once(':').unwrap_or((&text, ""));
        let number = |text: &str| text.parse::<usize>().expect("a number");
        match (family, rest) {
            ("tictactrains", _) => Truth::Trains(Trains::of(state.board().columns())),
            ("qubic", "") => Truth::Lines(Lines::new([4, 4, 4], 4)),
            ("qubic", side) => Truth::Lines(Lines::new([number(side); 3], number(side))),
            (_, "") => Truth::Lines(Lines::new([3, 3, 1], 3)),
            (_, size) => match size.split_once(':') {
                Some((board, line)) => {
                    let (columns, rows) = board.split_once('x').expect("a board");
                    match line.parse() {
                        Ok(line) => {
                            Truth::Lines(Lines::new([number(columns), number(rows), 1], line))
                        }
                        // Exact lines, renju and caro.
                        Err(_) => Truth::Special(Special::default()),
                    }
                }
                None => Truth::Lines(Lines::new([number(size), number(size), 1], number(size))),
            },
        }
    }

    /// Returns all legal moves with their values; `None` if that takes too
    /// long.
    pub(crate) fn moves(&mut self, state: &dyn GameState) -> Option<Vec<Move>> {
        let mut moves = Vec::new();
        for square in state.legal() {
            let name = state.board().name(square);
            let mut next = state.boxed_clone();
            next.play(&name).expect("it is legal");
            let (worth, margin) = self.worth(&*next)?;
            let same_side = next.side() == state.side();
            let margin = margin.map(|margin| if same_side { margin } else { -margin });
            moves.push(Move { name, worth: worth.earlier(same_side), margin });
        }
        Some(moves)
    }

    /// Returns the value of a position for the side to move, and its best
    /// margin.
    pub(crate) fn worth(&mut self, state: &dyn GameState) -> Option<(Worth, Option<i32>)> {
        match self {
            Truth::Lines(lines) => {
                let [mine, theirs] = stones(state, state.side());
                lines.fuel = FUEL;
                Some((Worth::of_rank(lines.value(mine, theirs)?), None))
            }
            Truth::Special(special) => {
                special.fuel = FUEL;
                Some((Worth::of_rank(special.value(state)?), None))
            }
            Truth::Trains(trains) => {
                let margin = trains.margin(state);
                let margin = if state.side() == Side::X { margin } else { -margin };
                let plies = (state.board().len() - state.ply()) as u32;
                let worth = match margin.signum() {
                    1 => Worth::Win(plies),
                    0 => Worth::Draw,
                    _ => Worth::Loss(plies),
                };
                Some((worth, Some(margin)))
            }
        }
    }
}

/// Returns the stones of `side` and of the other side. Bits run by column, then
/// row, then level.
fn stones(state: &dyn GameState, side: Side) -> [u64; 2] {
    let board = state.board();
    let bit = |square| {
        let (column, row, level) = board.coordinates(square);
        1 << (column + board.columns() * (row + board.rows() * level))
    };
    [side, !side].map(|side| state.stones(side).into_iter().map(bit).sum())
}

/// The maximum number of positions of one search.
const FUEL: u32 = 400_000;

/// The maximum number of positions in the table.
const MEMORY: usize = 2_000_000;

/// An exhaustive search of a game of lines.
pub(crate) struct Lines {
    lines: Vec<u64>,
    /// The lines through each square.
    through: Vec<Vec<u64>>,
    known: HashMap<(u64, u64), i32>,
    fuel: u32,
}

impl Lines {
    /// Creates the search of a board with these numbers of columns, rows and
    /// levels.
    fn new(sides: [usize; 3], length: usize) -> Lines {
        let [columns, rows, levels] = sides;
        let squares = columns * rows * levels;
        let mut lines = Vec::new();
        for from in 0..squares {
            let at = [from % columns, from / columns % rows, from / columns / rows];
            for direction in 14..27 {
                let step = [direction % 3, direction / 3 % 3, direction / 9];
                let place = |axis: usize, i: usize| {
                    (at[axis] + i * step[axis]).checked_sub(i).filter(|&place| place < sides[axis])
                };
                let square =
                    |i: usize| Some(place(0, i)? + columns * (place(1, i)? + rows * place(2, i)?));
                let line = (0..length).map(|i| square(i).map(|square| 1u64 << square));
                lines.extend(line.sum::<Option<u64>>());
            }
        }
        let with =
            |square: usize| lines.iter().copied().filter(move |line| line >> square & 1 == 1);
        let through = (0..squares).map(|square| with(square).collect()).collect();
        Lines { lines, through, known: HashMap::new(), fuel: 0 }
    }

    /// Whether a stone on the square completes a line of these stones.
    fn completes(&self, stones: u64, square: usize) -> bool {
        let with = stones | 1 << square;
        self.through[square].iter().any(|line| line & !with == 0)
    }

    /// Returns the rank of a position; `None` if that takes too long. An
    /// immediate win wins, two threats of the other side lose, and one threat
    /// must be parried; otherwise tries all moves.
    fn value(&mut self, mine: u64, theirs: u64) -> Option<i32> {
        if self.lines.iter().any(|line| line & !theirs == 0) {
            return Some(Worth::Loss(0).rank());
        }
        let empty: Vec<usize> =
            (0..self.through.len()).filter(|&s| (mine | theirs) >> s & 1 == 0).collect();
        if empty.iter().any(|&square| self.completes(mine, square)) {
            return Some(Worth::Win(1).rank());
        }
        let open = |line: &u64| line & mine == 0 || line & theirs == 0;
        if empty.is_empty() || !self.lines.iter().any(open) {
            return Some(Worth::Draw.rank());
        }
        let threats: Vec<usize> =
            empty.iter().copied().filter(|&square| self.completes(theirs, square)).collect();
        let moves = match threats.len() {
            0 => empty,
            1 => threats,
            _ => return Some(Worth::Loss(2).rank()),
        };
        if let Some(&known) = self.known.get(&(mine, theirs)) {
            return Some(known);
        }
        self.fuel = self.fuel.checked_sub(1)?;
        let mut best = i32::MIN;
        for square in moves {
            let after = self.value(theirs, mine | 1 << square)?;
            best = best.max(Worth::of_rank(after).earlier(false).rank());
            // The soonest possible win without an immediate one.
            if best == Worth::Win(3).rank() {
                break;
            }
        }
        if self.known.len() >= MEMORY {
            self.known.clear();
        }
        self.known.insert((mine, theirs), best);
        Some(best)
    }
}

/// An exhaustive search of a game of lines by trying all moves.
#[derive(Default)]
pub(crate) struct Special {
    known: HashMap<[u64; 2], i32>,
    fuel: u32,
}

impl Special {
    /// Returns the rank of a position; `None` if that takes too long.
    fn value(&mut self, state: &dyn GameState) -> Option<i32> {
        match state.outcome() {
            Some(Outcome::Draw) => return Some(Worth::Draw.rank()),
            Some(Outcome::Win(side)) if side == state.side() => {
                // A forbidden move of the other side.
                return Some(Worth::Win(0).rank());
            }
            Some(Outcome::Win(_)) => return Some(Worth::Loss(0).rank()),
            None => {}
        }
        let key = stones(state, Side::X);
        if let Some(&known) = self.known.get(&key) {
            return Some(known);
        }
        self.fuel = self.fuel.checked_sub(1)?;
        let mut best = i32::MIN;
        for square in state.legal() {
            let mut next = state.boxed_clone();
            next.play(&state.board().name(square)).expect("it is legal");
            let after = self.value(&*next)?;
            best = best.max(Worth::of_rank(after).earlier(false).rank());
            if best == Worth::Win(1).rank() {
                break;
            }
        }
        self.known.insert(key, best);
        Some(best)
    }
}

/// An exhaustive search of TicTacTrains near the end of the game.
pub(crate) struct Trains {
    /// The number of columns, and of rows.
    size: usize,
    margins: HashMap<[u64; 2], i32>,
    lengths: HashMap<u64, i32>,
}

impl Trains {
    fn of(size: usize) -> Trains {
        Trains { size, margins: HashMap::new(), lengths: HashMap::new() }
    }

    /// Returns the final margin for X under best play.
    fn margin(&mut self, state: &dyn GameState) -> i32 {
        let key = stones(state, Side::X);
        if let Some(&margin) = self.margins.get(&key) {
            return margin;
        }
        let after = |square| {
            let mut next = state.boxed_clone();
            next.play(&state.board().name(square)).expect("it is legal");
            self.margin(&*next)
        };
        let margins = state.legal().into_iter().map(after);
        let best = if state.side() == Side::X { margins.max() } else { margins.min() };
        let margin = best.unwrap_or_else(|| {
            let [x, o] = key.map(|stones| self.longest(stones));
            x - o
        });
        self.margins.insert(key, margin);
        margin
    }

    fn longest(&mut self, stones: u64) -> i32 {
        if let Some(&length) = self.lengths.get(&stones) {
            return length;
        }
        let starts = (0..self.size * self.size).filter(|square| stones >> square & 1 == 1);
        let lengths = starts.map(|start| path(self.size, stones & !(1 << start), start));
        let length = lengths.max().unwrap_or(0);
        self.lengths.insert(stones, length);
        length
    }
}

/// Returns the length of the longest path from a square through these squares of a board
/// of `size` columns and rows.
fn path(size: usize, left: u64, at: usize) -> i32 {
    let (column, row) = (at % size, at / size);
    let neighbours = [
        (column > 0).then(|| at - 1),
        (column < size - 1).then_some(at + 1),
        (row > 0).then(|| at - size),
        (row < size - 1).then_some(at + size),
    ];
    let next = neighbours.into_iter().flatten().filter(|square| left >> square & 1 == 1);
    1 + next.map(|square| path(size, left & !(1 << square), square)).max().unwrap_or(0)
}
