//! The rules against known counts, and against slow reference rules that share
//! no code with the library.

use noughts::game::{Game, GameSpec, GameState, Lines, Outcome, Side, Square, Squares, Trains};
use noughts::game::{WideSet, new_game, notation, perft};
use noughts::random::Random;

fn spec(text: &str) -> GameSpec {
    text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn lines_game(text: &str) -> Lines {
    match spec(text) {
        GameSpec::Lines(shape) => Lines::new(shape),
        other => panic!("{other} has no lines"),
    }
}

/// A game of any flat board, with wide sets.
fn wide_game(text: &str) -> Lines<WideSet> {
    match spec(text) {
        GameSpec::Lines(shape) => Lines::wide(shape),
        other => panic!("{other} has no lines"),
    }
}

/// Columns, rows, levels and the length of a line.
type Dimensions = (usize, usize, usize, usize);

/// The boards larger than 11x11 of the tests.
const WIDE: [(&str, Dimensions); 6] = [
    ("tictactoe:15x15:5", (15, 15, 1, 5)),
    ("tictactoe:20x20:5", (20, 20, 1, 5)),
    ("tictactoe:19x3:3", (19, 3, 1, 3)),
    ("tictactoe:2x20:4", (2, 20, 1, 4)),
    ("tictactoe:12x16:6", (12, 16, 1, 6)),
    ("tictactoe:20", (20, 20, 1, 20)),
];

/// A board of exact lines.
const EXACT: (&str, Dimensions) = ("tictactoe:15x15:5=", (15, 15, 1, 5));

fn trains_game(rules: &str) -> Trains {
    match spec(&format!("tictactrains:{rules}")) {
        GameSpec::Trains(rules) => Trains::new(rules),
        other => panic!("{other} has no trains"),
    }
}

fn count<G: Game>(game: &G, depth: usize) -> u64 {
    perft(game, &mut game.start(), depth, &mut || false).expect("nothing interrupts")
}

/// The known numbers of games of 3x3 tic-tac-toe by length, without those that
/// end earlier.
#[test]
fn tic_tac_toe_has_the_known_counts() {
    let game = lines_game("tictactoe");
    let counts: Vec<u64> = (1..=9).map(|depth| count(&game, depth)).collect();
    assert_eq!(counts, [9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872]);
}

/// Slow rules of a cube, or of a flat board as one level.
struct SlowLines {
    size: [usize; 3],
    length: usize,
    /// Whether longer rows do not win.
    exact: bool,
    cells: Vec<Option<Side>>,
    moves: usize,
}

impl SlowLines {
    fn new(columns: usize, rows: usize, levels: usize, length: usize) -> SlowLines {
        let cells = vec![None; columns * rows * levels];
        SlowLines { size: [columns, rows, levels], length, exact: false, cells, moves: 0 }
    }

    fn exact(self, exact: bool) -> SlowLines {
        SlowLines { exact, ..self }
    }

    fn at(&self, place: [isize; 3]) -> Option<Side> {
        let [c, r, l] = place;
        let inside = (0..3).all(|i| place[i] >= 0 && place[i] < self.size[i] as isize);
        let [columns, rows, _] = self.size.map(|size| size as isize);
        if inside { self.cells[((l * rows + r) * columns + c) as usize] } else { None }
    }

    fn has_won(&self, side: Side) -> bool {
        let [columns, rows, levels] = self.size.map(|size| size as isize);
        for l in 0..levels {
            for r in 0..rows {
                for c in 0..columns {
                    for step in 0..27isize {
                        let [dc, dr, dl] = [step % 3 - 1, step / 3 % 3 - 1, step / 9 - 1];
                        if step == 13 {
                            continue;
                        }
                        let length = self.length as isize;
                        let place = |i: isize| [c + i * dc, r + i * dr, l + i * dl];
                        let has = |i: isize| self.at(place(i)) == Some(side);
                        let is_long = has(-1) || has(length);
                        if (0..length).all(has) && !(self.exact && is_long) {
                            return true;
                        }
                    }
                }
            }
        }
        false
    }

    fn perft(&mut self, depth: usize) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.has_won(Side::X) || self.has_won(Side::O) {
            return 0;
        }
        let side = if self.moves.is_multiple_of(2) { Side::X } else { Side::O };
        let mut total = 0;
        for i in 0..self.cells.len() {
            if self.cells[i].is_none() {
                self.cells[i] = Some(side);
                self.moves += 1;
                total += self.perft(depth - 1);
                self.moves -= 1;
                self.cells[i] = None;
            }
        }
        total
    }
}

