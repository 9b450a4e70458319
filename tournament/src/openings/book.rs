//! Books: the sequence of the openings of a tournament.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use noughts::game::{GameSpec, GameState, new_game};
use noughts::random::Random;

use super::same::{PositionKey, Same, images};
use super::{Opening, Order, Source};
use crate::seeds::{Purpose, derive};

/// The openings of a tournament, by number from 0.
#[derive(Debug)]
pub struct Book {
    pages: Pages,
    /// The game and the seed of the images to play in place of the openings.
    images: Option<(GameSpec, u64)>,
}

#[derive(Debug)]
enum Pages {
    /// A list, which repeats from the front.
    Listed(Vec<Opening>),
    /// A list, shuffled for each repetition.
    Shuffled(Mutex<Deck>),
    /// Random openings, drawn on demand.
    Drawn(Mutex<Urn>),
}

/// The error of a game for which no opening of this number of random moves was
/// found that leaves it open.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no opening of {0} random moves leaves the game open")]
pub struct TooManyPlies(usize);

/// The number of further draws in place of an opening that was drawn before. If
/// all of them fail, nearly all openings of a small game have been drawn, and
/// all may repeat.
const REDRAWS: usize = 20;

/// The same for openings that are distinct up to symmetry: those that few moves
/// lead to are rare, and small games have few openings.
const REDRAWS_OF_DISTINCT: usize = 1000;

impl Book {
    /// Creates the book of a source. Random openings are distinct up to the
    /// symmetries of the game, as long as there are others; they need rules, and
    /// without them every game begins at its start position.
    ///
    /// # Errors
    ///
    /// When no opening was found after which the game is open.
    pub fn new(source: &Source, spec: Option<&GameSpec>, seed: u64) -> Result<Book, TooManyPlies> {
        let pages = match (source, spec) {
            (Source::List(list), _) => Pages::Listed(list.clone()),
            (Source::Random(0), _) | (_, None) => Pages::Listed(Vec::new()),
            (&Source::Random(plies), Some(spec)) => {
                let start = new_game(spec);
                let mut urn = Urn {
                    start,
                    plies,
                    seed,
                    drawn: Vec::new(),
                    same: Some(Same::new(spec)),
                    recent: HashSet::new(),
                    exhausted: None,
                };
                urn.opening(0)?;
                Pages::Drawn(Mutex::new(urn))
            }
        };
        Ok(Book { pages, images: None })
    }

    /// Returns the book whose random openings differ in their moves only, and
    /// may be the same up to symmetry.
    #[must_use]
    pub fn with_symmetric(mut self) -> Book {
        if let Pages::Drawn(urn) = &mut self.pages {
            let urn = urn.get_mut().unwrap_or_else(PoisonError::into_inner);
            urn.drawn.clear();
            urn.recent.clear();
            (urn.same, urn.exhausted) = (None, None);
        }
        self
    }

    /// Returns the book that plays, in place of each opening, one of its
    /// symmetric images, which the seed chooses.
    #[must_use]
    pub fn transformed(self, spec: &GameSpec, seed: u64) -> Book {
        Book { images: Some((spec.clone(), seed)), ..self }
    }

    /// Returns the book with its listed openings in this order.
    #[must_use]
    pub fn in_order(self, order: Order, seed: u64) -> Book {
        let pages = match (self.pages, order) {
            (Pages::Listed(list), Order::Random) if !list.is_empty() => {
                Pages::Shuffled(Mutex::new(Deck { list, seed, pass: 0, order: Vec::new() }))
            }
            (pages, _) => pages,
        };
        Book { pages, ..self }
    }

