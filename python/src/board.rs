//! The class `Board`: a game, its start position and the moves since, as Python sees them.

use noughts_rules::game::{GameSpec, GameState, Outcome, Side, Square, WideSet, new_game};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyType};

use crate::{counting, errors, svg, text};

/// The arguments that make a pickled board again.
type Pickled = (String, Option<String>, Vec<String>);

/// A game of TicTacTrains, tic-tac-toe or Qubic: a start position and the moves since.
///
/// The game is named by its spec, such as "tictactrains:modern", "tictactoe:7x6:4" or
/// "qubic". X moves first. Moves are names of squares, such as "d4", on a cube "2b3".
#[pyclass(module = "noughts", name = "Board")]
#[derive(Debug)]
pub(crate) struct Board {
    state: Box<dyn GameState>,
    /// The text of the start position; `None` for the start of the game.
    start: Option<String>,
}

impl Clone for Board {
    fn clone(&self) -> Board {
        Board { state: self.state.boxed_clone(), start: self.start.clone() }
    }
}

impl Board {
    /// The state as it is now: Python's other threads may change the board.
    fn state(board: &Bound<'_, Board>) -> Box<dyn GameState> {
        board.borrow().state.boxed_clone()
    }

    fn names(&self, set: WideSet) -> Vec<String> {
        set.into_iter().map(|square| self.state.board().name(square)).collect()
    }

    fn side(name: &str) -> PyResult<Side> {
        let mut letters = name.chars();
        let side = letters.next().and_then(Side::from_letter).filter(|_| letters.next().is_none());
        side.ok_or_else(|| PyValueError::new_err(format!("a side is \"X\" or \"O\", not {name:?}")))
    }
}

/// The result as Python has it: "X", "O" or "draw".
fn result(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(side) => letter(side),
        Outcome::Draw => "draw",
    }
}

