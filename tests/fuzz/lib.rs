//! What the fuzz targets do. The tests `fuzzing` of both packages do the same.

pub mod engine;
pub mod panics;
pub mod runner;
