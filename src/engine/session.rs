//! The control thread: obeys commands, and says what searches found.

use std::collections::VecDeque;
use std::io;
use std::time::Instant;

use crossbeam_channel::{Receiver, never, select};

use super::bench::bench;
use super::go::{Plan, plan};
use super::input::Line;
use super::options::{OptionRow, Options};
use super::seat::{Seat, seat};
use super::show::{drawing, status};
use super::wire::{Names, Style, infos};
use super::worker::{Event, Work, Worker};
use crate::game::{AnySetup, Outcome, Side, SquareSet};
use crate::protocol::{
    Command, Dialect, Go, Info, Query, Reply, Response, Start, SyntaxError, drops,
};
use crate::search::{Canceller, Report, SearchKind};

/// Commands that may wait for a search to end.
const WAITING_COMMANDS: usize = 10_000;

/// An engine between two commands.
pub struct Session<'a> {
    out: &'a mut dyn FnMut(&Reply) -> io::Result<()>,
    options: Options,
    dialect: Dialect,
    debug: bool,
    seat: Box<dyn Seat>,
    /// The job on the searcher thread.
    job: Option<Job>,
    /// Commands that wait for the job to end.
    waiting: VecDeque<(Command, Instant)>,
    input_ended: bool,
    quitting: bool,
    errors: usize,
}

/// A job on the searcher thread.
struct Job {
    /// Dropping it stops the job.
    canceller: Option<Canceller>,
    started: Instant,
    /// `None` when the job is not a search.
    plan: Option<Plan>,
    /// The report of a search that has ended but may not be told yet.
    held: Option<Report>,
}

impl Job {
    /// Whether only `stop` ends the job.
    fn is_endless(&self) -> bool {
        self.plan.is_some_and(|plan| plan.infinite || plan.ponder)
    }

    fn stop(&mut self) {
        self.canceller = None;
    }

    fn is_stopping(&self) -> bool {
        self.canceller.is_none()
    }
}

