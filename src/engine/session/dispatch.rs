//! Executes the commands.

use std::io;

use super::bench::bench;
use super::plan::{Plan, plan};
use super::state::{Adapter, Refusal, Running, Session};
use crate::engine::player::player;
use crate::engine::worker::{Job, Work};
use crate::game::WideSet;
use crate::instant::Instant;
use crate::protocol::{Command, Dialect, Go, Reply, drops};
use crate::search::{Canceller, SearchKind};

impl<A: Adapter> Session<'_, A> {
    pub(super) fn dispatch(&mut self, command: Command, received: Instant) -> io::Result<()> {
        let done = match command {
            Command::Ugi => return self.handshake(Dialect::Ugi),
            Command::Uci => return self.handshake(Dialect::Uci),
            Command::IsReady => {
                self.player.warm_up(&self.options.settings);
                return self.say(Reply::ReadyOk);
            }
            Command::Stop => return self.stop(),
            Command::PonderHit => return self.ponder_hit(),
            Command::Quit => {
                self.quitting = true;
                return self.stop();
            }
            Command::Query(query) => return self.answer(query),
            Command::Info => return self.send_state(),
            Command::Show => return self.show(),
            Command::Help => return self.help(),
            Command::Perft(depth) => return self.perft(depth as usize),
            Command::Bench => {
                let hardware = self.options.settings.hardware;
                let work = Work::Other(Box::new(move |stop, sink| bench(hardware, stop, sink)));
                return self.start(work, None, Instant::now());
            }
            Command::Debug(on) => {
                self.debug = on;
                Ok(())
            }
            Command::Go(go) => match self.search_moves(&go) {
                Ok(moves) => return self.go(&go, moves, received),
                Err(refusal) => {
                    self.refuse(&refusal)?;
                    return self.send_no_move();
                }
            },
            Command::SetOption { name, value } => return self.set_option(&name, value.as_deref()),
            Command::NewGame(Some(spec)) => return self.set_option("Game", Some(&spec)),
            Command::NewGame(None) | Command::UgiNewGame | Command::UciNewGame => self.new_game(),
            Command::Position { start, moves } => return self.position(&start, moves),
        };
        match done {
            Ok(()) => Ok(()),
            Err(refusal) => self.refuse(&refusal),
        }
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> io::Result<()> {
        let before = self.options.clone();
        if let Err(error) = self.options.set(name, value) {
            return self.refuse(&error.into());
        }
        // Setting `Game` begins a new game, even of the same spec.
        let chooses_game = name.eq_ignore_ascii_case("Game");
        if chooses_game || self.options.game != before.game {
            self.player = player(&self.options.game, self.options.search);
        } else if self.options.search != before.search {
            self.player.set_search(self.options.search);
        }
        self.report_new_search(&before)
    }

    fn new_game(&mut self) -> Result<(), Refusal> {
        self.player.clear();
        Ok(self.player.set_position(None, &[])?)
    }

    /// Returns the moves of `searchmoves`; all legal moves without it.
    fn search_moves(&self, go: &Go) -> Result<WideSet, Refusal> {
        let state = self.player.state();
        if go.search_moves.is_empty() || state.outcome().is_some() {
            return Ok(state.legal());
        }
        let square = |name: &String| {
            let plain = if self.options.plays_drops() { drops::drop_to_square(name) } else { name };
            let square = state.board().parse(plain).filter(|&s| state.legal().contains(s));
            square.ok_or_else(|| Refusal::SearchMove(name.clone()))
        };
        go.search_moves.iter().map(square).collect()
    }

    pub(super) fn go(&mut self, go: &Go, moves: WideSet, received: Instant) -> io::Result<()> {
        let plan = plan(go, self.player.state(), &self.options, self.dialect);
        log::debug!(target: "search", "begins: {plan:?}");
        if self.debug
            && let Some(time) = plan.time
        {
            let [soft, hard] = [time.soft, time.hard].map(|time| time.as_millis());
            self.say(Reply::string(format!("time soft {soft} ms hard {hard} ms")))?;
        }
        let search = self.player.prepare(moves, plan.budget, plan.settings(&self.options));
        self.start(Work::Search(search), Some(plan), received)
    }

    fn perft(&mut self, depth: usize) -> io::Result<()> {
        let state = self.player.state().boxed_clone();
        let work = Work::Other(Box::new(move |stop, _| {
            let mut visited = 0u32;
            let mut interrupted = || {
                visited = visited.wrapping_add(1);
                visited.is_multiple_of(1024) && stop.requested()
            };
            let count = state.perft(depth, &mut interrupted);
            let ms = stop.elapsed().as_millis();
            match count {
                Some(count) => Reply::string(format!("perft {depth} nodes {count} time {ms}")),
                None => Reply::error("perft was stopped"),
            }
        }));
        self.start(work, None, Instant::now())
    }

    /// Starts a job, and stops it at once if nobody needs its result.
    fn start(&mut self, work: Work, plan: Option<Plan>, started: Instant) -> io::Result<()> {
        let (canceller, stop) = Canceller::new(started);
        if let Some(Plan { time: Some(time), ponder: false, .. }) = plan {
            let waited = started.elapsed();
            let [soft, hard] = [time.soft, time.hard].map(|time| time.saturating_sub(waited));
            canceller.set_deadline(soft, hard);
        }
        self.job =
            Some(Running { canceller: Some(canceller), started, plan, held: None, silent: false });
        let stop = stop.with_yield_hook(self.yield_hook.clone());
        // The only search that chooses without looking ahead.
        let is_brief = plan.is_some() && self.options.search == SearchKind::Random;
        // Sending fails only while the engine is ending.
        let _ = self.jobs.send(Job { work, stop, is_brief });
        if self.has_useless_job() { self.stop() } else { Ok(()) }
    }
}
