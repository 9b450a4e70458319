//! The win that was told last. While the opponent follows its line the rest of
//! the line still wins, however little the next search finds out: so a win is
//! not forgotten, nor told to take longer than its line.

use super::geometry::Cube;
use super::player::Search;
use super::position::Position;
use crate::game::{Side, Square};
use crate::search::{Line, Report, Score};

/// A line that wins.
#[derive(Debug)]
pub(super) struct Told<C: Cube> {
    position: Position<C>,
    side: Side,
    plies: u32,
    exact: bool,
    line: Vec<Square>,
}

impl<C: Cube> Search<'_, '_, '_, C> {
    /// Searches, but does not forget the win that was told last.
    pub(super) fn run_on(&mut self) -> Report {
        let kept = self.kept();
        let report = match kept {
            Some(line) if line.exact => self.report(Some(line)),
            Some(line) => Some(self.run())
                .filter(|found| is_as_good(found, &line))
                .unwrap_or_else(|| self.report(Some(line))),
            None => self.run(),
        };
        self.remember(&report);
        report
    }

    /// What is left of the line that was told last, if the game followed it.
    fn kept(&self) -> Option<Line> {
        let told = self.player.told.as_ref().filter(|told| told.side == self.side)?;
        let [first, reply, rest @ ..] = &told.line[..] else { return None };
        let geometry = self.player.geometry;
        let mut position = told.position.after(geometry, self.side, first.index());
        position.play(geometry, !self.side, reply.index());
        let next = rest.first()?;
        if position != self.position || !self.is_candidate(next.index()) {
            return None;
        }
        // A line may be longer than the distance, as there is another one.
        let score = Score::Win(told.plies.checked_sub(2)?.max(rest.len() as u32));
        let (wdl, exact, pv) = (score.certain_wdl(), told.exact, rest.to_vec());
        Some(Line { score, wdl, exact, pv })
    }

    /// Remembers the win of this report, if it has one.
    fn remember(&mut self, report: &Report) {
        self.player.told = report.lines.first().and_then(|line| match line.score {
            Score::Win(plies) => Some(Told {
                position: self.position,
                side: self.side,
                plies,
                exact: line.exact,
                line: line.pv.clone(),
            }),
            _ => None,
        });
    }
}

/// Whether this report tells a win at least as soon as this line, and how to
/// go on with it.
fn is_as_good(report: &Report, kept: &Line) -> bool {
    let Some(line) = report.lines.first() else { return false };
    match (line.score, kept.score) {
        (Score::Win(plies), Score::Win(promised)) => {
            plies < promised || plies == promised && (plies == 1 || line.pv.len() > 2)
        }
        _ => false,
    }
}
