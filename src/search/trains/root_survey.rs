//! Surveys a position by random games, for when nothing can be proven.

use super::fillings;
use super::playouts::Playouts;
use crate::game::trains::Position;
use crate::game::{Game, Side, Square, SquareSet, Trains};
use crate::random::Random;
use crate::search::budget::Stop;
use crate::search::hardware::{Instructions, Work};
use crate::search::task::Settings;
use crate::search::task::sorting::sort_by_key;

/// The number of fillings: they take about half a millisecond.
const FILLINGS: u32 = 2000;
/// Fillings between two polls.
const POLL_INTERVAL: u32 = 100;

/// The results of random fillings of the empty squares.
pub(super) struct RootSurvey {
    /// The number of fillings.
    count: i64,
    /// The sum of their margins, X's minus O's.
    margin: i64,
    /// For each square the number of fillings in which X owned it, and the sum
    /// of their margins.
    by_square: [(i64, i64); 64],
}

/// A number of fillings as work to be compiled for newer instructions.
struct Fillings<'a> {
    survey: &'a mut RootSurvey,
    playouts: &'a mut Playouts,
    game: &'a Trains,
    position: Position,
    random: &'a mut Random,
    count: u32,
}

impl Work for Fillings<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, instructions: impl Instructions) {
        for _ in 0..self.count {
            let filling =
                self.playouts.play(instructions, self.game, self.position, None, self.random);
            let margin = i64::from(filling.margin);
            self.survey.count += 1;
            self.survey.margin += margin;
            for square in SquareSet(u128::from(filling.x)) {
                let (count, sum) = &mut self.survey.by_square[square.index()];
                (*count, *sum) = (*count + 1, *sum + margin);
            }
        }
    }
}

impl RootSurvey {
    /// Plays random games from a position, the same ones for the same seed.
    pub(super) fn of(
        game: &Trains,
        position: &Position,
        settings: &Settings,
        playouts: &mut Playouts,
        stop: &Stop,
    ) -> RootSurvey {
        let mut survey = RootSurvey { count: 0, margin: 0, by_square: [(0, 0); 64] };
        let mut random = Random::new(settings.seed ^ game.hash(position));
        let interval = if stop.has_slow_nodes() { 1 } else { POLL_INTERVAL };
        for _ in 0..fillings(game, FILLINGS) / interval {
            if survey.count > 0 && stop.requested() {
                break;
            }
            settings.hardware.run(Fillings {
                survey: &mut survey,
                playouts,
                game,
                position: *position,
                random: &mut random,
                count: interval,
            });
        }
        survey
    }

    /// The expected margin for `side`, in hundredths of a square.
    pub(super) fn margin(&self, side: Side) -> i32 {
        let hundredths = (self.margin * 100 / self.count.max(1)) as i32;
        if side == Side::X { hundredths } else { -hundredths }
    }

    /// These squares, the most useful for `side` first; equal ones in board
    /// order.
    pub(super) fn ranked(&self, squares: SquareSet, side: Side) -> Vec<Square> {
        let mut ranked: Vec<Square> = squares.into_iter().collect();
        sort_by_key(&mut ranked, |&square| std::cmp::Reverse(self.gain(square, side)));
        ranked
    }

    /// The value of a square for `side`: the mean margin with it minus the mean
    /// margin without it, in thousandths.
    fn gain(&self, square: Square, side: Side) -> i64 {
        let (with, sum) = self.by_square[square.index() & 63];
        let mean = |sum: i64, count: i64| sum * 1000 / count.max(1);
        let gain = mean(sum, with) - mean(self.margin - sum, self.count - with);
        if side == Side::X { gain } else { -gain }
    }
}