/// The depth is, where possible, one ply beyond that of the first complete
/// line.
#[test]
fn small_boards_agree_with_the_slow_rules() {
    for (text, (columns, rows, levels, length), depth) in [
        ("tictactoe:1", (1, 1, 1, 1), 1),
        ("tictactoe:3x1:1", (3, 1, 1, 1), 2),
        ("tictactoe:2x2:2", (2, 2, 1, 2), 4),
        ("tictactoe:5x1:2", (5, 1, 1, 2), 5),
        ("tictactoe:1x5:2", (1, 5, 1, 2), 5),
        ("tictactoe:4x3:3", (4, 3, 1, 3), 6),
        ("tictactoe:3x4:3", (3, 4, 1, 3), 6),
        ("tictactoe:5x4:3", (5, 4, 1, 3), 5),
        ("tictactoe:11x10:2", (11, 10, 1, 2), 3),
        ("qubic:2", (2, 2, 2, 2), 5),
        ("qubic:3", (3, 3, 3, 3), 4),
    ] {
        let mut slow = SlowLines::new(columns, rows, levels, length);
        let expected = slow.perft(depth);
        assert_eq!(count(&lines_game(text), depth), expected, "{text}");
        if levels == 1 {
            assert_eq!(count(&wide_game(text), depth), expected, "{text} with wide sets");
        }
    }
    let large = [("tictactoe:12x1:2", (12, 1, 1, 2), 5), ("tictactoe:2x13:1", (2, 13, 1, 1), 3)];
    let larger = WIDE.map(|(text, shape)| (text, shape, 2));
    for (text, (columns, rows, levels, length), depth) in large.into_iter().chain(larger) {
        let mut slow = SlowLines::new(columns, rows, levels, length);
        assert_eq!(count(&wide_game(text), depth), slow.perft(depth), "{text}");
    }
}

#[test]
fn exact_lines_agree_with_the_slow_rules() {
    let mut differing = 0;
    for (text, (columns, rows, levels, length), depth) in [
        ("tictactoe:2x2:2=", (2, 2, 1, 2), 4),
        ("tictactoe:5x1:2=", (5, 1, 1, 2), 5),
        ("tictactoe:7x1:3=", (7, 1, 1, 3), 7),
        ("tictactoe:3x3:2=", (3, 3, 1, 2), 6),
        ("tictactoe:5x2:2=", (5, 2, 1, 2), 6),
    ] {
        let mut slow = SlowLines::new(columns, rows, levels, length).exact(true);
        assert_eq!(count(&wide_game(text), depth), slow.perft(depth), "{text}");
        differing += usize::from(
            SlowLines::new(columns, rows, levels, length).perft(depth) != slow.perft(depth),
        );
    }
    assert!(differing > 1, "only {differing} boards show the difference");
    let mut random = Random::new(9);
    let mut endings = 0;
    for (text, shape) in
        [("tictactoe:9x9:3=", (9, 9, 1, 3)), ("tictactoe:13x7:4=", (13, 7, 1, 4)), EXACT]
    {
        endings += random_positions(&wide_game(text), shape, 1, &mut random);
    }
    assert!(endings > 40, "only {endings} positions had a line");
}

