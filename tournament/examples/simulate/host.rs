//! Starts the engines of a simulation, delivers their lines in virtual time, and keeps
//! what they did wrong.

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::process::{Command, ExitStatus};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use noughts::game::GameSpec;
use noughts::random::{Random, splitmix};
use noughts_client::time::{self, Instant};
use noughts_client::{Host, Link, StderrTail};

use super::engine::{Action, Brain, Character, Misdeed, Terms};

/// A misdeed that has happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Done {
    /// The name of the engine in the configuration.
    pub(crate) engine: String,
    /// The option `Seed` of its game.
    pub(crate) seed: Option<i64>,
    pub(crate) misdeed: Misdeed,
}

/// What has happened so far.
#[derive(Debug, Default)]
pub(crate) struct History {
    pub(crate) done: Vec<Done>,
    /// The number of starts of each engine.
    starts: BTreeMap<String, usize>,
    /// The names that each engine has reported at the starts that did not fail.
    pub(crate) names: BTreeMap<String, Vec<String>>,
}

/// Starts engines by their names.
#[derive(Clone, Debug)]
pub(crate) struct Engines {
    characters: Arc<Vec<Character>>,
    terms: Terms,
    spec: GameSpec,
    seed: u64,
    history: Arc<Mutex<History>>,
}

impl Engines {
    pub(crate) fn new(
        characters: Vec<Character>,
        terms: Terms,
        spec: GameSpec,
        seed: u64,
    ) -> Engines {
        let (characters, history) = (Arc::new(characters), Arc::default());
        Engines { characters, terms, spec, seed, history }
    }

    pub(crate) fn history(&self) -> MutexGuard<'_, History> {
        self.history.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Host for Engines {
    fn start(&self, command: Command) -> io::Result<Box<dyn Link>> {
        let name = command.get_program().to_string_lossy();
        let known = self.characters.iter().find(|character| character.name == name);
        let character = known.ok_or(io::ErrorKind::NotFound)?;
        let mut history = self.history();
        let starts = history.starts.entry(character.name.clone()).or_default();
        let start = *starts;
        *starts += 1;
        let mut state = self.seed ^ start as u64;
        let fails = Random::new(splitmix(&mut state)).below(1000) < character.start_failures;
        let brain = Brain::new(character.clone(), self.terms, &self.spec, start);
        if !fails {
            history.names.entry(character.name.clone()).or_default().push(brain.id().to_string());
        }
        drop(history);
        let ended = fails.then(Instant::now);
        Ok(Box::new(EngineLink {
            engine: character.name.clone(),
            brain,
            history: Arc::clone(&self.history),
            input: Vec::new(),
            output: VecDeque::new(),
            repeated: None,
            ended,
            closed: false,
            deaf: false,
            errors: StderrTail::default(),
        }))
    }

    fn has_files(&self) -> bool {
        false
    }
}

/// The pipes to an engine.
#[derive(Debug)]
struct EngineLink {
    engine: String,
    brain: Brain,
    history: Arc<Mutex<History>>,
    /// The part of a line that has been written.
    input: Vec<u8>,
    /// What the engine prints, and when.
    output: VecDeque<(Instant, Vec<u8>)>,
    /// What it prints again and again.
    repeated: Option<Vec<u8>>,
    /// When it ends.
    ended: Option<Instant>,
    /// Whether it has closed its output.
    closed: bool,
    deaf: bool,
    errors: StderrTail,
}

impl EngineLink {
    fn act(&mut self, action: Action) {
        let now = Instant::now();
        match action {
            Action::Print(after, text) => {
                self.output.retain(|(at, _)| *at <= now);
                if !text.is_empty() {
                    self.output.push_back((now + after, text.into_bytes()));
                }
            }
            Action::Repeat(text) => self.repeated = Some(text.into_bytes()),
            Action::End(after) => {
                self.output.retain(|(at, _)| *at <= now);
                self.ended = Some(now + after);
            }
            Action::Close => self.closed = true,
            Action::GoDeaf => self.deaf = true,
            Action::Note(misdeed) => {
                let mut history = self.history.lock().unwrap_or_else(PoisonError::into_inner);
                let (engine, seed) = (self.engine.clone(), self.brain.seed);
                history.done.push(Done { engine, seed, misdeed });
            }
        }
    }
}

/// Waits until a moment in virtual time.
fn sleep_until(moment: Instant) {
    let left = moment.saturating_duration_since(Instant::now());
    if left > Duration::ZERO {
        time::sleep(left);
    }
}

impl Link for EngineLink {
    fn write(&mut self, bytes: &[u8], until: Instant) -> io::Result<usize> {
        if self.has_ended() {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        if self.deaf {
            sleep_until(until);
            return Ok(bytes.len());
        }
        self.input.extend_from_slice(bytes);
        while let Some(end) = self.input.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.input.drain(..=end).collect();
            for action in self.brain.obey(String::from_utf8_lossy(&line).trim_end()) {
                self.act(action);
            }
        }
        Ok(0)
    }

    fn close_input(&mut self) {
        self.ended.get_or_insert_with(Instant::now);
    }

    fn read(&mut self, into: &mut [u8], until: Instant) -> io::Result<Option<usize>> {
        loop {
            let now = Instant::now();
            if let Some((_, text)) = self.output.front_mut().filter(|(at, _)| *at <= now) {
                let count = text.len().min(into.len());
                into[..count].copy_from_slice(&text[..count]);
                text.drain(..count);
                if text.is_empty() {
                    self.output.pop_front();
                    self.brain.has_answered();
                }
                return Ok(Some(count));
            }
            if let Some(text) = &self.repeated {
                let count = text.len().min(into.len());
                into[..count].copy_from_slice(&text[..count]);
                return Ok(Some(count));
            }
            if self.closed || self.has_ended() {
                return Ok(Some(0));
            }
            if now >= until {
                return Ok(None);
            }
            let next = self.output.front().map(|(at, _)| *at).into_iter().chain(self.ended);
            sleep_until(next.fold(until, Instant::min));
        }
    }

    fn has_ended(&mut self) -> bool {
        self.ended.is_some_and(|ended| ended <= Instant::now())
    }

    fn status(&mut self) -> Option<ExitStatus> {
        self.has_ended().then(ExitStatus::default)
    }

    fn process_id(&self) -> Option<u32> {
        None
    }

    fn errors(&self) -> &StderrTail {
        &self.errors
    }
}
