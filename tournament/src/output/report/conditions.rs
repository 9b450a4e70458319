//! The conditions of a tournament: what was played, with which programs, on
//! which machines.

use noughts_client::text::{counted, printable, rounded};
use noughts_client::{EngineConfig, Program};
use serde::Serialize;
use serde_json::Value;

use crate::config::{print, without_machine};
use crate::journal::Run;
use crate::model::config::Config;
use crate::model::opening::Source;

/// The conditions, as the page reads them.
#[derive(Debug, Serialize)]
pub(super) struct Conditions {
    /// Names and values, in words.
    settings: Vec<(&'static str, String)>,
    engines: Vec<EngineTerms>,
    runs: Vec<RunTerms>,
    /// The tournament file, without the keys in which machines may differ.
    file: String,
}

/// The conditions of an engine.
#[derive(Debug, Serialize)]
struct EngineTerms {
    name: String,
    program: String,
    /// The name that the engine reported.
    id: String,
    limits: String,
    options: String,
    /// The first digits of the SHA-256 hash of the program.
    sha256: String,
}

/// A run on a machine.
#[derive(Debug, Serialize)]
struct RunTerms {
    started: u64,
    version: String,
    machine: String,
    scale: String,
}

impl Conditions {
    pub(super) fn new(config: &Config, runs: &[Run]) -> Conditions {
        Conditions {
            settings: settings(config),
            engines: config.engines.iter().map(|engine| EngineTerms::new(engine, runs)).collect(),
            runs: runs.iter().map(RunTerms::new).collect(),
            file: visible_toml(&print(&without_machine(config.clone()))),
        }
    }
}

/// Returns a tournament file whose characters are all visible, and which means the same:
/// the strings of TOML have escapes of their own.
fn visible_toml(file: &str) -> String {
    let mut visible = String::new();
    for c in file.chars() {
        // The ASCII control characters of strings are escaped already.
        if c.is_ascii() || printable(c.encode_utf8(&mut [0; 4]), 1).starts_with(c) {
            visible.push(c);
        } else {
            visible += &format!("\\U{:08X}", u32::from(c));
        }
    }
    visible
}

fn settings(config: &Config) -> Vec<(&'static str, String)> {
    let swapped = if config.no_swap { "one game each" } else { "two games each, sides swapped" };
    let openings = match &config.openings {
        _ if config.swap2 => "agreed by swap2".to_string(),
        Source::Random(0) => "none: every game begins at the start position".to_string(),
        Source::Random(plies) => format!("random, {plies} plies"),
        Source::List(list) => format!("a list of {}", list.len()),
    };
    let mut rows = vec![
        ("game", config.game.to_string()),
        ("format", config.format.name().to_string()),
        ("pairings of two engines", format!("{} of {swapped}", config.pairings)),
        ("openings", openings),
        ("seed", config.seed.to_string()),
        ("games at a time", config.concurrency.to_string()),
        ("time margin", rounded(config.margin)),
    ];
    if let Ok(Value::Object(rules)) = serde_json::to_value(&config.adjudication)
        && !rules.is_empty()
    {
        rows.push(("adjudication", words(&Value::Object(rules))));
    }
    if let Some(referee) = &config.referee {
        rows.push(("referee", referee.name.clone()));
    }
    rows
}

impl EngineTerms {
    fn new(engine: &EngineConfig, runs: &[Run]) -> EngineTerms {
        let mut programs = runs.iter().rev().flat_map(|run| &run.programs);
        let known = programs.find(|program| program.engine == engine.name);
        let hash = known.and_then(|program| program.files.first());
        let ponder = engine.ponder.then(|| "ponder".to_string());
        let options = engine.options.iter().map(|(name, value)| format!("{name}={value}"));
        EngineTerms {
            name: engine.name.clone(),
            program: program(engine),
            id: known.map_or(String::new(), |program| program.id.clone()),
            limits: [engine.limits.to_string()]
                .into_iter()
                .chain(ponder)
                .collect::<Vec<_>>()
                .join(" "),
            options: options.collect::<Vec<_>>().join(" "),
            sha256: hash.and_then(|file| file.sha256.get(..12)).unwrap_or_default().to_string(),
        }
    }
}

impl RunTerms {
    fn new(run: &Run) -> RunTerms {
        let machine = &run.machine;
        let parts = [&machine.host, &machine.system, &machine.processor];
        let mut parts: Vec<String> =
            parts.into_iter().filter(|part| !part.is_empty()).cloned().collect();
        parts.push(counted(machine.processors, "processor"));
        let speed = run.speed.as_ref().map(|speed| format!(" (speed {:.1})", speed.measured));
        RunTerms {
            started: run.started,
            version: run.version.clone(),
            machine: parts.join(", "),
            scale: format!("{}{}", run.scale, speed.unwrap_or_default()),
        }
    }
}

/// Returns the file name of a program and its arguments.
pub(super) fn program(engine: &EngineConfig) -> String {
    match &engine.program {
        Program::Builtin => "built-in".to_string(),
        Program::Command { path, args } => {
            let program = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
            [&[program.into_owned()], &args[..]].concat().join(" ")
        }
    }
}

/// Returns the settings of a JSON object as `name value` words.
fn words(value: &Value) -> String {
    match value {
        Value::Object(fields) => {
            let named = |(name, value): (&String, &Value)| match value {
                // The engine that proves results.
                Value::Object(engine) if engine.contains_key("program") => {
                    format!("{name} by an engine")
                }
                Value::Object(_) => format!("{name} ({})", words(value)),
                _ => format!("{name} {}", words(value)),
            };
            fields.iter().map(named).collect::<Vec<_>>().join(", ")
        }
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::adjudication::Resign;
    use noughts_client::Limits;

    #[test]
    fn conditions_are_words() {
        let limits = Limits { nodes: Some(7), ..Limits::default() };
        let engine = EngineConfig::builtin("a", &[("Hash", "16")], limits);
        let mut config = Config::new("qubic".parse().unwrap(), vec![engine]);
        config.adjudication.resign = Some(Resign { score: 500, moves: 3, both: true, from: 0 });
        let found = Conditions::new(&config, &[]);
        let setting =
            |name| found.settings.iter().find(|(key, _)| *key == name).map(|(_, v)| v.as_str());
        assert_eq!(setting("adjudication"), Some("resign (both true, moves 3, score 500)"));
        assert_eq!(setting("openings"), Some("random, 2 plies"));
        assert_eq!(setting("time margin"), Some("100 ms"));
        assert_eq!(
            (found.engines[0].limits.as_str(), found.engines[0].options.as_str()),
            ("nodes=7", "Hash=16")
        );
        assert!(found.file.contains("game = \"qubic\""), "{}", found.file);
    }

    #[test]
    fn the_file_of_a_name_with_invisible_characters_means_the_same() {
        let name = "a\u{202e}gr\u{fc}n\u{200b}";
        let file = format!("title = {name:?}\nseed = 3\n", name = "plain");
        assert_eq!(visible_toml(&file), file);
        let engine = EngineConfig::builtin(name, &[], Limits::default());
        let config = Config::new("qubic".parse().unwrap(), vec![engine]);
        let shown = Conditions::new(&config, &[]).file;
        assert!(
            shown.contains("gr\u{fc}n") && !shown.contains(['\u{202e}', '\u{200b}']),
            "{shown}"
        );
        let read: toml::Table = shown.parse().unwrap();
        assert_eq!(read["engine"][0]["name"].as_str(), Some(name));
    }
}