    /// Returns whether the opening with this number repeats an earlier one,
    /// because there are no others.
    ///
    /// # Errors
    ///
    /// When no random moves were found that leave the game open.
    pub fn is_exhausted(&self, number: usize) -> Result<bool, TooManyPlies> {
        Ok(match &self.pages {
            // Without a book every game begins at its start position.
            Pages::Listed(list) => !list.is_empty() && number >= list.len(),
            Pages::Shuffled(deck) => {
                number >= deck.lock().unwrap_or_else(PoisonError::into_inner).list.len()
            }
            Pages::Drawn(urn) => {
                let mut urn = urn.lock().unwrap_or_else(PoisonError::into_inner);
                urn.opening(number)?;
                urn.exhausted.is_some_and(|first| number >= first)
            }
        })
    }

    /// Returns the opening with this number. It does not depend on the order of
    /// the calls.
    ///
    /// # Errors
    ///
    /// When no random moves were found that leave the game open.
    pub fn opening(&self, number: usize) -> Result<Opening, TooManyPlies> {
        let opening = match &self.pages {
            Pages::Listed(list) if list.is_empty() => Opening::default(),
            Pages::Listed(list) => list[number % list.len()].clone(),
            Pages::Shuffled(deck) => {
                deck.lock().unwrap_or_else(PoisonError::into_inner).opening(number)
            }
            Pages::Drawn(urn) => {
                urn.lock().unwrap_or_else(PoisonError::into_inner).opening(number)?
            }
        };
        let Some((spec, seed)) = &self.images else { return Ok(opening) };
        // An illegal opening is an error when it is played.
        let mut images = images(&opening, spec).unwrap_or_default();
        if images.is_empty() {
            return Ok(opening);
        }
        let choice = Random::new(derive(*seed, Purpose::Image(number))).below(images.len());
        Ok(images.swap_remove(choice))
    }
}

/// A list of openings, shuffled for each repetition.
#[derive(Debug)]
struct Deck {
    list: Vec<Opening>,
    seed: u64,
    /// The repetition for which `order` is computed.
    pass: usize,
    /// The shuffled indexes into `list`; empty before the first use.
    order: Vec<usize>,
}

impl Deck {
    fn opening(&mut self, number: usize) -> Opening {
        let pass = number / self.list.len();
        if self.order.is_empty() || self.pass != pass {
            self.pass = pass;
            self.order = (0..self.list.len()).collect();
            Random::new(derive(self.seed, Purpose::Order(pass))).shuffle(&mut self.order);
        }
        self.list[self.order[number % self.list.len()]].clone()
    }
}

/// Random openings, drawn one by one without repetition as long as possible.
#[derive(Debug)]
struct Urn {
    start: Box<dyn GameState>,
    plies: usize,
    seed: u64,
    drawn: Vec<Opening>,
    /// Recognizes openings that are the same up to symmetry; `None` if only the
    /// moves have to differ.
    same: Option<Same>,
    /// The openings drawn since the last time that all were exhausted.
    recent: HashSet<Identity>,
    /// The number of the first opening that is a repetition.
    exhausted: Option<usize>,
}

/// What distinguishes a random opening from others.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Identity {
    Moves(Opening),
    Position(PositionKey),
}

impl Urn {
    fn opening(&mut self, number: usize) -> Result<Opening, TooManyPlies> {
        loop {
            if let Some(opening) = self.drawn.get(number) {
                return Ok(opening.clone());
            }
            self.draw()?;
        }
    }

    /// Draws the next opening.
    fn draw(&mut self) -> Result<(), TooManyPlies> {
        let mut random = Random::new(derive(self.seed, Purpose::Opening(self.drawn.len())));
        let (mut opening, mut identity) = self.draw_one(&mut random)?;
        let redraws = if self.same.is_some() { REDRAWS_OF_DISTINCT } else { REDRAWS };
        for _ in 0..redraws {
            if !self.recent.contains(&identity) {
                break;
            }
            (opening, identity) = self.draw_one(&mut random)?;
        }
        if self.recent.contains(&identity) {
            self.recent.clear();
            self.exhausted.get_or_insert(self.drawn.len());
        }
        self.recent.insert(identity);
        self.drawn.push(opening);
        Ok(())
    }

