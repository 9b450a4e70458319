//! The transcript files: one for each engine in a game.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use noughts::game::Side;
use noughts_client::fault::{Fault, FaultKind};
use noughts_client::{Engine, EngineConfig, Program, StartError};
use serde::{Deserialize, Serialize};

use super::Logs;
use crate::files::kind::FileKind;
use crate::model::record::Ending;

impl Logs {
    /// Returns whether to keep the transcripts of a game.
    fn keeps(&self, faulty: bool) -> bool {
        self.transcripts.is_some() && (faulty || self.keep_all)
    }

    /// Returns the name of an engine in file names. Names that would be equal
    /// get a hyphen, which [`safe`] never produces, and the engine's number.
    fn file_name(&self, name: &str) -> String {
        let file = safe(name);
        let mut others = self.config.engines.iter().filter(|engine| engine.name != name);
        // Some file systems ignore case.
        if !others.any(|engine| safe(&engine.name).eq_ignore_ascii_case(&file)) {
            return file;
        }
        let place = self.config.engines.iter().position(|engine| engine.name == name);
        format!("{file}-{}", place.map_or(0, |place| place + 1))
    }

    /// Writes the transcripts of the engines of a game, X's first, if the
    /// configuration demands it.
    pub fn keep_both(
        &self,
        game: usize,
        configs: [&EngineConfig; 2],
        engines: &[Engine; 2],
        ending: &Ending,
    ) {
        let fault = match ending {
            Ending::Fault(side, fault) => Some((*side, fault.to_string())),
            _ => None,
        };
        if !self.keeps(fault.is_some()) {
            return;
        }
        for side in Side::BOTH {
            let own = fault.as_ref().filter(|(culprit, _)| *culprit == side);
            let own = own.map(|(_, fault)| fault.as_str());
            let transcript = engines[side.index()].transcript();
            self.keep(game, configs[side.index()], &transcript, own);
        }
    }

    /// Writes the transcript of an engine that failed to start for a game, if
    /// there is one; returns its fault.
    pub fn keep_start(&self, game: usize, engine: &EngineConfig, error: &StartError) -> Fault {
        let fault = Fault::new(FaultKind::NotStarted, error);
        if let StartError::Handshake { transcript, .. } = error {
            self.keep(game, engine, transcript, Some(&fault.to_string()));
        }
        fault
    }

    /// Writes the transcript of an engine in a game, in the format that
    /// `replay` reads. `fault` is the fault of this engine, if it has one.
    fn keep(&self, game: usize, engine: &EngineConfig, transcript: &str, fault: Option<&str>) {
        let Some(folder) = &self.transcripts else { return };
        let mut text = format!("{}{game}, {}\n", FileKind::Transcript.beginning(), engine.name);
        if let Some(fault) = fault {
            let _ = writeln!(text, "# ended by {fault}");
        }
        let launched = Launched::from(engine);
        if let Ok(launched) = serde_json::to_string(&launched) {
            let _ = writeln!(text, "{LAUNCHED}{launched}");
        }
        text += transcript;
        let name = self.file_name(&engine.name);
        if let Err(error) = fs::create_dir_all(folder) {
            return self.note(Some(folder), Err(error));
        }
        let path = folder.join(format!("game-{game}-{name}.txt"));
        if let Err(error) = FileKind::Transcript.replace(&path, &text) {
            self.fail(error);
        }
    }
}

/// Returns a name with only characters that every file system allows, at most
/// 60 of them.
fn safe(name: &str) -> String {
    let safe = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    name.chars().map(safe).take(60).collect()
}

/// The beginning of the transcript line with the engine's command.
pub const LAUNCHED: &str = "# started as ";

/// The command with which an engine was started.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Launched {
    /// The program.
    pub program: Program,
    /// The working directory.
    pub dir: Option<PathBuf>,
    /// Additions to the environment.
    pub env: std::collections::BTreeMap<String, String>,
}

impl From<&EngineConfig> for Launched {
    fn from(engine: &EngineConfig) -> Launched {
        let EngineConfig { program, dir, env, .. } = engine;
        Launched { program: program.clone(), dir: dir.clone(), env: env.clone() }
    }
}
