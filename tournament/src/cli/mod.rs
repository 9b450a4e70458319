//! The command line of the match runner: parses it, and runs the command.

mod advice;
mod commands;
mod common;
mod options;
mod play;
mod tables;

use std::process::ExitCode;

use clap::{ColorChoice, Command, CommandFactory, FromArgMatches, Parser, Subcommand};

use self::advice::hints;
use self::commands::audit::Audit;
use self::commands::book::BookMaker;
use self::commands::check::Conformance;
use self::commands::export::Export;
use self::commands::follow::Follow;
use self::commands::merge::Merge;
use self::commands::replay::Replay;
use self::commands::report::Report;
use self::commands::run::Run;
use self::commands::run::demo;
use self::commands::run::ladder::Ladder;
use self::commands::speed;
use self::commands::stats::Stats;
use self::commands::tune::Tune;
use self::common::builtin;
use self::common::console::{self, complain_error};
use self::common::end::{EXIT_CODES, End};
use self::options::sprt;

/// A match runner for UGI and UCI engines. Without a command it plays a
/// demonstration.
#[derive(Debug, Parser)]
// `bin_name`: not the name of its file, which has an `.exe` on Windows.
#[command(bin_name = "noughts-tournament", version, after_help = EXIT_CODES)]
pub(crate) struct Arguments {
    /// When to use bold and colours; auto is on terminals, unless `NO_COLOR` is
    /// set
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: ColorChoice,
    #[command(subcommand)]
    command: Option<Action>,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Play a tournament that a file, the command line or both describe
    Run(Box<Run>),
    /// Find good values for options of an engine by SPSA, from games against
    /// itself
    Tune(Box<Tune>),
    /// Compute statistics from counts of results, or from journals
    Stats(Stats),
    /// Make an HTML page from the games in journals
    Report(Report),
    /// Write the positions or the games of journals for other programs: csv,
    /// jsonl, epd, pgn, sgf
    Export(Export),
    /// Check every line of journals against the rules, the configuration and the clocks
    Audit(Audit),
    /// Merge the journals of one tournament, such as those of its shares
    Merge(Merge),
    /// Watch the journals of shares while they are played, and end the jobs when
    /// the test is decided
    Follow(Follow),
    /// Make a file of random openings
    Book(BookMaker),
    /// Check step by step whether an engine conforms to UGI or UCI, whatever
    /// its game
    Check(Box<Conformance>),
    /// Measure the strength of an engine against the ten levels of the built-in
    /// one, with as few games as decide
    Ladder(Box<Ladder>),
    /// Measure the speed of this machine, for the keys reference and scale
    Speed,
    /// Send the lines of a transcript to an engine again, and show its replies
    Replay(Replay),
    Completions(noughts_terminal::Completions),
    Man(noughts_terminal::Man),
    /// Serve the built-in engine over standard input and output
    #[command(name = builtin::SUBCOMMAND, hide = true)]
    Engine,
    /// End the engines of a killed runner
    #[command(name = builtin::GUARD, hide = true)]
    Watchdog {
        /// The marker in the environment of the engines
        mark: String,
    },
}

/// Parses the command line.
///
/// # Errors
///
/// The exit code, after the message has been printed.
pub(crate) fn parse() -> Result<Arguments, ExitCode> {
    let words = sprt::expand_negative(std::env::args_os().collect());
    let program = Arguments::command().color(console::choose_colors(&words));
    let parsed = program.clone().try_get_matches_from(&words);
    parsed.and_then(|matches| Arguments::from_arg_matches(&matches)).map_err(|error| {
        let words: Vec<String> =
            words.iter().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
        match hints::advice(&program, &words, &error) {
            Some(advice) => {
                complain_error(&advice.text);
                if let Some(others) = advice.others {
                    complain_of_others(&program, &others);
                }
            }
            // A closed pipe is not worth a message.
            None => drop(error.print()),
        }
        ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
    })
}

/// Reports the mistakes in the arguments of `run` that the parser did not
/// report.
fn complain_of_others(program: &Command, words: &[String]) {
    let words = [program.get_name().to_string()].into_iter().chain(words.iter().cloned());
    let parsed = program.clone().try_get_matches_from(words);
    let parsed = parsed.and_then(|matches| Arguments::from_arg_matches(&matches));
    if let Ok(Arguments { command: Some(Action::Run(run)), .. }) = parsed
        && let Err(problems) = run.config()
    {
        complain_error(&problems.to_string());
    }
}

/// Runs the command and returns its exit code.
pub(crate) fn run(arguments: Arguments) -> ExitCode {
    let end = match arguments.command {
        None => demo::run(),
        Some(Action::Run(run)) => run.run(),
        Some(Action::Tune(tune)) => tune.run(),
        Some(Action::Stats(stats)) => stats.show().map(End::from),
        Some(Action::Report(report)) => report.write(),
        Some(Action::Export(export)) => export.write().map(|()| End::Finished),
        Some(Action::Audit(audit)) => audit.run(),
        Some(Action::Merge(merge)) => merge.write().map(|()| End::Finished).map_err(Into::into),
        Some(Action::Follow(follow)) => follow.run(),
        Some(Action::Book(book)) => book.write(),
        Some(Action::Check(check)) => {
            check.run().map(|conforms| if conforms { End::Finished } else { End::NotConforming })
        }
        Some(Action::Ladder(ladder)) => ladder.run(),
        Some(Action::Speed) => speed::show().map(|()| End::Finished).map_err(Into::into),
        Some(Action::Replay(replay)) => replay.play().map(|()| End::Finished),
        Some(Action::Completions(completions)) => {
            completions.print::<Arguments>().map(|()| End::Finished).map_err(Into::into)
        }
        Some(Action::Man(man)) => {
            man.write::<Arguments>().map(|()| End::Finished).map_err(Into::into)
        }
        Some(Action::Watchdog { mark }) => {
            builtin::watch(&mark);
            Ok(End::Finished)
        }
        Some(Action::Engine) => builtin::serve().map(|()| End::Finished).map_err(Into::into),
    };
    let end = end.unwrap_or_else(|error| {
        let end = End::from(&error);
        if end != End::ReaderGone {
            complain_error(&format!("{error:#}"));
        }
        end
    });
    ExitCode::from(end as u8)
}
