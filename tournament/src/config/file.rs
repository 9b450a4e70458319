//! The tournament file: which keys there are and what they mean.

use std::collections::HashSet;
use std::path::Path;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::player::{self, Player};
use super::reader::{Addition, NO_FILE, Places, Problem, Problems, Reader, Section, Venue};
use super::values::{instead, list, name, parsed, seconds, share, table, truth, whole};
use super::{Config, EngineConfig, LARGEST_SEED, MOST_CONCURRENT, MOST_PAIRINGS};
use super::{openings, outputs, subtables};
use crate::adjudication::Adjudication;
use crate::affinity;
use crate::files;
use crate::referee::Rules;
use crate::schedule::Format;

/// Reads a tournament file.
///
/// # Errors
///
/// With all mistakes in it.
pub fn load(path: &Path) -> Result<Config, Problems> {
    load_with(path, &[], Venue::Elsewhere).map(|(config, _)| config)
}

/// Reads a tournament file with what the command line adds to it; tells where
/// the options of the engines stand, too.
///
/// # Errors
///
/// With all mistakes in both.
pub fn load_with(
    path: &Path,
    additions: &[Addition],
    venue: Venue,
) -> Result<(Config, Places), Problems> {
    let file = path.display().to_string();
    match files::text(path) {
        Ok(text) => read(&text, &file, path.parent().unwrap_or(Path::new("")), additions, venue),
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
    read(text, file, folder, &[], Venue::Elsewhere).map(|(config, _)| config)
}

/// Makes a tournament of what the command line says alone; tells where the
/// options of the engines stand, too.
///
/// # Errors
///
/// With all mistakes in it.
pub fn assemble(additions: &[Addition], venue: Venue) -> Result<(Config, Places), Problems> {
    read("", NO_FILE, Path::new(""), additions, venue)
}

fn read(
    text: &str,
    file: &str,
    folder: &Path,
    additions: &[Addition],
    venue: Venue,
) -> Result<(Config, Places), Problems> {
    // Every addition is parsed behind as much white space as there is text
    // before it, so that all places are those of one long text.
    let mut whole = text.to_string();
    let mut padded = Vec::new();
    for addition in additions {
        whole.push('\n');
        padded.push((whole.len(), " ".repeat(whole.len()) + &addition.text));
        whole.push_str(&addition.text);
    }
    let mut reader = Reader::new(file, &whole);
    reader.venue = venue;
    let mut document = reader.document(whole.get(..text.len()).unwrap_or_default());
    for ((place, text), addition) in padded.iter().zip(additions) {
        reader.added(*place, &addition.origin);
        let added = reader.document(text).into_inner();
        merge(document.get_mut(), added);
    }
    let config = tournament(&mut reader, document.get_ref(), folder);
    reader.finish(config)
}

/// Tables are joined and engines added; everything else is replaced.
fn merge<'a>(document: &mut DeTable<'a>, added: DeTable<'a>) {
    for (key, value) in added {
        let old = document.remove_entry(key.get_ref().as_ref());
        let value = match old {
            Some((_, old)) => joined(key.get_ref(), old, value),
            None => value,
        };
        document.insert(key, value);
    }
}

fn joined<'a>(
    key: &str,
    old: Spanned<DeValue<'a>>,
    new: Spanned<DeValue<'a>>,
) -> Spanned<DeValue<'a>> {
    let span = new.span();
    let value = match (old.into_inner(), new.into_inner()) {
        // Of the openings there is but one source.
        (DeValue::Table(mut old), DeValue::Table(new)) if key != "openings" => {
            merge(&mut old, new);
            DeValue::Table(old)
        }
        (DeValue::Array(mut old), DeValue::Array(new)) if key == "engine" => {
            new.into_iter().for_each(|entry| old.push(entry));
            DeValue::Array(old)
        }
        (_, new) => new,
    };
    Spanned::new(span, value)
}

