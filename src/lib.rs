//! noughts: an engine for three families of noughts-and-crosses games.
//!
//! The layers, from the bottom. The modules of the crate `noughts-rules`, which
//! the clients of engines use as well, are modules of this one, too.
//!
//! | module | what it is | imports |
//! |---|---|---|
//! | [`game`], [`protocol`], [`pgn`], [`random`] | the rules, the grammar of lines and records, random numbers | the crate `noughts-rules` |
//! | [`files`] | reads and replaces whole files, for programs that write results | nothing |
//! | [`instant`] | the clock, which is that of the system or of the host | nothing |
//! | [`search`] | everything that chooses a move | `game`, `instant` |
//! | [`engine`] | the state between commands: options, position, threads | all above |
//! | [`values`] | proven results and chances in words | `game`, `search` |
//! | [`review`] | judges the moves of a game, and says what to search for that | `game`, `search`, `values` |
//! | [`puzzles`] | positions with one good move, and their proven values | `game`, `engine`, `search` |
//! | [`verify`] | checks proofs, sharing nothing with the provers | nothing |
//!
//! The searches do not handle text, and the protocol does not depend on the
//! searches; `engine` converts between the reports of a search and the lines of
//! the protocol. A test (`tests/walls`) checks the imports.
//!
//! The most important words: the *side* X moves first, O second. A *ply* is one
//! placed stone; a *turn* is a run of plies of one side (some rules of
//! TicTacTrains give O two or three). A *train* is a path of orthogonally
//! adjacent stones of one side. A *node* is a position visited by a search; for
//! Monte Carlo tree search, one simulation. A *score* is in centipoints for the
//! side to move, or a proven result with its distance in plies. The complete
//! list is the section "Words" of `docs/development.md` in the repository.
//!
//! Decisions that shape the code:
//!
//! - A game is type-erased once, never per node: searches are generic over
//!   [`game::Game`], and one boxed trait hides the game from the session.
//! - The width of a set of squares is a type that each game names
//!   ([`game::Game::Set`]): boards to 11x11 and cubes pay nothing for 22x22.
//! - The side to move comes from the position, never from the parity of the
//!   ply, and a negamax negates only when the side changes.
//! - Rule variants are data: a TicTacTrains rule set has a row for each ply: a
//!   side and its allowed squares.
//! - One thread owns the output and all state. A search is cancelled through a
//!   channel made for that `go`: dropping its only sender stops the search, so
//!   a late `stop` cannot end the next one.
//! - Options are declared in one table.
//! - A refused command changes nothing and is answered by one error line.
//! - With one thread, the same seed and the same node limit give the same
//!   search on every machine.

pub mod engine;
pub mod files;
pub mod instant;
pub mod puzzles;
pub mod review;
pub mod search;
pub mod values;
pub mod verify;

use noughts_rules::hashing;
pub use noughts_rules::{game, pgn, protocol, random};
