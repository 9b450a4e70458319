//! The engines of a tournament: what `[[engine]]`, `[each]` and `[proof]` say.
//!
//! What `[each]` says lies below what an engine says itself, as a file lies below
//! the command line.

use std::collections::BTreeMap;
use std::env;
use std::path::{Path, PathBuf};

use super::document::{Entry, Place, Placed, Table, Value};
use super::field::{choice, number, slot, whole};
use super::key::{Key, infos, print_keys, read_keys, read_table, refuse_others};
use super::kind::{Joins, Kind, SubTable};
use super::reader::{Reader, Venue, absolute};
use super::values::{Setting, parsed, path};
use super::{Config, Dialect, EngineConfig, Program};
use crate::limits::Limits;
use crate::referee::Rules;

/// What is said of an engine.
#[derive(Clone, Debug, Default)]
struct Player {
    name: Option<String>,
    cmd: Option<String>,
    args: Option<Vec<String>>,
    dir: Option<PathBuf>,
    env: Vec<Setting>,
    dialect: Dialect,
    options: Vec<Setting>,
    limits: Limits,
    scale: Option<f64>,
    ponder: bool,
    restart: bool,
}

type Row = Key<Player>;

/// The keys of an engine. The first is its own; `[each]` has all others.
static KEYS: &[Row] = &[
    Row::new(
        "name",
        "its name",
        Kind::Name {
            get: |p| p.name.clone(),
            set: |p, text| match text.trim() {
                "" => Err("a name is expected".to_string()),
                name => {
                    p.name = Some(name.to_string());
                    Ok(())
                }
            },
        },
    )
    .otherwise("that of the program's file"),
    Row::new(
        "cmd",
        "the program; without one it is the built-in engine",
        Kind::Program(slot!(cmd)),
    )
    .otherwise("builtin"),
    Row::new("args", "its arguments", Kind::Arguments(slot!(args))),
    Row::new("dir", "its working directory", Kind::Folder(slot!(dir))),
    Row::new("env", "additions to its environment", Kind::Settings(slot!(env))),
    Row::new("dialect", "the protocol", choice!(Dialect::ALL, dialect)),
    Row::new("options", "its options, sent in this order", Kind::Settings(slot!(options))),
    Row::new(
        "tc",
        "a clock: `10+0.1` seconds for the game and for each ply, or `40/60+0.1` for every 40 \
         plies",
        Kind::Text {
            get: |p| p.limits.tc.map(|tc| tc.to_string()),
            set: |p, text| parsed(text).map(|tc| p.limits.tc = Some(tc)),
        },
    ),
    Row::new("movetime", "milliseconds for each ply", whole!(1, 1_000_000_000, limits.movetime)),
    Row::new("nodes", "nodes for each ply", whole!(1, i64::MAX as u64, limits.nodes)),
    Row::new("depth", "depth for each ply", whole!(1, 1_000_000, limits.depth)),
    Row::new(
        "margin",
        "seconds by which it may overstep its time",
        Kind::Seconds { may_be_zero: true, slot: slot!(limits.margin) },
    )
    .otherwise("as for all"),
    Row::new(
        "scale",
        "a factor of its times, for a handicap or a slower machine",
        number!(0.001, 1000.0, scale),
    )
    .otherwise("1"),
    Row::new("ponder", "think in the opponent's time; only for `uci`", Kind::Truth(slot!(ponder))),
    Row::new("restart", "start it anew for every game", Kind::Truth(slot!(restart))),
];

/// The keys of `[each]`.
fn common() -> &'static [Row] {
    KEYS.split_first().map_or(&[], |(_, common)| common)
}

/// The tables `[[engine]]`, no two of which have one name.
pub(super) const ENGINE: SubTable<Config> = SubTable {
    keys: || infos(KEYS, &Player::default()),
    joins: Joins::List,
    read: |reader, own, place, config| {
        let each = reader.each.clone();
        let Some(engine) = engine(reader, own, place, each, None) else { return };
        if config.engines.iter().any(|other| other.name == engine.name) {
            let reason = format!("there are two engines named \"{}\"", engine.name);
            reader.problem(place, reason);
        }
        config.engines.push(engine);
    },
    print: |config| config.engines.iter().map(print).collect(),
};

