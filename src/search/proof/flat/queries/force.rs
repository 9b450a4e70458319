//! Proves that the attacker wins, by forcing sequences and must-play regions.
//!
//! The search is limited by `free_moves`, the number of moves on a path that
//! the defender may choose freely. With none left the attacker must threaten
//! to complete a line with every stone (a sequence of *fours*); with one, a
//! single quiet move is allowed that threatens such a sequence (a *three*),
//! and so on.

use super::node::Choice;
use super::query::{Aim, Answer, Query};
use crate::search::proof::bits::Bits;
use crate::search::proof::flat::board::{ATTACKER, DEFENDER, FORCING, Frame, Weights};

const AIM: Aim = Aim::Force;

impl<W: Bits> Query<'_, W> {
    /// The attacker is to move, and one winning move is enough.
    pub(crate) fn force_attack(&mut self, frame: &Frame<W>, free_moves: u32) -> Answer<W> {
        let visit = match self.begin(frame, ATTACKER, AIM, free_moves) {
            Ok(visit) => visit,
            Err(answer) => return answer,
        };
        let lines = frame.lines(self.stack, ATTACKER);
        if lines.is_empty() {
            return Answer::NoWin(W::EMPTY);
        }
        // With few quiet moves left, only lines that miss few squares matter;
        // in the last iteration all moves are tried.
        let near = lines.iter().filter(|l| l.squares.len() <= free_moves + 2);
        let moves = near.fold(W::EMPTY, |set, l| set | l.squares);
        if moves.is_empty() {
            return Answer::Unknown;
        }
        let probe = self.probe(frame, ATTACKER, AIM, free_moves);
        if let Some(answer) = probe.answer {
            return answer;
        }
        if free_moves > 0
            && let Ok(zone) = self.pairing.find(lines)
        {
            return self.store(&probe, &visit, Answer::NoWin(zone), None);
        }
        let complete = free_moves as usize > self.layout.squares();
        let weights = &mut Weights::of(frame, self.stack, &FORCING);
        let choice = Choice {
            must_play: if complete { frame.empty(self.layout) } else { moves },
            zone: W::EMPTY,
            unsettled: !complete,
            weights,
        };
        self.try_moves(frame, &visit, &probe, choice)
    }

    /// The defender is to move, and all its moves must lose.
    pub(crate) fn force_defend(&mut self, frame: &Frame<W>, free_moves: u32) -> Answer<W> {
        let visit = match self.begin(frame, DEFENDER, AIM, free_moves) {
            Ok(visit) => visit,
            Err(answer) => return answer,
        };
        if free_moves == 0 {
            return Answer::Unknown;
        }
        let probe = self.probe(frame, DEFENDER, AIM, free_moves);
        if let Some(answer) = probe.answer {
            return answer;
        }
        // A pass must lose too, and only moves inside the zone of that win can
        // do better.
        let zone = match self.after_pass(|query| query.force_attack(frame, free_moves - 1)) {
            Answer::Win(zone) => zone,
            answer => return self.store(&probe, &visit, answer, None),
        };
        let weights = &mut Weights::of(frame, self.stack, &FORCING);
        self.try_moves(
            frame,
            &visit,
            &probe,
            Choice { must_play: zone, zone, unsettled: false, weights },
        )
    }
}
