//! One node of a query: the static rules, what the table knows, and the moves.

use super::bits::Bits;
use super::frame::{ATTACKER, DEFENDER, Frame, map_set, unmap_set};
use super::known::Stored;
use super::order::Weights;
use super::query::{Aim, Answer, Query};
use super::table::Entry;
use super::zone::guard;

/// What the static rules say of a position.
pub(super) enum Static<W> {
    /// Settled.
    Stored(Answer<W>),
    /// The side to move has one move only.
    Forced(usize),
    /// Nothing.
    Quiet,
}

impl<W: Bits> Query<'_, W> {
    pub(super) fn visit(
        &mut self,
        frame: &Frame<W>,
        mover: usize,
        aim: Aim,
        budget: u32,
    ) -> Answer<W> {
        match (aim, mover) {
            (Aim::Force, ATTACKER) => self.force_attack(frame, budget),
            (Aim::Force, _) => self.force_defend(frame, budget),
            (Aim::Refute, ATTACKER) => self.refute_attack(frame, budget),
            (Aim::Refute, _) => self.refute_defend(frame, budget),
        }
    }

    /// Plays a move, visits the position and takes the move back.
    pub(super) fn descend(
        &mut self,
        frame: &Frame<W>,
        side: usize,
        square: usize,
        aim: Aim,
        budget: u32,
    ) -> Answer<W> {
        self.after(frame, side, square, |query, child| query.visit(child, 1 - side, aim, budget))
    }

    /// Begins the visit of a node, unless the answer is already there.
    pub(super) fn begin(
        &mut self,
        frame: &Frame<W>,
        mover: usize,
        aim: Aim,
        budget: u32,
    ) -> Result<Visit, Answer<W>> {
        if self.enter() {
            return Err(Answer::Open);
        }
        let since = self.nodes();
        match self.rules(frame, mover) {
            Static::Stored(answer) => Err(answer),
            Static::Forced(square) => Err(self.block(frame, mover, square, aim, budget)),
            Static::Quiet => Ok(Visit { mover, aim, budget, since }),
        }
    }

    /// What completions alone decide, with `mover` to move.
    pub(super) fn rules(&self, frame: &Frame<W>, mover: usize) -> Static<W> {
        let other = 1 - mover;
        let (mine, theirs) = (frame.completes[mover], frame.completes[other]);
        if !mine.is_empty() {
            let zone =
                guard(mine & !mine.rest(), frame.lines(self.stack, other), 1, self.spare_of(other));
            return Static::Stored(won_by(mover, zone));
        }
        if theirs.has_two() {
            let two = theirs & !theirs.rest().rest();
            let zone = guard(two, frame.lines(self.stack, mover), 2, self.spare_of(mover));
            return Static::Stored(won_by(other, zone));
        }
        if !theirs.is_empty() {
            return Static::Forced(theirs.first());
        }
        Static::Quiet
    }

    /// Plays the forced block and widens the zone for the side that forced it.
    pub(super) fn block(
        &mut self,
        frame: &Frame<W>,
        mover: usize,
        square: usize,
        aim: Aim,
        budget: u32,
    ) -> Answer<W> {
        let answer = self.descend(frame, mover, square, aim, budget);
        let lines = frame.lines(self.stack, mover);
        let bit = W::of(square);
        match answer {
            // The mover's own success only depends on its reply.
            Answer::Win(zone) if mover == ATTACKER => Answer::Win(zone | bit),
            Answer::Fail(zone) if mover == DEFENDER => Answer::Fail(zone | bit),
            Answer::Win(zone) => Answer::Win(guard(zone | bit, lines, 2, self.spare_of(mover))),
            Answer::Fail(zone) => Answer::Fail(guard(zone | bit, lines, 2, self.spare_of(mover))),
            Answer::Open => Answer::Open,
        }
    }

    /// How many extra stones of `side` a zone of the other must withstand.
    fn spare_of(&self, side: usize) -> u32 {
        if side == DEFENDER { self.spare } else { u32::MAX }
    }

    /// What the table knows: an answer, and the stored move to start with.
    pub(super) fn probe(&self, frame: &Frame<W>, mover: usize, aim: Aim, budget: u32) -> Probed<W> {
        let (key, symmetry) = frame.canonical(self.layout);
        let is_root = (frame.stones, mover) == self.root;
        let mut probe = Probed { answer: None, hint: None, key, symmetry, is_root };
        let Some(Entry { known, zone, .. }) = self.table.probe(key, mover) else { return probe };
        let map = &self.layout.symmetries()[symmetry];
        probe.hint = known.square.and_then(|square| map.iter().position(|&to| to == square));
        probe.answer = match known.answer {
            Stored::Win if u32::from(known.spare) < self.spare => {
                Some(Answer::Win(frame.empty(self.layout)))
            }
            Stored::Win => Some(Answer::Win(unmap_set(zone, map))),
            Stored::Fail => Some(Answer::Fail(unmap_set(zone, map))),
            Stored::Open if u32::from(known.tried[aim as usize]) > budget => Some(Answer::Open),
            Stored::Open => None,
        };
        probe
    }

    /// Tries the moves of a choice, the heaviest first. If the aim is that of
    /// the side to move, one good move is enough. Otherwise all have to fail,
    /// and one that stays open ends the search.
    // Where it is called the aim and the side are known.
    #[inline(always)]
    pub(super) fn try_moves(
        &mut self,
        frame: &Frame<W>,
        visit: &Visit,
        probe: &Probed<W>,
        choice: Choice<'_, W>,
    ) -> Answer<W> {
        let Choice { mut must, mut zone, mut open, weights } = choice;
        let &Visit { mover, aim, budget, .. } = visit;
        let one_is_enough = (aim == Aim::Force) == (mover == ATTACKER);
        let budget = budget - u32::from(mover == DEFENDER);
        if let Some(square) = probe.hint {
            weights.promote(square);
        }
        while !must.is_empty() {
            let square = weights.heaviest(must);
            must &= !W::of(square);
            let avoid = self.pairing.avoid;
            if (aim, mover) == (Aim::Refute, ATTACKER) {
                // Pairs outside the rest of the must-play region shrink it most.
                self.pairing.avoid = must;
            }
            let answer = self.descend(frame, mover, square, aim, budget);
            self.pairing.avoid = avoid;
            match answer {
                Answer::Open if one_is_enough && !self.stopped() => open = true,
                Answer::Open => return self.store(probe, visit, Answer::Open, Some(square)),
                Answer::Win(other) | Answer::Fail(other) if answer == won_by(mover, other) => {
                    let answer = won_by(mover, other | W::of(square));
                    return self.store(probe, visit, answer, Some(square));
                }
                Answer::Win(other) | Answer::Fail(other) => {
                    must &= other;
                    zone |= other;
                }
            }
        }
        let answer = if open { Answer::Open } else { won_by(1 - mover, zone) };
        self.store(probe, visit, answer, None)
    }

    /// Stores what the visit has found out, and passes it on.
    pub(super) fn store(
        &mut self,
        probe: &Probed<W>,
        visit: &Visit,
        answer: Answer<W>,
        square: Option<usize>,
    ) -> Answer<W> {
        if self.stopped() && answer == Answer::Open {
            return answer;
        }
        let entry = self.table.probe(probe.key, visit.mover);
        let mut entry = entry.unwrap_or_else(|| Entry::fresh(probe.key, visit.mover));
        let known = &mut entry.known;
        let map = &self.layout.symmetries()[probe.symmetry];
        match answer {
            Answer::Win(zone) => {
                (known.answer, entry.zone) = (Stored::Win, map_set(zone, map));
                known.spare = self.spare.min(255) as u8;
            }
            Answer::Fail(zone) => (known.answer, entry.zone) = (Stored::Fail, map_set(zone, map)),
            Answer::Open => known.tried[visit.aim as usize] = (visit.budget + 1).min(255) as u8,
        }
        if probe.is_root {
            self.root_move = square;
        }
        known.square = square.map(|s| map[s]).or(known.square);
        known.effort = (self.nodes() - visit.since).max(1).ilog2() as u8;
        self.table.store(&entry);
        answer
    }
}

/// What `probe` found, and where `store` is to store.
pub(super) struct Probed<W> {
    pub(super) answer: Option<Answer<W>>,
    pub(super) hint: Option<usize>,
    key: [W; 2],
    symmetry: usize,
    is_root: bool,
}

/// The moves that a side has, and what is known before any of them is tried.
pub(super) struct Choice<'w, W> {
    /// All that can be good.
    pub(super) must: W,
    /// The zone of the proof that no other is.
    pub(super) zone: W,
    /// Whether there is no such proof.
    pub(super) open: bool,
    pub(super) weights: &'w mut Weights,
}

/// The circumstances of a visit, for `store`.
pub(super) struct Visit {
    mover: usize,
    aim: Aim,
    budget: u32,
    since: u64,
}

fn won_by<W>(side: usize, zone: W) -> Answer<W> {
    if side == ATTACKER { Answer::Win(zone) } else { Answer::Fail(zone) }
}
