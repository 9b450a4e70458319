//! The engine for analysis: gives hints, evaluates the position and its moves,
//! and finds the move that lost a game.

use std::time::{Duration, Instant};

use noughts::game::{GameState, Side, Square};
use noughts::protocol::Go;
use noughts::search::{FULL_SKILL, SearchKind};

use super::findings::{Finding, Findings, MAX_LINES};
use super::review::{Review, Verdict};
use crate::cli::commands::play::engine::{AskedEngine, EngineEvent, Launch, MAX_EVENTS, Task};
use crate::cli::history::History;

/// The time limit of a hint.
const HINT: Duration = Duration::from_secs(2);
/// The time limit of a whole review: without and with a node limit for each of
/// its positions.
const REVIEW: [Duration; 2] = [Duration::from_secs(2), Duration::from_secs(20)];

/// The time for a quick look at all moves, so that every square soon has a value.
const GLANCE: Duration = Duration::from_millis(600);
/// The largest number of moves for a quick look: those nearest to the stones.
const MAX_GLANCES: usize = 80;

/// A job of the analyst.
#[derive(Debug)]
enum Job {
    Hint,
    /// A quick look at each move in turn, the next one last; then the evaluation.
    Glance(Vec<Square>),
    Evaluation,
    Review(Box<Review>),
}

/// The engine for analysis, which is started for its first job.
pub(in crate::cli::commands::play) struct Analyst {
    engine: AskedEngine,
    /// The node limit of each search; `None` for time limits.
    nodes: Option<u64>,
    /// The time limit for the values of a position.
    time: Duration,
    job: Option<Job>,
    /// The position of the last task.
    position: Option<Box<dyn GameState>>,
    found: Findings,
    /// Whether to evaluate the moves of each new position.
    evaluates: bool,
    values: Findings,
    /// The values of the moves by a quick look at each.
    glances: Vec<Finding>,
    hint: Option<Findings>,
    review: Option<Verdict>,
    /// The moves of the game that it is about.
    reviewed: Vec<String>,
    /// Why the engine is gone.
    fault: Option<String>,
}

impl Analyst {
    /// Creates an analyst with a node limit for each search or, without one, a
    /// time limit for the values of a position.
    pub(in crate::cli::commands::play) fn new(
        launch: Launch,
        nodes: Option<u64>,
        time: Duration,
    ) -> Analyst {
        Analyst {
            engine: AskedEngine::new(launch),
            nodes,
            time,
            job: None,
            position: None,
            found: Findings::default(),
            evaluates: false,
            values: Findings::default(),
            glances: Vec::new(),
            hint: None,
            review: None,
            reviewed: Vec::new(),
            fault: None,
        }
    }

    /// Whether to evaluate the moves of each new position.
    pub(in crate::cli::commands::play) fn evaluates(&self) -> bool {
        self.evaluates
    }

    /// The values of the moves in the current position, as far as they are
    /// known.
    pub(in crate::cli::commands::play) fn values(&self) -> &Findings {
        &self.values
    }

    /// The result of the last search for a hint.
    pub(in crate::cli::commands::play) fn hint(&self) -> Option<&Findings> {
        self.hint.as_ref()
    }

    /// The result of the last review: where the game was lost.
    pub(in crate::cli::commands::play) fn verdict(&self) -> Option<&Verdict> {
        self.review.as_ref()
    }

    /// Why the engine is gone, in a sentence.
    pub(in crate::cli::commands::play) fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// Clears [`fault`](Analyst::fault).
    pub(in crate::cli::commands::play) fn forget_fault(&mut self) {
        self.fault = None;
    }

    /// Whether a job is running.
    pub(in crate::cli::commands::play) fn is_working(&self) -> bool {
        self.job.is_some()
    }

    /// Whether a hint or a review is running.
    fn is_busy(&self) -> bool {
        matches!(self.job, Some(Job::Hint | Job::Review(_)))
    }

