//! The openings of a tournament, round by round.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use noughts::game::{GameSpec, GameState, new_game};
use noughts::random::Random;

use super::{Opening, Order, Source};
use crate::seeds::{Purpose, derive};

/// The openings of a tournament by round.
#[derive(Debug)]
pub struct Book(Pages);

#[derive(Debug)]
enum Pages {
    /// These, from the front again behind the last.
    Listed(Vec<Opening>),
    /// These, shuffled.
    Shuffled(Mutex<Deck>),
    /// Drawn when they are asked for.
    Drawn(Mutex<Urn>),
}

/// A game that is over, for all that was tried, before the random moves have
/// been played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no opening of {0} random moves leaves the game open")]
pub struct TooManyPlies(usize);

/// So often another opening is drawn in place of one that has been drawn
/// before. If that does not help, nearly all of a small game's openings have
/// been drawn, and they may all come again.
const REDRAWS: usize = 20;

impl Book {
    /// The book of a source. Random openings need the rules; without them
    /// every game begins at its start.
    ///
    /// # Errors
    ///
    /// When no game can be open after so many random plies.
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

    /// The same with listed openings in another order.
    #[must_use]
    pub fn in_order(self, order: Order, seed: u64) -> Book {
        match (self.0, order) {
            (Pages::Listed(list), Order::Random) if !list.is_empty() => {
                Book(Pages::Shuffled(Mutex::new(Deck { list, seed, pass: 0, order: Vec::new() })))
            }
            (pages, _) => Book(pages),
        }
    }

    /// Whether all openings there are have been played before a round, so that
    /// its opening is one of them again.
    ///
    /// # Errors
    ///
    /// When no random moves were found that leave the game open.
    pub fn is_exhausted(&self, round: usize) -> Result<bool, TooManyPlies> {
        Ok(match &self.0 {
            // Without a book every game begins at the start.
            Pages::Listed(list) => !list.is_empty() && round >= list.len(),
            Pages::Shuffled(deck) => {
                round >= deck.lock().unwrap_or_else(PoisonError::into_inner).list.len()
            }
            Pages::Drawn(urn) => {
                let mut urn = urn.lock().unwrap_or_else(PoisonError::into_inner);
                urn.opening(round)?;
                urn.exhausted.is_some_and(|first| round >= first)
            }
        })
    }

    /// The opening of a round, which does not depend on how many rounds there
    /// are or in which order they are asked for.
    ///
    /// # Errors
    ///
    /// When no random moves were found that leave the game open.
    pub fn opening(&self, round: usize) -> Result<Opening, TooManyPlies> {
        match &self.0 {
            Pages::Listed(list) if list.is_empty() => Ok(Opening::default()),
            Pages::Listed(list) => Ok(list[round % list.len()].clone()),
            Pages::Shuffled(deck) => {
                Ok(deck.lock().unwrap_or_else(PoisonError::into_inner).opening(round))
            }
            Pages::Drawn(urn) => urn.lock().unwrap_or_else(PoisonError::into_inner).opening(round),
        }
    }
}

/// Listed openings, shuffled for each time that they are all played.
#[derive(Debug)]
struct Deck {
    list: Vec<Opening>,
    seed: u64,
    /// The time for which the order is known, which is empty before the first.
    pass: usize,
    order: Vec<usize>,
}

impl Deck {
    fn opening(&mut self, round: usize) -> Opening {
        let pass = round / self.list.len();
        if self.order.is_empty() || self.pass != pass {
            self.pass = pass;
            self.order = (0..self.list.len()).collect();
            Random::new(derive(self.seed, Purpose::Order(pass))).shuffle(&mut self.order);
        }
        self.list[self.order[round % self.list.len()]].clone()
    }
}

/// Random openings, drawn round by round: each must differ from those before.
#[derive(Debug)]
struct Urn {
    start: Box<dyn GameState>,
    plies: usize,
    seed: u64,
    drawn: Vec<Opening>,
    /// What has been drawn since all could last be drawn again.
    recent: HashSet<Opening>,
    /// The first round whose opening had been drawn before.
    exhausted: Option<usize>,
}

impl Urn {
    fn opening(&mut self, round: usize) -> Result<Opening, TooManyPlies> {
        loop {
            if let Some(opening) = self.drawn.get(round) {
                return Ok(opening.clone());
            }
            self.draw()?;
        }
    }

    /// Draws the opening of the next round.
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

/// Random legal moves that leave the game open.
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

    /// The openings of the first rounds.
    fn first(book: &Book, rounds: usize) -> Vec<Opening> {
        (0..rounds).map(|round| book.opening(round).unwrap()).collect()
    }

    #[test]
    fn random_openings_are_distinct_legal_and_stable() {
        let spec = spec("tictactrains:modern");
        let openings = first(&book(3, &spec, 7).unwrap(), 200);
        assert_eq!(openings.iter().collect::<HashSet<_>>().len(), 200);
        for opening in &openings {
            assert_eq!(opening.play(&spec).unwrap().ply(), 3);
        }
        // A late round asked for first has the same opening.
        let again = book(3, &spec, 7).unwrap();
        assert_eq!(again.opening(150).unwrap(), openings[150]);
        assert_eq!(first(&again, 200), openings);
        assert_ne!(first(&book(3, &spec, 8).unwrap(), 200), openings);
    }

    #[test]
    fn no_more_is_drawn_than_is_asked_for() {
        let book = book(2, &spec("qubic"), 1).unwrap();
        book.opening(3).unwrap();
        let Pages::Drawn(urn) = &book.0 else { panic!("{book:?}") };
        assert_eq!(urn.lock().unwrap().drawn.len(), 4);
    }

    #[test]
    fn small_games_repeat_their_openings_and_too_many_plies_are_an_error() {
        let spec = spec("tictactoe");
        let openings = first(&book(1, &spec, 1).unwrap(), 100);
        assert_eq!(openings.iter().collect::<HashSet<_>>().len(), 9);
        let small = book(1, &spec, 1).unwrap();
        assert!(!small.is_exhausted(5).unwrap() && small.is_exhausted(40).unwrap());
        let first = (0..100).find(|&round| small.is_exhausted(round).unwrap()).unwrap();
        let before: HashSet<&Opening> = openings[..first].iter().collect();
        assert!(before.len() == first && before.contains(&openings[first]));
        assert!(book(9, &spec, 1).is_err());
        assert!(book(99, &spec, 1).is_err());
    }

    #[test]
    fn a_shuffled_list_is_played_as_a_whole_and_then_in_another_order() {
        let list: Vec<Opening> =
            ["a1", "b1", "c1", "a2", "b2", "c2"].map(|line| line.parse().unwrap()).to_vec();
        let book = |seed| {
            let book = Book::new(&Source::List(list.clone()), None, seed).unwrap();
            book.in_order(Order::Random, seed)
        };
        let rounds = first(&book(5), 18);
        for pass in rounds.chunks(6) {
            assert_eq!(pass.iter().collect::<HashSet<_>>(), list.iter().collect());
        }
        assert!(rounds[..6] != list && rounds[..6] != rounds[6..12]);
        assert_ne!(first(&book(6), 18), rounds);
        // Asked for in any order.
        let again = book(5);
        assert_eq!(again.opening(13).unwrap(), rounds[13]);
        assert_eq!(first(&again, 18), rounds);
        assert!(!again.is_exhausted(5).unwrap() && again.is_exhausted(6).unwrap());
    }

    #[test]
    fn a_list_begins_again() {
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
