//! TicTacTrains: the sides fill a board, usually of 7x7 squares, and the longer longest train wins.

pub mod longest;

use super::rules::check_counts;
use super::spec::rings;
use super::squares::set::hash;
use super::squares::{symmetry, zobrist};
use super::{Board, Game, GameSpec, Outcome, PlacementError, Side, Square, SquareSet, Symmetry};

pub use super::spec::plies::Ply;
pub use super::spec::rings::{BOARD, SIZES};
pub use super::spec::rules::{MAX_PLIES, NAMED, RuleSet, RulesError};
pub use longest::{Lengths, longest_train, longest_train_squares};

/// TicTacTrains under one rule set.
#[derive(Clone, Debug)]
pub struct Trains {
    rules: RuleSet,
    /// See [`Trains::unrestricted_from`].
    unrestricted_from: usize,
    plies: usize,
    plies_of_x: u64,
    /// See [`Trains::squares`].
    squares: u64,
}

/// A position: the stones of both sides as bits of the [`BOARD`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    stones: [u64; 2],
    hash: u64,
    ply: u8,
}

impl Position {
    /// The stones of a side.
    pub fn stones(&self, side: Side) -> u64 {
        self.stones[side.index()]
    }

    /// The number of plies played.
    pub fn ply(&self) -> usize {
        usize::from(self.ply)
    }
}

impl Trains {
    /// Creates the game under these rules.
    pub fn new(rules: RuleSet) -> Trains {
        let unrestricted_from = rules.unrestricted_from();
        let plies = rules.plies().len();
        let plies_of_x = (0..plies).filter(|&ply| rules.side(ply) == Side::X);
        let plies_of_x = plies_of_x.fold(0, |plies, ply| plies | 1 << ply);
        let squares = rings::squares(rules.size());
        Trains { rules, unrestricted_from, plies, plies_of_x, squares }
    }

    /// Whether the board has 7x7 squares.
    pub fn is_usual_size(&self) -> bool {
        self.rules.is_usual_size()
    }

    /// The number of plies of a game, which is that of the squares.
    pub fn plies(&self) -> usize {
        self.plies
    }

    /// All squares, as bits of the [`BOARD`]. Smaller boards are its upper left part.
    pub fn squares(&self) -> u64 {
        self.squares
    }

    /// The ply (from 0) from which on all plies are unrestricted.
    pub fn unrestricted_from(&self) -> usize {
        self.unrestricted_from
    }

    /// The number of X's stones at the end of the game.
    pub fn stones_of_x(&self) -> u32 {
        self.plies_of_x.count_ones()
    }

    /// The number of stones at the end of the game of the side that has more.
    pub fn most_stones(&self) -> u32 {
        self.stones_of_x().max(self.plies as u32 - self.stones_of_x())
    }

    /// The set of X's plies: bit `i` stands for ply `i`, from 0.
    pub fn plies_of_x(&self) -> u64 {
        self.plies_of_x
    }

    /// The rules.
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// The length of X's longest train minus that of O's on the present board,
    /// in squares.
    pub fn margin(&self, position: &Position) -> i32 {
        longest_train(position.stones[0]) as i32 - longest_train(position.stones[1]) as i32
    }
}

impl Game for Trains {
    type Position = Position;
    type Set = SquareSet;

    fn spec(&self) -> GameSpec {
        GameSpec::Trains(self.rules.clone())
    }

    fn board(&self) -> &Board {
        self.rules.board()
    }

    fn start(&self) -> Position {
        Position { stones: [0; 2], hash: 0, ply: 0 }
    }

    fn place(&self, x: SquareSet, o: SquareSet, side: Side) -> Result<Position, PlacementError> {
        check_counts(self, x, o, side)?;
        let ply = (x.len() + o.len()) as u8;
        for (side, stones) in [(Side::X, x), (Side::O, o)] {
            if !self.rules.can_leave(usize::from(ply), side, stones.0 as u64) {
                let reason = format!("the first plies are restricted to other squares for {side}");
                return Err(PlacementError::Impossible(reason));
            }
        }
        Ok(Position { stones: [x.0 as u64, o.0 as u64], hash: hash(x, o), ply })
    }

    fn side_at(&self, ply: usize) -> Side {
        self.rules.side(ply)
    }

