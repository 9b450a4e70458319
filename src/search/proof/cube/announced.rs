//! The win that was told last, and those that a book promises. Whatever the
//! opponent replies, the next search tells a win at least as soon, however few
//! nodes it may visit: the rest of the line that was told where the opponent
//! follows it, else what the proof or another look at forced wins says.

use super::bits::Bits;
use super::dfpn::Proof;
use super::distance::{by_force_within, quietly_within};
use super::geometry::Cube;
use super::player::Search;
use super::position::Position;
use crate::game::{Side, Square};
use crate::search::{Line, Meter, Report, Score};

/// A line that wins.
#[derive(Debug)]
pub(super) struct AnnouncedWin<C: Cube> {
    position: Position<C>,
    side: Side,
    plies: u32,
    exact: bool,
    line: Vec<Square>,
}

/// A win that is known before the search.
struct KnownWin {
    /// It takes no more plies than this.
    plies: u32,
    /// It is known to be a forcing sequence.
    by_force: bool,
    /// What is left of the line that was told, if the game followed it.
    line: Option<Line>,
}

/// Nodes to find a win that is known to be there, whatever the limit.
const EXTRA_NODES: u64 = 1_000_000;
/// So many of them before the first look at the clock: some milliseconds.
const NODES_BEFORE_CLOCK: u64 = 10_000;

impl<'c, C: Cube> Search<'_, '_, 'c, C> {
    /// Searches, but does not forget the win that was told last.
    pub(super) fn run_keeping_announced_win(&mut self) -> Report {
        let report = match self.known_win() {
            Some(KnownWin { line: Some(line), .. }) if line.exact => self.report(Some(line)),
            Some(known_win) => self.run_with(known_win),
            None => self.run(),
        };
        self.remember(&report);
        report
    }

    /// Searches for what is better than this win, and keeps it.
    fn run_with(&mut self, known_win: KnownWin) -> Report {
        self.announced_plies = known_win.plies;
        let report = self.run();
        let found = report.lines.first().and_then(win_of);
        let plies = found.unwrap_or(u32::MAX).min(known_win.plies);
        let has_line = report.lines.first().is_some_and(|line| self.is_complete(line));
        if found == Some(plies) && (has_line || known_win.line.is_none()) {
            return report;
        }
        let line = match known_win.line {
            Some(line) if plies == known_win.plies => Some(line),
            longer => self.keep(plies, known_win.by_force).or(longer),
        };
        match line {
            Some(line) => self.report(Some(line)),
            None => report,
        }
    }

    /// The win that was announced in this position.
    fn known_win(&self) -> Option<KnownWin> {
        if let Some(known_win) = self.announced_win() {
            return Some(known_win);
        }
        // The book leaves forced wins out.
        let is_by_book = self.side == Side::X && self.book().is_some();
        is_by_book.then(|| KnownWin { plies: self.empty(), by_force: true, line: None })
    }

    /// The win that was told last, if it was of this position, or what is left
    /// of it, if we played as it said.
    fn announced_win(&self) -> Option<KnownWin> {
        let told = self.player.announced.as_ref().filter(|told| told.side == self.side)?;
        let (plies, rest) = if self.position == told.position {
            (told.plies, Some(told.line.as_slice()))
        } else {
            self.follow(told)?
        };
        let rest = rest.filter(|rest| rest.first().is_some_and(|s| self.is_candidate(s.index())));
        let line = rest.map(|rest| Line::new(Score::Win(plies), told.exact, rest.to_vec()));
        Some(KnownWin { plies, by_force: false, line })
    }

    /// What is left of a win after the move that it told and a reply: the plies,
    /// and the line if it told the reply.
    fn follow<'t>(&self, told: &'t AnnouncedWin<C>) -> Option<(u32, Option<&'t [Square]>)> {
        let first = told.line.first()?.index();
        let after = told.position.after(self.player.geometry, self.side, first);
        let replies = self.position.stones(!self.side) & !after.stones(!self.side);
        let follows = replies.is_single()
            && self.position == after.after(self.player.geometry, !self.side, replies.first());
        if !follows {
            return None;
        }
        let reply = told.line.get(1).map(|reply| reply.index());
        let rest = told.line.get(2..).filter(|_| reply == Some(replies.first()));
        Some((told.plies.checked_sub(2)?, rest))
    }

    /// A win in so many plies that is known to be there, with nodes of its own.
    fn keep(&mut self, plies: u32, by_force: bool) -> Option<Line> {
        let own = Self::seen_by(&self.position, self.side);
        let known = self.player.provers[self.side.index()].known(&own);
        let line = match known {
            Some(Proof::Proven(proven)) if proven <= plies && self.task.has_all_moves() => {
                self.proven_line()
            }
            _ => {
                let mut meter = self.granted();
                let forcing = &mut self.player.forcing;
                let (position, side) = (&self.position, self.side);
                let mut found = by_force_within(forcing, position, side, plies, &mut meter);
                if found.is_none() && !by_force {
                    found = quietly_within(position, side, plies, &mut meter);
                }
                self.meter.add(meter.nodes());
                found.map(|found| found.to_line())
            }
        };
        // What is told to win, wins by the block where there is a threat.
        let block = self.position.completions(self.player.geometry, !self.side);
        let blocks = block.is_single() && !by_force;
        let line = line.or_else(|| blocks.then(|| self.proven(block.first(), plies)));
        line.filter(|line| line.pv.first().is_some_and(|first| self.is_candidate(first.index())))
    }

    /// A meter for what has to be found whatever the limit.
    pub(super) fn granted(&self) -> Meter<'c> {
        Meter::new(self.meter.stop(), EXTRA_NODES).with_min_nodes(NODES_BEFORE_CLOCK)
    }

    /// Whether a line goes on to the completion of ours.
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

    /// Remembers the win of this report, if it has one. A look at a position
    /// of the other side changes nothing.
    fn remember(&mut self, report: &Report) {
        let line = report.lines.first();
        let win = line.and_then(|line| win_of(line).map(|plies| (line, plies)));
        let is_of_other = self.player.announced.as_ref().is_some_and(|told| told.side != self.side);
        if win.is_some() || !is_of_other {
            self.player.announced = win.map(|(line, plies)| AnnouncedWin {
                position: self.position,
                side: self.side,
                plies,
                // Of moves that were left out nothing is known.
                exact: line.exact && self.task.has_all_moves(),
                line: line.pv.clone(),
            });
        }
    }
}

/// Within how many plies a line wins, if it does.
fn win_of(line: &Line) -> Option<u32> {
    match line.score {
        Score::Win(plies) => Some(plies),
        _ => None,
    }
}
