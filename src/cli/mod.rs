//! The command line: its commands and options.

mod book;
mod certificate;
mod console;
mod each;
mod global_options;
mod nearest;
mod net;
mod openings;
mod play;
mod progress;
mod prompt;
mod protocol;
mod selfplay;
mod solve;
mod value;
mod verify;
mod words;

use std::ffi::OsString;
use std::fmt::Display;
use std::mem::take;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context;
use clap::{ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand};
use console::show;
use global_options::GlobalOptions;
use noughts::engine::Options;
use noughts::game::{GameSpec, SpecError, new_game};
use noughts::search::Hardware;

/// An engine for TicTacTrains, tic-tac-toe on any board and Qubic.
///
/// Without a command it speaks UGI, UCI or plain commands on standard input
/// and output; PROTOCOL.md describes them, `noughts help` lists them.
#[derive(Parser)]
#[command(
    name = "noughts",
    version,
    disable_help_subcommand = true,
    subcommand_value_name = "COMMAND",
    after_help = PROTOCOL_COMMANDS
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    given: GlobalOptions,

    /// Use only basic processor instructions: slower, with the same results
    #[arg(long)]
    portable: bool,

    /// Make the constants of the searches options, for tuning
    #[arg(long)]
    tunable: bool,

    /// Check a certificate of `solve qubic`, then play from it without a search
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,

    /// The network of puct, instead of the one inside the program
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,

    /// When to use bold and colours; auto is on terminals, unless `NO_COLOR` is
    /// set
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: ColorChoice,

    #[command(subcommand)]
    command: Option<Action>,
}

/// Runs the program. Errors are printed in one line, without a backtrace: they
/// are mistakes of the user or of the system.
pub(crate) fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().collect();
    let mut program = Arguments::command().color(noughts_terminal::choose_colors(&words));
    let matches = match program.try_get_matches_from_mut(&words) {
        Ok(matches) => matches,
        Err(mut error) => {
            nearest::advise(&mut error, &words);
            error.exit()
        }
    };
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

/// The exit status after wrong arguments, the same as that of clap.
const WRONG_ARGUMENTS: u8 = 2;

/// Arguments that are well formed but invalid.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct WrongArguments(String);

impl WrongArguments {
    /// Returns an error that ends the program like wrong arguments.
    fn of(error: &anyhow::Error) -> anyhow::Error {
        WrongArguments(format!("{error:#}")).into()
    }
}

const PROTOCOL_COMMANDS: &str = "\
Any other command is one of the protocol, and `noughts help` lists them: `noughts bench`, \
`noughts go nodes 10000`. Write a comma with spaces around it between two of them: \
`noughts position moves d4 , show`.

On a terminal, `noughts` alone is a prompt for moves and commands: `help` lists them, and \
`quit`, `exit` or `q` ends it.";

#[derive(Subcommand)]
enum Action {
    /// Prove the value of a position
    Solve(solve::Arguments),
    /// Check a certificate with code that shares nothing with the prover
    Verify(verify::Arguments),
    /// Play against an engine, or watch two
    Play(play::Arguments),
    /// Let a search play against itself
    Selfplay(selfplay::Arguments),
    Completions(noughts_terminal::Completions),
    Man(noughts_terminal::Man),
    /// A protocol command to run instead of those of standard input
    #[command(external_subcommand)]
    Protocol(Vec<String>),
}