    fn draw_one(&mut self, random: &mut Random) -> Result<(Opening, Identity), TooManyPlies> {
        let game = draw(&*self.start, self.plies, random)?;
        let moves = game.moves().iter().map(|&square| game.board().name(square)).collect();
        let opening = Opening { start: None, moves };
        let identity = match &mut self.same {
            Some(same) => Identity::Position(same.position(&*game)),
            None => Identity::Moves(opening.clone()),
        };
        Ok((opening, identity))
    }
}

/// Returns the game after random legal moves that leave it open.
fn draw(
    start: &dyn GameState,
    plies: usize,
    random: &mut Random,
) -> Result<Box<dyn GameState>, TooManyPlies> {
    'draw: for _ in 0..1000 {
        let mut game = start.boxed_clone();
        for _ in 0..plies {
            let legal = game.legal();
            let Some(square) = legal.nth(random.below(legal.len())) else { continue 'draw };
            let name = game.board().name(square);
            if game.play(&name).is_err() {
                continue 'draw;
            }
        }
        if game.outcome().is_none() {
            return Ok(game);
        }
    }
    Err(TooManyPlies(plies))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(text: &str) -> GameSpec {
        text.parse().unwrap()
    }

    fn book(plies: usize, spec: &GameSpec, seed: u64) -> Result<Book, TooManyPlies> {
        Book::new(&Source::Random(plies), Some(spec), seed)
    }

    /// Returns the first openings.
    fn first(book: &Book, count: usize) -> Vec<Opening> {
        (0..count).map(|number| book.opening(number).unwrap()).collect()
    }

    #[test]
    fn random_openings_are_distinct_legal_and_reproducible() {
        let spec = spec("tictactrains:modern");
        let openings = first(&book(3, &spec, 7).unwrap(), 200);
        assert_eq!(openings.iter().collect::<HashSet<_>>().len(), 200);
        for opening in &openings {
            assert_eq!(opening.play(&spec).unwrap().ply(), 3);
        }
        // The order of the calls does not matter.
        let again = book(3, &spec, 7).unwrap();
        assert_eq!(again.opening(150).unwrap(), openings[150]);
        assert_eq!(first(&again, 200), openings);
        assert_ne!(first(&book(3, &spec, 8).unwrap(), 200), openings);
    }

    #[test]
    fn openings_are_drawn_on_demand() {
        let book = book(2, &spec("qubic"), 1).unwrap();
        book.opening(3).unwrap();
        let Pages::Drawn(urn) = &book.pages else { panic!("{book:?}") };
        assert_eq!(urn.lock().unwrap().drawn.len(), 4);
    }

    #[test]
    fn a_small_game_repeats_openings_and_refuses_too_many_plies() {
        let spec = spec("tictactoe");
        let small = book(1, &spec, 1).unwrap().with_symmetric();
        let openings = first(&small, 100);
        assert_eq!(openings.iter().collect::<HashSet<_>>().len(), 9);
        let small = book(1, &spec, 1).unwrap().with_symmetric();
        assert!(!small.is_exhausted(5).unwrap() && small.is_exhausted(40).unwrap());
        let first = (0..100).find(|&number| small.is_exhausted(number).unwrap()).unwrap();
        let before: HashSet<&Opening> = openings[..first].iter().collect();
        assert!(before.len() == first && before.contains(&openings[first]));
        assert!(book(9, &spec, 1).is_err());
        assert!(book(99, &spec, 1).is_err());
    }

    #[test]
    fn random_openings_are_distinct_up_to_symmetry() {
        for (name, plies, count) in [
            ("tictactoe", 1, 3),
            ("tictactoe", 2, 12),
            ("tictactoe:5", 2, 85),
            ("tictactoe:20x20:5", 1, 55),
            ("qubic", 1, 2),
            ("tictactrains:(XA, OA, ...)", 1, 10),
        ] {
            let spec = spec(name);
            let book = book(plies, &spec, 3).unwrap();
            let mut same = Same::new(&spec);
            let key = |opening: Opening| same.position(&*opening.play(&spec).unwrap());
            let keys: HashSet<PositionKey> = first(&book, count).into_iter().map(key).collect();
            assert_eq!(keys.len(), count, "{name} {plies}");
            assert!(!book.is_exhausted(count - 1).unwrap(), "{name} {plies}");
            assert!(book.is_exhausted(count).unwrap(), "{name} {plies}");
        }
    }

    /// The journals of earlier versions go on with their openings.
    #[test]
    fn symmetric_openings_are_those_of_earlier_versions() {
        let book = book(2, &spec("tictactoe"), 0).unwrap().with_symmetric();
        let texts: Vec<String> = first(&book, 12).iter().map(ToString::to_string).collect();
        let expected = "c2 b2;a3 b2;b1 a3;a2 c1;a1 a2;b1 a1;b1 b3;b2 c3;b3 b2;a2 b1;a2 c3;a2 b3";
        assert_eq!(texts.join(";"), expected);
    }

    #[test]
    fn each_opening_is_played_as_one_of_its_images() {
        let spec = spec("tictactoe");
        let list: Vec<Opening> = ["a1 b2", "a1 b1"].map(|line| line.parse().unwrap()).to_vec();
        let book = |seed| {
            let book = Book::new(&Source::List(list.clone()), Some(&spec), seed).unwrap();
            book.transformed(&spec, seed)
        };
        let openings = first(&book(1), 60);
        let mut same = Same::new(&spec);
        let mut key = |opening: &Opening| same.position(&*opening.play(&spec).unwrap());
        for (number, opening) in openings.iter().enumerate() {
            assert_eq!(key(opening), key(&list[number % 2]), "{opening}");
        }
        // Four corners, and a corner with each of its two neighbours.
        assert_eq!(openings.iter().collect::<HashSet<_>>().len(), 4 + 8);
        assert_eq!(book(1).opening(33).unwrap(), openings[33]);
        assert_ne!(first(&book(2), 60), openings);
    }

    #[test]
    fn each_pass_over_a_shuffled_list_has_its_own_order() {
        let list: Vec<Opening> =
            ["a1", "b1", "c1", "a2", "b2", "c2"].map(|line| line.parse().unwrap()).to_vec();
        let book = |seed| {
            let book = Book::new(&Source::List(list.clone()), None, seed).unwrap();
            book.in_order(Order::Random, seed)
        };
        let openings = first(&book(5), 18);
        for pass in openings.chunks(6) {
            assert_eq!(pass.iter().collect::<HashSet<_>>(), list.iter().collect());
        }
        assert!(openings[..6] != list && openings[..6] != openings[6..12]);
        assert_ne!(first(&book(6), 18), openings);
        // The order of the calls does not matter.
        let again = book(5);
        assert_eq!(again.opening(13).unwrap(), openings[13]);
        assert_eq!(first(&again, 18), openings);
        assert!(!again.is_exhausted(5).unwrap() && again.is_exhausted(6).unwrap());
    }

    #[test]
    fn a_list_repeats() {
        let list: Vec<Opening> = ["a1", "b1"].map(|line| line.parse().unwrap()).to_vec();
        let book = Book::new(&Source::List(list), None, 1).unwrap();
        assert_eq!(book.opening(2).unwrap().to_string(), "a1");
        assert_eq!(book.opening(3).unwrap().to_string(), "b1");
        assert!(!book.is_exhausted(1).unwrap() && book.is_exhausted(2).unwrap());
        let none = Book::new(&Source::Random(5), None, 1).unwrap();
        assert_eq!(none.opening(4).unwrap(), Opening::default());
        assert!(!none.is_exhausted(4).unwrap());
    }
}
