//! The Gomocup protocol: a session in which the engine keeps the board, and
//! plays its own moves on it.

mod message;
mod refusal;
mod search;
mod settings;
mod stones;
mod swap2;

use std::io;

use super::{Refusal, Session};
use crate::engine::player::{SetError, player};
use crate::game::Square;
use crate::instant::Instant;
use crate::protocol::{GomocupCommand, GomocupReply, Info, Reply};
pub(super) use refusal::GomocupRefusal;
use stones::{List, Stones};

/// The line that wins.
const LINE: u32 = 5;

/// What a manager has set, and the stones of a `BOARD` or `SWAP2BOARD` so far.
#[derive(Default)]
pub(super) struct Manager {
    /// Whether a board was chosen.
    started: bool,
    /// Whether exactly five in a row win.
    exact: bool,
    /// The time for a move; `None` if the manager has set none.
    turn: Option<u64>,
    /// The limits of a search on nodes and depth.
    nodes: Option<u64>,
    depth: Option<u32>,
    /// The time for the game, and what is left of it; `None`: no limit.
    game: Option<u64>,
    left: Option<u64>,
    /// Whether the manager has set `left` since the last move.
    pub(super) left_is_new: bool,
    /// The stones after `BOARD` or `SWAP2BOARD`.
    stones: Option<Stones>,
    /// Whether the search chooses a side, by the rule swap2.
    choosing: bool,
    /// Whether the manager shows the findings of a search on its board.
    shows_board: bool,
    /// The number of openings that the engine has chosen.
    openings: u64,
    /// The table of the engine in MiB, if `max_memory` has replaced it.
    own_hash: Option<usize>,
}

impl Manager {
    /// Sets the time that is left to that for the game, unless the manager has
    /// just set it.
    fn renew_clock(&mut self) {
        if !self.left_is_new {
            self.left = self.game;
        }
    }
}

