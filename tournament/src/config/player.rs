//! The entries of a tournament file that describe an engine, or all of them.

use std::collections::BTreeMap;
use std::env;
use std::path::{Path, PathBuf};
use std::time::Duration;

use toml::Spanned;
use toml::de::DeTable;

use super::reader::{Reader, Section, Venue};
use super::values::{
    Setting, choice, name, parsed, path, scale, seconds, settings, text, texts, truth, whole,
};
use super::{Dialect, EngineConfig, Program};
use crate::limits::{Limits, TimeControl};
use crate::referee::Rules;

/// What can be said of an engine, or of each engine.
#[derive(Clone, Debug, Default)]
pub(super) struct Player {
    cmd: Option<Spanned<String>>,
    args: Option<Spanned<Vec<String>>>,
    dir: Option<PathBuf>,
    env: Vec<Setting>,
    dialect: Option<Spanned<Dialect>>,
    options: Vec<Setting>,
    restart: Option<bool>,
    ponder: Option<Spanned<bool>>,
    margin: Option<Duration>,
    scale: Option<f64>,
    limits: Limits,
}

impl Player {
    /// Reads what is said of each engine.
    pub(super) fn read(reader: &mut Reader<'_>, table: &DeTable<'_>, folder: &Path) -> Player {
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
        Player {
            cmd: section.get(reader, "cmd", |value| path(value).map(str::to_string)),
            args: section.get(reader, "args", texts),
            dir: section.get(reader, "dir", text).map(|dir| {
                let path = absolute(folder, dir.get_ref());
                if reader.venue == Venue::Here && !path.is_dir() {
                    let reason = format!("dir: there is no folder \"{}\"", dir.get_ref());
                    reader.problem(dir.span(), reason);
                }
                path
            }),
            env: section.value(reader, "env", settings).unwrap_or_default(),
            dialect: section.get(reader, "dialect", choice(Dialect::ALL)),
            options: section.value(reader, "options", settings).unwrap_or_default(),
            restart: section.value(reader, "restart", truth),
            ponder: section.get(reader, "ponder", truth),
            margin: section.value(reader, "margin", seconds),
            scale: section.value(reader, "scale", scale),
            limits: Limits {
                tc: section.value(reader, "tc", parsed::<TimeControl>),
                movetime: section.value(reader, "movetime", whole(1, 1_000_000_000)),
                nodes: section.value(reader, "nodes", whole(1, i64::MAX as u64)),
                depth: section.value(reader, "depth", whole(1, 1_000_000)),
                margin: None,
            },
        }
    }
}

/// What to start. Arguments belong to their command: with a command of its
/// own an engine does not take the common arguments.
fn program(reader: &mut Reader<'_>, own: &Player, each: &Player, folder: &Path) -> Program {
    let common = if own.cmd.is_none() { each.args.as_ref() } else { None };
    let args = own.args.as_ref().or(common);
    let cmd = own.cmd.as_ref().or(each.cmd.as_ref());
    let Some(cmd) = cmd.filter(|cmd| cmd.get_ref() != "builtin") else {
        if let Some(args) = args {
            reader.problem(args.span(), "args: the built-in engine takes none");
        }
        return Program::Builtin;
    };
    // A bare name is looked for where the system looks for programs.
    let bare = Path::new(cmd.get_ref()).components().count() == 1;
    let path = if bare { PathBuf::from(cmd.get_ref()) } else { absolute(folder, cmd.get_ref()) };
    if let Some((program, args)) = cmd.get_ref().split_once(char::is_whitespace)
        && !path.exists()
    {
        let args: Vec<String> = args.split_whitespace().map(|arg| format!("\"{arg}\"")).collect();
        let args = args.join(", ");
        let reason = format!(
            "cmd: there is no program \"{}\"; arguments have a key of their own: cmd = \
             \"{program}\" and args = [{args}]",
            cmd.get_ref()
        );
        reader.problem(cmd.span(), reason);
    } else if reader.venue == Venue::Here {
        // The engine's own search path is the one that counts.
        let named = own.env.iter().chain(&each.env).find(|setting| setting.name == "PATH");
        let paths = named.map(|setting| (&setting.value).into()).or_else(|| env::var_os("PATH"));
        if which::which_in(&path, paths, folder).is_err() {
            let reason = if path.exists() && !bare {
                "is no program that can be started"
            } else {
                "is not there"
            };
            reader.problem(cmd.span(), format!("cmd: \"{}\" {reason}", cmd.get_ref()));
        }
    }
    Program::Command { path, args: args.map(|args| args.get_ref().clone()).unwrap_or_default() }
}

