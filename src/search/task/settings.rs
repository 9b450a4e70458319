//! The options of the engine that concern searches.

use std::collections::HashMap;
use std::sync::Arc;

use super::constants::{MctsConstants, PatternConstants, PuctConstants};
use super::exchange::Exchange;
use crate::search::hardware::Hardware;
use crate::search::network::Network;

/// The level of full strength.
pub const FULL_SKILL: usize = 10;

/// The options of the engine that concern searches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Memory for a table or tree, in MiB; 0 means no table.
    pub hash: usize,
    /// Threads that search.
    pub threads: usize,
    /// The number of best lines to report.
    pub multi_pv: usize,
    /// The seed, which together with the position determines all random
    /// choices.
    pub seed: u64,
    /// `minimax`: use alpha-beta.
    pub pruning: bool,
    /// `minimax`: try promising moves first.
    pub ordering: bool,
    /// `minimax` on flat boards: play a move that wins at once without looking
    /// at others.
    pub immediate_wins: bool,
    /// `minimax` on flat boards: begin the game in the centre without a search;
    /// `uct` on TicTacTrains: take the centre without one.
    pub centre_reply: bool,
    /// Consider only squares next to an occupied one.
    pub neighbors: bool,
    /// `mcts`: prove results.
    pub proofs: bool,
    /// `mcts`, `puct`: with a clock, stop when the choice cannot change.
    pub early_stop: bool,
    /// `mcts`, `puct`: keep the part of the tree that belongs to the next
    /// position.
    pub tree_reuse: bool,
    /// `proof` on TicTacTrains: find the best margin, not only the winner.
    pub margin: bool,
    /// The constants of `mcts`.
    pub mcts: MctsConstants,
    /// The constants of `puct`.
    pub puct: PuctConstants,
    /// The constants of `patterns`.
    pub patterns: PatternConstants,
    /// The network of `puct`; `None` selects the built-in one.
    pub network: Option<Arc<Network>>,
    /// The level of play, from 1 to [`FULL_SKILL`].
    pub skill: usize,
    /// The instructions that the inner loops may use. They affect only the
    /// speed.
    pub hardware: Hardware,
    /// A book of proven moves for 4x4x4. The searches play its moves without
    /// checking that they win.
    pub book: Option<Arc<Book>>,
    /// `proof` on flat boards: the other processes that work on the proof.
    pub exchange: Option<Exchange>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            hash: 64,
            threads: 1,
            multi_pv: 1,
            seed: 0,
            pruning: true,
            ordering: true,
            immediate_wins: true,
            centre_reply: true,
            margin: false,
            mcts: MctsConstants::default(),
            puct: PuctConstants::default(),
            patterns: PatternConstants::default(),
            network: None,
            skill: FULL_SKILL,
            hardware: Hardware::default(),
            book: None,
            exchange: None,
            neighbors: false,
            proofs: true,
            early_stop: true,
            tree_reuse: true,
        }
    }
}

/// Proven moves for 4x4x4, for all positions that X reaches by playing them, up
/// to symmetry. Positions with a forced win or a forced block are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    /// The move for each canonical position with X to move.
    pub(crate) moves: HashMap<(u64, u64), usize>,
    /// The largest number of stones of X in a position of the book.
    pub(crate) fullest: u32,
}
