//! The evaluation of a position that an engine reports.

pub(crate) mod answer;
pub(crate) mod latest;

pub use answer::Answer;

use noughts_rules::protocol::{Info, ScoreValue};
use serde::{Deserialize, Serialize};

/// The last evaluation of the principal variation that an engine reported
/// before its move, from the engine's point of view.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Evaluation {
    /// The depth, in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The number of nodes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The score in centipoints.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cp: Option<i32>,
    /// The distance to a proven win, or negative to a proven loss, in the units
    /// of the dialect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mate: Option<i32>,
    /// The beginning of the principal variation: up to [`MAX_PV`] words
    /// that look like moves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pv: Vec<String>,
}

/// The maximum number of moves kept of a principal variation.
pub const MAX_PV: usize = 64;

/// Returns whether a word of an engine looks like a move of some game: it is
/// short, and safe in a comment of PGN.
fn looks_like_a_move(word: &str) -> bool {
    let is_usual = |c: u8| c.is_ascii_alphanumeric() || b"@-+=>".contains(&c);
    (1..=16).contains(&word.len()) && word.bytes().all(is_usual)
}

impl From<Info> for Evaluation {
    fn from(info: Info) -> Evaluation {
        let value = info.score.map(|score| score.value);
        Evaluation {
            depth: info.depth,
            nodes: info.nodes,
            cp: value.and_then(|v| if let ScoreValue::Cp(cp) = v { Some(cp) } else { None }),
            mate: value.and_then(|v| if let ScoreValue::Mate(n) = v { Some(n) } else { None }),
            pv: {
                let moves = info.pv.into_iter().take(MAX_PV);
                moves.take_while(|word| looks_like_a_move(word)).collect()
            },
        }
    }
}
