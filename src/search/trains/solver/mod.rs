//! Solves endings exactly: finds the winner under best play, and the margin.
//!
//! The solver answers yes-or-no questions: does X's longest train end up at
//! least `goal` squares longer than O's? Goal 1 means a win, goal 0 at least a
//! draw; several goals give the margin. The *winner* of a question is X if the
//! answer is yes, else O.
//!
//! A stone never hurts its owner. So a square that cannot matter to either side
//! is as good as a pass, and neither side gains by passing. Such squares are
//! removed, together with the stones that would be played there ([`state`]).
//! The rest is searched ([`search`]) with a table of answers ([`table`]). This
//! holds while all squares are allowed; plies that are still restricted are
//! searched move by move above it.

mod potential;
mod prior;
mod search;
mod state;
mod table;
#[cfg(test)]
mod tests;

use crate::game::trains::{MAX_PLIES, Position};
use crate::game::{Game, Outcome, Side, Square, SquareSet, Symmetry, Trains};
use crate::search::budget::Meter;
use crate::search::hardware::Hardware;
use prior::Weigh;
use search::{Memory, Search};
use state::State;

/// The last ply at which symmetric moves are searched only once.
const MAX_PLY_OF_SYMMETRY: usize = 4;

/// Solves endings. Its table of answers stays valid from call to call, for any
/// position of any rule set.
#[derive(Default)]
pub struct Solver {
    memory: Memory,
    /// The instructions to use; they affect only the speed.
    pub hardware: Hardware,
}

/// Bounds of the margin under best play: X's longest train minus O's, in
/// squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// X can reach at least this margin.
    pub low: i32,
    /// O can keep X from more than this margin.
    pub high: i32,
    /// A move with which the side to move reaches its bound; `None` if there is
    /// none known.
    pub best: Option<Square>,
}

impl Bounds {
    /// The bounds before any question is answered.
    pub const UNKNOWN: Bounds =
        Bounds { low: -(MAX_PLIES as i32), high: MAX_PLIES as i32, best: None };

    /// The outcome, if the bounds determine it.
    pub fn outcome(&self) -> Option<Outcome> {
        match (self.low, self.high) {
            (1.., _) => Some(Outcome::Win(Side::X)),
            (_, ..=-1) => Some(Outcome::Win(Side::O)),
            (0, 0) => Some(Outcome::Draw),
            _ => None,
        }
    }
}

impl Solver {
    /// A solver whose table takes at most `bytes` bytes.
    pub fn new(bytes: usize) -> Solver {
        let mut solver = Solver::default();
        solver.resize(bytes);
        solver
    }

    /// Makes the table take at most `bytes` bytes; forgets everything if the
    /// size changes.
    pub fn resize(&mut self, bytes: usize) {
        self.memory.table.resize(bytes);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.memory.clear();
    }

    /// The used part of the table, in thousandths.
    pub fn fullness(&self) -> u32 {
        self.memory.table.fullness()
    }

    /// Whether bounds from the stones alone leave the outcome open. `false` for
    /// positions with restricted plies to come, which are not checked.
    pub fn is_open(&mut self, game: &Trains, position: &Position) -> bool {
        position.ply() >= game.unrestricted_from() && self.known(game, position).is_none()
    }

    /// The outcome, if bounds from the stones alone determine it. `None` for
    /// positions with restricted plies to come, which are not checked.
    pub fn known(&mut self, game: &Trains, position: &Position) -> Option<Outcome> {
        self.bounds_of_stones(game, position).outcome()
    }

    /// Bounds from the stones alone: who can still win. [`Bounds::UNKNOWN`] for
    /// positions with restricted plies to come, which are not checked.
    pub fn bounds_of_stones(&mut self, game: &Trains, position: &Position) -> Bounds {
        let mut bounds = Bounds::UNKNOWN;
        if position.ply() < game.unrestricted_from() {
            return bounds;
        }
        let lengths = &mut self.memory.lengths;
        for goal in [1, 0] {
            let mut root = State::new(game, position, goal, lengths);
            if root.settle(lengths).is_none() {
                continue;
            }
            match root.leader {
                0 => bounds.low = bounds.low.max(goal),
                _ => bounds.high = bounds.high.min(goal - 1),
            }
        }
        bounds
    }

    /// Improves the bounds until they determine the outcome; `false` if the
    /// meter stopped the search before.
    pub fn decide(
        &mut self,
        game: &Trains,
        position: &Position,
        bounds: &mut Bounds,
        meter: &mut Meter<'_>,
    ) -> bool {
        // The question that the present margin suggests first: its answer may
        // be enough.
        let first = i32::from(game.margin(position) >= 0);
        for goal in [first, 1 - first] {
            if !self.ask(game, position, goal, bounds, meter) {
                return false;
            }
        }
        true
    }

