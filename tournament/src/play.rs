//! One game between two running engines.

use std::time::Duration;

use noughts::game::Side;
use noughts::protocol::{Command, Dialect, Start};

use crate::clock::{Clock, Limits};
use crate::engine::Engine;
use crate::engine::fault::{Fault, FaultKind, Trouble};
use crate::openings::Opening;
use crate::record::{Ending, Ply};
use crate::referee::{Next, Referee};

/// What two engines are to play under. Arrays have X's part first.
#[derive(Clone, Copy, Debug)]
pub struct Conditions<'a> {
    /// How the game begins.
    pub opening: &'a Opening,
    /// What they may use.
    pub limits: [&'a Limits; 2],
    /// How far they may overstep their time.
    pub margin: Duration,
    /// What makes their random choices.
    pub seeds: [u64; 2],
}

/// What was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The plies after the opening.
    pub plies: Vec<Ply>,
    /// The seeds that were sent.
    pub seeds: [Option<i64>; 2],
    /// How it ended.
    pub ending: Ending,
}

/// The tournament was abandoned during the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the game was abandoned")]
pub struct Abandoned;

/// Plays a game to its end, which may be a fault of an engine.
///
/// # Errors
///
/// When the tournament is abandoned.
pub fn play(
    engines: &mut [Engine; 2],
    referee: &mut dyn Referee,
    conditions: &Conditions<'_>,
) -> Result<Played, Abandoned> {
    let mut plies = Vec::new();
    let mut seeds = [None, None];
    let ending = match run(engines, referee, conditions, &mut seeds, &mut plies) {
        Ok(ending) => ending,
        Err((side, Trouble::Fault(fault))) => Ending::Fault(side, fault),
        Err((_, Trouble::Abandoned)) => return Err(Abandoned),
    };
    Ok(Played { plies, seeds, ending })
}

fn run(
    engines: &mut [Engine; 2],
    referee: &mut dyn Referee,
    conditions: &Conditions<'_>,
    seeds: &mut [Option<i64>; 2],
    plies: &mut Vec<Ply>,
) -> Result<Ending, (Side, Trouble)> {
    for side in Side::BOTH {
        let seed = conditions.seeds[side.index()];
        let sent = engines[side.index()].new_game(seed).map_err(|trouble| (side, trouble))?;
        seeds[side.index()] = sent;
    }
    for side in Side::BOTH {
        engines[side.index()].await_ready().map_err(|trouble| (side, trouble))?;
    }
    let mut clocks = conditions.limits.map(|limits| Clock::new(limits, conditions.margin));
    let mut position = PositionLine::new(conditions.opening);
    loop {
        let side = match referee.next(engines, &position.0)? {
            Next::Over(outcome) => return Ok(Ending::Rules(outcome)),
            Next::Unscored(why) => return Ok(Ending::Unscored(why)),
            Next::Move(side) => side,
        };
        let own = &clocks[side.index()];
        let go = own.go(side, &clocks[(!side).index()]);
        let answer = engines[side.index()]
            .go(&position.0, &go, own.allowance())
            .map_err(|trouble| (side, trouble))?;
        clocks[side.index()].used(answer.time);
        let name = referee
            .play(&answer.best)
            .map_err(|reason| (side, Fault::new(FaultKind::IllegalMove, reason).into()))?;
        position.push(&name);
        plies.push(Ply {
            name,
            us: u64::try_from(answer.time.as_micros()).unwrap_or(u64::MAX),
            evaluation: answer.evaluation,
        });
    }
}

/// The `position` line of a game, which grows by a word with every ply.
struct PositionLine(String);

impl PositionLine {
    fn new(opening: &Opening) -> PositionLine {
        let start = opening.start.clone().map_or(Start::StartPos, Start::Fen);
        let command = Command::Position { start, moves: opening.moves.clone() };
        // The line reads the same in all dialects.
        let mut line = command.print(Dialect::Ugi);
        if opening.moves.is_empty() {
            line.push_str(" moves");
        }
        PositionLine(line)
    }

    fn push(&mut self, name: &str) {
        self.0.push(' ');
        self.0.push_str(name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_position_line_grows_with_the_game() {
        let line = |opening: &str| {
            let mut line = PositionLine::new(&opening.parse().unwrap());
            line.push("c3");
            let Ok(Some(Command::Position { start, moves })) = Command::parse(&line.0) else {
                panic!("{}", line.0)
            };
            (start, moves)
        };
        assert_eq!(line(""), (Start::StartPos, vec!["c3".to_string()]));
        assert_eq!(line("a1"), (Start::StartPos, vec!["a1".to_string(), "c3".to_string()]));
        let fen = "3 3 3 3/1X1/3 o 1";
        assert_eq!(line(&format!("fen {fen}")).0, Start::Fen(fen.to_string()));
    }
}
