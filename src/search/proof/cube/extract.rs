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
    /// Its nodes, each before its children.
    pub(super) nodes: Vec<NodeId>,
    /// The chosen move of each node of the arena, as a place in its moves.
    pub(super) moves: Vec<u32>,
    /// Whether a node needs an entry: not where the attacker must block.
    pub(super) strategic: Vec<bool>,
    /// What the proof of each node costs in entries, were nothing shared.
    cost: Vec<f64>,
}

impl Selection {
    /// How many entries the certificate has.
    pub(super) fn len(&self) -> usize {
        self.entries().count()
    }

    /// The nodes that need an entry.
    pub(super) fn entries(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.nodes.iter().copied().filter(|&id| self.strategic[id as usize])
    }

    /// What a node costs in entries, or costs at least when it is not proven.
    pub(super) fn price(&self, id: NodeId) -> f64 {
        self.cost.get(id as usize).copied().filter(|cost| cost.is_finite()).unwrap_or(1.0)
    }
}

/// The smallest proof of several tries, which differ in the order in which
/// nodes choose their moves. The root is proven.
pub(super) fn select<C: Cube>(arena: &Arena<C>, root: NodeId, tries: u64) -> Selection {
    let (strategic, cost) = costs(arena);
    let one = |seed| select_once(arena, root, &cost, &mut Random::new(seed));
    let entries = |nodes: &[NodeId]| nodes.iter().filter(|&&id| strategic[id as usize]).count();
    let mut best = one(0);
    for seed in 1..tries {
        let other = one(seed);
        if entries(&other.0) < entries(&best.0) {
            best = other;
        }
    }
    let (nodes, moves) = best;
    Selection { nodes, moves, strategic, cost }
}

/// Which nodes need an entry, and what each costs.
fn costs<C: Cube>(arena: &Arena<C>) -> (Vec<bool>, Vec<f64>) {
    let geometry = C::geometry();
    let position = |id: NodeId| {
        let node = &arena.nodes[id as usize];
        Position::<C>::new(geometry, node.attacker, node.defender)
    };
    let all = 0..arena.nodes.len() as NodeId;
    let strategic: Vec<bool> = all.map(|id| position(id).threats(DEFENDER) == 0).collect();
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