    /// The outcome; `None` if the meter stopped the search before.
    pub fn outcome(
        &mut self,
        game: &Trains,
        position: &Position,
        meter: &mut Meter<'_>,
    ) -> Option<Outcome> {
        let mut bounds = Bounds::UNKNOWN;
        self.decide(game, position, &mut bounds, meter);
        bounds.outcome()
    }

    /// Improves the bounds until they are equal; `false` if the meter stopped
    /// the search before.
    pub fn measure(
        &mut self,
        game: &Trains,
        position: &Position,
        bounds: &mut Bounds,
        meter: &mut Meter<'_>,
    ) -> bool {
        if !self.decide(game, position, bounds, meter) {
            return false;
        }
        // Goals near a draw are the easiest to answer.
        while bounds.low < bounds.high {
            let goal = if bounds.low > 0 { bounds.low + 1 } else { bounds.high };
            if !self.ask(game, position, goal, bounds, meter) {
                return false;
            }
        }
        true
    }

    /// Finds out whether X reaches `goal`, unless the bounds determine it;
    /// `false` if the meter stopped the search.
    pub fn ask(
        &mut self,
        game: &Trains,
        position: &Position,
        goal: i32,
        bounds: &mut Bounds,
        meter: &mut Meter<'_>,
    ) -> bool {
        if goal <= bounds.low || goal > bounds.high {
            return true;
        }
        let memory = &mut self.memory;
        let (lengths, stop) = (&mut memory.lengths, meter.stop());
        let prior = self.hardware.run(Weigh { game, position, goal, lengths, stop });
        let mut search = Search { memory, meter, goal, first: 0, prior, hardware: self.hardware };
        let Some(winner) = winner(&mut search, game, position) else { return false };
        if winner == game.side(position) {
            if search.first == 0 && winning_move(&mut search, game, position).is_none() {
                return false;
            }
            bounds.best = Some(Square::new(search.first.trailing_zeros() as usize));
        }
        match winner {
            Side::X => bounds.low = goal,
            Side::O => bounds.high = goal - 1,
        }
        true
    }
}

/// The winner of the question: X if it reaches the goal, else O; `None` if
/// stopped. While plies are restricted, and on the
/// empty board, every move is tried, but only one of symmetric ones in the first plies.
fn winner(search: &mut Search<'_, '_>, game: &Trains, position: &Position) -> Option<Side> {
    if position.ply() >= game.unrestricted_from().max(1) {
        let root = State::new(game, position, search.goal, &mut search.memory.lengths);
        let solution = search.hardware.run(search.from(root))?;
        return Some(Side::BOTH[solution.winner]);
    }
    if !search.meter.count() {
        return None;
    }
    let mover = game.side(position);
    let wins = winning_move(search, game, position)?;
    Some(if wins { mover } else { !mover })
}

/// The symmetries that map the position to itself and keep the rules of the plies to come.
/// Later in the game they are not looked for: few positions have any.
fn symmetries(game: &Trains, position: &Position) -> Vec<Symmetry> {
    if position.ply() > MAX_PLY_OF_SYMMETRY {
        return Vec::new();
    }
    let stones = Side::BOTH.map(|side| game.stones(position, side));
    let mut found = game.symmetries(position);
    found.retain(|symmetry| stones.iter().all(|&stones| symmetry.set(stones) == stones));
    found
}

/// Whether a move wins the question for the side to move; sets `first` to that
/// move. This finds a move where bounds alone have given the winner: not every
/// move keeps the bounds, because some waste a ply.
fn winning_move(search: &mut Search<'_, '_>, game: &Trains, position: &Position) -> Option<bool> {
    let mover = game.side(position);
    let legal = game.legal(position);
    let root = State::new(game, position, search.goal, &mut search.memory.lengths);
    let contested = SquareSet(u128::from(root.contested()));
    let symmetries = symmetries(game, position);
    let mut tried = SquareSet::EMPTY;
    for square in (legal & contested).into_iter().chain(legal - contested) {
        if symmetries.iter().any(|symmetry| tried.contains(symmetry.square(square))) {
            continue;
        }
        tried.insert(square);
        let mut next = *position;
        game.play(&mut next, square);
        if winner(search, game, &next)? == mover {
            search.first = 1 << square.index();
            return Some(true);
        }
    }
    search.first = 0;
    Some(false)
}
