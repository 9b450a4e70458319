//! The `position` command: converts drops to squares, switches to the game of
//! another board if allowed, and detects chess positions, for a better error.

use std::io;

use super::state::{Adapter, Refusal, Session};
use crate::engine::options::Options;
use crate::engine::player::player;
use crate::game::GameSpec;
use crate::protocol::{Reply, Start, chess_word, drops};

impl<A: Adapter> Session<'_, A> {
    pub(super) fn position(&mut self, start: &Start, moves: Vec<String>) -> io::Result<()> {
        let chess = chess_word(start, &moves).map(str::to_string);
        match (self.set_position(start, moves), chess) {
            (Ok(before), _) => self.report_new_search(&before),
            (Err(_), Some(word)) if !self.chess_hint_printed => {
                self.chess_hint_printed = true;
                self.refuse(&Refusal::Chess(word))
            }
            (Err(refusal), _) => self.refuse(&refusal),
        }
    }

    /// Sets the position and returns the previous options.
    fn set_position(&mut self, start: &Start, mut moves: Vec<String>) -> Result<Options, Refusal> {
        let mut options = self.options.clone();
        let drops = options.plays_drops();
        if drops {
            for name in &mut moves {
                *name = drops::drop_to_square(name).to_string();
            }
        }
        let text = match start {
            Start::StartPos => None,
            Start::Fen(text) if drops => Some(drops::drop_to_position(text, &options.game)?),
            Start::Fen(text) => Some(text.clone()),
        };
        let named = text.as_deref().filter(|_| options.game_from_position && !drops);
        match named.and_then(GameSpec::of_position).transpose()? {
            Some(game) if game != options.game => {
                options.set("Game", Some(&game.to_string()))?;
                let mut other = player(&options.game, options.search);
                other.set_position(text.as_deref(), &moves)?;
                self.player = other;
            }
            _ => self.player.set_position(text.as_deref(), &moves)?,
        }
        Ok(std::mem::replace(&mut self.options, options))
    }

    /// Sends a notice if `auto` has replaced a search that does not support the
    /// new game.
    pub(super) fn report_new_search(&mut self, before: &Options) -> io::Result<()> {
        if self.options.game == before.game || self.options.search == before.search {
            return Ok(());
        }
        match before.search.check(&self.options.game) {
            Err(reason) => self.say(Reply::string(format!("{reason}: using auto instead"))),
            Ok(()) => Ok(()),
        }
    }
}
