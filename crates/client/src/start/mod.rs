//! Starts an engine: process, handshake, options.

pub(crate) mod any;
pub(crate) mod detection;
pub(crate) mod gomocup;
pub(crate) mod same_game;
pub(crate) mod slow_start;
pub(crate) mod trial;

pub use detection::Greeting;
pub use same_game::{Options, other_game};

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use std::{env, io, iter, process};

use noughts_rules::protocol::{Command, OptionDeclaration, Reply};

use super::connection::Connection;
use super::gomocup::Unsuitable;
use super::options::{self, OptionError};
use super::session::Engine;
use crate::base::stop::Stop;
use crate::base::text::rounded;
use crate::base::time::Instant;
use crate::config::deadlines::Deadlines;
use crate::config::dialect::Dialect;
use crate::config::engine::{EngineConfig, Program};
use crate::config::rules::Rules;
use crate::connection::fault::{Fault, FaultKind, RequestError};
use crate::process::link::Host;
use crate::program;

/// Why an engine could not be started.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The process cannot be started.
    #[error("{}", program::describe(program, error))]
    Spawn {
        /// The program.
        program: String,
        /// The error of the operating system.
        error: io::Error,
    },
    /// The handshake failed.
    #[error("{fault}")]
    Handshake {
        /// The fault of the engine.
        fault: Fault,
        /// The transcript of the start.
        transcript: String,
    },
    /// The engine does not accept options of the configuration. Another attempt
    /// would fail as well.
    #[error("{}", list_of(.0))]
    Options(Vec<OptionError>),
    /// A UCI engine with variants, none of which is set. Another attempt would
    /// fail as well.
    #[error(
        "this UCI engine plays chess unless it is told otherwise; if it has a variant that is {0}, \
         set it with option.UCI_Variant=NAME"
    )]
    OtherGame(String),
    /// The protocol of the engine cannot express the game or the configuration.
    /// Another attempt would fail as well.
    #[error("{}", list_of(.0))]
    Unsuitable(Vec<Unsuitable>),
    /// An engine of the Gomocup protocol as the engine of `proof`.
    #[error("proof: engines of the Gomocup protocol print scores as remarks and prove nothing")]
    ProvesNothing,
    /// A UCI engine in a game of `ugi` without a referee.
    #[error(
        "only UGI engines can referee game = \"ugi\", so of two engines that meet one must speak UGI; \
         for UCI engines only, set a [referee]"
    )]
    NoReferee,
    /// The referee is set up for another game than a player.
    #[error(
        "the referee has {option}={referee}, but engine \"{player}\" has {option}={game}; keys of \
         [each] do not apply to the referee, so set the option in [referee] as well"
    )]
    OtherReferee {
        /// The option that chooses the game.
        option: &'static str,
        /// Its value in the referee.
        referee: String,
        /// The player.
        player: String,
        /// Its value in the player.
        game: String,
    },
    /// The tournament was abandoned.
    #[error("the tournament was stopped")]
    Abandoned,
}

fn list_of(errors: &[impl ToString]) -> String {
    let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
    texts.join("; ")
}

impl StartError {
    /// Whether the configuration is at fault: it sets options that the engine
    /// does not accept, or names an engine of another game.
    pub fn is_misuse(&self) -> bool {
        match self {
            StartError::Options(_)
            | StartError::OtherGame(_)
            | StartError::Unsuitable(_)
            | StartError::ProvesNothing
            | StartError::OtherReferee { .. }
            | StartError::NoReferee => true,
            StartError::Spawn { .. } | StartError::Handshake { .. } | StartError::Abandoned => {
                false
            }
        }
    }

    pub(crate) fn new(trouble: RequestError, transcript: String) -> StartError {
        match trouble {
            RequestError::Fault(fault) => StartError::Handshake { fault, transcript },
            RequestError::Abandoned => StartError::Abandoned,
        }
    }
}

/// The settings with which all engines of a tournament are started.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The program of the built-in engine, and its arguments.
    pub builtin: (PathBuf, Vec<String>),
    /// The game.
    pub rules: Rules,
    /// The deadlines.
    pub deadlines: Deadlines,
    /// The stop signal, polled during every wait.
    pub stop: Stop,
    /// Starts the programs.
    pub host: Arc<dyn Host>,
    /// Called once with the name of an engine and its deadline, if the runner
    /// waits for its start for more than two seconds before the first game.
    pub on_wait: Option<fn(&str, Duration)>,
    /// Whether all lines sent and received are printed to standard error.
    pub debug: bool,
}

