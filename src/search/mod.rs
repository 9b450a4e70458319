//! The searches, which choose moves. They use the rules of the games, and
//! neither read nor write text.
//!
//! A [`Searcher`] works on one [`Task`] at a time, sends a [`Report`] from time
//! to time, and returns the last one. [`SearchKind`] lists all searches.

mod alpha_beta;
mod busy;
mod candidates;
pub mod clock;
mod constants;
mod deepening;
mod flat_alpha_beta;
mod handicap;
pub mod hardware;
mod heuristics;
mod iterations;
mod kind;
mod lines;
mod mcts;
mod memory;
mod meter;
mod minimax;
pub mod network;
pub mod patterns;
mod proof;
mod puct;
mod random;
mod report_filter;
mod report_timer;
mod root_moves;
mod score;
mod simulations;
mod stop;
mod timer;
pub mod trains;
mod yield_hook;

use std::sync::Arc;

use crate::game::{Game, Square};
use cube::Book;
use network::Network;

pub use candidates::candidates;
pub use constants::{MctsConstants, PatternConstants, PuctConstants};
pub use handicap::FULL as FULL_SKILL;
pub use hardware::Hardware;
pub use heuristics::{Heuristics, PlayoutEnd};
pub use kind::{SearchKind, UnsupportedGame};
pub(crate) use memory::allocation::map_large_allocations;
pub use meter::Meter;
pub use minimax::{SelfPlay, Tally, self_play};
pub use proof::cube;
use report_timer::ReportTimer;
pub use score::Score;
pub use stop::{Canceller, Never, Stop};
pub use timer::Clock;
pub use yield_hook::YieldHook;

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
    fn has_all_moves(&self) -> bool {
        self.moves == self.game.legal(self.root)
    }

    /// Passes this task to another search, and applies `change` to all its
    /// reports.
    fn delegate(
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
}

/// The options of the engine that concern searches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Memory for a table or tree, in MiB; 0 means no table.
    pub hash: usize,
    /// Threads that search.
    pub threads: usize,
    /// The number of best lines to report.
    pub multi_pv: usize,
    /// The seed, which together with the position determines all random
    /// choices.
    pub seed: u64,
    /// `minimax`: use alpha-beta.
    pub pruning: bool,
    /// `minimax`: try promising moves first.
    pub ordering: bool,
    /// `minimax` on flat boards: play a move that wins at once without looking
    /// at others.
    pub immediate_wins: bool,
    /// `minimax` on flat boards: begin the game in the centre without a search;
    /// `uct` on TicTacTrains: take the centre without one.
    pub centre_reply: bool,
    /// Consider only squares next to an occupied one.
    pub neighbors: bool,
    /// `mcts`: prove results.
    pub proofs: bool,
    /// `mcts`, `puct`: with a clock, stop when the choice cannot change.
    pub early_stop: bool,
    /// `mcts`, `puct`: keep the part of the tree that belongs to the next
    /// position.
    pub tree_reuse: bool,
    /// `proof` on TicTacTrains: find the best margin, not only the winner.
    pub margin: bool,
    /// The constants of `mcts`.
    pub mcts: MctsConstants,
    /// The constants of `puct`.
    pub puct: PuctConstants,
    /// The constants of `patterns`.
    pub patterns: PatternConstants,
    /// The network of `puct`; `None` selects the built-in one.
    pub network: Option<Arc<Network>>,
    /// The level of play, from 1 to [`FULL_SKILL`].
    pub skill: usize,
    /// The instructions that the inner loops may use. They affect only the
    /// speed.
    pub hardware: Hardware,
    /// A book of proven moves for 4x4x4. The searches play its moves without
    /// checking that they win.
    pub book: Option<Arc<Book>>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            hash: 64,
            threads: 1,
            multi_pv: 1,
            seed: 0,
            pruning: true,
            ordering: true,
            immediate_wins: true,
            centre_reply: true,
            margin: false,
            mcts: MctsConstants::default(),
            puct: PuctConstants::default(),
            patterns: PatternConstants::default(),
            network: None,
            skill: FULL_SKILL,
            hardware: Hardware::default(),
            book: None,
            neighbors: false,
            proofs: true,
            early_stop: true,
            tree_reuse: true,
        }
    }
}

/// The findings of a search so far.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Report {
    /// Plies searched completely, or the length of the best line.
    pub depth: u32,
    /// The deepest ply reached.
    pub seldepth: u32,
    /// Nodes visited.
    pub nodes: u64,
    /// The used part of the table or tree, in thousandths.
    pub hashfull: Option<u32>,
    /// The size of the tree, if the search builds one.
    pub tree: Option<TreeSize>,
    /// The simulations through each move, most first, if the search counts
    /// them.
    pub counts: Vec<MoveCount>,
    /// The final margin under best play, in squares: the longest train of the
    /// side to move minus that of the other side.
    pub margin: Option<i32>,
    /// The best lines, best first.
    pub lines: Vec<Line>,
}

/// The size of a search tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct TreeSize {
    /// Positions in it.
    pub positions: u64,
    /// Memory in use, in bytes.
    pub bytes: u64,
}

/// The number and the mean result of the simulations through a root move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveCount {
    /// The move.
    pub square: Square,
    /// Simulations through it.
    pub visits: u64,
    /// Their mean result for the side to move, from 0 (lost) to 1 (won); the
    /// result itself of a proven move; `None` without simulations.
    pub mean: Option<f64>,
}

/// A line of play and its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The score for the side to move at the root.
    pub score: Score,
    /// Wins, draws and losses expected in 1,000 games, for the same side.
    pub wdl: Option<[u32; 3]>,
    /// Whether the distance of a proven result is exact, not only an upper
    /// bound.
    pub exact: bool,
    /// The moves, at least one.
    pub pv: Vec<Square>,
}

impl Line {
    /// A line with this score, and with `wdl` if it is proven.
    fn new(score: Score, exact: bool, pv: Vec<Square>) -> Line {
        Line { score, wdl: score.proven_wdl(), exact, pv }
    }

    /// A line with one move and no information about it.
    pub fn unknown(square: Square) -> Line {
        Line { score: Score::Cp(0), wdl: None, exact: false, pv: vec![square] }
    }
}

impl Report {
    /// A report of a single move, for a search without scores.
    pub fn only(square: Square, nodes: u64) -> Report {
        let lines = vec![Line::unknown(square)];
        Report { depth: 1, seldepth: 1, nodes, lines, ..Report::default() }
    }
}
