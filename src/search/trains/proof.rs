//! `proof` for TicTacTrains: finds the winner of a position, and on request the
//! best margin, by the exact solver.

use super::playouts::Playouts;
use super::root_survey::RootSurvey;
use super::solver::{Bounds, Solver};
use crate::game::trains::Position;
use crate::game::{Game, Outcome, Side, Square, SquareSet, Trains};
use crate::search::budget::{Meter, Stop};
use crate::search::task::{Line, Report, SIMULATIONS_PER_PLY, Score, Searcher, Task};

/// The nodes allowed for finding a line, in addition to an eighth of the nodes
/// so far.
const NODES_FOR_A_LINE: u64 = 10_000;

/// The search, with the data that it keeps between tasks.
#[derive(Default)]
pub(crate) struct Proof {
    solver: Solver,
    playouts: Playouts,
}

impl Searcher<Trains> for Proof {
    fn search(&mut self, task: &mut Task<'_, Trains>) -> Report {
        let Task { game, root, moves, budget, settings, stop, .. } = *task;
        self.solver.resize(settings.hash << 20);
        self.solver.hardware = settings.hardware;
        let left = (game.plies() - root.ply()) as u32;
        // No result exists before the board is full, so a lower depth limit
        // limits the nodes instead.
        let limit = match budget.max_depth() {
            Some(depth) if depth < left => budget.nodes.min(u64::from(depth) * SIMULATIONS_PER_PLY),
            _ => budget.nodes,
        };
        let side = game.side(root);
        let survey = RootSurvey::of(game, root, settings, &mut self.playouts, stop);
        let order = survey.ranked(game.legal(root), side);
        let solver = &mut self.solver;
        let to_margin = settings.margin;
        let mut proving = Proving { solver, stop, limit, nodes: 0, game, root, to_margin, order };
        let mut report = Report::default();
        let mut rest = moves;
        while report.lines.len() < settings.multi_pv && !rest.is_empty() {
            let (square, bounds) = proving.best_of(rest);
            report.nodes = proving.nodes;
            report.hashfull = Some(proving.solver.fullness());
            rest.remove(square);
            let score = match score(&bounds, side, left) {
                Score::Cp(_) => Score::Cp(estimate(&bounds, side, survey.margin(side))),
                score => score,
            };
            let decided = bounds.outcome().is_some();
            if !decided && !report.lines.is_empty() {
                break;
            }
            if report.lines.is_empty()
                && to_margin
                && !settings.neighbors
                && bounds.low == bounds.high
            {
                report.margin = Some(if side == Side::X { bounds.low } else { -bounds.low });
            }
            let exact = score.is_decided();
            let pv = if decided { proving.line(square, &bounds) } else { vec![square] };
            report.lines.push(Line::new(score, exact, pv));
            report.nodes = proving.nodes;
            if !decided {
                break;
            }
            report.depth = left;
            if report.lines.len() < settings.multi_pv {
                (task.report)(&report);
            }
        }
        report
    }

    fn clear(&mut self) {
        self.solver.clear();
    }
}

/// The score of a position for the side to move, `left` plies from the end.
fn score(bounds: &Bounds, side: Side, left: u32) -> Score {
    match bounds.outcome() {
        Some(Outcome::Win(winner)) if winner == side => Score::Win(left),
        Some(Outcome::Win(_)) => Score::Loss(left),
        Some(Outcome::Draw) => Score::Draw,
        None => Score::Cp(0),
    }
}

/// The margin of random games, limited to the bounds.
fn estimate(bounds: &Bounds, side: Side, margin: i32) -> i32 {
    let (low, high) = match side {
        Side::X => (bounds.low, bounds.high),
        Side::O => (-bounds.high, -bounds.low),
    };
    margin.clamp(100 * low, 100 * high)
}

