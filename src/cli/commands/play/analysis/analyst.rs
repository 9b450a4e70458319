//! The engine for analysis: gives hints, evaluates the position and its moves,
//! and judges the moves of a game.

use std::time::Duration;

use noughts::game::{GameState, Outcome, Square};
use noughts::protocol::Go;
use noughts::review::{Answer, Limits, Search};
use noughts::search::FULL_SKILL;
use noughts::values::Value;

use super::findings::{Findings, MAX_LINES};
use super::glances::{GLANCE, MAX_GLANCES, nearest_moves};
use super::judged::JudgedGame;
use crate::cli::commands::play::engine::{AskedEngine, EngineEvent, Launch, MAX_EVENTS, Task};
use crate::cli::history::History;

/// The time limit of a hint.
const HINT: Duration = Duration::from_secs(2);

/// How far the values of a position are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli::commands::play) enum Progress {
    Searching,
    /// The search has ended with a proven result.
    Certain,
    /// The search has ended with an estimate.
    Stopped,
}

/// A job of the analyst.
#[derive(Debug)]
enum Job {
    Hint,
    /// A quick look at each move in turn, the next one last; then the evaluation.
    Glance(Vec<Square>),
    Evaluation,
    /// The next search of the review.
    Review(Search),
    /// The search after another move in the place of a ply of the reviewed game.
    Check(usize, Search, Box<dyn GameState>),
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
    glances: Vec<Value>,
    hint: Option<Findings>,
    /// The time limits of a review.
    limits: Limits,
    judged: Option<JudgedGame>,
    /// The answer to another move in the place of a mistake.
    answer: Option<Answer>,
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
            limits: Limits::WHOLE,
            judged: None,
            answer: None,
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

    /// The review of the game, as far as it is.
    pub(in crate::cli::commands::play) fn judged(&self) -> Option<&JudgedGame> {
        self.judged.as_ref()
    }

    /// Takes the answer to [`check`](Analyst::check), once it is known.
    pub(in crate::cli::commands::play) fn take_answer(&mut self) -> Option<Answer> {
        self.answer.take()
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

    /// Whether the user waits for the running job.
    fn is_busy(&self) -> bool {
        matches!(self.job, Some(Job::Hint | Job::Check(..)))
    }

    /// Whether a move in the place of a mistake is being checked.
    pub(in crate::cli::commands::play) fn is_checking(&self) -> bool {
        matches!(self.job, Some(Job::Check(..)))
    }

    /// Describes the running job to the user; `None` for an evaluation.
    pub(in crate::cli::commands::play) fn work(&self) -> Option<String> {
        match self.job.as_ref()? {
            Job::Hint => Some("looking for a hint".to_string()),
            Job::Evaluation | Job::Glance(_) => None,
            Job::Review(_) => Some(self.judged.as_ref()?.review().work()),
            Job::Check(..) => Some("checking this move".to_string()),
        }
    }

    /// How far the values of the position are.
    pub(in crate::cli::commands::play) fn progress(&self) -> Progress {
        let is_proven = self.values.best().is_some_and(|best| best.score.is_proven());
        match self.job {
            Some(Job::Glance(_) | Job::Evaluation) => Progress::Searching,
            _ if is_proven => Progress::Certain,
            _ => Progress::Stopped,
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
            self.review_on(history);
        }
    }

    /// Sets the time limits of the reviews from now on.
    pub(in crate::cli::commands::play) fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// Begins to judge the moves of a game with this result.
    pub(in crate::cli::commands::play) fn review(
        &mut self,
        history: &History,
        result: Option<Outcome>,
    ) {
        self.judged = Some(JudgedGame::new(history, result, self.limits));
        if matches!(self.job, None | Some(Job::Review(_))) {
            self.review_on(history);
        }
    }

    /// Checks whether another move is better than that of the reviewed game after so many
    /// plies; `after` is the position after it.
    pub(in crate::cli::commands::play) fn check(
        &mut self,
        ply: usize,
        after: Box<dyn GameState>,
        history: &History,
    ) {
        let Some(judged) = &self.judged else { return };
        match judged.review().check_search(ply, &*after) {
            Some(search) => self.begin(Job::Check(ply, search, after), history),
            None => self.answer = Some(judged.review().check(ply, &*after, None)),
        }
    }

    /// Discards everything about the previous position. The review of a game stays as long
    /// as its moves can be shown, and goes on.
    pub(in crate::cli::commands::play) fn position_changed(&mut self, history: &History) {
        self.hint = None;
        self.answer = None;
        self.values = Findings::default();
        let is_same = self.judged.as_ref().is_some_and(|judged| judged.is_of(history));
        if !is_same {
            self.judged = None;
        }
        if !is_same || self.evaluates || !matches!(self.job, Some(Job::Review(_))) {
            self.cancel();
            self.go_on(history);
        }
    }

    /// Searches for the next judgement of the review.
    fn review_on(&mut self, history: &History) {
        let search = self.judged.as_mut().filter(|judged| judged.is_of(history));
        if let Some(search) = search.and_then(JudgedGame::begin) {
            self.begin(Job::Review(search), history);
        }
    }

    fn evaluate(&mut self, history: &History) {
        let state = history.state();
        if state.outcome().is_some() {
            return self.review_on(history);
        }
        self.glances.clear();
        let squares = nearest_moves(state);
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
        let looks = moves_here.min(MAX_GLANCES);
        let mut looked_at = None;
        let (plies, search, lines, time) = match &job {
            Job::Hint => (plies, "auto", 1, HINT),
            Job::Glance(left) => {
                looked_at = left.last().map(|&square| history.state().board().name(square));
                if looked_at.is_none() {
                    return self.begin(Job::Evaluation, history);
                }
                (plies, "auto", 1, GLANCE / looks as u32)
            }
            Job::Evaluation => (plies, "auto", moves_here.min(MAX_LINES), self.time),
            Job::Review(search) | Job::Check(_, search, _) => {
                (search.plies, search.kind.name(), search.lines, search.time)
            }
        };
        let parts = if looked_at.is_some() { looks as u64 } else { 1 };
        let go = match self.nodes {
            Some(nodes) => Go { nodes: Some(nodes.div_ceil(parts)), ..Go::default() },
            None => Go { movetime: Some((time.as_millis() as u64).max(1)), ..Go::default() },
        };
        // `debug` adds the visits of each move, which show whether its value is
        // reliable, and which moves are proven draws.
        let debug = matches!(job, Job::Evaluation | Job::Review(_));
        self.fault = None;
        let mut position = match &job {
            Job::Check(_, _, after) => after.boxed_clone(),
            _ => history.at(plies),
        };
        let board = *position.board();
        let mut moves: Vec<String> = position.moves().iter().map(|&s| board.name(s)).collect();
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
                return self.review_on(history);
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
            Job::Review(_) => {
                if let Some(judged) = &mut self.judged {
                    judged.learn(found.all().cloned().collect());
                }
                return self.review_on(history);
            }
            Job::Check(ply, _, after) => {
                let review = self.judged.as_ref().map(JudgedGame::review);
                self.answer = review.map(|review| review.check(ply, &*after, found.best()));
            }
        }
        self.go_on(history);
    }

    /// Resumes the evaluation, if it is on, or the review.
    fn go_on(&mut self, history: &History) {
        match self.evaluates {
            true => self.evaluate(history),
            false => self.review_on(history),
        }
    }
}
