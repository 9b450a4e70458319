//! df-pn, depth-first proof-number search (Nagai 2002), over the arena.
//!
//! A node's proof number estimates the work left to prove it, its disproof
//! number the work to show that the restricted attacker cannot. The search
//! always goes on at the move that needs the least and at the reply that is
//! the easiest to save, and stays in a subtree while that holds.

use super::arena::{Arena, NodeId};
use super::defence::Defence;
use super::geometry::{Cube, Geometry};
use super::position::Position;
use super::{ATTACKER, DEFENDER};
use crate::search::Meter;

pub(super) const INFINITE: u32 = 1 << 30;

/// So many are free at first: enough for the empty board. More prove more, and
/// take longer.
const FREE_MOVES: u32 = 3;

/// What the search knows about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Proof {
    /// The attacker wins within so many plies; the arena holds the proof.
    Proven(u32),
    /// Not with the moves that the search considers.
    Failed,
    /// Not decided yet; this is the proof number.
    Unknown(u32),
}

/// The proof search and its tree, which outlives a call.
#[derive(Debug)]
pub(super) struct Prover<C: Cube> {
    pub(super) geometry: &'static Geometry<C>,
    /// The tree.
    pub(super) arena: Arena<C>,
    /// Evaluates the attacker's moves.
    pub(super) defence: Defence<C>,
    /// Bytes that the arena may use.
    pub(super) memory: usize,
    /// So many stones the attacker may place without a threat; each move after
    /// these must threaten a forced win.
    pub(super) free_moves: u32,
    /// Nodes opened.
    pub(super) expanded: u64,
    /// No room was left for a step.
    pub(super) full: bool,
    /// The count of nodes at which a call ends.
    pub(super) last: u64,
    /// The deepest ply below the root of a call.
    pub(super) deepest: u32,
}

impl<C: Cube> Default for Prover<C> {
    fn default() -> Self {
        Prover {
            geometry: C::geometry(),
            arena: Arena::default(),
            defence: Defence::default(),
            memory: usize::MAX,
            free_moves: FREE_MOVES,
            expanded: 0,
            full: false,
            last: u64::MAX,
            deepest: 0,
        }
    }
}

/// The numbers of a node or move with those of its best and second best child.
struct Choice {
    pn: u32,
    dn: u32,
    best: usize,
    second: u32,
}

