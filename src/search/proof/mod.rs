//! `proof`: searches that find the true value of a position, one for each
//! kind of board, and the players that are made of them.
//!
//! On flat boards `proof` only proves, and `auto` is a player that uses it. On
//! cubes one search is both. There are two players because they take different
//! steps in a different order; one of them for both would have a switch at
//! each step:
//!
//! - *Budget.* On flat boards a step takes a part of what is left; on cubes a
//!   question has its number of nodes, and the proof all that is left.
//! - *Forced wins.* On flat boards they come after a short proof, which has a
//!   threat search of its own. On cubes they come first: the proof search is
//!   made for positions without one.
//! - *Proof.* On flat boards it is short, and finds draws. On cubes it goes on
//!   for both sides in turn until neither can be proven to win.
//! - *Forced wins of the opponent.* On flat boards the move that alpha-beta has
//!   chosen is tested, and it chooses again. On cubes every move is tested
//!   before the proof, which leaves out those that lose.
//! - *Alpha-beta.* On flat boards it is the one made for lines, except for
//!   several lines at once; on cubes the general one, after the proofs.
//! - *Every move loses.* On flat boards the first choice is played; on cubes
//!   the move after which the opponent errs most easily.
//! - *Announced wins.* On cubes a win of the last report is reported again,
//!   whatever the limit. On flat boards only the tables remember it.
//! - *Several lines and `searchmoves`.* On flat boards the values of moves, or
//!   alpha-beta; on cubes the order in which the proofs leave the moves.
//!
//! Shared is what is below the steps: parts of a budget ([`Meter::part`]),
//! alpha-beta as a part of the work (`Task::delegate`), proven lines
//! (`Line::new`), and when to report (`ReportTimer`).
//!
//! [`Meter::part`]: super::Meter::part

mod bits;
pub mod cube;
pub(super) mod flat;
