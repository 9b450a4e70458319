//! What game N of a tournament is, as pure functions of the configuration and, in some
//! formats, of earlier results.

pub mod openings;
pub mod queue;
pub mod schedule;
pub mod seeds;
pub mod shard;