/// The name of an engine, and the options that it declares.
type Introduction = (String, Vec<OptionDeclaration>);

/// The options of an engine and the commands that set them.
struct Settings {
    /// The name that the engine reports.
    id: String,
    declared: Vec<OptionDeclaration>,
    /// The `setoption` lines still to be sent.
    commands: String,
    /// The options of the configuration that the engine does not accept.
    wrong: Vec<OptionError>,
}

/// Returns whether the configuration sets an option.
fn is_set(config: &EngineConfig, name: &str) -> bool {
    config.options.iter().any(|(known, _)| known.eq_ignore_ascii_case(name))
}

/// The number of failed starts in a row after which the engine loses the game
/// and the run ends.
pub const START_ATTEMPTS: u32 = 3;

/// The number of option declarations kept, to bound the memory.
const MAX_OPTIONS: usize = 10_000;

impl Launch {
    /// Starts an engine and sets its options.
    ///
    /// # Errors
    ///
    /// When the process cannot be started, does not complete the handshake in
    /// time, or does not accept some of its options; the error lists all of
    /// these. No process is left running.
    pub fn start(&self, config: &EngineConfig) -> Result<Engine, StartError> {
        let config = &EngineConfig { dialect: self.dialect(config)?, ..config.clone() };
        if config.dialect == Dialect::Gomocup {
            return self.start_gomocup(config);
        }
        let mut connection = self.connect(config)?;
        let until = Instant::now() + self.deadlines.startup;
        match self.handshake(&mut connection, config.dialect, until) {
            Ok(introduction) => self.set_up(connection, config, introduction, until),
            Err(trouble) => Err(StartError::new(trouble, connection.transcript())),
        }
    }

    /// Sets the options of an engine that has introduced itself.
    pub(crate) fn set_up(
        &self,
        mut connection: Connection,
        config: &EngineConfig,
        introduction: Introduction,
        until: Instant,
    ) -> Result<Engine, StartError> {
        let settings = self.negotiate(&mut connection, config, introduction, until);
        let Settings { id, declared, commands, wrong } =
            settings.map_err(|trouble| StartError::new(trouble, connection.transcript()))?;
        if !wrong.is_empty() {
            return Err(StartError::Options(wrong));
        }
        if let Some(spec) = self.rules.spec()
            && plays_another_game(config, &declared)
        {
            return Err(StartError::OtherGame(spec.to_string()));
        }
        let seed = options::find(&declared, "Seed").filter(|_| !is_set(config, "Seed")).cloned();
        // The moves of an unknown game are not rewritten.
        let drops = config.dialect == Dialect::Uci
            && self.rules.spec().is_some()
            && plays_drops(&config.options);
        let is_foreign =
            config.dialect == Dialect::Uci && options::find(&declared, "Game").is_none();
        let dialect = config.dialect.into();
        let mut engine =
            Engine::new(connection, id, dialect, drops, is_foreign, seed, self.deadlines.clone());
        engine.declared = declared;
        match engine.settle(&commands, until) {
            Ok(()) => Ok(engine),
            Err(trouble) => Err(StartError::new(trouble, engine.transcript())),
        }
    }

    /// Starts an engine in up to [`START_ATTEMPTS`] attempts.
    ///
    /// # Errors
    ///
    /// The error of the last attempt.
    pub fn start_repeatedly(&self, config: &EngineConfig) -> Result<Engine, StartError> {
        let mut attempt = 1;
        loop {
            match self.start(config) {
                Err(error)
                    if attempt == START_ATTEMPTS || matches!(error, StartError::Abandoned) =>
                {
                    return Err(error);
                }
                Err(_) => attempt += 1,
                started => return started,
            }
        }
    }

    /// Returns the files of the program of an engine: the program, and its
    /// arguments as paths, whether or not these exist. A program of a simulation has none.
    pub fn files(&self, config: &EngineConfig) -> Vec<PathBuf> {
        if !self.host.has_files() {
            return Vec::new();
        }
        let folder = config.dir.clone().unwrap_or_default();
        match &config.program {
            // The link to the running program is replaced by the path.
            Program::Builtin => {
                vec![self.builtin.0.canonicalize().unwrap_or_else(|_| self.builtin.0.clone())]
            }
            Program::Command { path, args } => {
                let paths = config.env.get("PATH").map(Into::into).or_else(|| env::var_os("PATH"));
                let program = which::which_in(path, paths, &folder);
                let args = args.iter().map(|arg| folder.join(arg));
                iter::once(program.unwrap_or_else(|_| path.clone())).chain(args).collect()
            }
        }
    }

