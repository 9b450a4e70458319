//! A position and a search without a session: what commands of the command
//! line work with that are not the protocol's.

pub use super::seat::SetError;

use super::seat::{Seat, seat};
use crate::game::{AnySetup, GameSpec, MoveError, Square, SquareSet};
use crate::search::{Budget, Report, SearchKind, Settings, Stop};

/// A game, a position in it, and one search that keeps what it has learnt.
///
/// Two searches play a game of four in a row, and the record of it is printed:
///
/// ```
/// use std::time::Instant;
///
/// use noughts::engine::Desk;
/// use noughts::game::{GameSpec, Outcome, Side};
/// use noughts::search::{Budget, Canceller, SearchKind, Settings};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let game: GameSpec = "tictactoe:5x5:4".parse()?;
/// let mut players = [SearchKind::AlphaBeta, SearchKind::Random].map(|kind| Desk::new(&game, kind));
/// let budget = Budget { nodes: 5_000, ..Budget::UNLIMITED };
/// let settings = Settings { hash: 1, seed: 7, ..Settings::default() };
///
/// let outcome = loop {
///     let state = players[0].setup();
///     if let Some(outcome) = state.outcome() {
///         break outcome;
///     }
///     let (mover, moves) = (state.side().index(), state.legal());
///     // The search goes on as long as its canceller is there.
///     let (_canceller, stop) = Canceller::new(Instant::now());
///     let report = players[mover].search(moves, budget, &settings, &stop, &mut |_| {});
///     let best = report.lines[0].pv[0];
///     for player in &mut players {
///         player.play(best)?;
///     }
/// };
/// println!("{}", players[0].setup().movetext());
/// assert_eq!(outcome, Outcome::Win(Side::X));
/// # Ok(())
/// # }
/// ```
pub struct Desk {
    seat: Box<dyn Seat>,
}

impl Desk {
    /// The start of a game.
    pub fn new(spec: &GameSpec, search: SearchKind) -> Desk {
        Desk { seat: seat(spec, search) }
    }

    /// The game and the position.
    pub fn setup(&self) -> &dyn AnySetup {
        self.seat.setup()
    }

    /// Goes to a position: that of a text, or the start, and the moves after.
    ///
    /// # Errors
    ///
    /// When there is no such position; nothing has changed then.
    pub fn set_position(&mut self, start: Option<&str>, moves: &[String]) -> Result<(), SetError> {
        self.seat.set_position(start, moves)
    }

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// When it is not legal; nothing has changed then.
    pub fn play(&mut self, square: Square) -> Result<(), MoveError> {
        let name = self.setup().board().name(square);
        self.seat.play(&name)
    }

    /// Searches these moves of the position and returns the last report; that
    /// of a finished game is empty.
    pub fn search(
        &mut self,
        moves: SquareSet,
        budget: Budget,
        settings: &Settings,
        stop: &Stop,
        report: &mut dyn FnMut(&Report),
    ) -> Report {
        self.seat.search(moves, budget, settings.clone())(stop, report)
    }
}
