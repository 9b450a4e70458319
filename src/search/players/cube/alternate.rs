//! Alternates between two proof searches: for our win and for the opponent's.

use super::player::CubeSearch;
use super::root_moves::Outlook;
use crate::game::Square;
use crate::search::budget::ReportTimer;
use crate::search::proof::bits::Bits;
use crate::search::proof::cube::board::Cube;
use crate::search::proof::cube::tree::Proof;
use crate::search::task::{Line, Score};

/// Nodes of a slice of one of the two proof searches. At most one of them can
/// succeed, and the other would use any number of nodes: so only the slices of
/// the search with the smaller proof number grow.
const SLICE: u64 = 20_000;
/// The maximum number of nodes that a slice grows to.
const MAX_SLICE: u64 = 1_000_000;

impl<C: Cube> CubeSearch<'_, '_, '_, C> {
    /// Searches for a proof that we win and for one that the opponent wins, in
    /// turn, until both have failed or the search must stop. Returns a line
    /// that is proven to win.
    pub(crate) fn prove(&mut self) -> Option<Line> {
        let own = Self::with_x_attacking(&self.position, self.side);
        let known = self.player.provers[self.side.index()].probe(&own);
        // With `searchmoves` the proof could begin with an excluded move.
        let mut tries_win = self.task.has_all_moves();
        if tries_win && matches!(known, Some(Proof::Proven(_))) {
            return self.proven_line();
        }
        let mut tries_loss = true;
        let (mut own_pn, mut opponent_pn) = (0, 0);
        let mut long_slice = SLICE;
        let mut timer = ReportTimer::new(self.task.stop.elapsed());
        while (tries_win || tries_loss) && self.meter.poll() && !self.task.stop.requested() {
            let slice = |is_ahead| if is_ahead { long_slice } else { SLICE };
            if tries_win {
                let nodes = slice(own_pn < opponent_pn || !tries_loss);
                let prover = &mut self.player.provers[self.side.index()];
                let proof = prover.prove(&own, nodes, self.meter);
                self.seldepth = self.seldepth.max(prover.deepest);
                match proof {
                    Proof::Proven(_) => return self.proven_line(),
                    Proof::Unknown(pn) if !prover.full => own_pn = pn,
                    _ => tries_win = false,
                }
            }
            if tries_loss {
                match self.prove_loss(slice(opponent_pn < own_pn || !tries_win)) {
                    Some(pn) => opponent_pn = pn,
                    None => {
                        tries_loss = false;
                        self.update_candidates();
                        if self.all_moves_lose() {
                            return None;
                        }
                    }
                }
            }
            long_slice = (2 * long_slice).min(MAX_SLICE);
            if timer.is_due(self.task.stop.elapsed()) {
                self.update_candidates();
                let report = self.report(None);
                (self.task.report)(&report);
            }
        }
        None
    }

    /// Continues the proof that the opponent wins, for `nodes` nodes. Returns
    /// its proof number; `None` once it is proven, has failed, or is out of
    /// memory.
    fn prove_loss(&mut self, nodes: u64) -> Option<u32> {
        let replies = C::Board::from_set(self.open_moves());
        let position = Self::with_x_attacking(&self.position, !self.side);
        let prover = &mut self.player.provers[(!self.side).index()];
        let proof = prover.prove_all(&position, replies, nodes, self.meter);
        self.seldepth = self.seldepth.max(prover.deepest);
        match proof {
            Proof::Unknown(pn) if !prover.full => Some(pn),
            _ => None,
        }
    }

    /// Copies the findings of both proof searches to the candidates.
    pub(crate) fn update_candidates(&mut self) {
        let own = Self::with_x_attacking(&self.position, self.side);
        let moves = self.player.provers[self.side.index()].moves(&own);
        for i in 0..self.candidates.len() {
            let square = self.candidates[i].square;
            if let Some(&(_, pn, plies)) = moves.iter().find(|&&(other, ..)| other == square) {
                self.candidates[i].own_pn = Some(pn);
                self.candidates[i].win_plies = (pn == 0).then_some(plies);
            }
            let after = Self::with_x_attacking(&self.after(square), !self.side);
            let prover = &self.player.provers[(!self.side).index()];
            match prover.probe(&after) {
                Some(Proof::Proven(plies)) if self.candidates[i].outlook == Outlook::Open => {
                    self.candidates[i].outlook = Outlook::Loses(plies + 1);
                }
                Some(Proof::Failed) => self.candidates[i].opponent_pn = Some(u32::MAX),
                Some(Proof::Unknown(pn)) => self.candidates[i].opponent_pn = Some(pn),
                _ => {}
            }
        }
    }

    /// The line of our finished proof, to the end of the forced win in which it
    /// ends. It takes no more plies than the proof states, and is found with
    /// nodes beyond the budget.
    pub(crate) fn proven_line(&mut self) -> Option<Line> {
        let own = Self::with_x_attacking(&self.position, self.side);
        let prover = &self.player.provers[self.side.index()];
        let (first, plies) = prover.soonest_move(&own)?;
        let mut line = self.winning_line(first, plies.min(self.empty()));
        let mut meter = self.extra_meter();
        line.pv = self.player.line_of_proof(self.side, own, &mut meter);
        self.meter.add(meter.nodes());
        Some(line)
    }

    /// A line that wins within `plies` plies, of which only the first move is
    /// known.
    pub(crate) fn winning_line(&self, square: usize, plies: u32) -> Line {
        Line::new(Score::Win(plies), false, vec![Square::new(square)])
    }
}