    /// Describes the running job to the user; `None` for an evaluation.
    pub(in crate::cli::commands::play) fn work(&self) -> Option<String> {
        match self.job.as_ref()? {
            Job::Hint => Some("looking for a hint".to_string()),
            Job::Evaluation | Job::Glance(_) => None,
            Job::Review(review) => Some(review.work()),
        }
    }

    /// Starts the search for a hint.
    pub(in crate::cli::commands::play) fn ask_hint(&mut self, history: &History) {
        self.hint = None;
        if history.state().outcome().is_none() {
            self.begin(Job::Hint, history);
        }
    }

    /// Turns the evaluation of the moves on or off.
    pub(in crate::cli::commands::play) fn set_evaluation(&mut self, on: bool, history: &History) {
        self.evaluates = on;
        self.values = Findings::default();
        if on && !self.is_busy() {
            self.evaluate(history);
        } else if !on && matches!(self.job, Some(Job::Evaluation | Job::Glance(_))) {
            self.cancel();
        }
    }

    /// Starts the search for the move with which `loser` lost the game.
    pub(in crate::cli::commands::play) fn review(&mut self, history: &History, loser: Side) {
        let time = REVIEW[usize::from(self.nodes.is_some())];
        let review = Review::new(history, loser, Instant::now() + time);
        self.begin(Job::Review(Box::new(review)), history);
    }

    /// Discards everything about the previous position. The verdict about a game
    /// stays as long as its moves can be shown.
    pub(in crate::cli::commands::play) fn position_changed(&mut self, history: &History) {
        self.cancel();
        self.hint = None;
        if self.reviewed != history.all_names() {
            self.review = None;
        }
        self.values = Findings::default();
        if self.evaluates {
            self.evaluate(history);
        }
    }

    fn evaluate(&mut self, history: &History) {
        let state = history.state();
        if state.outcome().is_some() {
            return;
        }
        self.glances.clear();
        let goes_on = |square: &Square| {
            let mut after = state.boxed_clone();
            after.play(&state.board().name(*square)).is_ok() && after.outcome().is_none()
        };
        let mut squares: Vec<Square> = state.legal().into_iter().filter(goes_on).collect();
        squares.sort_by_key(|&square| distance(state, square));
        squares.truncate(MAX_GLANCES);
        squares.reverse();
        self.begin(Job::Glance(squares), history);
    }

    fn cancel(&mut self) {
        self.job = None;
        self.engine.forget();
    }

    /// Gives the engine the next task of a job.
    fn begin(&mut self, job: Job, history: &History) {
        let spec = history.state().spec();
        self.engine.set_game(&spec);
        let plies = history.state().moves().len();
        let moves_here = history.state().legal().len().max(1);
        let mut looked_at = None;
        let (plies, search, lines, time) = match &job {
            Job::Hint => (plies, "auto", 1, HINT),
            Job::Glance(left) => {
                looked_at = left.last().map(|&square| history.state().board().name(square));
                if looked_at.is_none() {
                    return self.begin(Job::Evaluation, history);
                }
                (plies, "auto", 1, GLANCE / moves_here.min(MAX_GLANCES) as u32)
            }
            Job::Evaluation => (plies, "auto", moves_here.min(MAX_LINES), self.time),
            Job::Review(review) => {
                let Some((plies, time)) = review.next() else {
                    return self.conclude_review(job, history);
                };
                // Larger boards have no proof search, but `auto` proves short wins.
                let search = if SearchKind::Proof.supports(&spec) { "proof" } else { "auto" };
                (plies, search, 1, time)
            }
        };
        let parts = if looked_at.is_some() { moves_here.min(MAX_GLANCES) as u64 } else { 1 };
        let go = match self.nodes {
            Some(nodes) => Go { nodes: Some(nodes.div_ceil(parts)), ..Go::default() },
            None => Go { movetime: Some((time.as_millis() as u64).max(1)), ..Go::default() },
        };
        // `debug` adds the visits of each move, which show whether its value is
        // reliable, and which moves are proven draws.
        let debug = matches!(job, Job::Evaluation);
        self.fault = None;
        let mut position = history.at(plies);
        let mut moves = history.names();
        moves.truncate(plies);
        if let Some(name) = looked_at {
            // It is legal: it comes from the list of legal moves.
            let _ = position.play(&name);
            moves.push(name);
        }
        self.position = Some(position);
        self.found = Findings::default();
        self.job = Some(job);
        let start = history.start().map(str::to_string);
        // The level of the opponent is not that of the analysis.
        let options = vec![
            ("Search", search.to_string()),
            ("MultiPV", lines.to_string()),
            ("Skill", FULL_SKILL.to_string()),
            ("UCI_LimitStrength", "false".to_string()),
            ("UCI_ShowWDL", "true".to_string()),
        ];
        self.engine.ask(Task { start, moves, go, options, debug, ..Task::default() });
    }

