//! Detects the dialects of the engines of a tournament before its first game.

use noughts_client::{Dialect, Launch, Rules, StartError};

use crate::model::config::Config;

/// Detects the dialects that a configuration leaves open. Returns the errors of
/// engines, by name, that do not answer, that nobody can referee, or whose dialect
/// does not support their role.
pub fn settle_dialects(launch: &Launch, config: &mut Config) -> Vec<(String, StartError)> {
    let judge = config.adjudication.proof.as_deref_mut();
    let mut silent = Vec::new();
    for engine in config.engines.iter_mut().chain(judge) {
        match launch.settle_dialect(engine) {
            Ok(()) => {}
            Err(StartError::Abandoned) => break,
            Err(error) => silent.push((engine.name.clone(), error)),
        }
    }
    let judge = config.adjudication.proof.as_deref();
    if let Some(judge) = judge.filter(|judge| judge.dialect == Dialect::Gomocup) {
        silent.push((judge.name.clone(), StartError::ProvesNothing));
    }
    // UCI has no queries, by which engines referee a game; one such engine
    // can be refereed by its opponents.
    if launch.rules == Rules::Asked && config.referee.is_none() {
        let uci = config.engines.iter().filter(|engine| engine.dialect == Dialect::Uci);
        silent.extend(uci.skip(1).map(|engine| (engine.name.clone(), StartError::NoReferee)));
    }
    silent
}
