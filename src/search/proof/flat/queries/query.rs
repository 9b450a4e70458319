//! The boolean query: its answers, its two aims, and the state of its search.

use super::completion::Completion;
use super::sharing::Sharing;
use crate::search::budget::Meter;
use crate::search::proof::bits::Bits;
use crate::search::proof::flat::board::{ATTACKER, DEFENDER, Frame, Layout, Pairing, Stack};
use crate::search::proof::flat::memory::{
    Effort, KnownAnswer, KnownDistance, KnownTable, Memory, PROGRESS_INTERVAL, Progress,
};
use crate::search::task::Exchange;

/// The answer to "can the attacker force a line before the defender has one?",
/// with the zone of its proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer<W> {
    /// The attacker can.
    Win(W),
    /// The attacker cannot.
    NoWin(W),
    /// Not settled with these free moves, or stopped.
    Unknown,
}

/// The aim of a search, which ends as soon as its aim is out of reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    /// Prove that the attacker wins.
    Force = 0,
    /// Prove that the attacker does not win.
    Refute = 1,
}

/// The state of a search for the answer: the board, the table, the open lines
/// of the path.
pub(crate) struct Query<'a, W: Bits> {
    pub(crate) layout: &'a Layout<W>,
    pub(crate) table: &'a mut KnownTable<W, KnownAnswer>,
    pub(crate) stack: &'a mut Stack<W>,
    pub(crate) pairing: &'a mut Pairing<W>,
    meter: Meter<'a>,
    /// The search pauses at this number of nodes.
    pub(crate) pause_at: u64,
    /// Whether the last search was stopped or paused.
    stopped: bool,
    /// The extra stones that the defender can have on a path to a win, at most:
    /// one for each of its moves that the proof replaces by a pass.
    pub(crate) extra_stones: u32,
    /// The root of the last search.
    root_frame: Option<Frame<W>>,
    /// The stones at the root, and the side to move there.
    pub(crate) root: ([W; 2], usize),
    /// The move that settled the root in favour of the side to move. Kept here
    /// because the table may lose it.
    pub(crate) root_move: Option<usize>,
    /// The maximum number of stones on the board in any node.
    pub(crate) deepest: u32,
    progress: Progress<'a>,
    /// The number of nodes at which `progress` is called next.
    next_progress: u64,
    /// The other processes that work on the proof.
    pub(crate) sharing: Sharing,
    /// The part of the search that is done.
    pub(crate) completion: Completion,
}

impl<'a, W: Bits> Query<'a, W> {
    /// A search on the given memory, and the table for distances.
    pub(crate) fn new(
        memory: &'a mut Memory<W>,
        meter: Meter<'a>,
        progress: Progress<'a>,
    ) -> (Self, &'a mut KnownTable<W, KnownDistance>) {
        let Memory { layout, table, distances, stack, pairing } = memory;
        let query = Self {
            layout,
            table,
            stack,
            pairing,
            meter,
            pause_at: u64::MAX,
            stopped: false,
            extra_stones: 0,
            root_frame: None,
            root: ([W::EMPTY; 2], ATTACKER),
            root_move: None,
            deepest: 0,
            progress,
            next_progress: PROGRESS_INTERVAL,
            sharing: Sharing::default(),
            completion: Completion::default(),
        };
        (query, distances)
    }

    /// Shares entries from now on, after taking over those from elsewhere.
    pub(crate) fn share_with(&mut self, exchange: Option<&Exchange>) {
        self.sharing = Sharing::through(exchange);
        self.sharing.receive(self.layout, self.table);
    }

    /// Runs a search again as long as entries from elsewhere end it.
    pub(crate) fn until_current<T>(&mut self, mut search: impl FnMut(&mut Self) -> T) -> T {
        loop {
            (self.sharing.outdated, self.sharing.may_restart) = (false, true);
            let result = search(self);
            self.sharing.may_restart = false;
            let is_outdated = self.sharing.outdated && self.stopped;
            if !is_outdated || self.nodes() >= self.pause_at || self.interrupted() {
                return result;
            }
        }
    }

