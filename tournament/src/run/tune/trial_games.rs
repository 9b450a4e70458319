//! Plays the games of one iteration with engines that keep running: their
//! options change between the games.

use noughts::game::Side;
use noughts_client::time::{self, Instant};
use noughts_client::{Engine, EngineConfig, Launch, StartError};

use super::progress::{Iteration, TrialResult};
use super::spsa::Trial;
use crate::game::play::{Abandoned, Conditions, Played, play};
use crate::game::referee::Referees;
use crate::model::config::Config;
use crate::model::record::Ending;
use crate::model::tuning::Tuning;
use crate::plan::openings::Book;
use crate::plan::seeds::{Purpose, derive};
use crate::run::logs::Logs;
use crate::run::tournament::summary::RunError;

/// The places of the players in the configuration: the values with the
/// perturbation added, and those with it subtracted.
pub(super) const PLUS: usize = 0;
const MINUS: usize = 1;

/// What all games of a tuning share.
pub(super) struct Table<'a> {
    /// The configuration of the games, with both players.
    pub(super) config: &'a Config,
    pub(super) tuning: &'a Tuning,
    pub(super) launch: &'a Launch,
    pub(super) book: &'a Book,
    pub(super) referees: Referees,
    pub(super) logs: &'a Logs,
}

/// The engines of a worker.
#[derive(Default)]
pub(super) struct Players {
    pub(super) engines: [Option<Engine>; 2],
    judge: Option<Engine>,
}

impl Players {
    /// Lets the engines exit.
    pub(super) fn quit(self) {
        Engine::quit_all(self.engines.into_iter().chain([self.judge]).flatten());
    }
}

/// Why an iteration has no result.
pub(super) enum NoResult {
    Abandoned,
    Failed(RunError),
}

impl From<Abandoned> for NoResult {
    fn from(_: Abandoned) -> NoResult {
        NoResult::Abandoned
    }
}

impl<E: Into<RunError>> From<E> for NoResult {
    fn from(error: E) -> NoResult {
        NoResult::Failed(error.into())
    }
}

impl Table<'_> {
    /// Plays the games of an iteration.
    pub(super) fn iterate(
        &self,
        iteration: usize,
        trial: Trial,
        players: &mut Players,
    ) -> Result<Iteration, NoResult> {
        let started = time::since_1970();
        let (began, stopped) = (Instant::now(), time::stopped());
        let configs = self.configs(&trial);
        for player in [PLUS, MINUS] {
            self.set_options(player, &configs[player], players);
        }
        let mut games = Vec::new();
        for pair in 0..self.tuning.pairs {
            // All openings and seeds follow from the number of the iteration.
            let meeting = (iteration - 1) * self.tuning.pairs + pair;
            for order in [[PLUS, MINUS], [MINUS, PLUS]] {
                let game = 2 * meeting + usize::from(order[0] == MINUS);
                games.push(self.game(game, meeting, order, &configs, players)?);
            }
        }
        let millis =
            |time: std::time::Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let Trial { plus, minus } = trial;
        let (started, millis) =
            (millis(started), millis(began.elapsed() + time::stopped().saturating_sub(stopped)));
        Ok(Iteration { iteration, plus, minus, games, started, millis })
    }

    /// Returns the configurations of the players with these values.
    fn configs(&self, trial: &Trial) -> [EngineConfig; 2] {
        [(PLUS, &trial.plus), (MINUS, &trial.minus)].map(|(player, values)| {
            let mut config = self.config.engines[player].clone();
            config.options.extend(settings(self.tuning, values));
            config
        })
    }

    /// Sets the options of a running engine. An engine that refuses them is
    /// stopped, and its next start reports the reason.
    fn set_options(&self, player: usize, config: &EngineConfig, players: &mut Players) {
        let tuned = &config.options[self.config.engines[player].options.len()..];
        let set = |engine: &mut Engine| {
            tuned.iter().all(|(name, value)| engine.set_option(name, value).is_ok())
        };
        players.engines[player].take_if(|engine| !set(engine));
    }

    /// Plays a game; returns the result for `PLUS`.
    fn game(
        &self,
        game: usize,
        meeting: usize,
        order: [usize; 2],
        configs: &[EngineConfig; 2],
        players: &mut Players,
    ) -> Result<TrialResult, NoResult> {
        let opening = self.book.opening(meeting)?;
        let mut referee = self
            .referees
            .referee(&opening, None)
            .map_err(|error| RunError::Opening { opening: meeting + 1, error })?;
        for player in order {
            if players.engines[player].is_none() {
                players.engines[player] = Some(self.start(game, &configs[player])?);
            }
        }
        let [Some(x), Some(o)] = order.map(|player| players.engines[player].take()) else {
            return Err(NoResult::Abandoned);
        };
        let mut engines = [x, o];
        if let (None, Some(config)) = (&players.judge, &self.config.adjudication.proof) {
            players.judge = match self.launch.start(config) {
                Err(StartError::Abandoned) => return Err(NoResult::Abandoned),
                // The game is played without it.
                started => started.ok(),
            };
        }
        let own = order.map(|player| &configs[player]);
        let conditions = Conditions {
            opening: &opening,
            limits: own.map(|engine| &engine.limits),
            margins: own.map(|engine| self.config.margin_of(engine)),
            proof_margin: self.config.proof_margin(),
            adjudication: &self.config.adjudication,
            seeds: Side::BOTH.map(|side| derive(self.config.seed, Purpose::Engine { game, side })),
            on_ply: None,
            ponder: own.map(|engine| engine.ponder),
            pv: 0,
        };
        let played = play(&mut engines, &mut *referee, &conditions, &mut players.judge)?;
        self.logs.keep_both(game + 1, own, &engines, &played.ending);
        for ((side, player), mut engine) in Side::BOTH.into_iter().zip(order).zip(engines) {
            match &played.ending {
                // Dropping kills the engine; its next game restarts it.
                Ending::Fault(culprit, fault)
                    if *culprit == side && !fault.kind.leaves_engine_usable() => {}
                _ if configs[player].restart => engine.quit(),
                // It must not search on while others play.
                _ if engine.stop_pondering().is_err() => {}
                _ => players.engines[player] = Some(engine),
            }
        }
        let plus = if order[0] == PLUS { Side::X } else { Side::O };
        Ok(result(&played, plus))
    }

    fn start(&self, game: usize, config: &EngineConfig) -> Result<Engine, NoResult> {
        self.launch.start_repeatedly(config).map_err(|error| match error {
            StartError::Abandoned => NoResult::Abandoned,
            error => {
                let reason = self.logs.keep_start(game + 1, config, &error).detail;
                NoResult::Failed(RunError::NotStarted { engine: config.name.clone(), reason })
            }
        })
    }
}

/// Returns the names and texts of the tuned options with these values.
pub(super) fn settings(tuning: &Tuning, values: &[f64]) -> Vec<(String, String)> {
    let options = tuning.options.iter().zip(values);
    options.map(|(option, &value)| (option.name.clone(), option.text(value))).collect()
}

fn result(played: &Played, plus: Side) -> TrialResult {
    use crate::model::points::Points;
    if matches!(played.ending, Ending::Fault(..)) {
        return TrialResult::Fault;
    }
    match played.ending.result().points(plus) {
        None => TrialResult::Unscored,
        Some(Points::Win) => TrialResult::Win,
        Some(Points::Draw) => TrialResult::Draw,
        Some(Points::Loss) => TrialResult::Loss,
    }
}
