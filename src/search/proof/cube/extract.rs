//! Takes a small proof out of the arena: one proven move for each strategic
//! position that the defender can reach, transpositions counted once.

use super::DEFENDER;
use super::arena::{Arena, NodeId};
use super::bits::Bits;
use super::geometry::Cube;
use super::position::Position;
use crate::random::Random;

/// A proof within the arena.
#[derive(Debug)]
pub(super) struct Selection {
    /// The chosen move of each node of the arena, as a place in its moves. Of
    /// nodes that are not used it means nothing.
    pub(super) moves: Vec<u32>,
    /// How many chosen moves lead to each node.
    uses: Vec<u32>,
    /// Whether a node needs an entry: not where the attacker must block.
    strategic: Vec<bool>,
    /// What the proof of each node costs in entries, were nothing shared.
    cost: Vec<f64>,
    /// How many entries the certificate has.
    entries: usize,
    /// Nodes that the exchange in work has given a move, and their old moves.
    given: Vec<(NodeId, u32)>,
}

impl Selection {
    /// How many entries the certificate has.
    pub(super) fn len(&self) -> usize {
        self.entries
    }

    /// The nodes that need an entry, each before its children.
    pub(super) fn entries<C: Cube>(&self, arena: &Arena<C>) -> Vec<NodeId> {
        let needed = |&id: &NodeId| self.is_used(id) && self.strategic[id as usize];
        let mut nodes: Vec<NodeId> = (0..self.uses.len() as NodeId).filter(needed).collect();
        nodes.sort_by_key(|&id| arena.nodes[id as usize].attacker.len());
        nodes
    }

    /// Whether the proof meets a node.
    pub(super) fn is_used(&self, id: NodeId) -> bool {
        self.uses[id as usize] > 0
    }

    /// How many entries nothing else needs than the chosen move of this node.
    pub(super) fn freed<C: Cube>(&mut self, arena: &Arena<C>, id: NodeId) -> usize {
        let (before, chosen) = (self.entries, self.moves[id as usize] as usize);
        self.leave(arena, chosen);
        let freed = before - self.entries;
        self.meet(arena, chosen, false);
        freed
    }

    /// Takes in the nodes that the arena has got meanwhile.
    pub(super) fn grow<C: Cube>(&mut self, arena: &Arena<C>) {
        let known = self.uses.len() as NodeId;
        self.strategic.extend((known..arena.nodes.len() as NodeId).map(|id| strategic(arena, id)));
        self.uses.resize(arena.nodes.len(), 0);
        self.moves.resize(arena.nodes.len(), 0);
        self.cost.resize(arena.nodes.len(), f64::INFINITY);
    }

    /// Chooses another proven move for a node, unless that needs more entries;
    /// whether it needs fewer.
    pub(super) fn exchange<C: Cube>(
        &mut self,
        arena: &Arena<C>,
        id: NodeId,
        option: usize,
    ) -> bool {
        let (before, old) = (self.entries, self.moves[id as usize]);
        self.given.clear();
        self.leave(arena, old as usize);
        self.moves[id as usize] = option as u32;
        self.meet(arena, option, true);
        if self.entries > before {
            self.leave(arena, option);
            while let Some((child, chosen)) = self.given.pop() {
                self.moves[child as usize] = chosen;
            }
            self.moves[id as usize] = old;
            self.meet(arena, old as usize, false);
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
                let options: Vec<usize> = arena.proven_moves(id).collect();
                for option in options {
                    if self.is_used(id) && self.moves[id as usize] as usize != option {
                        self.exchange(arena, id, option);
                    }
                }
            }
            idle = if self.entries < before { 0 } else { idle + 1 };
        }
    }

    /// The proof no longer goes on with this move.
    fn leave<C: Cube>(&mut self, arena: &Arena<C>, option: usize) {
        for &child in &arena.children[arena.children_of(option)] {
            let at = child as usize;
            self.uses[at] -= 1;
            if self.uses[at] == 0 {
                self.entries -= usize::from(self.strategic[at]);
                self.leave(arena, self.moves[at] as usize);
            }
        }
    }

    /// The proof goes on with this move; nodes that are new to it get the move
    /// that seems to add the least, if they are to choose.
    fn meet<C: Cube>(&mut self, arena: &Arena<C>, option: usize, choose: bool) {
        for &child in &arena.children[arena.children_of(option)] {
            let at = child as usize;
            self.uses[at] += 1;
            if self.uses[at] > 1 {
                continue;
            }
            self.entries += usize::from(self.strategic[at]);
            if choose && let Some(best) = self.cheapest(arena, child) {
                self.given.push((child, self.moves[at]));
                self.moves[at] = best as u32;
            }
            self.meet(arena, self.moves[at] as usize, choose);
        }
    }

    /// The proven move of a node whose new nodes cost the least.
    fn cheapest<C: Cube>(&self, arena: &Arena<C>, id: NodeId) -> Option<usize> {
        let added = |option: usize| -> f64 {
            let children = arena.children[arena.children_of(option)].iter();
            let fresh = children.filter(|&&child| !self.is_used(child));
            fresh.map(|&child| self.price(child)).sum()
        };
        arena.proven_moves(id).min_by(|&a, &b| added(a).total_cmp(&added(b)))
    }

    /// What a node costs in entries, or costs at least when that is not known.
    fn price(&self, id: NodeId) -> f64 {
        Some(self.cost[id as usize]).filter(|cost| cost.is_finite()).unwrap_or(1.0)
    }
}