    /// Sets up the root for a search in which the defender can have at most
    /// `extra_stones` extra stones.
    pub(crate) fn start(&mut self, stones: [W; 2], extra_stones: u32) -> Frame<W> {
        self.stopped = false;
        self.completion = Completion::default();
        self.extra_stones = extra_stones;
        // The lines of the last root are still at the bottom of the stack.
        let known = self.root_frame.filter(|frame| frame.stones == stones);
        let swapped = || self.root_frame.map(Frame::swapped).filter(|f| f.stones == stones);
        if let Some(frame) = known.or_else(swapped) {
            return frame;
        }
        let frame = Frame::root(self.layout, stones, self.stack);
        self.root_frame = Some(frame);
        frame
    }

    /// The nodes visited so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.meter.nodes()
    }

    /// The nodes of the last attempt to find the answer for a position, rounded down to a
    /// power of 2, if the table has it.
    pub(crate) fn nodes_of_last_attempt(&mut self, stones: [W; 2], mover: usize) -> u64 {
        let frame = self.start(stones, 0);
        let entry = self.table.probe(frame.canonical(self.layout).0, mover);
        entry.map_or(0, |entry| 1 << entry.known.log_nodes.min(63))
    }

    /// The nodes that node limit and time are expected to allow still.
    pub(crate) fn nodes_to_come(&self) -> u64 {
        let stop = self.meter.stop();
        let in_time = stop.time_left().map_or(u64::MAX, |left| {
            let speed = self.nodes() as f64 / stop.elapsed().as_secs_f64().max(1e-6);
            (speed * left.as_secs_f64()) as u64
        });
        self.meter.nodes_left().min(in_time)
    }

    /// Searches with at most `free_moves` free (unforced) moves of the defender
    /// on a path.
    pub(crate) fn search(
        &mut self,
        stones: [W; 2],
        mover: usize,
        aim: Aim,
        free_moves: u32,
    ) -> Answer<W> {
        self.search_as_reply(stones, mover, aim, free_moves, 0)
    }

    /// The same for a root that the defender reached by `passed` passes: the
    /// zone of a win also withstands that many extra stones.
    pub(crate) fn search_as_reply(
        &mut self,
        stones: [W; 2],
        mover: usize,
        aim: Aim,
        free_moves: u32,
        passed: u32,
    ) -> Answer<W> {
        let frame = self.start(stones, free_moves + passed);
        self.root = (stones, mover);
        self.root_move = None;
        let answer = self.visit(&frame, mover, aim, free_moves);
        if answer != Answer::Unknown && self.root_move.is_none() {
            // The table settled the root before a move was tried.
            let known = self.probe(&frame, mover, aim, free_moves);
            self.root_move = known.hint.filter(|_| known.answer.is_some());
        }
        answer
    }

    /// Whether the last search was stopped or paused.
    pub(crate) fn stopped(&self) -> bool {
        self.stopped
    }

    /// Whether the budget is used up or the search was stopped.
    pub(crate) fn interrupted(&self) -> bool {
        self.meter.stopped()
    }

    /// Counts a node; `true` if the search must end.
    pub(crate) fn enter(&mut self) -> bool {
        if self.meter.nodes() >= self.next_progress {
            self.report_progress();
        }
        self.stopped = self.stopped || self.meter.nodes() >= self.pause_at || !self.meter.count();
        self.stopped
    }

    /// Plays a move, calls `visit` with the position after it, and takes the
    /// move back.
    #[inline(always)]
    pub(crate) fn after<T>(
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

    /// Reports the effort.
    #[cold]
    fn report_progress(&mut self) {
        self.next_progress = self.meter.nodes() + PROGRESS_INTERVAL;
        let effort = self.effort();
        (self.progress)(effort);
        self.sharing.receive(self.layout, self.table);
        self.stopped |= self.sharing.outdated && self.sharing.may_restart;
    }

    /// The effort so far.
    pub(crate) fn effort(&self) -> Effort {
        Effort {
            nodes: self.meter.nodes(),
            stones: self.deepest,
            fullness: self.table.fullness(),
            done: self.completion.done(),
        }
    }
}