    /// Starts the process.
    pub(crate) fn connect(&self, config: &EngineConfig) -> Result<Connection, StartError> {
        let (program, args) = match &config.program {
            Program::Builtin => (&self.builtin.0, &self.builtin.1),
            Program::Command { path, args } => (path, args),
        };
        let mut command = process::Command::new(program);
        command.args(args).envs(&config.env);
        if let Some(folder) = &config.dir {
            command.current_dir(folder);
        }
        let shown_as = self.debug.then(|| config.name.clone());
        Connection::open(command, &*self.host, shown_as, &self.stop)
            .map_err(|error| StartError::Spawn { program: program.display().to_string(), error })
    }

    /// Finds the commands that set the options.
    fn negotiate(
        &self,
        connection: &mut Connection,
        config: &EngineConfig,
        (id, mut declared): Introduction,
        until: Instant,
    ) -> Result<Settings, RequestError> {
        let game = self.rules.spec().map(ToString::to_string);
        let ponder = config.ponder.then(|| "true".to_string());
        // The game comes first, because other options may depend on it.
        let own = [("Game", game), ("Ponder", ponder)].into_iter().filter_map(|(name, value)| {
            let is_there = options::find(&declared, name).is_some() && !is_set(config, name);
            Some((name.to_string(), value.filter(|_| is_there)?))
        });
        let settings: Vec<(String, String)> = own.chain(config.options.iter().cloned()).collect();
        let (mut commands, mut wrong) = (String::new(), Vec::new());
        let mut renewed = false;
        let dialect = config.dialect.into();
        for (name, value) in &settings {
            let mut command = options::command(&declared, name, value, dialect);
            // An option may change the values of others, as a file of variants
            // does. So before the first value is rejected, the options so far
            // are sent and the handshake is repeated, once.
            if let Err(OptionError::Value { .. }) = command
                && !commands.is_empty()
                && !std::mem::replace(&mut renewed, true)
            {
                connection.send(&std::mem::take(&mut commands), self.deadlines.startup)?;
                declared = self.handshake(connection, config.dialect, until)?.1;
                command = options::command(&declared, name, value, dialect);
            }
            match command {
                Ok(line) => commands += &(line + "\n"),
                Err(error) => wrong.push(error),
            }
        }
        wrong.extend(options::unknown_local(&declared, &config.local));
        Ok(Settings { id, declared, commands, wrong })
    }

    /// Makes the handshake; returns the name of the engine and the declared
    /// options.
    fn handshake(
        &self,
        connection: &mut Connection,
        dialect: Dialect,
        until: Instant,
    ) -> Result<Introduction, RequestError> {
        let (hello, welcome) = match dialect {
            // The games of `gomocup` begin in `start_gomocup`.
            Dialect::Ugi | Dialect::Auto | Dialect::Gomocup => (Command::Ugi, Reply::UgiOk),
            Dialect::Uci => (Command::Uci, Reply::UciOk),
        };
        connection.send(&(hello.print(dialect.into()) + "\n"), self.deadlines.startup)?;
        let (mut id, mut declared) = (String::new(), Vec::new());
        while let Some(line) = connection.line(until)? {
            match Reply::parse(&line) {
                Reply::Option(option) if declared.len() < MAX_OPTIONS => declared.push(option),
                Reply::IdName(name) => id = name,
                reply if reply == welcome => return Ok((id, declared)),
                _ => {}
            }
            // Buffered lines are returned even after the deadline.
            if Instant::now() >= until {
                break;
            }
        }
        let detail = format!("no \"{welcome}\" within {}", rounded(self.deadlines.startup));
        Err(Fault::new(FaultKind::NotReady, detail).into())
    }
}

/// Returns whether an engine declares the options of chess engines, but none
/// that chooses a game of noughts.
fn plays_another_game(config: &EngineConfig, declared: &[OptionDeclaration]) -> bool {
    let declares = |name| options::find(declared, name).is_some();
    config.dialect == Dialect::Uci
        && (declares("UCI_Variant") || declares("UCI_Chess960"))
        && !declares("Game")
        && !plays_drops(&config.options)
}

/// Returns whether the options choose a variant: as UCI variants, the games of
/// noughts have drops as moves.
fn plays_drops(options: &[(String, String)]) -> bool {
    let mut variant = options.iter().filter(|(name, _)| name.eq_ignore_ascii_case("UCI_Variant"));
    variant.next_back().is_some_and(|(_, value)| !value.eq_ignore_ascii_case("none"))
}
