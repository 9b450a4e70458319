//! The record of a game.

use std::fmt;
use std::str::FromStr;

use noughts::game::{GameSpec, Outcome, Side};
use noughts_client::fault::{Fault, FaultKind, UnknownFault};
use noughts_client::names::{name_of, value_of};
use noughts_client::{Evaluation, Usage, serde_via_text};
use serde::{Deserialize, Serialize};

use crate::model::adjudication::Reason;
use crate::model::opening::Opening;
use crate::model::opening::swap2::Swap2;
use crate::model::points::Points;
use crate::model::train::Train;

/// The record of a game, as in the journal. All numbers count from 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The number of the game.
    pub game: usize,
    /// The number of its pairing.
    pub pairing: usize,
    /// The number of pairings of these players so far, this one included, which
    /// selects the opening. Files call it `round`.
    #[serde(rename = "round")]
    pub meeting: usize,
    /// The names of the players, X first.
    pub players: [String; 2],
    /// The opening.
    pub opening: Opening,
    /// How the players agreed on it by swap2; `None` if the book or the configuration has
    /// it, or a fault came before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub swap2: Option<Swap2>,
    /// The values of the option `Seed` that the runner sent to the players
    /// for this game, X first; `None` for a player without that option, or with
    /// a seed in its configuration.
    pub seeds: [Option<i64>; 2],
    /// The result.
    pub result: GameResult,
    /// Why the game ended.
    pub termination: Termination,
    /// The player at fault, if there was a fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub culprit: Option<Culprit>,
    /// The contradictory reports of the players in a disputed game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dispute: Option<String>,
    /// In TicTacTrains, the longest trains after the last ply, X's first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trains: Option<[Train; 2]>,
    /// The resource usage of the engines, X's first; `None` if the system does
    /// not report it, and in games shorter than the interval between readings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usage: Option<[Option<Usage>; 2]>,
    /// The plies after the opening.
    pub plies: Vec<Ply>,
    /// The side of each of these plies, `x` or `o`, if only the engines know the
    /// rules. Journals of earlier versions do not have it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub sides: String,
    /// The start, in milliseconds since 1970 (UTC).
    pub started: u64,
    /// The duration, in milliseconds.
    pub millis: u64,
    /// For how many of these milliseconds the runner itself was stopped, which no
    /// clock was charged for; `None` if it was not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<u64>,
    /// After a loss on time, the load average of the last minute, if it exceeded the
    /// number of processors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub load: Option<f64>,
    /// The factor on all times with which the game was played; `None` if it is
    /// not known. It is not in the line of the game but in that of its run, and
    /// a game does not name its run: so it is known if all runs of a journal
    /// have the same factor.
    #[serde(skip)]
    pub scale: Option<f64>,
}

impl GameRecord {
    /// Returns the record of a game of which only the result is known. The game
    /// is its own pairing.
    pub fn of_result(number: usize, players: [String; 2], result: GameResult) -> GameRecord {
        GameRecord {
            game: number,
            pairing: number,
            meeting: 1,
            players,
            opening: Opening::default(),
            swap2: None,
            seeds: [None; 2],
            result,
            termination: Termination::Rules,
            culprit: None,
            dispute: None,
            trains: None,
            usage: None,
            plies: Vec::new(),
            sides: String::new(),
            started: 0,
            millis: 0,
            stopped: None,
            load: None,
            scale: None,
        }
    }

    /// Returns the names of the players as the schedule has them: the player that placed the
    /// first stones by swap2 in place of X.
    pub fn scheduled_players(&self) -> [&String; 2] {
        let [x, o] = &self.players;
        if self.swap2.is_some_and(Swap2::exchanges) { [o, x] } else { [x, o] }
    }

    /// Returns the side of the first ply after the opening and of all later ones,
    /// also of those that were not played. If only the engines know the rules,
    /// the sides are the recorded ones, and then alternate.
    pub(crate) fn sides(&self, spec: Option<&GameSpec>) -> impl Iterator<Item = Side> {
        let moves = self.opening.moves.len();
        let first = match (&self.opening.start, spec) {
            // The number of the first ply is the number of stones on the board.
            (Some(_), Some(spec)) => self.opening.play(spec).map_or(moves, |game| game.ply()),
            _ => moves,
        };
        let alternating = |ply: usize| if ply.is_multiple_of(2) { Side::X } else { Side::O };
        let recorded = |side: char| if side == 'o' { Side::O } else { Side::X };
        let last = self.sides.chars().last().map(recorded);
        let known: Vec<Side> = self.sides.chars().map(recorded).collect();
        (0..).map(move |i| match (spec, last) {
            (Some(GameSpec::Trains(rules)), _) => rules.side(first + i),
            (None, Some(last)) => known
                .get(i)
                .copied()
                .unwrap_or_else(|| if (i - known.len()).is_multiple_of(2) { !last } else { last }),
            _ => alternating(first + i),
        })
    }

