//! Positions of a cube, its lines and its symmetries.

pub(crate) mod geometry;
pub(crate) mod position;
pub(crate) mod symmetry;

pub(crate) use geometry::{Cube, Cube2, Cube3, Cube4, Cube5, Geometry};
pub(crate) use position::{ATTACKER, CubePosition, DEFENDER};
