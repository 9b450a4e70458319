//! Proven values and chances as text.

use crate::game::Side;
use crate::search::Score;

/// Returns the winner and the distance in words, if the score of `side` is a
/// proven win or loss. If the distance is not exact, the end may come sooner.
pub fn words(score: Score, exact: bool, side: Side) -> Option<String> {
    let (winner, plies) = match score {
        Score::Win(plies) => (side, plies),
        Score::Loss(plies) => (!side, plies),
        Score::Draw | Score::Cp(_) => return None,
    };
    let within = if exact { "in" } else { "within" };
    let unit = if plies == 1 { "ply" } else { "plies" };
    Some(format!("{winner} wins {within} {plies} {unit}"))
}

/// Returns a proven value in a few characters: `+5` wins in five plies, `+≤5`
/// within five, `-4` loses in four, `=` draws. `None` for an estimate.
pub fn mark(score: Score, exact: bool) -> Option<String> {
    let within = if exact { "" } else { "≤" };
    match score {
        Score::Win(plies) => Some(format!("+{within}{plies}")),
        Score::Loss(plies) => Some(format!("-{within}{plies}")),
        Score::Draw => Some("=".to_string()),
        Score::Cp(_) => None,
    }
}

/// Returns the chance of the side that leads, if `chance` is that of `side`: `X 62 %`, or
/// `even`.
pub fn leader(chance: f64, side: Side) -> String {
    match percent(chance) {
        50 => "even".to_string(),
        own @ 51.. => format!("{side} {own} %"),
        own => format!("{} {} %", !side, 100 - own),
    }
}

/// Returns a chance in whole per cent, from 1 to 99: an estimate is never certain.
pub fn percent(chance: f64) -> u32 {
    ((chance * 100.0).round() as u32).clamp(1, 99)
}
