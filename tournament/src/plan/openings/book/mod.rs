//! Books: the sequence of the openings of a tournament.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use noughts::game::{GameSpec, GameState, new_game};
use noughts::random::Random;

use super::same::{PositionKey, Same, images};
use crate::model::opening::{Opening, Order, Source};
use crate::plan::seeds::{Purpose, derive};

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

/// No opening with this number of random moves was found that leaves the game
/// open.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no opening of {0} random moves leaves the game open")]
pub struct TooManyPlies(usize);

/// The number of further draws in place of an opening that was drawn before. If
/// all of them fail, nearly all openings of a small game have been drawn, and
/// all may repeat.
const REDRAWS: usize = 20;

/// The number of further draws for openings that are distinct up to symmetry:
/// openings that few sequences of moves lead to are rare, and small games have
/// few openings.
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
mod tests;
