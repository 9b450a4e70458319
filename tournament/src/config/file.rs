//! The tournament file: which keys there are and what they mean.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use noughts::game::GameSpec;
use toml::Spanned;
use toml::de::DeTable;

use super::reader::{
    Problem, Problems, Reader, Section, choice, list, parsed, seconds, setting, settings, table,
    text, texts, whole,
};
use super::{Config, Deadlines, Dialect, EngineConfig, Program};
use crate::clock::{Limits, TimeControl};
use crate::openings::{Book, Opening, Source};
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
        Err(error) => {
            Err(Problems(vec![Problem { file, line: 1, reason: format!("cannot be read: {error}") }]))
        }
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
    set(&mut config.pairings, top.value(reader, "pairings", whole(1, 10_000_000)));
    set(&mut config.concurrency, top.value(reader, "concurrency", whole(1, 1024)));
    config.seed = top.value(reader, "seed", whole(0, i64::MAX as u64)).unwrap_or(config.seed);
    config.margin = top.value(reader, "margin", seconds).unwrap_or(config.margin);
    if let Some(table) = top.value(reader, "deadlines", table) {
        config.deadlines = deadlines(reader, table);
    }
    if let Some(source) = top.get(reader, "openings", table) {
        openings(reader, &source, game.as_ref(), folder, &mut config);
    }
    let each = top.value(reader, "each", table).map(|table| Player::read(reader, table, folder));
    let each = each.unwrap_or_default();
    let entries = top.get(reader, "engine", list);
    top.finish(reader);

    let mut names = HashMap::new();
    for entry in entries.iter().flat_map(|entries| entries.get_ref().iter()) {
        match table(entry.get_ref()) {
            Ok(table) => {
                let place = Spanned::new(entry.span(), table);
                let engine = engine(reader, &place, &each, folder);
                if let Some(engine) = engine {
                    if names.insert(engine.name.clone(), ()).is_some() {
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

/// Exactly one of `random`, `list` and `file`.
fn openings(
    reader: &mut Reader<'_>,
    source: &Spanned<&DeTable<'_>>,
    game: Option<&Rules>,
    folder: &Path,
    config: &mut Config,
) {
    let spec = match game {
        Some(Rules::Known(spec)) => Some(spec),
        _ => None,
    };
    let mut section = Section::new(source.get_ref());
    let random = section.get(reader, "random", whole(0, 1000));
    let lines = section.get(reader, "list", list);
    let path = section.get(reader, "file", text);
    section.finish(reader);
    let given = ["random", "list", "file"].iter().filter(|key| source.get_ref().contains_key(**key));
    if given.count() != 1 {
        reader.problem(source.span(), "openings: one of random, list and file is needed");
    }
    if let Some(plies) = random {
        config.openings = Source::Random(*plies.get_ref());
        if *plies.get_ref() > 0 && game == Some(&Rules::Asked) {
            let reason = "random: only games whose rules the runner knows have random openings";
            reader.problem(plies.span(), reason);
        } else if let Err(error) = Book::new(&config.openings, spec, 1, config.seed) {
            reader.problem(plies.span(), format!("random: {error}"));
        }
    }
    let mut book = Vec::new();
    if let Some(lines) = &lines {
        for item in *lines.get_ref() {
            match text(item.get_ref()).and_then(|line| opening(line, spec)) {
                Ok(opening) => book.push(opening),
                Err(reason) => reader.problem(item.span(), reason),
            }
        }
        if lines.get_ref().is_empty() {
            reader.problem(lines.span(), "list: there is no opening in it");
        }
    }
    if let Some(path) = &path {
        let file = folder.join(path.get_ref());
        let text = fs::read_to_string(&file).unwrap_or_else(|error| {
            reader.problem(path.span(), format!("file: {} cannot be read: {error}", file.display()));
            "#".to_string()
        });
        for (i, line) in text.lines().enumerate() {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            match opening(line, spec) {
                Ok(opening) => book.push(opening),
                Err(reason) => reader.problem_in(file.display().to_string(), i + 1, reason),
            }
        }
        if text.is_empty() {
            reader.problem(path.span(), "file: there is no opening in it");
        }
    }
    if !book.is_empty() {
        config.openings = Source::List(book);
    }
}

/// An opening that can be played, if the rules are known.
fn opening(line: &str, spec: Option<&GameSpec>) -> Result<Opening, String> {
    let opening: Opening = line.parse().map_err(|error| format!("opening: {error}"))?;
    match spec.map(|spec| opening.setup(spec)) {
        Some(Err(error)) => Err(format!("opening \"{opening}\": {error}")),
        _ => Ok(opening),
    }
}

/// What can be said of an engine, or of each engine.
#[derive(Clone, Debug, Default)]
struct Player {
    program: Option<Program>,
    dir: Option<PathBuf>,
    env: Vec<(String, String)>,
    dialect: Option<Dialect>,
    options: Vec<(String, String)>,
    limits: Limits,
}

impl Player {
    fn read(reader: &mut Reader<'_>, table: &DeTable<'_>, folder: &Path) -> Player {
        let mut section = Section::new(table);
        let player = Player::from_section(reader, &mut section, folder);
        section.finish(reader);
        player
    }

    fn from_section(
        reader: &mut Reader<'_>,
        section: &mut Section<'_, '_>,
        folder: &Path,
    ) -> Player {
        let cmd = section.value(reader, "cmd", text);
        let args = section.get(reader, "args", texts);
        let builtin = matches!(cmd, None | Some("builtin"));
        if builtin && let Some(args) = &args {
            reader.problem(args.span(), "args: the built-in engine takes none");
        }
        let args = args.map(Spanned::into_inner).unwrap_or_default();
        let program = cmd.map(|cmd| match cmd {
            "builtin" => Program::Builtin,
            // A bare name is looked for where the system looks for programs.
            name if Path::new(name).components().count() == 1 => {
                Program::Command { path: name.into(), args }
            }
            path => Program::Command { path: absolute(folder, path), args },
        });
        Player {
            program,
            dir: section.value(reader, "dir", text).map(|dir| absolute(folder, dir)),
            env: section.value(reader, "env", settings).unwrap_or_default(),
            dialect: section.value(reader, "dialect", choice(&Dialect::ALL)),
            options: section.value(reader, "options", settings).unwrap_or_default(),
            limits: Limits {
                tc: section.value(reader, "tc", parsed::<TimeControl>),
                movetime: section.value(reader, "movetime", whole(1, 1_000_000_000)),
                nodes: section.value(reader, "nodes", whole(1, i64::MAX as u64)),
                depth: section.value(reader, "depth", whole(1, 1_000_000)),
            },
        }
    }
}

/// A path that means the same from every working directory.
fn absolute(folder: &Path, path: &str) -> PathBuf {
    let path = folder.join(path);
    std::path::absolute(&path).unwrap_or(path)
}

fn engine(
    reader: &mut Reader<'_>,
    entry: &Spanned<&DeTable<'_>>,
    each: &Player,
    folder: &Path,
) -> Option<EngineConfig> {
    let mut section = Section::new(entry.get_ref());
    let name = section.value(reader, "name", |value| match setting(value)?.trim() {
        "" => Err("a name is expected".to_string()),
        name => Ok(name.to_string()),
    });
    let own = Player::from_section(reader, &mut section, folder);
    let limited = ["tc", "movetime", "nodes", "depth"];
    let names_a_limit = limited.iter().any(|key| entry.get_ref().contains_key(*key));
    section.finish(reader);
    if name.is_none() && !entry.get_ref().contains_key("name") {
        reader.problem(entry.span(), "engine: there is no name");
    }
    // An engine's own limits replace the common ones as a whole, so that one
    // limited by nodes is not limited by the common clock as well.
    let limits = if names_a_limit { own.limits } else { each.limits.clone() };
    if limits.is_empty() && !names_a_limit {
        let reason = "engine: nothing limits its moves; give it, or [each], a tc, movetime, nodes \
                      or depth";
        reader.problem(entry.span(), reason);
    }
    let env: BTreeMap<String, String> = each.env.iter().chain(&own.env).cloned().collect();
    let is_own = |name: &str| own.options.iter().any(|(n, _)| n.eq_ignore_ascii_case(name));
    let common = each.options.iter().filter(|(name, _)| !is_own(name));
    Some(EngineConfig {
        name: name?,
        program: own.program.or_else(|| each.program.clone()).unwrap_or(Program::Builtin),
        dir: own.dir.or_else(|| each.dir.clone()),
        env,
        dialect: own.dialect.or(each.dialect).unwrap_or_default(),
        options: common.chain(&own.options).cloned().collect(),
        limits,
    })
}
