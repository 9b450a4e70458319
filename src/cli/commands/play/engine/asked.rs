//! An engine with the search that it was asked for last. What it says about
//! earlier ones is left out.

use std::time::Duration;

use noughts::game::GameSpec;

use super::running::Engine;
use super::task::{EngineEvent, Launch, Task};

/// The maximum number of events read at once, so that an engine that prints
/// without a pause cannot block the screen.
pub(crate) const MAX_EVENTS: usize = 2000;

/// An engine, which is started when it is first needed.
pub(crate) struct AskedEngine {
    pub(crate) launch: Launch,
    engine: Option<Engine>,
    /// The number of the last task.
    id: u64,
    /// Whether it is unanswered.
    is_asked: bool,
}

impl AskedEngine {
    pub(crate) fn new(launch: Launch) -> AskedEngine {
        AskedEngine { launch, engine: None, id: 0, is_asked: false }
    }

    /// Starts the process if none runs.
    pub(crate) fn start(&mut self) -> &Engine {
        let launch = &self.launch;
        self.engine.get_or_insert_with(|| Engine::start(launch.clone()))
    }

    /// Sets the game. A different one needs a new process.
    pub(crate) fn set_game(&mut self, game: &GameSpec) {
        if self.launch.game != *game {
            self.launch.game = game.clone();
            (self.engine, self.is_asked) = (None, false);
        }
    }

    /// Whether the engine is searching.
    pub(crate) fn is_asked(&self) -> bool {
        self.is_asked
    }

    /// Asks for a search.
    pub(crate) fn ask(&mut self, task: Task) {
        self.id += 1;
        self.is_asked = true;
        let id = self.id;
        self.start().think(Task { id, ..task });
    }

    /// Stops the search and ignores its answer.
    pub(crate) fn forget(&mut self) {
        if std::mem::take(&mut self.is_asked) {
            self.hurry();
        }
    }

    /// Stops the search: the engine answers with its best move so far.
    pub(crate) fn hurry(&self) {
        self.engine.iter().for_each(Engine::stop);
    }

    /// Returns the next event; `None` if none comes in time, or no engine runs.
    /// Without `patience` it waits as long as the engine runs.
    pub(crate) fn next(&mut self, patience: Option<Duration>) -> Option<EngineEvent> {
        for _ in 0..MAX_EVENTS {
            let news = self.engine.as_ref()?.news();
            let event = match patience {
                Some(patience) => news.recv_timeout(patience).ok()?,
                None => news.recv().ok()?,
            };
            match &event {
                EngineEvent::Info(id, _) | EngineEvent::Move(id, _)
                    if !self.is_asked || *id != self.id =>
                {
                    continue;
                }
                EngineEvent::Move(..) => self.is_asked = false,
                EngineEvent::Gone(_) => (self.engine, self.is_asked) = (None, false),
                EngineEvent::Info(..) | EngineEvent::Ready { .. } => {}
            }
            return Some(event);
        }
        None
    }
}
