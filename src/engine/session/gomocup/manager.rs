//! The manager of a game, as the session knows it: what it has set, and its words.

use std::io;
use std::time::Duration;

use super::list::Stones;
use super::refusal::GomocupRefusal;
use crate::engine::session::state::{Adapter, AdapterCommand, AdapterRefusal, Refusal, Session};
use crate::game::GameSpec;
use crate::game::lines::LineRule;
use crate::instant::Instant;
use crate::protocol::{GomocupCommand, GomocupError, GomocupReply, Info, Reply, printable};
use crate::search::Report;

/// The line that wins.
const LINE: usize = 5;

/// What a manager has set, and the stones of a `BOARD` or `SWAP2BOARD` so far.
#[derive(Default)]
pub(in crate::engine) struct Manager {
    /// Whether a board was chosen.
    pub(super) started: bool,
    /// Which rows of five win, and whether X has forbidden moves.
    pub(super) rule: LineRule,
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

impl Manager {
    /// Sets the time that is left to that for the game, unless the manager has
    /// just set it.
    pub(super) fn renew_clock(&mut self) {
        if !self.left_is_new {
            self.left = self.game;
        }
    }
}

impl Adapter for Manager {
    type Command = GomocupCommand;

    fn of_first_line(line: &str) -> Option<Manager> {
        GomocupCommand::begins(line).then(Manager::default)
    }

    fn parse(line: &str) -> Result<Option<GomocupCommand>, Refusal> {
        GomocupCommand::parse(line).map_err(|error| {
            let text = error.to_string();
            let unknown = || Box::new(line_of(&GomocupReply::Unknown(printable(&text, 100))));
            let reply = matches!(error, GomocupError::Unknown(_)).then(unknown);
            AdapterRefusal { text, reply }.into()
        })
    }

    fn translate(reply: &Reply) -> Option<Reply> {
        let Reply::Info(Info { string: Some(text), .. }) = reply else { return None };
        Some(line_of(&match text.strip_prefix("error ") {
            Some(error) => GomocupReply::Error(error.to_string()),
            None => GomocupReply::Message(text.clone()),
        }))
    }

    fn move_abandoned(&mut self) {
        // The time that the manager has set was for this move.
        self.left_is_new = false;
    }

    fn obey(
        session: &mut Session<'_, Manager>,
        command: GomocupCommand,
        received: Instant,
    ) -> io::Result<()> {
        session.obey(command, received)
    }

    fn refuse_line(session: &mut Session<'_, Manager>, refusal: Refusal) -> io::Result<()> {
        session.refuse_line(refusal)
    }

    fn send_progress(
        session: &mut Session<'_, Manager>,
        report: &Report,
        elapsed: Duration,
    ) -> io::Result<()> {
        session.adapt_progress(report, elapsed)
    }

    fn send_result(
        session: &mut Session<'_, Manager>,
        report: &Report,
        elapsed: Duration,
    ) -> io::Result<()> {
        session.adapt_result(report, elapsed)
    }
}

impl AdapterCommand for GomocupCommand {
    fn ends_game(&self) -> bool {
        match *self {
            GomocupCommand::Start { columns, rows } => {
                board(columns, rows, LineRule::Free).parse::<GameSpec>().is_ok()
            }
            _ => *self == GomocupCommand::Restart,
        }
    }

    fn survives_game(&self) -> bool {
        matches!(self, GomocupCommand::Info(_))
    }

    fn ends_search(&self) -> bool {
        matches!(self, GomocupCommand::Stop | GomocupCommand::End)
    }
}

impl From<GomocupRefusal> for Refusal {
    fn from(refusal: GomocupRefusal) -> Refusal {
        AdapterRefusal { text: refusal.to_string(), reply: None }.into()
    }
}

/// The reply with the text of a line to the manager.
fn line_of(reply: &GomocupReply) -> Reply {
    Reply::Text(reply.to_string())
}

/// The game on a board of this size.
pub(super) fn board(columns: u32, rows: u32, rule: LineRule) -> String {
    format!("tictactoe:{columns}x{rows}:{}", rule.text(LINE))
}
