//! The command line: the protocol loop, one protocol command, or a command
//! that is not of the protocol.

mod book;
mod certificate;
mod openings;
mod solve;
mod verify;

use std::io::Cursor;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::{Parser, Subcommand};

/// An engine for TicTacTrains, tic-tac-toe on any board and Qubic.
///
/// Without a command it speaks UGI, UCI or plain commands on standard input
/// and output; PROTOCOL.md describes them, `noughts help` lists them. Any
/// protocol command can also be given here: `noughts bench`, `noughts perft
/// 4`, `noughts go nodes 10000`; several are separated by a single `,`.
#[derive(Parser)]
#[command(name = "noughts", version, disable_help_subcommand = true)]
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

    /// A certificate of `solve qubic`: checked first, then played at once.
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,

    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Proves the value of a game.
    Solve(solve::Arguments),
    /// Checks a certificate with code that shares nothing with the prover.
    Verify(verify::Arguments),
    /// Commands of the protocol.
    #[command(external_subcommand)]
    Protocol(Vec<String>),
}

/// Does what the command line says.
pub(crate) fn run() -> anyhow::Result<ExitCode> {
    let arguments = Arguments::parse();
    noughts::search::hardware::use_portable(arguments.portable);
    if let Some(file) = &arguments.book {
        book::load(file)?;
    }
    match &arguments.command {
        Some(Command::Solve(solve)) => solve::run(solve),
        Some(Command::Verify(verify)) => verify::run(verify),
        Some(Command::Protocol(words)) => protocol(&arguments, words),
        None => protocol(&arguments, &[]),
    }
}

/// Runs the engine on these words, or on standard input if there are none.
fn protocol(arguments: &Arguments, words: &[String]) -> anyhow::Result<ExitCode> {
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
    let errors = if words.is_empty() {
        noughts::engine::serve_stdio(&script)
    } else {
        for command in words.split(|word| word == ",") {
            script += &(command.join(" ") + "\n");
        }
        noughts::engine::serve(Cursor::new(script), std::io::stdout())
    }
    .context("the engine could not write to its output")?;
    // In a conversation errors have been told; in a script they count.
    let failed = errors > 0 && !words.is_empty();
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
