//! The table of all searches, and the making of each for every game.
//!
//! On flat boards `proof` only proves, and `auto` is a player that uses it. On
//! cubes one search is both. The two players are separate because their steps
//! differ and come in a different order; a common player would branch at each
//! step:
//!
//! - *Budget.* Flat boards: each step gets a part of the rest. Cubes: each
//!   query gets a fixed number of nodes, and the proof all the rest.
//! - *Forced wins.* Flat boards: after a short proof, which has a threat search
//!   of its own. Cubes: first, because the proof search is made for positions
//!   without one.
//! - *Proof.* Flat boards: short, also finds draws. Cubes: alternates between
//!   the sides until neither can be proven to win.
//! - *Forced wins of the opponent.* Flat boards: the move that alpha-beta chose
//!   is tested; if it fails, alpha-beta chooses again. Cubes: every move is
//!   tested before the proof, which leaves out those that lose.
//! - *Alpha-beta.* Flat boards: a search for large boards, for small ones, or
//!   the general one, depending on the game. Cubes: the general one, after the
//!   proofs.
//! - *Every move loses.* Flat boards: the first choice is played. Cubes: the
//!   move after which the opponent errs most easily.
//! - *Announced wins.* Flat boards: only the tables remember them. Cubes: a win
//!   in the last report is reported again, whatever the limits.
//! - *Several lines of play and `searchmoves`.* Flat boards: the values of the
//!   moves, or alpha-beta. Cubes: the order in which the proofs leave the
//!   moves.
//!
//! The parts below the steps are shared: slices of a budget ([`Meter::slice`]),
//! alpha-beta as one step (`Task::delegate`) and the times of reports
//! (`ReportTimer`).
//!
//! [`Meter::slice`]: crate::search::Meter::slice

mod cube;
mod flat;
mod handicap;
pub(crate) mod kind;
mod levels;
mod lines;
mod random;
mod report_filter;
mod trains;
