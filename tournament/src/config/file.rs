//! The tournament file: which keys there are and what they mean.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::time::Duration;

use toml::Spanned;
use toml::de::DeTable;

use super::player::{self, Player, absolute};
use super::reader::{
    Problem, Problems, Reader, Section, choice, list, parsed, path, seconds, table, whole,
};
use super::{Config, Deadlines, LARGEST_SEED, MOST_CONCURRENT, MOST_PAIRINGS, openings};
use crate::referee::Rules;
use crate::schedule::Format;

/// Reads a tournament file.
///
/// # Errors
///
/// With all mistakes in it.
pub fn load(path: &Path) -> Result<Config, Problems> {
    let file = path.display().to_string();
    match fs::read_to_string(path) {
        Ok(text) => parse(&text, &file, path.parent().unwrap_or(Path::new(""))),
        Err(error) => Err(Problems(vec![Problem {
            file,
            line: 1,
            reason: format!("cannot be read: {error}"),
        }])),
    }
}

/// Reads the text of a tournament file. Relative paths in it start from its
/// folder.
///
/// # Errors
///
/// With all mistakes in it.
pub fn parse(text: &str, file: &str, folder: &Path) -> Result<Config, Problems> {
    let mut reader = Reader::new(file, text);
    let document = reader.document();
    let config = tournament(&mut reader, document.get_ref(), folder);
    reader.finish(config)
}

fn tournament(reader: &mut Reader<'_>, document: &DeTable<'_>, folder: &Path) -> Option<Config> {
    let mut top = Section::new(document);
    let game: Option<Rules> = top.value(reader, "game", parsed);
    if game.is_none() && !document.contains_key("game") {
        reader.problem(0..0, "there is no game; such as game = \"tictactrains\"");
    }
    // With a wrong game the rest is checked as far as it does not depend on it.
    let mut config = Config::new(game.clone().unwrap_or(Rules::Asked), Vec::new());
    let set = |target: &mut usize, value: Option<usize>| *target = value.unwrap_or(*target);
    config.format = top.value(reader, "format", choice(&Format::ALL)).unwrap_or_default();
    set(&mut config.pairings, top.value(reader, "pairings", whole(1, MOST_PAIRINGS)));
    set(&mut config.concurrency, top.value(reader, "concurrency", whole(1, MOST_CONCURRENT)));
    config.seed = top.value(reader, "seed", whole(0, LARGEST_SEED)).unwrap_or(config.seed);
    config.margin = top.value(reader, "margin", seconds).unwrap_or(config.margin);
    set(&mut config.max_plies, top.value(reader, "max_plies", whole(1, 10_000_000)));
    config.journal = top.value(reader, "journal", path).map(|path| absolute(folder, path));
    if let Some(table) = top.value(reader, "deadlines", table) {
        config.deadlines = deadlines(reader, table);
    }
    if let Some(source) = top.get(reader, "openings", table) {
        let openings = openings::read(reader, &source, game.as_ref(), folder);
        config.openings = openings.unwrap_or(config.openings);
    }
    let each = top.value(reader, "each", table).map(|table| Player::read(reader, table, folder));
    let each = each.unwrap_or_default();
    let entries = top.get(reader, "engine", list);
    top.finish(reader);

    let mut names = HashSet::new();
    for entry in entries.iter().flat_map(|entries| entries.get_ref().iter()) {
        match table(entry.get_ref()) {
            Ok(table) => {
                let place = Spanned::new(entry.span(), table);
                if let Some(engine) = player::engine(reader, &place, &each, game.as_ref(), folder) {
                    if !names.insert(engine.name.clone()) {
                        let reason = format!("there are two engines named \"{}\"", engine.name);
                        reader.problem(entry.span(), reason);
                    }
                    config.engines.push(engine);
                }
            }
            Err(reason) => reader.problem(entry.span(), format!("engine: {reason}")),
        }
    }
    let count = entries.as_ref().map_or(0, |entries| entries.get_ref().len());
    if count < 2 {
        let place = entries.map_or(0..0, |entries| entries.span());
        reader.problem(place, "at least two [[engine]] entries are needed");
    }
    Some(config)
}

fn deadlines(reader: &mut Reader<'_>, table: &DeTable<'_>) -> Deadlines {
    let mut section = Section::new(table);
    let mut deadlines = Deadlines::default();
    let mut set = |key, deadline: &mut Duration| {
        let above_zero = |value: &_| match seconds(value) {
            Ok(time) if time.is_zero() => Err("nothing can be done in no time".to_string()),
            other => other,
        };
        *deadline = section.value(reader, key, above_zero).unwrap_or(*deadline);
    };
    set("startup", &mut deadlines.startup);
    set("ready", &mut deadlines.ready);
    set("think", &mut deadlines.think);
    set("answer", &mut deadlines.answer);
    set("quit", &mut deadlines.quit);
    section.finish(reader);
    deadlines
}
