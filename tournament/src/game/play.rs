//! Plays one game between two running engines.

use std::time::Duration;

use noughts::game::{Outcome, Side};
use noughts::protocol::{Command, Dialect, Start};
use noughts_client::fault::{Fault, FaultKind, RequestError};
use noughts_client::time::Instant;
use noughts_client::{Engine, Evaluation, Limits, Usage};

use crate::game::adjudicator::{Adjudicator, proven};
use crate::game::referee::judging::{Next, Referee};
use crate::model::adjudication::{Adjudication, Reason};
use crate::model::clock::Clock;
use crate::model::opening::Opening;
use crate::model::record::{Ending, Ply, Unscored};

/// Receives each ply with its side.
pub type OnPly<'a> = dyn Fn(Side, &Ply) + 'a;

/// The conditions of a game. Arrays have X's value first.
#[derive(Clone, Copy)]
pub struct Conditions<'a> {
    /// The opening.
    pub opening: &'a Opening,
    /// The limits of the engines.
    pub limits: [&'a Limits; 2],
    /// The time margins of the engines.
    pub margins: [Duration; 2],
    /// The time margin of the proving engine, if there is one.
    pub proof_margin: Duration,
    /// The rules for ending the game early.
    pub adjudication: &'a Adjudication,
    /// The seeds of the engines.
    pub seeds: [u64; 2],
    /// Called after each ply with its side.
    pub on_ply: Option<&'a OnPly<'a>>,
    /// Whether the engines ponder.
    pub ponder: [bool; 2],
    /// The maximum number of moves kept of the principal variation of each ply.
    pub pv: usize,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The plies after the opening.
    pub plies: Vec<Ply>,
    /// The sides of these plies.
    pub sides: Vec<Side>,
    /// The values sent for the option `Seed`.
    pub seeds: [Option<i64>; 2],
    /// The end of the game.
    pub ending: Ending,
    /// The resource usage of the engines.
    pub usage: Option<[Option<Usage>; 2]>,
}

impl Played {
    /// Returns a game that a fault ended before its first ply.
    pub fn fault(side: Side, fault: Fault) -> Played {
        let (plies, sides) = (Vec::new(), Vec::new());
        Played { plies, sides, seeds: [None; 2], ending: Ending::Fault(side, fault), usage: None }
    }
}

/// The error of a game during which the tournament was abandoned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the game was abandoned")]
pub struct Abandoned;

/// Plays a game to its end, which may be a fault of an engine. After every ply
/// it asks `judge`, if there is one, to prove the result. A judge at fault is
/// dropped; `judge` is `None` afterwards.
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
    let mut worked = Worked { began: Instant::now(), times: [Duration::ZERO; 2] };
    let played = run(engines, referee, conditions, judge, &mut seeds, &mut plies, &mut worked);
    let ending = match played {
        Ok(ending) => ending,
        Err((side, RequestError::Fault(fault))) => Ending::Fault(side, fault),
        Err((_, RequestError::Abandoned)) => return Err(Abandoned),
    };
    let whole = worked.began.elapsed();
    let usage = Side::BOTH.map(|side| {
        // A failed last search is not among the plies.
        let has_failed = matches!(&ending, Ending::Fault(culprit, _) if *culprit == side);
        let is_whole = conditions.ponder[side.index()] || has_failed;
        let time = if is_whole { whole } else { worked.times[side.index()] };
        engines[side.index()].usage(time)
    });
    let usage = usage.iter().any(Option::is_some).then_some(usage);
    let (sides, plies) = plies.into_iter().unzip();
    Ok(Played { plies, sides, seeds, ending, usage })
}

/// The time for which each engine worked in a game: preparing for it and
/// searching for moves.
struct Worked {
    began: Instant,
    times: [Duration; 2],
}

