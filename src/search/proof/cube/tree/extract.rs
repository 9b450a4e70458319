//! Selects a small proof from the arena: one proven move for each strategic
//! position that the defender can reach, transpositions counted once.

use super::arena::Arena;
use super::node_index::NodeId;
use crate::random::Random;
use crate::search::proof::bits::Bits;
use crate::search::proof::cube::board::{Cube, CubePosition, DEFENDER};

/// A proof within the arena.
#[derive(Debug)]
pub(crate) struct Selection {
    /// The index of the chosen move of each node in `Arena::moves`; arbitrary
    /// for nodes that are not used.
    pub(crate) moves: Vec<u32>,
    /// The number of chosen moves that lead to each node.
    uses: Vec<u32>,
    /// Whether each node needs an entry: it does unless the attacker must
    /// block.
    strategic: Vec<bool>,
    /// The entries that the proof of each node needs if it shares none.
    cost: Vec<f64>,
    /// The number of entries of the certificate.
    entries: usize,
    /// Nodes to which the current exchange has given a move, with their old
    /// moves.
    reassigned: Vec<(NodeId, u32)>,
}

impl Selection {
    /// The number of entries of the certificate.
    pub(crate) fn len(&self) -> usize {
        self.entries
    }

    /// The nodes that need an entry, each before its children.
    pub(crate) fn entries<C: Cube>(&self, arena: &Arena<C>) -> Vec<NodeId> {
        let needed = |&id: &NodeId| self.is_used(id) && self.strategic[id as usize];
        let mut nodes: Vec<NodeId> = (0..self.uses.len() as NodeId).filter(needed).collect();
        nodes.sort_by_key(|&id| arena.nodes[id as usize].attacker.len());
        nodes
    }

    /// Whether the proof contains a node.
    pub(crate) fn is_used(&self, id: NodeId) -> bool {
        self.uses[id as usize] > 0
    }

    /// The number of entries that only the chosen move of this node needs.
    pub(crate) fn entries_freed<C: Cube>(&mut self, arena: &Arena<C>, id: NodeId) -> usize {
        let (before, chosen) = (self.entries, self.moves[id as usize] as usize);
        self.remove(arena, chosen);
        let freed = before - self.entries;
        self.add(arena, chosen, false);
        freed
    }

    /// Adds the nodes that are new in the arena.
    pub(crate) fn add_new_nodes<C: Cube>(&mut self, arena: &Arena<C>) {
        let known = self.uses.len() as NodeId;
        self.strategic.extend((known..arena.nodes.len() as NodeId).map(|id| strategic(arena, id)));
        self.uses.resize(arena.nodes.len(), 0);
        self.moves.resize(arena.nodes.len(), 0);
        self.cost.resize(arena.nodes.len(), f64::INFINITY);
    }

    /// Chooses another proven move for a node, unless that needs more entries.
    /// Returns whether it needs fewer.
    pub(crate) fn exchange<C: Cube>(
        &mut self,
        arena: &Arena<C>,
        id: NodeId,
        move_id: usize,
    ) -> bool {
        let (before, old) = (self.entries, self.moves[id as usize]);
        self.reassigned.clear();
        self.remove(arena, old as usize);
        self.moves[id as usize] = move_id as u32;
        self.add(arena, move_id, true);
        if self.entries > before {
            self.remove(arena, move_id);
            while let Some((child, chosen)) = self.reassigned.pop() {
                self.moves[child as usize] = chosen;
            }
            self.moves[id as usize] = old;
            self.add(arena, old as usize, false);
        }
        self.entries < before
    }

    /// Exchanges moves until no single exchange makes the proof smaller.
    fn refine<C: Cube>(&mut self, arena: &Arena<C>, random: &mut Random) {
        let mut idle = 0;
        while idle < IDLE_PASSES {
            let before = self.entries;
            let mut nodes: Vec<NodeId> = (0..self.uses.len() as NodeId).collect();
            nodes.retain(|&id| self.is_used(id) && arena.proven_moves(id).nth(1).is_some());
            random.shuffle(&mut nodes);
            for id in nodes {
                let move_ids: Vec<usize> = arena.proven_moves(id).collect();
                for move_id in move_ids {
                    if self.is_used(id) && self.moves[id as usize] as usize != move_id {
                        self.exchange(arena, id, move_id);
                    }
                }
            }
            idle = if self.entries < before { 0 } else { idle + 1 };
        }
    }

    /// Removes a move from the proof, with the nodes that only it needs.
    fn remove<C: Cube>(&mut self, arena: &Arena<C>, move_id: usize) {
        for &child in &arena.children[arena.children_of(move_id)] {
            let index = child as usize;
            self.uses[index] -= 1;
            if self.uses[index] == 0 {
                self.entries -= usize::from(self.strategic[index]);
                self.remove(arena, self.moves[index] as usize);
            }
        }
    }

    /// Adds a move to the proof, with the nodes that it needs. If `choose` is
    /// set, new nodes get the move that seems to add the fewest entries.
    fn add<C: Cube>(&mut self, arena: &Arena<C>, move_id: usize, choose: bool) {
        for &child in &arena.children[arena.children_of(move_id)] {
            let index = child as usize;
            self.uses[index] += 1;
            if self.uses[index] > 1 {
                continue;
            }
            self.entries += usize::from(self.strategic[index]);
            if choose && let Some(best) = self.cheapest(arena, child) {
                self.reassigned.push((child, self.moves[index]));
                self.moves[index] = best as u32;
            }
            self.add(arena, self.moves[index] as usize, choose);
        }
    }

