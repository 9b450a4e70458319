//! Tests of the search and its board against slow versions.

use std::time::Instant;

use super::outlook::{Fours, Outlook};
use super::*;
use crate::game::{GameSpec, Outcome, Side, SquareSet, WideSet};
use crate::random::Random;
use crate::search::budget::Canceller;
use crate::search::hardware::Hardware;
use crate::search::players::kind::SearchKind;
use crate::search::task::{Budget, Score, Settings};

fn game(text: &str) -> Lines {
    match text.parse() {
        Ok(GameSpec::Lines(shape)) => Lines::new(shape),
        other => panic!("{text}: {other:?}"),
    }
}

fn wide_game(text: &str) -> Lines<WideSet> {
    match text.parse() {
        Ok(GameSpec::Lines(shape)) => Lines::wide(shape),
        other => panic!("{text}: {other:?}"),
    }
}

/// A position after this many random plies, none of them forbidden; shorter if the game is
/// over.
fn random_position<S: Squares>(game: &Lines<S>, plies: usize, random: &mut Random) -> Position<S> {
    let mut position = game.start();
    for _ in 0..plies {
        let legal = game.legal(&position) - game.forbidden(&position);
        if let Some(square) = legal.nth(random.below(legal.len().max(1))) {
            game.play(&mut position, square);
        }
    }
    position
}

/// The last report of a search of these moves without a limit but the depth.
fn report_of<S: Squares>(
    searcher: &mut dyn Searcher<Lines<S>>,
    (game, root): (&Lines<S>, &Position<S>),
    moves: S,
    depth: Option<u32>,
    settings: &Settings,
) -> Report {
    let (_canceller, stop) = Canceller::new(Instant::now());
    let budget = Budget { depth, ..Budget::UNLIMITED };
    searcher.search(&mut Task {
        game,
        root,
        moves,
        budget,
        settings,
        stop: &stop,
        report: &mut |_| {},
    })
}

/// The state of a board that must not depend on the order of the moves.
fn state(board: &PatternBoard<'_>) -> impl PartialEq + std::fmt::Debug + use<> {
    let sides = Side::BOTH.map(|side| {
        let fours: Vec<Cell> = board.fours(side).iter().collect();
        let empty = board.empty_cells().iter();
        let counts = [category::THREE, category::FOUR, category::OPEN_FOUR, category::FIVE]
            .map(|lowest| board.count_from(side, lowest));
        (fours, empty.map(|cell| board.classes(side, cell)).collect::<Vec<_>>(), counts)
    });
    (sides, board.evaluate(), board.hash, board.empty)
}

#[test]
fn playing_and_taking_back_leaves_the_board_of_the_position() {
    for text in ["tictactoe:9x7:5", "tictactoe:6x6:4", "tictactoe:11x11:6"] {
        play_and_take_back(&game(text));
    }
    play_and_take_back(&wide_game("tictactoe:15x15:5"));
    play_and_take_back(&wide_game("tictactoe:20x12:4"));
    play_and_take_back(&wide_game("tictactoe:22x22:6"));
    play_and_take_back(&wide_game("tictactoe:9x8:5="));
    play_and_take_back(&wide_game("tictactoe:7x6:4="));
}

fn play_and_take_back<S: Squares>(game: &Lines<S>) {
    let mut random = Random::new(3);
    let tables = Tables::new(game);
    for _ in 0..40 {
        let mut position = random_position(game, random.below(20), &mut random);
        let mut board = PatternBoard::new(&tables, game, &position);
        let before = state(&board);
        let mut played = Vec::new();
        while played.len() < 10 && game.outcome(&position).is_none() {
            let legal = game.legal(&position);
            let Some(square) = legal.nth(random.below(legal.len())) else { break };
            game.play(&mut position, square);
            board.play(tables.cell(square));
            played.push(tables.cell(square));
        }
        let new = PatternBoard::new(&tables, game, &position);
        assert_eq!(state(&board), state(&new), "{}", game.spec());
        assert_eq!(board.hash, game.hash(&position), "{}", game.spec());
        played.iter().rev().for_each(|&cell| board.undo(cell));
        assert_eq!(state(&board), before, "{}", game.spec());
    }
}

