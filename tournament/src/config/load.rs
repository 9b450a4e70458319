//! Reading of a whole tournament: a file, overridden by the command line.

use std::collections::HashMap;
use std::io;
use std::path::Path;

use noughts_client::names::nearest;
use noughts_client::{Dialect, Rules, StartError};

use super::advice::advice;
use super::document::{Table, Value};
use super::listing::applies_to;
use super::overlay::{Overlay, lay_over};
use crate::config::document::problem::{Place, Problem, Problems, Spans};
use crate::config::document::reader::{MachineChecks, Purpose, Reader};
use crate::config::key::read_table;
use crate::config::tables::outputs;
use crate::config::tables::settings::KEYS;
use crate::config::tables::tuning::TUNE;
use crate::files::access;
use crate::files::kind::FileKind;
use crate::machine::affinity;
use crate::model::config::Config;
use crate::model::format::Format;
use crate::model::opening::swap2;
use crate::model::opening::{Opening, Source};
use crate::model::scale::Scale;

/// Reads a tournament file.
///
/// # Errors
///
/// All mistakes in it.
pub fn load(path: &Path) -> Result<Config, Problems> {
    load_with(path, Overlay::default(), MachineChecks::Off).map(|(config, _)| config)
}

/// Reads a tournament file, overridden by the command line. Returns the places
/// of the options of engines as well.
///
/// # Errors
///
/// All mistakes in both.
pub fn load_with(
    path: &Path,
    overlay: Overlay,
    machine_checks: MachineChecks,
) -> Result<(Config, Spans), Problems> {
    let (text, reader) = begin(path, &overlay, machine_checks)?;
    read(&text, reader, overlay)
}

/// Returns the text of a file and a reader of it.
pub(crate) fn begin(
    path: &Path,
    overlay: &Overlay,
    machine_checks: MachineChecks,
) -> Result<(String, Reader), Problems> {
    let file = path.display().to_string();
    match text_of(path) {
        Ok(text) => {
            let folder = path.parent().unwrap_or(Path::new(""));
            Ok((text, Reader::new(Some(&file), folder, machine_checks, advice)))
        }
        Err(reason) => {
            let problem = Problem { file, line: 0, reason };
            Err(Problems(overlay.problems.iter().cloned().chain([problem]).collect()))
        }
    }
}

/// Returns the text of a tournament file, or the reason why it is not one.
fn text_of(path: &Path) -> Result<String, String> {
    let bytes = access::bytes(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_string(),
        io::ErrorKind::IsADirectory => "is a folder, not a tournament file".to_string(),
        _ => format!("cannot be read: {}", access::reason(&error)),
    })?;
    let shown = path.display();
    if bytes.starts_with(FileKind::Journal.beginning().as_bytes()) {
        return Err(format!(
            "this is a journal, not a tournament file; `stats {shown}` and `report {shown}` show its \
             games, and the command that began it, with --journal, plays the rest"
        ));
    }
    if bytes.starts_with(FileKind::Tuning.beginning().as_bytes()) {
        return Err(
            "this is a journal of `tune`, not a tournament file; the command that began it goes \
                    on with it"
                .to_string(),
        );
    }
    // Programs of Linux, Windows and macOS, and scripts.
    let marks: [&[u8]; 5] = [b"\x7fELF", b"MZ", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe", b"#!"];
    if marks.into_iter().any(|mark| bytes.starts_with(mark)) {
        return Err(format!(
            "this is a program, not a tournament file; an engine is named with --engine cmd={shown}"
        ));
    }
    String::from_utf8(bytes).map_err(|_| "cannot be read: it is not UTF-8 text".to_string())
}

/// Reads the text of a tournament file. Relative paths in it start from its
/// folder.
///
/// # Errors
///
/// All mistakes in it.
pub fn parse(text: &str, file: &str, folder: &Path) -> Result<Config, Problems> {
    let reader = Reader::new(Some(file), folder, MachineChecks::Off, advice);
    read(text, reader, Overlay::default()).map(|(config, _)| config)
}

