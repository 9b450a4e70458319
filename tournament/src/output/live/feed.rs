//! The news that the runner adds for the live page: the games being played, and
//! those that ended since the server last took the news.
//!
//! Adding takes a lock that the server holds only to copy the news of a few
//! games; it never waits for a reader. The memory is bounded by the number of
//! games at a time and by [`MAX_ENDED`].

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use noughts::game::Side;
use noughts_client::Limits;

use crate::journal::Run;
use crate::model::clock::Clock;
use crate::model::config::Config;
use crate::model::opening::Opening;
use crate::model::record::{GameRecord, Ply};
use crate::run::logs::{Event, Spectator};

/// The number of ended games that wait for the server. Further ones are missing
/// from the page.
const MAX_ENDED: usize = 100_000;

/// The news of a tournament, shared by the runner and the server.
#[derive(Debug)]
pub struct Feed {
    /// The limits of the players as they are played, by name.
    limits: HashMap<String, Limits>,
    news: Mutex<News>,
}

/// The news that the server has not taken yet, and the games being played.
#[derive(Debug, Default)]
pub(super) struct News {
    pub(super) running: BTreeMap<usize, Running>,
    pub(super) ended: Vec<GameRecord>,
    pub(super) runs: Option<Vec<Run>>,
    /// Why the tournament has ended.
    pub(super) over: Option<String>,
}

/// A game that is being played.
#[derive(Clone, Debug)]
pub(super) struct Running {
    pub(super) players: [String; 2],
    pub(super) opening: Opening,
    pub(super) plies: Vec<TimedPly>,
    /// The times on the clocks at the start, X's first.
    pub(super) times: [Option<Duration>; 2],
    clocks: [Clock; 2],
}

/// A ply, its side, and the time left on its clock.
#[derive(Clone, Debug)]
pub(super) struct TimedPly {
    pub(super) ply: Ply,
    pub(super) side: Side,
    pub(super) left: Option<Duration>,
}

impl Feed {
    pub(super) fn new(config: &Config) -> Feed {
        let limits = config.scaled().engines.into_iter();
        let limits = limits.map(|engine| (engine.name, engine.limits)).collect();
        Feed { limits, news: Mutex::default() }
    }

    pub(super) fn news(&self) -> MutexGuard<'_, News> {
        self.news.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a game that has ended, such as one of a journal.
    pub fn add(&self, record: &GameRecord) {
        let record = record.clone();
        let mut news = self.news();
        news.running.remove(&record.game);
        if news.ended.len() < MAX_ENDED {
            news.ended.push(record);
        }
    }

    /// Marks the tournament as ended.
    pub(super) fn end(&self, why: &str) {
        self.news().over.get_or_insert(why.to_string());
    }

    fn begin(&self, game: usize, players: [&str; 2], opening: &Opening) {
        let clock = |name: &str| {
            let limits = self.limits.get(name).cloned().unwrap_or_default();
            Clock::new(&limits, Duration::ZERO)
        };
        let clocks = players.map(clock);
        let running = Running {
            players: players.map(str::to_string),
            opening: opening.clone(),
            plies: Vec::new(),
            times: clocks.each_ref().map(Clock::left),
            clocks,
        };
        self.news().running.insert(game, running);
    }

    fn ply(&self, game: usize, player: &str, ply: &Ply) {
        let mut news = self.news();
        let Some(running) = news.running.get_mut(&game) else { return };
        let side = if running.players[0] == player { Side::X } else { Side::O };
        let clock = &mut running.clocks[side.index()];
        clock.used(Duration::from_micros(ply.us));
        let left = clock.left();
        running.plies.push(TimedPly { ply: ply.clone(), side, left });
    }
}

impl Spectator for Feed {
    fn event(&self, event: &Event<'_>) {
        match event {
            Event::GameStart { game, players, opening } => self.begin(*game, *players, opening),
            Event::Ply { game, player, ply } => self.ply(*game, player, ply),
            Event::Game(record) => self.add(record),
            Event::End { why, .. } => self.end(why),
            Event::Start { .. } | Event::Notice { .. } | Event::Standings { .. } => {}
        }
    }

    fn runs(&self, runs: &[Run]) {
        self.news().runs = Some(runs.to_vec());
    }
}