/// The table `[each]`, which is kept for the engines.
pub(super) const EACH: SubTable<Config> = SubTable {
    keys: || infos(common(), &Player::default()),
    joins: Joins::Keys,
    read: |reader, each, _, _| {
        read_table(reader, common(), each, &mut Player::default());
        reader.each = each.clone();
        reader.each.remove("name");
    },
    print: |_| Vec::new(),
};

/// The table `[proof]`: the engine that is asked for proofs. It takes nothing
/// from `[each]`.
pub(super) const PROOF: SubTable<Config> = SubTable {
    keys: || infos(KEYS, &Player::default()),
    joins: Joins::Keys,
    read: |reader, own, place, config| {
        let Some(engine) = engine(reader, own, place, Table::default(), Some("judge")) else {
            return;
        };
        if engine.program == Program::Builtin && reader.game == Some(Rules::Asked) {
            reader.problem(place, "proof: the built-in engine does not know the rules");
        }
        config.adjudication.proof = Some(Box::new(engine));
    },
    print: |config| config.adjudication.proof.iter().map(|engine| print(engine)).collect(),
};

/// The lines of the table of an engine.
fn print(engine: &EngineConfig) -> String {
    let setting = |(name, value): (&String, &String)| Setting {
        name: name.clone(),
        value: value.clone(),
        place: None,
    };
    let (cmd, args) = match &engine.program {
        Program::Builtin => ("builtin".to_string(), None),
        Program::Command { path, args } => (path.display().to_string(), Some(args.clone())),
    };
    let player = Player {
        name: Some(engine.name.clone()),
        cmd: Some(cmd),
        args,
        dir: engine.dir.clone(),
        env: engine.env.iter().map(setting).collect(),
        dialect: engine.dialect,
        options: engine.options.iter().map(|(name, value)| setting((name, value))).collect(),
        limits: engine.limits.clone(),
        // The limits have been scaled.
        scale: None,
        ponder: engine.ponder,
        restart: engine.restart,
    };
    print_keys(KEYS, &player)
}

fn has_limit(table: &Table) -> bool {
    Limits::KEYS.iter().any(|key| table.has(key))
}

/// What an engine says laid over what is said of each. Its own limits replace
/// the common ones as a whole, so that one limited by nodes is not limited by the
/// common clock as well. Arguments belong to their command: with a command of its
/// own an engine does not take the common arguments.
fn over(own: &Table, mut each: Table) -> Table {
    if has_limit(own) {
        each.retain(|key| !Limits::KEYS.contains(&key));
    }
    if own.has("cmd") {
        each.remove("args");
    }
    // Options have the same name in upper and lower case.
    if let Some(Placed { value: Value::Table(mut common), place }) = each.remove("options") {
        if let Some(Placed { value: Value::Table(own), .. }) = own.get("options") {
            let is_own = |name: &str| own.entries().any(|o| o.key.value.eq_ignore_ascii_case(name));
            common.retain(|name| !is_own(name));
        }
        each.put(Entry {
            key: Placed { value: "options".to_string(), place: place.clone() },
            value: Placed { value: Value::Table(common), place },
        });
    }
    each.overlay(own.clone());
    each
}

