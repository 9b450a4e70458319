//! Every search in every game: limits, reports, solved positions and
//! reproducibility.

mod choice;
mod limits;
mod minimax;
mod reports;
mod slow;
mod tactics;
mod values;

use noughts::search::SearchKind;

const GAMES: [&str; 9] = [
    "tictactrains",
    "tictactrains:modern",
    "tictactrains:5:spanish",
    "tictactoe",
    "tictactoe:7x6:4",
    "tictactoe:11x11:5",
    "tictactoe:15x15:5",
    "qubic",
    "qubic:5",
];

/// The searches with iterations of fixed depth rather than simulations.
pub(crate) const DEPTH_FIRST: [&str; 2] = ["minimax", "alphabeta"];

/// Returns every search with every game that it supports.
pub(crate) fn pairs() -> Vec<(&'static str, &'static str)> {
    let plays = |search: SearchKind, game: &str| search.supports(&game.parse().expect("a game"));
    let all = SearchKind::all().flat_map(|search| GAMES.map(|game| (search, game)));
    all.filter(|(search, game)| plays(*search, game)).map(|(s, game)| (s.name(), game)).collect()
}

pub(crate) fn searches() -> Vec<&'static str> {
    SearchKind::all().map(SearchKind::name).collect()
}
