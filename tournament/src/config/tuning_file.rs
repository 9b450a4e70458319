//! Reading of a file of the command `tune`: a tournament file with one engine
//! and the table `[tune]`.

use std::path::Path;

use super::document::Value;
use super::load::{begin, parsed, tournament};
use super::overlay::Overlay;
use super::{keys, words};
use crate::config::document::problem::{Problems, Spans};
use crate::config::document::reader::{MachineChecks, Purpose};
use crate::config::tables::tuning;
use crate::model::config::{Config, MAX_SEED};
use crate::model::tuning::Tuning;

/// A file of the command `tune`.
#[derive(Clone, Debug)]
pub struct TuningFile {
    /// The configuration of the games, with the one engine.
    pub config: Config,
    /// The table `[tune]`.
    pub tuning: Tuning,
    /// The options of `run` for the same conditions, without engines.
    conditions: Vec<String>,
    /// The `KEY=VALUE` words of the engine, without its name.
    engine: Vec<String>,
}

impl TuningFile {
    /// Returns the reason why `tune` refuses a key of a tournament file, or the
    /// replacement; `None` if it does not refuse the key.
    pub fn instead_of(key: &str) -> Option<&'static str> {
        tuning::UNUSED.iter().find(|(unused, _)| *unused == key).map(|(_, instead)| *instead)
    }

    /// Returns the words of the command `run` that tests these values of the
    /// tuned options against those at the start, with another seed than that of
    /// the tuning; `None` if both are sent as the same values.
    pub fn test(&self, values: &[f64]) -> Option<Vec<String>> {
        let start = self.tuning.start();
        let mut both = self.tuning.options.iter().zip(values.iter().zip(&start));
        if both.all(|(option, (&value, &start))| option.text(value) == option.text(start)) {
            return None;
        }
        let mut words = vec!["run".to_string()];
        words.extend_from_slice(&self.conditions);
        let seed = self.config.seed.checked_add(1).filter(|&seed| seed <= MAX_SEED);
        words.extend(["--seed".to_string(), seed.unwrap_or(0).to_string()]);
        for (name, values) in [("tuned", values), ("start", &start[..])] {
            words.extend(["--engine".to_string(), format!("name={name}")]);
            words.extend_from_slice(&self.engine);
            let options = self.tuning.options.iter().zip(values);
            words.extend(
                options.map(|(option, &value)| {
                    format!("option.{}={}", option.name, option.text(value))
                }),
            );
        }
        words.extend(["--pairs", "100000", "--sprt", "0,5"].map(str::to_string));
        Some(words)
    }
}

/// Reads a file of the command `tune`, overridden by the command line. Returns
/// the places of the options of the engine as well.
///
/// # Errors
///
/// All mistakes in both.
pub fn load_tuning(
    path: &Path,
    overlay: Overlay,
    machine_checks: MachineChecks,
) -> Result<(TuningFile, Spans), Problems> {
    let (text, mut reader) = begin(path, &overlay, machine_checks)?;
    reader.purpose = Purpose::Tuning;
    let mut document = parsed(&text, &mut reader, overlay);
    for (key, instead) in tuning::UNUSED {
        if let Some(place) = document.place(key).cloned() {
            reader.problem(&place, format!("{key}: `tune` does not take this key: {instead}"));
            document.remove(key);
        }
    }
    let table = document.remove(tuning::TUNE);
    let config = tournament(&mut reader, &document);
    let tuning = match table.map(|table| (table.value, table.place)) {
        Some((Value::Table(table), place)) => tuning::read(&mut reader, &table, &place, &config),
        Some((value, place)) => {
            reader.problem(&place, format!("tune: a table is expected, not {value}"));
            Tuning::default()
        }
        None => {
            let reason = "no [tune] table; `tune` needs one, with iterations and a [[tune.option]] for \
                          each option";
            reader.problem(&reader.start(), reason);
            Tuning::default()
        }
    };
    // Without the files, and without keys that `run` uses differently.
    let except =
        ["title", "seed", "journal", "transcripts", "keep_all", "pv", "max_faults", "engine"];
    let conditions = words::options(&document, &reader.folder, &except);
    let engine = match document.get("engine").map(|engines| &engines.value) {
        Some(Value::List(engines)) => engines.first().map(|engine| &engine.value),
        _ => None,
    };
    let engine = match engine {
        Some(Value::Table(engine)) => {
            let mut engine = engine.clone();
            engine.remove("name");
            let keys = keys().into_iter().find(|key| key.name == "engine").map(|key| key.keys);
            words::table_words(&engine, &keys.unwrap_or_default(), &reader.folder)
        }
        _ => Vec::new(),
    };
    reader.finish(TuningFile { config, tuning, conditions, engine })
}
