//! The boolean query: its answer, what both ways to settle it share, and the static rules.

use super::frame::{ATTACKER, DEFENDER, Frame, Stack, map_set, unmap_set};
use super::layout::Layout;
use super::memory::{Effort, LOOK_EVERY, Memory, Progress};
use super::pairing::Pairing;
use super::table::{Entry, Known, Table};
use super::word::Word;
use super::zone::guard;
use crate::search::Meter;

/// The answer to "can the attacker force a line before the defender has one?", with its zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer<W> {
    /// It can.
    Win(W),
    /// It cannot.
    Fail(W),
    /// Not settled within the budget, or stopped.
    Open,
}

/// Which way a search is going: it gives up as soon as its own aim is out of reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aim {
    /// Prove that the attacker wins.
    Force = 0,
    /// Prove that it does not.
    Refute = 1,
}

/// What the static rules say of a position.
pub(super) enum Static<W> {
    /// Settled.
    Known(Answer<W>),
    /// The side to move has one move only.
    Forced(usize),
    /// Nothing.
    Quiet,
}

/// The search state: the board, the table, the open lines of the path.
pub(super) struct Query<'a, W: Word> {
    pub(super) layout: &'a Layout<W>,
    pub(super) table: &'a mut Table<W>,
    pub(super) stack: &'a mut Stack<W>,
    pub(super) pairing: &'a mut Pairing<W>,
    meter: Meter<'a>,
    /// The search pauses when so many nodes have been counted.
    pub(super) pause_at: u64,
    stopped: bool,
    /// At most this many moves of the losing side are passed over on any path
    /// to a win.
    pub(super) spare: u32,
    /// The root of the last search.
    root_frame: Option<Frame<W>>,
    /// The position at the root and the side to move there.
    root: ([W; 2], usize),
    /// The move that settled the root in favour of the side to move. The
    /// table may have lost it by the time it is wanted.
    pub(super) root_move: Option<usize>,
    /// The most stones that were on the board.
    pub(super) deepest: u32,
    progress: Progress<'a>,
    tell_at: u64,
}

impl<'a, W: Word> Query<'a, W> {
    /// A query with what is remembered, and the table for distances.
    pub(super) fn new(
        memory: &'a mut Memory<W>,
        meter: Meter<'a>,
        progress: Progress<'a>,
    ) -> (Self, &'a mut Table<W>) {
        let Memory { layout, table, distances, stack, pairing } = memory;
        let query = Self {
            layout,
            table,
            stack,
            pairing,
            meter,
            pause_at: u64::MAX,
            stopped: false,
            spare: 0,
            root_frame: None,
            root: ([W::ZERO; 2], ATTACKER),
            root_move: None,
            deepest: 0,
            progress,
            tell_at: LOOK_EVERY,
        };
        (query, distances)
    }

    /// Puts the position at the root, with `budget` free moves of the
    /// defender to come.
    pub(super) fn start(&mut self, stones: [W; 2], budget: u32) -> Frame<W> {
        self.stopped = false;
        self.spare = budget;
        // Its lines are still at the bottom of the stack.
        let known = self.root_frame.filter(|frame| frame.stones == stones);
        let swapped = || self.root_frame.map(Frame::swapped).filter(|f| f.stones == stones);
        if let Some(frame) = known.or_else(swapped) {
            return frame;
        }
        let frame = Frame::root(self.layout, stones, self.stack);
        self.root_frame = Some(frame);
        frame
    }

    /// Nodes visited so far.
    pub(super) fn nodes(&self) -> u64 {
        self.meter.nodes()
    }

    /// Searches with `budget` free (unforced) moves of the defender on every path.
    pub(super) fn search(
        &mut self,
        stones: [W; 2],
        mover: usize,
        aim: Aim,
        budget: u32,
    ) -> Answer<W> {
        self.search_as_reply(stones, mover, aim, budget, 0)
    }

    /// The same for a root that stands for `passed` moves of the defender not yet made: the zone of
    /// a win then holds against those, too.
    pub(super) fn search_as_reply(
        &mut self,
        stones: [W; 2],
        mover: usize,
        aim: Aim,
        budget: u32,
        passed: u32,
    ) -> Answer<W> {
        let frame = self.start(stones, budget + passed);
        self.root = (stones, mover);
        self.root_move = None;
        let answer = self.visit(&frame, mover, aim, budget);
        if answer != Answer::Open && self.root_move.is_none() {
            // What the table knew ended the search before it had a move.
            let known = self.recall(&frame, mover, aim, budget);
            self.root_move = known.hint.filter(|_| known.answer.is_some());
        }
        answer
    }

    /// Whether the last search was cut short.
    pub(super) fn stopped(&self) -> bool {
        self.stopped
    }

