//! df-pn, depth-first proof-number search (Nagai 2002), over the arena.
//!
//! The proof number of a node estimates the work left to prove it, the disproof
//! number the work left to show that the considered moves do not win. The
//! search follows the move with the smallest proof number and the reply with
//! the smallest disproof number, and stays in a subtree while they are the
//! smallest.

use super::arena::Arena;
use super::node_index::NodeId;
use crate::search::budget::Meter;
use crate::search::proof::cube::board::{ATTACKER, Cube, CubePosition, DEFENDER, Geometry};
use crate::search::proof::cube::forced::Defence;

/// The proof number of a disproven node, and the disproof number of a proven
/// one.
pub(crate) const INFINITE: u32 = 1 << 30;

/// The default of [`Prover::quiet_moves`], enough for the empty 4x4x4 board.
/// More of them prove more positions, and take longer.
const QUIET_MOVES: u32 = 3;

/// The state of the proof of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Proof {
    /// The attacker wins within this number of plies. The arena contains the
    /// proof.
    Proven(u32),
    /// No move that the search considers wins.
    Failed,
    /// Undecided, with this proof number.
    Unknown(u32),
}

/// The proof search with its tree, which is kept between calls.
#[derive(Debug)]
pub(crate) struct Prover<C: Cube> {
    pub(crate) geometry: &'static Geometry<C>,
    /// The tree.
    pub(crate) arena: Arena<C>,
    /// Finds the replies that survive a move of the attacker.
    pub(crate) defence: Defence<C>,
    /// The maximum number of bytes that the arena may use.
    pub(crate) memory: usize,
    /// The attacker may play quiet moves while it has fewer stones than this.
    /// Later moves must threaten a forced win.
    pub(crate) quiet_moves: u32,
    /// The number of expanded nodes.
    pub(crate) expanded: u64,
    /// Whether the last call ran out of memory.
    pub(crate) full: bool,
    /// The count of the meter at which a call ends.
    pub(crate) end: u64,
    /// The depth of the last call, in plies below the root.
    pub(crate) deepest: u32,
}

impl<C: Cube> Default for Prover<C> {
    fn default() -> Self {
        Prover {
            geometry: C::geometry(),
            arena: Arena::default(),
            defence: Defence::default(),
            memory: usize::MAX,
            quiet_moves: QUIET_MOVES,
            expanded: 0,
            full: false,
            end: u64::MAX,
            deepest: 0,
        }
    }
}

/// The numbers of a node or move, and the child to search next.
struct Choice {
    pn: u32,
    dn: u32,
    /// The index of the best move, or of the node after the best reply.
    best: usize,
    /// The smallest number of the others: proof number of a move, disproof
    /// number of a reply.
    second: u32,
}

impl<C: Cube> Prover<C> {
    /// Clears the tree and the tables.
    pub(crate) fn clear(&mut self) {
        self.arena = Arena::default();
        self.full = false;
        self.defence.forcing.clear();
        self.expanded = 0;
    }

    /// Tries to prove that the attacker, to move and without a forced win,
    /// wins, for at most `nodes` nodes.
    pub(crate) fn prove(
        &mut self,
        position: &CubePosition<C>,
        nodes: u64,
        meter: &mut Meter<'_>,
    ) -> Proof {
        if !self.begin(nodes, meter) {
            return Proof::Unknown(INFINITE);
        }
        let root = self.arena.node(position.stones(ATTACKER), position.stones(DEFENDER), 1);
        self.search(root, (INFINITE, INFINITE), 0, meter);
        self.proof(root)
    }

