//! What a proof shares: with other processes that work on it, and with a later one that goes
//! on where this one ended.

use crossbeam_channel::{Receiver, Sender};

use crate::game::SquareSet;

/// What a proof knows about a position: whether the attacker can force a line, or how far
/// that has been tried. It holds for every proof on the same board with the same rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofEntry {
    /// The stones of the attacker.
    pub attacker: SquareSet,
    /// The stones of the defender.
    pub defender: SquareSet,
    /// The squares that the proof depends on.
    pub zone: SquareSet,
    /// Whether the attacker is to move.
    pub attacks: bool,
    /// The answer, the best move, the effort, as the table packs them.
    pub facts: [u8; 7],
}

/// Connects a proof with others.
#[derive(Clone, Debug)]
pub struct Exchange {
    /// Takes the entries that this proof finds.
    pub found: Sender<ProofEntry>,
    /// Provides entries that were found elsewhere. The proof believes them.
    pub elsewhere: Receiver<ProofEntry>,
    /// The number of this process among those at work. Each looks at the moves in
    /// another order.
    pub worker: u32,
}

impl PartialEq for Exchange {
    fn eq(&self, other: &Exchange) -> bool {
        self.found.same_channel(&other.found)
            && self.elsewhere.same_channel(&other.elsewhere)
            && self.worker == other.worker
    }
}

impl Eq for Exchange {}
