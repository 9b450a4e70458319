//! The board of an engine of the Gomocup protocol, and the commands that bring
//! it up to date.
//!
//! The protocol counts columns and rows from 0 at the top left: `0,0` is `a11`
//! on a board with 11 rows, and `x,y` is the square in column x and row y from
//! the top.

use std::fmt;

use noughts_rules::game::{Board, GameSpec, GameState, Side, Square, new_game};
use noughts_rules::protocol::{Command, Start};

/// A game that follows the `position` lines of the runner. Finding the lines of
/// a board takes far longer than playing a move, so there is one for each
/// engine, not one for each request.
#[derive(Debug)]
pub(crate) struct BrainBoard {
    game: Box<dyn GameState>,
    /// The `position` line of the game; empty before the first one.
    line: String,
    /// The engine's answer in this position; `None` if the engine does not have
    /// the position.
    answer: Option<String>,
}

impl BrainBoard {
    pub(crate) fn new(spec: &GameSpec) -> BrainBoard {
        BrainBoard { game: new_game(spec), line: String::new(), answer: None }
    }

    /// Forgets what the engine has: its board is empty.
    pub(crate) fn clear(&mut self) {
        self.answer = None;
    }

    /// Goes to the position of a `position` line, and writes the commands that
    /// ask the engine for a move in it.
    ///
    /// # Errors
    ///
    /// The reason why the position is invalid.
    pub(crate) fn request(&mut self, position: &str) -> Result<Request<'_>, String> {
        let answer = self.answer.take();
        let has_all_but_last = match self.follow(position) {
            Some(more) => answer.is_some_and(|answer| {
                let reply = more.strip_prefix(' ').and_then(|more| more.strip_prefix(&answer));
                reply.is_some_and(|reply| reply.starts_with(' ') && !reply[1..].contains(' '))
            }),
            None => {
                self.set(position)?;
                false
            }
        };
        Ok(Request { game: &*self.game, has_all_but_last })
    }

    /// Goes to the position of a `position` line, and returns its moves as columns and rows
    /// from the top left.
    ///
    /// # Errors
    ///
    /// The reason why the position is invalid.
    pub(crate) fn stones(&mut self, position: &str) -> Result<Vec<(usize, usize)>, String> {
        self.answer = None;
        self.set(position)?;
        let board = self.game.board();
        let point = |&square: &Square| {
            let (column, row, _) = board.coordinates(square);
            (column, row)
        };
        Ok(self.game.moves().iter().map(point).collect())
    }

    /// Plays the moves by which a `position` line is longer than the last one;
    /// returns them, or `None` if the line does not continue it.
    fn follow<'a>(&mut self, position: &'a str) -> Option<&'a str> {
        let more = position.strip_prefix(&self.line).filter(|_| !self.line.is_empty())?;
        let mut names = more.strip_prefix(' ')?.split(' ');
        if !names.all(|name| self.game.play(name).is_ok()) {
            return None;
        }
        self.line.push_str(more);
        Some(more)
    }

    /// Sets the position of a `position` line.
    fn set(&mut self, position: &str) -> Result<(), String> {
        self.line.clear();
        let Ok(Some(Command::Position { start, moves })) = Command::parse(position) else {
            return Err(format!("\"{position}\" is not a position"));
        };
        let text = match &start {
            Start::Fen(text) => Some(text.as_str()),
            Start::StartPos => None,
        };
        self.game.set_start(text).map_err(|error| error.to_string())?;
        for name in &moves {
            self.game.play(name).map_err(|error| error.to_string())?;
        }
        self.line.push_str(position);
        Ok(())
    }

    /// Keeps the engine's answer in this position.
    pub(crate) fn answered(&mut self, name: &str) {
        self.answer = Some(name.to_string());
    }

    /// Returns the name of the square of a move; for a move outside the board,
    /// the move itself.
    pub(crate) fn name(&self, x: i32, y: i32) -> String {
        square_name(self.game.board(), x, y).unwrap_or_else(|| format!("{x},{y}"))
    }

    /// Returns the board.
    pub(crate) fn board(&self) -> &Board {
        self.game.board()
    }
}

/// The commands that ask an engine for a move: `BEGIN`, `TURN`, or `BOARD` with
/// all stones.
pub(crate) struct Request<'a> {
    game: &'a dyn GameState,
    /// Whether the engine has the position before the last move.
    has_all_but_last: bool,
}

impl Request<'_> {
    /// Returns the side to move.
    pub(crate) fn side(&self) -> Side {
        self.game.side()
    }
}

