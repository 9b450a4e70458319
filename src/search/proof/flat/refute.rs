//! Refuting: proof that the attacker cannot force a line, by pairings and must-play regions.

use super::bits::Bits;
use super::frame::{ATTACKER, DEFENDER, Frame};
use super::layout::Line;
use super::node::{Choice, Probed, Visit};
use super::order::{SPOILING, TESTING, Weights};
use super::pairing::Conflict;
use super::query::{Aim, Answer, Query};

const AIM: Aim = Aim::Refute;

impl<W: Bits> Query<'_, W> {
    /// The attacker is to move, and every move of it must be refuted.
    pub(super) fn refute_attack(&mut self, frame: &Frame<W>, budget: u32) -> Answer<W> {
        let (visit, probe, _) = match self.begin_to_refute(frame, ATTACKER, budget) {
            Ok(begun) => begun,
            Err(answer) => return answer,
        };
        // Extra stones never hurt: if the attacker wins after a pass, it wins; and if it does not,
        // only moves inside the zone of that refutation can make a difference.
        let zone = match self.refute_defend(frame, budget) {
            Answer::Fail(zone) => zone,
            answer => return self.store(&probe, &visit, answer, None),
        };
        let weights = &mut Weights::of(frame, self.stack, &TESTING);
        self.try_moves(frame, &visit, &probe, Choice { must: zone, zone, open: false, weights })
    }

    /// The defender is to move, and one good move is enough.
    pub(super) fn refute_defend(&mut self, frame: &Frame<W>, budget: u32) -> Answer<W> {
        let (visit, probe, conflict) = match self.begin_to_refute(frame, DEFENDER, budget) {
            Ok(begun) => begun,
            Err(answer) => return answer,
        };
        // What the attacker threatens if the defender passes narrows the choice.
        let (mut must, zone) = match self.force_attack(frame, 0) {
            Answer::Win(zone) => (zone, zone),
            Answer::Fail(zone) => return self.store(&probe, &visit, Answer::Fail(zone), None),
            Answer::Open => (frame.empty(self.layout), W::EMPTY),
        };
        let weights = &mut Weights::of(frame, self.stack, &SPOILING);
        if budget > 1 {
            self.rank_by_deficit(frame, must, weights);
        }
        let mut open = false;
        if budget == 1 {
            // Only a stone among the lines in conflict can make a pairing possible.
            open = must & conflict.core != must;
            must &= conflict.core;
        }
        self.try_moves(frame, &visit, &probe, Choice { must, zone, open, weights })
    }

    /// Begins the visit of a node, unless the rules, a pairing or the table have the answer, or
    /// there is little hope of one. Tells why there is no pairing.
    #[inline(always)]
    fn begin_to_refute(
        &mut self,
        frame: &Frame<W>,
        mover: usize,
        budget: u32,
    ) -> Result<(Visit, Probed<W>, Conflict<W>), Answer<W>> {
        let visit = self.begin(frame, mover, AIM, budget)?;
        let lines = frame.lines(self.stack, ATTACKER);
        let conflict = match self.pairing.find(lines) {
            Ok(zone) => return Err(Answer::Fail(zone)),
            Err(conflict) => conflict,
        };
        if hopeless(conflict.deficit, budget) {
            let zone = outweighed(lines, u32::from(mover == ATTACKER));
            return Err(zone.map_or(Answer::Open, Answer::Fail));
        }
        let probe = self.probe(frame, mover, AIM, budget);
        match probe.answer {
            Some(answer) => Err(answer),
            None => Ok((visit, probe, conflict)),
        }
    }

    /// Ranks the heaviest moves of the defender by how far the position after them is from a
    /// pairing, and all others behind them.
    fn rank_by_deficit(&mut self, frame: &Frame<W>, moves: W, weights: &mut Weights) {
        let lines = frame.lines(self.stack, ATTACKER);
        let mut rest = moves;
        let mut ranked = [(0, 0); RANKED];
        for slot in &mut ranked {
            if rest.is_empty() {
                break;
            }
            let square = weights.heaviest(rest);
            rest &= !W::of(square);
            let found = self.pairing.find_without(lines, W::of(square));
            *slot = (square, 1 + found.map_or_else(|conflict| conflict.deficit.min(200), |_| 0));
        }
        for square in rest.members() {
            weights.rank(square, 255);
        }
        for (square, rank) in ranked {
            if rank > 0 {
                weights.rank(square, rank);
            }
        }
    }
}

/// How many moves of the defender are tried out to rank them. On 7,7,5: all 72,500 nodes, 0.36 s;
/// 12: 74,000 nodes, 0.15 s; 6: 78,700 nodes, 0.11 s; 4: 88,000 nodes, 0.11 s.
const RANKED: usize = 6;

/// Budgets from here on are taken literally, so that the last iteration is a complete search.
pub(super) const COMPLETE: u32 = 122;

/// Whether that many squares are too many to make good with that many moves. Measured on 7,7,5:
/// of the searches beyond this bound not one in twenty succeeds, and they were 7/8 of the work.
fn hopeless(deficit: u32, budget: u32) -> bool {
    budget == 0 || (deficit > 3 + budget * 5 / 2 && budget < COMPLETE)
}

/// The criterion of Erdős and Selfridge (1973): each line open to the attacker
/// weighs 2^-missing. If all together weigh less than 1, a defender who moves
/// first and always takes the heaviest square leaves no line; if less than 1/2,
/// also after a `tempo` of the attacker. The zone is all of the lines, which is
/// why this is asked last: asked before the moves are tried, it takes 5,5,4 from
/// 22,300 nodes to 48,000.
fn outweighed<W: Bits>(lines: &[Line<W>], tempo: u32) -> Option<W> {
    let weight: u64 = lines.iter().map(|line| 1 << (32 - line.squares.len())).sum();
    let zone = || lines.iter().fold(W::EMPTY, |set, line| set | line.squares);
    (weight < 1 << (32 - tempo)).then(zone)
}
