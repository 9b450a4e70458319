//! The table of all searches: their names, what they do, which games they
//! play.

use super::alpha_beta::AlphaBeta;
use super::certain::Certain;
use super::mcts::{Mcts, Uct};
use super::minimax::Seed;
use super::random::RandomMover;
use super::{Evaluate, Playout, Prove, Searcher};
use crate::game::GameSpec;
use crate::game::lines::Shape;

/// A game that has everything the searches ask of a game.
pub trait Searchable: Evaluate + Playout + Prove + Seed {}

impl<G: Evaluate + Playout + Prove + Seed> Searchable for G {}

/// Which search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchKind {
    /// The best one for the game.
    Auto,
    /// Random moves.
    Random,
    /// Fixed depth, as in the seed programs.
    Minimax,
    /// Iterative deepening.
    AlphaBeta,
    /// Plain Monte Carlo tree search.
    Uct,
    /// Monte Carlo tree search with rapid action value estimation.
    Mcts,
    /// The true value of the position.
    Proof,
}

struct Row {
    kind: SearchKind,
    name: &'static str,
    help: &'static str,
    supports: fn(&GameSpec) -> bool,
}

const TABLE: [Row; 7] = [
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
        help: "a fixed depth; see Pruning, Ordering and Hash; flat boards to 64 squares",
        supports: |game| match game {
            // To the end of the game is what it searches there.
            GameSpec::Lines(Shape::Flat { columns, rows, .. }) => columns * rows <= 64,
            _ => true,
        },
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
        kind: SearchKind::Proof,
        name: "proof",
        help: "the true value of the position",
        supports: |_| true,
    },
];

impl SearchKind {
    /// All searches, in the order of the table.
    pub fn all() -> impl Iterator<Item = SearchKind> {
        TABLE.iter().map(|row| row.kind)
    }

    /// The search of this name, in either case.
    pub fn from_name(name: &str) -> Option<SearchKind> {
        TABLE.iter().find(|row| row.name.eq_ignore_ascii_case(name)).map(|row| row.kind)
    }

    fn row(self) -> &'static Row {
        TABLE.iter().find(|row| row.kind == self).unwrap_or(&TABLE[0])
    }

    /// What the `Search` option calls it.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// What it does, in a few words.
    pub fn help(self) -> &'static str {
        self.row().help
    }

    /// Whether it can play this game.
    pub fn supports(self, game: &GameSpec) -> bool {
        (self.row().supports)(game)
    }

    /// The search that `auto` stands for in this game; others are themselves.
    pub fn resolve(self, game: &GameSpec) -> SearchKind {
        match (self, game) {
            (SearchKind::Auto, GameSpec::Trains(_)) => SearchKind::Mcts,
            // Flat boards have a player of their own.
            (SearchKind::Auto, GameSpec::Lines(Shape::Cube { .. })) => SearchKind::Proof,
            (kind, _) => kind,
        }
    }

    /// A fresh searcher for a game.
    pub fn searcher<G: Searchable>(self, game: &G) -> Box<dyn Searcher<G>> {
        let searcher: Box<dyn Searcher<G>> = match self.resolve(&game.spec()) {
            // What it plays is chance alone.
            SearchKind::Random => return Box::new(RandomMover),
            SearchKind::Minimax => game.minimax(),
            SearchKind::Uct => Box::<Uct<G>>::default(),
            SearchKind::Mcts => Box::<Mcts<G>>::default(),
            SearchKind::Proof => game.prover(),
            SearchKind::Auto => game.player().unwrap_or_else(|| Box::<AlphaBeta>::default()),
            SearchKind::AlphaBeta => Box::<AlphaBeta>::default(),
        };
        Box::new(Certain(searcher))
    }
}