/// Why a command is not obeyed.
#[derive(Debug, thiserror::Error)]
enum Refusal {
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    #[error(transparent)]
    Line(#[from] super::input::LineError),
    #[error(transparent)]
    Option(#[from] super::options::OptionError),
    #[error("position not set: {0}")]
    Position(#[from] super::seat::SetError),
    #[error("searchmoves: \"{0}\" is not a legal move")]
    SearchMove(String),
    #[error("\"{0}\" has to wait for the search: send \"stop\" first")]
    Searching(String),
    #[error("too many commands are waiting for the search")]
    TooManyWaiting,
}

impl<'a> Session<'a> {
    /// An engine at the start of its default game. Replies go to `out`.
    pub fn new(out: &'a mut dyn FnMut(&Reply) -> io::Result<()>) -> Session<'a> {
        let options = Options::default();
        let seat = seat(&options.game, options.search);
        Session {
            out,
            options,
            dialect: Dialect::Plain,
            debug: false,
            seat,
            job: None,
            waiting: VecDeque::new(),
            input_ended: false,
            quitting: false,
            errors: 0,
        }
    }

    /// Obeys the commands of a channel until `quit`, or until it is closed
    /// and everything has been done. Returns how many commands could not be
    /// obeyed.
    ///
    /// # Errors
    ///
    /// The first error of the output.
    pub fn run(mut self, lines: &Receiver<Line>) -> io::Result<usize> {
        let (worker, events) = Worker::start()?;
        let no_lines = never();
        while !self.is_finished() {
            select! {
                recv(if self.input_ended { &no_lines } else { lines }) -> line => match line {
                    Ok(line) => self.receive(line, &worker)?,
                    Err(_) => self.end_of_input(&worker)?,
                },
                recv(events) -> event => match event {
                    Ok(event) => self.event(event, &worker)?,
                    Err(_) => break,
                },
            }
        }
        Ok(self.errors)
    }

    fn is_finished(&self) -> bool {
        let idle = self.job.is_none();
        idle && (self.quitting || self.input_ended && self.waiting.is_empty())
    }

    fn say(&mut self, reply: Reply) -> io::Result<()> {
        (self.out)(&reply)
    }

    fn refuse(&mut self, refusal: &Refusal) -> io::Result<()> {
        self.errors += 1;
        log::debug!("refused: {refusal}");
        self.say(Reply::error(refusal))
    }

    /// Nobody can say `stop` any more: what is endless ends now, the rest is
    /// done.
    fn end_of_input(&mut self, worker: &Worker) -> io::Result<()> {
        self.input_ended = true;
        match &self.job {
            Some(job) if job.is_endless() => self.stop(worker),
            _ => Ok(()),
        }
    }

    fn receive(&mut self, line: Line, worker: &Worker) -> io::Result<()> {
        let text = match line.text {
            Ok(text) => text,
            Err(error) => return self.refuse(&error.into()),
        };
        log::trace!(target: "wire", "< {}", text.trim_end());
        match Command::parse(&text) {
            Ok(None) => Ok(()),
            Ok(Some(command)) => self.schedule(command, line.received, worker),
            Err(error) => self.refuse(&error.into()),
        }
    }

    /// Obeys a command now, or when the job on the searcher thread has ended.
    fn schedule(&mut self, command: Command, received: Instant, worker: &Worker) -> io::Result<()> {
        let Some(job) = &self.job else { return self.obey(command, received, worker) };
        let in_order = self.waiting.is_empty();
        match command {
            Command::IsReady | Command::Debug(_) | Command::Quit => {
                self.obey(command, received, worker)
            }
            Command::Stop if !job.is_stopping() => self.stop(worker),
            // It is meant for a search that waits, if there is one.
            Command::Stop | Command::PonderHit if in_order => self.obey(command, received, worker),
            Command::Query(_) | Command::Info | Command::Show | Command::Help if in_order => {
                self.obey(command, received, worker)
            }
            _ if in_order && job.is_endless() && !job.is_stopping() => {
                let line = command.print(self.dialect);
                self.refuse(&Refusal::Searching(line))
            }
            _ if self.waiting.len() >= WAITING_COMMANDS => self.refuse(&Refusal::TooManyWaiting),
            _ => {
                self.waiting.push_back((command, received));
                Ok(())
            }
        }
    }

    fn event(&mut self, event: Event, worker: &Worker) -> io::Result<()> {
        match event {
            Event::Progress(report) => self.tell_progress(&report),
            Event::Line(reply) => self.say(reply),
            Event::Done(report) => {
                if let Some(job) = &mut self.job {
                    match report {
                        Some(report) if job.is_endless() && !job.is_stopping() => {
                            job.held = Some(report);
                            return Ok(());
                        }
                        Some(report) => self.tell_result(&report)?,
                        None => {}
                    }
                }
                self.job = None;
                self.work_off(worker)
            }
        }
    }

    /// Obeys what has been waiting, up to the next job.
    fn work_off(&mut self, worker: &Worker) -> io::Result<()> {
        while self.job.is_none() && !self.quitting {
            let Some((command, _)) = self.waiting.pop_front() else { break };
            // The clock of a search that had to wait starts when it starts.
            self.obey(command, Instant::now(), worker)?;
        }
        // A command meant for the job that has just begun may come next.
        while let Some((Command::Stop | Command::PonderHit, _)) = self.waiting.front() {
            let Some((command, received)) = self.waiting.pop_front() else { break };
            self.obey(command, received, worker)?;
        }
        Ok(())
    }

    /// Stops the job. A search that was only waiting to tell its result
    /// tells it.
    fn stop(&mut self, worker: &Worker) -> io::Result<()> {
        let Some(job) = &mut self.job else { return Ok(()) };
        job.stop();
        match job.held.take() {
            Some(report) => {
                self.tell_result(&report)?;
                self.job = None;
                self.work_off(worker)
            }
            None => Ok(()),
        }
    }

    /// The expected move was played: the search goes on under the clock.
    fn ponder_hit(&mut self, worker: &Worker) -> io::Result<()> {
        let Some(job) = &mut self.job else { return Ok(()) };
        let Some(plan) = &mut job.plan else { return Ok(()) };
        plan.ponder = false;
        if let (Some(canceller), Some(time)) = (&job.canceller, plan.time) {
            canceller.set_deadline(time.soft, time.hard);
        }
        if job.held.is_some() && !job.is_endless() { self.stop(worker) } else { Ok(()) }
    }

    fn obey(&mut self, command: Command, received: Instant, worker: &Worker) -> io::Result<()> {
        let done = match command {
            Command::Ugi => return self.introduce(Dialect::Ugi),
            Command::Uci => return self.introduce(Dialect::Uci),
            Command::IsReady => return self.say(Reply::ReadyOk),
            Command::Stop => return self.stop(worker),
            Command::PonderHit => return self.ponder_hit(worker),
            Command::Quit => {
                self.quitting = true;
                self.waiting.clear();
                return self.stop(worker);
            }
            Command::Query(query) => return self.answer(query),
            Command::Info => return self.tell_state(),
            Command::Show => return self.show(),
            Command::Help => return self.help(),
            Command::Perft(depth) => return self.perft(depth as usize, worker),
            Command::Bench => {
                let work = Work::Other(Box::new(bench));
                return self.start(work, None, Instant::now(), worker);
            }
            Command::Debug(on) => {
                self.debug = on;
                Ok(())
            }
            Command::Go(go) => match self.search_moves(&go) {
                Ok(moves) => return self.go(&go, moves, received, worker),
                Err(refusal) => Err(refusal),
            },
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::NewGame(Some(spec)) => self.set_option("Game", Some(&spec)),
            Command::NewGame(None) | Command::UgiNewGame | Command::UciNewGame => self.new_game(),
            Command::Position { start, moves } => self.set_position(&start, moves),
        };
        match done {
            Ok(()) => Ok(()),
            Err(refusal) => self.refuse(&refusal),
        }
    }

    fn introduce(&mut self, dialect: Dialect) -> io::Result<()> {
        self.dialect = dialect;
        self.say(Reply::IdName(format!("noughts {}", env!("CARGO_PKG_VERSION"))))?;
        self.say(Reply::IdAuthor("the noughts authors".to_string()))?;
        for row in OptionRow::all() {
            self.say(Reply::Option(row.declaration()))?;
        }
        self.say(if dialect == Dialect::Uci { Reply::UciOk } else { Reply::UgiOk })
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), Refusal> {
        let before = self.options.clone();
        self.options.set(name, value)?;
        // Choosing the game is the beginning of a new one, even of the same.
        let chooses_game = name.eq_ignore_ascii_case("Game");
        if chooses_game || self.options.game != before.game {
            self.seat = seat(&self.options.game, self.options.search);
        } else if self.options.search != before.search {
            self.seat.set_search(self.options.search);
        }
        Ok(())
    }

    fn new_game(&mut self) -> Result<(), Refusal> {
        self.seat.clear();
        Ok(self.seat.set_position(None, &[])?)
    }

    fn set_position(&mut self, start: &Start, mut moves: Vec<String>) -> Result<(), Refusal> {
        let drops = self.options.plays_drops();
        if drops {
            for name in &mut moves {
                *name = drops::drop_to_square(name).to_string();
            }
        }
        let text = match start {
            Start::StartPos => None,
            Start::Fen(text) if drops => Some(drops::drop_to_position(text)),
            Start::Fen(text) => Some(text.clone()),
        };
        Ok(self.seat.set_position(text.as_deref(), &moves)?)
    }

    /// The moves that a `go` allows; all legal ones if it names none.
    fn search_moves(&self, go: &Go) -> Result<SquareSet, Refusal> {
        let setup = self.seat.setup();
        if go.search_moves.is_empty() {
            return Ok(setup.legal());
        }
        let square = |name: &String| {
            let plain = if self.options.plays_drops() { drops::drop_to_square(name) } else { name };
            let square = setup.board().parse(plain).filter(|&s| setup.legal().contains(s));
            square.ok_or_else(|| Refusal::SearchMove(name.clone()))
        };
        go.search_moves.iter().map(square).collect()
    }

    fn go(
        &mut self,
        go: &Go,
        moves: SquareSet,
        received: Instant,
        worker: &Worker,
    ) -> io::Result<()> {
        let plan = plan(go, self.seat.setup(), &self.options, self.dialect);
        log::debug!("{plan:?}");
        if self.debug
            && let Some(time) = plan.time
        {
            let [soft, hard] = [time.soft, time.hard].map(|time| time.as_millis());
            self.say(Reply::string(format!("time soft {soft} ms hard {hard} ms")))?;
        }
        let search = self.seat.search(moves, plan.budget, self.options.settings.clone());
        self.start(Work::Search(search), Some(plan), received, worker)
    }

    fn perft(&mut self, depth: usize, worker: &Worker) -> io::Result<()> {
        let setup = self.seat.setup().boxed_clone();
        let work = Work::Other(Box::new(move |stop, sink| {
            let mut visited = 0u32;
            let mut interrupted = || {
                visited = visited.wrapping_add(1);
                visited.is_multiple_of(1024) && stop.requested()
            };
            let count = setup.perft(depth, &mut interrupted);
            let ms = stop.elapsed().as_millis();
            sink.line(match count {
                Some(count) => Reply::string(format!("perft {depth} nodes {count} time {ms}")),
                None => Reply::error("perft was stopped"),
            });
        }));
        self.start(work, None, Instant::now(), worker)
    }

    /// Gives the searcher thread a job. At the end of input nobody can stop
    /// an endless one, so it is stopped at once.
    fn start(
        &mut self,
        work: Work,
        plan: Option<Plan>,
        started: Instant,
        worker: &Worker,
    ) -> io::Result<()> {
        let (canceller, stop) = Canceller::new(started);
        if let Some(Plan { time: Some(time), ponder: false, .. }) = plan {
            let waited = started.elapsed();
            let [soft, hard] = [time.soft, time.hard].map(|time| time.saturating_sub(waited));
            canceller.set_deadline(soft, hard);
        }
        self.job = Some(Job { canceller: Some(canceller), started, plan, held: None });
        worker.run(work, stop);
        match &self.job {
            Some(job) if self.input_ended && job.is_endless() => self.stop(worker),
            _ => Ok(()),
        }
    }

    fn infos(&self, report: &Report) -> Vec<Info> {
        let started = self.job.as_ref().map_or_else(Instant::now, |job| job.started);
        infos(report, started.elapsed(), self.style())
    }

    fn style(&self) -> Style<'_> {
        Style {
            dialect: self.dialect,
            names: self.names(),
            show_wdl: self.options.show_wdl,
            multi_pv: self.options.settings.multi_pv > 1,
        }
    }

    fn names(&self) -> Names<'_> {
        Names { board: self.seat.setup().board(), drops: self.options.plays_drops() }
    }

    fn tell_progress(&mut self, report: &Report) -> io::Result<()> {
        self.infos(report).into_iter().try_for_each(|info| self.say(Reply::Info(info)))
    }

    /// The last `info` lines of a search, and its answer.
    fn tell_result(&mut self, report: &Report) -> io::Result<()> {
        let line = report.lines.first();
        if line.is_some_and(|line| line.score == crate::search::Score::Draw) {
            self.say(Reply::string("proven draw"))?;
        }
        self.tell_progress(report)?;
        let pv = line.map_or(&[][..], |line| &line.pv);
        let names = self.names();
        let best = pv.first().map_or("0000".to_string(), |&square| names.square(square));
        let setup = self.seat.setup();
        // After a double turn's first ply, the next move is our own.
        let others = setup.side_at(setup.ply() + 1) != setup.side();
        let ponder = pv.get(1).filter(|_| others && self.dialect != Dialect::Ugi);
        let ponder = ponder.map(|&square| names.square(square));
        self.say(Reply::BestMove { best, ponder })
    }

    fn answer(&mut self, query: Query) -> io::Result<()> {
        let setup = self.seat.setup();
        let response = match query {
            Query::P1Turn => Response::Truth(setup.side() == Side::X),
            Query::GameOver => Response::Truth(setup.outcome().is_some()),
            Query::Result => Response::Result(setup.outcome()),
        };
        self.say(Reply::Response(response))
    }

    /// A few lines about the game, the position, the search and the options.
    fn tell_state(&mut self) -> io::Result<()> {
        let setup = self.seat.setup();
        let search = self.options.search.resolve(&self.options.game);
        let state = match &self.job {
            None => "idle",
            Some(job) if job.held.is_some() => "finished, waiting for stop",
            Some(job) if job.is_stopping() => "stopping",
            Some(_) => "searching",
        };
        let result = match setup.outcome() {
            None => "none".to_string(),
            Some(Outcome::Draw) => "draw".to_string(),
            Some(Outcome::Win(side)) => format!("{side} wins"),
        };
        let mut lines = vec![
            format!("game {}", setup.spec()),
            format!("ply {} of {}", setup.ply(), setup.board().len()),
            format!("side {}", setup.side()),
            format!("result {result}"),
            format!("position {}", setup.text()),
            format!("moves {}", setup.movetext()),
            format!("search {} {state}", search.name()),
        ];
        let options = OptionRow::all().iter();
        lines.extend(options.map(|row| {
            format!("option {} = {} ({})", row.name, row.value(&self.options), row.help)
        }));
        lines.into_iter().try_for_each(|line| self.say(Reply::string(line.trim_end())))
    }

    fn show(&mut self) -> io::Result<()> {
        let setup: &dyn AnySetup = self.seat.setup();
        let mut lines = drawing(setup);
        lines.push(status(setup));
        lines.push(setup.text());
        lines.into_iter().try_for_each(|line| self.say(Reply::Text(line)))
    }

    fn help(&mut self) -> io::Result<()> {
        let commands = [
            "newgame [SPEC]                          a new game",
            "position [startpos | fen F] [moves M…]  set the position",
            "go [nodes N] [depth N] [movetime MS] [infinite] …",
            "                                        search; bare: until stop",
            "stop, ponderhit, isready, quit, ugi, uci, debug on|off",
            "setoption name N value V                see info for the options",
            "query p1turn|gameover|result            ask about the position",
            "info, show                              tell the state, draw the board",
            "perft N, bench                          count games, measure speed",
        ];
        let mut lines: Vec<String> = vec!["commands:".to_string()];
        lines.extend(commands.map(|line| format!("  {line}")));
        lines.push("games (SPEC):".to_string());
        lines.extend(crate::game::FORMS.map(|(form, help)| format!("  {form:<22}{help}")));
        lines.push("searches:".to_string());
        lines.extend(SearchKind::all().map(|s| format!("  {:<22}{}", s.name(), s.help())));
        lines.into_iter().try_for_each(|line| self.say(Reply::Text(line)))
    }
}
