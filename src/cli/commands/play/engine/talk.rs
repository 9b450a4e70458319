//! The thread that talks to an engine: it receives orders from the program and
//! lines from the process.

use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, select};
use noughts::protocol::{Command, Dialect, Info, Reply, ScoreValue, Start, drops};
use noughts_client::program;

use super::process::{Line, Process};
use super::start::{Introduction, introduce, send};
use super::{EngineError, EngineEvent, Launch, Order, Patience, Task};

/// The interval at which the state of the process is checked.
const TICK: Duration = Duration::from_millis(200);

/// The maximum number of moves kept of a line of play.
const MAX_PV: usize = 200;

/// Runs an engine until the channel of orders is closed or the engine fails.
/// `wanted` is closed together with the orders.
pub(super) fn talk(
    launch: &Launch,
    orders: &Receiver<Order>,
    wanted: &Receiver<()>,
    news: &Sender<EngineEvent>,
) -> Result<(), EngineError> {
    let program = launch.program.display().to_string();
    let mut process = Process::start(launch.command(), launch.patience.end)
        .map_err(|error| EngineError::Start(program::describe(&program, &error)))?;
    let about = introduce(&mut process, launch, wanted)?;
    let name = if about.name.is_empty() { program } else { about.name.clone() };
    // Fails only if the receiver was dropped; then the orders end, too.
    let _ = news.send(EngineEvent::Ready { name, levels: about.levels() });
    let mut talk = Talk {
        process,
        about,
        news,
        patience: launch.patience,
        thinking: None,
        set: Vec::new(),
        debug: false,
    };
    let mut looked = Instant::now();
    loop {
        select! {
            recv(orders) -> order => match order {
                Ok(order) => talk.follow(order)?,
                Err(_) => return Ok(()),
            },
            recv(talk.process.lines()) -> line => talk.read(line)?,
            default(TICK) => {}
        }
        // Necessary also while the process prints without a pause.
        if looked.elapsed() >= TICK {
            talk.look_after()?;
            looked = Instant::now();
        }
    }
}

struct Talk<'a> {
    process: Process,
    about: Introduction,
    news: &'a Sender<EngineEvent>,
    patience: Patience,
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
            (Order::Think(task), None) => self.begin(task),
            (Order::Stop, _) => self.stop(),
        }
    }

    fn begin(&mut self, task: Box<Task>) -> Result<(), EngineError> {
        for (name, value) in task.options {
            let is_set = self.set.iter().any(|known| *known == (name, value.clone()));
            if let Some(line) = self.about.set(name, &value).filter(|_| !is_set) {
                send(&mut self.process, &line)?;
                self.set.retain(|known| known.0 != name);
                self.set.push((name, value));
            }
        }
        let dialect = self.about.dialect;
        if task.debug != std::mem::replace(&mut self.debug, task.debug) {
            send(&mut self.process, &Command::Debug(task.debug).print(dialect))?;
        }
        if task.moves.len() < 2 {
            let new =
                if dialect == Dialect::Uci { Command::UciNewGame } else { Command::UgiNewGame };
            send(&mut self.process, &new.print(dialect))?;
        }
        let position = position(task.start, task.moves, self.about.drops);
        send(&mut self.process, &position.print(dialect))?;
        let now = Instant::now();
        let until = task.go.movetime.map(|millis| now + Duration::from_millis(millis));
        let until = until.map(|until| until + self.patience.answer);
        send(&mut self.process, &Command::Go(task.go).print(dialect))?;
        self.thinking =
            Some(Thinking { id: task.id, until, heard: now, stopped: false, next: None });
        Ok(())
    }

    fn stop(&mut self) -> Result<(), EngineError> {
        let Some(thinking) = &mut self.thinking else { return Ok(()) };
        if std::mem::replace(&mut thinking.stopped, true) {
            return Ok(());
        }
        thinking.until = Some(Instant::now() + self.patience.answer);
        send(&mut self.process, "stop")
    }

    fn read(
        &mut self,
        line: Result<Line, crossbeam_channel::RecvError>,
    ) -> Result<(), EngineError> {
        let line = match line {
            Ok(Ok(line)) => line,
            Ok(Err(_)) => return Err(EngineError::LongLine),
            Err(_) => return Err(EngineError::Ended(self.process.last_words())),
        };
        let Some(thinking) = &mut self.thinking else { return Ok(()) };
        thinking.heard = Instant::now();
        let id = thinking.id;
        let next = match Reply::parse(&line) {
            Reply::Info(info) => {
                let info = Box::new(self.own_terms(info));
                let _ = self.news.send(EngineEvent::Info(id, info));
                return Ok(());
            }
            Reply::BestMove { best, .. } => {
                let next = thinking.next.take();
                let best = drops::drop_to_square(&best).to_string();
                let _ = self.news.send(EngineEvent::Move(id, best));
                next
            }
            _ => return Ok(()),
        };
        self.thinking = None;
        next.map_or(Ok(()), |task| self.begin(task))
    }

    /// Limits the length of the line of play, and converts drops to squares and
    /// mate distances to plies.
    fn own_terms(&self, mut info: Info) -> Info {
        info.pv.truncate(MAX_PV);
        for name in &mut info.pv {
            *name = drops::drop_to_square(name).to_string();
        }
        if self.about.dialect == Dialect::Uci
            && let Some(score) = &mut info.score
            && let ScoreValue::Mate(moves) = score.value
        {
            let plies = moves.saturating_mul(2);
            score.value = ScoreValue::Mate(if moves > 0 { plies - 1 } else { plies });
        }
        info
    }

    /// Fails if the process has ended or the answer is overdue, but first stops
    /// a search that is overdue.
    fn look_after(&mut self) -> Result<(), EngineError> {
        if self.process.has_ended() && self.process.lines().is_empty() {
            return Err(EngineError::Ended(self.process.last_words()));
        }
        let Some(thinking) = &mut self.thinking else { return Ok(()) };
        let now = Instant::now();
        let is_overdue = match thinking.until {
            Some(until) => now >= until,
            None => now.duration_since(thinking.heard) > self.patience.silence,
        };
        if !is_overdue {
            return Ok(());
        }
        if thinking.stopped { Err(EngineError::Silent) } else { self.stop() }
    }
}

fn position(start: Option<String>, moves: Vec<String>, drops: bool) -> Command {
    let moves = match drops {
        true => moves.iter().map(|name| drops::square_to_drop(name)).collect(),
        false => moves,
    };
    let start = match start {
        Some(text) if drops => Start::Fen(drops::position_to_drop(&text)),
        Some(text) => Start::Fen(text),
        None => Start::StartPos,
    };
    Command::Position { start, moves }
}