    /// Tries to prove that the attacker wins after each of these replies of the
    /// defender, to move. No forced win may refute any of them.
    pub(crate) fn prove_all(
        &mut self,
        position: &CubePosition<C>,
        replies: C::Board,
        nodes: u64,
        meter: &mut Meter<'_>,
    ) -> Proof {
        if !self.begin(nodes, meter) {
            return Proof::Unknown(INFINITE);
        }
        let first = self.arena.children.len();
        self.add_children(position, replies);
        // Taken out, because the search appends children to the array.
        let children = self.arena.children.split_off(first);
        while meter.count() {
            let choice = self.best_reply(&children);
            if choice.pn == 0 || choice.dn == 0 || self.stopped(meter) {
                break;
            }
            let limit = choice.second.saturating_add(1);
            self.search(choice.best as NodeId, (INFINITE, limit), 1, meter);
        }
        let longest = children.iter().map(|&child| self.arena.nodes[child as usize].plies).max();
        match self.best_reply(&children) {
            Choice { pn: 0, .. } => Proof::Proven(longest.map_or(1, |plies| plies + 1).into()),
            Choice { dn: 0, .. } => Proof::Failed,
            Choice { pn, .. } => Proof::Unknown(pn),
        }
    }

    /// Begins a call; `false` if no memory is left.
    fn begin(&mut self, nodes: u64, meter: &Meter<'_>) -> bool {
        self.end = meter.nodes().saturating_add(nodes);
        self.deepest = 0;
        self.full = !self.arena.reserve(self.memory);
        !self.full
    }

    /// The state of the proof of a position, the attacker to move, in any
    /// orientation; `None` if it is not in the tree.
    pub(crate) fn probe(&self, position: &CubePosition<C>) -> Option<Proof> {
        let id = self.arena.find(position.stones(ATTACKER), position.stones(DEFENDER))?;
        Some(self.proof(id))
    }

    /// The state of the proof of a node.
    fn proof(&self, id: NodeId) -> Proof {
        match self.arena.nodes[id as usize] {
            ref node if node.pn == 0 => Proof::Proven(node.plies.into()),
            ref node if node.dn == 0 => Proof::Failed,
            ref node => Proof::Unknown(node.pn),
        }
    }

    /// The moves of the attacker that the search considers, each with its proof
    /// number and, if that is 0, the number of plies within which it wins. The
    /// position may have any orientation.
    pub(crate) fn moves(&self, position: &CubePosition<C>) -> Vec<(usize, u32, u32)> {
        let symmetries = self.geometry.symmetries();
        let (own, other) = (position.stones(ATTACKER), position.stones(DEFENDER));
        let (own, other, symmetry) = symmetries.canonical(own, other);
        let Some(node) = self.arena.find(own, other) else { return Vec::new() };
        let proven: Vec<usize> = self.arena.proven_moves(node).collect();
        let numbers = |move_id: usize| {
            let node_move = &self.arena.moves[move_id];
            let square = symmetries.unmap(symmetry, node_move.square.into());
            match proven.contains(&move_id) {
                true => (square, 0, self.arena.plies_of(move_id).into()),
                false => (square, node_move.pn.max(1), 0),
            }
        };
        self.arena.moves_of(node).map(numbers).collect()
    }

    /// Whether the call must end.
    fn stopped(&self, meter: &Meter<'_>) -> bool {
        meter.stopped() || self.full || meter.nodes() >= self.end
    }

    /// Searches a node until one of its numbers reaches its limit.
    fn search(
        &mut self,
        id: NodeId,
        (pn_limit, dn_limit): (u32, u32),
        ply: u32,
        meter: &mut Meter<'_>,
    ) {
        self.deepest = self.deepest.max(ply);
        if !self.arena.reserve(self.memory) {
            self.full = true;
            return;
        }
        if !self.arena.nodes[id as usize].open && !self.expand(id, meter) {
            return;
        }
        loop {
            let Choice { pn, dn, best, second } = self.best_move(id);
            let node = &mut self.arena.nodes[id as usize];
            (node.pn, node.dn) = (pn, dn);
            if pn == 0 {
                let plies = self.arena.proven_moves(id).map(|won| self.arena.plies_of(won)).min();
                self.arena.nodes[id as usize].plies = plies.unwrap_or(u8::MAX);
            }
            let decided = pn == 0 || dn == 0 || pn >= pn_limit || dn >= dn_limit;
            if decided || self.stopped(meter) || !meter.count() {
                return;
            }
            let dn_left = dn_limit.saturating_sub(dn - self.arena.moves[best].dn);
            let pn_left = pn_limit.min(second.saturating_add(second / 16 + 1));
            self.search_move(id, best, (pn_left, dn_left), ply + 1, meter);
        }
    }

