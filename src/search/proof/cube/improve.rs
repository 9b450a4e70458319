//! Makes a finished proof smaller: at the positions it uses, looks for moves
//! that lead to fewer positions which it does not use yet, and proves them
//! within a small budget.

use std::ops::RangeInclusive;

use super::arena::NodeId;
use super::bits::Bits;
use super::dfpn::{INFINITE, Prover};
use super::extract::Selection;
use super::geometry::Cube;
use crate::search::Meter;

/// Nodes that may be spent to prove one alternative move: for the move, and
/// for each position that it leads to. Later rounds spend more.
const EFFORT: [u64; 2] = [50_000, 20_000];

/// The same for each position after the attacker's second move, which decides
/// most of the size.
const SECOND_MOVE_EFFORT: u64 = 200_000;

/// A move may leave so many times as many replies as the entries that it could
/// save: the proof may use most of the positions already.
const WIDE: usize = 2;

impl<C: Cube> Prover<C> {
    /// One pass over the positions of a proof with so many stones of the
    /// attacker; what makes the proof smaller is taken at once. Each round,
    /// from 0, spends twice as much on each alternative.
    pub(super) fn improve(
        &mut self,
        selection: &mut Selection,
        stones: RangeInclusive<u32>,
        round: u32,
        meter: &mut Meter<'_>,
    ) {
        for id in selection.entries(&self.arena) {
            let own = self.arena.nodes[id as usize].attacker.len();
            if selection.is_used(id) && stones.contains(&own) {
                self.improve_node(id, selection, round, meter);
            }
            if !meter.poll() {
                break;
            }
        }
        self.last = u64::MAX;
    }

    fn improve_node(
        &mut self,
        id: NodeId,
        selection: &mut Selection,
        round: u32,
        meter: &mut Meter<'_>,
    ) {
        for option in self.arena.moves_of(id) {
            if !self.arena.moves[option].complete && !meter.stopped() {
                self.complete(id, option, meter);
            }
        }
        let mut options: Vec<usize> = self.arena.moves_of(id).collect();
        options.sort_by_key(|&option| self.arena.moves[option].survivors.len());
        let own = self.arena.nodes[id as usize].attacker.len();
        let mut budget = selection.freed(&self.arena, id);
        for option in options {
            let of = self.arena.moves[option].clone();
            let current = selection.moves[id as usize] as usize;
            let open = of.complete && of.pn != 0 && of.dn != 0;
            // Of second moves, which leave nearly all replies, rich ones first.
            let poor = own == 1 && round == 0 && !self.geometry.rich().has(of.square.into());
            if option == current || !open || poor || of.survivors.len() as usize > WIDE * budget {
                continue;
            }
            if !self.arena.reserve(self.memory) {
                break;
            }
            if of.children == 0 {
                self.make_children(id, option);
            }
            selection.grow(&self.arena);
            // Each position that the proof does not use yet is an entry more.
            let children = &self.arena.children[self.arena.children_of(option)];
            let fresh = children.iter().filter(|&&child| !selection.is_used(child)).count();
            if fresh > budget {
                continue;
            }
            let open = children.iter().filter(|&&child| self.arena.nodes[child as usize].pn != 0);
            let each = if own == 1 { SECOND_MOVE_EFFORT } else { EFFORT[1] };
            let effort = (EFFORT[0] + each * open.count() as u64) << round;
            self.last = meter.nodes().saturating_add(effort);
            self.search_move(id, option, (INFINITE, INFINITE), 0, meter);
            if self.arena.moves[option].pn == 0 {
                selection.grow(&self.arena);
                if selection.exchange(&self.arena, id, option) {
                    budget = selection.freed(&self.arena, id);
                }
            }
            if meter.stopped() {
                break;
            }
        }
    }
}