/// A task on the solver.
struct Proving<'a> {
    solver: &'a mut Solver,
    stop: &'a Stop,
    /// The node limit.
    limit: u64,
    /// The nodes visited so far.
    nodes: u64,
    game: &'a Trains,
    root: &'a Position,
    /// Whether to find the best margin, not only the winner.
    to_margin: bool,
    /// The legal squares, the most promising first. Without a move from the
    /// solver the first is played.
    order: Vec<Square>,
}

impl Proving<'_> {
    /// The best of these legal moves, and the bounds of the margin after it.
    fn best_of(&mut self, moves: SquareSet) -> (Square, Bounds) {
        let (game, root) = (self.game, self.root);
        if moves == game.legal(root) {
            let bounds = self.solve(root);
            let best = bounds.best.unwrap_or_else(|| self.first_of(moves));
            return (best, bounds);
        }
        let side = game.side(root);
        let mut best: Option<(Square, Bounds)> = None;
        let mut untried = moves;
        for square in self.order.clone() {
            if !untried.contains(square) {
                continue;
            }
            let mut next = *root;
            game.play(&mut next, square);
            let bounds = self.solve(&next);
            if !self.is_enough(&bounds) {
                break;
            }
            untried.remove(square);
            let better = match (&best, side) {
                (None, _) => true,
                (Some((_, old)), Side::X) => bounds.low > old.low,
                (Some((_, old)), Side::O) => bounds.high < old.high,
            };
            if better {
                best = Some((square, bounds));
            }
            if !self.to_margin && bounds.outcome() == Some(Outcome::Win(side)) {
                return (square, bounds);
            }
        }
        match best {
            Some(best) if untried.is_empty() => best,
            // The bounds found are certain, but untried moves may be better.
            Some((square, found)) => match (side, found.outcome()) {
                (_, Some(Outcome::Win(winner))) if winner != side => {
                    (self.first_of(untried), Bounds::UNKNOWN)
                }
                (Side::X, _) => (square, Bounds { high: Bounds::UNKNOWN.high, ..found }),
                (Side::O, _) => (square, Bounds { low: Bounds::UNKNOWN.low, ..found }),
            },
            None => (self.first_of(untried), Bounds::UNKNOWN),
        }
    }

    /// The bounds of a position: as narrow as requested, or as the limits
    /// allow.
    fn solve(&mut self, position: &Position) -> Bounds {
        let mut bounds = Bounds::UNKNOWN;
        let mut meter = Meter::new(self.stop, self.limit - self.nodes);
        if self.to_margin {
            self.solver.measure(self.game, position, &mut bounds, &mut meter);
        } else {
            self.solver.decide(self.game, position, &mut bounds, &mut meter);
        }
        self.nodes += meter.nodes();
        bounds
    }

    fn is_enough(&self, bounds: &Bounds) -> bool {
        bounds.outcome().is_some() && (!self.to_margin || bounds.low == bounds.high)
    }

    /// A line of best play: the first move, then moves that keep the bounds.
    /// Ends early if these take too many nodes to find.
    fn line(&mut self, square: Square, bounds: &Bounds) -> Vec<Square> {
        let game = self.game;
        let mut position = *self.root;
        game.play(&mut position, square);
        let mut line = vec![square];
        let limit = (self.limit - self.nodes).min(self.nodes / 8 + NODES_FOR_A_LINE);
        let mut meter = Meter::new(self.stop, limit);
        while game.outcome(&position).is_none() {
            let mut found = Bounds::UNKNOWN;
            let goal = if game.side(&position) == Side::X { bounds.low } else { bounds.high + 1 };
            if !self.solver.ask(game, &position, goal, &mut found, &mut meter) {
                break;
            }
            let square = found.best.unwrap_or_else(|| self.first_of(game.legal(&position)));
            game.play(&mut position, square);
            line.push(square);
        }
        self.nodes += meter.nodes();
        line
    }

    /// The first of these squares in the order of the survey.
    fn first_of(&self, squares: SquareSet) -> Square {
        let preferred = self.order.iter().copied().find(|&square| squares.contains(square));
        preferred.or(squares.first()).unwrap_or(Square::new(0))
    }
}
