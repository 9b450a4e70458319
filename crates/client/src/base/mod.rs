//! What every room uses: text for people, names of values, the clock, threads, the stop
//! signal, and simulations of time.

pub mod as_text;
pub mod names;
pub mod seconds;
pub mod simulation;
pub mod stop;
pub mod text;
pub mod threads;
pub mod time;
