//! Chooses among moves that all lose the one that gives the opponent the most
//! chances to err. The model of the opponent plays moves with a high line value
//! and sees short wins only.

use std::cmp::Reverse;

use super::player::{CubePlayer, CubeSearch, SAFETY_NODES};
use super::root_moves::{OBVIOUS_PLIES, chance_by_length, line_value, sort_moves};
use crate::game::Side;
use crate::search::budget::Meter;
use crate::search::proof::bits::Bits;
use crate::search::proof::cube::board::{ATTACKER, Cube, CubePosition, DEFENDER};
use crate::search::proof::cube::forced::{Danger, ForcingResult, Threat};
use crate::search::proof::cube::tree::Proof;
use crate::search::task::sorting::sort_by_key;

/// Moves whose remaining wins are searched for.
const CLOSE_LOOKS: usize = 6;
/// The opponent's replies to each of them that are searched: those with the
/// highest line values.
const CLOSE_REPLIES: usize = 8;
/// Nodes to prove that the opponent still wins after a reply. A win that is not
/// proven within them counts as thrown away.
const PROOF_NODES: u64 = 4_000;

/// The chance of an event that is certain, in thousandths.
const CERTAIN: u32 = 1000;

impl<C: Cube> CubeSearch<'_, '_, '_, C> {
    /// Estimates for each candidate, all of which lose, the chance that the
    /// opponent throws its win away: first from the threats that the candidate
    /// makes, then, for the best candidates, from the opponent's remaining wins
    /// after likely replies.
    pub(crate) fn swindle(&mut self) {
        for i in 0..self.candidates.len() {
            let square = self.candidates[i].square;
            let after = Self::with_x_attacking(&self.after(square), self.side);
            match self.player.chance_to_overlook(&after, self.side, self.meter) {
                Some(chance) => self.candidates[i].chance = chance,
                None => return,
            }
        }
        sort_moves(&mut self.candidates, self.side);
        for i in 0..self.candidates.len() {
            self.candidates[i].chance = match self.candidates[i].plies_to_loss() {
                plies if i < CLOSE_LOOKS && plies > OBVIOUS_PLIES => {
                    let square = self.candidates[i].square;
                    let after = Self::with_x_attacking(&self.after(square), !self.side);
                    self.player.chance_to_err(&after, !self.side, self.meter).unwrap_or(0)
                }
                _ => 0,
            };
        }
    }
}

impl<C: Cube> CubePlayer<C> {
    /// The chance that the defender, to move, overlooks the forced wins that
    /// `side`, the attacker, threatens with its last move; `None` if the meter
    /// stopped the search.
    fn chance_to_overlook(
        &mut self,
        after: &CubePosition<C>,
        side: Side,
        meter: &mut Meter<'_>,
    ) -> Option<u32> {
        if !meter.poll() {
            return None;
        }
        if after.threats(DEFENDER) != 0 {
            return Some(0);
        }
        let defence = &mut self.provers[side.index()].defence;
        defence.begin();
        let Threat::Wins(sequence) = defence.threat(after, &Danger::Unknown, meter) else {
            return Some(0);
        };
        let found = defence.survivors(after, sequence, |_| false, meter);
        let is_error = |square| if found.replies.has(square) { 0 } else { CERTAIN };
        let replies = replies(after, DEFENDER).into_iter();
        found
            .complete
            .then(|| average(replies.map(|(line_value, square)| (line_value, is_error(square)))))
    }

    /// The chance that `side`, the attacker and to move, throws its win away;
    /// `None` if the meter stopped the search.
    fn chance_to_err(
        &mut self,
        position: &CubePosition<C>,
        side: Side,
        meter: &mut Meter<'_>,
    ) -> Option<u32> {
        if position.threats(ATTACKER) != 0 {
            return Some(0);
        }
        let mut chances = Vec::new();
        for (line_value, reply) in replies(position, ATTACKER).into_iter().take(CLOSE_REPLIES) {
            let after = position.after(self.geometry, ATTACKER, reply);
            let chance =
                self.plies_still_won(&after, side, meter).map_or(CERTAIN, chance_by_length);
            chances.push((line_value, chance));
            if !meter.poll() {
                return None;
            }
        }
        Some(average(chances.into_iter()))
    }

    /// The number of plies within which `side`, the attacker, wins after its
    /// last move; `None` if that is not proven within `PROOF_NODES`.
    fn plies_still_won(
        &mut self,
        after: &CubePosition<C>,
        side: Side,
        meter: &mut Meter<'_>,
    ) -> Option<u32> {
        if let ForcingResult::Win(_) = self.forcing.search(after, DEFENDER, SAFETY_NODES, meter) {
            return None;
        }
        let prover = &mut self.provers[side.index()];
        prover.defence.begin();
        let threat = prover.defence.threat(after, &Danger::None, meter);
        let Threat::Wins(sequence) = threat else { return None };
        let found = prover.defence.survivors(after, sequence, |_| false, meter);
        if !found.complete {
            return None;
        }
        if found.replies.is_empty() {
            return Some(found.plies + 1);
        }
        match prover.prove_all(after, found.replies, PROOF_NODES, meter) {
            Proof::Proven(plies) => Some(plies.max(found.plies + 1)),
            _ => None,
        }
    }
}

