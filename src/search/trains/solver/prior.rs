//! Initial move ordering for a question: random fillings show which squares
//! decide it.

use crate::game::trains::longest::bits::lowest;
use crate::game::trains::{Lengths, Position};
use crate::game::{Side, Trains};
use crate::random::Random;
use crate::search::budget::Stop;
use crate::search::hardware::{Instructions, Work};
use crate::search::trains::fill::random_subset;
use crate::search::trains::fillings;

/// The number of fillings: they take about a tenth of a millisecond.
const FILLINGS: u32 = 500;
/// With fewer empty squares the search takes less time than the fillings.
const MIN_EMPTY: u32 = 12;
/// The value of a square that decides the question alone: more than the history
/// heuristic counts in the first seconds of a search.
const DECISIVE: f64 = 1e7;

/// The value of each square, the same for both sides: how much more often its
/// owner wins the question.
pub(super) type Prior = [u32; 64];

/// The computation of the values, as work to be compiled for newer
/// instructions.
pub(super) struct Weigh<'a> {
    pub(super) game: &'a Trains,
    pub(super) position: &'a Position,
    /// The margin with which a filling reaches the goal of X.
    pub(super) goal: i32,
    pub(super) lengths: &'a mut Lengths,
    /// Ends the fillings early: a search that must stop needs no move ordering.
    pub(super) stop: &'a Stop,
}

/// The fillings in which one side owned a square.
#[derive(Clone, Copy, Default)]
struct Count {
    fillings: u32,
    /// Those of them in which X reached the goal.
    reached: u32,
}

impl Count {
    fn share(self) -> f64 {
        f64::from(self.reached) / f64::from(self.fillings.max(1))
    }
}

impl Work for Weigh<'_> {
    type Output = Prior;

    #[inline(always)]
    fn run(self, _: impl Instructions) -> Prior {
        let mut prior = [0; 64];
        let stones = self.position.stones(Side::X);
        let empty = self.game.squares() & !(stones | self.position.stones(Side::O));
        if empty.count_ones() < MIN_EMPTY {
            return prior;
        }
        let missing = self.game.stones_of_x() - stones.count_ones();
        let mut counts = [[Count::default(); 2]; 64];
        let mut random = Random::new(1);
        for _ in 0..fillings(self.game, FILLINGS) {
            if self.stop.has_slow_nodes() && self.stop.requested() {
                break;
            }
            let x = stones | random_subset(&mut random, empty, missing);
            let (of_x, of_o) = self.lengths.of_both(x, self.game.squares() & !x);
            let reached = u32::from(of_x as i32 - of_o as i32 >= self.goal);
            let mut rest = empty;
            while rest != 0 {
                let square = rest.trailing_zeros() as usize;
                rest ^= lowest(rest);
                let count = &mut counts[square][usize::from(x >> square & 1 == 0)];
                count.fillings += 1;
                count.reached += reached;
            }
        }
        for (value, [x, o]) in prior.iter_mut().zip(counts) {
            *value = ((x.share() - o.share()).max(0.0) * DECISIVE) as u32;
        }
        prior
    }
}