/// After a game in which moves were taken back, the value is that of the position, and that
/// of a move is the value after it, for any instructions.
#[test]
fn the_network_is_kept_up_to_date() {
    let mut random = Random::new(4);
    let game = wide_game("tictactoe:13x12:5");
    let tables = Tables::new(&game);
    let root = random_position(&game, 3, &mut random);
    let new =
        |board: &PatternBoard<'_>, hardware| Evaluation::new(Network::built_in(), board, hardware);
    for hardware in Hardware::all() {
        let mut board = PatternBoard::new(&tables, &game, &root);
        let mut evaluation = new(&board, hardware);
        let mut played = Vec::new();
        for _ in 0..400 {
            for _ in 0..1 + random.below(4) {
                if random.below(5) < 2 {
                    played.pop().into_iter().for_each(|cell| board.undo(cell));
                } else if board.empty > 1 {
                    let cells: Vec<Cell> = board.empty_cells().iter().collect();
                    let cell = cells[random.below(cells.len())];
                    let after = evaluation.value_after(&board, cell);
                    board.play(cell);
                    assert_eq!(new(&board, hardware).value(&board), after);
                    played.push(cell);
                }
            }
            let expected = new(&board, Hardware::Portable).value(&board);
            assert_eq!(evaluation.value(&board), expected);
        }
    }
}

/// The outlook of a move is true of the board after it.
#[test]
fn the_outlook_of_a_move_is_that_of_the_board_after_it() {
    let mut seen = [0; 3];
    for text in ["tictactoe:9x9:5", "tictactoe:10x9:5=", "tictactoe:12x12:6", "tictactoe:8x7:4="] {
        let (game, mut random) = (wide_game(text), Random::new(8));
        let tables = Tables::new(&game);
        for _ in 0..300 {
            let position = random_position(&game, 6 + random.below(30), &mut random);
            let mut board = PatternBoard::new(&tables, &game, &position);
            let (side, has) = (board.side, |board: &PatternBoard<'_>, side, lowest| {
                board.count_from(side, lowest) > 0
            });
            let is_over = game.outcome(&position).is_some();
            if is_over || Side::BOTH.into_iter().any(|side| has(&board, side, category::FIVE)) {
                continue;
            }
            if has(&board, side, category::OPEN_FOUR) {
                continue;
            }
            let fours = Fours::new(&board);
            for square in game.legal(&position) {
                let cell = tables.cell(square);
                let category = board.combination(side, cell).category;
                let outlook = fours.outlook(&board, cell, category);
                board.play(cell);
                let [lost, threat] = [!side, side].map(|of| has(&board, of, category::OPEN_FOUR));
                let completes = Side::BOTH.map(|of| has(&board, of, category::FIVE));
                board.undo(cell);
                seen[outlook as usize] += 1;
                match outlook {
                    Outlook::Unknown => {}
                    Outlook::Lost => assert!(lost && completes == [false; 2]),
                    Outlook::Calm => assert!(!lost && !threat && completes == [false; 2]),
                }
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 500), "{seen:?}");
}

