//! Turns the prover's solutions into the report on a task.

use crate::game::lines::Position;
use crate::game::{Game, Lines, Square, SquareSet};
use crate::search::proof::bits::Bits;
use crate::search::proof::flat::board::stones;
use crate::search::proof::flat::memory::Effort;
use crate::search::proof::flat::solution::{Prover, Solution, Value};
use crate::search::task::{Heuristics, Line, Report, SIMULATIONS_PER_PLY, Score, Settings, Task};

/// The parts of a task that the prover needs.
#[derive(Clone, Copy)]
pub(crate) struct Request<'a> {
    pub(crate) game: &'a Lines,
    pub(crate) root: &'a Position,
    pub(crate) moves: SquareSet,
    pub(crate) settings: &'a Settings,
    /// Whether all legal moves were requested.
    pub(crate) all: bool,
    /// The largest distance of a win to search for.
    mate: Option<u32>,
}

impl<'a> Request<'a> {
    /// The request of a task.
    pub(crate) fn new(task: &Task<'a, Lines>) -> Self {
        let Task { game, root, moves, settings, .. } = *task;
        Request { game, root, moves, settings, all: task.has_all_moves(), mate: task.budget.mate }
    }

    /// A report without lines, before the search ends.
    pub(crate) fn progress(&self, effort: Effort) -> Report {
        Report {
            depth: 0,
            seldepth: effort.stones.saturating_sub(self.game.ply(self.root) as u32),
            nodes: effort.nodes,
            hashfull: Some(effort.fullness),
            done: Some((effort.done * 1000.0) as u32),
            lines: Vec::new(),
            ..Report::default()
        }
    }
}

/// Runs a prover on one request.
pub(crate) struct ReportBuilder<'p, 'a, 't, W: Bits> {
    pub(crate) prover: &'p mut Prover<'a, W>,
    pub(crate) request: Request<'t>,
    /// The stones of the side to move and of the other.
    pub(crate) root: [W; 2],
}

impl<'p, 'a, 't, W: Bits> ReportBuilder<'p, 'a, 't, W> {
    /// A builder that has not searched yet.
    pub(crate) fn new(prover: &'p mut Prover<'a, W>, request: Request<'t>) -> Self {
        Self { prover, request, root: stones(request.game, request.root) }
    }

    /// Searches, and returns the final report.
    pub(crate) fn report(mut self) -> Report {
        let one = self.request.all && self.request.settings.multi_pv == 1;
        let lines = match self.request.mate {
            Some(plies) if one => self.mate(plies),
            None if one => self.position(),
            // The search by distance always considers all moves.
            Some(plies) => self.moves(SIMULATIONS_PER_PLY.saturating_mul(plies.into())),
            None => self.moves(u64::MAX),
        };
        Report {
            depth: lines.first().map_or(0, |line| line.pv.len() as u32),
            lines,
            ..self.request.progress(self.prover.effort())
        }
    }

    /// The value of the position and its best move.
    fn position(&mut self) -> Vec<Line> {
        let [mine, theirs] = self.root;
        let solution = self.prover.solve(mine, theirs, u64::MAX);
        vec![self.line_of(solution)]
    }

    /// The line of a solution of the root.
    fn line_of(&mut self, solution: Solution) -> Line {
        let first = self.request.moves.first().unwrap_or(Square::new(0));
        let square = solution.best.map_or(first, |best| Square::new(best.into()));
        let score = match (solution.value, solution.plies) {
            (Some(Value::Win), Some(plies)) => Score::Win(plies),
            (Some(Value::Loss), Some(plies)) => Score::Loss(plies),
            (Some(Value::Draw), _) => Score::Draw,
            _ => Score::Cp(self.request.game.evaluate(self.request.root)),
        };
        let pv = self.principal(square, score, solution.exact);
        line(score, solution.exact, pv)
    }

    /// A win within `plies` plies. If there is none, the position is solved as
    /// far as a few nodes for each ply suffice.
    fn mate(&mut self, plies: u32) -> Vec<Line> {
        let [mine, theirs] = self.root;
        if let Some(Some((plies, Some(square)))) = self.prover.win_within(mine, theirs, plies) {
            let score = Score::Win(plies);
            let pv = self.principal(Square::new(square.into()), score, true);
            return vec![line(score, true, pv)];
        }
        let nodes = SIMULATIONS_PER_PLY.saturating_mul(plies.into());
        let solution = self.prover.solve(mine, theirs, nodes);
        vec![self.line_of(solution)]
    }
}

/// A line of play, with the fields that follow from its score.
pub(crate) fn line(score: Score, exact: bool, pv: Vec<Square>) -> Line {
    Line { score, wdl: Some(score.wdl()), exact: exact && score.is_decided(), pv }
}

/// The sort key of a score: wins before draws before unproven scores before
/// losses, with early wins and late losses first.
pub(crate) fn rank(score: Score) -> (i32, i64) {
    match score {
        Score::Win(plies) => (3, -i64::from(plies)),
        Score::Draw => (2, 0),
        Score::Cp(value) => (1, value.into()),
        Score::Loss(plies) => (0, plies.into()),
    }
}
