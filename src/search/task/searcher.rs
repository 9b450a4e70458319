//! A searcher and the task that it works on.

use super::report::Report;
use super::settings::Settings;
use crate::game::Game;
use crate::search::budget::Stop;

/// Chooses moves in one game. Keeps tables and trees between tasks.
///
/// ```
/// use std::time::Instant;
///
/// use noughts::game::lines::Shape;
/// use noughts::game::{Game, GameState, Lines, TypedState};
/// use noughts::search::{Budget, Canceller, Score, SearchKind, Settings, Task};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// // X has two corners, and takes a third.
/// let mut state = TypedState::new(Lines::new(Shape::flat(3, 3, 3)?));
/// for name in ["a1", "b1", "a3", "a2"] {
///     state.play(name)?;
/// }
/// let mut searcher = SearchKind::AlphaBeta.searcher(&**state.game());
/// // Dropping the canceller would stop the search.
/// let (_canceller, stop) = Canceller::new(Instant::now());
/// let report = searcher.search(&mut Task {
///     game: &**state.game(),
///     root: state.position(),
///     moves: state.game().legal(state.position()),
///     budget: Budget { depth: Some(5), ..Budget::UNLIMITED },
///     settings: &Settings::default(),
///     stop: &stop,
///     report: &mut |so_far| println!("{} nodes", so_far.nodes),
/// });
/// assert_eq!(report.lines[0].score, Score::Win(3));
/// # Ok(())
/// # }
/// ```
pub trait Searcher<G: Game>: Send {
    /// Searches until the budget is used up, the search is stopped, or the
    /// result is settled. The root has a legal move. The report has at least
    /// one line, and the first move of the first line is the answer.
    fn search(&mut self, task: &mut Task<'_, G>) -> Report;

    /// Forgets everything, because the next task belongs to another game.
    fn clear(&mut self);

    /// Gets tables and memory ready, so that the next search loses no time by it.
    fn warm_up(&mut self, _settings: &Settings) {}
}

/// A position to search, the limits, and where the reports go.
pub struct Task<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The position to search; the game is not over.
    pub root: &'a G::Position,
    /// The moves to consider; all legal, at least one.
    pub moves: G::Set,
    /// The limits on nodes, depth and mate distance.
    pub budget: Budget,
    /// The options of the engine that concern searches.
    pub settings: &'a Settings,
    /// The stop signal and the clock.
    pub stop: &'a Stop,
    /// Called with the findings so far.
    pub report: &'a mut dyn FnMut(&Report),
}

impl<G: Game> Task<'_, G> {
    /// Whether the task includes every legal move: only then do the results
    /// hold for the position itself.
    pub(crate) fn has_all_moves(&self) -> bool {
        self.moves == self.game.legal(self.root)
    }

    /// Passes this task to another search, and applies `change` to all its
    /// reports.
    pub(crate) fn delegate(
        &mut self,
        searcher: &mut dyn Searcher<G>,
        change: impl Fn(Report) -> Report,
    ) -> Report {
        let pass_on = &mut *self.report;
        let mut report = |report: &Report| pass_on(&change(report.clone()));
        change(searcher.search(&mut Task { report: &mut report, ..*self }))
    }
}

/// The limits of a search, except the time, which is part of [`Stop`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The maximum number of nodes, at least 1.
    pub nodes: u64,
    /// The maximum number of plies, at least 1. A search that builds a tree
    /// also ends after [`SIMULATIONS_PER_PLY`] simulations for each ply.
    pub depth: Option<u32>,
    /// The search looks only for a win within this number of plies. For Monte Carlo
    /// tree searches and `patterns` it works like `depth`.
    pub mate: Option<u32>,
}

/// The simulations that count as one ply of a depth limit.
pub const SIMULATIONS_PER_PLY: u64 = 10_000;

impl Budget {
    /// Nothing is limited.
    pub const UNLIMITED: Budget = Budget { nodes: u64::MAX, depth: None, mate: None };

    /// The deepest ply that either limit allows.
    pub fn max_depth(&self) -> Option<u32> {
        match (self.depth, self.mate) {
            (Some(depth), Some(mate)) => Some(depth.min(mate)),
            (depth, mate) => depth.or(mate),
        }
    }

    /// The node limit, or the simulations of the depth limit if they are fewer.
    pub fn max_simulations(&self) -> u64 {
        let by_depth = self.max_depth().map(|d| u64::from(d).saturating_mul(SIMULATIONS_PER_PLY));
        self.nodes.min(by_depth.unwrap_or(u64::MAX))
    }

    /// The node limit of a proof. It has no depth, so a depth limit stands for
    /// a number of nodes, as in Monte Carlo tree search.
    pub(crate) fn max_proof_nodes(&self) -> u64 {
        Budget { mate: None, ..*self }.max_simulations()
    }
}
