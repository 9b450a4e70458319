//! The player of a side: a person or an engine.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::time::Duration;

use clap::ValueEnum;
use noughts::game::{GameSpec, GameState, Side};
use noughts::protocol::Go;

use super::engine::{AskedEngine, EngineError, EngineEvent, LEVELS, Launch, MAX_EVENTS, Task};
use crate::cli::commands::play::analysis::Findings;
use crate::cli::words::level::level_word;

/// The sides that people play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Sides {
    X,
    O,
    Both,
    None,
}

impl Sides {
    /// Whether people play this side.
    pub(super) fn has(self, side: Side) -> bool {
        match self {
            Sides::X => side == Side::X,
            Sides::O => side == Side::O,
            Sides::Both => true,
            Sides::None => false,
        }
    }
}

impl Sides {
    /// The sides that people play, X first.
    pub(super) fn of(are_people: [bool; 2]) -> Sides {
        match are_people {
            [true, true] => Sides::Both,
            [true, false] => Sides::X,
            [false, true] => Sides::O,
            [false, false] => Sides::None,
        }
    }
}

/// The name of a person who gave none, in records: that of the user, or "you".
pub(super) fn user() -> String {
    let name = ["USER", "USERNAME"].iter().find_map(|name| std::env::var(name).ok());
    name.and_then(|name| person_name(&name)).unwrap_or_else(|| "you".to_string())
}

/// A name of a person, made safe to print; `None` if nothing is left of it.
pub(super) fn person_name(text: &str) -> Option<String> {
    Some(noughts::protocol::printable(text.trim(), MAX_NAME)).filter(|name| !name.is_empty())
}

/// The maximum length of the name of a person, in characters.
const MAX_NAME: usize = 40;

/// Who plays a side.
pub(super) enum Seat {
    /// A person, with the name that was given.
    Person(Option<String>),
    Engine(Box<EnginePlayer>),
}

impl Seat {
    /// The name of the player.
    pub(super) fn name(&self) -> &str {
        match self {
            Seat::Person(name) => name.as_deref().unwrap_or("you"),
            Seat::Engine(player) => &player.name,
        }
    }

    /// The name of the player in records.
    pub(super) fn recorded_name(&self) -> String {
        match self {
            Seat::Person(None) => user(),
            _ => self.name().to_string(),
        }
    }

    pub(super) fn is_person(&self) -> bool {
        matches!(self, Seat::Person(_))
    }

    pub(super) fn player(&self) -> Option<&EnginePlayer> {
        match self {
            Seat::Person(_) => None,
            Seat::Engine(player) => Some(player),
        }
    }

    pub(super) fn player_mut(&mut self) -> Option<&mut EnginePlayer> {
        match self {
            Seat::Person(_) => None,
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
    engine: AskedEngine,
    /// The name of the engine with its level, and without.
    name: String,
    title: String,
    /// The least and the greatest level, if the engine has levels.
    levels: Option<(i64, i64)>,
    /// The options for a level that was chosen during the game.
    strength: Vec<(&'static str, String)>,
    /// The reports about the last task.
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

impl EnginePlayer {
    /// Starts the engine at once, so that its name, or a failure to start, is
    /// known early.
    pub(super) fn new(launch: Launch) -> EnginePlayer {
        let name = launch.program.file_stem().map_or_else(String::new, |name| {
            noughts::protocol::printable(&name.to_string_lossy(), 40)
        });
        let mut engine = AskedEngine::new(launch);
        engine.start();
        let mut player = EnginePlayer {
            engine,
            title: name.clone(),
            name,
            levels: None,
            strength: Vec::new(),
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
        let first = match (self.engine.next(patience), patience) {
            (None, Some(_)) => return None,
            // The thread of the engine sends news in any case, at least `Gone`.
            (first, _) => first.unwrap_or(EngineEvent::Gone(EngineError::Silent)),
        };
        if let EngineEvent::Gone(error) = first {
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
        self.name = match (self.engine.launch.level, self.levels) {
            (Some(level), Some((_, max))) => {
                let word = level_word(level, max).map_or(String::new(), |word| format!(", {word}"));
                format!("{}, level {level} of {max}{word}", self.title)
            }
            _ => self.title.clone(),
        };
    }

    /// The name without the level.
    pub(super) fn title(&self) -> &str {
        &self.title
    }

    /// The level at which the engine plays, if it was chosen.
    pub(super) fn level(&self) -> Option<i64> {
        self.engine.launch.level
    }

    /// Changes the level from the next move on; returns whether the engine has
    /// levels.
    pub(super) fn change_level(&mut self, change: Change) -> bool {
        let Some((min, max)) = self.levels else { return false };
        let level = match change {
            Change::By(steps) => self.engine.launch.level.unwrap_or(max).saturating_add(steps),
            Change::To(level) => level,
        };
        let level = level.clamp(min, max);
        self.engine.launch.level = Some(level);
        self.strength = vec![(LEVELS, level.to_string())];
        self.draw_seed();
        self.name_level();
        true
    }

    /// At a level, sets a new seed for the next game.
    fn draw_seed(&mut self) {
        if self.engine.launch.draws_seeds && self.engine.launch.level.is_some() {
            self.strength.retain(|(name, _)| *name != "Seed");
            self.strength.push(("Seed", any_seed().to_string()));
        }
    }

    /// Begins a new game.
    pub(super) fn set_game(&mut self, game: &GameSpec) {
        self.draw_seed();
        self.engine.set_game(game);
    }

    /// Whether the engine is searching for a move.
    pub(super) fn is_thinking(&self) -> bool {
        self.engine.is_asked()
    }

    /// Asks for a move.
    pub(super) fn think(&mut self, start: Option<&str>, moves: Vec<String>, go: Go) {
        let (start, options) = (start.map(str::to_string), self.strength.clone());
        self.engine.ask(Task { start, moves, go, options, ..Task::default() });
        self.found = Findings::default();
    }

    /// Stops the search and ignores its answer.
    pub(super) fn forget(&mut self) {
        self.engine.forget();
    }

    /// Stops the search: the engine plays its best move so far.
    pub(super) fn hurry(&self) {
        self.engine.hurry();
    }

    /// Reads the waiting news. `state` is the position of the task.
    pub(super) fn listen(&mut self, state: &dyn GameState) -> SeatEvent {
        let mut heard = SeatEvent::Nothing;
        for _ in 0..MAX_EVENTS {
            let Some(event) = self.engine.next(Some(Duration::ZERO)) else { break };
            match self.hear(event, state) {
                SeatEvent::Reports => heard = SeatEvent::Reports,
                decisive => return decisive,
            }
        }
        heard
    }

    /// Reads news until the engine moves or is gone.
    pub(super) fn wait(&mut self, state: &dyn GameState) -> SeatEvent {
        while let Some(event) = self.engine.next(None) {
            match self.hear(event, state) {
                SeatEvent::Reports => {}
                decisive => return decisive,
            }
        }
        SeatEvent::Gone(EngineError::Silent.to_string())
    }

    fn hear(&mut self, event: EngineEvent, state: &dyn GameState) -> SeatEvent {
        match event {
            EngineEvent::Info(_, info) => self.found.read(&info, state),
            EngineEvent::Move(_, name) => return SeatEvent::Move(name),
            EngineEvent::Gone(error) => return SeatEvent::Gone(error.to_string()),
            ready @ EngineEvent::Ready { .. } => self.greet(ready),
        }
        SeatEvent::Reports
    }
}

/// Returns a random seed.
fn any_seed() -> u64 {
    let random = RandomState::new().build_hasher().finish();
    random % (1 << 31)
}
