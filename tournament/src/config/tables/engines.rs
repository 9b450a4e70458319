//! The engines of a tournament: the tables `[[engine]]`, `[each]`, `[referee]`
//! and `[proof]`.
//!
//! The keys of an engine override those of `[each]`, as the command line
//! overrides a file.

use std::path::{Path, PathBuf};

use noughts_client::{ARGUMENTS, Dialect, EngineConfig, Limits, Program, Rules};

use crate::config::document::problem::Place;
use crate::config::document::reader::{MachineChecks, Reader};
use crate::config::document::values::{parsed, path};
use crate::config::document::{Entry, Placed, Table, Value};
use crate::config::key::field::{choice, number, slot, whole};
use crate::config::key::kind::{Joins, Kind, SubTable};
use crate::config::key::{Key, infos, keys, print_keys, read_keys, read_table, refuse_others};
use crate::config::tables::engine_checks::{check, check_options, program};
use crate::config::tables::engine_keys::{EngineKeys, Role, has_limit};
use crate::model::config::Config;

/// The keys of an engine. `[each]` has all but the first, the name.
static KEYS: &[Key<EngineKeys>] = keys! { EngineKeys;
    "name", Kind::Name {
        get: |p| p.name.clone(),
        set: |p, text| match text.trim() {
            "" => Err("a name is expected".to_string()),
            name => {
                p.name = Some(name.to_string());
                Ok(())
            }
        },
    }, default "the file name of `cmd`" => "the name, which must be unique";
    "cmd", Kind::Program(slot!(cmd)), default "builtin", may_differ |p| p.cmd = None =>
        "the program, or `builtin` for the built-in engine";
    "args", Kind::Arguments(slot!(args)) => "the arguments of the program";
    "dir", Kind::Folder(slot!(dir)), may_differ |p| p.dir = None => "the working directory";
    "env", Kind::Settings(slot!(env)), may_differ |p| p.env.clear() =>
        "additions to the environment";
    "dialect", choice!(Dialect::ALL, dialect) =>
        "the protocol; `auto` is the one that the engine answers, of `ugi`, `uci` and `gomocup` in this \
         order";
    "options", Kind::Settings(slot!(options)) => "the options, sent in this order";
    "tc", Kind::Text {
        get: |p| p.limits.tc.map(|tc| tc.to_string()),
        set: |p, text| parsed(text).map(|tc| p.limits.tc = Some(tc)),
    } =>
        "a clock: `10+0.1` is 10 seconds for the game and 0.1 more for each ply, `1:30+1` \
         begins with a minute and a half, `40/60+0.1` has 60 seconds for every 40 plies";
    "movetime", whole!(1, 1_000_000_000, limits.movetime) =>
        "the time for each ply, in milliseconds";
    "nodes", whole!(1, i64::MAX as u64, limits.nodes) => "the number of nodes for each ply";
    "depth", whole!(1, 1_000_000, limits.depth) => "the depth for each ply";
    "margin", Kind::Seconds { may_be_zero: true, slot: slot!(limits.margin) }, default "that of the tournament",
        may_differ |p| p.limits.margin = None =>
        "the seconds by which the engine may exceed its time";
    "scale", number!(0.001, 1000.0, scale), default "1", may_differ |p| p.scale = None =>
        "a factor on the times of the engine, for a slower machine";
    "local", Kind::Names(slot!(local)), may_differ |p| p.local = None =>
        "the options in which the machines of a tournament may differ, such as `Hash`; `args` is the \
         arguments; on the command line `Hash,Threads`";
    "ponder", Kind::Truth(slot!(ponder)) => "ponder on the opponent's time; only for `uci`";
    "restart", Kind::Truth(slot!(restart)) => "restart the engine for every game";
};

/// Returns the keys of `[each]`.
fn common() -> &'static [Key<EngineKeys>] {
    KEYS.split_first().map_or(&[], |(_, common)| common)
}

/// The tables `[[engine]]`, whose names must be unique.
pub(crate) const ENGINE: SubTable<Config> = SubTable {
    keys: || infos(KEYS, &EngineKeys::default()),
    joins: Joins::List,
    read: |reader, own, place, config| {
        let each = reader.each.clone();
        let Some(engine) = engine(reader, own, place, each, Role::Player) else { return };
        if !reader.names.insert(engine.name.clone()) {
            let reason =
                format!("two engines are named \"{}\"; give each its own name", engine.name);
            reader.problem(place, reason);
        }
        config.engines.push(engine);
    },
    print: |config| config.engines.iter().map(print).collect(),
    forget: Some(|config| config.engines.iter_mut().for_each(forget)),
};

/// The table `[each]`, which the reader keeps for the engines.
pub(crate) const EACH: SubTable<Config> = SubTable {
    keys: || infos(common(), &EngineKeys::default()),
    joins: Joins::Keys,
    read: |reader, each, _, _| {
        read_table(reader, common(), each, &mut EngineKeys::default());
        reader.each = each.clone();
        reader.each.remove("name");
    },
    print: |_| Vec::new(),
    forget: None,
};