    /// Reads the waiting news; returns whether anything has changed.
    pub(in crate::cli::commands::play) fn listen(&mut self, history: &History) -> bool {
        let mut is_new = false;
        for _ in 0..MAX_EVENTS {
            let Some(event) = self.engine.next(Some(Duration::ZERO)) else { break };
            self.hear(event, history);
            is_new = true;
        }
        is_new
    }

    /// Waits until the current job is done.
    pub(in crate::cli::commands::play) fn wait(&mut self, history: &History) {
        while self.job.is_some()
            && let Some(event) = self.engine.next(None)
        {
            self.hear(event, history);
        }
    }

    fn hear(&mut self, event: EngineEvent, history: &History) {
        match event {
            EngineEvent::Info(_, info) => {
                let Some(state) = &self.position else { return };
                self.found.read(&info, &**state);
                if matches!(self.job, Some(Job::Evaluation)) {
                    self.values = self.found.clone().with_glances(&self.glances);
                }
            }
            EngineEvent::Move(..) => {
                if let Some(job) = self.job.take() {
                    self.conclude(job, history);
                }
            }
            EngineEvent::Gone(error) => {
                self.fault = Some(format!("no analysis: {error}"));
                self.job = None;
                self.evaluates = false;
            }
            EngineEvent::Ready { .. } => {}
        }
    }

    /// Stores the result of a task, and begins the next one.
    fn conclude(&mut self, job: Job, history: &History) {
        let found = std::mem::take(&mut self.found);
        match job {
            Job::Evaluation => {
                self.values = found.with_glances(&self.glances);
                return;
            }
            Job::Glance(mut left) => {
                let mover = history.state().side();
                if let (Some(square), Some(best), Some(after)) =
                    (left.pop(), found.best(), &self.position)
                {
                    self.glances.push(best.one_ply_earlier(square, after.side() != mover));
                }
                self.values = Findings::default().with_glances(&self.glances);
                return self.begin(Job::Glance(left), history);
            }
            Job::Hint => self.hint = Some(found),
            Job::Review(mut review) => {
                review.learn(found.best().cloned());
                return self.begin(Job::Review(review), history);
            }
        }
        self.go_on(history);
    }

    /// Stores the verdict of a review that has no position left to search.
    fn conclude_review(&mut self, job: Job, history: &History) {
        if let Job::Review(review) = job {
            self.review = Some(review.verdict(history));
            self.reviewed = history.all_names();
        }
        self.job = None;
        self.go_on(history);
    }

    /// Resumes the evaluation, if it is on.
    fn go_on(&mut self, history: &History) {
        if self.evaluates {
            self.evaluate(history);
        }
    }
}

/// The number of steps of a king from a square to the nearest stone, or to the middle of
/// an empty board.
fn distance(state: &dyn GameState, square: Square) -> usize {
    let board = state.board();
    let steps = |to: Square| {
        let (from, to) = (board.coordinates(square), board.coordinates(to));
        let apart = [from.0.abs_diff(to.0), from.1.abs_diff(to.1), from.2.abs_diff(to.2)];
        apart.into_iter().fold(0, usize::max)
    };
    let middle = board.square(board.columns() / 2, board.rows() / 2, board.levels() / 2);
    state.moves().iter().map(|&stone| steps(stone)).min().unwrap_or_else(|| steps(middle))
}
