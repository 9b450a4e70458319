//! Recognizes positions, and games from an opening, that are the same up to the
//! symmetries of a game.

use std::collections::HashMap;

use noughts::game::{GameSpec, GameState, Side, Square, Symmetry, WideSet, new_game};

use crate::model::opening::{Opening, OpeningError};

/// The stones of X and O in the least of the images of a position. Positions
/// with equal keys are the same up to the symmetries of the remaining plies. The
/// words of highest indices come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PositionKey([[u64; 8]; 2]);

/// The least of the images of an opening's position and of the squares played
/// after it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameKey(PositionKey, Vec<u16>);

/// Computes the keys of positions and games under the symmetries of one game.
#[derive(Debug)]
pub struct Same {
    start: Box<dyn GameState>,
    /// The symmetries by the number of plies played, on which they depend.
    symmetries: HashMap<usize, Vec<Symmetry>>,
}

impl Same {
    /// Recognizes positions of this game.
    pub fn new(spec: &GameSpec) -> Same {
        Same { start: new_game(spec), symmetries: HashMap::new() }
    }

    /// Returns the key of the current position.
    pub fn position(&mut self, game: &dyn GameState) -> PositionKey {
        let stones = Side::BOTH.map(|side| game.stones(side));
        let images = self.symmetries(game).iter().map(|symmetry| image(symmetry, stones));
        // The identity is among the symmetries.
        images.min().unwrap_or(PositionKey(stones.map(|set| set.0)))
    }

    /// Returns the key of a game of these plies after an opening; `None` if it
    /// is not legal.
    pub fn game<'a>(
        &mut self,
        opening: &Opening,
        plies: impl IntoIterator<Item = &'a str>,
    ) -> Option<GameKey> {
        let mut game = self.start.boxed_clone();
        opening.play_on(&mut *game).ok()?;
        let stones = Side::BOTH.map(|side| game.stones(side));
        let begun = game.boxed_clone();
        let squares: Option<Vec<Square>> =
            plies.into_iter().map(|name| game.play(name).ok()).collect();
        let squares = squares?;
        let mut least: Option<GameKey> = None;
        for symmetry in self.symmetries(&*begun) {
            let position = image(symmetry, stones);
            let played = squares.iter().map(|&square| symmetry.square(square).index() as u16);
            let is_less = least.as_ref().is_none_or(|GameKey(least, squares)| {
                position
                    .cmp(least)
                    .then_with(|| played.clone().cmp(squares.iter().copied()))
                    .is_lt()
            });
            if is_less {
                least = Some(GameKey(position, played.collect()));
            }
        }
        least
    }

    fn symmetries(&mut self, game: &dyn GameState) -> &[Symmetry] {
        self.symmetries.entry(game.ply()).or_insert_with(|| game.symmetries())
    }
}

/// Returns the images of an opening that can be played, the opening itself
/// included. Images of equal positions are repeated.
///
/// # Errors
///
/// When the opening is illegal.
pub fn images(opening: &Opening, spec: &GameSpec) -> Result<Vec<Opening>, OpeningError> {
    let played = opening.play(spec)?;
    let mut start = new_game(spec);
    start.set_start(opening.start.as_deref())?;
    let image = |symmetry: &Symmetry| {
        let text = opening.start.as_ref().map(|_| start.image(symmetry));
        let name = |&square: &Square| start.board().name(symmetry.square(square));
        let moves = played.moves().iter().map(name).collect();
        let image = Opening { start: text.transpose().ok()?, moves };
        image.play(spec).is_ok().then_some(image)
    };
    Ok(start.symmetries().iter().filter_map(image).collect())
}

