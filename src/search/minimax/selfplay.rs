//! Self-play of `minimax` on flat boards: the benchmark of the reference
//! program. Each ply probes the table, searches if it does not know, and
//! plays; one table serves the whole run.

use super::full::{Full, fits};
use crate::game::lines::incremental::{WinTest, with_win_test};
use crate::game::{GameSpec, Lines, Outcome, Side, Square};
use crate::search::{Meter, Settings, Stop};

/// Plays games against itself.
pub trait SelfPlay {
    /// Plays so many games, and adds them to the tally. Ends early, with
    /// `false`, only when it is told to stop.
    fn play(&mut self, games: u64, stop: &Stop, tally: &mut Tally) -> bool;

    /// Plays one game and returns its moves; `None` when it is told to stop.
    fn game(&mut self, stop: &Stop) -> Option<Vec<Square>>;

    /// Entries of the table in use, and all of them.
    fn table_use(&self) -> (u64, u64);
}

/// What has come of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games that X won, that were drawn, that O won.
    pub results: [u64; 3],
    /// Plies of all games.
    pub plies: u64,
    /// Plies for which the search had to look further than its table.
    pub searches: u64,
    /// Nodes of those searches.
    pub nodes: u64,
}

impl Tally {
    /// All games.
    pub fn games(&self) -> u64 {
        self.results.iter().sum()
    }

    /// Counts a game.
    #[inline]
    pub fn count(&mut self, outcome: Outcome) {
        let place = match outcome {
            Outcome::Win(Side::X) => 0,
            Outcome::Draw => 1,
            Outcome::Win(Side::O) => 2,
        };
        self.results[place] += 1;
    }
}

/// `minimax` against itself; `None` for games it has no fast version for.
pub fn self_play(spec: &GameSpec, settings: &Settings) -> Option<Box<dyn SelfPlay>> {
    let GameSpec::Lines(shape) = spec else { return None };
    let game = Lines::new(*shape);
    if !fits(game.geometry()) {
        return None;
    }
    with_win_test!(game.geometry(), T => {
        let full = Full::<T>::new(&game, settings)?;
        Some(Box::new(full) as Box<dyn SelfPlay>)
    })
}

impl<T: WinTest> SelfPlay for Full<T> {
    fn play(&mut self, games: u64, stop: &Stop, tally: &mut Tally) -> bool {
        let mut meter = Meter::new(stop, u64::MAX);
        let mut counted = Tally::default();
        for _ in 0..games {
            let mut state = self.start();
            let outcome = loop {
                let square = match self.known(&state) {
                    Some(square) => square,
                    None => {
                        counted.searches += 1;
                        let Some((_, square)) = self.search(&mut state, &mut meter) else {
                            return false;
                        };
                        square
                    }
                };
                counted.plies += 1;
                if self.make(&mut state, square) {
                    break Outcome::Win(!state.side());
                }
                if state.empty() == 0 {
                    break Outcome::Draw;
                }
            };
            counted.count(outcome);
        }
        for (all, new) in tally.results.iter_mut().zip(counted.results) {
            *all += new;
        }
        tally.plies += counted.plies;
        tally.searches += counted.searches;
        tally.nodes += meter.nodes();
        true
    }

    fn game(&mut self, stop: &Stop) -> Option<Vec<Square>> {
        let mut meter = Meter::new(stop, u64::MAX);
        let mut state = self.start();
        let mut moves = Vec::new();
        while state.empty() > 0 {
            let square = match self.known(&state) {
                Some(square) => square,
                None => self.search(&mut state, &mut meter)?.1,
            };
            moves.push(square);
            if self.make(&mut state, square) {
                break;
            }
        }
        Some(moves)
    }

    fn table_use(&self) -> (u64, u64) {
        Full::table_use(self)
    }
}
