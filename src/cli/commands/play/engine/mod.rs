//! An engine in a separate process, driven over channels, so that requests
//! never block. A thread talks to the process.

mod asked;
mod talk;

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use noughts::game::GameSpec;
use noughts::protocol::{Go, Info, printable};
use noughts_client::fault::{End, FaultKind, RequestError};
use noughts_client::{Deadlines, StartError, stop::Stop};

pub(super) use asked::{AskedEngine, MAX_EVENTS};

/// The capacity of the channel of news. When it is full, the engine has to
/// wait.
const WAITING: usize = 1024;

/// The maximum number of characters of the last line of standard error.
const MAX_QUOTED: usize = 160;

/// How to start an engine.
#[derive(Clone, Debug)]
pub(super) struct Launch {
    /// The program and its arguments.
    pub(super) program: PathBuf,
    pub(super) arguments: Vec<OsString>,
    /// The game to play.
    pub(super) game: GameSpec,
    /// The value of the option `Skill`; `None` for full strength.
    pub(super) level: Option<i64>,
    /// Whether each game at a level has a random seed: with a fixed one, a level
    /// repeats its games.
    pub(super) draws_seeds: bool,
    pub(super) deadlines: Deadlines,
}

/// Returns how long to wait for an engine of this program.
pub(super) fn deadlines() -> Deadlines {
    let seconds = Duration::from_secs;
    Deadlines {
        startup: seconds(30),
        ready: seconds(30),
        // Between two lines of a search without a time limit.
        think: seconds(120),
        // After the end of its time, and then again after `stop`.
        answer: seconds(5),
        quit: seconds(1),
    }
}

/// A search to be done by an engine.
#[derive(Clone, Debug, Default)]
pub(super) struct Task {
    /// The number of the task, which all news about it repeat.
    pub(super) id: u64,
    /// The start position; `None` for that of the game.
    pub(super) start: Option<String>,
    /// The moves since the start position.
    pub(super) moves: Vec<String>,
    /// The limits of the search.
    pub(super) go: Go,
    /// Options to set before the search, if the engine has them.
    pub(super) options: Vec<(&'static str, String)>,
    /// Whether to ask for additional reports (`debug on`).
    pub(super) debug: bool,
}

/// A message from an engine.
#[derive(Debug)]
pub(super) enum EngineEvent {
    /// The handshake is complete.
    Ready {
        /// The name of the engine, safe to print.
        name: String,
        /// The least and the greatest level, if it has levels.
        levels: Option<(i64, i64)>,
    },
    /// A report about the task with this number.
    Info(u64, Box<Info>),
    /// The answer to the task with this number; after [`Engine::stop`], the
    /// best move so far.
    Move(u64, String),
    /// The engine has ended or failed, for this reason. No news follow.
    Gone(EngineError),
}

/// Why an engine cannot be used, or no longer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum EngineError {
    /// The program cannot be started, for this reason.
    #[error("{0}")]
    Start(String),
    /// The handshake was not completed in this time.
    #[error("it answered neither \"ugi\" nor \"uci\" within {0:?}: is it a game engine?")]
    Handshake(Duration),
    /// The engine does not support the game.
    #[error("it does not play {0}: choose another engine or another game")]
    Game(String),
    /// The engine has no levels of strength.
    #[error("it has no levels, no option Skill: leave out --level")]
    NoLevels,
    /// The level is outside the engine's range.
    #[error("it has no level {0}: its levels are {1} to {2}")]
    Level(i64, i64, i64),
    /// The process ended by itself.
    #[error("{0}")]
    Ended(String),
    /// The engine does not read its input.
    #[error("it does not read its input")]
    Deaf,
    /// The engine printed a line that is too long.
    #[error("it printed a line that does not end")]
    LongLine,
    /// The engine was dropped before it was ready.
    #[error("nobody asks it any more")]
    Unwanted,
    /// The engine did not answer in time.
    #[error("it does not answer")]
    Silent,
}

