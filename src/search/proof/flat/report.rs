//! From verdicts to a report.

use super::bits::Bits;
use super::memory::Effort;
use super::solve::{Prover, Value, Verdict};
use super::stones;
use crate::game::lines::Position;
use crate::game::{Game, Lines, Square, SquareSet};
use crate::search::{Heuristics, Line, Report, SIMULATIONS_PER_PLY, Score, Settings, Task};

/// What a task asks for.
#[derive(Clone, Copy)]
pub(super) struct Request<'a> {
    pub(super) game: &'a Lines,
    pub(super) root: &'a Position,
    pub(super) moves: SquareSet,
    pub(super) settings: &'a Settings,
    /// Whether every legal move may be played.
    pub(super) all: bool,
    mate: Option<u32>,
}

impl<'a> Request<'a> {
    pub(super) fn new(task: &Task<'a, Lines>) -> Self {
        let Task { game, root, moves, settings, .. } = *task;
        Request { game, root, moves, settings, all: task.has_all_moves(), mate: task.budget.mate }
    }

    /// A report while nothing is decided.
    pub(super) fn progress(&self, effort: Effort) -> Report {
        Report {
            depth: 0,
            seldepth: effort.stones.saturating_sub(self.game.ply(self.root) as u32),
            nodes: effort.nodes,
            hashfull: Some(effort.fullness),
            lines: Vec::new(),
            ..Report::default()
        }
    }
}

/// Answers one task.
pub(super) struct ReportBuilder<'p, 'a, 't, W: Bits> {
    pub(super) prover: &'p mut Prover<'a, W>,
    pub(super) task: Request<'t>,
    /// The stones of the side to move and of the other.
    pub(super) root: [W; 2],
}

impl<'p, 'a, 't, W: Bits> ReportBuilder<'p, 'a, 't, W> {
    pub(super) fn new(prover: &'p mut Prover<'a, W>, task: Request<'t>) -> Self {
        Self { prover, task, root: stones(task.game, task.root) }
    }

    /// Searches, and tells what came of it.
    pub(super) fn report(mut self) -> Report {
        let all = self.task.all;
        let lines = match self.task.mate {
            Some(plies) if all => self.mate(plies),
            None if all && self.task.settings.multi_pv == 1 => self.position(),
            // Without some of the moves there is no search by distance.
            Some(plies) => self.moves(SIMULATIONS_PER_PLY.saturating_mul(plies.into())),
            None => self.moves(u64::MAX),
        };
        Report {
            depth: lines.first().map_or(0, |line| line.pv.len() as u32),
            lines,
            ..self.task.progress(self.prover.effort())
        }
    }

    /// The value of the position and its best move.
    fn position(&mut self) -> Vec<Line> {
        let [mine, theirs] = self.root;
        let verdict = self.prover.solve(mine, theirs, u64::MAX);
        vec![self.line_of(verdict)]
    }

    /// The line of a verdict on the root.
    fn line_of(&mut self, verdict: Verdict) -> Line {
        let first = self.task.moves.first().unwrap_or(Square::new(0));
        let square = verdict.best.map_or(first, |best| Square::new(best.into()));
        let score = match (verdict.value, verdict.plies) {
            (Some(Value::Win), Some(plies)) => Score::Win(plies),
            (Some(Value::Loss), Some(plies)) => Score::Loss(plies),
            (Some(Value::Draw), _) => Score::Draw,
            _ => Score::Cp(self.task.game.evaluate(self.task.root)),
        };
        let pv = self.principal(square, score, verdict.exact);
        line(score, verdict.exact, pv)
    }

    /// Whether there is a win within so many plies. If not, the position is
    /// judged as far as it takes little time.
    fn mate(&mut self, plies: u32) -> Vec<Line> {
        let [mine, theirs] = self.root;
        if let Some(Some((plies, Some(square)))) = self.prover.win_within(mine, theirs, plies) {
            let score = Score::Win(plies);
            let pv = self.principal(Square::new(square.into()), score, true);
            return vec![line(score, true, pv)];
        }
        let nodes = SIMULATIONS_PER_PLY.saturating_mul(plies.into());
        let verdict = self.prover.solve(mine, theirs, nodes);
        vec![self.line_of(verdict)]
    }
}

/// A line of play with everything that follows from its score.
pub(super) fn line(score: Score, exact: bool, pv: Vec<Square>) -> Line {
    Line { score, wdl: Some(score.wdl()), exact: exact && score.is_decided(), pv }
}

/// Wins before draws before what is not known before losses; soon wins and
/// late losses first.
pub(super) fn rank(score: Score) -> (i32, i64) {
    match score {
        Score::Win(plies) => (3, -i64::from(plies)),
        Score::Draw => (2, 0),
        Score::Cp(value) => (1, value.into()),
        Score::Loss(plies) => (0, plies.into()),
    }
}
