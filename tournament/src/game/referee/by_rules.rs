//! The referee for games of noughts, which applies their rules.

use noughts::game::{GameState, Side};
use noughts_client::Engine;
use noughts_client::fault::RequestError;

use crate::game::referee::judging::{Next, Referee};

/// A game whose rules the library has.
#[derive(Debug)]
pub(super) struct ByRules(Box<dyn GameState>);

impl ByRules {
    pub(super) fn new(game: Box<dyn GameState>) -> ByRules {
        ByRules(game)
    }
}

impl Referee for ByRules {
    fn next(&mut self, _: &mut [Engine; 2], _: &str) -> Result<Next, (Side, RequestError)> {
        Ok(match self.0.outcome() {
            Some(outcome) => Next::Over(outcome),
            None => Next::Move(self.0.side()),
        })
    }

    fn play(&mut self, name: &str) -> Result<String, String> {
        let square = self.0.play(name).map_err(|error| error.to_string())?;
        Ok(self.0.board().name(square))
    }
}
