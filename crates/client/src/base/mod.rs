//! What every room uses: text for people, names of values, the clock, the stop signal.

pub mod as_text;
pub mod names;
pub mod seconds;
pub mod stop;
pub mod text;
pub mod time;
