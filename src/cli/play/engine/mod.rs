//! An engine in a process of its own, asked over channels: nobody who asks
//! ever waits for it.

mod process;
mod start;
mod talk;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use noughts::game::GameSpec;
use noughts::protocol::{Go, Info};

/// The news that wait for their reader; an engine that prints more has to wait.
const WAITING: usize = 1024;

/// How to start an engine.
#[derive(Clone, Debug)]
pub(super) struct Launch {
    /// The program and its arguments.
    pub(super) program: PathBuf,
    pub(super) arguments: Vec<OsString>,
    /// The game to play.
    pub(super) game: GameSpec,
    /// The level of its option `Skill`; its full strength if `None`.
    pub(super) level: Option<i64>,
    pub(super) patience: Patience,
}

/// How long an engine may keep silent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patience {
    /// After `ugi`, before `uci` is tried.
    pub(super) ugi: Duration,
    /// Until the handshake is complete.
    pub(super) start: Duration,
    /// While it thinks without a limit of time.
    pub(super) silence: Duration,
    /// After the end of its time, and then again after `stop`.
    pub(super) answer: Duration,
    /// After `quit`.
    pub(super) end: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        let seconds = Duration::from_secs;
        Patience {
            ugi: seconds(5),
            start: seconds(30),
            silence: seconds(120),
            answer: seconds(5),
            end: seconds(1),
        }
    }
}

/// What an engine is asked to think about.
#[derive(Clone, Debug, Default)]
pub(super) struct Task {
    /// Comes back with all news of this task.
    pub(super) id: u64,
    /// The start position; `None` for that of the game.
    pub(super) start: Option<String>,
    /// The moves after it.
    pub(super) moves: Vec<String>,
    /// The limits.
    pub(super) go: Go,
    /// Options to set before, if the engine has them.
    pub(super) options: Vec<(&'static str, String)>,
    /// Whether the engine is to report more than usual (`debug on`).
    pub(super) debug: bool,
}

/// What an engine has to tell.
#[derive(Debug)]
pub(super) enum News {
    /// It is ready to be asked.
    Ready {
        /// What it calls itself, safe to show.
        name: String,
        /// The least and the greatest level, if it has levels.
        levels: Option<(i64, i64)>,
    },
    /// It reports about a task.
    Info(u64, Box<Info>),
    /// It has answered a task with this word, or, after [`Engine::stop`], with
    /// the best move so far.
    Move(u64, String),
    /// It is gone, for this reason. Nothing comes after this.
    Gone(EngineError),
}

/// Why an engine cannot be asked any more.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum EngineError {
    /// The program does not start, for this reason.
    #[error("{0}")]
    Start(String),
    /// No handshake took place in this time.
    #[error("it answered neither \"ugi\" nor \"uci\" within {0:?}: is it a game engine?")]
    Handshake(Duration),
    /// It does not know the game.
    #[error("it does not play {0}: choose another engine or another game")]
    Game(String),
    /// It has no levels.
    #[error("it has no levels, no option Skill: leave out --level")]
    NoLevels,
    /// It has other levels.
    #[error("it has no level {0}: its levels are {1} to {2}")]
    Level(i64, i64, i64),
    /// The process ended by itself.
    #[error("{0}")]
    Ended(String),
    /// It does not read what it is told.
    #[error("it does not read its input")]
    Deaf,
    /// It printed a line without end.
    #[error("it printed a line that does not end")]
    LongLine,
    /// It was dropped before it was ready.
    #[error("nobody asks it any more")]
    Unwanted,
    /// No answer came.
    #[error("it does not answer")]
    Silent,
}

impl EngineError {
    /// Whether the text names the program itself.
    pub(super) fn names_program(&self) -> bool {
        matches!(self, EngineError::Start(_))
    }

    /// Whether other arguments of the command line are the remedy.
    pub(super) fn is_of_arguments(&self) -> bool {
        use EngineError::{Game, Level, NoLevels, Start};
        matches!(self, Start(_) | Game(_) | NoLevels | Level(..))
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
    /// Closed to end a handshake, which takes no orders.
    wanted: Option<Sender<()>>,
    news: Receiver<News>,
    talk: Option<JoinHandle<()>>,
}

impl Engine {
    /// Starts an engine. That it cannot be started is also news.
    pub(super) fn start(launch: Launch) -> Engine {
        let (orders, to_follow) = unbounded();
        let (wanted, is_wanted) = bounded(0);
        let (sender, news) = bounded(WAITING);
        let work = move || {
            let Err(error) = talk::talk(&launch, &to_follow, &is_wanted, &sender) else { return };
            // Whoever is not interested any more has dropped the receiver.
            let _ = sender.send(News::Gone(error));
        };
        let talk = thread::Builder::new().name("engine".to_string()).spawn(work).ok();
        Engine { orders: Some(orders), wanted: Some(wanted), news, talk }
    }

