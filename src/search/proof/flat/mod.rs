//! `proof` on flat boards: proven values by boolean queries.
//!
//! The value of a position follows from two queries: can the side to move
//! force a line, and can the other side? Each is searched alternately for a
//! proof (`queries::force`) and for a refutation (`queries::refute`), in slices of nodes
//! that double. Every proof comes with a zone (`board::zone`): the squares that it
//! depends on. `queries::distance` finds the length of a won game, `solution::threats` finds
//! forced wins for a player that has no time for a proof.

pub(crate) mod board;
pub(crate) mod memory;
pub(crate) mod prover;
mod queries;
pub(crate) mod report;
pub(crate) mod solution;
#[cfg(test)]
mod tests;