/// What to start.
fn program(reader: &mut Reader, player: &Player, table: &Table) -> Program {
    let named = player.cmd.as_deref().filter(|cmd| *cmd != "builtin");
    let (Some(cmd), Some(place)) = (named, table.place("cmd")) else {
        if let Some(args) = table.place("args").filter(|_| player.args.is_some()) {
            reader.problem(args, "args: the built-in engine takes none");
        }
        return Program::Builtin;
    };
    // A bare name is looked for where the system looks for programs.
    let bare = Path::new(cmd).components().count() == 1;
    let path = if bare { PathBuf::from(cmd) } else { absolute(&reader.folder, cmd) };
    if let Some((program, args)) = cmd.split_once(char::is_whitespace)
        && !path.exists()
    {
        let args: Vec<String> = args.split_whitespace().map(|arg| format!("\"{arg}\"")).collect();
        let args = args.join(", ");
        let reason = format!(
            "cmd: there is no program \"{cmd}\"; arguments have a key of their own: cmd = \
             \"{program}\" and args = [{args}]"
        );
        reader.problem(place, reason);
    } else if reader.venue == Venue::Here {
        // The engine's own search path is the one that counts.
        let named = player.env.iter().find(|setting| setting.name == "PATH");
        let paths = named.map(|setting| (&setting.value).into()).or_else(|| env::var_os("PATH"));
        if which::which_in(&path, paths, &reader.folder).is_err() {
            let reason = if path.exists() && !bare {
                "is no program that can be started"
            } else {
                "is not there"
            };
            reader.problem(place, format!("cmd: \"{cmd}\" {reason}"));
        }
    }
    Program::Command { path, args: player.args.clone().unwrap_or_default() }
}

/// Notes what cannot be, although each value could.
fn check(reader: &mut Reader, player: &Player, own: &Table, place: &Place, table: &Table) {
    if let (Some(dir), Some(place)) = (&player.dir, table.get("dir"))
        && reader.venue == Venue::Here
        && !dir.is_dir()
    {
        reader.problem(&place.place, format!("dir: there is no folder {}", place.value));
    }
    if player.limits.is_empty() && !has_limit(own) {
        let reason = "engine: nothing limits its moves; give it, or [each], a tc, movetime, nodes \
                      or depth";
        reader.problem(place, reason);
    }
    if let Some(dialect) = table.place("dialect")
        && player.dialect != Dialect::Ugi
        && reader.game == Some(Rules::Asked)
    {
        let reason = "dialect: only UGI engines can be asked for the rules of their game";
        reader.problem(dialect, reason);
    }
    if let Some(ponder) = table.place("ponder")
        && player.ponder
        && player.dialect == Dialect::Ugi
    {
        reader.problem(ponder, "ponder: only UCI engines tell the move that they expect");
    }
}

/// The engine of an entry, over what is said of each. It needs a name if there is
/// no usual one.
fn engine(
    reader: &mut Reader,
    own: &Table,
    place: &Place,
    each: Table,
    usual_name: Option<&str>,
) -> Option<EngineConfig> {
    let table = over(own, each);
    let mut player = Player::default();
    read_keys(reader, KEYS, &table, &mut player);
    refuse_others(reader, KEYS, own);
    // A program may give its name, the common one only to one engine.
    let cmd = own.get("cmd").and_then(|cmd| path(&cmd.value).ok());
    let file = cmd.and_then(|cmd| Path::new(cmd).file_name());
    let usual_name = usual_name.map(str::to_string);
    let usual_name = usual_name.or_else(|| file.map(|name| name.to_string_lossy().into_owned()));
    let name = player.name.clone().or_else(|| usual_name.filter(|_| !own.has("name")));
    if name.is_none() && !own.has("name") {
        reader.problem(place, "engine: there is no name");
    }
    let program = program(reader, &player, &table);
    check(reader, &player, own, place, &table);
    let name = name?;
    for option in &player.options {
        if let Some(place) = &option.place {
            reader.option(&name, &option.name, place);
        }
    }
    let pair = |setting: Setting| (setting.name, setting.value);
    let limits = player.limits.scaled(player.scale.unwrap_or(1.0));
    Some(EngineConfig {
        name,
        program,
        dir: player.dir,
        env: player.env.into_iter().map(pair).collect::<BTreeMap<_, _>>(),
        dialect: player.dialect,
        options: player.options.into_iter().map(pair).collect(),
        restart: player.restart,
        ponder: player.ponder,
        limits,
    })
}
