//! One game between two running engines.

use std::time::Duration;

use noughts::game::{Outcome, Side};
use noughts::protocol::{Command, Dialect, Start};

use crate::adjudication::{Adjudication, Reason, Umpire, proven};
use crate::clock::Clock;
use crate::engine::Engine;
use crate::engine::fault::{Fault, FaultKind, Trouble};
use crate::limits::Limits;
use crate::logs::{Event, Logs};
use crate::openings::Opening;
use crate::record::{Ending, Evaluation, Ply};
use crate::referee::{Next, Referee};

/// What two engines are to play under. Arrays have X's part first.
#[derive(Clone, Copy, Debug)]
pub struct Conditions<'a> {
    /// How the game begins.
    pub opening: &'a Opening,
    /// What they may use.
    pub limits: [&'a Limits; 2],
    /// How far they may overstep their time.
    pub margins: [Duration; 2],
    /// What ends the game before the rules.
    pub adjudication: &'a Adjudication,
    /// What makes their random choices.
    pub seeds: [u64; 2],
    /// Who is told of every ply, and the number of the game.
    pub logs: Option<(&'a Logs, usize)>,
    /// Which of them think in the opponent's time.
    pub ponder: [bool; 2],
    /// The names of the engines.
    pub names: [&'a str; 2],
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

/// Plays a game to its end, which may be a fault of an engine. The judge, if
/// there is one, is asked for proofs; it is gone when it is at fault itself.
///
/// # Errors
///
/// When the tournament is abandoned.
pub fn play(
    engines: &mut [Engine; 2],
    referee: &mut dyn Referee,
    conditions: &Conditions<'_>,
    judge: &mut Option<Engine>,
) -> Result<Played, Abandoned> {
    let mut plies = Vec::new();
    let mut seeds = [None, None];
    let ending = match run(engines, referee, conditions, judge, &mut seeds, &mut plies) {
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
    judge: &mut Option<Engine>,
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
    let [x, o] = conditions.limits;
    let [x_margin, o_margin] = conditions.margins;
    let mut clocks = [Clock::new(x, x_margin), Clock::new(o, o_margin)];
    let mut umpire = Umpire::new(conditions.adjudication);
    let mut judge = Judge::new(judge, conditions);
    let mut position = PositionLine::new(conditions.opening);
    let mut ending = None;
    // Who expects which move, and the positions that engines think about.
    let mut expected: Option<(Side, String)> = None;
    let mut ponders: [Option<String>; 2] = [None, None];
    loop {
        let side = match referee.next(engines, &position.0)? {
            Next::Over(outcome) => return Ok(Ending::Rules(outcome)),
            Next::Unscored(why) => return Ok(Ending::Unscored(why)),
            Next::Move(side) => side,
        };
        if let Some(ending) = ending.take() {
            return Ok(ending);
        }
        if !plies.is_empty()
            && let Some(outcome) = judge.proven(side, &position.0).map_err(|gone| (side, gone))?
        {
            return Ok(Ending::Adjudicated(outcome, Reason::Proof));
        }
        // Only now it is known that the opponent is to move.
        if let Some(expected) = expected.take_if(|(player, _)| *player != side) {
            let (player, name) = expected;
            let go = clocks[player.index()].go(player, &clocks[side.index()]);
            let line = format!("{} {name}", position.0);
            engines[player.index()].ponder(&line, &go).map_err(|trouble| (player, trouble))?;
            ponders[player.index()] = Some(line);
        }
        let own = &clocks[side.index()];
        let engine = &mut engines[side.index()];
        let answer = match ponders[side.index()].take() {
            Some(line) if line == position.0 => engine.ponder_hit(own.allowance()),
            _ => {
                let go = own.go(side, &clocks[(!side).index()]);
                engine.go(&position.0, &go, own.allowance())
            }
        };
        let mut answer = answer.map_err(|trouble| (side, trouble))?;
        clocks[side.index()].used(answer.time);
        let name = referee
            .play(&answer.best)
            .map_err(|reason| (side, Fault::new(FaultKind::IllegalMove, reason).into()))?;
        position.push(&name);
        let guess = answer.expected.take().filter(|_| conditions.ponder[side.index()]);
        expected = guess.map(|guess| (side, guess));
        // The rules come first: a game that they end is not adjudicated.
        ending = umpire
            .ply(side, &answer.evaluation)
            .map(|(outcome, reason)| Ending::Adjudicated(outcome, reason));
        let ply = Ply {
            name,
            us: u64::try_from(answer.time.as_micros()).unwrap_or(u64::MAX),
            evaluation: answer.evaluation,
        };
        if let Some((logs, game)) = conditions.logs {
            logs.event(&Event::Ply { game, player: conditions.names[side.index()], ply: &ply });
        }
        plies.push(ply);
    }
}

/// The third engine, which is asked for proofs.
struct Judge<'a, 'b> {
    engine: &'a mut Option<Engine>,
    conditions: &'b Conditions<'b>,
    in_game: bool,
}

impl<'a, 'b> Judge<'a, 'b> {
    fn new(engine: &'a mut Option<Engine>, conditions: &'b Conditions<'b>) -> Judge<'a, 'b> {
        Judge { engine, conditions, in_game: false }
    }

    /// How the game ends with best play, if that is proven. A judge that does
    /// not answer is sent away, and the game goes on without.
    fn proven(&mut self, side: Side, position: &str) -> Result<Option<Outcome>, Trouble> {
        let (Some(engine), Some(config)) =
            (self.engine.as_mut(), self.conditions.adjudication.proof.as_ref())
        else {
            return Ok(None);
        };
        let clock = Clock::new(&config.limits, self.conditions.margins[side.index()]);
        let mut ask = || {
            if !self.in_game {
                engine.new_game(self.conditions.seeds[0])?;
                engine.await_ready()?;
                self.in_game = true;
            }
            engine.go(position, &clock.go(side, &clock), clock.allowance())
        };
        match ask() {
            Ok(answer) => Ok(proven(side, &answer)),
            Err(Trouble::Abandoned) => Err(Trouble::Abandoned),
            Err(Trouble::Fault(_)) => {
                *self.engine = None;
                Ok(None)
            }
        }
    }
}

/// What an engine says of a position at the beginning of a game, for the side
/// to move.
///
/// # Errors
///
/// When it does not say anything.
pub fn judge(
    engine: &mut Engine,
    opening: &Opening,
    limits: &Limits,
    seed: u64,
) -> Result<Evaluation, Trouble> {
    engine.new_game(seed)?;
    engine.await_ready()?;
    let clock = Clock::new(limits, Duration::ZERO);
    let go = clock.go(Side::X, &clock);
    let position = PositionLine::new(opening);
    Ok(engine.go(position.text(), &go, clock.allowance())?.evaluation)
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

    /// The line, which has no moves yet if the game has none.
    fn text(&self) -> &str {
        self.0.strip_suffix(" moves").unwrap_or(&self.0)
    }

    fn push(&mut self, name: &str) {
        self.0.push(' ');
        self.0.push_str(name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::position;

    #[test]
    fn the_position_line_grows_with_the_game() {
        let line = |opening: &str| {
            let mut line = PositionLine::new(&opening.parse().unwrap());
            line.push("c3");
            position(line.0.trim_start_matches("position ")).unwrap()
        };
        assert_eq!(line(""), (Start::StartPos, vec!["c3".to_string()]));
        assert_eq!(line("a1"), (Start::StartPos, vec!["a1".to_string(), "c3".to_string()]));
        let fen = "3 3 3 3/1X1/3 o 1";
        assert_eq!(line(&format!("fen {fen}")).0, Start::Fen(fen.to_string()));
    }
}
