//! Proven values as text, for `solve` and `play`.

use noughts::game::Side;
use noughts::search::Score;

/// Returns the winner and the distance in words, if the score of `side` is a
/// proven win or loss. If the distance is not exact, the end may come sooner.
pub(crate) fn words(score: Score, exact: bool, side: Side) -> Option<String> {
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
pub(crate) fn mark(score: Score, exact: bool) -> Option<String> {
    let within = if exact { "" } else { "≤" };
    match score {
        Score::Win(plies) => Some(format!("+{within}{plies}")),
        Score::Loss(plies) => Some(format!("-{within}{plies}")),
        Score::Draw => Some("=".to_string()),
        Score::Cp(_) => None,
    }
}
