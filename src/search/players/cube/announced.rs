//! Keeps an announced win: once a win has been reported, or a book contains
//! one, later searches report a win at least as soon, whatever the opponent
//! replies and however small the budget. If the opponent follows the reported
//! line, the rest of that line is reported; otherwise the proof or another
//! search for forced wins supplies a new one.

use super::player::{AnnouncedWin, CubeSearch};
use crate::game::{Side, Square};
use crate::search::budget::Meter;
use crate::search::proof::bits::Bits;
use crate::search::proof::cube::board::Cube;
use crate::search::proof::cube::forced::{forced_win_within, win_within};
use crate::search::proof::cube::tree::Proof;
use crate::search::task::{Line, Report, Score};

/// A win that is known before the search.
struct KnownWin {
    /// It takes no more plies than this.
    plies: u32,
    /// Whether it is known to be a forced win.
    is_forced: bool,
    /// The rest of the announced line, if the game followed it.
    line: Option<Line>,
}

/// Nodes beyond the budget to find a win that is known to exist.
const EXTRA_NODES: u64 = 1_000_000;
/// How many of them are visited before the first poll: some milliseconds.
const NODES_BEFORE_POLL: u64 = 10_000;

impl<'c, C: Cube> CubeSearch<'_, '_, 'c, C> {
    /// Searches, but reports nothing worse than the announced win.
    pub(crate) fn run_keeping_announced_win(&mut self) -> Report {
        let report = match self.known_win() {
            Some(KnownWin { line: Some(line), .. }) if line.exact => self.report(Some(line)),
            Some(known_win) => self.run_with(known_win),
            None => self.run(),
        };
        self.remember(&report);
        report
    }

    /// Searches, and reports the known win unless a sooner one is found.
    fn run_with(&mut self, known_win: KnownWin) -> Report {
        self.known_plies = known_win.plies;
        let report = self.run();
        let found = report.lines.first().and_then(win_plies);
        let plies = found.unwrap_or(u32::MAX).min(known_win.plies);
        let has_line = report.lines.first().is_some_and(|line| self.is_complete(line));
        if found == Some(plies) && (has_line || known_win.line.is_none()) {
            return report;
        }
        let line = match known_win.line {
            Some(line) if plies == known_win.plies => Some(line),
            longer => self.find_again(plies, known_win.is_forced).or(longer),
        };
        match line {
            Some(line) => self.report(Some(line)),
            None => report,
        }
    }

    /// The win known in this position: the announced one, or that of the book.
    fn known_win(&self) -> Option<KnownWin> {
        if let Some(known_win) = self.announced_win() {
            return Some(known_win);
        }
        // The book has no moves for positions with a forced win.
        let is_by_book = self.side == Side::X && self.book().is_some();
        is_by_book.then(|| KnownWin { plies: self.empty(), is_forced: true, line: None })
    }

    /// The announced win, if this is its position, or the rest of it, if the
    /// first move of its line and one reply have been played since.
    fn announced_win(&self) -> Option<KnownWin> {
        let win = self.player.announced.as_ref().filter(|win| win.side == self.side)?;
        let (plies, rest) = if self.position == win.position {
            (win.plies, Some(win.line.as_slice()))
        } else {
            self.rest_after_reply(win)?
        };
        let rest = rest.filter(|rest| rest.first().is_some_and(|s| self.is_candidate(s.index())));
        let line = rest.map(|rest| Line::new(Score::Win(plies), win.exact, rest.to_vec()));
        Some(KnownWin { plies, is_forced: false, line })
    }

    /// The plies left of a win after the first move of its line and a reply,
    /// and the rest of the line if the reply was the one in it.
    fn rest_after_reply<'w>(
        &self,
        win: &'w AnnouncedWin<C>,
    ) -> Option<(u32, Option<&'w [Square]>)> {
        let first = win.line.first()?.index();
        let after = win.position.after(self.player.geometry, self.side, first);
        let replies = self.position.stones(!self.side) & !after.stones(!self.side);
        let follows = replies.is_single()
            && self.position == after.after(self.player.geometry, !self.side, replies.first());
        if !follows {
            return None;
        }
        let reply = win.line.get(1).map(|reply| reply.index());
        let rest = win.line.get(2..).filter(|_| reply == Some(replies.first()));
        Some((win.plies.checked_sub(2)?, rest))
    }

    /// Finds the line of a win that is known to exist and to take no more than
    /// `plies` plies, with nodes beyond the budget.
    fn find_again(&mut self, plies: u32, is_forced: bool) -> Option<Line> {
        let own = Self::with_x_attacking(&self.position, self.side);
        let known = self.player.provers[self.side.index()].probe(&own);
        let line = match known {
            Some(Proof::Proven(proven)) if proven <= plies && self.task.has_all_moves() => {
                self.proven_line()
            }
            _ => {
                let mut meter = self.extra_meter();
                let forcing = &mut self.player.forcing;
                let (position, side) = (&self.position, self.side);
                let mut found = forced_win_within(forcing, position, side, plies, &mut meter);
                if found.is_none() && !is_forced {
                    found = win_within(position, side, plies, &mut meter);
                }
                self.meter.add(meter.nodes());
                found.map(|found| found.to_line())
            }
        };
        // If the opponent threatens to complete a line, an announced win can
        // only begin with the block.
        let block = self.position.completions(self.player.geometry, !self.side);
        let must_block = block.is_single() && !is_forced;
        let line = line.or_else(|| must_block.then(|| self.winning_line(block.first(), plies)));
        line.filter(|line| line.pv.first().is_some_and(|first| self.is_candidate(first.index())))
    }

    /// A meter for searches that run even if the budget is used up.
    pub(crate) fn extra_meter(&self) -> Meter<'c> {
        Meter::new(self.meter.stop(), EXTRA_NODES).with_min_nodes(NODES_BEFORE_POLL)
    }

    /// Whether the last move of a line completes a line of squares for the
    /// side to move at the root.
    fn is_complete(&self, line: &Line) -> bool {
        let (geometry, mut side) = (self.player.geometry, self.side);
        let Some((last, before)) = line.pv.split_last() else { return false };
        let mut position = self.position;
        for square in before {
            position.play(geometry, side, square.index());
            side = !side;
        }
        side == self.side && position.completions(geometry, side).has(last.index())
    }

    /// Remembers the win of this report, or that it has none. A report without
    /// a win leaves an announced win of the other side in place.
    fn remember(&mut self, report: &Report) {
        let line = report.lines.first();
        let win = line.and_then(|line| win_plies(line).map(|plies| (line, plies)));
        let is_of_other = self.player.announced.as_ref().is_some_and(|win| win.side != self.side);
        if win.is_some() || !is_of_other {
            self.player.announced = win.map(|(line, plies)| AnnouncedWin {
                position: self.position,
                side: self.side,
                plies,
                // A move that was left out may win sooner.
                exact: line.exact && self.task.has_all_moves(),
                line: line.pv.clone(),
            });
        }
    }
}

/// The number of plies within which a line wins, if it does.
fn win_plies(line: &Line) -> Option<u32> {
    match line.score {
        Score::Win(plies) => Some(plies),
        _ => None,
    }
}
