//! Forcing: proof that the attacker wins, by forcing sequences and must-play regions.
//!
//! The budget is the number of moves on a path that the defender may choose freely. With none left
//! the attacker must threaten to complete a line with every stone (a sequence of *fours*); with one,
//! a single quiet move is allowed that threatens such a sequence (a *three*), and so on.

use super::bits::Bits;
use super::frame::{ATTACKER, DEFENDER, Frame};
use super::node::Choice;
use super::order::{FORCING, Weights};
use super::query::{Aim, Answer, Query};

const AIM: Aim = Aim::Force;

impl<W: Bits> Query<'_, W> {
    /// The attacker is to move, and one good move is enough.
    pub(super) fn force_attack(&mut self, frame: &Frame<W>, budget: u32) -> Answer<W> {
        let visit = match self.begin(frame, ATTACKER, AIM, budget) {
            Ok(visit) => visit,
            Err(answer) => return answer,
        };
        let lines = frame.lines(self.stack, ATTACKER);
        if lines.is_empty() {
            return Answer::Fail(W::EMPTY);
        }
        // With few quiet moves left, only lines that miss few squares can come into play; the last
        // iteration has budget enough to consider all moves.
        let near = lines.iter().filter(|l| l.squares.len() <= budget + 2);
        let moves = near.fold(W::EMPTY, |set, l| set | l.squares);
        if moves.is_empty() {
            return Answer::Open;
        }
        let probe = self.probe(frame, ATTACKER, AIM, budget);
        if let Some(answer) = probe.answer {
            return answer;
        }
        if budget > 0
            && let Ok(zone) = self.pairing.find(lines)
        {
            return self.store(&probe, &visit, Answer::Fail(zone), None);
        }
        let complete = budget as usize > self.layout.squares();
        let weights = &mut Weights::of(frame, self.stack, &FORCING);
        let choice = Choice {
            must: if complete { frame.empty(self.layout) } else { moves },
            zone: W::EMPTY,
            open: !complete,
            weights,
        };
        self.try_moves(frame, &visit, &probe, choice)
    }

    /// The defender is to move, and every move of it must lose.
    pub(super) fn force_defend(&mut self, frame: &Frame<W>, budget: u32) -> Answer<W> {
        let visit = match self.begin(frame, DEFENDER, AIM, budget) {
            Ok(visit) => visit,
            Err(answer) => return answer,
        };
        if budget == 0 {
            return Answer::Open;
        }
        let probe = self.probe(frame, DEFENDER, AIM, budget);
        if let Some(answer) = probe.answer {
            return answer;
        }
        // A pass must lose too, and only moves inside the zone of that win can do better.
        let zone = match self.force_attack(frame, budget - 1) {
            Answer::Win(zone) => zone,
            answer => return self.store(&probe, &visit, answer, None),
        };
        let weights = &mut Weights::of(frame, self.stack, &FORCING);
        self.try_moves(frame, &visit, &probe, Choice { must: zone, zone, open: false, weights })
    }
}
