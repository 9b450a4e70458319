//! The pictures: which positions they show, and what of them.

use noughts::game::trains::{NAMED, RuleSet, Trains};
use noughts::game::{GameState, Side, Square, TypedState, new_game};

use crate::ask;
use crate::board::{Drawing, Mark};
use crate::svg::{INK, LOSS, O, SHOWN, SOFT, Svg, WIN, X};

/// The name of a picture and the function that draws it.
type Scene = (&'static str, fn() -> String);

/// All pictures.
pub(crate) const ALL: [Scene; 9] = [
    ("noughts", noughts),
    ("tictactrains", tictactrains),
    ("tictactoe", tictactoe),
    ("qubic", qubic),
    ("rings", rings),
    ("rules", rules),
    ("forced-win", forced_win),
    ("simulations", simulations),
    ("rich", rich),
];

/// A game of `mcts` against itself: `noughts selfplay tictactrains 1 --search
/// mcts --nodes 20000`.
const TRAINS: &str = "d4 d3 e4 c4 d5 e3 c3 f4 e5 f5 f3 c5 d6 c6 b4 e7 d7 c7 c2 b5 e6 f6 a5 f7 b3 \
                      a4 d1 c1 d2 e1 g5 e2 g3 f1 a1 g4 a2 a6 b6 b7 g2 g1 g7 g6 a7 f2 a3 b2 b1";
/// `noughts selfplay tictactoe:7x6:4 1 --search auto --nodes 100000`.
const FOUR: &str = "d4 e3 e4 f4 b4 c4 d2 d3 c3 a5 e1";
/// `noughts selfplay qubic 1 --search auto --nodes 1000000`.
const QUBIC: &str = "1a4 2b3 2c2 1d1 4a4 1d4 1a1 2a2 3c3 4d4 3d4 3d1 3a4 2a4 3a1 3b2 3a2 3a3 4a1 \
                     2a3 2a1";
/// The line of `noughts solve tictactoe:6x6:4`.
const FORCED: &str = "c4 d3 d5 b3 c3 c5 d4 b4 b2 e5 a1";

/// Plays moves that are known to be legal.
fn played(spec: &str, moves: &str) -> Box<dyn GameState> {
    let mut game = new_game(&spec.parse().expect("a game"));
    for name in moves.split_whitespace() {
        game.play(name).expect("a legal move");
    }
    game
}

fn first(plies: usize) -> String {
    TRAINS.split_whitespace().take(plies).collect::<Vec<_>>().join(" ")
}

/// The lengths of both longest trains in words.
fn lengths(game: &dyn GameState) -> String {
    let [x, o] = game.longest_trains().unwrap_or_default();
    format!("X {} : {} O", x.len(), o.len())
}

fn train_board(svg: &mut Svg, game: &dyn GameState, at: (i32, i32), cell: i32) {
    let drawing = Drawing { game, at, cell, across: 1 };
    drawing.squares(svg, |_| None);
    drawing.trains(svg);
    let on_train = game.longest_trains().unwrap_or_default().concat();
    drawing.stones(svg, |square| !on_train.contains(&square));
}

/// The colour and the text of a proven move.
fn value(distance: i32) -> Mark {
    let (color, sign) = if distance > 0 { (WIN, '+') } else { (LOSS, '−') };
    // The sooner, the darker.
    let plies = distance.unsigned_abs();
    let percent = 100_u32.saturating_sub(9 * plies).max(15);
    Mark { fill: color, percent, text: format!("{sign}{plies}") }
}

/// One board of each family.
fn noughts() -> String {
    let svg = &mut Svg::default();
    let trains = played("tictactrains", TRAINS);
    train_board(svg, &*trains, (16, 16), 36);
    svg.text((154, 310), 15, INK, &format!("The longer train wins: {}", lengths(&*trains)));

    let flat = played("tictactoe:4x4:3", "b2 a1");
    let drawing = Drawing { game: &*flat, at: (322, 16), cell: 63, across: 1 };
    let distances = ask::distances("tictactoe:4x4:3", "b2 a1");
    drawing.squares(svg, |square| {
        distances.get(&flat.board().name(square)).map(|&distance| value(distance))
    });
    drawing.stones(svg, |_| false);
    svg.text((462, 310), 15, INK, "The true value of every move");

    let cube = played("qubic", QUBIC);
    let drawing = Drawing { game: &*cube, at: (630, 16), cell: 25, across: 2 };
    drawing.decided(svg);
    drawing.stones(svg, |square| !cube.highlights().contains(square));
    svg.text((762, 310), 15, INK, "Four in a row in the cube");
    svg.finish((900, 332), "A finished game of TicTacTrains, the values of all moves on a board of 4x4, and a won game of Qubic")
}

fn tictactrains() -> String {
    let svg = &mut Svg::default();
    for (plies, left) in [(20, 16), (49, 320)] {
        let game = played("tictactrains", &first(plies));
        train_board(svg, &*game, (left, 16), 36);
        let text = format!("after {plies} plies: {}", lengths(&*game));
        svg.text((left + 142, 306), 14, INK, &text);
    }
    svg.finish(
        (612, 326),
        "A game of TicTacTrains after 20 plies and at its end, with the longest trains",
    )
}

fn tictactoe() -> String {
    let svg = &mut Svg::default();
    let games = [
        ("tictactoe", "b2 a1 c3 b1 c1 a3 c2", 16, 64, "tictactoe: three in a row"),
        ("tictactoe:7x6:4", FOUR, 290, 36, "tictactoe:7x6:4: four in a row"),
    ];
    for (spec, moves, left, cell, text) in games {
        let game = played(spec, moves);
        let drawing = Drawing { game: &*game, at: (left, 16), cell, across: 1 };
        drawing.decided(svg);
        drawing.stones(svg, |_| false);
        let middle = left + (game.board().columns() as i32 * cell + cell * 9 / 20) / 2;
        svg.text((middle, 268), 14, INK, text);
    }
    svg.finish((574, 288), "Finished games of tic-tac-toe on 3x3 and 7x6 squares")
}

fn qubic() -> String {
    let svg = &mut Svg::default();
    let game = played("qubic", QUBIC);
    let drawing = Drawing { game: &*game, at: (16, 16), cell: 32, across: 4 };
    drawing.decided(svg);
    drawing.stones(svg, |_| false);
    svg.finish((672, 194), "A game of Qubic, layer by layer, that X has won")
}

/// The rings of the board of TicTacTrains.
fn rings() -> String {
    let svg = &mut Svg::default();
    let game = new_game(&"tictactrains".parse().expect("a game"));
    let drawing = Drawing { game: &*game, at: (16, 16), cell: 36, across: 1 };
    drawing.squares(svg, |square| {
        let (column, row, _) = game.board().coordinates(square);
        let ring = column.abs_diff(3).max(row.abs_diff(3)).max(1);
        let fill = [O, SHOWN, X][ring - 1];
        Some(Mark { fill, percent: 40, text: ring.to_string() })
    });
    svg.finish((300, 300), "The three rings of the board")
}

/// The first plies of each rule set.
fn rules() -> String {
    let svg = &mut Svg::default();
    for ply in 0..5 {
        svg.text((164 + 84 * ply, 20), 13, SOFT, &format!("ply {}", ply + 1));
    }
    for (i, (name, list)) in NAMED.iter().enumerate() {
        let top = 34 + 95 * i as i32;
        svg.text_from((16, top + 35), 14, INK, name);
        let rules: RuleSet = list.parse().expect("a rule set");
        let game = TypedState::new(Trains::new(rules.clone()));
        for ply in 0..5 {
            let left = 126 + 84 * ply as i32;
            let drawing = Drawing { game: &game, at: (left, top), cell: 11, across: 1 };
            let (side, color) = match rules.side(ply) {
                Side::X => ("X", X),
                Side::O => ("O", O),
            };
            drawing.squares(svg, |square: Square| {
                let is_allowed = rules.allowed(ply) >> square.index() & 1 == 1;
                is_allowed.then(|| Mark { fill: color, percent: 50, text: String::new() })
            });
            svg.text((left + 38, top + 38), 26, INK, side);
        }
    }
    svg.finish(
        (560, 712),
        "The side to move and the allowed squares of the first five plies of each rule set",
    )
}

/// A won game whose stones are numbered.
fn forced_win() -> String {
    let svg = &mut Svg::default();
    let game = played("tictactoe:6x6:4", FORCED);
    let drawing = Drawing { game: &*game, at: (16, 16), cell: 40, across: 1 };
    drawing.decided(svg);
    drawing.numbers(svg);
    svg.finish(
        (290, 290),
        "X wins four in a row on 6x6 squares in 11 plies; the stones are numbered",
    )
}

/// Where the simulations of two searches begin.
fn simulations() -> String {
    const NODES: u32 = 10_000;
    let svg = &mut Svg::default();
    let moves = first(8);
    let game = played("tictactrains", &moves);
    for (search, left) in [("uct", 16), ("mcts", 320)] {
        let visits = ask::visits("tictactrains", &moves, search, NODES);
        let most = visits.values().max().copied().unwrap_or(1);
        let drawing = Drawing { game: &*game, at: (left, 16), cell: 36, across: 1 };
        drawing.squares(svg, |square| {
            let &count = visits.get(&game.board().name(square))?;
            let share = (count * 100 + NODES / 2) / NODES;
            Some(Mark { fill: WIN, percent: count * 100 / most, text: share.to_string() })
        });
        drawing.stones(svg, |_| false);
        svg.text((left + 142, 306), 14, INK, &format!("{search}: % of 10,000 simulations"));
    }
    svg.finish(
        (612, 326),
        "How uct and mcts share 10,000 simulations among the moves of a position",
    )
}

/// The number of lines through each square of the cube.
fn rich() -> String {
    let svg = &mut Svg::default();
    let game = new_game(&"qubic".parse().expect("a game"));
    let drawing = Drawing { game: &*game, at: (16, 16), cell: 32, across: 4 };
    drawing.squares(svg, |square| {
        let (column, row, level) = game.board().coordinates(square);
        let outer = [column, row, level].iter().filter(|&&place| place == 0 || place == 3).count();
        let is_rich = outer == 0 || outer == 3;
        let lines = if is_rich { 7 } else { 4 };
        Some(Mark { fill: SHOWN, percent: if is_rich { 100 } else { 0 }, text: lines.to_string() })
    });
    svg.finish(
        (672, 194),
        "The number of lines through each square of Qubic: 7 for the 16 rich squares, else 4",
    )
}
