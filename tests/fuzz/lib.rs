//! The bodies of the fuzz targets. The tests `fuzzing` of both packages run
//! them too.

pub mod engine;
pub mod panics;
pub mod runner;
