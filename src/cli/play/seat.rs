//! One side's place at the board: a person or an engine.

use std::time::Duration;

use noughts::game::{GameSpec, GameState};
use noughts::protocol::Go;

use super::LEVELS;
use super::engine::{Engine, EngineError, Launch, News, Task};
use super::findings::Findings;

/// Who plays a side.
pub(super) enum Seat {
    Person,
    Engine(Box<Player>),
}

impl Seat {
    /// What the player is called.
    pub(super) fn name(&self) -> &str {
        match self {
            Seat::Person => "you",
            Seat::Engine(player) => &player.name,
        }
    }

    pub(super) fn player(&self) -> Option<&Player> {
        match self {
            Seat::Person => None,
            Seat::Engine(player) => Some(player),
        }
    }

    pub(super) fn player_mut(&mut self) -> Option<&mut Player> {
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
pub(super) struct Player {
    launch: Launch,
    /// Its name with its level, and without.
    name: String,
    title: String,
    /// Its least and its greatest level, if it has levels.
    levels: Option<(i64, i64)>,
    /// The options that make the level chosen during the game.
    strength: Vec<(&'static str, String)>,
    engine: Option<Engine>,
    /// The task that it has not answered.
    asked: Option<u64>,
    /// What it has reported about that task.
    pub(super) found: Findings,
}

/// What came of the news of a player.
pub(super) enum Heard {
    /// Nothing new.
    Nothing,
    /// Only reports.
    Reports,
    /// It plays on the square of this name, if there is one.
    Move(String),
    /// It is gone, for this reason.
    Gone(String),
}

/// The most news read at once: an engine that prints without end cannot keep
/// the screen from being drawn.
const MOST_NEWS: usize = 2000;

impl Player {
    /// Starts an engine, so that its name, or that it does not start, is known
    /// soon.
    pub(super) fn new(launch: Launch) -> Player {
        let name = launch.program.file_stem().map_or_else(String::new, |name| {
            noughts::protocol::printable(&name.to_string_lossy(), 40)
        });
        let engine = Some(Engine::start(launch.clone()));
        Player {
            launch,
            title: name.clone(),
            name,
            levels: None,
            strength: Vec::new(),
            engine,
            asked: None,
            found: Findings::default(),
        }
    }

    /// Waits for the handshake; `None` if it takes longer than `patience`.
    pub(super) fn await_ready(
        &mut self,
        patience: Option<Duration>,
    ) -> Option<Result<(), EngineError>> {
        let news = self.engine.as_ref()?.news();
        let first = match patience {
            Some(patience) => news.recv_timeout(patience).ok()?,
            // Its thread sends something in any case, if only that it is gone.
            None => news.recv().unwrap_or(News::Gone(EngineError::Silent)),
        };
        if let News::Gone(error) = first {
            self.engine = None;
            return Some(Err(error));
        }
        self.greet(first);
        Some(Ok(()))
    }

    /// Takes the name of the engine.
    fn greet(&mut self, news: News) {
        let News::Ready { name, levels } = news else { return };
        (self.title, self.levels) = (name, levels);
        self.name_level();
    }

    fn name_level(&mut self) {
        self.name = match (self.launch.level, self.levels) {
            (Some(level), Some((_, most))) => format!("{}, level {level} of {most}", self.title),
            _ => self.title.clone(),
        };
    }

    /// Changes the level from its next move on; returns whether it has levels.
    pub(super) fn change_level(&mut self, change: Change) -> bool {
        let Some((least, most)) = self.levels else { return false };
        let level = match change {
            Change::By(steps) => self.launch.level.unwrap_or(most).saturating_add(steps),
            Change::To(level) => level,
        };
        let level = level.clamp(least, most);
        self.launch.level = Some(level);
        // Without a seed of its own, a level plays the same game again.
        self.strength = vec![(LEVELS, level.to_string()), ("Seed", super::any_seed().to_string())];
        self.name_level();
        true
    }

    /// Changes the game; another one than before needs another process.
    pub(super) fn set_game(&mut self, game: &GameSpec) {
        if self.launch.game != *game {
            self.launch.game = game.clone();
            self.engine = None;
            self.asked = None;
        }
    }

    /// Whether it owes a move.
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

    /// Ends its thinking; the answer is ignored.
    pub(super) fn forget(&mut self) {
        if self.asked.take().is_some()
            && let Some(engine) = &self.engine
        {
            engine.stop();
        }
    }

    /// Asks for the best move so far.
    pub(super) fn hurry(&self) {
        self.engine.iter().for_each(Engine::stop);
    }

    /// Reads the news. `state` is the position that it was asked about.
    pub(super) fn listen(&mut self, state: &dyn GameState) -> Heard {
        let mut heard = Heard::Nothing;
        for _ in 0..MOST_NEWS {
            let Some(news) = self.engine.as_ref().and_then(|e| e.news().try_recv().ok()) else {
                break;
            };
            match self.hear(news, state) {
                Heard::Nothing => {}
                Heard::Reports => heard = Heard::Reports,
                decisive => return decisive,
            }
        }
        heard
    }

    /// Reads news until something decisive happens.
    pub(super) fn wait(&mut self, state: &dyn GameState) -> Heard {
        while let Some(news) = self.engine.as_ref().and_then(|e| e.news().recv().ok()) {
            match self.hear(news, state) {
                Heard::Nothing | Heard::Reports => {}
                decisive => return decisive,
            }
        }
        self.asked = None;
        Heard::Gone("it does not answer".to_string())
    }

    fn hear(&mut self, news: News, state: &dyn GameState) -> Heard {
        match news {
            ready @ News::Ready { .. } => {
                self.greet(ready);
                Heard::Reports
            }
            News::Info(id, info) if self.asked == Some(id) => {
                self.found.read(&info, state);
                Heard::Reports
            }
            News::Move(id, name) if self.asked == Some(id) => {
                self.asked = None;
                Heard::Move(name)
            }
            News::Info(..) | News::Move(..) => Heard::Nothing,
            News::Gone(error) => {
                self.engine = None;
                self.asked = None;
                Heard::Gone(error.to_string())
            }
        }
    }
}
