//! The referee who asks the engines, for games that the library does not know.

use noughts::game::Side;
use noughts::protocol::{Query, Response};

use super::{Next, Referee};
use crate::engine::Engine;
use crate::engine::fault::{Fault, FaultKind, Trouble};

/// A game of which only the engines know the rules. The engine that did not
/// make the last move is asked: nobody is believed that its own move has won.
#[derive(Debug, Default)]
pub(super) struct Asking {
    mover: Option<Side>,
}

impl Referee for Asking {
    fn next(&mut self, engines: &mut [Engine; 2], position: &str) -> Result<Next, (Side, Trouble)> {
        let witness = self.mover.map_or(Side::X, |side| !side);
        let next = ask(&mut engines[witness.index()], position);
        if let Ok(Next::Move(side)) = next {
            self.mover = Some(side);
        }
        next.map_err(|trouble| (witness, trouble))
    }

    /// UGI has no question for the legality of a move, so that only what is
    /// no move at all can be refused.
    fn play(&mut self, name: &str) -> Result<String, String> {
        if name == "0000" || name.contains(|c: char| c.is_control()) || name.len() > 100 {
            return Err(format!("\"{name}\" is not a move"));
        }
        Ok(name.to_string())
    }
}

fn ask(witness: &mut Engine, position: &str) -> Result<Next, Trouble> {
    if truth(witness, position, Query::GameOver)? {
        return match witness.query(position, Query::Result)? {
            Response::Result(Some(outcome)) => Ok(Next::Over(outcome)),
            other => Err(nonsense("the result of a finished game", other)),
        };
    }
    let side = if truth(witness, position, Query::P1Turn)? { Side::X } else { Side::O };
    Ok(Next::Move(side))
}

fn truth(witness: &mut Engine, position: &str, query: Query) -> Result<bool, Trouble> {
    match witness.query(position, query)? {
        Response::Truth(truth) => Ok(truth),
        other => Err(nonsense("true or false", other)),
    }
}

fn nonsense(expected: &str, found: Response) -> Trouble {
    let found = noughts::protocol::Reply::Response(found);
    Fault::new(FaultKind::Garbage, format!("\"{found}\" where {expected} was asked for")).into()
}
