use std::collections::HashMap;
use std::time::Instant;

use super::*;
use crate::engine::player;
use crate::game::{GameSpec, Square, new_game};
use crate::random::Random;
use crate::search::{Budget, Canceller, Score, Settings};

/// The largest number of nodes of a search.
const NODES: u64 = 50_000;

fn spec(text: &str) -> GameSpec {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn game(text: &str, moves: &str) -> Box<dyn GameState> {
    let mut state = new_game(&spec(text));
    for name in moves.split_whitespace() {
        state.play(name).unwrap_or_else(|error| panic!("{error}"));
    }
    state
}

/// The state after some moves of a game.
fn at(game: &dyn GameState, plies: usize) -> Box<dyn GameState> {
    let mut state = new_game(&game.spec());
    for &square in &game.moves()[..plies] {
        state.play(&game.board().name(square)).unwrap_or_else(|error| panic!("{error}"));
    }
    state
}

/// Searches a position as a client does.
fn search(state: &dyn GameState, search: Search) -> Vec<Value> {
    let mut player = player(&state.spec(), search.kind);
    player.set_position(Some(&state.text()), &[]).unwrap_or_else(|error| panic!("{error}"));
    let budget = Budget { nodes: NODES, ..Budget::UNLIMITED };
    let settings = Settings { multi_pv: search.lines, hash: 1, ..Settings::default() };
    let (_canceller, stop) = Canceller::new(Instant::now());
    let report = player.search(state.legal(), budget, &settings, &stop, &mut |_| {});
    let value = |line: crate::search::Line| {
        let chance = 1.0 / (1.0 + (-f64::from(line.score.in_centipoints()) / 100.0).exp());
        Value { score: line.score, chance, exact: line.exact, line: line.pv }
    };
    report.lines.into_iter().map(value).collect()
}

/// Reviews a game to its end.
fn reviewed(game: &dyn GameState) -> Review {
    reviewed_within(game, Limits::WHOLE)
}

fn reviewed_within(game: &dyn GameState, limits: Limits) -> Review {
    let mut review = Review::new(game, game.outcome(), limits);
    while let Some(next) = review.next() {
        let lines = search(&*at(game, next.plies), next);
        review.learn(lines, Duration::ZERO);
    }
    review
}

/// The result with best play for X, by trying everything: 1, 0 or -1.
fn brute_force(state: &dyn GameState, known: &mut HashMap<String, i32>) -> i32 {
    match state.outcome() {
        Some(Outcome::Draw) => return 0,
        Some(Outcome::Win(side)) => return if side == Side::X { 1 } else { -1 },
        None => {}
    }
    let text = state.text();
    if let Some(&value) = known.get(&text) {
        return value;
    }
    let values: Vec<i32> = state
        .legal()
        .into_iter()
        .map(|square| brute_force(&*after(state, square), known))
        .collect();
    let best = match state.side() {
        Side::X => values.into_iter().max(),
        Side::O => values.into_iter().min(),
    };
    let best = best.unwrap_or_else(|| panic!("no moves: {text}"));
    known.insert(text, best);
    best
}

fn after(state: &dyn GameState, square: Square) -> Box<dyn GameState> {
    let mut after = state.boxed_clone();
    after.play(&state.board().name(square)).unwrap_or_else(|error| panic!("{error}"));
    after
}

/// A game of random moves; `perfect` plays best.
fn random_game(
    spec: &GameSpec,
    perfect: Option<Side>,
    random: &mut Random,
    known: &mut HashMap<String, i32>,
) -> Box<dyn GameState> {
    let mut state = new_game(spec);
    while state.outcome().is_none() {
        let mut squares: Vec<Square> = state.legal().into_iter().collect();
        if perfect == Some(state.side()) {
            let value = brute_force(&*state, known);
            squares.retain(|&square| brute_force(&*after(&*state, square), known) == value);
        }
        let square = squares[random.below(squares.len())];
        state = after(&*state, square);
    }
    state
}

/// On small boards every value is proven, so every judgement can be checked by trying all
/// games: 200 of random moves, every second one against a perfect player.
#[test]
fn certain_judgements_equal_brute_force() {
    let mut random = Random::new(47);
    for (text, games) in [("tictactoe", 120), ("tictactoe:4x3:3", 80)] {
        let mut known = HashMap::new();
        for number in 0..games {
            let perfect = [None, Some(Side::X), None, Some(Side::O)][number % 4];
            let game = random_game(&spec(text), perfect, &mut random, &mut known);
            let review = reviewed(&*game);
            for (plies, judgement) in review.judgements().iter().enumerate() {
                let before = at(&*game, plies);
                let sign = if judgement.side == Side::X { 1 } else { -1 };
                let was = sign * brute_force(&*before, &mut known);
                let is = sign * brute_force(&*at(&*game, plies + 1), &mut known);
                let context = format!("{text} {} ply {plies}", game.movetext());
                assert!(judgement.proven, "{context}");
                assert_eq!(judgement.mark == Some(Mark::Blunder), is < was, "{context}");
                if let Some(&better) = judgement.better.first() {
                    let value = sign * brute_force(&*after(&*before, better), &mut known);
                    assert_eq!(value, was, "{context}: {}", judgement.text);
                }
                if judgement.mark == Some(Mark::Only) {
                    let keeps = |square: &Square| {
                        sign * brute_force(&*after(&*before, *square), &mut known) == was
                    };
                    assert_eq!(before.legal().into_iter().filter(keeps).count(), 1, "{context}");
                }
            }
            let accuracy = perfect.map(|side| review.accuracy()[side.index()]);
            assert!(accuracy.is_none_or(|of| of == Some(100.0)), "{text} {}", game.movetext());
        }
    }
}

/// The proofs of TicTacTrains agree with trying all games of its end.
#[test]
fn judgements_of_trains_equal_brute_force() {
    let mut random = Random::new(7);
    let rules = spec("tictactrains:swiss");
    for _ in 0..20 {
        let game = random_game(&rules, None, &mut random, &mut HashMap::new());
        // Estimates of the first moves would take most of the time.
        let review = reviewed_within(&*game, Limits::SHORT);
        let mut known = HashMap::new();
        for plies in game.moves().len() - 8..game.moves().len() {
            let judgement = &review.judgements()[plies];
            let sign = if judgement.side == Side::X { 1 } else { -1 };
            let was = sign * brute_force(&*at(&*game, plies), &mut known);
            let is = sign * brute_force(&*at(&*game, plies + 1), &mut known);
            assert!(judgement.proven, "{} {plies}", game.movetext());
            assert_eq!(
                judgement.mark == Some(Mark::Blunder),
                is < was,
                "{} {plies}",
                game.movetext()
            );
        }
    }
}

#[test]
fn the_move_that_lost_the_game_is_named() {
    let game = game("tictactoe", "a1 b1 a3 a2 c3 b3 b2");
    let review = reviewed(&*game);
    let verdict = review.verdict().join(" ");
    assert!(verdict.starts_with("b1 lost the game: O could still have drawn with"), "{verdict}");
    assert_eq!(review.decisive(), Some(1));
    assert_eq!(review.judgements()[1].mark, Some(Mark::Blunder));
    let [x, o] = review.accuracy();
    assert_eq!(x, Some(100.0));
    assert!(o.is_some_and(|o| o < 80.0), "{o:?}");
    assert_eq!(review.summary().len(), 4);
    assert!(review.summary()[3].contains("1 blunder"), "{:?}", review.summary());
    assert!(
        reviewed(&*self::game("tictactoe:4x4:3", "b2 a1 b3 a2 b4"))
            .verdict()
            .join(" ")
            .starts_with("O was lost from the beginning.")
    );
}

#[test]
fn a_missed_win_is_named_in_a_drawn_game() {
    let drawn = reviewed(&*game("tictactoe", "b2 a1 c3 a3 a2 c2 b1 b3 c1"));
    assert_eq!(drawn.verdict(), ["No win was missed."]);
    // O's edge move loses, and X's answer gives the win away.
    let missed = reviewed(&*game("tictactoe", "b2 a2 b1 b3 a1 c3 a3 c1 c2"));
    let verdict = missed.verdict().join(" ");
    assert!(verdict.contains("gave away the win: X could have won with"), "{verdict}");
}

/// A value that is not proven names no culprit for certain.
#[test]
fn estimates_are_not_called_certain() {
    let game = game("tictactoe", "a1 b1 a3 a2 c3 b3 b2");
    let value = |score: Score, chance: f64, name: &str| {
        let line = game.board().parse(name).into_iter().collect();
        vec![Value { score, chance, exact: true, line }]
    };
    let mut review = Review::new(&*game, game.outcome(), Limits::SHORT);
    // The last move of X wins, so the position before it needs no proof.
    assert_eq!(review.next().map(|next| next.plies), Some(5));
    review.learn(value(Score::Loss(2), 0.0, "b3"), Duration::ZERO);
    // Nor does the one before it, from which X's move leads to a proven win.
    assert_eq!(review.next().map(|next| next.plies), Some(3));
    review.learn(Vec::new(), Duration::from_secs(1));
    let text = "After a2 O is lost; before it, nothing is proven.";
    assert_eq!(review.verdict(), [text]);
    assert_eq!(review.accuracy(), [None, None]);
    // Without time, nothing more is searched.
    review.learn(Vec::new(), Duration::from_secs(1));
    assert!(review.is_finished());
}

#[test]
fn another_move_is_judged() {
    let game = game("tictactoe", "a1 b1 a3 a2 c3 b3 b2");
    let review = reviewed(&*game);
    assert_eq!(review.task(1).as_deref(), Some("Find a better move for O than b1."));
    assert_eq!(review.task(0), None);
    let answer = |name: &str| {
        let mut after = at(&*game, 1);
        after.play(name).unwrap_or_else(|error| panic!("{error}"));
        let found = review.check_search(1, &*after).and_then(|next| search(&*after, next).pop());
        review.check(1, &*after, found.as_ref())
    };
    // After a corner, only the centre draws.
    assert!(answer("b2").is_right, "{:?}", answer("b2"));
    assert!(!answer("b1").is_right && answer("b1").text.contains("was played"));
    for name in ["c3", "c1", "a2", "b3"] {
        let answer = answer(name);
        assert!(!answer.is_right && answer.text.contains("X wins"), "{answer:?}");
    }
}

/// A game that ended by resignation in a position that is not lost names no losing move.
#[test]
fn a_resigned_game_is_judged_by_its_moves() {
    let drawn = game("tictactoe", "b2 a1");
    let review = ended(&*drawn, Outcome::Win(Side::O));
    assert_eq!(review.verdict(), ["X was not lost: the last position is a draw."]);
    assert_eq!(review.accuracy(), [Some(100.0), Some(100.0)]);
    // After a2, X wins.
    let won = game("tictactoe", "b2 a2");
    let verdict = |outcome: Outcome| ended(&*won, outcome).verdict();
    assert_eq!(verdict(Outcome::Win(Side::O)), ["X was not lost: the last position is won for X."]);
    assert_eq!(verdict(Outcome::Draw), ["The draw was agreed in a position won for X."]);
    assert!(verdict(Outcome::Win(Side::X))[0].starts_with("a2 lost the game"));
}

/// Reviews a game that did not end on the board.
fn ended(game: &dyn GameState, outcome: Outcome) -> Review {
    let mut review = Review::new(game, Some(outcome), Limits::WHOLE);
    assert_eq!(review.next().map(|next| next.plies), Some(game.moves().len()));
    while let Some(next) = review.next() {
        review.learn(search(&*at(game, next.plies), next), Duration::ZERO);
    }
    review
}
