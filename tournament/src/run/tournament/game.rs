//! Plays one game of a tournament: obtains the engines, plays and makes the
//! record.

use std::time::Duration;

use noughts::game::{GameSpec, Side};
use noughts_client::fault::{Fault, FaultKind, RequestError};
use noughts_client::time::{self, Instant};
use noughts_client::{Engine, EngineConfig, StartError};

use super::workers::{Idle, NoGame, Workers};
use crate::game::play::{Abandoned, Conditions, Played, play};
use crate::game::swap2::agree;
use crate::machine::load;
use crate::model::opening::Opening;
use crate::model::opening::swap2::Swap2;
use crate::model::record::{Ending, GameRecord, Ply};
use crate::model::train::Train;
use crate::plan::schedule::pairing::Fixture;
use crate::plan::seeds::{Purpose, derive};
use crate::run::logs::Event;
use crate::run::tournament::summary::RunError;

impl Workers<'_> {
    /// Plays a game with idle or newly started engines; returns the engines
    /// that can play another game to `idle`.
    pub(super) fn play(&self, mut fixture: Fixture, idle: &mut Idle) -> Result<GameRecord, NoGame> {
        let mut opening = self.book.opening(fixture.meeting)?;
        let arbiter = self.arbiter(idle, fixture.number + 1)?;
        let started = time::since_1970();
        let (began, stopped) = (Instant::now(), time::stopped());
        let mut gathered = self.gather_engines(fixture, idle);
        let agreed = match (&mut gathered, self.config.game.spec()) {
            (Ok(engines), Some(spec)) if self.config.swap2 => {
                self.agree(engines, spec, &mut fixture, &mut opening)
            }
            _ => Ok(None),
        };
        let mut referee = self.referees.referee(&opening, arbiter).map_err(|error| {
            NoGame::Failed(RunError::Opening { opening: fixture.meeting + 1, error })
        })?;
        let players = fixture.players.map(|player| &self.config.engines[player]);
        let (game, names) = (fixture.number + 1, players.map(|player| player.name.as_str()));
        let on_ply = |side: Side, ply: &Ply| {
            self.logs.event(&Event::Ply { game, player: names[side.index()], ply });
        };
        let conditions = Conditions {
            on_ply: self.logs.has_events().then_some(&on_ply),
            ..self.conditions(fixture, &opening)
        };
        if self.logs.has_events() {
            self.logs.event(&Event::GameStart { game, players: names, opening: &opening });
        }
        let swap2 = agreed.as_ref().ok().copied().flatten();
        let played = match gathered {
            Ok(mut engines) => {
                let mut judge = self.judge(idle, game)?;
                let played = match agreed {
                    Ok(_) => play(&mut engines, &mut *referee, &conditions, &mut judge),
                    Err((side, RequestError::Fault(fault))) => Ok(Played::fault(side, fault)),
                    Err((_, RequestError::Abandoned)) => Err(Abandoned),
                };
                keep(idle, self.judge_index(), judge, self.config.adjudication.proof.as_deref());
                let played = played?;
                self.logs.keep_both(fixture.number + 1, players, &engines, &played.ending);
                let players = Side::BOTH.into_iter().zip(fixture.players);
                for ((side, player), mut engine) in players.zip(engines) {
                    match &played.ending {
                        // Dropping kills the engine; its next game restarts it.
                        Ending::Fault(culprit, fault)
                            if *culprit == side && !fault.kind.leaves_engine_usable() => {}
                        _ if self.config.engines[player].restart => engine.quit(),
                        // It must not search on while others play.
                        _ if engine.stop_pondering().is_err() => {}
                        _ => drop(idle.insert(player, engine)),
                    }
                }
                played
            }
            Err((side, RequestError::Fault(fault))) => Played::fault(side, fault),
            Err((_, RequestError::Abandoned)) => return Err(NoGame::Abandoned),
        };
        let arbiter = referee.release();
        keep(idle, self.arbiter_index(), arbiter, self.config.referee.as_deref());
        let spec = self.config.game.spec();
        let trains = spec.and_then(|spec| {
            Train::at_end(spec, &opening, played.plies.iter().map(|ply| &*ply.name))
        });
        // Otherwise they follow from the rules.
        let sides = if spec.is_some() { Vec::new() } else { played.sides };
        let letter = |side| if side == Side::X { 'x' } else { 'o' };
        let is_late = matches!(&played.ending, Ending::Fault(_, f) if f.kind == FaultKind::Time);
        let load = if is_late { load::excessive() } else { None };
        let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        // The time of the runner stands still while the runner does.
        let stopped = time::stopped().saturating_sub(stopped);
        Ok(GameRecord {
            game: fixture.number + 1,
            pairing: fixture.pairing + 1,
            meeting: fixture.meeting + 1,
            players: players.map(|player| player.name.clone()),
            opening,
            swap2,
            seeds: played.seeds,
            result: played.ending.result(),
            termination: played.ending.termination(),
            culprit: played.ending.culprit(),
            dispute: played.ending.dispute(),
            trains,
            usage: played.usage,
            plies: played.plies,
            sides: sides.into_iter().map(letter).collect(),
            started: millis(started),
            millis: millis(began.elapsed() + stopped),
            stopped: Some(millis(stopped)).filter(|&millis| millis > 0),
            load,
            scale: Some(self.config.scale.factor()),
        })
    }

    /// Returns the conditions of a game.
    fn conditions<'a>(&'a self, fixture: Fixture, opening: &'a Opening) -> Conditions<'a> {
        let players = fixture.players.map(|player| &self.config.engines[player]);
        Conditions {
            opening,
            limits: players.map(|player| &player.limits),
            margins: players.map(|player| self.config.margin_of(player)),
            proof_margin: self.config.proof_margin(),
            adjudication: &self.config.adjudication,
            seeds: Side::BOTH.map(|side| {
                derive(self.config.seed, Purpose::Engine { game: fixture.number, side })
            }),
            on_ply: None,
            ponder: players.map(|player| player.ponder),
            pv: self.config.outputs.pv,
        }
    }

    /// Lets the players agree on the opening and on their sides. After a fault the opening
    /// has no stones.
    fn agree(
        &self,
        engines: &mut [Engine; 2],
        spec: &GameSpec,
        fixture: &mut Fixture,
        opening: &mut Opening,
    ) -> Result<Option<Swap2>, (Side, RequestError)> {
        let suggested = std::mem::take(opening);
        let agreed = agree(engines, spec, &self.conditions(*fixture, &suggested))?;
        *opening = agreed.opening;
        if agreed.swap2.exchanges() {
            engines.swap(0, 1);
            fixture.players.swap(0, 1);
        }
        Ok(Some(agreed.swap2))
    }

    /// Returns the engines of a game, X's first, idle or newly started. If one
    /// fails to start, returns its side, and the other one stays idle.
    fn gather_engines(
        &self,
        fixture: Fixture,
        idle: &mut Idle,
    ) -> Result<[Engine; 2], (Side, RequestError)> {
        let [x, o] = fixture.players;
        let start = |player| self.start(player, fixture.number + 1);
        let mut engine = |player| idle.remove(&player).map_or_else(|| start(player), Ok);
        let (absent, present) = match (engine(x), engine(o)) {
            (Ok(x), Ok(o)) => return Ok([x, o]),
            (Err(trouble), other) => ((Side::X, trouble), other.ok().map(|engine| (o, engine))),
            (Ok(engine), Err(trouble)) => ((Side::O, trouble), Some((x, engine))),
        };
        idle.extend(present);
        Err(absent)
    }

    /// Returns the index of the proving engine: the one after all players.
    pub(super) fn judge_index(&self) -> usize {
        self.config.engines.len()
    }

    /// Returns the index of the engine that referees: the one after the proving
    /// one.
    pub(super) fn arbiter_index(&self) -> usize {
        self.judge_index() + 1
    }

    /// Returns the engine that referees, if there is one. Without it no game can
    /// be played.
    fn arbiter(&self, idle: &mut Idle, game: usize) -> Result<Option<Engine>, NoGame> {
        let Some(config) = &self.config.referee else { return Ok(None) };
        if let Some(engine) = idle.remove(&self.arbiter_index()) {
            return Ok(Some(engine));
        }
        match self.launch.start_repeatedly(config) {
            Ok(engine) => Ok(Some(self.identify(config, engine, game)?)),
            Err(StartError::Abandoned) => Err(NoGame::Abandoned),
            Err(error) => {
                let reason = Fault::new(FaultKind::NotStarted, error).detail;
                Err(NoGame::Failed(RunError::NotStarted { engine: config.name.clone(), reason }))
            }
        }
    }

    /// Returns the proving engine, if there is one. If it fails to start, the
    /// game is played without it.
    fn judge(&self, idle: &mut Idle, game: usize) -> Result<Option<Engine>, NoGame> {
        let Some(config) = &self.config.adjudication.proof else { return Ok(None) };
        if let Some(engine) = idle.remove(&self.judge_index()) {
            return Ok(Some(engine));
        }
        match self.launch.start(config) {
            Err(StartError::Abandoned) => Err(NoGame::Abandoned),
            Ok(engine) => Ok(Some(self.identify(config, engine, game)?)),
            Err(_) => Ok(None),
        }
    }

    /// Starts an engine for a game.
    fn start(&self, player: usize, game: usize) -> Result<Engine, RequestError> {
        let config = &self.config.engines[player];
        let engine = self.launch.start_repeatedly(config).map_err(|error| match error {
            StartError::Abandoned => RequestError::Abandoned,
            error => self.logs.keep_start(game, config, &error).into(),
        })?;
        self.identify(config, engine, game).map_err(|Abandoned| RequestError::Abandoned)
    }
}

/// Keeps an engine that does not play for the next game, unless it is restarted
/// for every game.
fn keep(idle: &mut Idle, place: usize, engine: Option<Engine>, config: Option<&EngineConfig>) {
    match engine {
        Some(engine) if config.is_some_and(|config| config.restart) => engine.quit(),
        engine => idle.extend(engine.map(|engine| (place, engine))),
    }
}
