//! Opens a node: which moves the attacker tries there, which replies survive
//! them, and the first estimate of the work that each needs.

use super::arena::{Move, NodeId};
use super::bits::Bits;
use super::defence::{Survivors, Threat};
use super::dfpn::{INFINITE, Prover};
use super::geometry::Cube;
use super::position::Position;
use super::{ATTACKER, DEFENDER};
use crate::search::Meter;

/// The proof number of each surviving reply, by the attacker's stones. A
/// first move and its answers are tried for good (1, 1); a position with two
/// stones each looks hard until it is opened (1000), so that the search
/// finishes one before it opens the next.
const WEIGHTS: [u32; 5] = [1, 1, 1000, 10, 20];

/// Each surviving reply that threatens makes the work harder by this factor:
/// it postpones the end by a move and its block, and can be played at any
/// time.
const SPITE: f64 = 1.1;

/// At least so many moves have their surviving replies counted when a node is
/// opened; with a good one among them, the others wait.
const CLOSE_LOOKS: usize = 10;

/// How much worse than the best a move counts that has to wait.
const POSTPONED: u32 = 1000;

/// With more stones than this hardly any position has a symmetry left.
const SYMMETRIC: u32 = 5;

impl<C: Cube> Prover<C> {
    /// Lists the moves of a node with their surviving replies. `false` when
    /// stopped meanwhile.
    pub(super) fn expand(&mut self, id: NodeId, meter: &mut Meter<'_>) -> bool {
        let position = self.position(id);
        let stones = position.stones(ATTACKER).len();
        let first = self.arena.moves.len();
        let mut threats = Vec::new();
        let candidates = self.candidates(&position);
        self.defence.begin();
        let danger = self.defence.danger(&position, meter);
        for squares in [candidates & self.geometry.rich(), candidates & !self.geometry.rich()] {
            for square in squares.members() {
                let after = position.after(self.geometry, ATTACKER, square);
                match self.defence.threat(&after, &danger, meter) {
                    Threat::Wins(sequence) => {
                        let likely = sequence.squares(self.geometry, &after, ATTACKER).len();
                        threats.push((likely, square, sequence));
                    }
                    Threat::Quiet if stones < self.free_moves => {
                        let replies = after.empty(self.geometry);
                        let all = Survivors { replies, complete: true, plies: 0 };
                        self.push_move(&after, square, all);
                    }
                    Threat::Quiet | Threat::Blunder => {}
                }
            }
        }
        // Rich squares and short sequences leave few replies; a good move known
        // early saves work on the others.
        threats.sort_by_key(|&(likely, square, _)| (!self.geometry.rich().has(square), likely));
        let mut least = INFINITE;
        for (rank, (_, square, sequence)) in threats.into_iter().enumerate() {
            let after = position.after(self.geometry, ATTACKER, square);
            if rank >= CLOSE_LOOKS && least < INFINITE {
                self.postpone_move(&after, square, least.saturating_add(POSTPONED));
                continue;
            }
            let loud = after.threatening(self.geometry, DEFENDER);
            let enough = |found: C::Board| estimate(found, loud, stones + 1) > least;
            let survivors = self.defence.survivors(&after, sequence, enough, meter);
            let pn = self.push_move(&after, square, survivors);
            if survivors.complete {
                least = least.min(pn);
            }
            if least == 0 {
                break;
            }
        }
        if meter.stopped() {
            self.arena.moves.truncate(first);
            return false;
        }
        if least == 0 {
            // One winning move is all that is wanted.
            self.arena.moves.drain(first..self.arena.moves.len() - 1);
        }
        self.expanded += 1;
        let moves = (self.arena.moves.len() - first) as u8;
        let node = &mut self.arena.nodes[id as usize];
        (node.first_move, node.moves, node.open) = (first as u32, moves, true);
        true
    }

    fn push_move(&mut self, after: &Position<C>, square: usize, found: Survivors<C>) -> u32 {
        let loud = after.threatening(self.geometry, DEFENDER);
        let pn = estimate(found.replies, loud, after.stones(ATTACKER).len());
        self.arena.moves.push(Move {
            square: square as u8,
            survivors: found.replies,
            complete: found.complete,
            plies: found.plies as u8,
            pn,
            dn: if pn == 0 { INFINITE } else { 1 },
            first_child: 0,
            children: 0,
        });
        pn
    }

