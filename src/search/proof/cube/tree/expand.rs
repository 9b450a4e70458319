//! Expands a node: lists the attacker's moves with the replies that survive
//! them and their first proof numbers.

use super::arena::ProofMove;
use super::dfpn::{INFINITE, Prover};
use super::node_index::NodeId;
use crate::search::budget::Meter;
use crate::search::proof::bits::Bits;
use crate::search::proof::cube::board::{ATTACKER, Cube, CubePosition, DEFENDER};
use crate::search::proof::cube::forced::{Survivors, Threat};
use crate::search::task::sorting::sort_by_key;

/// The first proof number of each surviving reply, by the number of the
/// attacker's stones after its move; the last one also for more stones. First moves and the
/// replies to them are searched in full (1, 1). A position with two stones of
/// each side counts as hard until it is expanded (100), so that the search
/// finishes one before it expands the next.
const WEIGHTS: [u32; 6] = [1, 1, 100, 15, 25, 20];

/// The least number of moves whose survivors are found when a node is expanded, by
/// the number of the attacker's stones before the move; the last one also for more
/// stones. The other moves are postponed once one of these is good.
const FULLY_COUNTED: [usize; 7] = [4, 4, 4, 10, 6, 10, 2];

/// How far the proof number of a postponed move is above that of the best move.
const POSTPONED: u32 = 5000;

/// The maximum number of stones with which symmetric moves are left out:
/// positions with more stones are rarely symmetric.
const MAX_SYMMETRIC_STONES: u32 = 5;

impl<C: Cube> Prover<C> {
    /// Lists the moves of a node with their surviving replies. Returns `false`
    /// if the meter stopped it.
    pub(crate) fn expand(&mut self, id: NodeId, meter: &mut Meter<'_>) -> bool {
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
                    Threat::Quiet if stones < self.quiet_moves => {
                        let replies = after.empty(self.geometry);
                        let all = Survivors { replies, complete: true, plies: 0 };
                        self.push_move(&after, square, all);
                    }
                    Threat::Quiet | Threat::Blunder => {}
                }
            }
        }
        // Rich squares and short sequences leave few replies: a good move found
        // early saves work on the others.
        sort_by_key(&mut threats, |&(likely, square, _)| {
            (!self.geometry.rich().has(square), likely)
        });
        let fully_counted = by_stones(&FULLY_COUNTED, stones);
        let mut least = INFINITE;
        for (rank, (_, square, sequence)) in threats.into_iter().enumerate() {
            let after = position.after(self.geometry, ATTACKER, square);
            if rank >= fully_counted && least < INFINITE {
                self.postpone_move(&after, square, least.saturating_add(POSTPONED));
                continue;
            }
            let loud = after.threatening(self.geometry, DEFENDER);
            let enough = |found: C::Board| first_pn(found, loud, stones + 1) > least;
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
            // One winning move is enough.
            self.arena.moves.drain(first..self.arena.moves.len() - 1);
        }
        self.expanded += 1;
        let moves = (self.arena.moves.len() - first) as u8;
        let node = &mut self.arena.nodes[id as usize];
        (node.first_move, node.moves, node.open) = (first as u32, moves, true);
        true
    }

    /// Adds a move, and returns its first proof number.
    fn push_move(&mut self, after: &CubePosition<C>, square: usize, found: Survivors<C>) -> u32 {
        let loud = after.threatening(self.geometry, DEFENDER);
        let pn = first_pn(found.replies, loud, after.stones(ATTACKER).len());
        self.arena.moves.push(ProofMove {
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

    /// Adds a move whose survivors are found later, by `complete`.
    fn postpone_move(&mut self, after: &CubePosition<C>, square: usize, pn: u32) {
        let replies = after.empty(self.geometry);
        self.push_move(after, square, Survivors { replies, complete: false, plies: 0 });
        if let Some(node_move) = self.arena.moves.last_mut() {
            node_move.pn = pn;
        }
    }

    /// Finds all survivors of a move.
    pub(crate) fn complete(&mut self, id: NodeId, move_id: usize, meter: &mut Meter<'_>) {
        let position = self.position(id);
        let square = self.arena.moves[move_id].square.into();
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
        let node_move = &mut self.arena.moves[move_id];
        node_move.complete = true;
        (node_move.pn, node_move.dn) = (INFINITE, 0);
        if let Some(found) = found {
            node_move.survivors = found.replies;
            node_move.plies = found.plies as u8;
            let loud = after.threatening(self.geometry, DEFENDER);
            node_move.pn = first_pn(found.replies, loud, after.stones(ATTACKER).len());
            node_move.dn = if node_move.pn == 0 { INFINITE } else { 1 };
        }
    }

    /// The attacker's moves to consider: the forced block, or else the moves
    /// that make no threat, one of each symmetric class; on the empty board
    /// only the rich squares.
    fn candidates(&self, position: &CubePosition<C>) -> C::Board {
        let must_block = position.completions(self.geometry, DEFENDER);
        if must_block.is_single() {
            return must_block;
        }
        if !must_block.is_empty() {
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
        if stones > MAX_SYMMETRIC_STONES {
            return quiet;
        }
        self.geometry.symmetries().distinct(own, other, quiet)
    }

    /// Adds the nodes after the surviving replies to a move.
    pub(crate) fn make_children(&mut self, id: NodeId, move_id: usize) {
        let ProofMove { square, survivors, .. } = self.arena.moves[move_id];
        let after = self.position(id).after(self.geometry, ATTACKER, square.into());
        let first = self.arena.children.len();
        self.add_children(&after, survivors);
        let node_move = &mut self.arena.moves[move_id];
        node_move.first_child = first as u32;
        node_move.children = (self.arena.children.len() - first) as u8;
    }

    /// Appends the nodes of the different positions after these replies of the
    /// defender, to move, to the children.
    pub(crate) fn add_children(&mut self, after: &CubePosition<C>, replies: C::Board) {
        let (own, other) = (after.stones(ATTACKER), after.stones(DEFENDER));
        let loud = replies & after.threatening(self.geometry, DEFENDER);
        let quiet = replies & !loud;
        let first = self.arena.children.len();
        for reply in replies.members() {
            // After a loud reply and its block the quiet replies are still there.
            let left = if loud.has(reply) { quiet.len().max(1) } else { 1 };
            let pn = left * by_stones(&WEIGHTS, own.len());
            let child = self.arena.node(own, other | C::Board::of(reply), pn);
            if !self.arena.children[first..].contains(&child) {
                self.arena.children.push(child);
            }
        }
    }
}

/// The first proof number of a move with these replies: 0 if there are none. Those in
/// `loud` are threats of the defender. A loud reply only delays the win, by itself and
/// its block, and does not count beside quiet ones until the positions after the
/// replies are added.
fn first_pn<B: Bits>(replies: B, loud: B, stones: u32) -> u32 {
    match replies.is_empty() {
        true => 0,
        false => (replies & !loud).len().max(1) * by_stones(&WEIGHTS, stones),
    }
}

/// The constant for this number of stones of the attacker.
fn by_stones<T: Copy>(constants: &[T], stones: u32) -> T {
    constants[(stones as usize).min(constants.len() - 1)]
}
