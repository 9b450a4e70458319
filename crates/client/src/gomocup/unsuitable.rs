//! Configurations that the Gomocup protocol cannot express.

use noughts_rules::game::GameSpec;
use noughts_rules::game::lines::Shape;

use crate::base::text::printable;
use crate::config::limits::Limits;
use crate::config::rules::Rules;

/// The number of stones in a row that wins.
const LINE: usize = 5;

/// The keys of `INFO` that follow from the game and the limits.
const OWN_KEYS: [&str; 6] =
    ["timeout_turn", "timeout_match", "time_left", "rule", "max_depth", "max_node"];

/// Why an engine of the Gomocup protocol cannot play under a configuration.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsuitable {
    /// The game is not five in a row on a flat board.
    #[error(
        "engines of the Gomocup protocol play five in a row on a flat board, such as \
         tictactoe:15x15:5, not {0}"
    )]
    Game(String),
    /// The clock has a number of plies.
    #[error("the Gomocup protocol has no clock for a number of plies; set a tc without \"/\"")]
    Plies,
    /// The runner sets this key of `INFO`.
    #[error("the runner itself sends INFO {0}")]
    Key(String),
}

impl Unsuitable {
    /// Returns all reasons, each with the key of the configuration that it
    /// concerns.
    pub fn all<'a>(
        rules: &Rules,
        limits: &Limits,
        options: impl Iterator<Item = &'a str>,
    ) -> Vec<(&'static str, Unsuitable)> {
        let game = board(rules.spec()).is_none();
        let game = game.then(|| ("dialect", Unsuitable::Game(rules.to_string())));
        let has_plies = limits.tc.is_some_and(|tc| tc.plies.is_some());
        let own = options.filter(|name| OWN_KEYS.iter().any(|own| own.eq_ignore_ascii_case(name)));
        let own = own.map(|name| ("options", Unsuitable::Key(printable(name, 80))));
        game.into_iter().chain(has_plies.then_some(("tc", Unsuitable::Plies))).chain(own).collect()
    }
}

/// Returns the columns and rows of a game of five in a row on a flat board.
pub fn board(spec: Option<&GameSpec>) -> Option<(usize, usize)> {
    match spec {
        Some(&GameSpec::Lines(Shape::Flat { columns, rows, line: LINE, .. })) => {
            Some((columns, rows))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(game: &str, limits: &Limits, options: &[&str]) -> Vec<&'static str> {
        let found = Unsuitable::all(&game.parse().unwrap(), limits, options.iter().copied());
        found.into_iter().map(|(key, _)| key).collect()
    }

    #[test]
    fn only_five_in_a_row_is_possible() {
        let time = Limits { movetime: Some(9), ..Limits::default() };
        let clock = Limits { tc: Some("10+0.1".parse().unwrap()), ..Limits::default() };
        let work = Limits { nodes: Some(1), depth: Some(1), ..Limits::default() };
        for game in ["tictactoe:5", "tictactoe:11x11:5", "tictactoe:9x7:5", "tictactoe:20x20:5"] {
            assert!(all(game, &time, &["thread_num"]).is_empty());
            assert!(all(game, &clock, &[]).is_empty());
            assert!(all(game, &work, &[]).is_empty());
        }
        for game in ["tictactoe", "tictactoe:11x11:6", "qubic:5", "tictactrains", "ugi"] {
            assert_eq!(all(game, &time, &[]), ["dialect"]);
        }
        let plies = Limits { tc: Some("5/10".parse().unwrap()), ..Limits::default() };
        assert_eq!(all("tictactoe:5", &plies, &["Rule"]), ["tc", "options"]);
        assert_eq!(all("tictactoe:5", &work, &["MAX_NODE"]), ["options"]);
    }
}
