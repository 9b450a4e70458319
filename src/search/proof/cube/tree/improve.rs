//! Makes a finished proof smaller: tries other moves at its positions that lead
//! to fewer positions outside the proof, and proves them within a small budget.

use std::ops::RangeInclusive;

use super::dfpn::{INFINITE, Prover};
use super::extract::Selection;
use super::node_index::NodeId;
use crate::search::budget::Meter;
use crate::search::proof::bits::Bits;
use crate::search::proof::cube::board::Cube;

/// Nodes to prove an alternative move, apart from those for each position that
/// it leads to. Each round doubles them all.
const MOVE_NODES: u64 = 50_000;

/// Nodes for each unproven position that an alternative move leads to.
const POSITION_NODES: u64 = 20_000;

/// The same for a second move of the attacker, which has the largest effect on
/// the size of the proof.
const SECOND_MOVE_POSITION_NODES: u64 = 200_000;

/// The maximum number of surviving replies of a move to try, as a multiple of
/// the entries that it could save: more than 1, since the proof may contain
/// most of the positions already.
const MAX_REPLIES_PER_ENTRY: usize = 2;

impl<C: Cube> Prover<C> {
    /// Makes one pass over the positions of a proof with these numbers of
    /// stones of the attacker, and exchanges a move as soon as that makes the
    /// proof smaller. Each round, from 0, doubles the nodes for an alternative.
    pub(crate) fn improve(
        &mut self,
        selection: &mut Selection,
        stones: RangeInclusive<u32>,
        round: u32,
        meter: &mut Meter<'_>,
    ) {
        for id in selection.entries(&self.arena) {
            let own_stones = self.arena.nodes[id as usize].attacker.len();
            if selection.is_used(id) && stones.contains(&own_stones) {
                self.improve_node(id, selection, round, meter);
            }
            if !meter.poll() {
                break;
            }
        }
        self.end = u64::MAX;
    }

    /// Tries the alternative moves of one position.
    fn improve_node(
        &mut self,
        id: NodeId,
        selection: &mut Selection,
        round: u32,
        meter: &mut Meter<'_>,
    ) {
        for move_id in self.arena.moves_of(id) {
            if !self.arena.moves[move_id].complete && !meter.stopped() {
                self.complete(id, move_id, meter);
            }
        }
        let mut move_ids: Vec<usize> = self.arena.moves_of(id).collect();
        move_ids.sort_by_key(|&move_id| self.arena.moves[move_id].survivors.len());
        let own_stones = self.arena.nodes[id as usize].attacker.len();
        let mut saving = selection.entries_freed(&self.arena, id);
        for move_id in move_ids {
            let node_move = self.arena.moves[move_id].clone();
            let current = selection.moves[id as usize] as usize;
            let is_open = node_move.complete && node_move.pn != 0 && node_move.dn != 0;
            // Second moves leave nearly all replies: the first round tries only
            // those on rich squares.
            let is_later =
                own_stones == 1 && round == 0 && !self.geometry.rich().has(node_move.square.into());
            if move_id == current
                || !is_open
                || is_later
                || node_move.survivors.len() as usize > MAX_REPLIES_PER_ENTRY * saving
            {
                continue;
            }
            if !self.arena.reserve(self.memory) {
                break;
            }
            if node_move.children == 0 {
                self.make_children(id, move_id);
            }
            selection.add_new_nodes(&self.arena);
            // Each position outside the proof is another entry.
            let children = &self.arena.children[self.arena.children_of(move_id)];
            let unused = children.iter().filter(|&&child| !selection.is_used(child)).count();
            if unused > saving {
                continue;
            }
            let unproven =
                children.iter().filter(|&&child| self.arena.nodes[child as usize].pn != 0);
            let per_position =
                if own_stones == 1 { SECOND_MOVE_POSITION_NODES } else { POSITION_NODES };
            let nodes = (MOVE_NODES + per_position * unproven.count() as u64) << round;
            self.end = meter.nodes().saturating_add(nodes);
            self.search_move(id, move_id, (INFINITE, INFINITE), 0, meter);
            if self.arena.moves[move_id].pn == 0 {
                selection.add_new_nodes(&self.arena);
                if selection.exchange(&self.arena, id, move_id) {
                    saving = selection.entries_freed(&self.arena, id);
                }
            }
            if meter.stopped() {
                break;
            }
        }
    }
}