/// Passes of exchanges without a gain, among equals, before it is given up.
const IDLE_PASSES: u32 = 3;

/// The smallest proof of several tries, which differ in the order in which
/// nodes choose their moves. The root is proven.
pub(super) fn select<C: Cube>(arena: &Arena<C>, root: NodeId, tries: u64) -> Selection {
    let (strategic, cost) = costs(arena);
    let one = |seed| {
        let random = &mut Random::new(seed);
        let (nodes, moves) = select_once(arena, root, &cost, random);
        let mut uses = vec![0; arena.nodes.len()];
        uses[root as usize] = 1;
        for &id in &nodes {
            let children = &arena.children[arena.children_of(moves[id as usize] as usize)];
            children.iter().for_each(|&child| uses[child as usize] += 1);
        }
        let entries = nodes.iter().filter(|&&id| strategic[id as usize]).count();
        let (strategic, cost, given) = (strategic.clone(), cost.clone(), Vec::new());
        let mut selection = Selection { moves, uses, strategic, cost, entries, given };
        selection.refine(arena, random);
        selection
    };
    let mut best = one(0);
    for seed in 1..tries {
        let other = one(seed);
        if other.len() < best.len() {
            best = other;
        }
    }
    best
}

/// Whether a node needs an entry.
fn strategic<C: Cube>(arena: &Arena<C>, id: NodeId) -> bool {
    let node = &arena.nodes[id as usize];
    Position::<C>::new(C::geometry(), node.attacker, node.defender).threats(DEFENDER) == 0
}

/// Which nodes need an entry, and what each costs.
fn costs<C: Cube>(arena: &Arena<C>) -> (Vec<bool>, Vec<f64>) {
    let all = 0..arena.nodes.len() as NodeId;
    let strategic: Vec<bool> = all.map(|id| strategic(arena, id)).collect();
    let mut order: Vec<NodeId> = (0..arena.nodes.len() as NodeId).collect();
    order.sort_by_key(|&id| std::cmp::Reverse(arena.nodes[id as usize].attacker.len()));
    let mut cost = vec![f64::INFINITY; arena.nodes.len()];
    for id in order {
        let of = |option: usize| -> f64 {
            let children = arena.children[arena.children_of(option)].iter();
            children.map(|&child| cost[child as usize]).sum()
        };
        let least = arena.proven_moves(id).map(of).fold(f64::INFINITY, f64::min);
        cost[id as usize] = least + f64::from(u8::from(strategic[id as usize]));
    }
    (strategic, cost)
}

/// Goes down level by level and gives each node the move that adds the least
/// to what is chosen.
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
            let added = |option: usize| -> f64 {
                let children = arena.children[arena.children_of(option)].iter();
                let fresh = children.filter(|&&child| !chosen[child as usize]);
                fresh.map(|&child| cost[child as usize]).sum()
            };
            let proven = arena.proven_moves(id);
            let Some(option) = proven.min_by(|&a, &b| added(a).total_cmp(&added(b))) else {
                continue;
            };
            moves[id as usize] = option as u32;
            for &child in &arena.children[arena.children_of(option)] {
                if !std::mem::replace(&mut chosen[child as usize], true) {
                    below.push(child);
                }
            }
        }
        level = below;
    }
    (order, moves)
}