/// A position seen in a mirror or with the colours exchanged has the same value.
#[test]
fn the_network_sees_symmetries() {
    let mut random = Random::new(6);
    let (game, network) = (wide_game("tictactoe:15x15:5"), Network::built_in());
    let tables = Tables::new(&game);
    let size = tables.columns;
    let mut values = std::collections::HashSet::new();
    for _ in 0..100 {
        // Different squares, with stones of the sides in turn.
        let squares: Vec<usize> = (0..20).map(|_| random.below(size * size)).collect();
        let mut known = std::collections::HashSet::new();
        let squares: Vec<usize> = squares.into_iter().filter(|&at| known.insert(at)).collect();
        let value = |place: &dyn Fn(usize, usize) -> (usize, usize), exchange: bool| {
            let mut board = PatternBoard::new(&tables, &game, &game.start());
            for (i, &at) in squares.iter().enumerate() {
                let (row, column) = place(at / size, at % size);
                board.side = Side::BOTH[(i + usize::from(exchange)) % 2];
                board.play(tables.cell(Square::new(row * size + column)));
            }
            board.side = Side::BOTH[usize::from(exchange)];
            Evaluation::new(network, &board, Hardware::default()).value(&board)
        };
        let expected = value(&|row, column| (row, column), false);
        assert_eq!(value(&|row, column| (column, row), false), expected);
        assert_eq!(value(&|row, column| (size - 1 - row, column), false), expected);
        assert_eq!(value(&|row, column| (row, column), true), expected);
        values.insert(expected);
    }
    assert!(values.len() > 50, "{values:?}");
}

/// A square has the category `FIVE` exactly if a stone there ends the game, and
/// `OPEN_FOUR` exactly if it leaves such a square after every reply.
#[test]
fn categories_agree_with_the_rules() {
    let mut seen = [0; category::COUNT];
    for text in ["tictactoe:7x7:4", "tictactoe:8x8:5", "tictactoe:9x9:6"] {
        categories_agree(&game(text), &mut seen);
    }
    for text in [
        "tictactoe:7x7:4=",
        "tictactoe:9x8:5=",
        "tictactoe:9x9:renju",
        "tictactoe:9x8:caro",
        "tictactoe:8x8:caro=",
    ] {
        categories_agree(&wide_game(text), &mut seen);
    }
    assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
}

/// Compares the categories in random positions with the rules, and counts them.
fn categories_agree<S: Squares>(game: &Lines<S>, seen: &mut [usize; category::COUNT]) {
    let mut random = Random::new(5);
    let (tables, text) = (Tables::new(game), game.spec());
    for _ in 0..300 {
        let plies = random.below(game.board().len());
        let position = random_position(game, plies, &mut random);
        if game.outcome(&position).is_some() {
            continue;
        }
        let board = PatternBoard::new(&tables, game, &position);
        let side = game.side(&position);
        // The squares where a stone of the side completes a line.
        let completing = |stones: [S; 2]| {
            let completes = |&square: &Square| {
                let mut with = stones;
                with[side.index()].insert(square);
                let mut complete = game.geometry().complete(with, side);
                complete.any(|line| line.contains(square))
            };
            let empty = game.legal(&position) - stones[0] - stones[1];
            empty.into_iter().filter(completes).collect::<S>()
        };
        let stones = Side::BOTH.map(|side| position.set(side));
        // In renju a four with two threes that may be forbidden counts as no more.
        let is_careful =
            |found| game.geometry().shape().rule() == LineRule::Renju && found == category::FOUR;
        for square in game.legal(&position) - game.forbidden(&position) {
            let mut next = position;
            game.play(&mut next, square);
            let found = board.combination(side, tables.cell(square)).category;
            seen[usize::from(found)] += 1;
            if game.outcome(&next) == Some(Outcome::Win(side)) {
                assert_eq!(found, category::FIVE, "{text} {position:?} {square:?}");
                continue;
            }
            let before = completing(stones);
            let with = |at: Side, square: Square| {
                let mut after = Side::BOTH.map(|side| next.set(side));
                after[at.index()].insert(square);
                completing(after)
            };
            let has_reply =
                || game.legal(&next).into_iter().any(|reply| with(!side, reply).is_empty());
            let expected = if with(side, square).is_empty() {
                category::QUIET..=category::DOUBLE_THREE
            } else if has_reply() {
                category::FOUR..=category::FOUR_THREE
            } else {
                category::OPEN_FOUR..=category::OPEN_FOUR
            };
            if before.is_empty() && !is_careful(found) {
                assert!(expected.contains(&found), "{text} {position:?} {square:?} {found}");
            }
        }
    }
}

