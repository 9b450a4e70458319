//! What was said to and by an engine in a game, one file for each.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::Logs;
use crate::config::{EngineConfig, Program};
use crate::file_kind::FileKind;

impl Logs {
    /// Whether the transcripts of a game with or without a fault are kept.
    pub fn keeps(&self, faulty: bool) -> bool {
        self.transcripts.is_some() && (faulty || self.keep_all)
    }

    /// A name of an engine for a file. Where others would have the same one its
    /// place, behind a sign that no such name has, tells them apart.
    fn file_name(&self, name: &str) -> String {
        let file = safe(name);
        let mut others = self.config.engines.iter().filter(|engine| engine.name != name);
        // Some file systems take capitals for small letters.
        if !others.any(|engine| safe(&engine.name).eq_ignore_ascii_case(&file)) {
            return file;
        }
        let place = self.config.engines.iter().position(|engine| engine.name == name);
        format!("{file}-{}", place.map_or(0, |place| place + 1))
    }

    /// Keeps what was said to and by an engine in a game, in a form that
    /// `replay` plays again. What ended the game is told if that was a fault.
    pub fn keep(&self, game: usize, engine: &EngineConfig, said: &str, fault: Option<&str>) {
        let Some(folder) = &self.transcripts else { return };
        let mut text = format!("{}{game}, {}\n", FileKind::Transcript.beginning(), engine.name);
        if let Some(fault) = fault {
            let _ = writeln!(text, "# ended by {fault}");
        }
        let launched = Launched::from(engine);
        if let Ok(launched) = serde_json::to_string(&launched) {
            let _ = writeln!(text, "{LAUNCHED}{launched}");
        }
        text += said;
        let name = self.file_name(&engine.name);
        if let Err(error) = fs::create_dir_all(folder) {
            return self.note(Some(folder), Err(error));
        }
        let path = folder.join(format!("game-{game}-{name}.txt"));
        match FileKind::Transcript.rewrite(&path) {
            Ok(mut file) => self.note(Some(&path), file.write_all(text.as_bytes())),
            Err(error) => self.fail(error),
        }
    }
}

/// A name as a part of that of a file, wherever that may be kept.
fn safe(name: &str) -> String {
    let safe = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    name.chars().map(safe).take(60).collect()
}

/// Begins the line of a transcript that tells how the engine was started.
pub const LAUNCHED: &str = "# started as ";

/// How an engine was started.
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