    fn stones(&self, position: &Position, side: Side) -> SquareSet {
        SquareSet(u128::from(position.stones(side)))
    }

    fn ply(&self, position: &Position) -> usize {
        position.ply()
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        if position.ply() < self.plies {
            return None;
        }
        Some(match self.margin(position) {
            0 => Outcome::Draw,
            margin if margin > 0 => Outcome::Win(Side::X),
            _ => Outcome::Win(Side::O),
        })
    }

    #[inline]
    fn legal(&self, position: &Position) -> SquareSet {
        let occupied = position.stones[0] | position.stones[1];
        SquareSet(u128::from(self.rules.allowed(position.ply()) & !occupied))
    }

    #[inline]
    fn play(&self, position: &mut Position, square: Square) {
        let side = self.side(position);
        position.stones[side.index()] |= 1 << square.index();
        position.hash ^= zobrist::key(side, square);
        position.ply += 1;
    }

    #[inline]
    fn undo(&self, position: &mut Position, square: Square) {
        position.ply -= 1;
        let side = self.side(position);
        position.stones[side.index()] &= !(1 << square.index());
        position.hash ^= zobrist::key(side, square);
    }

    fn hash(&self, position: &Position) -> u64 {
        position.hash
    }

    fn symmetries(&self, position: &Position) -> Vec<Symmetry> {
        let keeps_rules = |symmetry: &Symmetry| {
            (position.ply()..self.plies).all(|ply| {
                let allowed = SquareSet(u128::from(self.rules.allowed(ply)));
                symmetry.set(allowed) == allowed
            })
        };
        symmetry::flat(self.board()).into_iter().filter(keeps_rules).collect()
    }

    fn text_prefix(&self) -> String {
        String::new()
    }

    fn highlights(&self, position: &Position) -> SquareSet {
        if position.ply() < self.plies {
            return SquareSet::EMPTY;
        }
        let trains = position.stones.map(longest_train_squares);
        let longest = trains[0].len().max(trains[1].len());
        trains.into_iter().filter(|train| train.len() == longest).flatten().collect()
    }

    fn longest_trains(&self, position: &Position) -> Option<[Vec<Square>; 2]> {
        Some(position.stones.map(longest_train_squares))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reference_game_ends_as_recorded() {
        let game = Trains::new(RuleSet::default());
        let mut position = game.start();
        let moves = "d4 d5 e4 c4 d3 e5 f4 c5 c3 f5 b3 b4 g5 g4 a4 f3 f6 b5 b6 a5 a6 e2 b2 d6 e6 \
                     c2 a3 a2 b1 c6 c1 d1 d7 c7 b7 e1 d2 g3 e3 e7 a1 g7 f2 g2 f1 g1 a7 f7 g6";
        for name in moves.split_whitespace() {
            assert_eq!(game.outcome(&position), None);
            let square = BOARD.parse(name).filter(|&s| game.legal(&position).contains(s));
            game.play(&mut position, square.unwrap_or_else(|| panic!("{name} is illegal")));
        }
        assert_eq!(longest_train(position.stones(Side::O)), 10);
        assert_eq!(longest_train(position.stones(Side::X)), 9);
        assert_eq!(game.outcome(&position), Some(Outcome::Win(Side::O)));
        assert_eq!(game.highlights(&position).len(), 10);
        assert!(game.legal(&position).is_empty());
    }

    #[test]
    fn symmetries_preserve_the_remaining_restrictions() {
        let count = |rules: &str, ply: usize| {
            let rules: RuleSet = rules.parse().unwrap_or_else(|e| panic!("{rules}: {e}"));
            let game = Trains::new(rules);
            let mut position = game.start();
            position.ply = ply as u8;
            game.symmetries(&position).len()
        };
        assert_eq!(count("classical", 0), 8);
        assert_eq!(count("modern", 0), 8);
        assert_eq!(count("(XA, OA-a1, XA, OA, ...)", 0), 2);
        assert_eq!(count("(XA, OA-a1, XA, OA, ...)", 1), 2);
        assert_eq!(count("(XA, OA-a1, XA, OA, ...)", 2), 8);
        assert_eq!(count("(XA, OA-a1b1, XA, OA, ...)", 0), 1);
    }
}