fn run(
    engines: &mut [Engine; 2],
    referee: &mut dyn Referee,
    conditions: &Conditions<'_>,
    judge: &mut Option<Engine>,
    seeds: &mut [Option<i64>; 2],
    plies: &mut Vec<(Side, Ply)>,
    worked: &mut Worked,
) -> Result<Ending, (Side, RequestError)> {
    for side in Side::BOTH {
        let seed = conditions.seeds[side.index()];
        let sent = engines[side.index()].new_game(seed).map_err(|trouble| (side, trouble))?;
        seeds[side.index()] = sent;
    }
    for side in Side::BOTH {
        engines[side.index()].await_ready().map_err(|trouble| (side, trouble))?;
        worked.times[side.index()] = worked.began.elapsed();
    }
    let [x, o] = conditions.limits;
    let [x_margin, o_margin] = conditions.margins;
    let mut clocks = [Clock::new(x, x_margin), Clock::new(o, o_margin)];
    let mut adjudicator = Adjudicator::new(conditions.adjudication);
    let mut judge = Judge::new(judge, conditions);
    let mut position = PositionLine::new(conditions.opening);
    let mut ending = None;
    // The side that expects a reply, with that move; and for each side the
    // position on which it ponders.
    let mut expected: Option<(Side, String)> = None;
    let mut ponders: [Option<String>; 2] = [None, None];
    loop {
        let side = match referee.next(engines, &position.0)? {
            // Neither engine has played for this result.
            Next::Over(_) if plies.is_empty() => {
                let why = "the game is over after the opening".to_string();
                return Ok(Ending::Unscored(Unscored::Disputed(why)));
            }
            Next::Over(outcome) => return Ok(Ending::Rules(outcome)),
            Next::Unscored(Unscored::PlyLimit) => {
                return Ok(ending.unwrap_or(Ending::Unscored(Unscored::PlyLimit)));
            }
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
        // Pondering begins here, because only the referee knows whether the
        // opponent is to move.
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
        worked.times[side.index()] += answer.time;
        let name = referee
            .play(&answer.best)
            .map_err(|reason| (side, Fault::new(FaultKind::IllegalMove, reason).into()))?;
        position.push(&name);
        let guess = answer.expected.take().filter(|_| conditions.ponder[side.index()]);
        expected = guess.map(|guess| (side, guess));
        // The adjudication takes effect only if the rules do not end the game
        // with this ply.
        ending = adjudicator
            .ply(side, &answer.evaluation)
            .map(|(outcome, reason)| Ending::Adjudicated(outcome, reason));
        answer.evaluation.pv.truncate(conditions.pv);
        let ply = Ply {
            name,
            us: u64::try_from(answer.time.as_micros()).unwrap_or(u64::MAX),
            evaluation: answer.evaluation,
        };
        if let Some(on_ply) = conditions.on_ply {
            on_ply(side, &ply);
        }
        plies.push((side, ply));
    }
}

/// The proving engine, if there is one.
struct Judge<'a, 'b> {
    engine: &'a mut Option<Engine>,
    conditions: &'b Conditions<'b>,
    in_game: bool,
}

impl<'a, 'b> Judge<'a, 'b> {
    fn new(engine: &'a mut Option<Engine>, conditions: &'b Conditions<'b>) -> Judge<'a, 'b> {
        Judge { engine, conditions, in_game: false }
    }

    /// Returns the result with best play, if the engine proves it. An engine at
    /// fault is dropped, and the game goes on without it.
    fn proven(&mut self, side: Side, position: &str) -> Result<Option<Outcome>, RequestError> {
        let (Some(engine), Some(config)) =
            (self.engine.as_mut(), self.conditions.adjudication.proof.as_ref())
        else {
            return Ok(None);
        };
        let clock = Clock::new(&config.limits, self.conditions.proof_margin);
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
            Err(RequestError::Abandoned) => Err(RequestError::Abandoned),
            Err(RequestError::Fault(_)) => {
                *self.engine = None;
                Ok(None)
            }
        }
    }
}

/// Returns an engine's evaluation of the position after an opening, for the
/// side to move. `margin` is the time that it may take beyond its limits.
///
/// # Errors
///
/// When the engine is at fault or the run was abandoned.
pub fn judge(
    engine: &mut Engine,
    opening: &Opening,
    (limits, margin): (&Limits, Duration),
    seed: u64,
) -> Result<Evaluation, RequestError> {
    engine.new_game(seed)?;
    engine.await_ready()?;
    let clock = Clock::new(limits, margin);
    let go = clock.go(Side::X, &clock);
    let position = PositionLine::new(opening);
    Ok(engine.go(position.text(), &go, clock.allowance())?.evaluation)
}

/// The `position` line of a game, to which each ply adds a word.
struct PositionLine(String);

impl PositionLine {
    fn new(opening: &Opening) -> PositionLine {
        let start = opening.start.clone().map_or(Start::StartPos, Start::Fen);
        let command = Command::Position { start, moves: opening.moves.clone() };
        // The line is the same in all dialects.
        let mut line = command.print(Dialect::Ugi);
        if opening.moves.is_empty() {
            line.push_str(" moves");
        }
        PositionLine(line)
    }

    /// Returns the line, without the word `moves` if there are none.
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
    use crate::model::opening::position;

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