/// Its wins and losses are correct, with distances that are upper bounds.
#[test]
fn its_wins_and_losses_are_those_of_a_proof() {
    let settings = Settings { hash: 1, ..Settings::default() };
    let mut random = Random::new(2);
    let mut decided = [0; 2];
    for text in ["tictactoe:5x4:4", "tictactoe:5x5:4", "tictactoe:6x5:5"] {
        let game = game(text);
        let mut proof = SearchKind::Proof.searcher(&game);
        let mut search = PatternSearch::default();
        for _ in 0..80 {
            let position = random_position(&game, 2 + random.below(14), &mut random);
            let moves = game.legal(&position);
            if moves.is_empty() {
                continue;
            }
            let score = |depth, searcher: &mut dyn Searcher<Lines>| {
                let report = report_of(searcher, (&game, &position), moves, depth, &settings);
                (report.lines[0].score, report.lines[0].exact)
            };
            let (truth, is_exact) = score(None, &mut *proof);
            let longest = |plies: u32| if is_exact { plies } else { 0 };
            for depth in [1, 3, 5, 9] {
                match (score(Some(depth), &mut search).0, truth) {
                    (Score::Win(within), Score::Win(plies)) if within >= longest(plies) => {
                        decided[0] += 1;
                    }
                    (Score::Loss(within), Score::Loss(plies)) if within >= longest(plies) => {
                        decided[1] += 1;
                    }
                    (Score::Cp(_), _) => {}
                    (found, _) => panic!("{text} {position:?} depth {depth}: {found:?}, {truth:?}"),
                }
            }
        }
    }
    assert!(decided.iter().all(|&count| count > 30), "{decided:?}");
}

/// Wins and losses under special rules of lines are those of a search to the end.
#[test]
fn its_wins_and_losses_under_special_rules_are_those_of_a_full_search() {
    let settings = Settings { hash: 1, ..Settings::default() };
    let mut random = Random::new(7);
    let mut decided = [0; 2];
    for (text, empty) in [
        ("tictactoe:6x5:4=", 10),
        ("tictactoe:7x4:4=", 10),
        ("tictactoe:7x5:5=", 11),
        ("tictactoe:7x5:renju", 10),
        ("tictactoe:6x6:renju", 10),
        ("tictactoe:7x5:caro", 11),
        ("tictactoe:8x4:caro", 11),
        ("tictactoe:6x6:caro", 10),
        ("tictactoe:7x5:caro=", 11),
        ("tictactoe:6x6:caro=", 10),
    ] {
        let game = wide_game(text);
        let mut full = SearchKind::AlphaBeta.searcher(&game);
        let mut search = PatternSearch::default();
        for _ in 0..150 {
            let plies = game.board().len() - empty + random.below(5);
            let position = random_position(&game, plies, &mut random);
            let moves = game.legal(&position);
            if moves.is_empty() {
                continue;
            }
            let score = |depth, searcher: &mut dyn Searcher<Lines<WideSet>>| {
                report_of(searcher, (&game, &position), moves, depth, &settings).lines[0].score
            };
            let truth = score(Some(moves.len() as u32), &mut *full);
            for depth in [1, 3, 5, 9] {
                match (score(Some(depth), &mut search), truth) {
                    (Score::Win(_), Score::Win(_)) => decided[0] += 1,
                    (Score::Loss(_), Score::Loss(_)) => decided[1] += 1,
                    (Score::Cp(_), _) => {}
                    (found, _) => panic!("{text} {position:?} depth {depth}: {found:?}, {truth:?}"),
                }
            }
        }
    }
    assert!(decided.iter().all(|&count| count > 30), "{decided:?}");
}

