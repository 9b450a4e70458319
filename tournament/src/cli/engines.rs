//! The argument `--engine` of the command line, which may be given many times.

use clap::error::Error;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

/// The keys and values of every `--engine`. Written by hand, for what clap
/// derives joins the values of all of them.
#[derive(Clone, Debug)]
pub(crate) struct Engines(pub(crate) Vec<Vec<String>>);

/// Its name.
pub(crate) const ENGINE: &str = "engine";

impl Args for Engines {
    fn augment_args(command: Command) -> Command {
        command.arg(
            Arg::new(ENGINE)
                .long(ENGINE)
                .value_name("KEY=VALUE")
                .num_args(1..)
                .action(ArgAction::Append)
                .help(
                    "An engine, such as name=A cmd=./a nodes=1000; without a cmd the built-in one",
                ),
        )
    }

    fn augment_args_for_update(command: Command) -> Command {
        Engines::augment_args(command)
    }
}

impl FromArgMatches for Engines {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Engines, Error> {
        let occurrences = matches.get_occurrences::<String>(ENGINE).into_iter().flatten();
        Ok(Engines(occurrences.map(|values| values.cloned().collect()).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Engines::from_arg_matches(matches)?;
        Ok(())
    }
}
