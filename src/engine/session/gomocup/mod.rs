//! The Gomocup protocol: a session in which the engine keeps the board, and
//! plays its own moves on it.

mod refusal;
mod stones;
mod swap2;

use std::io;
use std::time::Duration;

use super::{Refusal, Session};
use crate::engine::player::{SetError, player};
use crate::game::Square;
use crate::instant::Instant;
use crate::protocol::{Go, GomocupCommand, GomocupReply, Info, Reply, Setting};
use crate::search::Report;
pub(super) use refusal::GomocupRefusal;
use stones::{List, Stones};

/// The line that wins.
const LINE: u32 = 5;
/// The time for a move if the manager sets none, in milliseconds.
const DEFAULT_TURN: u64 = 5_000;
/// The nodes of a move if the manager sets the time for it to 0, "as fast as
/// possible".
const FAST_NODES: u64 = 1_000;
/// The bytes of `max_memory` for each MiB of the table: the program needs some,
/// too.
const BYTES_PER_HASH: u64 = 2 << 20;
/// The largest table, in MiB, that is made because the manager allows it.
const MAX_HASH: u64 = 1024;

/// What a manager has set, and the stones of a `BOARD` or `SWAP2BOARD` so far.
pub(super) struct Manager {
    /// Whether a board was chosen.
    started: bool,
    /// Whether exactly five in a row win.
    exact: bool,
    turn: u64,
    /// The time for the game, and what is left of it; `None`: no limit.
    game: Option<u64>,
    left: Option<u64>,
    /// Whether the manager has set `left` since the last move.
    pub(super) left_is_new: bool,
    /// The stones after `BOARD` or `SWAP2BOARD`.
    stones: Option<Stones>,
    /// Whether the search chooses a side, by the rule swap2.
    choosing: bool,
    /// The number of openings that the engine has chosen.
    openings: u64,
    /// The table of the engine in MiB, if `max_memory` has replaced it.
    own_hash: Option<usize>,
}

impl Default for Manager {
    fn default() -> Manager {
        Manager {
            started: false,
            exact: false,
            turn: DEFAULT_TURN,
            game: None,
            left: None,
            left_is_new: false,
            stones: None,
            choosing: false,
            openings: 0,
            own_hash: None,
        }
    }
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
                List::Opening(stones) if stones.is_empty() => self.choose_opening()?,
                List::Opening(stones) => {
                    self.set_opening(&stones)?;
                    return Ok(self.search_now(true, received));
                }
            },
            GomocupCommand::TakeBack(point) => {
                self.take_back(point)?;
                GomocupReply::Ok
            }
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

    /// Sets whether only exactly five in a row win, also for the stones on the
    /// board. If these cannot arise under the other rule, it holds from the next
    /// position on.
    fn set_rule(&mut self, exact: bool) -> io::Result<()> {
        let before = std::mem::replace(&mut self.manager().exact, exact);
        if before == exact || !self.manager().started {
            return Ok(());
        }
        let [x, o] = self.stones();
        match self.set_rule_and_stones(&x, &o) {
            Ok(()) => Ok(()),
            // A manager expects no answer to INFO.
            Err(error) => {
                let notice = format!("the rule holds from the next game on: {error}");
                self.answer_manager(&GomocupReply::Message(notice))
            }
        }
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

    fn set(&mut self, setting: Setting) -> io::Result<()> {
        let hash = self.options.settings.hash;
        let manager = self.manager();
        let (option, value) = match setting {
            Setting::TimeoutTurn(time) => {
                manager.turn = time;
                return Ok(());
            }
            Setting::TimeoutMatch(time) => {
                manager.game = (time > 0).then_some(time);
                manager.renew_clock();
                return Ok(());
            }
            Setting::TimeLeft(time) => {
                manager.left = time;
                manager.left_is_new = true;
                return Ok(());
            }
            Setting::Unknown => return Ok(()),
            // The bit of 2 is for managers: several games one after the other.
            Setting::Rule(rule @ 0..=3) => return self.set_rule(rule & 1 == 1),
            Setting::Rule(_) => {
                let notice = "only rules 0 to 3 are known";
                return self.answer_manager(&GomocupReply::Message(notice.to_string()));
            }
            // 0 is no limit.
            Setting::MaxMemory(0) => ("Hash", manager.own_hash.unwrap_or(hash) as u64),
            Setting::MaxMemory(bytes) => {
                manager.own_hash.get_or_insert(hash);
                ("Hash", (bytes / BYTES_PER_HASH).min(MAX_HASH))
            }
            Setting::Threads(threads) => ("Threads", threads),
        };
        match self.options.set(option, Some(&value.to_string())) {
            Ok(()) => Ok(()),
            // A manager expects no answer to INFO.
            Err(error) => self.answer_manager(&GomocupReply::Message(error.to_string())),
        }
    }

    /// Searches a move.
    fn move_now(&mut self, received: Instant) -> io::Result<()> {
        self.search_now(false, received)
    }

    /// Searches a move or chooses a side, under the limits of the manager.
    fn search_now(&mut self, choosing: bool, received: Instant) -> io::Result<()> {
        let manager = self.manager();
        manager.choosing = choosing;
        let clock = manager.left.map(|left| i64::try_from(left).unwrap_or(i64::MAX));
        let mut go = Go { clock: [clock; 2], ..Go::default() };
        match manager.turn {
            0 => go.nodes = Some(FAST_NODES),
            time => go.movetime = Some(time),
        }
        let legal = self.player.state().legal();
        if legal.is_empty() {
            return self.refuse(&GomocupRefusal::GameOver.into());
        }
        self.go(&go, legal, received)
    }

    /// Plays and sends the move of a search, or sends `SWAP` if it was to choose a side
    /// and the other one is better.
    pub(super) fn play_and_send(&mut self, report: &Report, elapsed: Duration) -> io::Result<()> {
        let choosing = self.manager().choosing;
        let silent = self.quitting || self.job.as_ref().is_some_and(|job| job.silent);
        let line = report.lines.first();
        let (Some(line), false) = (line, silent) else { return Ok(()) };
        let Some(&best) = line.pv.first() else { return Ok(()) };
        let infos = self.infos(report, elapsed);
        let swaps = choosing && swap2::swaps(line.score);
        if !swaps && let Err(error) = self.player.play(best) {
            return self.refuse(&SetError::from(error).into());
        }
        let manager = self.manager();
        manager.left = manager.left.map(|left| left.saturating_sub(elapsed.as_millis() as u64));
        manager.left_is_new = false;
        if let Some(info) = infos.first() {
            self.answer_manager(&GomocupReply::Message(message(info)))?;
        }
        let choice = GomocupReply::Move(self.point_of(best));
        self.answer_manager(if swaps { &GomocupReply::Swap } else { &choice })
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

/// The text about a search for the user.
fn message(info: &Info) -> String {
    let text = Reply::Info(info.clone()).to_string();
    text.strip_prefix("info ").unwrap_or(&text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::options::Options;
    use crate::search::YieldHook;

    #[test]
    fn max_memory_sets_the_table_until_it_is_lifted() {
        let mut options = Options::default();
        options.settings.hash = 20;
        let jobs = crossbeam_channel::unbounded().0;
        let mut session = Session::new(options, Box::new(|_| Ok(())), jobs, YieldHook::default());
        for (bytes, hash) in [(0, 20), (80 << 20, 40), (16 << 20, 8), (0, 20)] {
            session.set(Setting::MaxMemory(bytes)).expect("nothing fails");
            assert_eq!(session.options.settings.hash, hash, "{bytes}");
        }
    }
}