/// A straight four of X that also makes six in a row is forbidden, so it is no win.
#[test]
fn a_straight_four_may_be_forbidden_in_renju() {
    let game = wide_game("tictactoe:15x15:renju");
    let tables = Tables::new(&game);
    let mut position = game.start();
    // X has three in row 7 and, around the same gap, five of six in its column.
    let x = [(4, 7), (5, 7), (6, 7), (7, 4), (7, 5), (7, 6), (7, 8), (7, 9)];
    for (i, (column, row)) in x.into_iter().enumerate() {
        game.play(&mut position, game.board().square(column, row, 0));
        game.play(&mut position, game.board().square(2 * (i % 7), if i < 7 { 0 } else { 14 }, 0));
    }
    let board = PatternBoard::new(&tables, &game, &position);
    let gap = tables.cell(game.board().square(7, 7, 0));
    assert_eq!(board.combination(Side::X, gap).category, category::OPEN_FOUR);
    assert!(board.is_forbidden(gap));
    let others =
        board.fours(Side::X).iter().filter(|&cell| cell != gap && !board.is_forbidden(cell));
    let is_open = |cell| board.combination(Side::X, cell).category == category::OPEN_FOUR;
    assert_eq!(board.has_open_four(), others.into_iter().any(is_open));
}

/// The windows of exactly five are those of five, although its lines reach farther.
#[test]
fn exactly_five_has_the_windows_of_five() {
    let (five, exact) = (wide_game("tictactoe:15x15:5"), wide_game("tictactoe:15x15:5="));
    let features = [&five, &exact].map(|game| Features::new(game.clone()).unwrap());
    let mut compared = 0;
    for seed in 0..40 {
        // Shorter than a game can end.
        let [a, b] = [&five, &exact].map(|game| random_position(game, 8, &mut Random::new(seed)));
        let [a, b] = [features[0].windows(&a), features[1].windows(&b)];
        assert_eq!(a, b);
        compared += usize::from(a.is_some());
    }
    assert!(compared > 30);
}

/// With several lines, and several threads, each line that is proven is right.
#[test]
fn each_of_several_lines_is_that_of_a_proof() {
    let mut random = Random::new(8);
    let mut decided = [0; 2];
    for (text, threads) in [("tictactoe:5x4:4", 1), ("tictactoe:5x5:4", 2), ("tictactoe:6x5:5", 3)]
    {
        let settings = Settings { hash: 1, multi_pv: 3, threads, ..Settings::default() };
        let game = game(text);
        let mut proof = SearchKind::Proof.searcher(&game);
        let mut search = PatternSearch::default();
        for _ in 0..60 {
            let position = random_position(&game, 3 + random.below(13), &mut random);
            let run = |moves, depth, searcher: &mut dyn Searcher<Lines>| {
                report_of(searcher, (&game, &position), moves, depth, &settings).lines
            };
            let moves = game.legal(&position);
            if moves.is_empty() {
                continue;
            }
            let lines = run(moves, Some(5), &mut search);
            assert_eq!(lines.len(), moves.len().min(3), "{text} {position:?}");
            assert!(lines.is_sorted_by_key(|line| Reverse(line.score.order())), "{lines:?}");
            for line in &lines {
                let truth = run(SquareSet::of(line.pv[0]), None, &mut *proof)[0].score;
                match (line.score, truth) {
                    (Score::Win(_), Score::Win(_)) => decided[0] += 1,
                    (Score::Loss(_), Score::Loss(_)) => decided[1] += 1,
                    (Score::Cp(_), _) => {}
                    _ => panic!("{text} {position:?}: {line:?}, {truth:?}"),
                }
            }
        }
    }
    assert!(decided.iter().all(|&count| count > 30), "{decided:?}");
}

