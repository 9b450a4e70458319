//! A running engine, driven over channels, so that requests never block.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use noughts_client::stop::Stop;

use super::talk;
use super::task::{EngineEvent, Launch, Order, Task};

/// The capacity of the channel of news. When it is full, the engine has to
/// wait.
const WAITING: usize = 1024;

/// A running engine. Dropping it ends the process.
pub(crate) struct Engine {
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
    pub(crate) fn start(launch: Launch) -> Engine {
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
    pub(crate) fn think(&self, task: Task) {
        self.order(Order::Think(Box::new(task)));
    }

    /// Stops the search: the engine answers with its best move so far.
    pub(crate) fn stop(&self) {
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
    pub(crate) fn news(&self) -> &Receiver<EngineEvent> {
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
    use std::ffi::OsString;
    use std::time::Duration;

    use noughts::protocol::Go;
    use noughts_client::Deadlines;

    use super::super::error::EngineError;
    use super::super::task::deadlines;
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
