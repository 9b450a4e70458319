//! The explicit nodes of the proof search: positions with the attacker to
//! move, their moves, and the defender's replies that survive each move.

use super::bits::Bits;
use super::geometry::Cube;
use super::node_index::NodeIndex;
use crate::hashing::mix_pair;

/// The place of a node in the arena.
pub(super) type NodeId = u32;

/// A position with the attacker to move and without a forced win, in
/// canonical form.
#[derive(Clone, Debug)]
pub(super) struct Node<C: Cube> {
    /// The attacker's stones.
    pub(super) attacker: C::Board,
    /// The defender's stones.
    pub(super) defender: C::Board,
    /// The proof number: 0 is proven.
    pub(super) pn: u32,
    /// The disproof number: 0 is given up.
    pub(super) dn: u32,
    /// Where its moves begin.
    pub(super) first_move: u32,
    /// How many moves it has.
    pub(super) moves: u8,
    /// Whether its moves are known.
    pub(super) open: bool,
    /// Of a proven node: the attacker wins within so many plies.
    pub(super) plies: u8,
}

/// A move of the attacker at a node.
#[derive(Clone, Debug)]
pub(super) struct Move<C: Cube> {
    /// Where it is played.
    pub(super) square: u8,
    /// The replies that no forced win refutes.
    pub(super) survivors: C::Board,
    /// Whether these are all; the search for them stops when a better move is
    /// known.
    pub(super) complete: bool,
    /// The plies that the longest of the forced wins against the other
    /// replies takes.
    pub(super) plies: u8,
    /// The proof number.
    pub(super) pn: u32,
    /// The disproof number.
    pub(super) dn: u32,
    /// Where its children begin.
    pub(super) first_child: u32,
    /// How many different positions the survivors lead to; 0 while that is
    /// not worked out.
    pub(super) children: u8,
}

/// All nodes, moves and children, each in one growing array.
#[derive(Debug, Default)]
pub(super) struct Arena<C: Cube> {
    pub(super) nodes: Vec<Node<C>>,
    pub(super) moves: Vec<Move<C>>,
    pub(super) children: Vec<NodeId>,
    places: NodeIndex,
}

/// Moves and children that one step of the search may add.
const STEP: usize = 128;

impl<C: Cube> Arena<C> {
    /// The node of a position in any orientation, made with proof number `pn`
    /// if it is new.
    pub(super) fn node(&mut self, attacker: C::Board, defender: C::Board, pn: u32) -> NodeId {
        let (attacker, defender, _) = C::geometry().symmetries().canonical(attacker, defender);
        let hash = hash::<C>(attacker, defender);
        self.find_canonical(hash, attacker, defender).unwrap_or_else(|| {
            let (first_move, moves, open, plies) = (0, 0, false, 0);
            self.nodes.push(Node { attacker, defender, pn, dn: 1, first_move, moves, open, plies });
            self.places.push(hash);
            self.nodes.len() as NodeId - 1
        })
    }

    /// The node of a position in any orientation, if it was ever made.
    pub(super) fn find(&self, attacker: C::Board, defender: C::Board) -> Option<NodeId> {
        let (attacker, defender, _) = C::geometry().symmetries().canonical(attacker, defender);
        self.find_canonical(hash::<C>(attacker, defender), attacker, defender)
    }

    fn find_canonical(&self, hash: u32, attacker: C::Board, defender: C::Board) -> Option<NodeId> {
        self.places.find(hash, |id| {
            let node = &self.nodes[id as usize];
            node.attacker == attacker && node.defender == defender
        })
    }

    /// The moves of a node, as places in `moves`.
    pub(super) fn moves_of(&self, node: NodeId) -> std::ops::Range<usize> {
        let node = &self.nodes[node as usize];
        node.first_move as usize..node.first_move as usize + usize::from(node.moves)
    }

    /// The children of a move, as places in `children`.
    pub(super) fn children_of(&self, option: usize) -> std::ops::Range<usize> {
        let option = &self.moves[option];
        option.first_child as usize..option.first_child as usize + usize::from(option.children)
    }

    /// The moves of a node that are proven to win.
    pub(super) fn proven_moves(&self, id: NodeId) -> impl Iterator<Item = usize> + '_ {
        self.moves_of(id).filter(|&option| {
            let of = &self.moves[option];
            let mut children = self.children[self.children_of(option)].iter();
            of.complete
                && (of.survivors.is_empty()
                    || of.children > 0 && children.all(|&child| self.nodes[child as usize].pn == 0))
        })
    }

    /// Within how many plies a proven move wins, this move included.
    pub(super) fn plies_of(&self, option: usize) -> u8 {
        let children = self.children[self.children_of(option)].iter();
        let longest = children.map(|&child| self.nodes[child as usize].plies).max();
        2 + longest.unwrap_or(0).max(self.moves[option].plies)
    }

    /// Bytes that are set aside.
    pub(super) fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node<C>>()
            + self.moves.capacity() * size_of::<Move<C>>()
            + self.children.capacity() * size_of::<NodeId>()
            + NodeIndex::bytes(self.places.capacity())
    }

    /// Makes room for one more step of the search without taking more than
    /// `limit` bytes, not even while arrays are being copied. `false` when
    /// there is none.
    pub(super) fn reserve(&mut self, limit: usize) -> bool {
        let bytes = self.bytes();
        let room = |length: usize, capacity: usize, size: usize| {
            let grown = if capacity - length < STEP { (2 * capacity).max(8 * STEP) } else { 0 };
            bytes + grown * size <= limit
        };
        let fits = room(self.nodes.len(), self.nodes.capacity(), size_of::<Node<C>>())
            && room(self.moves.len(), self.moves.capacity(), size_of::<Move<C>>())
            && room(self.children.len(), self.children.capacity(), size_of::<NodeId>())
            && room(self.nodes.len(), self.places.capacity(), NodeIndex::bytes(1));
        if fits {
            self.nodes.reserve(STEP);
            self.moves.reserve(STEP);
            self.children.reserve(STEP);
            self.places.reserve(STEP);
        }
        fits
    }
}

fn hash<C: Cube>(attacker: C::Board, defender: C::Board) -> u32 {
    mix_pair(attacker.folded(), defender.folded()).swap_bytes() as u32
}