/// The table `[proof]`: the engine that ends games whose result it proves. It
/// takes no key from `[each]`.
pub(crate) const PROOF: SubTable<Config> = SubTable {
    keys: || infos(KEYS, &EngineKeys::default()),
    joins: Joins::Keys,
    read: |reader, own, place, config| {
        let engine = engine(reader, own, place, Table::default(), Role::Judge);
        let Some(engine) = engine else { return };
        if engine.dialect == Dialect::Gomocup {
            let reason =
                "proof: engines of the Gomocup protocol print scores as remarks and prove nothing";
            reader.problem(place, reason);
        }
        if engine.program == Program::Builtin && reader.game == Some(Rules::Asked) {
            let reason = "proof: the built-in engine does not know the rules; set cmd";
            reader.problem(place, reason);
        }
        config.adjudication.proof = Some(Box::new(engine));
    },
    print: |config| config.adjudication.proof.iter().map(|engine| print(engine)).collect(),
    forget: Some(|config| {
        if let Some(engine) = &mut config.adjudication.proof {
            forget(engine);
            // The name is only for messages, and earlier versions used another
            // one.
            engine.name.clear();
        }
    }),
};

/// The table `[referee]`: the engine whose answers decide the games of `ugi`. It
/// takes no key from `[each]`.
pub(crate) const REFEREE: SubTable<Config> = SubTable {
    keys: || infos(KEYS, &EngineKeys::default()),
    joins: Joins::Keys,
    read: |reader, own, place, config| {
        let engine = engine(reader, own, place, Table::default(), Role::Referee);
        let Some(engine) = engine else { return };
        if engine.program == Program::Builtin {
            reader.problem(place, "referee: the built-in engine does not know the rules; set cmd");
        }
        if let Dialect::Uci | Dialect::Gomocup = engine.dialect {
            let place = own.place("dialect").unwrap_or(place);
            reader.problem(place, "dialect: only a UGI engine can referee");
        }
        config.referee = Some(Box::new(EngineConfig { dialect: Dialect::Ugi, ..engine }));
    },
    print: |config| config.referee.iter().map(|engine| print(engine)).collect(),
    forget: Some(|config| config.referee.iter_mut().for_each(|engine| forget(engine))),
};

/// Returns the lines of the table of an engine.
fn print(engine: &EngineConfig) -> String {
    print_keys(KEYS, &EngineKeys::of(engine))
}

/// Resets the keys in which machines may differ, and the values that `local`
/// names. The program keeps its arguments; an engine of another machine may be
/// built in here.
fn forget(engine: &mut EngineConfig) {
    let mut player = EngineKeys::of(engine);
    player.options.retain(|option| !engine.is_local(&option.name));
    let args = player.args.take().filter(|_| !engine.is_local(ARGUMENTS)).unwrap_or_default();
    KEYS.iter().for_each(|key| key.forget(&mut player));
    let program = Program::Command { path: PathBuf::new(), args };
    *engine = player.into_engine(engine.name.clone(), program);
}

/// Merges the keys of an engine over those of `[each]`, or those of the command
/// line over those of a file. Limits of the engine replace all common limits,
/// so that an engine limited by nodes is not limited by the common clock as
/// well. Arguments belong to their command: an engine with its own `cmd` does
/// not take the common `args`.
pub(crate) fn over(own: &Table, mut each: Table) -> Table {
    if has_limit(own) {
        each.retain(|key| !Limits::KEYS.contains(&key));
    }
    if own.has("cmd") {
        each.remove("args");
    }
    // The names of options are case-insensitive.
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

/// Reads the engine of a table, merged over `[each]`. A table without `name`
/// and `cmd` takes the usual name of its role; a role without a usual name
/// makes that a mistake.
fn engine(
    reader: &mut Reader,
    own: &Table,
    place: &Place,
    each: Table,
    role: Role,
) -> Option<EngineConfig> {
    let table = over(own, each);
    let mut player = EngineKeys::default();
    read_keys(reader, KEYS, &table, &mut player);
    refuse_others(reader, KEYS, own);
    // The engine's own `cmd` may give its name; that of `[each]` would give all
    // engines the same name.
    let cmd = own.get("cmd").and_then(|cmd| path(&cmd.value).ok());
    let file = cmd.and_then(|cmd| Path::new(cmd).file_name());
    let usual_name =
        role.usual_name().or_else(|| file.map(|name| name.to_string_lossy().into_owned()));
    let name = player.name.clone().or_else(|| usual_name.filter(|_| !own.has("name")));
    if name.is_none() && !own.has("name") {
        reader.problem(place, "engine: no name; set name or cmd");
    }
    let program = program(reader, &player, &table);
    check(reader, &player, role, place, &table);
    if program == Program::Builtin && reader.machine_checks == MachineChecks::On {
        check_options(reader, name.as_deref(), &player.options);
    }
    let name = name?;
    for option in &player.options {
        if let Some(place) = &option.place {
            reader.option(&name, &option.name, place);
        }
    }
    Some(player.into_engine(name, program))
}
