//! The rules of a game of noughts, against which moves are judged.

use noughts_rules::game::{GameSpec, GameState, new_game};
use noughts_rules::protocol::{Start, drops};

/// A game with known rules, at the first position of the check.
#[derive(Debug)]
pub(super) struct Known {
    start: Box<dyn GameState>,
    /// Whether the engine writes moves and positions as drops, `P@b2`.
    drops: bool,
}

impl Known {
    /// Sets up a game at a position.
    ///
    /// # Errors
    ///
    /// The reason why the position or a move is invalid.
    pub(super) fn new(
        spec: &GameSpec,
        drops: bool,
        start: &Start,
        moves: &[String],
    ) -> Result<Known, String> {
        let mut known = Known { start: new_game(spec), drops };
        if let Start::Fen(text) = start {
            let plain = match drops {
                true => drops::drop_to_position(text, spec).map_err(|error| error.to_string())?,
                false => text.clone(),
            };
            known.start.set_start(Some(&plain)).map_err(|error| error.to_string())?;
        }
        known.start = known.after(moves)?;
        Ok(known)
    }

    /// Returns the position after `moves`.
    ///
    /// # Errors
    ///
    /// The first illegal move.
    pub(super) fn after(&self, moves: &[String]) -> Result<Box<dyn GameState>, String> {
        let mut setup = self.start.boxed_clone();
        for name in moves {
            let plain = if self.drops { drops::drop_to_square(name) } else { name };
            setup.play(plain).map_err(|error| error.to_string())?;
        }
        Ok(setup)
    }

    /// Returns the legal moves of a position in the engine's notation.
    pub(super) fn legal(&self, setup: &dyn GameState) -> Vec<String> {
        let name = |square| setup.board().name(square);
        let write = |name: String| if self.drops { drops::square_to_drop(&name) } else { name };
        setup.legal().into_iter().map(name).map(write).collect()
    }

    /// Returns the text of a position in the engine's notation.
    pub(super) fn text(&self, setup: &dyn GameState) -> String {
        let text = setup.text();
        if self.drops { drops::position_to_drop(&text) } else { text }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_judged_in_both_notations() {
        let moves = ["b2".to_string()];
        let known = |drops| {
            let spec = "tictactoe".parse().unwrap();
            Known::new(&spec, drops, &Start::StartPos, &moves).unwrap()
        };
        let plain = known(false);
        assert!(plain.after(&["b2".to_string()]).is_err());
        let position = plain.after(&["a1".to_string()]).unwrap();
        assert_eq!(plain.legal(&*position).len(), 7);
        let drops = known(true);
        let position = drops.after(&["P@a1".to_string()]).unwrap();
        assert!(drops.legal(&*position).contains(&"P@c3".to_string()));
        assert_eq!(drops.text(&*position), "3/1P1/p2[PPPPppp] w - - 0 1");
    }
}
