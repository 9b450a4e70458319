//! The tests of the engine through its public interfaces: the library, the
//! protocol and the program. One program, a module for each subject.

mod allocations;
mod balance;
mod book;
mod certificates;
mod checkpoint;
mod claims;
mod cli;
mod clients;
mod clock;
mod common;
mod documents;
mod fuzzing;
mod interrupted;
mod limits;
mod lopsided;
mod mirrored;
mod pages;
mod perft;
mod play;
mod prompt;
mod protocol;
mod puzzles;
mod qubic;
mod random_sessions;
mod searches;
mod second_game;
mod session;
mod settled;
mod strategies;
mod trust;
mod walls;

/// The fuzz targets, which `cargo fuzz` runs too.
#[allow(unreachable_pub, missing_docs)]
mod fuzz {
    pub mod corpus;
    pub mod engine;
    pub mod panics;
}