    /// Returns a copy for counts of results: without plies and opening, which
    /// take most of the memory of a record.
    pub(crate) fn without_plies(&self) -> GameRecord {
        GameRecord {
            pairing: self.pairing,
            meeting: self.meeting,
            swap2: self.swap2,
            termination: self.termination,
            culprit: self.culprit.clone(),
            load: self.load,
            ..GameRecord::of_result(self.game, self.players.clone(), self.result)
        }
    }
}

/// A game and the line from which it was read.
#[derive(Clone, Debug, PartialEq)]
pub struct GameLine {
    /// The game.
    pub record: GameRecord,
    /// Its line, with the newline.
    pub line: Vec<u8>,
}

impl From<GameRecord> for GameLine {
    /// A record whose line is not needed.
    fn from(record: GameRecord) -> GameLine {
        GameLine { record, line: Vec::new() }
    }
}

/// A ply with its time and evaluation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ply {
    /// The move.
    #[serde(rename = "move")]
    pub name: String,
    /// The time used, in microseconds.
    pub us: u64,
    /// The player's evaluation.
    #[serde(flatten)]
    pub evaluation: Evaluation,
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameResult {
    /// X has won.
    X,
    /// O has won.
    O,
    /// A draw.
    Draw,
    /// The game has no result.
    Unscored,
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
    /// Returns the points of a side; `None` for an unscored game.
    pub fn points(self, side: Side) -> Option<Points> {
        match (self, side) {
            (GameResult::Unscored, _) => None,
            (GameResult::Draw, _) => Some(Points::Draw),
            (GameResult::X, Side::X) | (GameResult::O, Side::O) => Some(Points::Win),
            (GameResult::X, Side::O) | (GameResult::O, Side::X) => Some(Points::Loss),
        }
    }
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Termination {
    /// The rules of the game.
    Rules,
    /// In a game with unknown rules, the players did not agree on the position.
    Disputed,
    /// A game with unknown rules reached the maximum number of plies.
    PlyLimit,
    /// An adjudication.
    Adjudicated(Reason),
    /// A fault of an engine.
    Fault(FaultKind),
}

impl Termination {
    /// The terminations other than faults and adjudications, with their names
    /// in the journal.
    const FAULTLESS: &'static [(&'static str, Termination)] = &[
        ("rules", Termination::Rules),
        ("disputed", Termination::Disputed),
        ("ply-limit", Termination::PlyLimit),
    ];
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Termination::Fault(kind) => kind.fmt(f),
            Termination::Adjudicated(reason) => reason.fmt(f),
            faultless => f.write_str(name_of(Termination::FAULTLESS, faultless)),
        }
    }
}

impl FromStr for Termination {
    type Err = UnknownFault;

    fn from_str(name: &str) -> Result<Termination, UnknownFault> {
        let adjudicated = || value_of(Reason::ALL, name).map(Termination::Adjudicated);
        match value_of(Termination::FAULTLESS, name).or_else(adjudicated) {
            Some(termination) => Ok(termination),
            None => name.parse().map(Termination::Fault),
        }
    }
}

serde_via_text!(Termination);

/// The player at fault, and what it did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Culprit {
    /// The index of the player: 0 for X, 1 for O.
    pub player: usize,
    /// A description of the fault.
    pub detail: String,
}

/// The end of a game, from which result, termination and culprit of the record
/// follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The rules ended the game.
    Rules(Outcome),
    /// The game was adjudicated.
    Adjudicated(Outcome, Reason),
    /// This side is at fault and has lost.
    Fault(Side, Fault),
    /// The game has no result.
    Unscored(Unscored),
}

/// Why a game has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unscored {
    /// The players did not agree; with their reports.
    Disputed(String),
    /// The game reached the maximum number of plies.
    PlyLimit,
}

impl Ending {
    /// Returns the result.
    pub fn result(&self) -> GameResult {
        match self {
            Ending::Rules(outcome) | Ending::Adjudicated(outcome, _) => GameResult::from(*outcome),
            Ending::Fault(side, _) => GameResult::from(Outcome::Win(!*side)),
            Ending::Unscored(_) => GameResult::Unscored,
        }
    }

    /// Returns the termination.
    pub fn termination(&self) -> Termination {
        match self {
            Ending::Rules(_) => Termination::Rules,
            Ending::Adjudicated(_, reason) => Termination::Adjudicated(*reason),
            Ending::Fault(_, fault) => Termination::Fault(fault.kind),
            Ending::Unscored(Unscored::Disputed(_)) => Termination::Disputed,
            Ending::Unscored(Unscored::PlyLimit) => Termination::PlyLimit,
        }
    }

    /// Returns the player at fault, if there was a fault.
    pub fn culprit(&self) -> Option<Culprit> {
        match self {
            Ending::Rules(_) | Ending::Adjudicated(..) | Ending::Unscored(_) => None,
            Ending::Fault(side, fault) => {
                Some(Culprit { player: side.index(), detail: fault.detail.clone() })
            }
        }
    }

    /// Returns the reports of the players in a disputed game.
    pub fn dispute(&self) -> Option<String> {
        match self {
            Ending::Unscored(Unscored::Disputed(reports)) => Some(reports.clone()),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