    /// The proven move of a node with the lowest cost of nodes that are not
    /// used.
    fn cheapest<C: Cube>(&self, arena: &Arena<C>, id: NodeId) -> Option<usize> {
        let added = |move_id: usize| -> f64 {
            let children = arena.children[arena.children_of(move_id)].iter();
            let unused = children.filter(|&&child| !self.is_used(child));
            unused.map(|&child| self.cost_or_bound(child)).sum()
        };
        arena.proven_moves(id).min_by(|&a, &b| added(a).total_cmp(&added(b)))
    }

    /// The cost of a node in entries, or a lower bound if it is not known.
    fn cost_or_bound(&self, id: NodeId) -> f64 {
        Some(self.cost[id as usize]).filter(|cost| cost.is_finite()).unwrap_or(1.0)
    }
}

/// The number of passes of exchanges without a gain after which `refine` ends.
/// They may still exchange moves that need as many entries.
const IDLE_PASSES: u32 = 3;

/// The smallest proof of `tries` tries, which differ in the order in which
/// nodes choose their moves. The root must be proven.
pub(crate) fn select<C: Cube>(arena: &Arena<C>, root: NodeId, tries: u64) -> Selection {
    let (strategic, cost) = costs(arena);
    let try_seed = |seed| {
        let random = &mut Random::new(seed);
        let (nodes, moves) = select_once(arena, root, &cost, random);
        let mut uses = vec![0; arena.nodes.len()];
        uses[root as usize] = 1;
        for &id in &nodes {
            let children = &arena.children[arena.children_of(moves[id as usize] as usize)];
            children.iter().for_each(|&child| uses[child as usize] += 1);
        }
        let entries = nodes.iter().filter(|&&id| strategic[id as usize]).count();
        let (strategic, cost, reassigned) = (strategic.clone(), cost.clone(), Vec::new());
        let mut selection = Selection { moves, uses, strategic, cost, entries, reassigned };
        selection.refine(arena, random);
        selection
    };
    let mut best = try_seed(0);
    for seed in 1..tries {
        let other = try_seed(seed);
        if other.len() < best.len() {
            best = other;
        }
    }
    best
}

/// Whether a node needs an entry.
fn strategic<C: Cube>(arena: &Arena<C>, id: NodeId) -> bool {
    let node = &arena.nodes[id as usize];
    CubePosition::<C>::new(C::geometry(), node.attacker, node.defender).threats(DEFENDER) == 0
}

/// Whether each node needs an entry, and the entries that its proof needs if it
/// shares none.
fn costs<C: Cube>(arena: &Arena<C>) -> (Vec<bool>, Vec<f64>) {
    let all = 0..arena.nodes.len() as NodeId;
    let strategic: Vec<bool> = all.map(|id| strategic(arena, id)).collect();
    let mut order: Vec<NodeId> = (0..arena.nodes.len() as NodeId).collect();
    order.sort_by_key(|&id| std::cmp::Reverse(arena.nodes[id as usize].attacker.len()));
    let mut cost = vec![f64::INFINITY; arena.nodes.len()];
    for id in order {
        let cost_of = |move_id: usize| -> f64 {
            let children = arena.children[arena.children_of(move_id)].iter();
            children.map(|&child| cost[child as usize]).sum()
        };
        let least = arena.proven_moves(id).map(cost_of).fold(f64::INFINITY, f64::min);
        cost[id as usize] = least + f64::from(u8::from(strategic[id as usize]));
    }
    (strategic, cost)
}

/// Gives each node, level by level, the move that adds the fewest entries to
/// the nodes chosen so far. Returns the nodes of the proof, and the move of
/// each node of the arena.
fn select_once<C: Cube>(
    arena: &Arena<C>,
    root: NodeId,
    cost: &[f64],
    random: &mut Random,
) -> (Vec<NodeId>, Vec<u32>) {
    let mut chosen = vec![false; arena.nodes.len()];
    let mut moves = vec![0; arena.nodes.len()];
    let mut order = Vec::new();
    let mut level = vec![root];
    chosen[root as usize] = true;
    while !level.is_empty() {
        let mut below = Vec::new();
        random.shuffle(&mut level);
        for &id in &level {
            order.push(id);
            let added = |move_id: usize| -> f64 {
                let children = arena.children[arena.children_of(move_id)].iter();
                let unused = children.filter(|&&child| !chosen[child as usize]);
                unused.map(|&child| cost[child as usize]).sum()
            };
            let proven = arena.proven_moves(id);
            let Some(move_id) = proven.min_by(|&a, &b| added(a).total_cmp(&added(b))) else {
                continue;
            };
            moves[id as usize] = move_id as u32;
            for &child in &arena.children[arena.children_of(move_id)] {
                if !std::mem::replace(&mut chosen[child as usize], true) {
                    below.push(child);
                }
            }
        }
        level = below;
    }
    (order, moves)
}
