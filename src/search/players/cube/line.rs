//! Finds lines of play for known wins and losses, to the end of the game.

use super::player::{CubePlayer, CubeSearch, SAFETY_NODES};
use crate::game::{Side, Square};
use crate::search::budget::Meter;
use crate::search::proof::bits::Bits;
use crate::search::proof::cube::board::{ATTACKER, Cube, CubePosition, DEFENDER};
use crate::search::proof::cube::forced::ForcingResult;
use crate::search::proof::cube::tree::{Proof, Prover};

/// Nodes to find the line of a known loss again.
const LOSS_NODES: u64 = 20_000;

impl<C: Cube> Prover<C> {
    /// The move with the soonest proven win of the attacker, to move, and its
    /// number of plies.
    pub(crate) fn soonest_move(&self, position: &CubePosition<C>) -> Option<(usize, u32)> {
        let moves = self.moves(position).into_iter();
        let proven = moves.filter(|&(_, pn, _)| pn == 0);
        let soonest = proven.min_by_key(|&(square, _, plies)| (plies, square));
        soonest.map(|(square, _, plies)| (square, plies))
    }
}

impl<C: Cube> CubePlayer<C> {
    /// The line of a proof that `side` wins, to the end of the forced win in
    /// which it ends. In `position` the attacker is X.
    pub(crate) fn line_of_proof(
        &mut self,
        side: Side,
        mut position: CubePosition<C>,
        meter: &mut Meter<'_>,
    ) -> Vec<Square> {
        let mut line = Vec::new();
        while let Some((square, plies)) = self.provers[side.index()].soonest_move(&position) {
            line.push(Square::new(square));
            position.play(self.geometry, ATTACKER, square);
            let prover = &self.provers[side.index()];
            let longest = |reply: usize| {
                let after = position.after(self.geometry, DEFENDER, reply);
                match prover.probe(&after) {
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

    /// The reply of the defender after which the forced win is longest, with
    /// the line of that win. Wins that take more than `plies` plies with the
    /// move before the reply are left out: the sequence found may be longer
    /// than the proven one.
    fn forced_line(
        &mut self,
        position: &CubePosition<C>,
        plies: u32,
        meter: &mut Meter<'_>,
    ) -> Vec<usize> {
        let mut longest = Vec::new();
        for reply in position.empty(self.geometry).members() {
            let after = position.after(self.geometry, DEFENDER, reply);
            let result = self.forcing.search(&after, ATTACKER, SAFETY_NODES, meter);
            if let ForcingResult::Win(sequence) = result
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

impl<C: Cube> CubeSearch<'_, '_, '_, C> {
    /// The line of a move of ours that loses within `plies` plies, as far as
    /// `LOSS_NODES` of the nodes left suffice to find it.
    pub(crate) fn losing_line(&mut self, square: usize, plies: u32) -> Vec<Square> {
        let mut line = vec![Square::new(square)];
        let after = self.after(square);
        let other = !self.side;
        let normalized = Self::with_x_attacking(&after, other);
        let mut meter = Meter::new(self.meter.stop(), self.meter.nodes_left().min(LOSS_NODES));
        let rest = match self.player.provers[other.index()].probe(&normalized) {
            Some(Proof::Proven(_)) => self.player.line_of_proof(other, normalized, &mut meter),
            _ => match self.player.forcing.search(&after, other, LOSS_NODES, &mut meter) {
                ForcingResult::Win(sequence) => {
                    let rest = sequence.line(self.player.geometry, &after, other);
                    rest.into_iter().map(Square::new).collect()
                }
                ForcingResult::NoWin | ForcingResult::Unknown => Vec::new(),
            },
        };
        self.meter.add(meter.nodes());
        if rest.len() < plies as usize {
            line.extend(rest);
        }
        line
    }
}
