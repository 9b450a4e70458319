//! The tree of the proof search: nodes with the attacker to move, their moves,
//! and the defender's replies that survive each move.

use super::node_index::{NodeId, NodeIndex};
use crate::hashing::mix_pair;
use crate::search::proof::bits::Bits;
use crate::search::proof::cube::board::Cube;

/// A position with the attacker to move and without a forced win, in
/// canonical form.
#[derive(Clone, Debug)]
pub(crate) struct ProofNode<C: Cube> {
    /// The attacker's stones.
    pub(crate) attacker: C::Board,
    /// The defender's stones.
    pub(crate) defender: C::Board,
    /// The proof number: 0 if the node is proven.
    pub(crate) pn: u32,
    /// The disproof number: 0 if no considered move wins.
    pub(crate) dn: u32,
    /// The index of its first move in [`Arena::moves`].
    pub(crate) first_move: u32,
    /// The number of its moves.
    pub(crate) moves: u8,
    /// Whether its moves are listed.
    pub(crate) open: bool,
    /// Of a proven node: the number of plies within which the attacker wins.
    pub(crate) plies: u8,
}

/// A move of the attacker at a node.
#[derive(Clone, Debug)]
pub(crate) struct ProofMove<C: Cube> {
    /// The square it is played on.
    pub(crate) square: u8,
    /// The replies that no forced win refutes.
    pub(crate) survivors: C::Board,
    /// Whether `survivors` holds all of them: the search for them stops early
    /// if a better move is known.
    pub(crate) complete: bool,
    /// The plies of the longest forced win against the other replies.
    pub(crate) plies: u8,
    /// The proof number.
    pub(crate) pn: u32,
    /// The disproof number.
    pub(crate) dn: u32,
    /// The index of its first child in [`Arena::children`].
    pub(crate) first_child: u32,
    /// The number of different positions after the survivors; 0 until they are
    /// added to the arena.
    pub(crate) children: u8,
}

/// The tree, with all nodes, moves and children in one growing array each.
#[derive(Debug, Default)]
pub(crate) struct Arena<C: Cube> {
    pub(crate) nodes: Vec<ProofNode<C>>,
    pub(crate) moves: Vec<ProofMove<C>>,
    pub(crate) children: Vec<NodeId>,
    index: NodeIndex,
}

/// The maximum number of nodes, moves or children that one step of the search
/// adds.
const STEP: usize = 128;

impl<C: Cube> Arena<C> {
    /// The node of a position in any orientation, added with proof number `pn`
    /// if it is new.
    pub(crate) fn node(&mut self, attacker: C::Board, defender: C::Board, pn: u32) -> NodeId {
        let (attacker, defender, _) = C::geometry().symmetries().canonical(attacker, defender);
        let hash = hash::<C>(attacker, defender);
        self.find_canonical(hash, attacker, defender).unwrap_or_else(|| {
            let (first_move, moves, open, plies) = (0, 0, false, 0);
            self.nodes.push(ProofNode {
                attacker,
                defender,
                pn,
                dn: 1,
                first_move,
                moves,
                open,
                plies,
            });
            self.index.push(hash);
            self.nodes.len() as NodeId - 1
        })
    }

    /// The node of a position in any orientation, if there is one.
    pub(crate) fn find(&self, attacker: C::Board, defender: C::Board) -> Option<NodeId> {
        let (attacker, defender, _) = C::geometry().symmetries().canonical(attacker, defender);
        self.find_canonical(hash::<C>(attacker, defender), attacker, defender)
    }

    fn find_canonical(&self, hash: u32, attacker: C::Board, defender: C::Board) -> Option<NodeId> {
        self.index.find(hash, |id| {
            let node = &self.nodes[id as usize];
            node.attacker == attacker && node.defender == defender
        })
    }

    /// The indices of the moves of a node in `moves`.
    pub(crate) fn moves_of(&self, node: NodeId) -> std::ops::Range<usize> {
        let node = &self.nodes[node as usize];
        node.first_move as usize..node.first_move as usize + usize::from(node.moves)
    }

    /// The indices of the children of a move in `children`.
    pub(crate) fn children_of(&self, move_id: usize) -> std::ops::Range<usize> {
        let node_move = &self.moves[move_id];
        let first = node_move.first_child as usize;
        first..first + usize::from(node_move.children)
    }

    /// The indices of the moves of a node that are proven to win.
    pub(crate) fn proven_moves(&self, id: NodeId) -> impl Iterator<Item = usize> + '_ {
        self.moves_of(id).filter(|&move_id| {
            let node_move = &self.moves[move_id];
            let mut children = self.children[self.children_of(move_id)].iter();
            node_move.complete
                && (node_move.survivors.is_empty()
                    || node_move.children > 0
                        && children.all(|&child| self.nodes[child as usize].pn == 0))
        })
    }

    /// The number of plies within which a proven move wins, itself included.
    pub(crate) fn plies_of(&self, move_id: usize) -> u8 {
        let children = self.children[self.children_of(move_id)].iter();
        let longest = children.map(|&child| self.nodes[child as usize].plies).max();
        2 + longest.unwrap_or(0).max(self.moves[move_id].plies)
    }

    /// The allocated memory, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<ProofNode<C>>()
            + self.moves.capacity() * size_of::<ProofMove<C>>()
            + self.children.capacity() * size_of::<NodeId>()
            + NodeIndex::bytes(self.index.capacity())
    }

    /// Allocates memory for one more step of the search. Returns `false` if
    /// that needs more than `limit` bytes, those in use while an array is
    /// copied included.
    pub(crate) fn reserve(&mut self, limit: usize) -> bool {
        let bytes = self.bytes();
        let room = |length: usize, capacity: usize, size: usize| {
            let grown = if capacity - length < STEP { (2 * capacity).max(8 * STEP) } else { 0 };
            bytes + grown * size <= limit
        };
        let fits = room(self.nodes.len(), self.nodes.capacity(), size_of::<ProofNode<C>>())
            && room(self.moves.len(), self.moves.capacity(), size_of::<ProofMove<C>>())
            && room(self.children.len(), self.children.capacity(), size_of::<NodeId>())
            && room(self.nodes.len(), self.index.capacity(), NodeIndex::bytes(1));
        if fits {
            self.nodes.reserve(STEP);
            self.moves.reserve(STEP);
            self.children.reserve(STEP);
            self.index.reserve(STEP);
        }
        fits
    }
}

/// The hash of a canonical position.
fn hash<C: Cube>(attacker: C::Board, defender: C::Board) -> u32 {
    mix_pair(attacker.folded(), defender.folded()).swap_bytes() as u32
}
