//! The answer to a refused command line, and the option that a word most likely means.

use noughts_client::names::nearest;
use noughts_tournament::config::{KeyInfo, foreign, keys};

use crate::cli::common::console::quoted;

/// The answer to a command line that clap refuses.
pub(crate) struct Advice {
    /// A line for each mistake.
    pub(crate) text: String,
    /// The arguments without these mistakes, to be checked for others; `None`
    /// if there is nothing else to check.
    pub(crate) others: Option<Vec<String>>,
}

/// Returns the option that a word such as `game=qubic` most likely means.
pub(crate) fn as_option(word: &str) -> Option<String> {
    let (key, value) = word.split_once('=')?;
    let (of_engines, value) = (of_engines(), quoted(value));
    if key.starts_with("option.") || key.starts_with("env.") {
        return Some(format!("--each {key}={value}"));
    }
    let all = keys();
    let plain = all.iter().filter(|known| known.keys.is_empty()).map(|known| known.name);
    let tables = all.iter().filter(|table| ["sprt", "openings"].contains(&table.name));
    let tables = || tables.clone().flat_map(|t| t.keys.iter().map(|key| (t.name, key.name)));
    let engines = of_engines.iter().map(|known| known.name);
    let names: Vec<&str> = plain.chain(engines).chain(tables().map(|(_, name)| name)).collect();
    let Some(meant) = nearest(key, names) else {
        return foreign::key(key).map(|row| format!("--each {}", row.advice()));
    };
    if all.iter().any(|known| known.name == meant) {
        return Some(format!("--{} {value}", meant.replace('_', "-")));
    }
    let table = tables().find(|(_, name)| *name == meant).map(|(table, _)| table);
    let is_engine = of_engines.iter().any(|known| known.name == meant);
    let table = table.filter(|_| !is_engine).unwrap_or("each");
    Some(format!("--{table} {meant}={value}"))
}

/// Returns the keys of engines.
pub(crate) fn of_engines() -> Vec<KeyInfo> {
    keys().into_iter().find(|key| key.name == "engine").map(|key| key.keys).unwrap_or_default()
}
