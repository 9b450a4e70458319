//! The thread that talks to an engine: it follows orders from the program and
//! passes on what the engine says.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};
use noughts::protocol::{Command, Dialect, OptionKind, Start, printable};
use noughts_client::stop::Stop;
use noughts_client::{
    self as client, Deadlines, EngineConfig, Limits, Program, Rules, SearchEvent, time,
};

use super::error::EngineError;
use super::task::{EngineEvent, LEVELS, Launch, Order, Task};

/// How long the thread waits for orders while no search runs, and for lines.
const TICK: Duration = Duration::from_millis(200);
const SLICE: Duration = Duration::from_millis(10);

/// How long an engine may take to answer `ugi`, before `uci` is tried.
const UGI: Duration = Duration::from_secs(5);

/// The maximum length of a name, in characters.
const MAX_NAME: usize = 40;

/// The maximum number of moves kept of a line of play.
const MAX_PV: usize = 200;

/// Starts the engine, and reports its name and levels.
pub(super) fn start(
    launch: &Launch,
    stop: &Stop,
    news: &Sender<EngineEvent>,
) -> Result<client::Engine, EngineError> {
    let start = client::Launch {
        builtin: (PathBuf::new(), Vec::new()),
        rules: Rules::Known(launch.game.clone()),
        deadlines: launch.deadlines.clone(),
        stop: stop.clone(),
        host: Arc::new(client::ThisMachine::default()),
        on_wait: None,
        debug: false,
    };
    let program = launch.program.display().to_string();
    let mut config = EngineConfig::builtin(&program, &[], Limits::default());
    let args = launch.arguments.iter().map(|argument| argument.to_string_lossy().into_owned());
    config.program = Program::Command { path: launch.program.clone(), args: args.collect() };
    let started = start.start_any(&config, UGI);
    let mut engine = started.map_err(|error| {
        EngineError::of_start(error, launch.game.to_string(), launch.deadlines.startup)
    })?;
    engine.keep_seed();
    let levels = client::options::find(engine.declared(), LEVELS);
    let levels = levels.and_then(|option| match option.kind {
        OptionKind::Spin { min, max, .. } => Some((min, max)),
        _ => None,
    });
    if let Some(level) = launch.level {
        let (min, max) = levels.ok_or(EngineError::NoLevels)?;
        let refused = EngineError::Level(level, min, max);
        engine.set_option(LEVELS, &level.to_string()).map_err(|_| refused)?;
    }
    let name = match engine.id().trim() {
        "" => program,
        name => printable(name, MAX_NAME),
    };
    // Fails only if the receiver was dropped; then the orders end, too.
    let _ = news.send(EngineEvent::Ready { name, levels });
    Ok(engine)
}

/// Runs an engine until the channel of orders is closed or the engine fails.
pub(super) fn talk(
    engine: client::Engine,
    launch: &Launch,
    orders: &Receiver<Order>,
    news: &Sender<EngineEvent>,
) -> Result<(), EngineError> {
    let deadlines = launch.deadlines.clone();
    let mut talk = Talk { engine, news, deadlines, thinking: None, set: Vec::new(), debug: false };
    loop {
        let wait = if talk.thinking.is_some() { Duration::ZERO } else { TICK };
        match orders.recv_timeout(wait) {
            Ok(order) => talk.follow(order)?,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        let until = time::Instant::now() + SLICE;
        while let Some(event) = talk.engine.next_event(until)? {
            talk.hear(event)?;
            // An engine may print without a pause.
            if time::Instant::now() >= until {
                break;
            }
        }
        talk.look_after()?;
    }
    talk.engine.quit();
    Ok(())
}

struct Talk<'a> {
    engine: client::Engine,
    news: &'a Sender<EngineEvent>,
    deadlines: Deadlines,
    thinking: Option<Thinking>,
    /// The options set for tasks, with their values.
    set: Vec<(&'static str, String)>,
    /// Whether `debug` is on.
    debug: bool,
}

/// An unanswered `go`.
struct Thinking {
    id: u64,
    /// The deadline of the answer, if the search has a time limit or was
    /// stopped.
    until: Option<Instant>,
    heard: Instant,
    stopped: bool,
    /// The task to begin after the answer.
    next: Option<Box<Task>>,
}

impl Talk<'_> {
    fn follow(&mut self, order: Order) -> Result<(), EngineError> {
        match (order, &mut self.thinking) {
            (Order::Think(task), Some(thinking)) => {
                thinking.next = Some(task);
                self.stop()
            }
            (Order::Think(task), None) => self.begin(*task),
            (Order::Stop, _) => self.stop(),
        }
    }

    fn begin(&mut self, task: Task) -> Result<(), EngineError> {
        for (name, value) in task.options {
            let is_set = self.set.iter().any(|known| *known == (name, value.clone()));
            // Engines without the option play without it.
            if !is_set && self.engine.set_option(name, &value).is_ok() {
                self.set.retain(|known| known.0 != name);
                self.set.push((name, value));
            }
        }
        if task.debug != std::mem::replace(&mut self.debug, task.debug) {
            self.engine.set_debug(task.debug)?;
        }
        if task.moves.len() < 2 {
            self.engine.new_game(0)?;
            self.engine.await_ready()?;
        }
        let start = task.start.map_or(Start::StartPos, Start::Fen);
        let position = Command::Position { start, moves: task.moves }.print(Dialect::Plain);
        let now = Instant::now();
        let until = task.go.movetime.map(|millis| now + Duration::from_millis(millis));
        let until = until.map(|until| until + self.deadlines.answer);
        self.engine.begin_search(&position, &task.go)?;
        self.thinking =
            Some(Thinking { id: task.id, until, heard: now, stopped: false, next: None });
        Ok(())
    }

    fn stop(&mut self) -> Result<(), EngineError> {
        let Some(thinking) = &mut self.thinking else { return Ok(()) };
        if std::mem::replace(&mut thinking.stopped, true) {
            return Ok(());
        }
        thinking.until = Some(Instant::now() + self.deadlines.answer);
        Ok(self.engine.stop_search()?)
    }

    fn hear(&mut self, event: SearchEvent) -> Result<(), EngineError> {
        let Some(thinking) = &mut self.thinking else { return Ok(()) };
        thinking.heard = Instant::now();
        let id = thinking.id;
        match event {
            SearchEvent::Info(mut info) => {
                info.pv.truncate(MAX_PV);
                let _ = self.news.send(EngineEvent::Info(id, info));
            }
            SearchEvent::Move(best) => {
                let next = thinking.next.take();
                let _ = self.news.send(EngineEvent::Move(id, best));
                self.thinking = None;
                if let Some(task) = next {
                    return self.begin(*task);
                }
            }
            SearchEvent::Other => {}
        }
        Ok(())
    }

    /// Stops a search that is overdue, and fails if it is still not answered.
    fn look_after(&mut self) -> Result<(), EngineError> {
        let Some(thinking) = &mut self.thinking else { return Ok(()) };
        let now = Instant::now();
        let is_overdue = match thinking.until {
            Some(until) => now >= until,
            None => now.duration_since(thinking.heard) > self.deadlines.think,
        };
        if !is_overdue {
            return Ok(());
        }
        if thinking.stopped { Err(EngineError::Silent) } else { self.stop() }
    }
}
