//! The proof searches for both sides in turn.

use super::bits::Bits;
use super::dfpn::Proof;
use super::geometry::Cube;
use super::player::Search;
use super::root_moves::Outlook;
use crate::game::Square;
use crate::search::{Line, ReportTimer, Score};

/// Nodes of a turn of the two proof searches, that we win and that the opponent
/// does. Only one can succeed, and the other takes whatever it is given: so
/// turns of the one whose proof number is smaller grow.
const SLICE: u64 = 20_000;
/// To so many nodes.
const LONGEST_SLICE: u64 = 1_000_000;

impl<C: Cube> Search<'_, '_, '_, C> {
    /// Looks for a proof that we win, and in turn for one that the opponent
    /// does, until both are out of reach or the time is over. A line that is
    /// proven to win.
    pub(super) fn prove(&mut self) -> Option<Line> {
        let own = Self::seen_by(&self.position, self.side);
        let known = self.player.provers[self.side.index()].known(&own);
        // A proof may not use moves that are not to be considered.
        let mut attacks = self.task.has_all_moves();
        if attacks && matches!(known, Some(Proof::Proven(_))) {
            return self.proven_line();
        }
        let mut defends = true;
        let (mut near, mut far) = (0, 0);
        let mut long = SLICE;
        let mut timer = ReportTimer::new(self.task.stop.elapsed());
        while (attacks || defends) && self.meter.poll() && !self.task.stop.requested() {
            let turn = |nearer| if nearer { long } else { SLICE };
            if attacks {
                let nodes = turn(near < far || !defends);
                let prover = &mut self.player.provers[self.side.index()];
                let proof = prover.prove(&own, nodes, self.meter);
                self.seldepth = self.seldepth.max(prover.deepest);
                match proof {
                    Proof::Proven(_) => return self.proven_line(),
                    Proof::Unknown(pn) if !prover.full => near = pn,
                    _ => attacks = false,
                }
            }
            if defends {
                match self.defend(turn(far < near || !attacks)) {
                    Some(pn) => far = pn,
                    None => {
                        defends = false;
                        self.take_over();
                        if self.lost() {
                            return None;
                        }
                    }
                }
            }
            long = (2 * long).min(LONGEST_SLICE);
            if timer.is_due(self.task.stop.elapsed()) {
                self.take_over();
                let report = self.report(None);
                (self.task.report)(&report);
            }
        }
        None
    }

    /// Looks for a proof that the opponent wins, for so many nodes. The proof
    /// number; `None` when there is no more to do.
    fn defend(&mut self, nodes: u64) -> Option<u32> {
        let replies = C::Board::from_set(self.open_moves());
        let position = Self::seen_by(&self.position, !self.side);
        let prover = &mut self.player.provers[(!self.side).index()];
        let proof = prover.prove_all(&position, replies, nodes, self.meter);
        self.seldepth = self.seldepth.max(prover.deepest);
        match proof {
            Proof::Unknown(pn) if !prover.full => Some(pn),
            _ => None,
        }
    }

    /// Takes over what the proof searches know of each move.
    pub(super) fn take_over(&mut self) {
        let own = Self::seen_by(&self.position, self.side);
        let moves = self.player.provers[self.side.index()].moves(&own);
        for i in 0..self.candidates.len() {
            let square = self.candidates[i].square;
            if let Some(&(_, pn, plies)) = moves.iter().find(|&&(at, ..)| at == square) {
                self.candidates[i].attack = Some(pn);
                self.candidates[i].wins = (pn == 0).then_some(plies);
            }
            let after = Self::seen_by(&self.after(square), !self.side);
            let prover = &self.player.provers[(!self.side).index()];
            match prover.known(&after) {
                Some(Proof::Proven(plies)) if self.candidates[i].outlook == Outlook::Open => {
                    self.candidates[i].outlook = Outlook::Loses(plies + 1);
                }
                Some(Proof::Failed) => self.candidates[i].defence = Some(u32::MAX),
                Some(Proof::Unknown(pn)) => self.candidates[i].defence = Some(pn),
                _ => {}
            }
        }
    }

    /// The line of a proof that was found, to its end in a forced win: no
    /// longer than the proof says, and with nodes of its own.
    pub(super) fn proven_line(&mut self) -> Option<Line> {
        let own = Self::seen_by(&self.position, self.side);
        let prover = &self.player.provers[self.side.index()];
        let (first, plies) = prover.soonest(&own)?;
        let mut line = self.proven(first, plies.min(self.empty()));
        let mut meter = self.granted();
        line.pv = self.player.line_of_proof(self.side, own, &mut meter);
        self.meter.add(meter.nodes());
        Some(line)
    }

    pub(super) fn proven(&self, square: usize, plies: u32) -> Line {
        Line::new(Score::Win(plies), false, vec![Square::new(square)])
    }
}
