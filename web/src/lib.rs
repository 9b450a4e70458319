//! The engine as WebAssembly, for the page `noughts.html` or any other host.
//!
//! The host writes a text into `buffer` and calls `receive` for a line of the
//! protocol, or `describe` for a question about the rules. After lines, it
//! calls `run`, which runs the searches and calls `host.yield_now` every few
//! milliseconds. With Asyncify (`web/build.mjs`) that suspends the search, so
//! that the host can send further lines.
//!
//! | module | what it is |
//! |---|---|
//! | [`answers`] | answers to the questions of the page, about |
//! | `facts`, `records`, `puzzles` | rules and positions; records of games; puzzles |
//! | `exports` | the functions for the host, in WebAssembly only |
//! | `memory` | the allocator, in WebAssembly only |

pub mod answers;
#[cfg(target_family = "wasm")]
pub mod exports;
mod facts;
#[cfg(target_family = "wasm")]
mod memory;
mod puzzles;
mod records;
mod review;
