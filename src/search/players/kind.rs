//! The table of all searches, their names, descriptions and games, and the
//! making of each for a game.

use thiserror::Error;

use super::levels::{FLAT, Levels};
use super::random::RandomMover;
use super::report_filter::ReportFilter;
use crate::game::{GameSpec, with_game};
use crate::search::alphabeta::general::AlphaBeta;
use crate::search::alphabeta::minimax::Minimax;
use crate::search::task::{Heuristics, Searcher};
use crate::search::tree::mcts::Mcts;
use crate::search::tree::uct::Uct;

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
    /// Alpha-beta with the patterns of k in a row.
    Patterns,
    /// The true value of the position.
    Proof,
}

/// The error that a search does not play a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("search \"{search}\" does not play {game}, only {games}")]
pub struct UnsupportedGame {
    /// The name of the search.
    search: &'static str,
    /// The spec of the game.
    game: String,
    /// The games that it plays, in words.
    games: &'static str,
}

/// The searchers of a game. Each game implements this trait and [`Heuristics`] in one
/// file of this folder. All methods have defaults, so that every search plays a new
/// game as soon as its rules exist.
pub trait Players: Heuristics {
    /// The levels of play below full strength. They are measured for each game;
    /// by default those of flat boards.
    fn levels(&self) -> &'static Levels {
        &FLAT
    }

    /// The search that `auto` stands for in this game. [`SearchKind::Auto`]
    /// means that of [`player`](Players::player).
    fn auto(&self) -> SearchKind {
        SearchKind::AlphaBeta
    }

    /// The search of the levels below full strength, where `auto` plays: those
    /// of this game were measured with it.
    fn auto_below_full_strength(&self) -> SearchKind {
        SearchKind::Auto
    }

    /// A new searcher made for this game. Used only if
    /// [`auto`](Players::auto) returns [`SearchKind::Auto`]; `None` then
    /// means alpha-beta.
    fn player(&self) -> Option<Box<dyn Searcher<Self>>> {
        None
    }

    /// A new searcher for `puct`; `None` if it does not play this game.
    fn puct(&self) -> Option<Box<dyn Searcher<Self>>> {
        None
    }

    /// A new searcher for `patterns`; `None` if it does not play this game.
    fn patterns(&self) -> Option<Box<dyn Searcher<Self>>> {
        None
    }

    /// A new searcher for `proof`, which finds the true value of a position. By
    /// default alpha-beta, which proves results by searching to the end.
    fn prover(&self) -> Box<dyn Searcher<Self>> {
        Box::<AlphaBeta>::default()
    }

    /// A new `minimax`.
    fn minimax(&self) -> Box<dyn Searcher<Self>> {
        Box::<Minimax>::default()
    }
}

struct Row {
    kind: SearchKind,
    name: &'static str,
    help: &'static str,
    /// The games that it plays; `None` for all.
    only: Option<Games>,
}

/// Some of the games.
struct Games {
    /// The games in words.
    words: &'static str,
    include: fn(&GameSpec) -> bool,
}

const TABLE: &[Row] = &[
    Row { kind: SearchKind::Auto, name: "auto", help: "the best search for the game", only: None },
    Row { kind: SearchKind::Random, name: "random", help: "any legal move", only: None },
    Row {
        kind: SearchKind::Minimax,
        name: "minimax",
        help: "plain minimax, by default to the end on flat boards and 4 plies elsewhere",
        only: Some(Games {
            words: "flat boards of up to 64 squares, TicTacTrains and cubes",
            include: |spec| with_game!(spec, game => minimax_supports(&game)),
        }),
    },
    Row {
        kind: SearchKind::AlphaBeta,
        name: "alphabeta",
        help: "iterative deepening with alpha-beta",
        only: None,
    },
    Row {
        kind: SearchKind::Uct,
        name: "uct",
        help: "plain Monte Carlo tree search with random playouts",
        only: None,
    },
    Row {
        kind: SearchKind::Mcts,
        name: "mcts",
        help: "Monte Carlo tree search with RAVE",
        only: None,
    },
    Row {
        kind: SearchKind::Puct,
        name: "puct",
        help: "Monte Carlo tree search with a learned network",
        only: Some(Games {
            words: "TicTacTrains on 7x7 squares",
            include: |spec| with_game!(spec, game => game.puct().is_some()),
        }),
    },
    Row {
        kind: SearchKind::Patterns,
        name: "patterns",
        help: "alpha-beta with the patterns of k in a row",
        only: Some(Games {
            words: "flat boards with lines of 4 to 6, exact lines of 4 or 5, renju and caro",
            include: |spec| with_game!(spec, game => game.patterns().is_some()),
        }),
    },
    Row {
        kind: SearchKind::Proof,
        name: "proof",
        help: "the true value of the position",
        only: Some(Games {
            words: "TicTacTrains, cubes, and flat boards of up to 11x11 without =, renju and caro",
            include: |spec| !matches!(spec, GameSpec::Lines(shape) if shape.is_wide()),
        }),
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

    /// The games that the search plays, in words; `None` if it plays all of them.
    pub fn games(self) -> Option<&'static str> {
        self.row().only.as_ref().map(|games| games.words)
    }

    /// Whether the search can play this game.
    pub fn supports(self, game: &GameSpec) -> bool {
        self.check(game).is_ok()
    }

    /// Checks that the search can play this game.
    ///
    /// # Errors
    /// When it cannot; the message says which games it plays.
    pub fn check(self, game: &GameSpec) -> Result<(), UnsupportedGame> {
        match &self.row().only {
            Some(games) if !(games.include)(game) => Err(UnsupportedGame {
                search: self.name(),
                game: game.to_string(),
                games: games.words,
            }),
            _ => Ok(()),
        }
    }

    /// The search that `auto` stands for in this game; the others stand for
    /// themselves.
    pub fn resolve(self, spec: &GameSpec) -> SearchKind {
        match self {
            SearchKind::Auto => with_game!(spec, game => game.auto()),
            other => other,
        }
    }

    /// A new searcher for a game, which plays at full strength.
    pub(crate) fn at_full_strength<G: Players>(self, game: &G) -> Box<dyn Searcher<G>> {
        let searcher: Box<dyn Searcher<G>> = match self.resolve(&game.spec()) {
            // Must stay random: the filter would play wins in one.
            SearchKind::Random => return Box::new(RandomMover),
            SearchKind::Minimax => game.minimax(),
            SearchKind::Uct => Box::<Uct<G>>::default(),
            SearchKind::Mcts => Box::new(Mcts::new(G::prover)),
            SearchKind::Puct => game.puct().unwrap_or_else(|| Box::<AlphaBeta>::default()),
            SearchKind::Patterns => game.patterns().unwrap_or_else(|| Box::<AlphaBeta>::default()),
            SearchKind::Proof => game.prover(),
            SearchKind::Auto => game.player().unwrap_or_else(|| Box::<AlphaBeta>::default()),
            SearchKind::AlphaBeta => Box::<AlphaBeta>::default(),
        };
        Box::new(ReportFilter(searcher))
    }
}