/// Makes a tournament from the command line alone. Returns the places of the
/// options of engines as well.
///
/// # Errors
///
/// All mistakes in it.
pub fn from_options(
    overlay: Overlay,
    machine_checks: MachineChecks,
) -> Result<(Config, Spans), Problems> {
    read("", Reader::new(None, Path::new(""), machine_checks, advice), overlay)
}

fn read(text: &str, mut reader: Reader, overlay: Overlay) -> Result<(Config, Spans), Problems> {
    let mut document = parsed(text, &mut reader, overlay);
    if let Some(table) = document.remove(TUNE) {
        let reason = "tune: this is a file for `noughts-tournament tune`; without [tune] and with a \
                      second engine `run` plays it";
        reader.problem(&table.place, reason);
    }
    let config = tournament(&mut reader, &document);
    reader.finish(config)
}

/// Parses the text of a file and lays the command line over it.
pub(crate) fn parsed(text: &str, reader: &mut Reader, overlay: Overlay) -> Table {
    let (mut document, problems) = Table::parse(text, &reader.start().file);
    reader.add_all(overlay.problems);
    reader.add_all(problems);
    lay_over(&mut document, overlay.document);
    document
}

pub(crate) fn tournament(reader: &mut Reader, document: &Table) -> Config {
    if let Some(Value::Text(text)) = document.get("game").map(|game| &game.value) {
        reader.game = text.parse().ok();
    }
    let is_mistyped = |key: &str| nearest(key, KEYS.iter().map(|key| key.name)) == Some("game");
    if !document.has("game") && !document.entries().any(|e| is_mistyped(&e.key.value)) {
        reader.problem(&reader.start(), "no game; set one, such as game = \"tictactrains\"");
    }
    // If the game is wrong, the other keys are checked as far as they do not
    // depend on it.
    let mut config = Config::new(reader.game.clone().unwrap_or(Rules::Asked), Vec::new());
    read_table(reader, KEYS, document, &mut config);
    if config.swap2 && !document.has("openings") {
        config.openings = Source::Random(swap2::FIRST_STONES);
    }
    // The runner sets the option `Game` from this key.
    if let Some(game) = document.place("game") {
        for engine in config.engines.iter().chain(config.adjudication.proof.as_deref()) {
            reader.option(&engine.name, "Game", game);
        }
    }
    check(reader, document, &config);
    config
}

/// Returns the mistakes of UCI engines whose games nobody could referee.
fn without_referee(reader: &Reader, document: &Table, config: &Config) -> Vec<(Place, String)> {
    if reader.game != Some(Rules::Asked) || config.referee.is_some() {
        return Vec::new();
    }
    // One UCI engine can be refereed by its opponents.
    let most = match reader.purpose {
        Purpose::Tournament => 1,
        Purpose::Tuning => 0,
    };
    let tables = match document.get("engine").map(|engines| &engines.value) {
        Some(Value::List(tables)) => &tables[..],
        _ => &[],
    };
    let mut places = HashMap::new();
    for item in tables {
        if let Value::Table(table) = &item.value
            && let Some(Value::Text(name)) = table.get("name").map(|name| &name.value)
        {
            places.entry(name).or_insert_with(|| table.place("dialect").unwrap_or(&item.place));
        }
    }
    let place = |name| places.get(name).map_or_else(|| reader.start(), |&place| place.clone());
    let uci = config.engines.iter().filter(|engine| engine.dialect == Dialect::Uci);
    let reason = StartError::NoReferee.to_string();
    uci.skip(most).map(|engine| (place(&engine.name), format!("dialect: {reason}"))).collect()
}