/// Positions deep in a game, where large boards have lines.
#[test]
fn random_positions_agree_with_the_slow_rules() {
    let mut random = Random::new(3);
    let mut endings = 0;
    for (text, shape, depth) in [
        ("tictactoe:4", (4, 4, 1, 4), 3),
        ("tictactoe:5x5:4", (5, 5, 1, 4), 2),
        ("tictactoe:7x6:4", (7, 6, 1, 4), 2),
        ("tictactoe:11", (11, 11, 1, 11), 1),
        ("tictactoe:11x11:5", (11, 11, 1, 5), 1),
        ("qubic:3", (3, 3, 3, 3), 3),
        ("qubic", (4, 4, 4, 4), 2),
        ("qubic:5", (5, 5, 5, 5), 1),
    ] {
        endings += random_positions(&lines_game(text), shape, depth, &mut random);
    }
    assert!(endings > 50, "only {endings} positions had a line");
    endings = 0;
    for (text, shape) in WIDE {
        endings += random_positions(&wide_game(text), shape, 1, &mut random);
    }
    assert!(endings > 50, "only {endings} positions had a line");
}

/// Compares random positions of a game with the slow rules, and returns the
/// number of those in which the game had ended.
fn random_positions<S: Squares>(
    game: &Lines<S>,
    (columns, rows, levels, length): Dimensions,
    depth: usize,
    random: &mut Random,
) -> usize {
    let text = game.spec().to_string();
    let mut endings = 0;
    for _ in 0..40 {
        let exact = game.geometry().shape().is_exact_for(Side::X);
        let mut slow = SlowLines::new(columns, rows, levels, length).exact(exact);
        let mut position = game.start();
        let plies = random.below(game.board().len());
        for _ in 0..plies {
            let legal = game.legal(&position);
            let Some(square) = legal.nth(random.below(legal.len().max(1))) else { break };
            let (c, r, l) = game.board().coordinates(square);
            slow.cells[(l * rows + r) * columns + c] = Some(game.side(&position));
            slow.moves += 1;
            game.play(&mut position, square);
        }
        let won = [Side::X, Side::O].map(|side| slow.has_won(side));
        let expected = match (won, slow.cells.contains(&None)) {
            ([true, _], _) => Some(Outcome::Win(Side::X)),
            ([_, true], _) => Some(Outcome::Win(Side::O)),
            (_, false) => Some(Outcome::Draw),
            _ => None,
        };
        assert_eq!(game.outcome(&position), expected, "{text}");
        endings += usize::from(expected.is_some());
        let fast = perft(game, &mut position, depth, &mut || false);
        let slow = if expected.is_some() { 0 } else { slow.perft(depth) };
        assert_eq!(fast, Some(slow), "{text}");
    }
    endings
}

