//! Checks of the keys of an engine: its program, and keys that contradict each
//! other.

use std::env;
use std::path::{Path, PathBuf};

use noughts::engine::OptionRow;
use noughts::protocol::{self, OptionDeclaration};
use noughts_client::options::{self, OptionError};
use noughts_client::program::{obstacle, tilde};
use noughts_client::{Dialect, Program, Unsuitable};

use crate::config::document::Table;
use crate::config::document::problem::Place;
use crate::config::document::reader::{MachineChecks, Reader, absolute};
use crate::config::document::values::Setting;
use crate::config::tables::engine_keys::{EngineKeys, Role, has_limit};

/// Returns the program to start.
pub(crate) fn program(reader: &mut Reader, player: &EngineKeys, table: &Table) -> Program {
    let named = player.cmd.as_deref().filter(|cmd| *cmd != "builtin");
    let (Some(cmd), Some(place)) = (named, table.place("cmd")) else {
        if let Some(args) = table.place("args").filter(|_| player.args.is_some()) {
            reader.problem(args, "args: the built-in engine takes no arguments");
        }
        return Program::Builtin;
    };
    // A name without a folder is looked up in the search path.
    let bare = Path::new(cmd).components().count() == 1;
    let path = if bare { PathBuf::from(cmd) } else { absolute(&reader.folder, cmd) };
    if let Some(reason) = tilde(Path::new(cmd)) {
        reader.problem(place, format!("cmd: {reason}"));
    } else if let Some((program, args)) = cmd.split_once(char::is_whitespace)
        && !path.exists()
    {
        let args: Vec<String> = args.split_whitespace().map(|arg| format!("\"{arg}\"")).collect();
        let args = args.join(", ");
        let reason = format!(
            "cmd: there is no program \"{cmd}\"; write the arguments as args: cmd = \"{program}\" and \
             args = [{args}]"
        );
        reader.problem(place, reason);
    } else if reader.machine_checks == MachineChecks::On {
        // The search path of the engine's own environment applies.
        let named = player.env.iter().find(|setting| setting.name == "PATH");
        let paths = named.map(|setting| (&setting.value).into()).or_else(|| env::var_os("PATH"));
        let found = which::which_in(&path, paths, &reader.folder);
        let file = found.as_deref().unwrap_or(&path);
        let obstacle = match &found {
            Err(_) if bare => Some(format!(
                "does not exist in the search path; write ./{cmd} for a program in this folder"
            )),
            Err(_) => Some(obstacle(file).unwrap_or("cannot be started".to_string())),
            Ok(_) => obstacle(file),
        };
        if let Some(obstacle) = obstacle {
            reader.problem(place, format!("cmd: \"{cmd}\" {obstacle}"));
        }
    }
    Program::Command { path, args: player.args.clone().unwrap_or_default() }
}

/// Reports keys that contradict each other.
pub(crate) fn check(
    reader: &mut Reader,
    player: &EngineKeys,
    role: Role,
    place: &Place,
    table: &Table,
) {
    if let (Some(dir), Some(place)) = (&player.dir, table.get("dir"))
        && reader.machine_checks == MachineChecks::On
        && !dir.is_dir()
    {
        reader.problem(&place.place, format!("dir: there is no folder {}", place.value));
    }
    if role != Role::Referee && player.limits.is_empty() && !has_limit(table) {
        // The engine of [proof] takes nothing from [each].
        let (word, each) = match (role, place.line) {
            (Role::Player, 0) => ("engine", " or with --each"),
            (Role::Player, _) => ("engine", " or in [each]"),
            _ => ("proof", ""),
        };
        let reason = "its search has no limit; set tc, movetime, nodes or depth here";
        reader.problem(place, format!("{word}: {reason}{each}"));
    }
    if player.dialect == Dialect::Gomocup
        && role != Role::Referee
        && let Some(game) = &reader.game
    {
        let options = player.options.iter().map(|option| option.name.as_str());
        for (key, reason) in Unsuitable::all(game, &player.limits, options) {
            let place = table.place(key).unwrap_or(place);
            reader.problem(place, format!("{key}: {reason}"));
        }
    }
    if let Some(ponder) = table.place("ponder")
        && player.ponder
        && player.dialect != Dialect::Uci
    {
        reader.problem(
            ponder,
            "ponder: only UCI engines announce the reply that they expect; set dialect to uci",
        );
    }
}

/// Reports the options that the built-in engine does not have, if there are
/// other mistakes. Without other mistakes, the engine reports them at its
/// start.
pub(crate) fn check_options(reader: &mut Reader, name: Option<&str>, options: &[Setting]) {
    let engine = name.map_or("engine".to_string(), |name| format!("engine \"{name}\""));
    for option in options {
        if let (Some(place), Some(error)) =
            (&option.place, refused_by_builtin(&option.name, &option.value))
        {
            reader.problem_of_engine(place, format!("{engine}: {error}"));
        }
    }
}

/// Returns the error of an option that the built-in engine does not accept.
fn refused_by_builtin(name: &str, value: &str) -> Option<OptionError> {
    let declared: Vec<OptionDeclaration> =
        OptionRow::all().iter().map(OptionRow::declaration).collect();
    options::command(&declared, name, value, protocol::Dialect::Ugi).err()
}