    /// Searches a move until one of its numbers reaches its limit.
    pub(crate) fn search_move(
        &mut self,
        id: NodeId,
        move_id: usize,
        (pn_limit, dn_limit): (u32, u32),
        ply: u32,
        meter: &mut Meter<'_>,
    ) {
        if !self.arena.moves[move_id].complete {
            return self.complete(id, move_id, meter);
        }
        if self.arena.moves[move_id].children == 0 {
            if !self.arena.reserve(self.memory) {
                self.full = true;
                return;
            }
            self.make_children(id, move_id);
        }
        loop {
            let Choice { pn, dn, best, second } =
                self.best_reply(&self.arena.children[self.arena.children_of(move_id)]);
            let node_move = &mut self.arena.moves[move_id];
            (node_move.pn, node_move.dn) = (pn, dn);
            let decided = pn == 0 || dn == 0 || pn >= pn_limit || dn >= dn_limit;
            if decided || self.stopped(meter) {
                return;
            }
            let pn_left = pn_limit.saturating_sub(pn - self.arena.nodes[best].pn);
            let dn_left = dn_limit.min(second.saturating_add(1));
            self.search(best as NodeId, (pn_left, dn_left), ply + 1, meter);
        }
    }

    /// The numbers of a node, and its move with the smallest proof number.
    fn best_move(&mut self, id: NodeId) -> Choice {
        let mut choice = Choice { pn: INFINITE, dn: 0, best: usize::MAX, second: INFINITE };
        for move_id in self.arena.moves_of(id) {
            // The search may have changed the children on other paths.
            let children = self.arena.children_of(move_id);
            if !children.is_empty() {
                let Choice { pn, dn, .. } = self.best_reply(&self.arena.children[children]);
                let node_move = &mut self.arena.moves[move_id];
                (node_move.pn, node_move.dn) = (pn, dn);
            }
            let node_move = &self.arena.moves[move_id];
            choice.dn = (choice.dn + node_move.dn).min(INFINITE);
            if node_move.pn < choice.pn {
                (choice.second, choice.pn, choice.best) = (choice.pn, node_move.pn, move_id);
            } else {
                choice.second = choice.second.min(node_move.pn);
            }
        }
        if choice.pn == 0 {
            choice.dn = INFINITE;
        }
        choice
    }

    /// The numbers of a move, and its reply with the smallest disproof number;
    /// of several, the one with the largest proof number.
    fn best_reply(&self, children: &[NodeId]) -> Choice {
        let mut choice = Choice { pn: 0, dn: INFINITE, best: usize::MAX, second: INFINITE };
        let mut best_pn = 0;
        for &child in children {
            let node = &self.arena.nodes[child as usize];
            if node.pn == 0 {
                continue;
            }
            choice.pn = (choice.pn + node.pn).min(INFINITE);
            if node.dn < choice.dn || node.dn == choice.dn && node.pn > best_pn {
                (choice.second, choice.dn, choice.best) = (choice.dn, node.dn, child as usize);
                best_pn = node.pn;
            } else {
                choice.second = choice.second.min(node.dn);
            }
        }
        choice
    }

    /// The position of a node.
    pub(crate) fn position(&self, id: NodeId) -> CubePosition<C> {
        let node = &self.arena.nodes[id as usize];
        CubePosition::new(self.geometry, node.attacker, node.defender)
    }
}
