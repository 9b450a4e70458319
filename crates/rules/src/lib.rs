//! The rules of the games, and the grammar of the protocols: what the engine, its
//! clients and the match runner have in common. Nothing here chooses a move,
//! starts a process or keeps state between lines.
//!
//! | module | what it is | imports |
//! |---|---|---|
//! | [`random`] | seeded random numbers | nothing |
//! | [`hashing`] | addresses in tables, and a small memo | nothing |
//! | [`game`] | the rules: positions, moves, results, notation | `random`, `hashing` |
//! | [`protocol`] | lines of text to values and back | `game` |
//! | [`pgn`] | records of games to values and back | `game`, `protocol` |

pub mod game;
pub mod hashing;
pub mod pgn;
pub mod protocol;
pub mod random;