/// No result is nearer than a win in one, or than a loss after the next ply of each
/// side.
#[test]
fn the_nearest_results_have_exact_distances() {
    let game = game("tictactoe:6x6:4");
    let mut position = game.start();
    let mut score_after = |column, row| {
        game.play(&mut position, game.board().square(column, row, 0));
        let (mut search, moves) = (PatternSearch::default(), game.legal(&position));
        let settings = Settings::default();
        let report = report_of(&mut search, (&game, &position), moves, Some(4), &settings);
        let line = &report.lines[0];
        (line.score, line.exact)
    };
    for (column, row) in [(1, 0), (0, 3), (2, 0), (0, 5)] {
        score_after(column, row);
    }
    assert_eq!(score_after(3, 0), (Score::Loss(2), true));
    assert_eq!(score_after(4, 0), (Score::Win(1), true));
}

/// After a forced block the other side has no open four to parry, but loses whatever it
/// plays: a proof must try the moves that the search usually leaves out.
#[test]
fn a_win_without_a_threat_that_limits_the_replies_is_proven() {
    let game = wide_game("tictactoe:15x15:5");
    for moves in [
        "d5 a5 c6 f5 c7 b6 d7 e6 e7 f7 b8 f8 d8 c9 e8 d9 e9 f9 c10 b10 e10 d10 f10 d11 b11 e11 \
         c11 g11 f11 h11 b12 d12 c12 e12 f12 f13 g12 e14 d13 g14 e13 b15 h15 e15",
        "j2 k3 i4 l3 m4 j4 k5 k4 l6 l4 h7 l5 i7 m5 j7 m6 k7 l7 n7 m7 n14",
    ] {
        let mut position = game.start();
        for name in moves.split_whitespace() {
            game.play(&mut position, game.board().parse(name).unwrap());
        }
        let (mut search, moves) = (PatternSearch::default(), game.legal(&position));
        let root = (&game, &position);
        let report = report_of(&mut search, root, moves, Some(8), &Settings::default());
        assert!(matches!(report.lines[0].score, Score::Win(_)), "{:?}", report.lines[0].score);
    }
}

/// A loss is proven only if all moves were tried; here O wins (`solve tictactoe:10x10:4`).
#[test]
fn a_loss_is_claimed_only_after_all_moves() {
    let game = game("tictactoe:10x10:4");
    let mut position = game.start();
    for name in "f5 g6 e6 d5 d4".split_whitespace() {
        game.play(&mut position, game.board().parse(name).unwrap());
    }
    for depth in 1..=4 {
        let (mut search, moves) = (PatternSearch::default(), game.legal(&position));
        let root = (&game, &position);
        let report = report_of(&mut search, root, moves, Some(depth), &Settings::default());
        assert!(!matches!(report.lines[0].score, Score::Loss(_)), "{:?}", report.lines[0].score);
    }
}

/// Fours are only one way to win, so there may be a shorter one.
#[test]
fn a_win_by_fours_is_stored_as_a_lower_bound() {
    let (game, mut random, mut found) = (game("tictactoe:9x9:5"), Random::new(8), 0);
    let (tables, reductions) = (Tables::new(&game), Reductions::new(PatternConstants::default()));
    let (_canceller, stop) = Canceller::new(Instant::now());
    while found < 20 {
        let position = random_position(&game, 16 + random.below(12), &mut random);
        if game.outcome(&position).is_some() {
            continue;
        }
        let mut table = Table::default();
        table.resize(1);
        let board = PatternBoard::new(&tables, &game, &position);
        let (hash, meter) = (board.hash, Meter::new(&stop, u64::MAX));
        let mut search = PatternWorker::new(board, None, (&table, None), &reductions, meter);
        let threats = [category::FIVE, category::OPEN_FOUR];
        let is_decided = |side| threats.iter().any(|&of| search.board.count_from(side, of) > 0);
        if Side::BOTH.into_iter().any(is_decided) {
            continue;
        }
        if let Some(win) = search.win_by_fours(0) {
            found += 1;
            assert_eq!(search.value((-INFINITE, INFINITE), 1, 0), Some(win));
            let stored = table.probe(hash).expect("it is stored");
            assert_eq!(stored.bound, crate::search::memory::Bound::Lower);
        }
    }
}
