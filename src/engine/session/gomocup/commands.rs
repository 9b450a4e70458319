//! Executes the commands of a manager.

use std::io;

use super::list::{List, Stones};
use super::manager::{Manager, board};
use super::refusal::GomocupRefusal;
use crate::engine::player::{SetError, player};
use crate::engine::session::state::{Refusal, Session};
use crate::game::Square;
use crate::instant::Instant;
use crate::protocol::{GomocupCommand, GomocupReply, Reply};

impl Session<'_, Manager> {
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
            self.adapter().stones = None;
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
            GomocupCommand::Board => return self.expect_stones(Stones::of_board()),
            GomocupCommand::SetBoard => return self.expect_stones(Stones::of_position()),
            GomocupCommand::Swap2 => return self.expect_stones(Stones::of_opening()),
            GomocupCommand::Stone(point, field) => {
                return Ok(Ok(self.add_stone(point, Some(field))?));
            }
            GomocupCommand::OpeningStone(point) => return Ok(Ok(self.add_stone(point, None)?)),
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
                    self.adapter().choosing = true;
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
            GomocupCommand::ShowForbidden => {
                self.need_board()?;
                let squares = self.player.state().forbidden().into_iter();
                GomocupReply::Forbidden(squares.map(|square| self.point_of(square)).collect())
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
    pub(super) fn adapter(&mut self) -> &mut Manager {
        self.adapter.get_or_insert_default()
    }

    pub(super) fn answer_manager(&mut self, reply: &GomocupReply) -> io::Result<()> {
        (self.out)(&Reply::Text(reply.to_string()))
    }

    /// Begins a list of stones, which has no answer before `DONE`.
    fn expect_stones(&mut self, stones: Stones) -> Result<io::Result<()>, Refusal> {
        self.need_board()?;
        self.adapter().stones = Some(stones);
        Ok(Ok(()))
    }

    pub(super) fn need_board(&mut self) -> Result<(), GomocupRefusal> {
        if self.adapter().started { Ok(()) } else { Err(GomocupRefusal::NotStarted) }
    }

    /// Begins a game on a board of this size.
    fn begin_on_board(&mut self, columns: u32, rows: u32) -> Result<GomocupReply, Refusal> {
        let mut options = self.options.clone();
        options.set("Game", Some(&board(columns, rows, self.adapter().rule)))?;
        if options.game != self.options.game {
            self.player = player(&options.game, options.search);
            self.options = options;
        }
        self.adapter().started = true;
        let reply = self.clear_board()?;
        self.player.warm_up(&self.options.settings);
        Ok(reply)
    }

    /// Sets the position with these stones of X and O, under the rule that the
    /// manager has set last. On an error nothing changes.
    pub(super) fn set_rule_and_stones(
        &mut self,
        x: &[Square],
        o: &[Square],
    ) -> Result<(), Refusal> {
        let size = self.player.state().board();
        let name = board(size.columns() as u32, size.rows() as u32, self.adapter().rule);
        let mut options = self.options.clone();
        options.set("Game", Some(&name))?;
        if options.game == self.options.game {
            return self.set_stones(x, o);
        }
        let new = player(&options.game, options.search);
        let old = std::mem::replace(&mut self.player, new);
        self.set_stones(x, o).inspect_err(|_| self.player = old)?;
        self.options = options;
        self.player.warm_up(&self.options.settings);
        Ok(())
    }

    /// Sets the position with these stones of X and O as
    /// [`set_rule_and_stones`](Session::set_rule_and_stones) does, unless the game is over
    /// there.
    pub(super) fn set_unfinished(&mut self, x: &[Square], o: &[Square]) -> Result<(), Refusal> {
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
        self.adapter().renew_clock();
        Ok(GomocupReply::Ok)
    }
}
