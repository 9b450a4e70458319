//! Makes a finished proof smaller: at the positions it uses, looks for moves
//! that leave the defender fewer replies, and proves them within a small
//! budget.

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

impl<C: Cube> Prover<C> {
    /// One pass over the positions of a proof with so many stones of the
    /// attacker. The arena then holds further proofs, from which the next
    /// selection chooses. Each round, from 0, spends twice as much on each
    /// alternative. Returns the number of alternatives proven.
    pub(super) fn improve(
        &mut self,
        selection: &Selection,
        stones: RangeInclusive<u32>,
        round: u32,
        meter: &mut Meter<'_>,
    ) -> usize {
        let mut proven = 0;
        for id in selection.entries() {
            if stones.contains(&self.arena.nodes[id as usize].attacker.len()) {
                proven += self.improve_node(id, selection, round, meter);
            }
            if meter.stopped() {
                break;
            }
        }
        self.last = u64::MAX;
        proven
    }

    fn improve_node(
        &mut self,
        id: NodeId,
        selection: &Selection,
        round: u32,
        meter: &mut Meter<'_>,
    ) -> usize {
        let current = selection.moves[id as usize] as usize;
        // What the children of a move cost: at least one entry each, unless
        // no entry is needed.
        let price = |prover: &Self, option: usize| -> f64 {
            let children = prover.arena.children[prover.arena.children_of(option)].iter();
            children.map(|&child| selection.price(child)).sum()
        };
        let budget = price(self, current);
        for option in self.arena.moves_of(id) {
            if !self.arena.moves[option].complete && !meter.stopped() {
                self.complete(id, option, meter);
            }
        }
        let mut options: Vec<usize> = self.arena.moves_of(id).collect();
        options.sort_by_key(|&option| self.arena.moves[option].survivors.len());
        let own = self.arena.nodes[id as usize].attacker.len();
        let mut proven = 0;
        for option in options {
            let of = self.arena.moves[option].clone();
            let open = of.complete && of.pn != 0 && of.dn != 0;
            // Of second moves, which leave nearly all replies, rich ones first.
            let poor = own == 1 && round == 0 && !self.geometry.rich().has(of.square.into());
            if option == current || !open || poor || f64::from(of.survivors.len()) >= budget {
                continue;
            }
            if !self.arena.reserve(self.memory) {
                break;
            }
            if of.children == 0 {
                self.make_children(id, option);
            }
            if price(self, option) >= budget {
                continue;
            }
            let children = self.arena.children_of(option).len() as u64;
            let each = if own == 1 { SECOND_MOVE_EFFORT } else { EFFORT[1] };
            self.last = meter.nodes() + ((EFFORT[0] + each * children) << round);
            self.search_move(id, option, (INFINITE, INFINITE), 0, meter);
            if self.arena.moves[option].pn == 0 {
                proven += 1;
                // Those after it leave more replies, unless all leave the same.
                if own > 1 {
                    break;
                }
            }
        }
        proven
    }
}
