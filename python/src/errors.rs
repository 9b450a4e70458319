//! The exceptions: one for each kind of text that the rules refuse, with their message.

use std::fmt::Display;

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(noughts, GameError, PyValueError, "The text is not the spec of a game.");
create_exception!(noughts, PositionError, PyValueError, "The text is not a position of the game.");
create_exception!(noughts, MoveError, PyValueError, "The move is not legal.");

/// Returns the exception for an unknown game.
pub(crate) fn of_game(error: impl Display) -> PyErr {
    GameError::new_err(error.to_string())
}

/// Returns the exception for a bad position.
pub(crate) fn of_position(error: impl Display) -> PyErr {
    PositionError::new_err(error.to_string())
}

/// Returns the exception for an illegal move.
pub(crate) fn of_move(error: impl Display) -> PyErr {
    MoveError::new_err(error.to_string())
}

/// Adds the exceptions to the module.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("GameError", py.get_type::<GameError>())?;
    module.add("PositionError", py.get_type::<PositionError>())?;
    module.add("MoveError", py.get_type::<MoveError>())
}
