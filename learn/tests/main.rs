//! The tests of the program `noughts-learn`.

mod lines;
mod pipeline;
