//! Plays the opening of a game by the rule swap2.

use noughts::game::{GameSpec, Side};
use noughts::protocol::{Command, Dialect, Start};
use noughts_client::fault::{Fault, FaultKind, RequestError};
use noughts_client::text::counted;
use noughts_client::{Engine, Swap2Answer};

use crate::game::play::Conditions;
use crate::model::clock::Clock;
use crate::model::opening::Opening;
use crate::model::opening::swap2::{FIRST_STONES, Swap2};

/// The opening on which two players have agreed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agreed {
    /// The stones.
    pub opening: Opening,
    /// The choices.
    pub swap2: Swap2,
}

/// Lets two players agree on an opening and on their sides. In `conditions` and `engines`
/// the player that places the first stones comes first, in place of X. An engine without a
/// command for swap2 places the stones of the opening in the conditions, and takes the side
/// that is to move unless its score for it is negative. The time limits hold for each choice.
///
/// # Errors
///
/// When a player is at fault, or the tournament is abandoned.
pub fn agree(
    engines: &mut [Engine; 2],
    spec: &GameSpec,
    conditions: &Conditions<'_>,
) -> Result<Agreed, (Side, RequestError)> {
    const FIRST: Side = Side::X;
    const SECOND: Side = Side::O;
    for player in Side::BOTH {
        let engine = &mut engines[player.index()];
        new_game(engine, conditions, player).map_err(|trouble| (player, trouble))?;
    }
    let mut table = Table { spec, conditions, opening: Opening::default() };
    let first = &mut engines[FIRST.index()];
    table.place(first, FIRST).map_err(|trouble| (FIRST, trouble))?;
    let second = &mut engines[SECOND.index()];
    let choice = table.choose(second, SECOND, true).map_err(|trouble| (SECOND, trouble))?;
    let (has_added, choice) = match choice {
        Choice::Add => {
            let first = &mut engines[FIRST.index()];
            (true, table.choose(first, FIRST, false).map_err(|trouble| (FIRST, trouble))?)
        }
        choice => (false, choice),
    };
    let swap2 = Swap2 { has_added, has_swapped: choice == Choice::Swap };
    Ok(Agreed { opening: table.opening, swap2 })
}

/// Announces a game, and waits until the engine is ready.
fn new_game(
    engine: &mut Engine,
    conditions: &Conditions<'_>,
    player: Side,
) -> Result<(), RequestError> {
    engine.new_game(conditions.seeds[player.index()])?;
    engine.await_ready()
}

/// What a player did about the stones of the other one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    /// It plays the side that is to move.
    Stay,
    /// It plays the other side.
    Swap,
    /// It placed two more stones.
    Add,
}

/// The stones so far.
struct Table<'a> {
    spec: &'a GameSpec,
    conditions: &'a Conditions<'a>,
    opening: Opening,
}

impl Table<'_> {
    /// Lets a player place the first stones.
    fn place(&mut self, engine: &mut Engine, player: Side) -> Result<(), RequestError> {
        let stones = match self.ask(engine, player)? {
            Some(Swap2Answer::Stones(stones)) if stones.len() == FIRST_STONES => stones,
            Some(answer) => return Err(unexpected(&answer)),
            None => self.conditions.opening.moves.iter().take(FIRST_STONES).cloned().collect(),
        };
        self.add(stones)
    }

    /// Lets a player choose; `may_add` two stones.
    fn choose(
        &mut self,
        engine: &mut Engine,
        player: Side,
        may_add: bool,
    ) -> Result<Choice, RequestError> {
        match self.ask(engine, player)? {
            Some(Swap2Answer::Swap) => Ok(Choice::Swap),
            Some(Swap2Answer::Stones(stones)) => {
                let choice = match stones.len() {
                    1 => Choice::Stay,
                    2 if may_add => Choice::Add,
                    _ => return Err(unexpected(&Swap2Answer::Stones(stones))),
                };
                self.add(stones)?;
                Ok(choice)
            }
            None => {
                // What it printed about the unknown command must not be taken for a move.
                new_game(engine, self.conditions, player)?;
                let (clock, side) = (self.clock(player), Side::O);
                let go = clock.go(side, &clock);
                let evaluation = engine.go(&self.position(), &go, clock.allowance())?.evaluation;
                let score = evaluation.mate.or(evaluation.cp).unwrap_or(0);
                Ok(if score < 0 { Choice::Swap } else { Choice::Stay })
            }
        }
    }

    /// Asks an engine with a command for swap2.
    fn ask(&self, engine: &mut Engine, player: Side) -> Result<Option<Swap2Answer>, RequestError> {
        let clock = self.clock(player);
        let side = if self.opening.moves.is_empty() { Side::X } else { Side::O };
        let go = clock.go(side, &clock);
        engine.swap2(&self.position(), &go, clock.allowance())
    }

    fn clock(&self, player: Side) -> Clock {
        Clock::new(self.conditions.limits[player.index()], self.conditions.margins[player.index()])
    }

    fn position(&self) -> String {
        let moves = self.opening.moves.clone();
        Command::Position { start: Start::StartPos, moves }.print(Dialect::Ugi)
    }

    /// Adds stones if they are legal.
    fn add(&mut self, stones: Vec<String>) -> Result<(), RequestError> {
        let mut opening = self.opening.clone();
        opening.moves.extend(stones);
        if let Err(error) = opening.play(self.spec) {
            return Err(Fault::new(FaultKind::IllegalMove, error).into());
        }
        self.opening = opening;
        Ok(())
    }
}

fn unexpected(answer: &Swap2Answer) -> RequestError {
    let answer = match answer {
        Swap2Answer::Swap => "SWAP".to_string(),
        Swap2Answer::Stones(stones) => counted(stones.len(), "stone"),
    };
    Fault::new(FaultKind::IllegalMove, format!("{answer} instead of a choice by swap2")).into()
}