/// The slow rules use a drawing of the rings and the descriptions of the rule
/// sets.
#[test]
fn trains_rule_sets_agree_with_the_slow_rules() {
    const RINGS: [&str; 7] =
        ["3333333", "3222223", "3211123", "3211123", "3211123", "3222223", "3333333"];
    let ring = |square: usize| RINGS[square / 7].as_bytes()[square % 7] - b'0';
    let in_rings = |rings: &'static [u8]| move |square: usize| rings.contains(&ring(square));
    let anywhere = |_: usize| true;
    let not_centre = |square: usize| square != 24;
    let inner = |square: usize| ring(square) == 1 && square != 24;
    type Allowed<'a> = Box<dyn Fn(usize) -> bool + 'a>;
    let sets: [(&str, Vec<Allowed<'_>>, &str); 7] = [
        ("classical", vec![], "XOXO"),
        ("modern", vec![Box::new(in_rings(&[1])), Box::new(in_rings(&[3]))], "XOOX"),
        ("postmodern", vec![Box::new(in_rings(&[1])), Box::new(in_rings(&[2]))], "XOOX"),
        ("spanish", vec![Box::new(inner), Box::new(inner)], "XOOX"),
        (
            "swiss",
            vec![Box::new(not_centre), Box::new(in_rings(&[2, 3])), Box::new(in_rings(&[3]))],
            "XOOO",
        ),
        ("viennese", vec![Box::new(in_rings(&[2])), Box::new(in_rings(&[3]))], "XOOX"),
        (
            "mallorcan",
            vec![Box::new(not_centre), Box::new(in_rings(&[3])), Box::new(in_rings(&[3]))],
            "XOOO",
        ),
    ];
    for (name, restricted, sides) in sets {
        let game = trains_game(name);
        let allowed = |ply: usize, square: usize| match ply.checked_sub(1) {
            Some(i) if i < restricted.len() => restricted[i](square),
            _ => anywhere(square),
        };
        fn slow(
            taken: &mut [bool; 49],
            ply: usize,
            depth: usize,
            allowed: &dyn Fn(usize, usize) -> bool,
        ) -> u64 {
            if depth == 0 {
                return 1;
            }
            let mut total = 0;
            for square in 0..49 {
                if !taken[square] && allowed(ply, square) {
                    taken[square] = true;
                    total += slow(taken, ply + 1, depth - 1, allowed);
                    taken[square] = false;
                }
            }
            total
        }
        for depth in 1..=4 {
            let expected = slow(&mut [false; 49], 0, depth, &allowed);
            assert_eq!(count(&game, depth), expected, "{name} at depth {depth}");
        }
        let order: String = (0..4).map(|ply| game.side_at(ply).to_string()).collect();
        assert_eq!(order, sides, "{name}");
        let rest: Vec<Side> = (sides.len()..49).map(|ply| game.side_at(ply)).collect();
        assert!(rest.windows(2).all(|pair| pair[0] != pair[1]), "{name}");
        assert_ne!(game.side_at(4), game.side_at(3), "{name}");
    }
}

/// Checks at every node that the incremental state equals one computed from
/// scratch, and that `undo` restores the position. Returns the number of nodes.
fn check_nodes<G: Game>(game: &G, position: &mut G::Position, depth: usize) -> usize {
    let [x, o] = Side::BOTH.map(|side| game.stones(position, side));
    let placed = game.place(x, o, game.side(position));
    assert_eq!(placed.as_ref(), Ok(&*position));
    assert_eq!(placed.map(|p| game.hash(&p)), Ok(game.hash(position)));
    assert_eq!(game.ply(position), x.len() + o.len());
    let text = notation::print(game, position);
    assert_eq!(notation::parse(game, &text).as_ref(), Ok(&*position), "{text}");
    let mut nodes = 1;
    if depth > 0 {
        for square in game.legal(position) {
            let before = position.clone();
            game.play(position, square);
            nodes += check_nodes(game, position, depth - 1);
            game.undo(position, square);
            assert_eq!(*position, before);
        }
    }
    nodes
}

#[test]
fn state_and_text_are_consistent_at_every_node() {
    for (text, depth) in [
        ("tictactoe", 9),
        ("tictactoe:2x2:2", 4),
        ("tictactoe:11x2:3", 3),
        ("qubic", 2),
        ("qubic:2", 4),
    ] {
        let game = lines_game(text);
        assert!(check_nodes(&game, &mut game.start(), depth) > 8, "{text}");
    }
    for rules in ["classical", "modern", "swiss", "5:modern", "4:swiss", "3:spanish"] {
        let game = trains_game(rules);
        check_nodes(&game, &mut game.start(), 2);
    }
}

#[test]
fn state_is_consistent_throughout_random_games() {
    let mut random = Random::new(4);
    let named = noughts::game::trains::NAMED.map(|(name, _)| name);
    let smaller = ["3", "4:modern", "5:spanish", "6:mallorcan"];
    let other = ["(XA, O1, OA-d4, XA, XA, OA, ...)"];
    for rules in named.into_iter().chain(smaller).chain(other) {
        let text = format!("tictactrains:{rules}");
        let GameSpec::Trains(rules) = spec(&text) else { panic!("{text}") };
        let game = Trains::new(rules);
        for _ in 0..20 {
            let mut position = game.start();
            while game.outcome(&position).is_none() {
                check_nodes(&game, &mut position, 0);
                let legal = game.legal(&position);
                let square = legal.nth(random.below(legal.len())).expect("a move");
                game.play(&mut position, square);
            }
            assert_eq!(game.ply(&position), game.board().len());
            check_nodes(&game, &mut position, 0);
        }
    }
    for text in
        ["tictactoe:7x6:4", "tictactoe:11x11:5", "tictactoe:4", "qubic:3", "qubic", "qubic:5"]
    {
        check_games(&lines_game(text), 20, &mut random);
    }
    for (text, _) in WIDE.into_iter().chain([EXACT]) {
        check_games(&wide_game(text), 2, &mut random);
    }
    for text in ["tictactoe:9x6:3=", "tictactoe:12x2:2=", "tictactoe:8x8:4="] {
        check_games(&wide_game(text), 20, &mut random);
    }
}

/// Checks every position of random games.
fn check_games<G: Game>(game: &G, games: usize, random: &mut Random) {
    for _ in 0..games {
        let mut position = game.start();
        loop {
            check_nodes(game, &mut position, 0);
            let legal = game.legal(&position);
            let Some(square) = legal.nth(random.below(legal.len().max(1))) else { break };
            game.play(&mut position, square);
        }
        assert!(game.outcome(&position).is_some());
    }
}

#[test]
fn symmetry_groups_have_their_sizes_and_preserve_lines() {
    for (text, size) in [
        ("tictactoe", 8),
        ("tictactoe:11x11:5", 8),
        ("tictactoe:7x6:4", 4),
        ("tictactoe:6x1:3", 2),
        ("qubic:2", 48),
        ("qubic:3", 48),
        ("qubic", 192),
        ("qubic:5", 192),
    ] {
        preserves_lines(&lines_game(text), size);
    }
    for (text, size) in
        [("tictactoe:15x15:5", 8), ("tictactoe:20x19:6", 4), ("tictactoe:1x12:3", 2)]
    {
        preserves_lines(&wide_game(text), size);
    }
}

fn preserves_lines<S: Squares>(game: &Lines<S>, size: usize) {
    let text = game.spec().to_string();
    let group = game.symmetries(&game.start());
    assert_eq!(group.len(), size, "{text}");
    for symmetry in &group {
        for &line in game.geometry().lines() {
            let image = symmetry.set(line);
            assert!(game.geometry().lines().contains(&image), "{text}");
        }
        let images: S = game.board().squares().map(|s| symmetry.square(s)).collect();
        assert_eq!(images, S::all(game.board()), "{text}");
    }
    let identity = |s: &noughts::game::Symmetry| {
        game.board().squares().all(|square| s.square(square) == square)
    };
    assert_eq!(group.iter().filter(|s| identity(s)).count(), 1, "{text}");
}

#[test]
fn symmetric_trains_games_have_the_same_result() {
    let game = trains_game("classical");
    let mut random = Random::new(5);
    for _ in 0..20 {
        let mut moves: Vec<Square> = game.board().squares().collect();
        random.shuffle(&mut moves);
        let result = |image: &dyn Fn(Square) -> Square| {
            let mut position = game.start();
            moves.iter().for_each(|&square| game.play(&mut position, image(square)));
            game.margin(&position)
        };
        let expected = result(&|square| square);
        for symmetry in game.symmetries(&game.start()) {
            assert_eq!(result(&|square| symmetry.square(square)), expected);
        }
    }
}

#[test]
fn texts_that_contradict_the_rules_are_refused_with_the_reason() {
    for (game, text, part) in [
        ("tictactoe", "3/3/3 x 1", "must begin with \"3 3 3\""),
        ("tictactoe", "4 4 4 4/4/4/4 x 1", "must begin with \"3 3 3\""),
        ("tictactoe:7x6:4", "7 6 4 6/6/6/6/6/6/6 x 1", "must begin with \"6 7 4\""),
        ("tictactoe", "3 3 3", "has no board"),
        ("tictactoe", "3 3 3 3/3 x 1", "\"3/3\" does not fit"),
        ("tictactoe", "3 3 3 3/3/4 x 1", "\"4\" does not fit"),
        ("tictactoe", "3 3 3 3/3/XXXX x 1", "\"XXXX\" does not fit"),
        ("tictactoe", "3 3 3 3/3/99999999999999999999 x 1", "does not fit"),
        ("tictactoe", "3 3 3 3/3/2? x 1", "'?' is not a stone"),
        ("tictactoe", "3 3 3 3/3/3|3/3/3 x 1", "does not fit"),
        ("tictactoe", "3 3 3 3/3/3", "is x or o, not \"\""),
        ("tictactoe", "3 3 3 3/3/3 w 1", "is x or o, not \"w\""),
        ("tictactoe", "3 3 3 3/3/3 x one", "\"one\" is not a move number"),
        ("tictactoe", "3 3 3 3/3/3 x 1 1", "after the position"),
        ("tictactoe", "3 3 3 3/3/3 o 1", "O is not to move"),
        ("tictactoe", "3 3 3 XX1/3/3 x 1", "2 X and 0 O stones cannot arise"),
        ("tictactoe", "3 3 3 XXX/OOO/3 x 1", "both sides"),
        ("tictactoe", "3 3 3 XXX/OO1/O2 x 1", "X's complete lines"),
        ("qubic", "4 XXXX/OOOO/4/4|4/4/4/4|4/4/4/4|4/4/4/4 x 1", "both sides"),
        ("qubic", "4 XXXX/OOO1/4/4|4/4/4/4|4/4/4/4|4/4/4/4 x 1", "X is not to move after 7"),
        ("tictactrains", "7/7/7/3X3/7/7/7 x 1", "X is not to move after 1"),
        ("tictactrains:modern", "7/7/7/3X3/2X4/7/7 o 1", "cannot arise"),
        ("tictactrains:modern", "7/7/7/2OX3/7/7/7 x 2", "X is not to move after 2"),
        ("tictactrains:modern", "7/7/7/3X3/7/7/O6 o 1", "restricted to other squares for O"),
        ("tictactrains:modern", "7/7/2OO3/3X3/7/7/7 x 2", "restricted to other squares for O"),
        (
            "tictactrains:(X3, OA, XA, OA, ...)",
            "7/7/7/3X3/7/7/7 o 1",
            "restricted to other squares for X",
        ),
        ("tictactoe", "3 3 3 3/3/03 x 1", "'0' is not a stone"),
    ] {
        let error = new_game(&spec(game)).set_start(Some(text)).map_err(|e| e.to_string());
        let error = error.expect_err(text);
        assert!(error.contains(part), "{game} {text}: {error}");
    }
}

#[test]
fn two_lines_are_allowed_if_one_ply_completed_both() {
    // b2 completes the middle row and the middle column.
    let cross = "3 3 3 OXO/XXX/OXO o 5";
    let mut game = new_game(&spec("tictactoe"));
    assert_eq!(game.set_start(Some(cross)), Ok(()));
    assert_eq!(game.outcome(), Some(Outcome::Win(Side::X)));
    // One ply cannot complete two lines without a common square.
    let rows = "4 4 3 XXX1/OOO1/XXX1/OO2 o 1";
    assert!(new_game(&spec("tictactoe:4x4:3")).set_start(Some(rows)).is_err());
}

#[test]
fn positions_and_records_have_the_documented_notation() {
    for (game, moves, text, record) in [
        ("tictactoe", "b2", "3 3 3 3/1X1/3 o 1", "1. b2"),
        ("tictactoe:7x6:4", "", "6 7 4 7/7/7/7/7/7 x 1", ""),
        ("tictactoe:11", "k11 a1", "11 11 11 10X/11/11/11/11/11/11/11/11/11/O10 x 2", "1. k11 a1"),
        ("qubic", "", "4 4/4/4/4|4/4/4/4|4/4/4/4|4/4/4/4 x 1", ""),
        ("qubic", "2b3", "4 4/4/4/4|4/1X2/4/4|4/4/4/4|4/4/4/4 o 1", "1. 2b3"),
        ("tictactrains", "d4", "7/7/7/3X3/7/7/7 o 1", "1. d4"),
        ("tictactrains:modern", "d4 d5", "7/7/3O3/3X3/7/7/7 o 1", "1. d4 d5"),
        (
            "tictactrains:modern",
            "D4 D5 G4 c4 e4",
            "7/7/3O3/2XXO1O/7/7/7 x 3",
            "1. d4 d5 g4 2. c4 e4",
        ),
    ] {
        let mut state: Box<dyn GameState> = new_game(&spec(game));
        for name in moves.split_whitespace() {
            state.play(name).unwrap_or_else(|e| panic!("{game}: {e}"));
        }
        assert_eq!(state.text(), text);
        assert_eq!(state.movetext(), record);
    }
}