impl fmt::Display for Request<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = self.game;
        let stones = [game.side(), !game.side()].map(|side| game.stones(side).len());
        match game.moves().last() {
            None if stones == [0, 0] => f.write_str("BEGIN\n"),
            Some(&last) if self.has_all_but_last || stones == [0, 1] => {
                let (column, row, _) = game.board().coordinates(last);
                writeln!(f, "TURN {column},{row}")
            }
            _ => self.write_board(f),
        }
    }
}

impl Request<'_> {
    /// Writes the lines from `BOARD` to `DONE`: the stones in the order in which
    /// they were placed, as far as it is known.
    fn write_board(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = self.game;
        let given = Side::BOTH.into_iter().flat_map(|side| {
            let stones = game.stones(side);
            let is_given = move |square: &_| stones.contains(*square);
            let squares = game.board().squares().filter(is_given);
            squares.filter(|square| !game.moves().contains(square)).map(move |s| (s, side))
        });
        let first = game.ply() - game.moves().len();
        let played = (first..).map(|ply| game.side_at(ply));
        let played = game.moves().iter().copied().zip(played);
        f.write_str("BOARD\n")?;
        for (square, side) in given.chain(played) {
            let (column, row, _) = game.board().coordinates(square);
            let field = if side == game.side() { 1 } else { 2 };
            writeln!(f, "{column},{row},{field}")?;
        }
        f.write_str("DONE\n")
    }
}

/// Returns the name of a square, if it is on the board.
pub(crate) fn square_name(board: &Board, x: i32, y: i32) -> Option<String> {
    let column = usize::try_from(x).ok().filter(|&column| column < board.columns())?;
    let row = usize::try_from(y).ok().filter(|&row| row < board.rows())?;
    Some(board.name(board.square(column, row, 0)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Write;

    fn board() -> BrainBoard {
        BrainBoard::new(&"tictactoe:7x6:5".parse().unwrap())
    }

    fn request(board: &mut BrainBoard, position: &str) -> String {
        let mut lines = String::new();
        write!(lines, "{}", board.request(position).unwrap()).unwrap();
        lines
    }

    #[test]
    fn coordinates_count_from_the_top_left() {
        let mut board = board();
        for (x, y, name) in [(0, 0, "a6"), (6, 0, "g6"), (0, 5, "a1"), (2, 4, "c2")] {
            assert_eq!(board.name(x, y), name);
            let turn = request(&mut board, &format!("position startpos moves {name}"));
            assert_eq!(turn, format!("TURN {x},{y}\n"));
        }
        for (x, y) in [(7, 0), (0, 6), (-1, 0), (0, -1), (i32::MAX, i32::MIN)] {
            assert_eq!(board.name(x, y), format!("{x},{y}"));
        }
    }

    #[test]
    fn an_opening_is_a_board_and_each_reply_a_turn() {
        let mut board = board();
        let opening = "position startpos moves a6 b6";
        assert_eq!(request(&mut board, opening), "BOARD\n0,0,1\n1,0,2\nDONE\n");
        board.answered("c6");
        let next = format!("{opening} c6 a1");
        assert_eq!(request(&mut board, &next), "TURN 0,5\n");
        // Without the engine's own answer the whole board is sent.
        let whole = "BOARD\n0,0,1\n1,0,2\n2,0,1\n0,5,2\nDONE\n";
        assert_eq!(request(&mut board, &next), whole);
        board.answered("d6");
        board.clear();
        let last = format!("{next} d6 a2");
        assert!(request(&mut board, &last).ends_with("0,5,2\n3,0,1\n0,4,2\nDONE\n"));
        // So it is if another move or more than a reply has been played.
        for more in [" e6 a3", " f6 a3 a4 b4"] {
            assert!(request(&mut board, opening).starts_with("BOARD"));
            board.answered("f1");
            assert!(request(&mut board, &format!("{opening}{more}")).starts_with("BOARD"));
        }
    }

    #[test]
    fn another_game_may_follow() {
        let mut board = board();
        assert_eq!(request(&mut board, "position startpos moves"), "BEGIN\n");
        board.answered("a1");
        assert_eq!(request(&mut board, "position startpos moves a1 b1"), "TURN 1,5\n");
        assert_eq!(request(&mut board, "position startpos moves b1"), "TURN 1,5\n");
        let text = "position fen 6 7 5 7/7/7/7/7/1XO4 x 2 moves";
        assert_eq!(request(&mut board, text), "BOARD\n1,5,1\n2,5,2\nDONE\n");
        assert_eq!(request(&mut board, "position startpos"), "BEGIN\n");
        assert_eq!(request(&mut board, "position startpos moves c1"), "TURN 2,5\n");
        for line in ["position startpos moves z9", "position startpos moves c1 c1", "go"] {
            assert!(board.request(line).is_err(), "{line}");
        }
        // An invalid position leaves nothing behind.
        assert_eq!(request(&mut board, "position startpos moves c1"), "TURN 2,5\n");
    }
}