impl<C: Cube> Prover<C> {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.arena = Arena::default();
        self.defence.forcing.clear();
        self.expanded = 0;
    }

    /// Tries to prove that the attacker, to move and without a forced win,
    /// wins: for so many nodes, unless the meter stops it.
    pub(super) fn prove(
        &mut self,
        position: &Position<C>,
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

    /// Tries to prove that the attacker wins whatever of these replies the
    /// defender, to move, plays, none of which a forced win refutes.
    pub(super) fn prove_all(
        &mut self,
        position: &Position<C>,
        replies: C::Board,
        nodes: u64,
        meter: &mut Meter<'_>,
    ) -> Proof {
        if !self.begin(nodes, meter) {
            return Proof::Unknown(INFINITE);
        }
        let first = self.arena.children.len();
        self.add_children(position, replies);
        // The search adds children of its own behind these.
        let children = self.arena.children.split_off(first);
        while meter.count() {
            let choice = self.replies(&children);
            if choice.pn == 0 || choice.dn == 0 || self.stopped(meter) {
                break;
            }
            let limit = choice.second.saturating_add(1);
            self.search(choice.best as NodeId, (INFINITE, limit), 1, meter);
        }
        let longest = children.iter().map(|&child| self.arena.nodes[child as usize].plies).max();
        match self.replies(&children) {
            Choice { pn: 0, .. } => Proof::Proven(longest.map_or(1, |plies| plies + 1).into()),
            Choice { dn: 0, .. } => Proof::Failed,
            Choice { pn, .. } => Proof::Unknown(pn),
        }
    }

    fn begin(&mut self, nodes: u64, meter: &Meter<'_>) -> bool {
        self.last = meter.nodes().saturating_add(nodes);
        self.deepest = 0;
        self.full = !self.arena.reserve(self.memory);
        !self.full
    }

    /// What is known of the position, the attacker to move, in any
    /// orientation; `None` if nothing is.
    pub(super) fn known(&self, position: &Position<C>) -> Option<Proof> {
        let id = self.arena.find(position.stones(ATTACKER), position.stones(DEFENDER))?;
        Some(self.proof(id))
    }

    fn proof(&self, id: NodeId) -> Proof {
        match self.arena.nodes[id as usize] {
            ref node if node.pn == 0 => Proof::Proven(node.plies.into()),
            ref node if node.dn == 0 => Proof::Failed,
            ref node => Proof::Unknown(node.pn),
        }
    }

    /// The moves of the attacker that the search considers, with their proof
    /// numbers, in any orientation of the position; 0 is proven, and then the
    /// plies that it takes are told too.
    pub(super) fn moves(&self, position: &Position<C>) -> Vec<(usize, u32, u32)> {
        let symmetries = self.geometry.symmetries();
        let (own, other) = (position.stones(ATTACKER), position.stones(DEFENDER));
        let (own, other, symmetry) = symmetries.canonical(own, other);
        let Some(node) = self.arena.find(own, other) else { return Vec::new() };
        let proven: Vec<usize> = self.arena.proven_moves(node).collect();
        let number = |option: usize| {
            let of = &self.arena.moves[option];
            let square = symmetries.unmap(symmetry, of.square.into());
            match proven.contains(&option) {
                true => (square, 0, self.arena.plies_of(option).into()),
                false => (square, of.pn.max(1), 0),
            }
        };
        self.arena.moves_of(node).map(number).collect()
    }

    fn stopped(&self, meter: &Meter<'_>) -> bool {
        meter.stopped() || self.full || meter.nodes() >= self.last
    }

    /// Works at a node until one of its numbers reaches its limit.
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
            let Choice { pn, dn, best, second } = self.options(id);
            let node = &mut self.arena.nodes[id as usize];
            (node.pn, node.dn) = (pn, dn);
            if pn == 0 {
                let plies = self.arena.proven_moves(id).map(|at| self.arena.plies_of(at)).min();
                self.arena.nodes[id as usize].plies = plies.unwrap_or(u8::MAX);
            }
            let decided = pn == 0 || dn == 0 || pn >= pn_limit || dn >= dn_limit;
            if decided || self.stopped(meter) || !meter.count() {
                return;
            }
            let dn_left = dn_limit.saturating_sub(dn - self.arena.moves[best].dn);
            let pn_left = pn_limit.min(second.saturating_add(second / 4 + 1));
            self.search_move(id, best, (pn_left, dn_left), ply + 1, meter);
        }
    }

    /// Works at a move until one of its numbers reaches its limit.
    pub(super) fn search_move(
        &mut self,
        id: NodeId,
        option: usize,
        (pn_limit, dn_limit): (u32, u32),
        ply: u32,
        meter: &mut Meter<'_>,
    ) {
        if !self.arena.moves[option].complete {
            return self.complete(id, option, meter);
        }
        if self.arena.moves[option].children == 0 {
            if !self.arena.reserve(self.memory) {
                self.full = true;
                return;
            }
            self.make_children(id, option);
        }
        loop {
            let Choice { pn, dn, best, second } =
                self.replies(&self.arena.children[self.arena.children_of(option)]);
            let of = &mut self.arena.moves[option];
            (of.pn, of.dn) = (pn, dn);
            let decided = pn == 0 || dn == 0 || pn >= pn_limit || dn >= dn_limit;
            if decided || self.stopped(meter) {
                return;
            }
            let pn_left = pn_limit.saturating_sub(pn - self.arena.nodes[best].pn);
            let dn_left = dn_limit.min(second.saturating_add(1));
            self.search(best as NodeId, (pn_left, dn_left), ply + 1, meter);
        }
    }

    /// The attacker chooses the move that needs the least work.
    fn options(&mut self, id: NodeId) -> Choice {
        let mut choice = Choice { pn: INFINITE, dn: 0, best: usize::MAX, second: INFINITE };
        for option in self.arena.moves_of(id) {
            // Other paths may have changed the numbers of the children.
            let children = self.arena.children_of(option);
            if !children.is_empty() {
                let Choice { pn, dn, .. } = self.replies(&self.arena.children[children]);
                let of = &mut self.arena.moves[option];
                (of.pn, of.dn) = (pn, dn);
            }
            let of = &self.arena.moves[option];
            choice.dn = (choice.dn + of.dn).min(INFINITE);
            if of.pn < choice.pn {
                (choice.second, choice.pn, choice.best) = (choice.pn, of.pn, option);
            } else {
                choice.second = choice.second.min(of.pn);
            }
        }
        if choice.pn == 0 {
            choice.dn = INFINITE;
        }
        choice
    }

    /// The defender chooses, of its replies, the one that is the easiest to
    /// save; of equal ones the one that needs the most work.
    fn replies(&self, children: &[NodeId]) -> Choice {
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

    pub(super) fn position(&self, id: NodeId) -> Position<C> {
        let node = &self.arena.nodes[id as usize];
        Position::new(self.geometry, node.attacker, node.defender)
    }
}
