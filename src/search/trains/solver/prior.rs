//! Which squares decide a question, by random fillings: the order in which
//! moves are tried before the search itself knows better.

use crate::game::trains::longest::bits::{BOARD, lowest};
use crate::game::trains::{Lengths, Position};
use crate::game::{Side, Trains};
use crate::random::Random;
use crate::search::Stop;
use crate::search::hardware::{Instructions, Work};
use crate::search::trains::fill::random_subset;
use crate::search::trains::fillings;

/// Fillings looked at: they take about a tenth of a millisecond.
const FILLINGS: u32 = 500;
/// With fewer empty squares the search is over before that.
const LEFT_FOR_FILLINGS: u32 = 12;
/// What a square is worth that decides all by itself: more than what the
/// search counts in its first seconds.
const DECISIVE: f64 = 1e7;

/// The worth of each square, to either side alike: who has it gets its way
/// more often.
pub(super) type Prior = [u32; 64];

/// Finding out the worth, as work to be compiled for newer instructions.
pub(super) struct Weigh<'a> {
    pub(super) game: &'a Trains,
    pub(super) position: &'a Position,
    /// X reaches a filling's goal with a margin of at least this.
    pub(super) goal: i32,
    pub(super) lengths: &'a mut Lengths,
    /// Where the search will be stopped the order of its moves does not matter.
    pub(super) stop: &'a Stop,
}

/// How often a side had a square, and how often X then reached the goal.
#[derive(Clone, Copy, Default)]
struct Count {
    had: u32,
    reached: u32,
}

impl Count {
    fn share(self) -> f64 {
        f64::from(self.reached) / f64::from(self.had.max(1))
    }
}

impl Work for Weigh<'_> {
    type Output = Prior;

    #[inline(always)]
    fn run(self, _: impl Instructions) -> Prior {
        let mut prior = [0; 64];
        let stones = self.position.stones(Side::X);
        let empty = BOARD & !(stones | self.position.stones(Side::O));
        if empty.count_ones() < LEFT_FOR_FILLINGS {
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
            let (of_x, of_o) = self.lengths.of_both(x, BOARD & !x);
            let reached = u32::from(of_x as i32 - of_o as i32 >= self.goal);
            let mut rest = empty;
            while rest != 0 {
                let square = rest.trailing_zeros() as usize;
                rest ^= lowest(rest);
                let count = &mut counts[square][usize::from(x >> square & 1 == 0)];
                count.had += 1;
                count.reached += reached;
            }
        }
        for (worth, [x, o]) in prior.iter_mut().zip(counts) {
            *worth = ((x.share() - o.share()).max(0.0) * DECISIVE) as u32;
        }
        prior
    }
}