/// What an engine may use for a move. Its own limits replace the common ones as
/// a whole, so that one limited by nodes is not limited by the common clock as
/// well.
fn limits(
    reader: &mut Reader<'_>,
    entry: &Spanned<&DeTable<'_>>,
    own: &Player,
    each: &Player,
) -> Limits {
    let has_own = Limits::KEYS.iter().any(|key| entry.get_ref().contains_key(*key));
    let limits = if has_own { &own.limits } else { &each.limits };
    if limits.is_empty() && !has_own {
        let reason = "engine: nothing limits its moves; give it, or [each], a tc, movetime, nodes \
                      or depth";
        reader.problem(entry.span(), reason);
    }
    let scale = own.scale.or(each.scale).unwrap_or(1.0);
    Limits { margin: own.margin.or(each.margin), ..limits.clone().scaled(scale) }
}

/// A path that means the same from every working directory.
pub(super) fn absolute(folder: &Path, path: &str) -> PathBuf {
    let path = folder.join(path);
    std::path::absolute(&path).unwrap_or(path)
}

/// The engine of an entry, completed by what is said of each. It needs a name if
/// there is no usual one.
pub(super) fn engine(
    reader: &mut Reader<'_>,
    entry: &Spanned<&DeTable<'_>>,
    each: &Player,
    usual_name: Option<&str>,
    game: Option<&Rules>,
    folder: &Path,
) -> Option<EngineConfig> {
    let mut section = Section::new(entry.get_ref());
    let name = section.value(reader, "name", |value| match name(value)?.trim() {
        "" => Err("a name is expected".to_string()),
        name => Ok(name.to_string()),
    });
    let own = Player::from_section(reader, &mut section, folder);
    section.finish(reader);
    let is_nameless = !entry.get_ref().contains_key("name");
    // A program may give its name, the common one only to one engine.
    let file = own.cmd.as_ref().and_then(|cmd| Path::new(cmd.get_ref()).file_name());
    let usual_name = usual_name.map(str::to_string);
    let usual_name = usual_name.or_else(|| file.map(|name| name.to_string_lossy().into_owned()));
    let name = name.or_else(|| usual_name.filter(|_| is_nameless));
    if name.is_none() && is_nameless {
        reader.problem(entry.span(), "engine: there is no name");
    }
    let program = program(reader, &own, each, folder);
    let limits = limits(reader, entry, &own, each);
    let dialect = own.dialect.as_ref().or(each.dialect.as_ref());
    if let Some(dialect) = dialect.filter(|dialect| *dialect.get_ref() != Dialect::Ugi)
        && game == Some(&Rules::Asked)
    {
        let reason = "dialect: only UGI engines can be asked for the rules of their game";
        reader.problem(dialect.span(), reason);
    }
    let ponder = own.ponder.as_ref().or(each.ponder.as_ref());
    if let Some(ponder) = ponder.filter(|ponder| *ponder.get_ref())
        && dialect.is_none_or(|dialect| *dialect.get_ref() == Dialect::Ugi)
    {
        let reason = "ponder: only UCI engines tell the move that they expect";
        reader.problem(ponder.span(), reason);
    }
    let pair = |setting: &Setting| (setting.name.clone(), setting.value.clone());
    let env: BTreeMap<String, String> = each.env.iter().chain(&own.env).map(pair).collect();
    let is_own = |name: &str| own.options.iter().any(|own| own.name.eq_ignore_ascii_case(name));
    let common = each.options.iter().filter(|common| !is_own(&common.name));
    let options: Vec<&Setting> = common.chain(&own.options).collect();
    let name = name?;
    for option in &options {
        reader.option(&name, &option.name, &option.place);
    }
    Some(EngineConfig {
        name,
        program,
        dir: own.dir.or_else(|| each.dir.clone()),
        env,
        dialect: dialect.map(|dialect| *dialect.get_ref()).unwrap_or_default(),
        options: options.into_iter().map(pair).collect(),
        restart: own.restart.or(each.restart).unwrap_or_default(),
        ponder: ponder.is_some_and(|ponder| *ponder.get_ref()),
        limits,
    })
}