impl Session<'_> {
    /// Executes a command of a manager.
    pub(super) fn obey(&mut self, command: GomocupCommand, received: Instant) -> io::Result<()> {
        match self.try_to_obey(command, received) {
            Ok(done) => done,
            Err(refusal) => self.refuse(&refusal),
        }
    }

    fn try_to_obey(
        &mut self,
        command: GomocupCommand,
        received: Instant,
    ) -> Result<io::Result<()>, Refusal> {
        use GomocupCommand::{About, Done, Info, OpeningStone, Stone};
        if !matches!(command, About | Done | Info(_) | Stone(..) | OpeningStone(_)) {
            // Another command ends a BOARD or SWAP2BOARD without DONE.
            self.manager().stones = None;
        }
        let reply = match command {
            GomocupCommand::Start { columns, rows } => self.begin_on_board(columns, rows)?,
            GomocupCommand::Restart => {
                self.need_board()?;
                let size = self.player.state().board();
                self.begin_on_board(size.columns() as u32, size.rows() as u32)?
            }
            GomocupCommand::Begin => {
                self.need_board()?;
                if self.player.state().ply() > 0 {
                    return Err(GomocupRefusal::NotEmpty.into());
                }
                return Ok(self.move_now(received));
            }
            GomocupCommand::Turn(point) => {
                let square = self.square_at(point)?;
                if self.player.state().outcome().is_some() {
                    return Err(GomocupRefusal::GameOver.into());
                }
                self.player.play(square).map_err(SetError::from)?;
                if self.player.state().outcome().is_some() {
                    // A manager sends no TURN that ends the game.
                    self.take_back(point)?;
                    return Err(GomocupRefusal::GameOver.into());
                }
                return Ok(self.move_now(received));
            }
            GomocupCommand::Board => {
                self.need_board()?;
                self.manager().stones = Some(Stones::of_board());
                return Ok(Ok(()));
            }
            GomocupCommand::Swap2 => {
                self.need_board()?;
                self.manager().stones = Some(Stones::of_opening());
                return Ok(Ok(()));
            }
            GomocupCommand::SetBoard => {
                self.need_board()?;
                self.manager().stones = Some(Stones::of_position());
                return Ok(Ok(()));
            }
            GomocupCommand::Stone(point, field) => {
                self.add_stone(point, Some(field))?;
                return Ok(Ok(()));
            }
            GomocupCommand::OpeningStone(point) => {
                self.add_stone(point, None)?;
                return Ok(Ok(()));
            }
            GomocupCommand::Done => match self.take_stones()? {
                List::Board(stones) => {
                    self.set_board(stones)?;
                    return Ok(self.move_now(received));
                }
                // The manager expects no answer.
                List::Position(stones) => return Ok(Ok(self.set_board(stones)?)),
                List::Opening(stones) if stones.is_empty() => self.choose_opening()?,
                List::Opening(stones) => {
                    self.set_opening(&stones)?;
                    self.manager().choosing = true;
                    return Ok(self.search_now(received));
                }
            },
            GomocupCommand::TakeBack(point) => {
                self.take_back(point)?;
                GomocupReply::Ok
            }
            GomocupCommand::BestMoves(number) => {
                self.need_board()?;
                return Ok(self.best_moves(number, received));
            }
            GomocupCommand::ClearHash => {
                self.player.clear();
                return Ok(Ok(()));
            }
            GomocupCommand::ShowInfo => return Ok(self.show_limits()),
            GomocupCommand::Info(setting) => return Ok(self.set(setting)),
            GomocupCommand::About => GomocupReply::About {
                name: "noughts",
                version: env!("CARGO_PKG_VERSION"),
                author: "the noughts authors",
            },
            GomocupCommand::Stop => return Ok(self.stop()),
            GomocupCommand::End => {
                self.quitting = true;
                return Ok(self.stop());
            }
        };
        Ok(self.answer_manager(&reply))
    }

    /// The state of the dialect. It exists from the first command on.
    fn manager(&mut self) -> &mut Manager {
        self.manager.get_or_insert_default()
    }

    pub(super) fn answer_manager(&mut self, reply: &GomocupReply) -> io::Result<()> {
        (self.out)(&Reply::Text(reply.to_string()))
    }

    fn need_board(&mut self) -> Result<(), GomocupRefusal> {
        if self.manager().started { Ok(()) } else { Err(GomocupRefusal::NotStarted) }
    }

    /// Begins a game on a board of this size.
    fn begin_on_board(&mut self, columns: u32, rows: u32) -> Result<GomocupReply, Refusal> {
        let mut options = self.options.clone();
        options.set("Game", Some(&board(columns, rows, self.manager().exact)))?;
        if options.game != self.options.game {
            self.player = player(&options.game, options.search);
            self.options = options;
        }
        self.manager().started = true;
        self.clear_board()
    }

    /// Sets the position with these stones of X and O, under the rule that the
    /// manager has set last. On an error nothing changes.
    fn set_rule_and_stones(&mut self, x: &[Square], o: &[Square]) -> Result<(), Refusal> {
        let size = self.player.state().board();
        let name = board(size.columns() as u32, size.rows() as u32, self.manager().exact);
        let mut options = self.options.clone();
        options.set("Game", Some(&name))?;
        if options.game == self.options.game {
            return self.set_stones(x, o);
        }
        let new = player(&options.game, options.search);
        let old = std::mem::replace(&mut self.player, new);
        self.set_stones(x, o).inspect_err(|_| self.player = old)?;
        self.options = options;
        Ok(())
    }

    /// Sets the position with these stones of X and O as
    /// [`set_rule_and_stones`](Session::set_rule_and_stones) does, unless the game is over
    /// there.
    fn set_unfinished(&mut self, x: &[Square], o: &[Square]) -> Result<(), Refusal> {
        let (options, text) = (self.options.clone(), self.player.state().text());
        self.set_rule_and_stones(x, o)?;
        if self.player.state().outcome().is_none() {
            return Ok(());
        }
        if options.game != self.options.game {
            self.player = player(&options.game, options.search);
            self.options = options;
        }
        self.player.set_position(Some(&text), &[])?;
        Err(GomocupRefusal::GameOver.into())
    }

    fn clear_board(&mut self) -> Result<GomocupReply, Refusal> {
        self.player.clear();
        self.player.set_position(None, &[])?;
        self.manager().renew_clock();
        Ok(GomocupReply::Ok)
    }
}

/// The game on a board of this size.
pub(super) fn board(columns: u32, rows: u32, exact: bool) -> String {
    format!("tictactoe:{columns}x{rows}:{LINE}{}", if exact { "=" } else { "" })
}

/// The line for the manager that says the same as a reply; `None` if it has no
/// meaning for it.
pub(super) fn line_of(reply: &Reply) -> Option<GomocupReply> {
    match reply {
        Reply::Info(Info { string: Some(text), .. }) => Some(match text.strip_prefix("error ") {
            Some(error) => GomocupReply::Error(error.to_string()),
            None => GomocupReply::Message(text.clone()),
        }),
        _ => None,
    }
}
