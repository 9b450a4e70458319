//! The board of the checker: its lines, its symmetries, and squares by name.

/// A set of squares: bit `i` is the square with index `i`, in reading order from the top
/// left.
pub(super) type Set = u128;

/// The set of one square.
pub(super) fn one(square: usize) -> Set {
    1 << square
}

/// The members of a set, the lowest first.
pub(super) fn members(mut set: Set) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set ^= one(square);
        Some(square)
    })
}

/// The lowest member of a set that is not empty, as a set.
pub(super) fn lowest(set: Set) -> Set {
    set & set.wrapping_neg()
}

/// The stones of a position: those of the side with the strategy, and those of the other.
pub(super) type Stones = [Set; 2];

/// A flat board.
pub(super) struct Board {
    pub(super) columns: usize,
    rows: usize,
    /// The squares of each line, in the order of [`super`].
    lines: Vec<Set>,
    /// The image of each square under each symmetry.
    symmetries: Vec<Vec<usize>>,
}

impl Board {
    /// The board of a game such as `tictactoe:7x7:5`; `None` if it is not a flat board up to
    /// 11x11 on which longer rows win, too.
    pub(super) fn of(game: &str) -> Option<Board> {
        let numbers = game.strip_prefix("tictactoe").map(|rest| rest.strip_prefix(':'))?;
        let (columns, rows, line) = match numbers {
            None => (3, 3, 3),
            Some(numbers) => match numbers.split_once(':') {
                None => (number(numbers)?, number(numbers)?, number(numbers)?),
                Some((sides, line)) => {
                    let (columns, rows) = sides.split_once('x')?;
                    (number(columns)?, number(rows)?, number(line)?)
                }
            },
        };
        let lines = lines(columns, rows, line);
        (!lines.is_empty()).then(|| Board {
            columns,
            rows,
            lines,
            symmetries: symmetries(columns, rows),
        })
    }

    /// For each line that one side can still complete, the squares that it misses.
    pub(super) fn open(&self, own: Set, other: Set) -> impl Iterator<Item = Set> {
        self.lines.iter().filter(move |&line| line & other == 0).map(move |line| line & !own)
    }

    /// The squares on which one side completes a line.
    pub(super) fn completions(&self, own: Set, other: Set) -> Set {
        self.open(own, other).filter(|missing| missing.count_ones() == 1).fold(0, |a, b| a | b)
    }

    /// The images of a position and the numbers of the symmetries that map to them; the first
    /// is the position itself.
    pub(super) fn images(&self, stones: Stones) -> impl Iterator<Item = (Stones, usize)> {
        (0..self.symmetries.len())
            .map(move |number| (stones.map(|set| self.map(number, set)), number))
    }

    /// The image of a set.
    pub(super) fn map(&self, symmetry: usize, set: Set) -> Set {
        members(set).fold(0, |image, square| image | one(self.symmetries[symmetry][square]))
    }

    /// The set whose image is `image`.
    pub(super) fn unmap(&self, symmetry: usize, image: Set) -> Set {
        let map = self.symmetries[symmetry].iter().enumerate();
        map.filter(|&(_, &to)| image & one(to) != 0).fold(0, |set, (from, _)| set | one(from))
    }

    /// The names of squares, such as `c2d3`, or `-` for none.
    pub(super) fn names(&self, set: Set) -> String {
        if set == 0 {
            return "-".to_string();
        }
        let name = |square| {
            let column = char::from(b'a' + (square % self.columns) as u8);
            format!("{column}{}", self.rows - square / self.columns)
        };
        members(set).map(name).collect()
    }

    /// Parses squares; the empty list is `-`.
    pub(super) fn parse(&self, names: &str) -> Option<Vec<usize>> {
        if names == "-" {
            return Some(Vec::new());
        }
        let mut squares = Vec::new();
        let mut rest = names;
        while let Some(letter) = rest.bytes().next() {
            let digits = rest.bytes().skip(1).take_while(u8::is_ascii_digit).count();
            let row = number(rest.get(1..=digits)?)?;
            let column = usize::from(letter.checked_sub(b'a')?);
            if column >= self.columns || row > self.rows {
                return None;
            }
            squares.push((self.rows - row) * self.columns + column);
            rest = rest.get(1 + digits..)?;
        }
        (!squares.is_empty()).then_some(squares)
    }
}

/// Parses a number from 1 to 11, without zeros before it.
fn number(text: &str) -> Option<usize> {
    let number: usize = text.parse().ok().filter(|number| (1..=11).contains(number))?;
    (number.to_string() == text).then_some(number)
}

/// All lines: by direction (right, down, down right, down left), and by their first square.
fn lines(columns: usize, rows: usize, length: usize) -> Vec<Set> {
    let mut lines = Vec::new();
    let last = length as isize - 1;
    for (right, down) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
        for start in 0..(columns * rows) as isize {
            let (column, row) = (start % columns as isize, start / columns as isize);
            let ends = (column + right * last, row + down * last);
            let on_board =
                (0..columns as isize).contains(&ends.0) && (0..rows as isize).contains(&ends.1);
            if on_board {
                let step = right + down * columns as isize;
                lines.push((0..=last).fold(0, |set, i| set | one((start + i * step) as usize)));
            }
        }
    }
    lines
}

/// The symmetries of the board, in the order of [`super`]: 8 if it is square, 4 otherwise.
fn symmetries(columns: usize, rows: usize) -> Vec<Vec<usize>> {
    let map = |turned: usize| {
        let image = move |square: usize| {
            let (mut column, mut row) = (square % columns, square / columns);
            if turned & 1 != 0 {
                column = columns - 1 - column;
            }
            if turned & 2 != 0 {
                row = rows - 1 - row;
            }
            if turned & 4 != 0 { column * columns + row } else { row * columns + column }
        };
        (0..columns * rows).map(image).collect()
    };
    (0..if columns == rows { 8 } else { 4 }).map(map).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_have_their_lines() {
        for (game, lines) in [("tictactoe", 8), ("tictactoe:4", 10), ("tictactoe:7x7:5", 60)] {
            assert_eq!(Board::of(game).map(|board| board.lines.len()), Some(lines), "{game}");
        }
        for game in ["qubic", "tictactoe:", "tictactoe:12", "tictactoe:3x3:4", "tictactoe:9x9:5="] {
            assert!(Board::of(game).is_none(), "{game}");
        }
    }

    #[test]
    fn names_are_read_back() {
        let board = Board::of("tictactoe:11x10:5").expect("a flat board");
        for set in [one(0), one(109) | one(3), one(110) - 1] {
            let squares = board.parse(&board.names(set)).expect("squares");
            assert_eq!(squares.into_iter().map(one).sum::<Set>(), set);
        }
        for names in ["", "a0", "l1", "a11", "a01", "a", "1", "é1", "a1é"] {
            assert_eq!(board.parse(names), None, "{names}");
        }
    }
}