/// Returns why the games cannot begin with swap2, with the key.
fn swap2_mistake(reader: &Reader, config: &Config) -> Option<(&'static str, &'static str)> {
    let is_possible = match reader.game.as_ref()? {
        Rules::Known(spec) => swap2::is_possible(spec),
        Rules::Asked => false,
    };
    let has_stones =
        |opening: &Opening| opening.start.is_none() && opening.moves.len() >= swap2::FIRST_STONES;
    let are_enough = match &config.openings {
        Source::Random(plies) => *plies >= swap2::FIRST_STONES,
        Source::List(list) => list.iter().all(has_stones),
    };
    if !config.swap2 {
        None
    } else if !is_possible {
        Some(("swap2", "swap2: only flat boards with lines of four or more begin with swap2"))
    } else if !are_enough {
        let reason = "openings: with swap2 each has at least three moves, and no position: an \
                      engine without a command for swap2 begins with them";
        Some(("openings", reason))
    } else {
        None
    }
}

/// Reports keys that contradict each other.
fn check(reader: &mut Reader, document: &Table, config: &Config) {
    outputs::check(reader, document, config);
    if let (Some(list), Some(place)) = (&config.affinity, document.place("affinity"))
        && reader.machine_checks == MachineChecks::On
        && let Err(reason) = affinity::check(list)
    {
        reader.problem(place, format!("affinity: {reason}"));
    }
    // Count tables with mistakes, too.
    let engines = match document.get("engine").map(|engines| &engines.value) {
        Some(Value::List(engines)) => engines.len(),
        _ => 0,
    };
    let place = |key: &str| document.place(key).cloned().unwrap_or_else(|| reader.start());
    let mut wrong = Vec::new();
    match reader.purpose {
        Purpose::Tournament if engines < 2 => {
            let reason = match reader.start().line {
                0 => {
                    "two engines are needed, such as --engine name=A cmd=./a --engine name=B cmd=./b"
                }
                _ => "at least two [[engine]] tables are required",
            };
            wrong.push((place("engine"), reason.to_string()));
        }
        Purpose::Tuning if engines != 1 => {
            let reason = format!(
                "exactly one [[engine]] table is required, not {engines}: `tune` plays the engine \
                 against itself with other values"
            );
            wrong.push((place("engine"), reason));
        }
        _ => {}
    }
    for format in Format::all() {
        for key in format.keys().iter().filter(|key| !applies_to(key, config.format)) {
            if let Some(place) = document.place(key) {
                let advice = match *key {
                    "rounds" if place.line == 0 => {
                        "; --pairs sets the number of pairings, of two games each"
                    }
                    "rounds" => "; pairings sets the number of games, two for each pairing",
                    _ => "",
                };
                let noun = format.noun();
                wrong.push((place.clone(), format!("{key}: only {noun} takes this key{advice}")));
            }
        }
    }
    if let Some(place) = document.place("max_plies")
        && reader.game.as_ref().is_some_and(|game| *game != Rules::Asked)
    {
        wrong.push((place.clone(), "max_plies: only game = \"ugi\" takes this key".to_string()));
    }
    if let Some(place) = document.place("referee")
        && reader.game.as_ref().is_some_and(|game| *game != Rules::Asked)
    {
        wrong.push((place.clone(), "referee: only game = \"ugi\" takes this key".to_string()));
    }
    wrong.extend(without_referee(reader, document, config));
    if let Some((key, reason)) = config.format.mistake(config, engines) {
        wrong.push((place(key), reason.to_string()));
    }
    if config.scale == Scale::Auto && config.reference.is_none() {
        let reason = "scale: auto needs the speed of the machine for which the times are meant: \
                      run `noughts-tournament speed` there, and set reference to what it prints";
        wrong.push((place("scale"), reason.to_string()));
    }
    if let Some((key, reason)) = swap2_mistake(reader, config) {
        wrong.push((place(key), reason.to_string()));
    }
    if config.sprt.is_some() && engines > 2 {
        let reason = "sprt: a test needs exactly two engines";
        wrong.push((place("sprt"), reason.to_string()));
    }
    wrong.into_iter().for_each(|(place, reason)| reader.problem(&place, reason));
}
