//! The conditions under which games end early: the scores of the players, the length, or
//! the proof of a third engine.

use std::fmt;

use noughts_client::EngineConfig;
use noughts_client::names::name_of;
use serde::{Deserialize, Serialize};

/// The conditions under which games end early; none by default.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Adjudication {
    /// Resign adjudication: a player whose score is low loses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resign: Option<Resign>,
    /// Draw adjudication: a game with scores near 0 is drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawRule>,
    /// The number of plies after the opening at which a game is drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_length: Option<usize>,
    /// The engine that searches the position after every ply; a result that it
    /// proves ends the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<Box<EngineConfig>>,
}

impl Adjudication {
    /// Returns whether games end only by their rules.
    pub fn is_nothing(&self) -> bool {
        *self == Adjudication::default()
    }
}

/// The condition under which a player loses by its score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resign {
    /// The minimum number of centipoints behind.
    pub score: i32,
    /// The number of consecutive plies of the player with such a score.
    pub moves: u32,
    /// Whether the opponent must be as far ahead for as many plies, as with
    /// `twosided` of cutechess-cli.
    pub both: bool,
    /// The minimum number of plies after the opening. Journals of earlier
    /// versions do not have it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub from: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// The condition under which a game is drawn by the scores of both players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawRule {
    /// The maximum distance from 0, in centipoints.
    pub score: i32,
    /// The number of consecutive plies of each player with such a score.
    pub moves: u32,
    /// The minimum number of plies after the opening.
    pub from: usize,
}

/// Why a game was adjudicated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The loser reported low scores.
    Resign,
    /// Both players reported scores near 0.
    Draw,
    /// The game reached the maximum number of plies.
    Length,
    /// The engine of `proof` proved the result.
    Proof,
}

impl Reason {
    /// Every reason with its name in the journal.
    pub const ALL: &'static [(&'static str, Reason)] = &[
        ("adjudicated-loss", Reason::Resign),
        ("adjudicated-draw", Reason::Draw),
        ("length", Reason::Length),
        ("proof", Reason::Proof),
    ];
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(name_of(Reason::ALL, self))
    }
}
