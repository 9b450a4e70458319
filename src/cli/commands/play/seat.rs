//! The player of a side: a person or an engine.

use std::time::Duration;

use noughts::game::{GameSpec, GameState};
use noughts::protocol::Go;

use super::LEVELS;
use super::engine::{Engine, EngineError, EngineEvent, Launch, Task};
use crate::cli::commands::play::analysis::Findings;

/// Who plays a side.
pub(super) enum Seat {
    Person,
    Engine(Box<EnginePlayer>),
}

impl Seat {
    /// The name of the player.
    pub(super) fn name(&self) -> &str {
        match self {
            Seat::Person => "you",
            Seat::Engine(player) => &player.name,
        }
    }

    pub(super) fn player(&self) -> Option<&EnginePlayer> {
        match self {
            Seat::Person => None,
            Seat::Engine(player) => Some(player),
        }
    }

    pub(super) fn player_mut(&mut self) -> Option<&mut EnginePlayer> {
        match self {
            Seat::Person => None,
            Seat::Engine(player) => Some(player),
        }
    }
}

/// A change of the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    By(i64),
    To(i64),
}

/// An engine that plays.
pub(super) struct EnginePlayer {
    launch: Launch,
    /// The name of the engine with its level, and without.
    name: String,
    title: String,
    /// The least and the greatest level, if the engine has levels.
    levels: Option<(i64, i64)>,
    /// The options for a level that was chosen during the game.
    strength: Vec<(&'static str, String)>,
    engine: Option<Engine>,
    /// The number of the unanswered task.
    asked: Option<u64>,
    /// The reports about that task.
    pub(super) found: Findings,
}

/// The result of reading the news of a player.
pub(super) enum SeatEvent {
    /// Nothing new.
    Nothing,
    /// Only reports.
    Reports,
    /// A move on the square of this name, which may not exist.
    Move(String),
    /// The engine is gone, for this reason.
    Gone(String),
}

/// The maximum number of news read at once, so that an engine that prints
/// without a pause cannot block the screen.
const MAX_NEWS: usize = 2000;

impl EnginePlayer {
    /// Starts the engine at once, so that its name, or a failure to start, is
    /// known early.
    pub(super) fn new(launch: Launch) -> EnginePlayer {
        let name = launch.program.file_stem().map_or_else(String::new, |name| {
            noughts::protocol::printable(&name.to_string_lossy(), 40)
        });
        let engine = Some(Engine::start(launch.clone()));
        let mut player = EnginePlayer {
            launch,
            title: name.clone(),
            name,
            levels: None,
            strength: Vec::new(),
            engine,
            asked: None,
            found: Findings::default(),
        };
        player.draw_seed();
        player
    }

    /// Waits for the handshake; `None` if it takes longer than `patience`.
    pub(super) fn await_ready(
        &mut self,
        patience: Option<Duration>,
    ) -> Option<Result<(), EngineError>> {
        let news = self.engine.as_ref()?.news();
        let first = match patience {
            Some(patience) => news.recv_timeout(patience).ok()?,
            // The thread of the engine sends news in any case, at least `Gone`.
            None => news.recv().unwrap_or(EngineEvent::Gone(EngineError::Silent)),
        };
        if let EngineEvent::Gone(error) = first {
            self.engine = None;
            return Some(Err(error));
        }
        self.greet(first);
        Some(Ok(()))
    }

    /// Stores the name and the levels of the engine.
    fn greet(&mut self, news: EngineEvent) {
        let EngineEvent::Ready { name, levels } = news else { return };
        (self.title, self.levels) = (name, levels);
        self.name_level();
    }

    fn name_level(&mut self) {
        self.name = match (self.launch.level, self.levels) {
            (Some(level), Some((_, max))) => format!("{}, level {level} of {max}", self.title),
            _ => self.title.clone(),
        };
    }

    /// Changes the level from the next move on; returns whether the engine has
    /// levels.
    pub(super) fn change_level(&mut self, change: Change) -> bool {
        let Some((min, max)) = self.levels else { return false };
        let level = match change {
            Change::By(steps) => self.launch.level.unwrap_or(max).saturating_add(steps),
            Change::To(level) => level,
        };
        let level = level.clamp(min, max);
        self.launch.level = Some(level);
        self.strength = vec![(LEVELS, level.to_string())];
        self.draw_seed();
        self.name_level();
        true
    }

    /// At a level, sets a new seed for the next game.
    fn draw_seed(&mut self) {
        if self.launch.draws_seeds && self.launch.level.is_some() {
            self.strength.retain(|(name, _)| *name != "Seed");
            self.strength.push(("Seed", super::any_seed().to_string()));
        }
    }

    /// Begins a new game. A different game needs a new process.
    pub(super) fn set_game(&mut self, game: &GameSpec) {
        self.draw_seed();
        if self.launch.game != *game {
            self.launch.game = game.clone();
            self.engine = None;
            self.asked = None;
        }
    }

    /// Whether the engine is searching for a move.
    pub(super) fn is_thinking(&self) -> bool {
        self.asked.is_some()
    }

    /// Asks for a move, starting the process if none runs.
    pub(super) fn think(&mut self, id: u64, start: Option<&str>, moves: Vec<String>, go: Go) {
        let launch = &self.launch;
        let engine = self.engine.get_or_insert_with(|| Engine::start(launch.clone()));
        let start = start.map(str::to_string);
        engine.think(Task { id, start, moves, go, options: self.strength.clone(), debug: false });
        self.asked = Some(id);
        self.found = Findings::default();
    }

    /// Stops the search and ignores its answer.
    pub(super) fn forget(&mut self) {
        if self.asked.take().is_some()
            && let Some(engine) = &self.engine
        {
            engine.stop();
        }
    }

    /// Stops the search: the engine plays its best move so far.
    pub(super) fn hurry(&self) {
        self.engine.iter().for_each(Engine::stop);
    }

    /// Reads the waiting news. `state` is the position of the task.
    pub(super) fn listen(&mut self, state: &dyn GameState) -> SeatEvent {
        let mut heard = SeatEvent::Nothing;
        for _ in 0..MAX_NEWS {
            let Some(news) = self.engine.as_ref().and_then(|e| e.news().try_recv().ok()) else {
                break;
            };
            match self.hear(news, state) {
                SeatEvent::Nothing => {}
                SeatEvent::Reports => heard = SeatEvent::Reports,
                decisive => return decisive,
            }
        }
        heard
    }

    /// Reads news until the engine moves or is gone.
    pub(super) fn wait(&mut self, state: &dyn GameState) -> SeatEvent {
        while let Some(news) = self.engine.as_ref().and_then(|e| e.news().recv().ok()) {
            match self.hear(news, state) {
                SeatEvent::Nothing | SeatEvent::Reports => {}
                decisive => return decisive,
            }
        }
        self.asked = None;
        SeatEvent::Gone("it does not answer".to_string())
    }

    fn hear(&mut self, news: EngineEvent, state: &dyn GameState) -> SeatEvent {
        match news {
            ready @ EngineEvent::Ready { .. } => {
                self.greet(ready);
                SeatEvent::Reports
            }
            EngineEvent::Info(id, info) if self.asked == Some(id) => {
                self.found.read(&info, state);
                SeatEvent::Reports
            }
            EngineEvent::Move(id, name) if self.asked == Some(id) => {
                self.asked = None;
                SeatEvent::Move(name)
            }
            EngineEvent::Info(..) | EngineEvent::Move(..) => SeatEvent::Nothing,
            EngineEvent::Gone(error) => {
                self.engine = None;
                self.asked = None;
                SeatEvent::Gone(error.to_string())
            }
        }
    }
}
