//! Who is favoured in a game: its value where it is proven, and the results of games of
//! equals where it is not. `docs/truth.md` has the commands.

use std::fmt;

use super::GameSpec;
use crate::game::side::{Outcome, Side};

/// The game that people play unless they choose another: the rules of TicTacTrains that
/// favour neither side much, at the levels of people and at full strength. The protocol
/// begins with the classical rules.
pub const FAIR_GAME: &str = "tictactrains:mallorcan";

/// Why people do not begin with the classical rules.
pub const WHY_FAIR: &str =
    "With the classical rules X wins 99 of 100 games; these rules are fairer.";

/// Who is favoured in a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Balance {
    /// The result with best play, as proven, with the number of plies if it is exact.
    Proven(Outcome, Option<u32>),
    /// The per cent of games between equal players at full strength that X wins, that are
    /// drawn, and that O wins.
    Measured([f32; 3]),
}

const X: Outcome = Outcome::Win(Side::X);
const O: Outcome = Outcome::Win(Side::O);
const DRAW: Outcome = Outcome::Draw;

/// The proven values of boards; besides, N in a row on N x N squares is a draw for N from 3 to 11.
const PROVEN: [(&str, Outcome, Option<u32>); 30] = [
    ("tictactoe:4x3:3", X, Some(7)),
    ("tictactoe:4x4:3", X, Some(5)),
    ("tictactoe:5x5:3", X, Some(5)),
    ("tictactoe:5x4:4", DRAW, None),
    ("tictactoe:6x4:4", DRAW, None),
    ("tictactoe:7x4:4", DRAW, None),
    ("tictactoe:5x5:4", DRAW, None),
    ("tictactoe:6x5:4", X, Some(11)),
    ("tictactoe:6x6:4", X, Some(11)),
    ("tictactoe:7x6:4", X, Some(11)),
    ("tictactoe:7x7:4", X, Some(11)),
    ("tictactoe:8x8:4", X, None),
    ("tictactoe:6x6:5", DRAW, None),
    ("tictactoe:7x7:5", DRAW, None),
    ("tictactoe:8x6:5", DRAW, None),
    ("tictactoe:8x7:5", DRAW, None),
    ("qubic:2", X, Some(3)),
    ("qubic:3", X, None),
    ("qubic", X, None),
    ("tictactrains:3", X, None),
    ("tictactrains:3:modern", DRAW, None),
    ("tictactrains:3:spanish", DRAW, None),
    ("tictactrains:3:swiss", O, None),
    ("tictactrains:4", DRAW, None),
    ("tictactrains:4:modern", DRAW, None),
    ("tictactrains:4:spanish", DRAW, None),
    ("tictactrains:4:swiss", O, None),
    ("tictactrains:4:viennese", DRAW, None),
    ("tictactrains:5", X, None),
    ("tictactrains:5:modern", DRAW, None),
];

/// The results of 1,000 games of `puct` against itself, 400 simulations a move.
const MEASURED: [(&str, [f32; 3]); 7] = [
    ("classical", [99.1, 0.9, 0.0]),
    ("modern", [77.1, 22.8, 0.1]),
    ("postmodern", [0.7, 87.0, 12.3]),
    ("spanish", [0.1, 22.9, 77.0]),
    ("swiss", [0.0, 35.5, 64.5]),
    ("viennese", [99.2, 0.8, 0.0]),
    ("mallorcan", [3.2, 77.8, 19.0]),
];

/// The largest N for which N in a row on N x N squares is proven to be a draw.
const MAX_SQUARE: usize = 11;

impl GameSpec {
    /// Who is favoured in this game; `None` if it is neither proven nor measured.
    ///
    /// ```
    /// use noughts_rules::game::GameSpec;
    ///
    /// let balance = |game: &str| game.parse::<GameSpec>().unwrap().balance();
    /// let of_six = balance("tictactoe:6x6:4").unwrap().to_string();
    /// assert_eq!(of_six, "proven: X wins in 11 plies with best play");
    /// let fair = balance("tictactrains:mallorcan").unwrap().to_string();
    /// assert_eq!(fair, "of 100 games between equals X wins 3 and O 19; 78 are drawn");
    /// assert_eq!(balance("tictactoe:15x15:5"), None);
    /// ```
    pub fn balance(&self) -> Option<Balance> {
        let is = |game: &str| game.parse::<GameSpec>().is_ok_and(|game| game == *self);
        if let Some((_, outcome, plies)) = PROVEN.iter().find(|(game, ..)| is(game)) {
            return Some(Balance::Proven(*outcome, *plies));
        }
        if (3..=MAX_SQUARE).any(|n| is(&format!("tictactoe:{n}"))) {
            return Some(Balance::Proven(DRAW, None));
        }
        let found = MEASURED.iter().find(|(rules, _)| is(&format!("tictactrains:{rules}")));
        found.map(|(_, shares)| Balance::Measured(*shares))
    }
}

impl fmt::Display for Balance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Balance::Proven(Outcome::Draw, _) => f.write_str("proven: a draw with best play"),
            Balance::Proven(Outcome::Win(side), None) => {
                write!(f, "proven: {side} wins with best play")
            }
            Balance::Proven(Outcome::Win(side), Some(plies)) => {
                write!(f, "proven: {side} wins in {plies} plies with best play")
            }
            Balance::Measured(shares) => {
                let [x, draws, o] = shares.map(|share| match format!("{share:.0}") {
                    count if count == "0" => "none".to_string(),
                    count => count,
                });
                let are = if draws == "1" || draws == "none" { "is" } else { "are" };
                write!(f, "of 100 games between equals X wins {x} and O {o}; {draws} {are} drawn")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_of_the_tables_exists_once() {
        let games = PROVEN.iter().map(|(game, ..)| game.to_string());
        let rules = MEASURED.iter().map(|(rules, _)| format!("tictactrains:{rules}"));
        let mut seen = Vec::new();
        for game in games.chain(rules) {
            let spec: GameSpec = game.parse().unwrap_or_else(|error| panic!("{game}: {error}"));
            assert!(spec.balance().is_some(), "{game}");
            assert!(!seen.contains(&spec), "{game}");
            seen.push(spec);
        }
        assert!(
            MEASURED.iter().all(|(_, shares)| (shares.iter().sum::<f32>() - 100.0).abs() < 0.2)
        );
    }

    #[test]
    fn shares_are_told_in_right_english() {
        let of = |rules: &str| {
            let game: GameSpec = format!("tictactrains:{rules}").parse().unwrap();
            game.balance().unwrap().to_string()
        };
        let start = "of 100 games between equals";
        assert_eq!(of("classical"), format!("{start} X wins 99 and O none; 1 is drawn"));
        assert_eq!(of("swiss"), format!("{start} X wins none and O 64; 36 are drawn"));
    }

    #[test]
    fn the_fair_game_favours_neither_side_much() {
        let game: GameSpec = FAIR_GAME.parse().unwrap();
        let Some(Balance::Measured([x, _, o])) = game.balance() else { panic!("not measured") };
        assert!((x - o).abs() < 20.0);
    }
}