impl EngineError {
    /// The reason why the start of an engine failed.
    fn of_start(error: StartError, launch: &Launch) -> EngineError {
        match error {
            StartError::Handshake { fault, .. } if fault.kind == FaultKind::NotReady => {
                EngineError::Handshake(launch.deadlines.startup)
            }
            StartError::Handshake { fault, .. } => RequestError::Fault(fault).into(),
            StartError::Abandoned => EngineError::Unwanted,
            error @ StartError::Spawn { .. } => EngineError::Start(error.to_string()),
            _ => EngineError::Game(launch.game.to_string()),
        }
    }

    /// Whether the text of the error already names the program.
    pub(super) fn names_program(&self) -> bool {
        matches!(self, EngineError::Start(_))
    }

    /// Whether the arguments of the command line caused the error.
    pub(super) fn is_argument_error(&self) -> bool {
        use EngineError::{Game, Level, NoLevels, Start};
        matches!(self, Start(_) | Game(_) | NoLevels | Level(..))
    }
}

impl From<RequestError> for EngineError {
    fn from(error: RequestError) -> EngineError {
        let RequestError::Fault(fault) = error else { return EngineError::Unwanted };
        match (fault.kind, fault.end) {
            (FaultKind::Died, Some(End { status, last_line })) => {
                let ended = match status {
                    Some(status) => format!("it ended ({status})"),
                    None => "it closed its output".to_string(),
                };
                let line = printable(&last_line, MAX_QUOTED);
                EngineError::Ended(if line.is_empty() { ended } else { format!("{ended}: {line}") })
            }
            (FaultKind::LongLine, _) => EngineError::LongLine,
            (FaultKind::Deaf, _) => EngineError::Deaf,
            _ => EngineError::Silent,
        }
    }
}

/// Orders to the thread that talks to the process.
enum Order {
    Think(Box<Task>),
    Stop,
}

/// A running engine. Dropping it ends the process.
pub(super) struct Engine {
    /// `None` while it is being dropped.
    orders: Option<Sender<Order>>,
    /// Cancels the start, which reads no orders.
    stop: Stop,
    /// Whether the start is over.
    started: Arc<AtomicBool>,
    news: Receiver<EngineEvent>,
    talk: Option<JoinHandle<()>>,
}

impl Engine {
    /// Starts an engine. If that fails, [`EngineEvent::Gone`] has the reason.
    pub(super) fn start(launch: Launch) -> Engine {
        let (orders, to_follow) = unbounded();
        let (sender, news) = bounded(WAITING);
        let (stop, started) = (Stop::default(), Arc::<AtomicBool>::default());
        let (cancelled, is_started) = (stop.clone(), Arc::clone(&started));
        let work = move || {
            let engine = talk::start(&launch, &cancelled, &sender);
            is_started.store(true, Ordering::Relaxed);
            let ended = engine.and_then(|engine| talk::talk(engine, &launch, &to_follow, &sender));
            if let Err(error) = ended {
                // Fails if the receiver was dropped, and then nobody needs the
                // error.
                let _ = sender.send(EngineEvent::Gone(error));
            }
        };
        let talk = thread::Builder::new().name("engine".to_string()).spawn(work).ok();
        Engine { orders: Some(orders), stop, started, news, talk }
    }

    /// Begins a task. A running task is stopped first.
    pub(super) fn think(&self, task: Task) {
        self.order(Order::Think(Box::new(task)));
    }

    /// Stops the search: the engine answers with its best move so far.
    pub(super) fn stop(&self) {
        self.order(Order::Stop);
    }

    fn order(&self, order: Order) {
        if let Some(orders) = &self.orders {
            // Fails if the engine is gone, which its news have reported.
            let _ = orders.send(order);
        }
    }