fn tournament(reader: &mut Reader<'_>, document: &DeTable<'_>, folder: &Path) -> Option<Config> {
    let mut top = Section::new(document);
    let game: Option<Rules> = top.value(reader, "game", parsed);
    if game.is_none() && !document.contains_key("game") {
        reader.problem(0..0, "there is no game; such as game = \"tictactrains\"");
    }
    // With a wrong game the rest is checked as far as it does not depend on it.
    let mut config = Config::new(game.clone().unwrap_or(Rules::Asked), Vec::new());
    let game = game.as_ref();
    settings(reader, &mut top, &mut config);
    outputs::read(reader, &mut top, folder, &mut config);
    if let Some(asked) = top.get(reader, "affinity", processors) {
        if reader.venue == Venue::Here
            && let Some(list) = asked.get_ref()
            && let Err(reason) = affinity::check(list)
        {
            reader.problem(asked.span(), format!("affinity: {reason}"));
        }
        config.affinity = asked.into_inner();
    }
    let test = top.get(reader, "sprt", table);
    if let Some(test) = &test {
        config.sprt = subtables::sprt(reader, test, config.no_swap);
    }
    if let Some(table) = top.value(reader, "deadlines", table) {
        config.deadlines = subtables::deadlines(reader, table);
    }
    if let Some(source) = top.get(reader, "openings", table) {
        let (openings, order) = openings::read(reader, &source, game, folder);
        config.openings = openings.unwrap_or(config.openings);
        config.order = order;
    }
    config.adjudication = Adjudication {
        resign: top
            .get(reader, "resign", table)
            .and_then(|table| subtables::resign(reader, &table)),
        draw: top.get(reader, "draw", table).and_then(|table| subtables::draw(reader, &table)),
        max_length: top.value(reader, "max_length", whole(1, 10_000_000)),
        proof: top
            .get(reader, "proof", table)
            .and_then(|table| subtables::proof(reader, &table, game, folder))
            .map(Box::new),
    };
    let each = top.value(reader, "each", table).map(|table| Player::read(reader, table, folder));
    let entries = top.get(reader, "engine", list);
    top.finish(reader);
    let (place, entries) = entries.map_or((0..0, &[][..]), |list| (list.span(), list.into_inner()));
    config.engines = engines(reader, entries, &each.unwrap_or_default(), game, folder);
    // The option that tells an engine the game follows from that.
    if let Some(game) = document.get("game") {
        for engine in config.engines.iter().chain(config.adjudication.proof.as_deref()) {
            reader.option(&engine.name, "Game", &game.span());
        }
    }
    if entries.len() < 2 {
        reader.problem(place, "at least two [[engine]] entries are needed");
    }
    for (key, whose) in Format::all().flat_map(|f| f.keys().iter().map(move |key| (key, f.noun())))
    {
        if let Some(value) = document.get(*key).filter(|_| !config.format.keys().contains(key)) {
            reader.problem(value.span(), format!("{key}: only {whose} has it"));
        }
    }
    if let Some(value) =
        document.get("max_plies").filter(|_| game.is_some_and(|game| *game != Rules::Asked))
    {
        reader.problem(value.span(), "max_plies: only a game of \"ugi\" has it");
    }
    if let Some((key, reason)) = config.format.mistake(&config, entries.len()) {
        reader.problem(document.get(key).map_or(0..0, Spanned::span), reason);
    }
    if let Some(test) = test.filter(|_| entries.len() > 2) {
        reader.problem(test.span(), "sprt: it tests the first of two engines, and there are more");
    }
    Some(config)
}

/// Reads what is a single value.
fn settings(reader: &mut Reader<'_>, top: &mut Section<'_, '_>, config: &mut Config) {
    let set = |target: &mut usize, value: Option<usize>| *target = value.unwrap_or(*target);
    config.title = top.value(reader, "title", name);
    config.format = top.value(reader, "format", format).unwrap_or_default();
    set(&mut config.seeds, top.value(reader, "seeds", whole(1, 1000)));
    config.rounds = top.value(reader, "rounds", whole(1, 1000));
    set(&mut config.pairings, top.value(reader, "pairings", whole(1, MOST_PAIRINGS)));
    config.no_swap = top.value(reader, "no_swap", truth).unwrap_or_default();
    set(&mut config.concurrency, top.value(reader, "concurrency", whole(1, MOST_CONCURRENT)));
    config.wait = top.value(reader, "wait", whole(0, 1_000_000_000)).unwrap_or_default();
    config.seed = top.value(reader, "seed", whole(0, LARGEST_SEED)).unwrap_or(config.seed);
    config.margin = top.value(reader, "margin", seconds).unwrap_or(config.margin);
    set(&mut config.max_plies, top.value(reader, "max_plies", whole(1, 10_000_000)));
    config.max_faults = top.value(reader, "max_faults", share);
}

/// Reads the entries of the engines, no two of which have one name.
fn engines(
    reader: &mut Reader<'_>,
    entries: &[Spanned<DeValue<'_>>],
    each: &Player,
    game: Option<&Rules>,
    folder: &Path,
) -> Vec<EngineConfig> {
    let mut names = HashSet::new();
    let mut engines = Vec::new();
    for entry in entries {
        let table = match table(entry.get_ref()) {
            Ok(table) => Spanned::new(entry.span(), table),
            Err(reason) => {
                reader.problem(entry.span(), format!("engine: {reason}"));
                continue;
            }
        };
        if let Some(engine) = player::engine(reader, &table, each, None, game, folder) {
            if !names.insert(engine.name.clone()) {
                let reason = format!("there are two engines named \"{}\"", engine.name);
                reader.problem(entry.span(), reason);
            }
            engines.push(engine);
        }
    }
    engines
}

/// A list of processors, or whether to use all.
fn processors(value: &DeValue<'_>) -> Result<Option<Vec<usize>>, String> {
    if let DeValue::Boolean(all) = value {
        return Ok(all.then(Vec::new));
    }
    let numbers: Result<Vec<usize>, String> =
        list(value)?.iter().map(|item| whole(0, 1023)(item.get_ref())).collect();
    match numbers {
        Ok(numbers) if !numbers.is_empty() => Ok(Some(numbers)),
        Ok(_) => Err("there is no processor in the list".to_string()),
        Err(error) => Err(error),
    }
}

/// A format by its name.
fn format(value: &DeValue<'_>) -> Result<Format, String> {
    let named = Format::all().find(|format| value.as_str() == Some(format.name()));
    let names = || Format::all().map(|format| format!("\"{format}\"")).collect::<Vec<_>>();
    named.map_or_else(|| instead(value, names().join(" or ")), Ok)
}
