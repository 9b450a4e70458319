//! Proves that the attacker cannot force a line, by pairings and must-play
//! regions.

use super::node::{Choice, Probed, Visit};
use super::query::{Aim, Answer, Query};
use crate::search::proof::bits::Bits;
use crate::search::proof::flat::board::{
    ATTACKER, Conflict, DEFENDER, Frame, OpenLine, SPOILING, TESTING, Weights,
};

const AIM: Aim = Aim::Refute;

impl<W: Bits> Query<'_, W> {
    /// The attacker is to move, and all its moves must be refuted.
    pub(crate) fn refute_attack(&mut self, frame: &Frame<W>, free_moves: u32) -> Answer<W> {
        let (visit, probe, _) = match self.begin_to_refute(frame, ATTACKER, free_moves) {
            Ok(begun) => begun,
            Err(answer) => return answer,
        };
        // Extra stones never hurt: if the attacker wins after a pass, it wins;
        // and if it does not, only moves inside the zone of that refutation can
        // win.
        let zone = match self.after_pass(|query| query.refute_defend(frame, free_moves)) {
            Answer::NoWin(zone) => zone,
            answer => return self.store(&probe, &visit, answer, None),
        };
        let weights = &mut Weights::of(frame, self.stack, &TESTING);
        self.try_moves(
            frame,
            &visit,
            &probe,
            Choice { must_play: zone, zone, unsettled: false, weights },
        )
    }

    /// The defender is to move, and one move that refutes is enough.
    pub(crate) fn refute_defend(&mut self, frame: &Frame<W>, free_moves: u32) -> Answer<W> {
        let (visit, probe, conflict) = match self.begin_to_refute(frame, DEFENDER, free_moves) {
            Ok(begun) => begun,
            Err(answer) => return answer,
        };
        // Only moves inside the zone of a threat of the attacker can parry it.
        let (mut must_play, zone) = match self.force_attack(frame, 0) {
            Answer::Win(zone) => (zone, zone),
            Answer::NoWin(zone) => return self.store(&probe, &visit, Answer::NoWin(zone), None),
            Answer::Unknown => (frame.empty(self.layout), W::EMPTY),
        };
        let weights = &mut Weights::of(frame, self.stack, &SPOILING);
        if free_moves > 1 {
            self.rank_by_deficit(frame, must_play, weights);
        }
        let mut unsettled = false;
        if free_moves == 1 {
            // Only a stone on a line in conflict can make a pairing possible.
            unsettled = must_play & conflict.squares != must_play;
            must_play &= conflict.squares;
        }
        self.try_moves(frame, &visit, &probe, Choice { must_play, zone, unsettled, weights })
    }

    /// Begins the visit of a node, unless the static rules, a pairing or the
    /// table have the answer, or a refutation is unlikely. Also returns the
    /// conflict that prevents a pairing.
    #[inline(always)]
    fn begin_to_refute(
        &mut self,
        frame: &Frame<W>,
        mover: usize,
        free_moves: u32,
    ) -> Result<(Visit, Probed<W>, Conflict<W>), Answer<W>> {
        let visit = self.begin(frame, mover, AIM, free_moves)?;
        let lines = frame.lines(self.stack, ATTACKER);
        let conflict = match self.pairing.find(lines) {
            Ok(zone) => return Err(Answer::NoWin(zone)),
            Err(conflict) => conflict,
        };
        if hopeless(conflict.deficit, free_moves, self.layout.squares() as u32) {
            let zone = outweighed(lines, u32::from(mover == ATTACKER));
            return Err(zone.map_or(Answer::Unknown, Answer::NoWin));
        }
        let probe = self.probe(frame, mover, AIM, free_moves);
        match probe.answer {
            Some(answer) => Err(answer),
            None => Ok((visit, probe, conflict)),
        }
    }

    /// Ranks the heaviest moves of the defender by the deficit of the pairing
    /// after them, and all other moves behind them.
    fn rank_by_deficit(&mut self, frame: &Frame<W>, moves: W, weights: &mut Weights) {
        if self.pairing.find(frame.lines(self.stack, ATTACKER)).is_ok() {
            return;
        }
        let mut rest = moves;
        let mut ranked = [(0, 0); RANKED];
        for slot in &mut ranked {
            if rest.is_empty() {
                break;
            }
            let square = weights.heaviest(rest);
            rest &= !W::of(square);
            *slot = (square, 1 + self.pairing.deficit_without(square).min(200));
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

/// The moves of the defender that are ranked by deficit. Measured on 8,7,5:
///
/// | moves | nodes | seconds |
/// |---|---|---|
/// | 4 | 2,280,000 | 4.8 |
/// | 8 | 2,250,000 | 6.0 |
const RANKED: usize = 4;

/// With this many free moves or more no node is given up as [`hopeless`], so
/// that the last iteration is a complete search.
pub(crate) const COMPLETE: u32 = 122;

/// Whether the deficit of squares is too large for a refutation with that many
/// free moves to be likely. Measured on 8,7,5: with a limit of 2 + 1 for each free move
/// there is no end in sight, with 3 + 2.5, 6 + 4 and 20 + 10 it takes 7.2, 1.9 and 3.2
/// million nodes. On 5,5,4 these numbers are 3 + 2.5: 22,000, 6 + 4: 104,000.
fn hopeless(deficit: u32, free_moves: u32, squares: u32) -> bool {
    let limit = (squares / 8).min(6) + free_moves * squares.min(40) / 10;
    free_moves == 0 || (deficit > limit && free_moves < COMPLETE)
}

/// The criterion of Erdős and Selfridge (1973): each line open to the attacker
/// weighs 2^-missing. If their total is less than 1, a defender who moves first
/// and always takes the heaviest square prevents every line; if less than 1/2,
/// also if the attacker moves first (`tempo` 1). The zone consists of all
/// lines, so this test is the last resort: used before the moves are tried, it
/// takes 5,5,4 from 22,300 nodes to 48,000.
fn outweighed<W: Bits>(lines: &[OpenLine<W>], tempo: u32) -> Option<W> {
    let weight: u64 = lines.iter().map(|line| 1 << (32 - line.squares.len())).sum();
    let zone = || lines.iter().fold(W::EMPTY, |set, line| set | line.squares);
    (weight < 1 << (32 - tempo)).then(zone)
}