fn letter(side: Side) -> &'static str {
    match side {
        Side::X => "X",
        Side::O => "O",
    }
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (game = "tictactrains", position = None, moves = Vec::new()))]
    fn new(game: &str, position: Option<String>, moves: Vec<String>) -> PyResult<Board> {
        let spec: GameSpec = game.parse().map_err(errors::of_game)?;
        let mut board = Board { state: new_game(&spec), start: position };
        board.state.set_start(board.start.as_deref()).map_err(errors::of_position)?;
        for name in &moves {
            board.push(name)?;
        }
        Ok(board)
    }

    /// The shortest spec of the game.
    #[getter]
    fn game(&self) -> String {
        self.state.spec().to_string()
    }

    /// The rules in a few words.
    #[getter]
    fn rules(&self) -> String {
        self.state.spec().rules()
    }

    /// The goal in one sentence.
    #[getter]
    fn goal(&self) -> String {
        self.state.spec().goal()
    }

    /// The numbers of columns, rows and levels.
    #[getter]
    fn shape(&self) -> (usize, usize, usize) {
        let board = self.state.board();
        (board.columns(), board.rows(), board.levels())
    }

    /// The names of all squares: layer by layer, in each from the top row down.
    #[getter]
    fn squares(&self) -> Vec<String> {
        let board = self.state.board();
        board.squares().map(|square| board.name(square)).collect()
    }

    /// The side to move, "X" or "O".
    #[getter]
    fn turn(&self) -> &'static str {
        letter(self.state.side())
    }

    /// The number of stones on the board.
    #[getter]
    fn ply(&self) -> usize {
        self.state.ply()
    }

    /// The result: "X", "O" or "draw"; `None` while the game goes on.
    #[getter]
    fn result(&self) -> Option<&'static str> {
        self.state.outcome().map(result)
    }

    /// Whether the game has ended.
    #[getter]
    fn is_over(&self) -> bool {
        self.state.outcome().is_some()
    }

    /// The legal moves; none once the game has ended.
    #[getter]
    fn legal_moves(&self) -> Vec<String> {
        self.names(self.state.legal())
    }

    /// Whether a move is legal.
    fn is_legal(&self, r#move: &str) -> bool {
        let square = self.state.board().parse(r#move);
        square.is_some_and(|square| self.state.legal().contains(square))
    }

    /// One byte for each of `squares`: 1 if it is a legal move, else 0.
    fn legal_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let legal = self.state.legal();
        let is_legal = |square: Square| u8::from(legal.contains(square));
        PyBytes::new(py, &self.state.board().squares().map(is_legal).collect::<Vec<u8>>())
    }

    /// One byte for each of `squares`: 1 if this side has a stone there, else 0.
    fn stone_mask<'py>(&self, py: Python<'py>, side: &str) -> PyResult<Bound<'py, PyBytes>> {
        let stones = self.state.stones(Board::side(side)?);
        let has_stone = |square: Square| u8::from(stones.contains(square));
        Ok(PyBytes::new(py, &self.state.board().squares().map(has_stone).collect::<Vec<u8>>()))
    }

    /// The squares that a side occupies.
    fn stones(&self, side: &str) -> PyResult<Vec<String>> {
        Ok(self.names(self.state.stones(Board::side(side)?)))
    }

    /// The squares that decide a finished game: the winning lines or the longest trains.
    #[getter]
    fn highlights(&self) -> Vec<String> {
        self.names(self.state.highlights())
    }

    /// The squares of a longest train of X and of O; `None` in other games.
    #[getter]
    fn trains(&self) -> Option<(Vec<String>, Vec<String>)> {
        let [x, o] = self.state.longest_trains()?;
        let names = |train: Vec<Square>| -> Vec<String> {
            train.into_iter().map(|square| self.state.board().name(square)).collect()
        };
        Some((names(x), names(o)))
    }

    /// Plays a move. A move that is not legal raises `MoveError` and changes nothing.
    fn push(&mut self, r#move: &str) -> PyResult<()> {
        self.state.play(r#move).map(drop).map_err(errors::of_move)
    }

    /// Plays the move on the square with this index in `squares`.
    fn push_index(&mut self, index: i64) -> PyResult<()> {
        let board = self.state.board();
        let square = usize::try_from(index).ok().and_then(|index| board.squares().nth(index));
        let name = square.map(|square| board.name(square)).ok_or_else(|| {
            errors::of_move(format_args!("there is no square {index} among {}", board.len()))
        })?;
        self.push(&name)
    }

    /// Takes back the last move and returns it.
    fn pop(&mut self) -> PyResult<String> {
        let square = self.state.undo();
        let name = square.map(|square| self.state.board().name(square));
        name.ok_or_else(|| PyIndexError::new_err("no move to take back"))
    }

    /// The moves since the start position.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.state.moves().iter().map(|&square| self.state.board().name(square)).collect()
    }

    /// The start position as text; `None` for the start of the game.
    #[getter]
    fn start(&self) -> Option<&str> {
        self.start.as_deref()
    }

    /// The moves with turn numbers: "1. d4 d5 2. e4".
    #[getter]
    fn record(&self) -> String {
        self.state.movetext()
    }

    /// The position as text: "3 3 3 3/1X1/3 o 1".
    #[getter]
    fn text(&self) -> String {
        self.state.text()
    }

    /// Returns a board with the same game, start position and moves.
    fn copy(&self) -> Board {
        self.clone()
    }

    /// Plays a random game from here to its end and returns the result. A seed alone
    /// determines the game.
    #[pyo3(signature = (seed = None))]
    fn playout(slf: &Bound<'_, Board>, seed: Option<u64>) -> PyResult<&'static str> {
        Ok(match Board::playouts(slf, 1, seed)? {
            (1, _, _) => letter(Side::X),
            (_, _, 1) => letter(Side::O),
            _ => "draw",
        })
    }

    /// Plays random games from here to their ends and returns how many X won, how many
    /// were drawn and how many O won.
    #[pyo3(signature = (count, seed = None))]
    fn playouts(
        slf: &Bound<'_, Board>,
        count: u64,
        seed: Option<u64>,
    ) -> PyResult<(u64, u64, u64)> {
        counting::playouts(slf.py(), &*Board::state(slf), count, seed)
    }

    /// Counts the games of `depth` plies from here.
    fn perft(slf: &Bound<'_, Board>, depth: usize) -> PyResult<u64> {
        counting::perft(slf.py(), &*Board::state(slf), depth)
    }

    /// The position as a picture, an SVG.
    fn svg(&self) -> String {
        svg::draw(&*self.state)
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Board>) -> (Bound<'py, PyType>, Pickled) {
        let board = slf.borrow();
        (slf.get_type(), (board.game(), board.start.clone(), board.moves()))
    }

    fn __str__(&self) -> String {
        text::draw(&*self.state)
    }

    fn __repr__(&self) -> String {
        let start = self.start.as_ref().map_or_else(String::new, |s| format!(", position={s:?}"));
        let moves = match self.state.moves() {
            [] => String::new(),
            _ => format!(", moves={:?}", self.moves()),
        };
        format!("Board({:?}{start}{moves})", self.game())
    }

    fn __eq__(&self, other: &Board) -> bool {
        self.state.spec() == other.state.spec() && self.state.text() == other.state.text()
    }
}
