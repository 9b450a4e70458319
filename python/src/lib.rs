//! The rules of noughts as an extension module of Python, `noughts._rules`.
//!
//! The Python package around it is in `python/noughts`; it adds types (`_rules.pyi`),
//! drawings and the engine. The rules are those of `noughts-rules`, none is written here.
//!
//! | module | what it is |
//! |---|---|
//! | `board` | the class `Board`: a game, its moves and its result |
//! | `counting` | random playouts and perft |
//! | `errors` | the exceptions, and the errors of the rules as exceptions |
//! | `svg`, `text` | a position as a picture, as lines of text |

mod board;
mod counting;
mod errors;
mod svg;
mod text;

use pyo3::prelude::*;

/// The module as Python imports it.
#[pymodule]
fn _rules(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<board::Board>()?;
    errors::add(module)
}