impl Arguments {
    /// Runs the command of the command line.
    fn run(mut self) -> anyhow::Result<ExitCode> {
        if let Some(Action::Protocol(words)) = &self.command
            && let [help, name] = &words[..]
            && help == "help"
        {
            match help_of(name) {
                Some(text) => show!("{text}"),
                None => show!("{}", nearest::help_of_protocol(name).map_err(WrongArguments)?),
            }
            return Ok(ExitCode::SUCCESS);
        }
        match &mut self.command {
            None | Some(Action::Verify(_) | Action::Completions(_) | Action::Man(_)) => {}
            Some(Action::Solve(arguments)) => self.given.extend(take(&mut arguments.given)),
            Some(Action::Play(arguments)) => self.given.extend(take(&mut arguments.given)),
            Some(Action::Selfplay(arguments)) => self.given.extend(take(&mut arguments.given)),
            Some(Action::Protocol(words)) => {
                nearest::check_command(words).map_err(WrongArguments)?;
                self.given.extend(GlobalOptions::extract_from(words));
            }
        }
        let options = self.given.options(self.tunable);
        let mut options = options.map_err(|error| WrongArguments::of(&error))?;
        if self.portable {
            options.settings.hardware = Hardware::Portable;
        }
        if let Some(file) = &self.book {
            options.settings.book = Some(Arc::new(book::load(file)?));
        }
        if let Some(file) = &self.net {
            options.settings.network = Some(Arc::new(net::load(file)?));
        }
        let own = self.own_arguments();
        match self.command {
            None if prompt::is_possible() => prompt::converse(options),
            None => protocol::converse(options),
            Some(Action::Protocol(words)) => protocol::run(options, &words),
            Some(Action::Solve(arguments)) => arguments.run(&options),
            Some(Action::Verify(arguments)) => verify::run(&arguments),
            Some(Action::Play(arguments)) => arguments.run(&options, own),
            Some(Action::Selfplay(arguments)) => arguments.run(&options),
            Some(Action::Completions(completions)) => {
                completions.print::<Arguments>()?;
                Ok(ExitCode::SUCCESS)
            }
            Some(Action::Man(man)) => {
                man.write::<Arguments>()?;
                Ok(ExitCode::SUCCESS)
            }
        }
    }
}

impl Arguments {
    /// Returns the arguments that make another process of this program the same
    /// engine, apart from the game.
    fn own_arguments(&self) -> Vec<OsString> {
        let mut arguments: Vec<OsString> = self.given.option_arguments();
        if self.portable {
            arguments.push("--portable".into());
        }
        if self.tunable {
            arguments.push("--tunable".into());
        }
        if let Some(file) = &self.book {
            arguments.extend(["--book".into(), file.into()]);
        }
        if let Some(file) = &self.net {
            arguments.extend(["--net".into(), file.into()]);
        }
        arguments
    }
}

/// Returns the help of a subcommand, as `-h` after it prints it.
fn help_of(name: &str) -> Option<impl Display> {
    let mut program = Arguments::command();
    // Completes the names of the subcommands.
    program.build();
    Some(program.find_subcommand_mut(name)?.render_help())
}

/// Splits the spec of a game from the front of some words. A first word that is
/// a number or a square of the game in the options is not a spec.
fn game_and_rest(options: &Options, words: &[String]) -> anyhow::Result<(GameSpec, Vec<String>)> {
    split_game(options, words).map_err(|error| WrongArguments::of(&error))
}

fn split_game(options: &Options, words: &[String]) -> anyhow::Result<(GameSpec, Vec<String>)> {
    let Some(first) = words.first() else { return Ok((options.game.clone(), Vec::new())) };
    let is_number = first.bytes().all(|b| b.is_ascii_digit());
    if is_number || new_game(&options.game).board().parse(first).is_some() {
        return Ok((options.game.clone(), words.to_vec()));
    }
    let error = match first.parse() {
        Ok(spec) => {
            anyhow::ensure!(
                options.game == spec || options.game == Options::default().game,
                "two games: {spec}, and {} by an option",
                options.game
            );
            return Ok((spec, words[1..].to_vec()));
        }
        Err(error) => error,
    };
    if !matches!(error, SpecError::Unknown(_)) {
        return Err(error.into());
    }
    if format!("tictactoe:{first}").parse::<GameSpec>().is_ok() {
        anyhow::bail!("{error}; do you mean \"tictactoe:{first}\"?");
    }
    let question = nearest::game_meant(first);
    if question.is_empty() {
        return Err(error)
            .with_context(|| format!("\"{first}\" is not a square of {}", options.game));
    }
    anyhow::bail!("{error}{question}")
}
