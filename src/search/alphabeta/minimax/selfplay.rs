//! Self-play of `minimax` on flat boards: the benchmark of the reference
//! program. For each ply it probes the table, and searches if the table has no
//! move; all games share one table.

use super::full_depth::{FullDepthSearch, fits};
use crate::game::lines::incremental::{WinTest, with_win_test};
use crate::game::{GameSpec, Lines, Outcome, Side, Square};
use crate::search::budget::{Meter, Stop};
use crate::search::task::Settings;

/// Plays games against itself.
pub trait SelfPlay {
    /// Plays `games` games, and adds them to the tally. Returns `false`,
    /// without changing the tally, if it was stopped.
    fn play(&mut self, games: u64, stop: &Stop, tally: &mut Tally) -> bool;

    /// Plays one game and returns its moves; `None` if it was stopped.
    fn game(&mut self, stop: &Stop) -> Option<Vec<Square>>;

    /// The entries of the table in use, and the most entries.
    fn table_use(&self) -> (u64, u64);
}

/// The counts of games of self-play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Wins of X, draws, wins of O.
    pub results: [u64; 3],
    /// Plies of all games.
    pub plies: u64,
    /// Plies whose move was not in the table.
    pub searches: u64,
    /// Nodes of those searches.
    pub nodes: u64,
}

impl Tally {
    /// The number of games.
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

/// Self-play of a game; `None` for games without the fast version.
pub fn self_play(spec: &GameSpec, settings: &Settings) -> Option<Box<dyn SelfPlay>> {
    let GameSpec::Lines(shape) = spec else { return None };
    if shape.is_wide() {
        return None;
    }
    let game = Lines::new(*shape);
    if !fits(game.geometry()) {
        return None;
    }
    with_win_test!(game.geometry(), T => {
        let full = FullDepthSearch::<T>::new(&game, settings)?;
        Some(Box::new(full) as Box<dyn SelfPlay>)
    })
}

impl<T: WinTest> SelfPlay for FullDepthSearch<T> {
    fn play(&mut self, games: u64, stop: &Stop, tally: &mut Tally) -> bool {
        let mut meter = Meter::new(stop, u64::MAX);
        let mut new = Tally::default();
        for _ in 0..games {
            let mut state = self.start();
            let outcome = loop {
                let square = match self.move_without_search(&state) {
                    Some(square) => square,
                    None => {
                        new.searches += 1;
                        let Some((_, square)) = self.search(&mut state, &mut meter) else {
                            return false;
                        };
                        square
                    }
                };
                new.plies += 1;
                if self.make(&mut state, square) {
                    break Outcome::Win(!state.side());
                }
                if state.empty() == 0 {
                    break Outcome::Draw;
                }
            };
            new.count(outcome);
        }
        for (sum, new) in tally.results.iter_mut().zip(new.results) {
            *sum += new;
        }
        tally.plies += new.plies;
        tally.searches += new.searches;
        tally.nodes += meter.nodes();
        true
    }

    fn game(&mut self, stop: &Stop) -> Option<Vec<Square>> {
        let mut meter = Meter::new(stop, u64::MAX);
        let mut state = self.start();
        let mut moves = Vec::new();
        while state.empty() > 0 {
            let square = match self.move_without_search(&state) {
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
        self.table.usage()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::game::Game;
    use crate::search::alphabeta::minimax::Minimax;
    use crate::search::budget::Canceller;
    use crate::search::players::kind::SearchKind;
    use crate::search::{Budget, Searcher, Task};

    fn settings() -> Settings {
        Settings { hash: 4, ..Settings::default() }
    }

    fn game(text: &str, settings: &Settings) -> Vec<usize> {
        let (_canceller, stop) = Canceller::new(Instant::now());
        let spec: GameSpec = text.parse().expect("a game");
        let mut player = self_play(&spec, settings).expect("a small board");
        let moves = player.game(&stop).expect("the canceller is kept");
        moves.into_iter().map(Square::index).collect()
    }

    const GAME_3X3: [usize; 9] = [4, 0, 1, 7, 3, 5, 2, 6, 8];
    const GAME_4X4: [usize; 16] = [10, 5, 6, 9, 0, 1, 13, 2, 3, 4, 7, 8, 11, 15, 12, 14];

    /// The games of the reference program, as square numbers row by row.
    #[test]
    fn self_play_is_the_game_of_the_reference() {
        assert_eq!(game("tictactoe", &settings()), GAME_3X3);
        assert_eq!(game("tictactoe:4", &settings()), GAME_4X4);
    }

    /// These options change only the time.
    #[test]
    fn the_table_and_pruning_do_not_change_the_game() {
        assert_eq!(game("tictactoe", &Settings { hash: 0, ..settings() }), GAME_3X3);
        assert_eq!(game("tictactoe", &Settings { pruning: false, ..settings() }), GAME_3X3);
        assert_eq!(game("tictactoe", &Settings { immediate_wins: false, ..settings() }), GAME_3X3);
        assert_eq!(game("tictactoe", &Settings { centre_reply: false, ..settings() }), GAME_3X3);
    }

    #[test]
    fn games_are_counted() {
        let (canceller, stop) = Canceller::new(Instant::now());
        for (text, results, plies) in
            [("tictactoe", [0, 7, 0], 9), ("tictactoe:4x4:3", [7, 0, 0], 5)]
        {
            let spec: GameSpec = text.parse().expect("a game");
            let mut player = self_play(&spec, &settings()).expect("a small board");
            let mut tally = Tally::default();
            assert!(player.play(7, &stop, &mut tally));
            assert_eq!((tally.results, tally.plies), (results, 7 * plies), "{text}");
        }
        drop(canceller);
        let spec: GameSpec = "tictactoe:5".parse().expect("a game");
        let mut player = self_play(&spec, &settings()).expect("a small board");
        assert!(!player.play(1, &stop, &mut Tally::default()), "it takes more than a moment");
    }

    /// The fast and the general version find the same value, distance and move
    /// in every position, if both search to the end.
    #[test]
    fn the_fast_version_agrees_with_the_general_one() {
        let (_canceller, stop) = Canceller::new(Instant::now());
        let spec: GameSpec = "tictactoe".parse().expect("a game");
        let GameSpec::Lines(shape) = spec else { panic!("no lines") };
        let game = Lines::new(shape);
        for immediate_wins in [true, false] {
            let settings = Settings { immediate_wins, centre_reply: false, ..settings() };
            let mut fast = SearchKind::Minimax.searcher(&game);
            let mut general: Box<dyn Searcher<Lines>> = Box::<Minimax>::default();
            let mut todo = vec![game.start()];
            let mut seen = std::collections::HashSet::new();
            while let Some(position) = todo.pop() {
                if game.legal(&position).is_empty() || !seen.insert(game.hash(&position)) {
                    continue;
                }
                let answer = |searcher: &mut dyn Searcher<Lines>| {
                    let mut task = Task {
                        game: &game,
                        root: &position,
                        moves: game.legal(&position),
                        budget: Budget::UNLIMITED,
                        settings: &settings,
                        stop: &stop,
                        report: &mut |_| {},
                    };
                    let line = searcher.search(&mut task).lines.swap_remove(0);
                    (line.score, line.exact, line.pv[0])
                };
                assert_eq!(answer(&mut *fast), answer(&mut *general), "{position:?}");
                for square in game.legal(&position) {
                    let mut next = position;
                    game.play(&mut next, square);
                    todo.push(next);
                }
            }
            assert_eq!(seen.len(), 4520);
        }
    }
}
