//! The command line: the protocol loop, or one protocol command.

use std::io::Cursor;
use std::process::ExitCode;

use anyhow::Context;
use clap::Parser;

/// An engine for TicTacTrains, tic-tac-toe on any board and Qubic.
///
/// Without a command it speaks UGI, UCI or plain commands on standard input
/// and output; PROTOCOL.md describes them, `noughts help` lists them.
#[derive(Parser)]
#[command(name = "noughts", version)]
struct Arguments {
    /// The game to begin with: tictactrains, tictactoe:7x6:4, qubic, …
    #[arg(short, long, value_name = "SPEC")]
    game: Option<String>,

    /// An option to set first; may be given several times.
    #[arg(short, long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,

    /// Use none of the processor's newer instructions: slower, and otherwise
    /// the same.
    #[arg(long)]
    portable: bool,

    /// A protocol command to run instead of reading them: `bench`, `perft 4`,
    /// `help`, `go nodes 10000`. Several are separated by a single `,`.
    #[arg(trailing_var_arg = true, value_name = "COMMAND")]
    command: Vec<String>,
}

fn main() -> anyhow::Result<ExitCode> {
    env_logger::init();
    let arguments = Arguments::parse();
    noughts::search::hardware::use_portable(arguments.portable);
    let mut script = String::new();
    // Tried out first, so that a mistake is told before anything runs.
    let mut options = noughts::engine::Options::default();
    let mut set = |name: &str, value: &str| {
        script += &format!("setoption name {name} value {value}\n");
        options.set(name, Some(value))
    };
    if let Some(game) = &arguments.game {
        set("Game", game).with_context(|| format!("--game \"{game}\""))?;
    }
    for option in &arguments.options {
        let (name, value) = option
            .split_once('=')
            .with_context(|| format!("--option \"{option}\" is not of the form NAME=VALUE"))?;
        set(name, value).with_context(|| format!("--option \"{option}\""))?;
    }
    let errors = if arguments.command.is_empty() {
        noughts::engine::serve_stdio(&script)
    } else {
        for command in arguments.command.split(|word| word == ",") {
            script += &(command.join(" ") + "\n");
        }
        noughts::engine::serve(Cursor::new(script), std::io::stdout())
    }
    .context("the engine could not write to its output")?;
    // In a conversation errors have been told; in a script they count.
    let failed = errors > 0 && !arguments.command.is_empty();
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
