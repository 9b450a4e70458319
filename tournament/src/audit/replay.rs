//! Plays games of a journal again, with the engines that played them, and compares every
//! move. Only nodes or depth may limit their searches: time is never the same again.

use std::collections::HashSet;
use std::path::Path;

use noughts::game::Side;
use noughts_client::{Engine, EngineConfig, Launch, StartError};

use super::{AuditError, Finding};
use crate::game::play::{Abandoned, Conditions, Played, play};
use crate::game::referee::Referees;
use crate::journal::{Header, ReadError, read};
use crate::model::adjudication::Reason;
use crate::model::config::Config;
use crate::model::record::{GameRecord, Termination};
use crate::plan::seeds::{Purpose, derive};

/// What was played again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Replayed {
    /// The number of games that were played again.
    pub games: usize,
    /// The number of those that differ.
    pub differ: usize,
    /// The number of games in the journals that can be played again.
    pub possible: usize,
}

/// Plays up to `count` games of journals again, spread evenly over those that can be;
/// calls `each` for every one that differs.
///
/// # Errors
///
/// When a journal cannot be read, or an engine does not start.
pub fn replay<P: AsRef<Path>>(
    paths: &[P],
    count: usize,
    launch: &Launch,
    mut each: impl FnMut(&Finding),
) -> Result<Replayed, AuditError> {
    let mut possible = Vec::new();
    for (file, path) in paths.iter().enumerate() {
        for_each_game(path.as_ref(), |header, line, record| {
            if is_repeatable(&header.config, record) {
                possible.push((file, line));
            }
            Ok(())
        })?;
    }
    let count = count.min(possible.len());
    let chosen: HashSet<(usize, usize)> =
        (0..count).map(|i| possible[i * possible.len() / count]).collect();
    let mut replayed = Replayed { possible: possible.len(), ..Replayed::default() };
    for (file, path) in paths.iter().enumerate() {
        for_each_game(path.as_ref(), |header, line, record| {
            if !chosen.contains(&(file, line)) || launch.stop.asked() {
                return Ok(());
            }
            let Some(reason) = again(&header.config, record, launch)? else { return Ok(()) };
            replayed.games += 1;
            if let Some(reason) = reason {
                replayed.differ += 1;
                let (file, game) = (path.as_ref().to_path_buf(), Some(record.game));
                each(&Finding { file, line, game, reason });
            }
            Ok(())
        })?;
    }
    Ok(replayed)
}

fn for_each_game(
    path: &Path,
    mut each: impl FnMut(&Header, usize, &GameRecord) -> Result<(), AuditError>,
) -> Result<(), AuditError> {
    let failed = |error| ReadError::File { file: path.to_path_buf(), error: Box::new(error) };
    let (header, mut games) = read(path).map_err(failed)?;
    while let Some(found) = games.next() {
        let found = found.map_err(|error| failed(error.into()))?;
        each(&header, games.line_number(), &found.record)?;
    }
    Ok(())
}

/// Returns the players of a game, X first.
fn players<'a>(config: &'a Config, record: &GameRecord) -> Option<[&'a EngineConfig; 2]> {
    let player =
        |side: usize| config.engines.iter().find(|engine| engine.name == record.players[side]);
    Some([player(0)?, player(1)?])
}

/// Returns whether a game follows from the engines and the seeds.
fn is_repeatable(config: &Config, record: &GameRecord) -> bool {
    let is_timeless = |engine: &EngineConfig| {
        let limits = &engine.limits;
        limits.tc.is_none() && limits.movetime.is_none() && !limits.is_empty() && !engine.ponder
    };
    let ends = match record.termination {
        Termination::Rules => true,
        Termination::Adjudicated(reason) => reason != Reason::Proof,
        _ => false,
    };
    ends && config.game.spec().is_some()
        && players(config, record).is_some_and(|players| players.into_iter().all(is_timeless))
}

/// Plays a game again; returns how it differs. Returns `None` if it was given up.
fn again(
    config: &Config,
    record: &GameRecord,
    launch: &Launch,
) -> Result<Option<Option<String>>, AuditError> {
    let Some(players) = players(config, record) else { return Ok(None) };
    let Some(number) = record.game.checked_sub(1) else { return Ok(None) };
    let referees = Referees::new(&config.game, config.max_plies);
    let Ok(mut referee) = referees.referee(&record.opening, None) else { return Ok(None) };
    let start = |engine: &EngineConfig| match launch.start(engine) {
        Ok(engine) => Ok(Some(engine)),
        Err(StartError::Abandoned) => Ok(None),
        Err(error) => {
            Err(AuditError::Start { engine: engine.name.clone(), error: Box::new(error) })
        }
    };
    let (Some(x), Some(o)) = (start(players[0])?, start(players[1])?) else { return Ok(None) };
    let mut engines = [x, o];
    let conditions = Conditions {
        opening: &record.opening,
        limits: players.map(|player| &player.limits),
        margins: players.map(|player| config.margin_of(player)),
        proof_margin: config.proof_margin(),
        adjudication: &config.adjudication,
        seeds: Side::BOTH.map(|side| derive(config.seed, Purpose::Engine { game: number, side })),
        on_ply: None,
        ponder: [false; 2],
        pv: 0,
    };
    let played = play(&mut engines, &mut *referee, &conditions, &mut None);
    Engine::quit_all(engines);
    Ok(match played {
        Ok(played) => Some(difference(record, &played)),
        Err(Abandoned) => None,
    })
}

/// Returns how a game differs from its record.
fn difference(record: &GameRecord, played: &Played) -> Option<String> {
    if record.seeds != played.seeds {
        return Some(format!("its seeds are {}", shown(played.seeds)));
    }
    let names = |plies: &[crate::model::record::Ply]| {
        plies.iter().map(|ply| ply.name.clone()).collect::<Vec<_>>()
    };
    let [before, now] = [&record.plies, &played.plies].map(|plies| names(plies));
    let at = before.iter().zip(&now).position(|(before, now)| before != now);
    if let Some(at) = at {
        return Some(format!("ply {}: played again it is {}", at + 1, now[at]));
    }
    let is_same = before.len() == now.len()
        && record.result == played.ending.result()
        && record.termination == played.ending.termination();
    (!is_same).then(|| {
        let termination = played.ending.termination();
        format!("played again it ends after {} plies: {termination}", now.len())
    })
}

fn shown(seeds: [Option<i64>; 2]) -> String {
    let [x, o] = seeds.map(|seed| seed.map_or("none".to_string(), |seed| seed.to_string()));
    format!("{x} and {o}")
}
