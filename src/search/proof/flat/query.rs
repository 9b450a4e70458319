//! The boolean query: its answer, its two aims, and the state of its search.

use super::bits::Bits;
use super::frame::{ATTACKER, DEFENDER, Frame, Stack};
use super::known::{KnownAnswer, KnownDistance};
use super::layout::Layout;
use super::memory::{Effort, Memory, POLL_INTERVAL, Progress};
use super::pairing::Pairing;
use super::table::Table;
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

/// The search state: the board, the table, the open lines of the path.
pub(super) struct Query<'a, W: Bits> {
    pub(super) layout: &'a Layout<W>,
    pub(super) table: &'a mut Table<W, KnownAnswer>,
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
    pub(super) root: ([W; 2], usize),
    /// The move that settled the root in favour of the side to move. The
    /// table may have lost it by the time it is wanted.
    pub(super) root_move: Option<usize>,
    /// The most stones that were on the board.
    pub(super) deepest: u32,
    progress: Progress<'a>,
    tell_at: u64,
}

impl<'a, W: Bits> Query<'a, W> {
    /// A query with what is remembered, and the table for distances.
    pub(super) fn new(
        memory: &'a mut Memory<W>,
        meter: Meter<'a>,
        progress: Progress<'a>,
    ) -> (Self, &'a mut Table<W, KnownDistance>) {
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
            root: ([W::EMPTY; 2], ATTACKER),
            root_move: None,
            deepest: 0,
            progress,
            tell_at: POLL_INTERVAL,
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

    /// Nodes that may still be visited, or are likely to be before time is up.
    pub(super) fn nodes_to_come(&self) -> u64 {
        let stop = self.meter.stop();
        let in_time = stop.time_left().map_or(u64::MAX, |left| {
            let speed = self.nodes() as f64 / stop.elapsed().as_secs_f64().max(1e-6);
            (speed * left.as_secs_f64()) as u64
        });
        self.meter.nodes_left().min(in_time)
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
            let known = self.probe(&frame, mover, aim, budget);
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

    /// Counts a node; true if the search must end.
    pub(super) fn enter(&mut self) -> bool {
        if self.meter.nodes() >= self.tell_at {
            self.tell();
        }
        self.stopped = self.stopped || self.meter.nodes() >= self.pause_at || !self.meter.count();
        self.stopped
    }

    /// Plays a move, does something in the position after it, and takes the
    /// move back.
    #[inline(always)]
    pub(super) fn after<T>(
        &mut self,
        frame: &Frame<W>,
        side: usize,
        square: usize,
        visit: impl FnOnce(&mut Self, &Frame<W>) -> T,
    ) -> T {
        let height = self.stack.len();
        let child = frame.play(self.layout, self.stack, side, square);
        let stones = (child.stones[ATTACKER] | child.stones[DEFENDER]).len();
        self.deepest = self.deepest.max(stones);
        let result = visit(self, &child);
        self.stack.truncate(height);
        result
    }

    /// Tells how far the search is.
    #[cold]
    fn tell(&mut self) {
        self.tell_at = self.meter.nodes() + POLL_INTERVAL;
        let effort = self.effort();
        (self.progress)(effort);
    }

    /// How far the search is.
    pub(super) fn effort(&self) -> Effort {
        Effort { nodes: self.meter.nodes(), stones: self.deepest, fullness: self.table.fullness() }
    }
}
