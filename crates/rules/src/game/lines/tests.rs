//! Caro against its definition, square by square.

use super::*;
use crate::random::Random;

/// What the judge of Gomocup does after a move (`make_move` in its `ai_match.py`): counts
/// the stones in a row with it, and the stones of the other side next to them.
fn wins(stones: [WideSet; 2], board: &Board, square: Square, side: Side, is_exact: bool) -> bool {
    let [own, other] = [stones[side.index()], stones[(!side).index()]];
    let (column, row, _) = board.coordinates(square);
    let at = |(right, down): (i32, i32), distance: i32| {
        let (c, r) = (column as i32 + right * distance, row as i32 + down * distance);
        let is_on =
            (0..board.columns() as i32).contains(&c) && (0..board.rows() as i32).contains(&r);
        is_on.then(|| board.square(c as usize, r as usize, 0))
    };
    [(0, 1), (1, 0), (-1, 1), (1, 1)].into_iter().any(|step| {
        let (mut count, mut blocked) = (1, 0);
        for sign in [1, -1] {
            for distance in 1.. {
                match at(step, sign * distance) {
                    Some(next) if own.contains(next) => count += 1,
                    Some(next) if other.contains(next) => {
                        blocked += 1;
                        break;
                    }
                    _ => break,
                }
            }
        }
        count == 5 && blocked < 2 || count > 5 && !is_exact
    })
}

/// Random games on a board with few squares beside its rows: each move wins exactly if the judge says so, a
/// position that `place` reads is the one that was played, and taking back restores it.
#[test]
fn caro_is_that_of_the_judge() {
    for (text, is_exact) in [("tictactoe:8x5:caro", false), ("tictactoe:8x5:caro=", true)] {
        let Ok(GameSpec::Lines(shape)) = text.parse() else { panic!("{text}") };
        let (game, mut random, mut seen) = (Lines::wide(shape), Random::new(9), [0; 2]);
        for _ in 0..10_000 {
            let mut position = game.start();
            while game.outcome(&position).is_none() {
                let side = game.side(&position);
                let legal = game.legal(&position);
                let square = legal.nth(random.below(legal.len())).expect("it is legal");
                let before = position;
                game.play(&mut position, square);
                let expected = wins(position.stones, game.board(), square, side, is_exact);
                let won = game.outcome(&position) == Some(Outcome::Win(side));
                assert_eq!(won, expected, "{text} {before:?} {square:?}");
                assert_eq!(!game.highlights(&position).is_empty(), expected, "{text} {before:?}");
                let [x, o] = position.stones;
                assert_eq!(game.place(x, o, !side), Ok(position));
                let mut undone = position;
                game.undo(&mut undone, square);
                assert_eq!(undone, before);
                let closed = game.geometry().lines().iter().any(|&line| {
                    line.contains(square) && (line - position.set(side)).is_empty() && !won
                });
                seen[0] += usize::from(won);
                seen[1] += usize::from(closed);
            }
        }
        assert!(seen.iter().all(|&count| count > 100), "{text} {seen:?}");
    }
}

#[test]
fn known_cases_of_caro() {
    for (moves, ends, ends_exactly) in [
        // Five closed at both ends, at one end, and by the border.
        ("b1 a1 c1 g1 d1 a3 e1 a5 f1", false, false),
        ("b1 a1 c1 i1 d1 a3 e1 a5 f1", true, true),
        ("a1 f1 b1 a3 c1 a5 d1 a7 e1", true, true),
        // Six between two stones.
        ("b1 a1 c1 h1 d1 a3 f1 a5 g1 a7 e1", true, false),
    ] {
        for (rule, expected) in [("caro", ends), ("caro=", ends_exactly)] {
            let spec = format!("tictactoe:9x9:{rule}").parse().expect("a game");
            let mut state = crate::game::new_game(&spec);
            moves.split(' ').for_each(|name| _ = state.play(name).expect("a legal move"));
            assert_eq!(state.outcome().is_some(), expected, "{rule} {moves}");
        }
    }
}