    /// Asks the engine to think. A task before it is stopped.
    pub(super) fn think(&self, task: Task) {
        self.order(Order::Think(Box::new(task)));
    }

    /// Asks for the best move so far.
    pub(super) fn stop(&self) {
        self.order(Order::Stop);
    }

    fn order(&self, order: Order) {
        if let Some(orders) = &self.orders {
            // An engine that is gone has said so in its news.
            let _ = orders.send(order);
        }
    }

    /// The news, to be read soon.
    pub(super) fn news(&self) -> &Receiver<News> {
        &self.news
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.orders = None;
        self.wanted = None;
        // The thread may wait for room in the channel of news.
        self.news = crossbeam_channel::never();
        if let Some(talk) = self.talk.take() {
            // A panic there has been printed.
            let _ = talk.join();
        }
    }
}

impl Launch {
    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments);
        command
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// Far longer than anything takes.
    const LONG: Duration = Duration::from_secs(120);

    /// Starts a shell script as an engine, with little patience.
    fn start(script: &str) -> Engine {
        let short = Duration::from_millis(100);
        Engine::start(Launch {
            program: "sh".into(),
            arguments: vec!["-c".into(), script.into()],
            game: "tictactoe".parse().unwrap_or_else(|error| panic!("{error}")),
            level: None,
            patience: Patience {
                ugi: short,
                start: LONG,
                silence: short,
                answer: short,
                end: short,
            },
        })
    }

    /// Returns the moves that come, and why no more do.
    fn all(engine: &Engine) -> (Vec<String>, Option<EngineError>) {
        let mut moves = Vec::new();
        loop {
            match engine.news().recv_timeout(LONG) {
                Ok(News::Move(_, name)) => moves.push(name),
                Ok(News::Gone(error)) => return (moves, Some(error)),
                Ok(News::Ready { .. } | News::Info(..)) => {}
                Err(_) => return (moves, None),
            }
        }
    }

    /// Answers everything but `go`.
    const DUMB: &str = "while read word; do case $word in ugi) echo ugiok;; \
                        isready) echo readyok;; esac; done";

    #[test]
    fn silence_is_ended() {
        let engine = start(DUMB);
        engine.think(Task::default());
        assert_eq!(all(&engine), (Vec::new(), Some(EngineError::Silent)));
        let patience = Patience { start: Duration::from_millis(300), ..Patience::default() };
        let launch = Launch {
            program: "sleep".into(),
            arguments: vec!["1000".into()],
            game: "tictactoe".parse().unwrap_or_else(|error| panic!("{error}")),
            level: None,
            patience: Patience { ugi: patience.start, end: patience.start, ..patience },
        };
        assert_eq!(
            all(&Engine::start(launch)),
            (Vec::new(), Some(EngineError::Handshake(patience.start)))
        );
    }

    #[test]
    fn an_engine_that_is_starting_can_be_dropped() {
        let launch = Launch {
            program: "sleep".into(),
            arguments: vec!["1000".into()],
            game: "tictactoe".parse().unwrap_or_else(|error| panic!("{error}")),
            level: None,
            patience: Patience { ugi: LONG, start: LONG, ..Patience::default() },
        };
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
        );
        let endless = Go { infinite: true, ..Go::default() };
        let short = Go { nodes: Some(5), ..Go::default() };
        engine.think(Task { id: 1, go: endless, ..Task::default() });
        engine.think(Task { id: 2, go: short, ..Task::default() });
        let mut moves = Vec::new();
        while moves.len() < 2 {
            match engine.news().recv_timeout(LONG) {
                Ok(News::Move(id, name)) => moves.push((id, name)),
                Ok(_) => {}
                Err(error) => panic!("{error}"),
            }
        }
        assert_eq!(moves, [(1, "a1".to_string()), (2, "b2".to_string())]);
    }
}
