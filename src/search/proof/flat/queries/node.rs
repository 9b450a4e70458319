//! One node of a query: the static rules, the table and the moves.

use super::query::{Aim, Answer, Query};
use crate::search::proof::bits::Bits;
use crate::search::proof::flat::board::{
    ATTACKER, DEFENDER, Frame, Weights, guard, map_set, unmap_set,
};
use crate::search::proof::flat::memory::{KnownEntry, StoredAnswer};

/// The result of the static rules.
pub(crate) enum Static<W> {
    /// They settle the position.
    Settled(Answer<W>),
    /// The side to move has one move only.
    Forced(usize),
    /// Neither side can complete a line at once.
    Quiet,
}

/// The share of a pass in the work on a node where all moves have to fail. Usually less
/// deep attempts have found its proof.
const PASS: f32 = 0.1;

impl<W: Bits> Query<'_, W> {
    /// Searches a node by aim and side to move.
    pub(crate) fn visit(
        &mut self,
        frame: &Frame<W>,
        mover: usize,
        aim: Aim,
        free_moves: u32,
    ) -> Answer<W> {
        match (aim, mover) {
            (Aim::Force, ATTACKER) => self.force_attack(frame, free_moves),
            (Aim::Force, _) => self.force_defend(frame, free_moves),
            (Aim::Refute, ATTACKER) => self.refute_attack(frame, free_moves),
            (Aim::Refute, _) => self.refute_defend(frame, free_moves),
        }
    }

    /// Plays a move, visits the position and takes the move back.
    pub(crate) fn descend(
        &mut self,
        frame: &Frame<W>,
        side: usize,
        square: usize,
        aim: Aim,
        free_moves: u32,
    ) -> Answer<W> {
        self.after(frame, side, square, |query, child| {
            query.visit(child, 1 - side, aim, free_moves)
        })
    }

    /// Begins the visit of a node, unless the static rules settle it or leave
    /// one move only, which is then searched.
    pub(crate) fn begin(
        &mut self,
        frame: &Frame<W>,
        mover: usize,
        aim: Aim,
        free_moves: u32,
    ) -> Result<Visit, Answer<W>> {
        if self.enter() {
            return Err(Answer::Unknown);
        }
        let start_nodes = self.nodes();
        match self.rules(frame, mover) {
            Static::Settled(answer) => Err(answer),
            Static::Forced(square) => Err(self.block(frame, mover, square, aim, free_moves)),
            Static::Quiet => Ok(Visit { mover, aim, free_moves, start_nodes }),
        }
    }

    /// Applies the static rules, which only look at completions, with `mover`
    /// to move.
    pub(crate) fn rules(&self, frame: &Frame<W>, mover: usize) -> Static<W> {
        let other = 1 - mover;
        let (mine, theirs) = (frame.completions[mover], frame.completions[other]);
        if !mine.is_empty() {
            let zone = guard(
                mine & !mine.rest(),
                frame.lines(self.stack, other),
                1,
                self.extra_stones_of(other),
            );
            return Static::Settled(won_by(mover, zone));
        }
        if theirs.has_two() {
            let two = theirs & !theirs.rest().rest();
            let zone = guard(two, frame.lines(self.stack, mover), 2, self.extra_stones_of(mover));
            return Static::Settled(won_by(other, zone));
        }
        if !theirs.is_empty() {
            return Static::Forced(theirs.first());
        }
        Static::Quiet
    }

    /// Plays the forced block. If the side that forced it succeeds, its zone is
    /// widened so that the block stays forced.
    pub(crate) fn block(
        &mut self,
        frame: &Frame<W>,
        mover: usize,
        square: usize,
        aim: Aim,
        free_moves: u32,
    ) -> Answer<W> {
        let answer = self.descend(frame, mover, square, aim, free_moves);
        let lines = frame.lines(self.stack, mover);
        let bit = W::of(square);
        match answer {
            // The mover's own success only depends on its block.
            Answer::Win(zone) if mover == ATTACKER => Answer::Win(zone | bit),
            Answer::NoWin(zone) if mover == DEFENDER => Answer::NoWin(zone | bit),
            Answer::Win(zone) => {
                Answer::Win(guard(zone | bit, lines, 2, self.extra_stones_of(mover)))
            }
            Answer::NoWin(zone) => {
                Answer::NoWin(guard(zone | bit, lines, 2, self.extra_stones_of(mover)))
            }
            Answer::Unknown => Answer::Unknown,
        }
    }

    /// The extra stones of `side` that a zone of the other must withstand.
    fn extra_stones_of(&self, side: usize) -> u32 {
        if side == DEFENDER { self.extra_stones } else { u32::MAX }
    }

    /// Probes the table for an answer and a move to try first.
    pub(crate) fn probe(
        &self,
        frame: &Frame<W>,
        mover: usize,
        aim: Aim,
        free_moves: u32,
    ) -> Probed<W> {
        let (key, symmetry) = frame.canonical(self.layout);
        let is_root = (frame.stones, mover) == self.root;
        let mut probe = Probed { answer: None, hint: None, key, symmetry, is_root };
        let Some(KnownEntry { known, zone, .. }) = self.table.probe(key, mover) else {
            return probe;
        };
        let map = &self.layout.symmetries()[symmetry];
        probe.hint = known.hint.and_then(|square| map.iter().position(|&to| to == square));
        probe.answer = match known.answer {
            StoredAnswer::Win if u32::from(known.extra_stones) < self.extra_stones => {
                Some(Answer::Win(frame.empty(self.layout)))
            }
            StoredAnswer::Win => Some(Answer::Win(unmap_set(zone, map))),
            StoredAnswer::NoWin => Some(Answer::NoWin(unmap_set(zone, map))),
            StoredAnswer::Unknown if u32::from(known.tried[aim as usize]) > free_moves => {
                Some(Answer::Unknown)
            }
            StoredAnswer::Unknown => None,
        };
        probe
    }

    /// Tries the moves of a choice, the heaviest first. If the aim is that of
    /// the side to move, one good move is enough. Otherwise all have to fail,
    /// and one that stays unsettled ends the search.
    // Inlined because the callers know the aim and the side to move.
    #[inline(always)]
    pub(crate) fn try_moves(
        &mut self,
        frame: &Frame<W>,
        visit: &Visit,
        probe: &Probed<W>,
        choice: Choice<'_, W>,
    ) -> Answer<W> {
        let Choice { mut must_play, mut zone, mut unsettled, weights } = choice;
        let &Visit { mover, aim, free_moves, .. } = visit;
        let one_is_enough = (aim == Aim::Force) == (mover == ATTACKER);
        let free_moves = free_moves - u32::from(mover == DEFENDER);
        if let Some(square) = probe.hint {
            weights.promote(square);
        }
        if !one_is_enough && self.sharing.reverses(self.completion.level()) {
            weights.reverse();
        }
        if !one_is_enough {
            self.completion.begin();
        }
        let all = must_play.len() as f32;
        let (answer, square) = loop {
            if must_play.is_empty() {
                let answer = if unsettled { Answer::Unknown } else { won_by(1 - mover, zone) };
                break (answer, None);
            }
            if !one_is_enough {
                let left = must_play.len() as f32;
                self.completion.note(1.0 - (1.0 - PASS) * left / all, (1.0 - PASS) / all);
            }
            let square = weights.heaviest(must_play);
            must_play &= !W::of(square);
            let avoid = self.pairing.avoid;
            if (aim, mover) == (Aim::Refute, ATTACKER) {
                // Pairs outside the rest of the must-play region shrink it
                // most.
                self.pairing.avoid = must_play;
            }
            let answer = self.descend(frame, mover, square, aim, free_moves);
            self.pairing.avoid = avoid;
            match answer {
                Answer::Unknown if one_is_enough && !self.stopped() => unsettled = true,
                Answer::Unknown => break (Answer::Unknown, Some(square)),
                Answer::Win(other) | Answer::NoWin(other) if answer == won_by(mover, other) => {
                    break (won_by(mover, other | W::of(square)), Some(square));
                }
                Answer::Win(other) | Answer::NoWin(other) => {
                    must_play &= other;
                    zone |= other;
                }
            }
        };
        if !one_is_enough {
            self.completion.end();
        }
        self.store(probe, visit, answer, square)
    }

    /// Searches the same position after a pass of the side to move, the first part of the
    /// node.
    pub(crate) fn after_pass(&mut self, search: impl FnOnce(&mut Self) -> Answer<W>) -> Answer<W> {
        self.completion.begin();
        self.completion.note(0.0, PASS);
        let answer = search(self);
        self.completion.end();
        answer
    }

    /// Stores the result of a visit, and returns its answer.
    pub(crate) fn store(
        &mut self,
        probe: &Probed<W>,
        visit: &Visit,
        answer: Answer<W>,
        square: Option<usize>,
    ) -> Answer<W> {
        if self.stopped() && answer == Answer::Unknown {
            return answer;
        }
        let entry = self.table.probe(probe.key, visit.mover);
        let mut entry = entry.unwrap_or_else(|| KnownEntry::fresh(probe.key, visit.mover));
        let known = &mut entry.known;
        let map = &self.layout.symmetries()[probe.symmetry];
        match answer {
            Answer::Win(zone) => {
                (known.answer, entry.zone) = (StoredAnswer::Win, map_set(zone, map));
                known.extra_stones = self.extra_stones.min(255) as u8;
            }
            Answer::NoWin(zone) => {
                (known.answer, entry.zone) = (StoredAnswer::NoWin, map_set(zone, map));
            }
            Answer::Unknown => {
                known.tried[visit.aim as usize] = (visit.free_moves + 1).min(255) as u8;
            }
        }
        if probe.is_root {
            self.root_move = square;
        }
        known.hint = square.map(|s| map[s]).or(known.hint);
        known.log_nodes = (self.nodes() - visit.start_nodes).max(1).ilog2() as u8;
        self.table.store(&entry);
        self.sharing.send(&entry);
        answer
    }
}

/// The result of a probe, and where the visit is stored.
pub(crate) struct Probed<W> {
    pub(crate) answer: Option<Answer<W>>,
    /// The move to try first.
    pub(crate) hint: Option<usize>,
    key: [W; 2],
    symmetry: usize,
    is_root: bool,
}

/// The moves to try at a node, and what is known about the others.
pub(crate) struct Choice<'w, W> {
    /// The must-play region: the moves to try.
    pub(crate) must_play: W,
    /// The zone of the proof that no move outside the region is good.
    pub(crate) zone: W,
    /// Whether there is no such proof, so that the node stays unsettled if all
    /// tried moves fail.
    pub(crate) unsettled: bool,
    pub(crate) weights: &'w mut Weights,
}

/// The parameters of a visit, which are stored with its result.
pub(crate) struct Visit {
    mover: usize,
    aim: Aim,
    free_moves: u32,
    start_nodes: u64,
}

/// The answer if `side` achieves its aim.
fn won_by<W>(side: usize, zone: W) -> Answer<W> {
    if side == ATTACKER { Answer::Win(zone) } else { Answer::NoWin(zone) }
}
