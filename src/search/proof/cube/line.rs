//! Lines of play to the end of a win that is known.

use super::bits::Bits;
use super::dfpn::{Proof, Prover};
use super::forcing::Verdict;
use super::geometry::Cube;
use super::player::{Player, SAFETY, Search};
use super::position::Position;
use super::{ATTACKER, DEFENDER};
use crate::game::{Side, Square};
use crate::search::Meter;

/// Nodes to find out again how the opponent wins.
const AGAIN: u64 = 20_000;

impl<C: Cube> Prover<C> {
    /// The move with the soonest proven win of the attacker, to move, and
    /// within how many plies that is.
    pub(super) fn soonest(&self, position: &Position<C>) -> Option<(usize, u32)> {
        let moves = self.moves(position).into_iter();
        let proven = moves.filter(|&(_, pn, _)| pn == 0);
        let soonest = proven.min_by_key(|&(square, _, plies)| (plies, square));
        soonest.map(|(square, _, plies)| (square, plies))
    }
}

impl<C: Cube> Player<C> {
    /// The line of a proof that `side` wins, from a position as its prover sees
    /// it, to its end in a forced win.
    pub(super) fn line_of_proof(
        &mut self,
        side: Side,
        mut position: Position<C>,
        meter: &mut Meter<'_>,
    ) -> Vec<Square> {
        let mut line = Vec::new();
        while let Some((square, plies)) = self.provers[side.index()].soonest(&position) {
            line.push(Square::new(square));
            position.play(self.geometry, ATTACKER, square);
            let prover = &self.provers[side.index()];
            let longest = |reply: usize| {
                let after = position.after(self.geometry, DEFENDER, reply);
                match prover.known(&after) {
                    Some(Proof::Proven(plies)) => Some((plies, reply)),
                    _ => None,
                }
            };
            let replies = position.empty(self.geometry).members();
            let Some((_, reply)) = replies.filter_map(longest).max() else {
                let forced = self.forced_line(&position, plies, meter);
                line.extend(forced.into_iter().map(Square::new));
                break;
            };
            line.push(Square::new(reply));
            position.play(self.geometry, DEFENDER, reply);
        }
        line
    }

    /// The reply of the defender after which a forced win takes longest, and
    /// that win. With the move before it takes no more than so many plies: the
    /// sequence that is found may be longer than the one that was proven.
    fn forced_line(
        &mut self,
        position: &Position<C>,
        plies: u32,
        meter: &mut Meter<'_>,
    ) -> Vec<usize> {
        let mut longest = Vec::new();
        for reply in position.empty(self.geometry).members() {
            let after = position.after(self.geometry, DEFENDER, reply);
            let verdict = self.forcing.search(&after, ATTACKER, SAFETY, meter);
            if let Verdict::Win(sequence) = verdict
                && sequence.plies() as usize >= longest.len()
                && sequence.plies() + 2 <= plies
            {
                longest = sequence.line(self.geometry, &after, ATTACKER);
                longest.insert(0, reply);
            }
        }
        longest
    }
}

impl<C: Cube> Search<'_, '_, '_, C> {
    /// A move of ours that loses within so many plies, and how: as far as it is
    /// found with few of the nodes that are left.
    pub(super) fn losing_line(&mut self, square: usize, plies: u32) -> Vec<Square> {
        let mut line = vec![Square::new(square)];
        let after = self.after(square);
        let other = !self.side;
        let seen = Self::seen_by(&after, other);
        let mut meter = Meter::new(self.meter.stop(), self.meter.nodes_left().min(AGAIN));
        let rest = match self.player.provers[other.index()].known(&seen) {
            Some(Proof::Proven(_)) => self.player.line_of_proof(other, seen, &mut meter),
            _ => match self.player.forcing.search(&after, other, AGAIN, &mut meter) {
                Verdict::Win(sequence) => {
                    let rest = sequence.line(self.player.geometry, &after, other);
                    rest.into_iter().map(Square::new).collect()
                }
                Verdict::NoWin | Verdict::Unknown => Vec::new(),
            },
        };
        self.meter.add(meter.nodes());
        if rest.len() < plies as usize {
            line.extend(rest);
        }
        line
    }
}
