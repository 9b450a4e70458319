//! Exact endings: who wins under best play, and by how much.
//!
//! The question is always a yes-or-no one: does X's longest train end up at
//! least `goal` squares longer than O's? 1 asks for a win, 0 for at least a
//! draw, and the margin is found by asking for several.
//!
//! A stone never hurts its owner, so a square that can matter to neither side
//! is as good as a pass, and nobody has a reason to pass. Such squares are
//! therefore dropped altogether, and with them the stones that they would have
//! taken up ([`state`]). What is left is searched ([`search`]) with a table of
//! answers ([`table`]). That holds as long as every square is allowed; plies
//! that are still restricted are tried one by one above it.

mod potential;
mod prior;
mod search;
mod state;
mod table;
#[cfg(test)]
mod tests;

use crate::game::trains::{PLIES, Position};
use crate::game::{Game, Outcome, Side, Square, SquareSet, Trains};
use crate::search::{Hardware, Meter};
use prior::Weigh;
use search::{Memory, Search};
use state::State;

/// Decides endings. What it has found out stays known from call to call, for
/// any position of any rule set.
#[derive(Default)]
pub struct Solver {
    memory: Memory,
    /// The instructions to use; they change the speed only.
    pub hardware: Hardware,
}

/// What is known of the margin under best play: X's longest train minus O's,
/// in squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// X can have at least this.
    pub low: i32,
    /// O can hold X down to this.
    pub high: i32,
    /// A move with which the side to move has what its bound says; `None` if
    /// nothing is known.
    pub best: Option<Square>,
}

impl Bounds {
    /// Nothing is known.
    pub const UNKNOWN: Bounds = Bounds { low: -(PLIES as i32), high: PLIES as i32, best: None };

    /// Who wins, if the bounds tell.
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

    /// Makes the table take at most `bytes` bytes; forgets all if that is new.
    pub fn resize(&mut self, bytes: usize) {
        self.memory.table.resize(bytes);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.memory.clear();
    }

    /// How full the table is, in thousandths.
    pub fn fullness(&self) -> u32 {
        self.memory.table.fullness()
    }

    /// Whether a look at the stones alone leaves open who wins. `false` for
    /// positions with restricted plies to come, where it is not looked.
    pub fn is_open(&mut self, game: &Trains, position: &Position) -> bool {
        let lengths = &mut self.memory.lengths;
        let mut winner = |goal| {
            let mut root = State::new(game, position, goal, lengths);
            root.settle(lengths).map(|_| root.leader)
        };
        position.ply() >= game.unrestricted_from()
            && match (winner(1), winner(0)) {
                (Some(0), _) | (_, Some(1)) => false,
                (win, draw) => win.is_none() || draw.is_none(),
            }
    }

    /// Finds out who wins, and improves the bounds until they say so; `false`
    /// if the meter stopped it before.
    pub fn decide(
        &mut self,
        game: &Trains,
        position: &Position,
        bounds: &mut Bounds,
        meter: &mut Meter<'_>,
    ) -> bool {
        // The likelier question first: one answer may do.
        let first = i32::from(game.margin(position) >= 0);
        for goal in [first, 1 - first] {
            if !self.ask(game, position, goal, bounds, meter) {
                return false;
            }
        }
        true
    }

    /// Who wins; `None` if the meter stopped it before that was known.
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

    /// Improves the bounds until they are one; `false` if the meter stopped it
    /// before.
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
        // Near a draw the questions are easiest to answer.
        while bounds.low < bounds.high {
            let goal = if bounds.low > 0 { bounds.low + 1 } else { bounds.high };
            if !self.ask(game, position, goal, bounds, meter) {
                return false;
            }
        }
        true
    }

    /// Asks whether X reaches `goal`, unless the bounds know it; `false` if the
    /// meter stopped the search for the answer.
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

/// Who gets its way: X if it reaches the goal, else O; `None` is stopped. As
/// long as a ply is restricted, every move is tried.
fn winner(search: &mut Search<'_, '_>, game: &Trains, position: &Position) -> Option<Side> {
    if position.ply() >= game.unrestricted_from() {
        let root = State::new(game, position, search.goal, &mut search.memory.lengths);
        let verdict = search.hardware.run(search.from(root))?;
        return Some(Side::BOTH[verdict.winner]);
    }
    if !search.meter.count() {
        return None;
    }
    let mover = game.side(position);
    let wins = winning_move(search, game, position)?;
    Some(if wins { mover } else { !mover })
}

/// Whether one of the moves gives the side to move its way; `first` is that
/// move. Where bounds alone have found the winner they do not tell which moves
/// keep them: not those that waste a ply.
fn winning_move(search: &mut Search<'_, '_>, game: &Trains, position: &Position) -> Option<bool> {
    let mover = game.side(position);
    let legal = game.legal(position);
    let root = State::new(game, position, search.goal, &mut search.memory.lengths);
    let contested = SquareSet(u128::from(root.contested()));
    for square in (legal & contested).into_iter().chain(legal - contested) {
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
