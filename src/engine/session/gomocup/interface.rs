//! What the session knows of the adapter: its state, its commands and its errors.

use super::refusal::GomocupRefusal;
use super::stones::Stones;
use crate::engine::session::Refusal;
use crate::game::GameSpec;
use crate::protocol::{GomocupCommand, GomocupError, GomocupReply, Info, Reply, printable};

/// The line that wins.
const LINE: u32 = 5;

/// What a manager has set, and the stones of a `BOARD` or `SWAP2BOARD` so far.
#[derive(Default)]
pub(in super::super) struct Adapter {
    /// Whether a board was chosen.
    pub(super) started: bool,
    /// Whether exactly five in a row win.
    pub(super) exact: bool,
    /// The time for a move; `None` if the manager has set none.
    pub(super) turn: Option<u64>,
    /// The limits of a search on nodes and depth.
    pub(super) nodes: Option<u64>,
    pub(super) depth: Option<u32>,
    /// The time for the game, and what is left of it; `None`: no limit.
    pub(super) game: Option<u64>,
    pub(super) left: Option<u64>,
    /// Whether the manager has set `left` since the last move.
    pub(super) left_is_new: bool,
    /// The stones after `BOARD` or `SWAP2BOARD`.
    pub(super) stones: Option<Stones>,
    /// Whether the search chooses a side, by the rule swap2.
    pub(super) choosing: bool,
    /// Whether the manager shows the findings of a search on its board.
    pub(super) shows_board: bool,
    /// The number of openings that the engine has chosen.
    pub(super) openings: u64,
    /// The table of the engine in MiB, if `max_memory` has replaced it.
    pub(super) own_hash: Option<usize>,
}

impl Adapter {
    /// The adapter of a client whose first line this is; `None` for UGI, UCI and
    /// plain commands.
    pub(in super::super) fn of_first_line(line: &str) -> Option<Adapter> {
        GomocupCommand::begins(line).then(Adapter::default)
    }

    /// The line for the manager that says the same as a reply; `None` if it has
    /// no meaning for it.
    pub(in super::super) fn translate(reply: &Reply) -> Option<Reply> {
        let Reply::Info(Info { string: Some(text), .. }) = reply else { return None };
        Some(line(&match text.strip_prefix("error ") {
            Some(error) => GomocupReply::Error(error.to_string()),
            None => GomocupReply::Message(text.clone()),
        }))
    }

    /// Called when the manager has abandoned the game during a search.
    pub(in super::super) fn move_abandoned(&mut self) {
        // The time that the manager has set was for this move.
        self.left_is_new = false;
    }

    /// Sets the time that is left to that for the game, unless the manager has
    /// just set it.
    pub(super) fn renew_clock(&mut self) {
        if !self.left_is_new {
            self.left = self.game;
        }
    }
}

/// A command of a manager.
pub(in super::super) struct AdapterCommand(pub(super) GomocupCommand);

impl AdapterCommand {
    /// Parses a line; `None` for a blank line.
    pub(in super::super) fn parse(line: &str) -> Result<Option<AdapterCommand>, AdapterError> {
        Ok(GomocupCommand::parse(line)?.map(AdapterCommand))
    }

    /// Whether it begins a new game, which ends the old one.
    pub(in super::super) fn ends_game(&self) -> bool {
        match self.0 {
            GomocupCommand::Start { columns, rows } => {
                board(columns, rows, false).parse::<GameSpec>().is_ok()
            }
            _ => self.0 == GomocupCommand::Restart,
        }
    }

    /// Whether it also holds for the next game.
    pub(in super::super) fn survives_game(&self) -> bool {
        matches!(self.0, GomocupCommand::Info(_))
    }

    /// Whether it ends the search instead of waiting for it.
    pub(in super::super) fn ends_search(&self) -> bool {
        matches!(self.0, GomocupCommand::Stop | GomocupCommand::End)
    }
}

/// Why a line of a manager is refused.
#[derive(Debug, thiserror::Error)]
pub(in super::super) enum AdapterError {
    #[error(transparent)]
    Syntax(#[from] GomocupError),
    #[error(transparent)]
    Refused(#[from] GomocupRefusal),
}

impl AdapterError {
    /// The answer of this protocol, if it has one besides `ERROR`.
    pub(in super::super) fn reply(&self) -> Option<Reply> {
        let is_unknown = matches!(self, AdapterError::Syntax(GomocupError::Unknown(_)));
        let text = || GomocupReply::Unknown(printable(&self.to_string(), 100));
        is_unknown.then(|| line(&text()))
    }
}

impl From<GomocupRefusal> for Refusal {
    fn from(refusal: GomocupRefusal) -> Refusal {
        AdapterError::from(refusal).into()
    }
}

/// The reply with the text of a line to the manager.
fn line(reply: &GomocupReply) -> Reply {
    Reply::Text(reply.to_string())
}

/// The game on a board of this size.
pub(super) fn board(columns: u32, rows: u32, exact: bool) -> String {
    format!("tictactoe:{columns}x{rows}:{LINE}{}", if exact { "=" } else { "" })
}
