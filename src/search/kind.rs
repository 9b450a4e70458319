//! The table of all searches: their names, descriptions and games.

use super::alpha_beta::AlphaBeta;
use super::handicap::Handicapped;
use super::mcts::{Mcts, Uct};
use super::random::RandomMover;
use super::report_filter::ReportFilter;
use super::{Heuristics, Searcher};
use crate::game::{GameSpec, with_game};

/// One of the searches.
///
/// ```
/// use noughts::game::GameSpec;
/// use noughts::search::SearchKind;
///
/// # fn main() -> Result<(), noughts::game::SpecError> {
/// let cube: GameSpec = "qubic".parse()?;
/// let large: GameSpec = "tictactoe:11x11:5".parse()?;
/// assert_eq!(SearchKind::from_name("MCTS"), Some(SearchKind::Mcts));
/// assert_eq!(SearchKind::Auto.resolve(&cube), SearchKind::Proof);
/// // Not every search plays every game.
/// let playing: Vec<&str> =
///     SearchKind::all().filter(|kind| kind.supports(&large)).map(SearchKind::name).collect();
/// assert_eq!(playing, ["auto", "random", "alphabeta", "uct", "mcts", "patterns", "proof"]);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchKind {
    /// The best one for the game.
    Auto,
    /// Random moves.
    Random,
    /// Fixed depth, as in the reference programs.
    Minimax,
    /// Iterative deepening.
    AlphaBeta,
    /// Plain Monte Carlo tree search.
    Uct,
    /// Monte Carlo tree search with rapid action value estimation.
    Mcts,
    /// Monte Carlo tree search with a learned network.
    Puct,
    /// Alpha-beta with the patterns of long lines.
    Patterns,
    /// The true value of the position.
    Proof,
}

struct Row {
    kind: SearchKind,
    name: &'static str,
    help: &'static str,
    supports: fn(&GameSpec) -> bool,
}

const TABLE: &[Row] = &[
    Row {
        kind: SearchKind::Auto,
        name: "auto",
        help: "the best search for the game",
        supports: |_| true,
    },
    Row { kind: SearchKind::Random, name: "random", help: "any legal move", supports: |_| true },
    Row {
        kind: SearchKind::Minimax,
        name: "minimax",
        help: "plain minimax: flat boards of up to 64 squares to the end by default, TicTacTrains and cubes 4 plies",
        supports: |spec| with_game!(spec, game => minimax_supports(&game)),
    },
    Row {
        kind: SearchKind::AlphaBeta,
        name: "alphabeta",
        help: "iterative deepening with alpha-beta",
        supports: |_| true,
    },
    Row {
        kind: SearchKind::Uct,
        name: "uct",
        help: "plain Monte Carlo tree search with random playouts",
        supports: |_| true,
    },
    Row {
        kind: SearchKind::Mcts,
        name: "mcts",
        help: "Monte Carlo tree search with RAVE",
        supports: |_| true,
    },
    Row {
        kind: SearchKind::Puct,
        name: "puct",
        help: "Monte Carlo tree search with a learned network: TicTacTrains",
        supports: |spec| with_game!(spec, game => game.puct().is_some()),
    },
    Row {
        kind: SearchKind::Patterns,
        name: "patterns",
        help: "alpha-beta with patterns: lines of 4 to 6 on flat boards (with =: 4 and 5)",
        supports: |spec| with_game!(spec, game => game.patterns().is_some()),
    },
    Row {
        kind: SearchKind::Proof,
        name: "proof",
        help: "the true value of the position, on boards up to 11x11 without exact lines",
        supports: |spec| !matches!(spec, GameSpec::Lines(shape) if shape.is_wide()),
    },
];

/// Games that `minimax` searches to the end must have small boards.
fn minimax_supports<G: Heuristics>(game: &G) -> bool {
    game.default_depth().is_some() || game.board().len() <= 64
}

impl SearchKind {
    /// All searches, in the order of the table.
    pub fn all() -> impl Iterator<Item = SearchKind> {
        TABLE.iter().map(|row| row.kind)
    }

    /// The search with this name, in upper or lower case.
    pub fn from_name(name: &str) -> Option<SearchKind> {
        TABLE.iter().find(|row| row.name.eq_ignore_ascii_case(name)).map(|row| row.kind)
    }

    fn row(self) -> &'static Row {
        TABLE.iter().find(|row| row.kind == self).unwrap_or(&TABLE[0])
    }

    /// The name, as in the `Search` option.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// A short description.
    pub fn help(self) -> &'static str {
        self.row().help
    }

    /// Whether the search can play this game.
    pub fn supports(self, game: &GameSpec) -> bool {
        (self.row().supports)(game)
    }

    /// The search that `auto` stands for in this game; the others stand for
    /// themselves.
    pub fn resolve(self, spec: &GameSpec) -> SearchKind {
        match self {
            SearchKind::Auto => with_game!(spec, game => game.auto()),
            other => other,
        }
    }

    /// A fresh searcher for a game, which plays at the level of its settings.
    pub fn searcher<G: Heuristics>(self, game: &G) -> Box<dyn Searcher<G>> {
        Box::new(Handicapped { full: self.at_full_strength(game), kind: self })
    }

    /// A fresh searcher for a game, which plays as well as it can.
    pub(super) fn at_full_strength<G: Heuristics>(self, game: &G) -> Box<dyn Searcher<G>> {
        let searcher: Box<dyn Searcher<G>> = match self.resolve(&game.spec()) {
            // Must stay random: the filter would play wins in one.
            SearchKind::Random => return Box::new(RandomMover),
            SearchKind::Minimax => game.minimax(),
            SearchKind::Uct => Box::<Uct<G>>::default(),
            SearchKind::Mcts => Box::<Mcts<G>>::default(),
            SearchKind::Puct => game.puct().unwrap_or_else(|| Box::<AlphaBeta>::default()),
            SearchKind::Patterns => game.patterns().unwrap_or_else(|| Box::<AlphaBeta>::default()),
            SearchKind::Proof => game.prover(),
            SearchKind::Auto => game.player().unwrap_or_else(|| Box::<AlphaBeta>::default()),
            SearchKind::AlphaBeta => Box::<AlphaBeta>::default(),
        };
        Box::new(ReportFilter(searcher))
    }
}