fn image(symmetry: &Symmetry, stones: [WideSet; 2]) -> PositionKey {
    PositionKey(stones.map(|set| {
        let mut words = symmetry.set(set).0;
        words.reverse();
        words
    }))
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use super::*;

    fn spec(text: &str) -> GameSpec {
        text.parse().unwrap()
    }

    /// Returns all sequences of legal moves of this length that leave the game
    /// open.
    fn sequences(spec: &GameSpec, plies: usize) -> Vec<Vec<Square>> {
        let mut all = vec![Vec::new()];
        for _ in 0..plies {
            all = all
                .iter()
                .flat_map(|moves: &Vec<Square>| {
                    let game = played(spec, moves);
                    let next = |square| moves.iter().copied().chain([square]).collect();
                    game.legal().into_iter().map(next).collect::<Vec<Vec<Square>>>()
                })
                .collect();
        }
        all.retain(|moves| played(spec, moves).outcome().is_none());
        all
    }

    fn played(spec: &GameSpec, moves: &[Square]) -> Box<dyn GameState> {
        let mut game = new_game(spec);
        for &square in moves {
            let name = game.board().name(square);
            game.play(&name).unwrap();
        }
        game
    }

    /// Counts the classes of positions by joining each position with its
    /// images under the maps of a square of this side, which are written out
    /// here a second time.
    fn classes(spec: &GameSpec, plies: usize) -> usize {
        let mut parent: HashMap<String, String> = HashMap::new();
        fn root(parent: &HashMap<String, String>, text: &str) -> String {
            let mut text = text.to_string();
            while parent[&text] != text {
                text.clone_from(&parent[&text]);
            }
            text
        }
        let all = sequences(spec, plies);
        for moves in &all {
            let text = played(spec, moves).text();
            parent.insert(text.clone(), text);
        }
        for moves in &all {
            let game = played(spec, moves);
            let last = game.board().columns() - 1;
            let turn = |(column, row)| (row, last - column);
            let flip = |(column, row)| (last - column, row);
            for turns in 0..4 {
                for flips in 0..2 {
                    let map = |&square: &Square| {
                        let (column, row, level) = game.board().coordinates(square);
                        let mut place = (column, row);
                        (0..turns).for_each(|_| place = turn(place));
                        (0..flips).for_each(|_| place = flip(place));
                        game.board().square(place.0, place.1, level)
                    };
                    let image: Vec<Square> = moves.iter().map(map).collect();
                    let image = root(&parent, &played(spec, &image).text());
                    parent.insert(image, root(&parent, &game.text()));
                }
            }
        }
        parent.iter().filter(|(text, of)| text == of).count()
    }

    #[test]
    fn positions_are_the_same_up_to_the_symmetries_of_the_board() {
        for (name, plies, expected) in [
            ("tictactoe", 1, 3),
            ("tictactoe", 2, 12),
            ("tictactoe", 3, 38),
            ("tictactoe:5", 2, 85),
            ("tictactoe:5", 1, 6),
            ("tictactoe:15x15:5", 1, 36),
        ] {
            let spec = spec(name);
            let mut same = Same::new(&spec);
            let keys: HashSet<PositionKey> = sequences(&spec, plies)
                .iter()
                .map(|moves| same.position(&*played(&spec, moves)))
                .collect();
            assert_eq!(keys.len(), classes(&spec, plies), "{name} {plies}");
            assert_eq!(keys.len(), expected, "{name} {plies}");
        }
    }

    #[test]
    fn rules_that_name_squares_break_symmetries() {
        let count = |rules: &str| {
            let spec = spec(rules);
            let mut same = Same::new(&spec);
            let key = |moves: &Vec<Square>| same.position(&*played(&spec, moves));
            sequences(&spec, 1).iter().map(key).collect::<HashSet<_>>().len()
        };
        assert_eq!(count("tictactrains:(XA, OA, ...)"), 10);
        // Only the diagonal through a1 is left: 21 pairs and 7 squares on it.
        assert_eq!(count("tictactrains:(XA, OA-a1, XA, OA, ...)"), 28);
    }

    #[test]
    fn games_are_the_same_up_to_one_symmetry_for_all_their_moves() {
        let mut same = Same::new(&spec("tictactoe"));
        let mut key = |opening: &str, plies: &[&str]| {
            same.game(&opening.parse().unwrap(), plies.iter().copied())
        };
        let game = key("a1", &["b2", "c1"]);
        assert!(game.is_some());
        assert_eq!(game, key("c3", &["b2", "a3"]));
        assert_eq!(game, key("a1", &["b2", "a3"]), "the diagonal through a1 is left");
        assert_ne!(game, key("a1", &["b2", "c3"]));
        assert_ne!(game, key("a1 b2", &["c1"]), "another opening");
        assert_eq!(game, key("fen 3 3 3 2X/3/3 o 1", &["b2", "c1"]));
        assert_eq!(key("a1", &["a1"]), None);
        // Openings that transpose lead to the same games.
        assert_eq!(key("a1 b2 c3", &["a2"]), key("c3 b2 a1", &["a2"]));
    }

    #[test]
    fn images_are_openings_of_the_game() {
        let of = |opening: &str, game: &str| {
            let opening: Opening = opening.parse().unwrap();
            images(&opening, &spec(game)).unwrap()
        };
        let texts = |opening: &str, game: &str| -> Vec<String> {
            of(opening, game).iter().map(ToString::to_string).collect()
        };
        let found = texts("a1 b1", "tictactoe");
        assert_eq!(found.len(), 8);
        assert!(found.contains(&"a1 b1".to_string()) && found.contains(&"c3 c2".to_string()));
        let found = texts("fen 3 3 3 3/3/X2 o 1 moves b1", "tictactoe");
        assert!(found.contains(&"fen 3 3 3 X2/3/3 o 1 moves b3".to_string()), "{found:?}");
        assert_eq!(of("a1 t19", "tictactoe:20x20:5").len(), 8);
        assert_eq!(of("1a1", "qubic").len(), 192);
        // O may not play on a1.
        let found = texts("d4 a7", "tictactrains:(XA, OA-a1, XA, OA, ...)");
        assert_eq!(found, ["d4 a7", "d4 g1"]);
    }
}
