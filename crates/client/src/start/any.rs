//! Starts an engine whose dialect is unknown, and plays with the process that was
//! asked for it.

use std::time::Duration;

use noughts_rules::game::GameSpec;
use noughts_rules::game::lines::{LineRule, Shape};
use noughts_rules::protocol::{OptionKind, Reply};

use super::{Introduction, Launch, MAX_OPTIONS, StartError};
use crate::base::time::Instant;
use crate::config::dialect::Dialect;
use crate::config::engine::EngineConfig;
use crate::connection::Connection;
use crate::connection::fault::RequestError;
use crate::options;
use crate::session::Engine;

/// The variant of UCI for 3x3.
const VARIANT: (&str, &str) = ("UCI_Variant", "tictactoe");

impl Launch {
    /// Starts an engine that speaks UGI or UCI, whatever the dialect of its
    /// configuration, and sets its options. One that does not answer `ugi` within
    /// `patience` is asked for UCI.
    ///
    /// # Errors
    ///
    /// As for [`start`](Launch::start), and when a UCI engine has no option that
    /// chooses the game.
    pub fn start_any(
        &self,
        config: &EngineConfig,
        patience: Duration,
    ) -> Result<Engine, StartError> {
        let mut connection = self.connect(config)?;
        let until = Instant::now() + self.deadlines.startup;
        let found = self.introduction(&mut connection, patience, until);
        let (dialect, introduction) =
            found.map_err(|trouble| StartError::new(trouble, connection.transcript()))?;
        let mut config = EngineConfig { dialect, ..config.clone() };
        let has_variant = options::find(&introduction.1, VARIANT.0).is_some_and(|option| {
            matches!(&option.kind, OptionKind::Combo { values, .. }
                if values.iter().any(|value| value == VARIANT.1))
        });
        let has_game = options::find(&introduction.1, "Game").is_some();
        let small = Shape::Flat { columns: 3, rows: 3, line: 3, rule: LineRule::Free };
        if let (Dialect::Uci, false, Some(spec)) = (dialect, has_game, self.rules.spec()) {
            if !has_variant || *spec != GameSpec::Lines(small) {
                return Err(StartError::OtherGame(spec.to_string()));
            }
            config.options.insert(0, (VARIANT.0.to_string(), VARIANT.1.to_string()));
        }
        self.set_up(connection, &config, introduction, until)
    }

    /// Makes the handshake in the dialect that the engine answers.
    fn introduction(
        &self,
        connection: &mut Connection,
        patience: Duration,
        until: Instant,
    ) -> Result<(Dialect, Introduction), RequestError> {
        let (mut id, mut declared) = (String::new(), Vec::new());
        // An engine without `ugi` answers only the `isready`, or nothing.
        connection.send("ugi\nisready\n", patience)?;
        let soon = until.min(Instant::now() + patience);
        let mut speaks_ugi = false;
        loop {
            let until = if speaks_ugi { until } else { soon };
            let Some(line) = connection.line(until)? else { break };
            match Reply::parse(&line) {
                Reply::IdName(name) => id = name,
                Reply::Option(option) if declared.len() < MAX_OPTIONS => declared.push(option),
                Reply::UgiOk => speaks_ugi = true,
                Reply::ReadyOk if speaks_ugi => return Ok((Dialect::Ugi, (id, declared))),
                Reply::ReadyOk => break,
                _ => {}
            }
            // Buffered lines are returned even after the deadline.
            if Instant::now() >= until {
                break;
            }
        }
        Ok((Dialect::Uci, self.handshake(connection, Dialect::Uci, until)?))
    }
}
