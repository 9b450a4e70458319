//! What is known of a game after its end.

use noughts::game::{Outcome, Side};
use noughts::protocol::{Info, ScoreValue};
use serde::{Deserialize, Serialize};

use crate::engine::fault::{Fault, FaultKind, UnknownFault};
use crate::openings::Opening;
use crate::stats::score::Points;

/// One game, as the journal keeps it. All numbers in it count from 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The number of the game.
    pub game: usize,
    /// The number of its pairing.
    pub pairing: usize,
    /// The round of the pairing, which selects the opening.
    pub round: usize,
    /// The names of the players, X first.
    pub players: [String; 2],
    /// How it began.
    pub opening: Opening,
    /// The seeds that the runner gave the players, X first.
    pub seeds: [u64; 2],
    /// Who won.
    pub result: GameResult,
    /// What ended the game.
    pub termination: Termination,
    /// The side to blame, if there was a fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub culprit: Option<Culprit>,
    /// The plies after the opening.
    pub plies: Vec<Ply>,
    /// When it began, in milliseconds since 1970.
    pub started: u64,
    /// How long it took, in milliseconds.
    pub millis: u64,
}

/// One ply with what its player told about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ply {
    /// The move.
    #[serde(rename = "move")]
    pub name: String,
    /// Time on the clock, in microseconds.
    pub us: u64,
    /// The player's own judgement of it.
    #[serde(flatten)]
    pub evaluation: Evaluation,
}

/// What an engine last told with a score before its move, for its own side.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Evaluation {
    /// Depth, in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Nodes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The score in centipoints.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cp: Option<i32>,
    /// The distance of a proven end, in the units of the dialect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mate: Option<i32>,
}

impl From<&Info> for Evaluation {
    fn from(info: &Info) -> Evaluation {
        let value = info.score.map(|score| score.value);
        Evaluation {
            depth: info.depth,
            nodes: info.nodes,
            cp: value.and_then(|v| if let ScoreValue::Cp(cp) = v { Some(cp) } else { None }),
            mate: value.and_then(|v| if let ScoreValue::Mate(n) = v { Some(n) } else { None }),
        }
    }
}

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameResult {
    /// X.
    X,
    /// O.
    O,
    /// Nobody.
    Draw,
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> GameResult {
        match outcome {
            Outcome::Win(Side::X) => GameResult::X,
            Outcome::Win(Side::O) => GameResult::O,
            Outcome::Draw => GameResult::Draw,
        }
    }
}

impl GameResult {
    /// The points of a side.
    pub fn points(self, side: Side) -> Points {
        match (self, side) {
            (GameResult::Draw, _) => Points::Draw,
            (GameResult::X, Side::X) | (GameResult::O, Side::O) => Points::Win,
            _ => Points::Loss,
        }
    }
}

/// What ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Termination {
    /// The rules of the game.
    Rules,
    /// A fault of an engine.
    Fault(FaultKind),
}

impl From<Termination> for String {
    fn from(termination: Termination) -> String {
        match termination {
            Termination::Rules => "rules".to_string(),
            Termination::Fault(kind) => kind.to_string(),
        }
    }
}

impl TryFrom<String> for Termination {
    type Error = UnknownFault;

    fn try_from(name: String) -> Result<Termination, UnknownFault> {
        if name == "rules" { Ok(Termination::Rules) } else { name.parse().map(Termination::Fault) }
    }
}

/// Who is to blame for a fault, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Culprit {
    /// The place among the players: 0 for X, 1 for O.
    pub player: usize,
    /// What happened, for people.
    pub detail: String,
}

/// How a game ended, before it is written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules.
    Rules(Outcome),
    /// This side is to blame, and has lost.
    Fault(Side, Fault),
}

impl Ending {
    /// Who won.
    pub fn result(&self) -> GameResult {
        match self {
            Ending::Rules(outcome) => GameResult::from(*outcome),
            Ending::Fault(side, _) => GameResult::from(Outcome::Win(!*side)),
        }
    }

    /// What ended the game.
    pub fn termination(&self) -> Termination {
        match self {
            Ending::Rules(_) => Termination::Rules,
            Ending::Fault(_, fault) => Termination::Fault(fault.kind),
        }
    }

    /// Who is to blame.
    pub fn culprit(&self) -> Option<Culprit> {
        match self {
            Ending::Rules(_) => None,
            Ending::Fault(side, fault) => {
                Some(Culprit { player: side.index(), detail: fault.detail.clone() })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_culprit_loses() {
        for side in Side::BOTH {
            let ending = Ending::Fault(side, Fault::new(FaultKind::Died, "gone"));
            assert_eq!(ending.result().points(side), Points::Loss);
            assert_eq!(ending.result().points(!side), Points::Win);
        }
    }

    #[test]
    fn terminations_lead_back() {
        for termination in [Termination::Rules, Termination::Fault(FaultKind::Hung)] {
            assert_eq!(Termination::try_from(String::from(termination)), Ok(termination));
        }
    }
}