    /// The news of the engine. Read them soon, because a full channel blocks
    /// it.
    pub(super) fn news(&self) -> &Receiver<EngineEvent> {
        &self.news
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.orders = None;
        if !self.started.load(Ordering::Relaxed) {
            self.stop.abandon();
        }
        // Drop the receiver: the thread may be waiting for room in the channel.
        self.news = crossbeam_channel::never();
        if let Some(talk) = self.talk.take() {
            // A panic of the thread has already been printed.
            let _ = talk.join();
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// Far longer than any step takes.
    const LONG: Duration = Duration::from_secs(120);

    /// Returns how to start a program with these deadlines.
    fn launch(program: &str, arguments: &[&str], deadlines: Deadlines) -> Launch {
        Launch {
            program: program.into(),
            arguments: arguments.iter().map(OsString::from).collect(),
            game: "tictactoe".parse().unwrap_or_else(|error| panic!("{error}")),
            level: None,
            draws_seeds: false,
            deadlines,
        }
    }

    /// Starts a shell script as an engine, with a time limit for the answer to
    /// `stop`, and short ones for everything else after its start.
    fn start(script: &str, answer: Duration) -> Engine {
        let short = Duration::from_millis(100);
        let deadlines = Deadlines { startup: LONG, ready: LONG, think: short, answer, quit: short };
        Engine::start(launch("sh", &["-c", script], deadlines))
    }

    /// Returns all moves of the engine, and the error that ended it.
    fn all(engine: &Engine) -> (Vec<String>, Option<EngineError>) {
        let mut moves = Vec::new();
        loop {
            match engine.news().recv_timeout(LONG) {
                Ok(EngineEvent::Move(_, name)) => moves.push(name),
                Ok(EngineEvent::Gone(error)) => return (moves, Some(error)),
                Ok(EngineEvent::Ready { .. } | EngineEvent::Info(..)) => {}
                Err(_) => return (moves, None),
            }
        }
    }

    /// A script that answers everything but `go`.
    const DUMB: &str = "while read word; do case $word in ugi) echo ugiok;; \
                        isready) echo readyok;; esac; done";

    #[test]
    fn silence_is_ended() {
        let engine = start(DUMB, Duration::from_millis(100));
        engine.think(Task::default());
        assert_eq!(all(&engine), (Vec::new(), Some(EngineError::Silent)));
        let short = Duration::from_millis(300);
        let deadlines = Deadlines { startup: short, quit: short, ..deadlines() };
        let engine = Engine::start(launch("sleep", &["1000"], deadlines));
        assert_eq!(all(&engine), (Vec::new(), Some(EngineError::Handshake(short))));
    }

    #[test]
    fn an_engine_that_is_starting_can_be_dropped() {
        let launch = launch("sleep", &["1000"], Deadlines { startup: LONG, ..deadlines() });
        let started = std::time::Instant::now();
        drop(Engine::start(launch));
        assert!(started.elapsed() < LONG / 2);
    }

    #[test]
    fn the_answer_to_an_old_task_comes_before_the_next_task() {
        // `go` is answered at once or, if it is infinite, after `stop`.
        let engine = start(
            "while read word rest; do case \"$word $rest\" in 'ugi ') echo ugiok;; \
             'isready ') echo readyok;; 'go infinite') ;; 'go nodes 5') echo bestmove b2;; \
             'stop ') echo bestmove a1;; 'quit ') exit;; esac; done",
            LONG,
        );
        let endless = Go { infinite: true, ..Go::default() };
        let short = Go { nodes: Some(5), ..Go::default() };
        engine.think(Task { id: 1, go: endless, ..Task::default() });
        engine.think(Task { id: 2, go: short, ..Task::default() });
        let mut moves = Vec::new();
        while moves.len() < 2 {
            match engine.news().recv_timeout(LONG) {
                Ok(EngineEvent::Move(id, name)) => moves.push((id, name)),
                Ok(_) => {}
                Err(error) => panic!("{error}"),
            }
        }
        assert_eq!(moves, [(1, "a1".to_string()), (2, "b2".to_string())]);
    }
}
