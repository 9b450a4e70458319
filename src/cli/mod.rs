//! The command line: its commands and options.

mod advice;
mod arguments;
mod certificate;
mod commands;
mod console;
mod exit;
mod history;
mod words;

use std::ffi::OsString;
use std::fmt::Display;
use std::mem::take;
use std::process::ExitCode;

use clap::{ColorChoice, CommandFactory, FromArgMatches, Parser};

use arguments::{EngineArguments, GlobalOptions};
use commands::play::Play;
use commands::puzzles::Puzzles;
use commands::selfplay::Selfplay;
use commands::solve::Solve;
use commands::verify::Verify;
use commands::{prompt, protocol};
use console::show;
use exit::{WRONG_ARGUMENTS, WrongArguments};

/// An engine for TicTacTrains, tic-tac-toe on any board and Qubic.
///
/// Without a command it speaks UGI, UCI or plain commands on standard input
/// and output; `noughts help` lists them, and PROTOCOL.md describes them.
#[derive(Parser)]
#[command(
    name = "noughts",
    // Not the name of its file: the help of Windows would say `noughts.exe`.
    bin_name = "noughts",
    version,
    disable_help_subcommand = true,
    subcommand_value_name = "COMMAND",
    after_help = PROTOCOL_COMMANDS
)]
struct Arguments {
    #[command(flatten)]
    engine: EngineArguments,

    /// Use bold and colours; auto does so on a terminal, unless `NO_COLOR` is set
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: ColorChoice,

    #[command(subcommand)]
    command: Option<Subcommand>,
}

const PROTOCOL_COMMANDS: &str = "\
Any other command is one of the protocol, which `noughts help` lists: `noughts go nodes 10000`. \
To run several, put commas with spaces between them: `noughts position moves d4 , show`.

On a terminal, `noughts` alone opens a prompt for moves and commands. There `help` lists them, \
and `quit` leaves.";

#[derive(clap::Subcommand)]
enum Subcommand {
    Solve(Solve),
    Verify(Verify),
    Play(Play),
    /// Let a search play against itself
    Selfplay(Selfplay),
    /// Make puzzles with proven solutions
    Puzzles(Puzzles),
    Completions(noughts_terminal::Completions),
    Man(noughts_terminal::Man),
    /// A protocol command to run instead of those of standard input
    #[command(external_subcommand)]
    Protocol(Vec<String>),
}

/// Runs the program. Errors are printed in one line, without a backtrace: they
/// are mistakes of the user or of the system.
pub(crate) fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().collect();
    let mut program = Arguments::command().color(noughts_terminal::choose_colors(&words));
    let matches = program.try_get_matches_from_mut(&words).unwrap_or_else(|mut error| {
        advice::advise(&Arguments::command(), &mut error, &words);
        error.exit()
    });
    let result = match Arguments::from_arg_matches(&matches) {
        Ok(arguments) => arguments.run(),
        Err(error) => error.exit(),
    };
    result.unwrap_or_else(|error| {
        console::complain(format_args!("{error:#}"));
        match error.downcast_ref::<WrongArguments>() {
            Some(_) => ExitCode::from(WRONG_ARGUMENTS),
            None => ExitCode::FAILURE,
        }
    })
}

impl Arguments {
    /// Runs the command of the command line.
    fn run(mut self) -> anyhow::Result<ExitCode> {
        let program = Arguments::command();
        if let Some(Subcommand::Protocol(words)) = &self.command
            && let [help, name] = &words[..]
            && help == "help"
        {
            match help_of(name) {
                Some(text) => show!("{text}"),
                None => {
                    let help = advice::help_of_protocol(&program, name);
                    show!("{}", help.map_err(WrongArguments)?);
                }
            }
            return Ok(ExitCode::SUCCESS);
        }
        if let Some(Subcommand::Protocol(words)) = &self.command {
            advice::check_command(&program, words).map_err(WrongArguments)?;
        }
        let later = self.command.as_mut().map_or_else(GlobalOptions::default, Subcommand::given);
        self.engine.given.extend(later);
        let options = self.engine.options()?;
        match self.command {
            None if prompt::is_possible() => {
                let names = program.get_subcommands().map(clap::Command::get_name);
                prompt::converse(options, names.map(str::to_string).collect())
            }
            None => protocol::converse(options),
            Some(Subcommand::Protocol(words)) => protocol::run(options, &words),
            Some(Subcommand::Solve(solve)) => solve.run(&options),
            Some(Subcommand::Verify(verify)) => verify.run(),
            Some(Subcommand::Play(mut play)) => {
                play.has_game = self.engine.given.name_a_game();
                play.run(&options, self.engine.for_another_process())
            }
            Some(Subcommand::Selfplay(selfplay)) => selfplay.run(&options),
            Some(Subcommand::Puzzles(puzzles)) => puzzles.run(),
            Some(Subcommand::Completions(completions)) => {
                completions.print::<Arguments>()?;
                Ok(ExitCode::SUCCESS)
            }
            Some(Subcommand::Man(man)) => {
                man.write::<Arguments>()?;
                Ok(ExitCode::SUCCESS)
            }
        }
    }
}

impl Subcommand {
    /// Takes the options behind the command.
    fn given(&mut self) -> GlobalOptions {
        match self {
            Subcommand::Verify(_)
            | Subcommand::Puzzles(_)
            | Subcommand::Completions(_)
            | Subcommand::Man(_) => GlobalOptions::default(),
            Subcommand::Solve(solve) => take(&mut solve.given),
            Subcommand::Play(play) => take(&mut play.given),
            Subcommand::Selfplay(selfplay) => take(&mut selfplay.given),
            Subcommand::Protocol(words) => GlobalOptions::extract_from(words),
        }
    }
}

/// Returns the help of a subcommand, as `-h` after it prints it.
fn help_of(name: &str) -> Option<impl Display> {
    let mut program = Arguments::command();
    // Completes the names of the subcommands.
    program.build();
    Some(program.find_subcommand_mut(name)?.render_help())
}