    /// Leaves the survivors of a move for later.
    fn postpone_move(&mut self, after: &Position<C>, square: usize, pn: u32) {
        let replies = after.empty(self.geometry);
        self.push_move(after, square, Survivors { replies, complete: false, plies: 0 });
        if let Some(of) = self.arena.moves.last_mut() {
            of.pn = pn;
        }
    }

    /// Finds the survivors of a move, or the rest of them.
    pub(super) fn complete(&mut self, id: NodeId, option: usize, meter: &mut Meter<'_>) {
        let position = self.position(id);
        let square = self.arena.moves[option].square.into();
        let after = position.after(self.geometry, ATTACKER, square);
        let danger = self.defence.danger(&position, meter);
        let found = match self.defence.threat(&after, &danger, meter) {
            Threat::Wins(sequence) => {
                Some(self.defence.survivors(&after, sequence, |_| false, meter))
            }
            Threat::Quiet | Threat::Blunder => None,
        };
        if meter.stopped() {
            return;
        }
        let of = &mut self.arena.moves[option];
        of.complete = true;
        (of.pn, of.dn) = (INFINITE, 0);
        if let Some(found) = found {
            of.survivors = found.replies;
            of.plies = found.plies as u8;
            let loud = after.threatening(self.geometry, DEFENDER);
            of.pn = estimate(found.replies, loud, after.stones(ATTACKER).len());
            of.dn = if of.pn == 0 { INFINITE } else { 1 };
        }
    }

    /// The attacker's moves worth trying: the forced block, or all quiet moves
    /// that differ.
    fn candidates(&self, position: &Position<C>) -> C::Board {
        let must = position.completions(self.geometry, DEFENDER);
        if must.is_single() {
            return must;
        }
        if !must.is_empty() {
            return C::Board::EMPTY;
        }
        let (own, other) = (position.stones(ATTACKER), position.stones(DEFENDER));
        let stones = (own | other).len();
        let quiet = match stones {
            0 => self.geometry.rich(),
            _ => {
                let loud = position.threatening(self.geometry, ATTACKER);
                position.empty(self.geometry) & !loud
            }
        };
        if stones > SYMMETRIC {
            return quiet;
        }
        self.geometry.symmetries().distinct(own, other, quiet)
    }

    /// Makes the nodes that the surviving replies lead to.
    pub(super) fn make_children(&mut self, id: NodeId, option: usize) {
        let Move { square, survivors, .. } = self.arena.moves[option];
        let after = self.position(id).after(self.geometry, ATTACKER, square.into());
        let first = self.arena.children.len();
        self.add_children(&after, survivors);
        let of = &mut self.arena.moves[option];
        of.first_child = first as u32;
        of.children = (self.arena.children.len() - first) as u8;
    }

    /// Adds the different positions after these replies, the defender to move,
    /// to the children.
    pub(super) fn add_children(&mut self, after: &Position<C>, replies: C::Board) {
        let (own, other) = (after.stones(ATTACKER), after.stones(DEFENDER));
        let loud = replies & after.threatening(self.geometry, DEFENDER);
        let quiet = replies & !loud;
        let first = self.arena.children.len();
        for reply in replies.members() {
            // A threat and its block leave the other replies as they were.
            let pn = if loud.has(reply) {
                weigh(quiet.len().max(1), loud.len().saturating_sub(2), own.len())
            } else {
                weigh(1, 0, own.len())
            };
            let child = self.arena.node(own, other | C::Board::of(reply), pn);
            if !self.arena.children[first..].contains(&child) {
                self.arena.children.push(child);
            }
        }
    }
}

/// The first proof number of a move, of whose replies some threaten.
fn estimate<B: Bits>(replies: B, loud: B, stones: u32) -> u32 {
    weigh((replies & !loud).len(), (replies & loud).len(), stones)
}

/// The first proof number of so many replies: never 0 while one survives.
fn weigh(quiet: u32, spite: u32, stones: u32) -> u32 {
    if quiet + spite == 0 {
        return 0;
    }
    let weight = WEIGHTS[(stones as usize).min(WEIGHTS.len() - 1)];
    // Multiplied one by one: `powi` need not give the same on every machine.
    let spites = (0..spite).fold(1.0, |product, _| product * SPITE);
    let pn = f64::from(quiet.max(1) * weight) * spites;
    pn.min(f64::from(INFINITE >> 6)) as u32
}
