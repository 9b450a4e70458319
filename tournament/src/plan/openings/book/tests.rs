//! Tests of reading and making books of openings.

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

/// The journals of earlier versions continue with their openings.
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
