//! The board of a manager of the Gomocup protocol: points, the stones of a
//! `BOARD`, and moves taken back.

use std::io;

use super::list::{List, Stones};
use super::manager::Manager;
use super::refusal::GomocupRefusal;
use crate::engine::player::SetError;
use crate::engine::session::state::{Refusal, Session};
use crate::game::{MoveError, Side, Square};
use crate::protocol::{Field, Point};

impl Session<'_, Manager> {
    /// The square of a point.
    pub(super) fn square_at(&mut self, point: Point) -> Result<Square, GomocupRefusal> {
        self.need_board()?;
        let board = self.player.state().board();
        let [column, row] = [point.column, point.row].map(|number| number as usize);
        if column < board.columns() && row < board.rows() {
            Ok(Square::new(row * board.columns() + column))
        } else {
            Err(GomocupRefusal::NoSquare(point.column, point.row))
        }
    }

    pub(super) fn point_of(&self, square: Square) -> Point {
        let columns = self.player.state().board().columns();
        let [column, row] = [square.index() % columns, square.index() / columns];
        Point { column: column as u32, row: row as u32 }
    }

    /// Adds a stone to those of the `BOARD`, where it has a field, or of the
    /// `SWAP2BOARD`. An error is the answer to `DONE`, since these lines have no answers.
    pub(super) fn add_stone(
        &mut self,
        point: Point,
        field: Option<Field>,
    ) -> Result<(), GomocupRefusal> {
        if self.adapter().stones.is_none() {
            return Err(GomocupRefusal::NoBoard);
        }
        let square = self.square_at(point);
        let squares = self.player.state().board().len();
        let Some(Stones { list, error }) = &mut self.adapter().stones else { return Ok(()) };
        let list = match (list, field) {
            (List::Board([own, _]) | List::Position([own, _]), Some(Field::Own)) => own,
            (List::Board([_, other]) | List::Position([_, other]), Some(Field::Opponent)) => other,
            (List::Opening(stones), None) => stones,
            (list, field) => {
                error.get_or_insert(match (list, field) {
                    (List::Opening(_), _) => GomocupRefusal::Field(point),
                    (_, Some(_)) => GomocupRefusal::OtherStones,
                    (_, None) => GomocupRefusal::NoField(point),
                });
                return Ok(());
            }
        };
        match square {
            // One stone too many is an error already.
            Ok(square) if list.len() <= squares => list.push(square),
            Ok(_) => {}
            Err(refusal) => drop(error.get_or_insert(refusal)),
        }
        Ok(())
    }

    /// Refuses a line that is not a command. Within a `BOARD` or `SWAP2BOARD` the error
    /// is the answer to `DONE`.
    pub(super) fn refuse_line(&mut self, refusal: Refusal) -> io::Result<()> {
        match self.adapter.as_mut().and_then(|manager| manager.stones.as_mut()) {
            None => self.refuse(&refusal),
            Some(stones) => {
                stones.error.get_or_insert(GomocupRefusal::Stone(refusal.to_string()));
                Ok(())
            }
        }
    }

    /// Takes the stones after `BOARD` or `SWAP2BOARD`.
    pub(super) fn take_stones(&mut self) -> Result<List, GomocupRefusal> {
        let Stones { list, error } = self.adapter().stones.take().ok_or(GomocupRefusal::NoBoard)?;
        error.map_or(Ok(list), Err)
    }

    /// Sets the position of the stones of a `BOARD`, of the engine and of the opponent.
    pub(super) fn set_board(&mut self, [own, other]: [Vec<Square>; 2]) -> Result<(), Refusal> {
        let [first, second] =
            if own.len() == other.len() { [&own, &other] } else { [&other, &own] };
        if other.len() != own.len() && other.len() != own.len() + 1 {
            return Err(GomocupRefusal::Counts { own: own.len(), other: other.len() }.into());
        }
        self.set_unfinished(first, second)
    }

    /// The stones of X and O.
    pub(super) fn stones(&self) -> [Vec<Square>; 2] {
        Side::BOTH.map(|side| self.player.state().stones(side).into_iter().collect())
    }

    /// Sets the position with these stones of X and O, whatever their order was:
    /// with exact lines some orders end the game before the last stone.
    pub(super) fn set_stones(&mut self, x: &[Square], o: &[Square]) -> Result<(), Refusal> {
        let board = self.player.state().board();
        let mut owners = vec![None; board.len()];
        for (squares, owner) in [(x, 'X'), (o, 'O')] {
            for &square in squares {
                if owners[square.index()].replace(owner).is_some() {
                    return Err(SetError::from(MoveError::Occupied(board.name(square))).into());
                }
            }
        }
        let run = |run: &[Option<char>]| match run[0] {
            Some(owner) => owner.to_string().repeat(run.len()),
            None => run.len().to_string(),
        };
        let row = |row: &[Option<char>]| row.chunk_by(|a, b| a == b).map(run).collect::<String>();
        let rows: Vec<String> = owners.chunks(board.columns()).map(row).collect();
        let side = if x.len() == o.len() { 'x' } else { 'o' };
        let text = self.player.state().text();
        // Rows, columns and line.
        let prefix: Vec<&str> = text.split(' ').take(3).collect();
        let text = format!("{} {} {side}", prefix.join(" "), rows.join("/"));
        Ok(self.player.set_position(Some(&text), &[])?)
    }

    /// Takes back the last move, or another of the side that moved last, since
    /// a `BOARD` does not tell the order.
    pub(super) fn take_back(&mut self, point: Point) -> Result<(), Refusal> {
        let square = self.square_at(point)?;
        let state = self.player.state();
        if !state.stones(!state.side()).contains(square) {
            return Err(GomocupRefusal::NotLast.into());
        }
        let [mut x, mut o] = self.stones();
        x.retain(|&at| at != square);
        o.retain(|&at| at != square);
        self.set_stones(&x, &o)
    }
}
