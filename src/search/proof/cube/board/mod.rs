//! Positions of a cube, its lines and its symmetries.

pub(crate) mod geometry;
pub(crate) mod position;
pub(crate) mod symmetry;
