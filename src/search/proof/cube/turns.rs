//! The proof searches for both sides in turn, and the line of a proof that was
//! found.

use super::bits::Bits;
use super::choice::Fate;
use super::dfpn::Proof;
use super::forcing::{Forcing, Verdict};
use super::geometry::Cube;
use super::player::{SAFETY, Search};
use super::position::Position;
use super::{ATTACKER, DEFENDER};
use crate::game::Square;
use crate::search::{Line, Meter, REPORT_INTERVAL, Score};

/// Nodes of a turn of the two proof searches, that we win and that the opponent
/// does. Only one can succeed, and the other takes whatever it is given: so
/// turns of the one whose proof number is smaller grow.
const TURN: u64 = 20_000;
/// To so many nodes.
const LONGEST_TURN: u64 = 1_000_000;

impl<C: Cube> Search<'_, '_, '_, C> {
    /// Looks for a proof that we win, and in turn for one that the opponent
    /// does, until both are out of reach or the time is over. A line that is
    /// proven to win.
    pub(super) fn prove(&mut self) -> Option<Line> {
        let own = Self::seen_by(&self.position, self.side);
        let known = self.player.provers[self.side.index()].known(&own);
        // A proof may not use moves that are not to be considered.
        let mut attacks = self.has_all_moves();
        if attacks && matches!(known, Some(Proof::Proven(_))) {
            return self.proven_line();
        }
        let mut defends = true;
        let (mut near, mut far) = (0, 0);
        let mut long = TURN;
        let mut told = self.task.stop.elapsed();
        while (attacks || defends) && self.meter.look() && !self.task.stop.requested() {
            let turn = |nearer| if nearer { long } else { TURN };
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
            long = (2 * long).min(LONGEST_TURN);
            if self.task.stop.elapsed() - told > REPORT_INTERVAL {
                told = self.task.stop.elapsed();
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
        let open = self.candidates.iter().filter(|candidate| candidate.fate == Fate::Open);
        let replies =
            open.fold(C::Board::EMPTY, |set, candidate| set | C::Board::of(candidate.square));
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
                Some(Proof::Proven(plies)) if self.candidates[i].fate == Fate::Open => {
                    self.candidates[i].fate = Fate::Loses(plies + 1);
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
        let mut meter = self.granted();
        let prover = &self.player.provers[self.side.index()];
        let mut position = Self::seen_by(&self.position, self.side);
        let soonest = |position: &Position<C>| {
            let moves = prover.moves(position).into_iter();
            moves.filter(|&(_, pn, _)| pn == 0).min_by_key(|&(square, _, plies)| (plies, square))
        };
        let (first, _, plies) = soonest(&position)?;
        let mut line = self.proven(first, plies.min(self.empty()));
        line.pv.clear();
        while let Some((square, _, plies)) = soonest(&position) {
            line.pv.push(Square::new(square));
            position.play(self.player.geometry, ATTACKER, square);
            let longest = |reply: usize| {
                let after = position.after(self.player.geometry, DEFENDER, reply);
                match prover.known(&after) {
                    Some(Proof::Proven(plies)) => Some((plies, reply)),
                    _ => None,
                }
            };
            let replies = position.empty(self.player.geometry).members();
            let Some((_, reply)) = replies.filter_map(longest).max() else {
                let forcing = &mut self.player.forcing;
                let forced = Self::forced_line(forcing, &position, plies, &mut meter);
                line.pv.extend(forced.into_iter().map(Square::new));
                break;
            };
            line.pv.push(Square::new(reply));
            position.play(self.player.geometry, DEFENDER, reply);
        }
        self.meter.add(meter.nodes());
        Some(line)
    }

    /// The reply of the defender after which a forced win takes longest, and
    /// that win. With the move before it takes no more than so many plies: the
    /// sequence that is found may be longer than the one that was proven.
    fn forced_line(
        forcing: &mut Forcing<C>,
        position: &Position<C>,
        plies: u32,
        meter: &mut Meter<'_>,
    ) -> Vec<usize> {
        let geometry = C::geometry();
        let mut longest = Vec::new();
        for reply in position.empty(geometry).members() {
            let after = position.after(geometry, DEFENDER, reply);
            let verdict = forcing.search(&after, ATTACKER, SAFETY, meter);
            if let Verdict::Win(sequence) = verdict
                && sequence.plies() as usize >= longest.len()
                && sequence.plies() + 2 <= plies
            {
                longest = sequence.line(geometry, &after, ATTACKER);
                longest.insert(0, reply);
            }
        }
        longest
    }

    pub(super) fn proven(&self, square: usize, plies: u32) -> Line {
        let score = Score::Win(plies);
        Line { score, wdl: score.certain_wdl(), exact: false, pv: vec![Square::new(square)] }
    }
}