    /// Whether nothing more may be searched at all.
    pub(super) fn interrupted(&self) -> bool {
        self.meter.stopped()
    }

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
        let height = self.stack.len();
        let child = frame.play(self.layout, self.stack, side, square);
        self.note_depth(&child);
        let answer = self.visit(&child, 1 - side, aim, budget);
        self.stack.truncate(height);
        answer
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
            Static::Known(answer) => Err(answer),
            Static::Forced(square) => Err(self.block(frame, mover, square, aim, budget)),
            Static::Quiet => Ok(Visit { mover, aim, budget, since }),
        }
    }

    /// Counts a node; true if the search must end.
    pub(super) fn enter(&mut self) -> bool {
        if self.meter.nodes() >= self.tell_at {
            self.tell();
        }
        self.stopped = self.stopped || self.meter.nodes() >= self.pause_at || !self.meter.count();
        self.stopped
    }

    /// Remembers the longest path.
    #[inline]
    pub(super) fn note_depth(&mut self, frame: &Frame<W>) {
        let stones = (frame.stones[ATTACKER] | frame.stones[DEFENDER]).count();
        self.deepest = self.deepest.max(stones);
    }

    /// Tells how far the search is.
    #[cold]
    fn tell(&mut self) {
        self.tell_at = self.meter.nodes() + LOOK_EVERY;
        let effort = self.effort();
        (self.progress)(effort);
    }

    /// How far the search is.
    pub(super) fn effort(&self) -> Effort {
        Effort { nodes: self.meter.nodes(), stones: self.deepest, fullness: self.table.fullness() }
    }

    /// What completions alone decide, with `mover` to move.
    pub(super) fn rules(&self, frame: &Frame<W>, mover: usize) -> Static<W> {
        let other = 1 - mover;
        let (mine, theirs) = (frame.completes[mover], frame.completes[other]);
        if !mine.is_empty() {
            let zone =
                guard(mine & !mine.rest(), frame.lines(self.stack, other), 1, self.spare_of(other));
            return Static::Known(won_by(mover, zone));
        }
        if theirs.has_two() {
            let two = theirs & !theirs.rest().rest();
            let zone = guard(two, frame.lines(self.stack, mover), 2, self.spare_of(mover));
            return Static::Known(won_by(other, zone));
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
        let bit = W::bit(square);
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
    pub(super) fn recall(
        &self,
        frame: &Frame<W>,
        mover: usize,
        aim: Aim,
        budget: u32,
    ) -> Recall<W> {
        let (key, symmetry) = frame.canonical(self.layout);
        let is_root = (frame.stones, mover) == self.root;
        let mut recall = Recall { answer: None, hint: None, key, symmetry, is_root };
        let Some(entry) = self.table.probe(key, mover) else { return recall };
        let map = &self.layout.symmetries()[symmetry];
        recall.hint = entry.square.and_then(|square| map.iter().position(|&to| to == square));
        recall.answer = match entry.known {
            Known::Win if u32::from(entry.spare) < self.spare => {
                Some(Answer::Win(frame.empty(self.layout)))
            }
            Known::Win => Some(Answer::Win(unmap_set(entry.zone, map))),
            Known::Fail => Some(Answer::Fail(unmap_set(entry.zone, map))),
            Known::Open if u32::from(entry.tried[aim as usize]) > budget => Some(Answer::Open),
            Known::Open => None,
        };
        recall
    }

    /// Stores what the visit has found out, and passes it on.
    pub(super) fn learn(
        &mut self,
        recall: &Recall<W>,
        visit: Visit,
        answer: Answer<W>,
        square: Option<usize>,
    ) -> Answer<W> {
        if self.stopped && answer == Answer::Open {
            return answer;
        }
        let known = self.table.probe(recall.key, visit.mover);
        let mut entry = known.unwrap_or_else(|| Entry::fresh(recall.key, visit.mover));
        let map = &self.layout.symmetries()[recall.symmetry];
        match answer {
            Answer::Win(zone) => {
                (entry.known, entry.zone) = (Known::Win, map_set(zone, map));
                entry.spare = self.spare.min(255) as u8;
            }
            Answer::Fail(zone) => (entry.known, entry.zone) = (Known::Fail, map_set(zone, map)),
            Answer::Open => entry.tried[visit.aim as usize] = (visit.budget + 1).min(255) as u8,
        }
        if recall.is_root {
            self.root_move = square;
        }
        entry.square = square.map(|s| map[s]).or(entry.square);
        entry.effort = (self.nodes() - visit.since).max(1).ilog2() as u8;
        self.table.store(&entry);
        answer
    }
}

/// What `recall` found, and where `learn` is to store.
pub(super) struct Recall<W> {
    pub(super) answer: Option<Answer<W>>,
    pub(super) hint: Option<usize>,
    key: [W; 2],
    symmetry: usize,
    is_root: bool,
}

/// The circumstances of a visit, for `learn`.
#[derive(Clone, Copy)]
pub(super) struct Visit {
    pub(super) mover: usize,
    pub(super) aim: Aim,
    pub(super) budget: u32,
    pub(super) since: u64,
}

fn won_by<W>(side: usize, zone: W) -> Answer<W> {
    if side == ATTACKER { Answer::Win(zone) } else { Answer::Fail(zone) }
}
