//! Books: the sequence of the openings of a tournament.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use noughts::game::{GameSpec, GameState, new_game};
use noughts::random::Random;

use super::{Opening, Order, Source};
use crate::seeds::{Purpose, derive};

/// The openings of a tournament, by number from 0.
#[derive(Debug)]
pub struct Book(Pages);

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

impl Book {
    /// Creates the book of a source. Random openings need rules; without them
    /// every game begins at its start position.
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
                    recent: HashSet::new(),
                    exhausted: None,
                };
                urn.opening(0)?;
                Pages::Drawn(Mutex::new(urn))
            }
        };
        Ok(Book(pages))
    }

    /// Returns the book with its listed openings in this order.
    #[must_use]
    pub fn in_order(self, order: Order, seed: u64) -> Book {
        match (self.0, order) {
            (Pages::Listed(list), Order::Random) if !list.is_empty() => {
                Book(Pages::Shuffled(Mutex::new(Deck { list, seed, pass: 0, order: Vec::new() })))
            }
            (pages, _) => Book(pages),
        }
    }

    /// Returns whether the opening with this number repeats an earlier one,
    /// because there are no others.
    ///
    /// # Errors
    ///
    /// When no random moves were found that leave the game open.
    pub fn is_exhausted(&self, number: usize) -> Result<bool, TooManyPlies> {
        Ok(match &self.0 {
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
        match &self.0 {
            Pages::Listed(list) if list.is_empty() => Ok(Opening::default()),
            Pages::Listed(list) => Ok(list[number % list.len()].clone()),
            Pages::Shuffled(deck) => {
                Ok(deck.lock().unwrap_or_else(PoisonError::into_inner).opening(number))
            }
            Pages::Drawn(urn) => urn.lock().unwrap_or_else(PoisonError::into_inner).opening(number),
        }
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
    /// The openings drawn since the last time that all were exhausted.
    recent: HashSet<Opening>,
    /// The number of the first opening that is a repetition.
    exhausted: Option<usize>,
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
        let mut opening = draw(&*self.start, self.plies, &mut random)?;
        for _ in 0..REDRAWS {
            if !self.recent.contains(&opening) {
                break;
            }
            opening = draw(&*self.start, self.plies, &mut random)?;
        }
        if self.recent.contains(&opening) {
            self.recent.clear();
            self.exhausted.get_or_insert(self.drawn.len());
        }
        self.recent.insert(opening.clone());
        self.drawn.push(opening);
        Ok(())
    }
}

/// Returns random legal moves that leave the game open.
fn draw(start: &dyn GameState, plies: usize, random: &mut Random) -> Result<Opening, TooManyPlies> {
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
            let moves = game.moves().iter().map(|&square| game.board().name(square)).collect();
            return Ok(Opening { start: None, moves });
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
        let Pages::Drawn(urn) = &book.0 else { panic!("{book:?}") };
        assert_eq!(urn.lock().unwrap().drawn.len(), 4);
    }

    #[test]
    fn a_small_game_repeats_openings_and_refuses_too_many_plies() {
        let spec = spec("tictactoe");
        let openings = first(&book(1, &spec, 1).unwrap(), 100);
        assert_eq!(openings.iter().collect::<HashSet<_>>().len(), 9);
        let small = book(1, &spec, 1).unwrap();
        assert!(!small.is_exhausted(5).unwrap() && small.is_exhausted(40).unwrap());
        let first = (0..100).find(|&number| small.is_exhausted(number).unwrap()).unwrap();
        let before: HashSet<&Opening> = openings[..first].iter().collect();
        assert!(before.len() == first && before.contains(&openings[first]));
        assert!(book(9, &spec, 1).is_err());
        assert!(book(99, &spec, 1).is_err());
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
