//! Proofs of 4x4x4 for the command line: proves a position, makes its
//! certificate, and lists the openings.

use std::ops::RangeInclusive;

use super::board::{Cube, Cube4, CubePosition};
use super::tree::{NodeId, Proof, Prover, select};
use crate::game::{Side, Square, SquareSet};
use crate::search::budget::Meter;
use crate::search::proof::bits::Bits;

/// An entry of a certificate: a strategic position, X to move, with the move of
/// the proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// X's stones.
    pub x: SquareSet,
    /// O's stones.
    pub o: SquareSet,
    /// X's move.
    pub square: Square,
}

/// The size of a proof search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Statistics {
    /// The number of positions that it expanded.
    pub expanded: u64,
    /// The number of positions in its tree.
    pub positions: usize,
    /// The memory of the tree, in bytes.
    pub bytes: usize,
}

/// Proves that X wins 4x4x4 from a position, and keeps the proof.
#[derive(Debug)]
pub struct Solver {
    prover: Prover<Cube4>,
    root: CubePosition<Cube4>,
}

impl Solver {
    /// A solver for the position with these stones, which must not overlap, X
    /// to move. The tree takes no more than `memory` bytes.
    pub fn new(x: SquareSet, o: SquareSet, memory: usize) -> Solver {
        let geometry = Cube4::geometry();
        let root = CubePosition::new(geometry, u64::from_set(x), u64::from_set(o));
        Solver { prover: Prover { memory, ..Prover::default() }, root }
    }

    /// Continues the proof until it is found, there is no memory left, or the
    /// meter stops it. Returns `Some(true)` for a win, `Some(false)` if none of
    /// the considered moves wins, `None` if it is undecided.
    pub fn prove(&mut self, meter: &mut Meter<'_>) -> Option<bool> {
        match self.prover.prove(&self.root, u64::MAX, meter) {
            Proof::Proven(_) => Some(true),
            Proof::Failed => Some(false),
            Proof::Unknown(_) => None,
        }
    }

    /// Starts again, and lets X play one more quiet move: for positions in
    /// which no considered move wins. Returns `false` if there are no more
    /// moves to consider.
    pub fn widen(&mut self) -> bool {
        let Prover { memory, quiet_moves, .. } = self.prover;
        self.prover = Prover { memory, quiet_moves: quiet_moves + 1, ..Prover::default() };
        quiet_moves < Cube4::SQUARES as u32 / 2
    }

    /// The size of the proof search so far.
    pub fn statistics(&self) -> Statistics {
        let arena = &self.prover.arena;
        let (expanded, positions) = (self.prover.expanded, arena.nodes.len());
        Statistics { expanded, positions, bytes: arena.bytes() }
    }

    /// The number of plies within which X wins, once that is proven.
    pub fn plies(&self) -> Option<u32> {
        match self.prover.probe(&self.root)? {
            Proof::Proven(plies) => Some(plies),
            _ => None,
        }
    }

    /// A small certificate of the proof, once it is found: the strategic
    /// positions, each before those that follow from it, without forced wins
    /// and forced blocks.
    pub fn certificate(&self) -> Vec<Entry> {
        let Some(root) = self.proven_root() else { return Vec::new() };
        let selection = select(&self.prover.arena, root, TRIES);
        let entry = |id: NodeId| {
            let node = &self.prover.arena.nodes[id as usize];
            let move_id = selection.moves[id as usize] as usize;
            let square = Square::new(self.prover.arena.moves[move_id].square.into());
            Entry { x: node.attacker.to_set(), o: node.defender.to_set(), square }
        };
        selection.entries(&self.prover.arena).into_iter().map(entry).collect()
    }

    /// Makes the proof smaller, in passes, until the meter stops it. Passes the
    /// number of entries to `report` after each pass.
    pub fn improve(&mut self, meter: &mut Meter<'_>, report: &mut dyn FnMut(usize)) {
        let Some(root) = self.proven_root() else { return };
        let mut selection = select(&self.prover.arena, root, TRIES);
        for round in 0..ROUNDS {
            for stones in PASSES {
                self.prover.improve(&mut selection, stones, round, meter);
                let next = select(&self.prover.arena, root, TRIES);
                if next.len() < selection.len() {
                    selection = next;
                }
                report(selection.len());
                if !meter.poll() {
                    return;
                }
            }
        }
    }

    /// The root of the tree, once it is proven.
    fn proven_root(&self) -> Option<NodeId> {
        let (x, o) = (self.root.stones(Side::X), self.root.stones(Side::O));
        let root = self.prover.arena.find(x, o)?;
        (self.prover.arena.nodes[root as usize].pn == 0).then_some(root)
    }
}

/// The number of tries to select a small proof.
const TRIES: u64 = 10;

/// The number of rounds of passes. The last ones take hours.
const ROUNDS: u32 = 12;

/// The numbers of stones of X in the positions that each pass improves, the
/// passes with the largest effect first.
const PASSES: [RangeInclusive<u32>; 3] = [1..=1, 2..=2, 3..=32];

/// An opening move of X with a reply of O.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// X's first square.
    pub first: Square,
    /// Whether it is one of the 16 squares with the most lines.
    pub first_rich: bool,
    /// O's reply.
    pub reply: Square,
    /// Whether it is one of these 16 squares.
    pub reply_rich: bool,
}

/// All openings of two plies on 4x4x4 up to symmetry, those with a poor reply
/// first: they are easier.
pub fn openings() -> Vec<Opening> {
    let geometry = Cube4::geometry();
    let (symmetries, rich) = (geometry.symmetries(), geometry.rich());
    let mut openings = Vec::new();
    for first in symmetries.distinct(0, 0, geometry.all()).members() {
        let stone = 1 << first;
        for reply in symmetries.distinct(stone, 0, geometry.all() & !stone).members() {
            openings.push(Opening {
                first: Square::new(first),
                first_rich: rich.has(first),
                reply: Square::new(reply),
                reply_rich: rich.has(reply),
            });
        }
    }
    openings.sort_by_key(|opening| (!opening.first_rich, opening.reply_rich, opening.reply));
    openings
}
