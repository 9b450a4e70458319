//! The start of an engine: process, handshake, options.

use std::io;
use std::path::PathBuf;
use std::process;
use std::time::Instant;

use noughts::protocol::{Command, OptionDeclaration, Reply};

use super::connection::Connection;
use super::fault::{Fault, FaultKind, Trouble};
use super::options::{self, OptionError};
use super::session::Engine;
use super::watchdog::Watchdog;
use crate::config::{Deadlines, Dialect, EngineConfig, Program};
use crate::referee::Rules;
use crate::stop::Stop;

/// Why an engine could not be started.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// There is no process.
    #[error("cannot start {program}: {error}")]
    Spawn {
        /// The program.
        program: String,
        /// What the system says.
        error: io::Error,
    },
    /// The handshake failed.
    #[error("{fault}")]
    Handshake {
        /// How.
        fault: Fault,
        /// What was said until then, a line for each line of the wire.
        said: String,
    },
    /// Options of the configuration are none of the engine's. Trying again
    /// would not help.
    #[error("{}", listed(.0))]
    Options(Vec<OptionError>),
    /// The tournament is being abandoned.
    #[error("the tournament was stopped")]
    Abandoned,
}

fn listed(errors: &[OptionError]) -> String {
    let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
    texts.join("; ")
}

impl StartError {
    fn new(trouble: Trouble, said: String) -> StartError {
        match trouble {
            Trouble::Fault(fault) => StartError::Handshake { fault, said },
            Trouble::Abandoned => StartError::Abandoned,
        }
    }
}

/// What all engines of a tournament are started with.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The program, and its arguments, that serves the built-in engine.
    pub builtin: (PathBuf, Vec<String>),
    /// The game.
    pub rules: Rules,
    /// How long to wait for what.
    pub deadlines: Deadlines,
    /// Looked at during every wait.
    pub stop: Stop,
    /// What ends the engines when this process is killed.
    pub guard: Option<Watchdog>,
    /// Whether all that is said is shown on standard error as it is said.
    pub debug: bool,
}

/// What an engine and the runner have found out about options.
struct Agreed {
    declared: Vec<OptionDeclaration>,
    /// What sets them and is still to be sent, in lines.
    commands: String,
    /// Those of the configuration that the engine does not take.
    wrong: Vec<OptionError>,
}

/// Whether the configuration sets an option.
fn is_set(config: &EngineConfig, name: &str) -> bool {
    config.options.iter().any(|(known, _)| known.eq_ignore_ascii_case(name))
}

/// No engine has more options than this; one that declares more does not
/// fill our memory with them.
const MOST_OPTIONS: usize = 10_000;

impl Launch {
    /// Starts an engine and sets its options.
    ///
    /// # Errors
    ///
    /// When the process cannot be started, does not introduce itself in time
    /// or does not know some of its options; all of these are told. No process
    /// is left behind.
    pub fn start(&self, config: &EngineConfig) -> Result<Engine, StartError> {
        let mut connection = self.connect(config)?;
        let until = Instant::now() + self.deadlines.startup;
        let agreed = self.agree(&mut connection, config, until);
        let Agreed { declared, commands, wrong } =
            agreed.map_err(|trouble| StartError::new(trouble, connection.transcript()))?;
        if !wrong.is_empty() {
            return Err(StartError::Options(wrong));
        }
        let seed = options::find(&declared, "Seed").filter(|_| !is_set(config, "Seed")).cloned();
        let drops = config.dialect == Dialect::Uci && plays_drops(&config.options);
        let dialect = config.dialect.into();
        let mut engine = Engine::new(connection, dialect, drops, seed, self.deadlines.clone());
        match engine.settle(&commands, until) {
            Ok(()) => Ok(engine),
            Err(trouble) => Err(StartError::new(trouble, engine.transcript())),
        }
    }

    /// Starts the process.
    fn connect(&self, config: &EngineConfig) -> Result<Connection, StartError> {
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
        Connection::open(command, self.guard.as_ref(), shown_as, &self.stop)
            .map_err(|error| StartError::Spawn { program: program.display().to_string(), error })
    }

    /// Exchanges greetings and finds the commands that set the options.
    fn agree(
        &self,
        connection: &mut Connection,
        config: &EngineConfig,
        until: Instant,
    ) -> Result<Agreed, Trouble> {
        let mut declared = self.introduce(connection, config.dialect, until)?;
        let game = self.rules.spec().map(ToString::to_string);
        let ponder = config.ponder.then(|| "true".to_string());
        // The game first: other options may depend on it.
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
            // Some options change what others offer, as a file of variants
            // does: after them the engine is asked again, once.
            if let Err(OptionError::Value { .. }) = command
                && !commands.is_empty()
                && !std::mem::replace(&mut renewed, true)
            {
                connection.send(&std::mem::take(&mut commands), self.deadlines.startup)?;
                declared = self.introduce(connection, config.dialect, until)?;
                command = options::command(&declared, name, value, dialect);
            }
            match command {
                Ok(line) => commands += &(line + "\n"),
                Err(error) => wrong.push(error),
            }
        }
        Ok(Agreed { declared, commands, wrong })
    }

    /// Exchanges greetings; returns the options that the engine declares.
    fn introduce(
        &self,
        connection: &mut Connection,
        dialect: Dialect,
        until: Instant,
    ) -> Result<Vec<OptionDeclaration>, Trouble> {
        let (hello, welcome) = match dialect {
            Dialect::Ugi => (Command::Ugi, Reply::UgiOk),
            Dialect::Uci => (Command::Uci, Reply::UciOk),
        };
        connection.send(&(hello.print(dialect.into()) + "\n"), self.deadlines.startup)?;
        let mut declared = Vec::new();
        while let Some(line) = connection.line(until)? {
            match Reply::parse(&line) {
                Reply::Option(option) if declared.len() < MOST_OPTIONS => declared.push(option),
                reply if reply == welcome => return Ok(declared),
                _ => {}
            }
            // An engine that talks without end must not outlast the wait.
            if Instant::now() >= until {
                break;
            }
        }
        let detail = format!("no \"{welcome}\" in {:?}", self.deadlines.startup);
        Err(Fault::new(FaultKind::NotReady, detail).into())
    }
}

/// Whether the options choose a variant: the boards of ours are variants in
/// which pieces are dropped.
fn plays_drops(options: &[(String, String)]) -> bool {
    let mut variant = options.iter().filter(|(name, _)| name.eq_ignore_ascii_case("UCI_Variant"));
    variant.next_back().is_some_and(|(_, value)| !value.eq_ignore_ascii_case("none"))
}