/// The moves of a side with their line values, the best first. If the other
/// side threatens to complete a line, only the blocks.
fn replies<C: Cube>(position: &CubePosition<C>, side: Side) -> Vec<(i32, usize)> {
    let geometry = C::geometry();
    let blocks = position.completions(geometry, !side);
    let squares = if blocks.is_empty() { position.empty(geometry) } else { blocks };
    let with_value = |square| (line_value(position, side, square), square);
    let mut replies: Vec<(i32, usize)> = squares.members().map(with_value).collect();
    sort_by_key(&mut replies, |&(line_value, square)| (Reverse(line_value), square));
    replies
}

/// The average of the chances after replies, weighted by their line values.
fn average(replies: impl Iterator<Item = (i32, u32)>) -> u32 {
    let (mut all, mut sum) = (0u64, 0u64);
    for (line_value, chance) in replies {
        let weight = line_value.max(1) as u64;
        all += weight;
        sum += weight * u64::from(chance);
    }
    sum.checked_div(all).unwrap_or(0) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::search::proof::cube::board::Cube4;
    use crate::search::proof::cube::forced::ForcingSearch;
    use crate::search::proof::cube::testing::{random_position, unlimited};
    use crate::search::proof::cube::tree::Prover;

    /// Random positions with X to move.
    fn positions(seed: u64) -> impl Iterator<Item = CubePosition<Cube4>> {
        let mut random = Random::new(seed);
        std::iter::repeat_with(move || random_position(8 + 2 * random.below(5), &mut random))
            .flatten()
            .map(|(position, _)| position)
    }

    fn has_forced_win(position: &CubePosition<Cube4>, side: Side) -> bool {
        let mut forcing = ForcingSearch::default();
        unlimited(|meter| {
            matches!(forcing.search(position, side, u64::MAX, meter), ForcingResult::Win(_))
        })
    }

    /// The chance to overlook a threat is the share, weighted by line value, of
    /// the replies that lose to a forced win.
    #[test]
    fn replies_that_overlook_a_threat_lose_by_force() {
        let mut player = CubePlayer::<Cube4>::default();
        let geometry = Cube4::geometry();
        let mut between = 0;
        for position in positions(21).take(400) {
            let Some(square) = (position.pairs(ATTACKER) != 0)
                .then(|| position.empty(geometry).members().next())
                .flatten()
            else {
                continue;
            };
            let after = position.after(geometry, ATTACKER, square);
            if has_forced_win(&after, DEFENDER) {
                continue;
            }
            let found = unlimited(|meter| player.chance_to_overlook(&after, ATTACKER, meter));
            let (mut all, mut lost) = (0, 0);
            for (line_value, reply) in replies(&after, DEFENDER) {
                all += line_value.max(1);
                let loses = has_forced_win(&after.after(geometry, DEFENDER, reply), ATTACKER);
                lost += if loses { line_value.max(1) } else { 0 };
            }
            assert_eq!(found, Some((1000 * i64::from(lost) / i64::from(all)) as u32), "{after:?}");
            between += i32::from(lost > 0 && lost < all);
        }
        assert!(between > 20, "{between} threats that can be parried");
    }

    /// Where the opponent counts as still winning, a new prover proves its win
    /// after every reply.
    #[test]
    fn wins_that_remain_are_proven_again() {
        let mut player = CubePlayer::<Cube4>::default();
        let geometry = Cube4::geometry();
        let (mut won, mut quiet) = (0, 0);
        for position in positions(22) {
            let Some((_, square)) = replies(&position, ATTACKER).first().copied() else { continue };
            let after = position.after(geometry, ATTACKER, square);
            let found = unlimited(|meter| player.plies_still_won(&after, ATTACKER, meter));
            let Some(plies) = found.filter(|_| position.threats(ATTACKER) == 0) else { continue };
            for (_, reply) in replies(&after, DEFENDER) {
                let answered = after.after(geometry, DEFENDER, reply);
                if has_forced_win(&answered, ATTACKER) {
                    continue;
                }
                quiet += 1;
                let proof = unlimited(|meter| Prover::default().prove(&answered, u64::MAX, meter));
                assert!(matches!(proof, Proof::Proven(_)), "{plies} plies: {answered:?}");
            }
            won += 1;
            if won >= 40 && quiet >= 20 {
                break;
            }
        }
    }
}
