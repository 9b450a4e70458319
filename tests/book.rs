//! Play of 4x4x4 from a book.

use std::sync::Arc;
use std::time::Instant;

use noughts::engine::Options;
use noughts::game::{GameState, Outcome, Side, SquareSet};
use noughts::random::Random;
use noughts::search::cube::{Book, Solver};
use noughts::search::{Canceller, Meter};

use crate::common::cube::{Slow, cube, play_at_random};
use crate::common::{Client, best, score};

/// Plays a reply of O: a necessary block, a move of another engine, or a random
/// move.
fn reply(state: &mut dyn GameState, opponent: &Client, random: &mut Random) {
    let blocks = Slow::new(state).completions(-1);
    let block = state.legal().into_iter().find(|square| blocks.contains(&square.index()));
    match (block, random.below(3)) {
        (Some(block), _) => {
            let name = state.board().name(block);
            state.play(&name).expect("it is legal");
        }
        (None, 0) if state.ply() > 3 => {
            opponent.send(&format!("position fen {}", state.text()));
            state.play(&best(&opponent.go("go depth 2"))).expect("it is legal");
        }
        _ => play_at_random(state, random),
    }
}

/// The answers of the levels below full strength on the empty board.
fn answers_of_levels(options: Options) -> Vec<String> {
    let client = Client::with_options(options);
    let answer = |level: usize| {
        client.send("newgame qubic");
        client.send(&format!("setoption name Skill value {level}"));
        let lines = client.go("go nodes 200");
        format!("{level}: {} {}", score(&lines), best(&lines))
    };
    (1..10).map(answer).collect()
}

/// With a book every move wins, at one node and after any other searches.
#[test]
fn a_book_is_played_perfectly_at_one_node() {
    let (_keeps_going, stop) = Canceller::new(Instant::now());
    let mut solver = Solver::new(SquareSet::EMPTY, SquareSet::EMPTY, usize::MAX);
    assert_eq!(solver.prove(&mut Meter::new(&stop, u64::MAX)), Some(true));
    let mut options = Options::default();
    options.settings.book = Some(Arc::new(Book::new(&solver.certificate())));

    // Below full strength the book is closed.
    let levels: Vec<String> = [Options::default(), options.clone()].map(answers_of_levels).concat();
    assert_eq!(levels[..levels.len() / 2], levels[levels.len() / 2..]);

    let client = Client::with_options(options);
    client.send("newgame qubic");
    let opponent = Client::with(&["newgame qubic", "setoption name Search value minimax"]);
    let mut random = Random::new(16);
    for game in 0..300 {
        let mut state = cube();
        while state.outcome().is_none() {
            if state.side() == Side::X {
                if game % 2 == 0 {
                    client.send("ucinewgame");
                }
                client.send(&format!("position fen {}", state.text()));
                let lines = client.go("go nodes 1");
                let reported = score(&lines);
                assert!(
                    reported.starts_with("mate ") && !reported.contains('-'),
                    "{}",
                    state.movetext()
                );
                state.play(&best(&lines)).expect("it is legal");
            } else {
                reply(&mut *state, &opponent, &mut random);
            }
        }
        assert_eq!(state.outcome(), Some(Outcome::Win(Side::X)), "{}", state.movetext());
    }
}
