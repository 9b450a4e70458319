//! The handshake with an engine, which includes the options for game and level.

use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, select};
use noughts::game::GameSpec;
use noughts::game::lines::Shape;
use noughts::protocol::{Command, Dialect, OptionDeclaration, OptionKind, Reply, printable};

use super::super::LEVELS;
use super::process::Process;
use super::{EngineError, Launch};

/// The maximum number of declared options that are kept.
const MAX_OPTIONS: usize = 1000;

/// The maximum length of a name, in characters.
const MAX_NAME: usize = 40;

/// What an engine declared during the handshake.
#[derive(Debug)]
pub(super) struct Introduction {
    /// The name of the engine; empty if it sent none.
    pub(super) name: String,
    pub(super) dialect: Dialect,
    pub(super) declared: Vec<OptionDeclaration>,
    /// Whether moves are written as drops, `P@b2`.
    pub(super) drops: bool,
}

impl Introduction {
    /// Returns the option of this name, ignoring case.
    pub(super) fn option(&self, name: &str) -> Option<&OptionDeclaration> {
        self.declared.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// Returns the least and the greatest level, if the engine has levels.
    pub(super) fn levels(&self) -> Option<(i64, i64)> {
        match self.option(LEVELS)?.kind {
            OptionKind::Spin { min, max, .. } => Some((min, max)),
            _ => None,
        }
    }

    /// Returns the `setoption` line of an option, if the engine has it.
    pub(super) fn set(&self, name: &str, value: &str) -> Option<String> {
        let name = self.option(name)?.name.clone();
        let value = Some(value.to_string());
        Some(Command::SetOption { name, value }.print(self.dialect))
    }

    /// Returns the line that selects the game. There is none for a UGI engine
    /// without the option `Game`: it plays only one game, which may be this
    /// one.
    fn choose(&mut self, game: &GameSpec) -> Result<Option<String>, EngineError> {
        let refusal = || EngineError::Game(game.to_string());
        if let Some(line) = self.set("Game", &game.to_string()) {
            return Ok(Some(line));
        }
        if self.dialect == Dialect::Ugi {
            return Ok(None);
        }
        let small = Shape::Flat { columns: 3, rows: 3, line: 3, exact: false };
        let variant = self.option("UCI_Variant").filter(|_| *game == GameSpec::Lines(small));
        match variant.map(|option| &option.kind) {
            Some(OptionKind::Combo { values, .. }) if values.iter().any(|v| v == "tictactoe") => {}
            _ => return Err(refusal()),
        }
        self.drops = true;
        self.set("UCI_Variant", "tictactoe").map(Some).ok_or_else(refusal)
    }
}

/// Performs the handshake, sets the game and the level, and waits until the
/// engine is ready. Closing `wanted` cancels this.
pub(super) fn introduce(
    process: &mut Process,
    launch: &Launch,
    wanted: &Receiver<()>,
) -> Result<Introduction, EngineError> {
    let until = Instant::now() + launch.patience.start;
    let mut found = Introduction {
        name: String::new(),
        dialect: Dialect::Ugi,
        declared: Vec::new(),
        drops: false,
    };
    // An engine without `ugi` answers only the `isready`, or nothing.
    send(process, "ugi")?;
    send(process, "isready")?;
    let answer = await_reply(process, wanted, launch.patience.ugi, |reply| match reply {
        Reply::UgiOk => Some(true),
        Reply::ReadyOk => Some(false),
        other => {
            found.note(other);
            None
        }
    });
    match answer {
        Ok(true) => await_reply(process, wanted, left(until), |reply| {
            (reply == Reply::ReadyOk).then_some(())
        })?,
        Ok(false) | Err(EngineError::Silent) => {
            found.dialect = Dialect::Uci;
            send(process, "uci")?;
            let answer = await_reply(process, wanted, left(until), |reply| match reply {
                Reply::UciOk => Some(()),
                other => {
                    found.note(other);
                    None
                }
            });
            answer.map_err(|error| match error {
                EngineError::Silent => EngineError::Handshake(launch.patience.start),
                other => other,
            })?;
        }
        Err(error) => return Err(error),
    }
    let game = found.choose(&launch.game)?;
    game.iter().try_for_each(|line| send(process, line))?;
    if let Some(level) = launch.level {
        let (least, greatest) = found.levels().ok_or(EngineError::NoLevels)?;
        if !(least..=greatest).contains(&level) {
            return Err(EngineError::Level(level, least, greatest));
        }
        let line = found.set(LEVELS, &level.to_string()).ok_or(EngineError::NoLevels)?;
        send(process, &line)?;
    }
    send(process, "isready")?;
    await_reply(process, wanted, left(until), |reply| (reply == Reply::ReadyOk).then_some(()))?;
    Ok(found)
}

impl Introduction {
    fn note(&mut self, reply: Reply) {
        match reply {
            Reply::IdName(name) => self.name = printable(name.trim(), MAX_NAME),
            Reply::Option(option) if self.declared.len() < MAX_OPTIONS => {
                // A repeated option replaces the first one.
                self.declared.retain(|known| known.name != option.name);
                self.declared.push(option);
            }
            _ => {}
        }
    }
}

fn left(until: Instant) -> Duration {
    until.saturating_duration_since(Instant::now())
}

pub(super) fn send(process: &mut Process, line: &str) -> Result<(), EngineError> {
    if process.send(line) {
        return Ok(());
    }
    Err(match process.has_ended() {
        true => EngineError::Ended(process.last_words()),
        false => EngineError::Deaf,
    })
}

/// Reads replies until `take` returns a value for one.
fn await_reply<T>(
    process: &mut Process,
    wanted: &Receiver<()>,
    patience: Duration,
    mut take: impl FnMut(Reply) -> Option<T>,
) -> Result<T, EngineError> {
    let until = Instant::now() + patience;
    loop {
        let reply = select! {
            recv(process.lines()) -> line => match line {
                Ok(Ok(line)) => Reply::parse(&line),
                Ok(Err(_)) => return Err(EngineError::LongLine),
                Err(_) => return Err(EngineError::Ended(process.last_words())),
            },
            // Nothing is ever sent, so this means that the channel was closed.
            recv(wanted) -> _ => return Err(EngineError::Unwanted),
            default(left(until)) => return Err(EngineError::Silent),
        };
        if let Some(found) = take(reply) {
            return Ok(found);
        }
        if Instant::now() >= until {
            return Err(EngineError::Silent);
        }
    }
}
