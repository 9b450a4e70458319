//! Searches that find the proven value of a position, one for flat boards and
//! one for cubes.

pub(crate) mod bits;
pub mod cube;
pub(crate) mod flat;
