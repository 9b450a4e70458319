//! The data of a board and of its games that require the rules of the game.

use noughts::game::{GameSpec, GameState, Side, WideSet, new_game};
use serde::Serialize;

use crate::model::opening::Opening;
use crate::model::record::GameRecord;
use crate::model::train::Train;

/// The shape of the board, and the side of each ply.
#[derive(Debug, Serialize)]
pub(super) struct BoardShape {
    columns: usize,
    rows: usize,
    levels: usize,
    /// The side of each ply of the longest game, and of one more ply: `xoxo…`.
    sides: String,
    /// The words before the rows in the text of a position.
    prefix: String,
}

impl BoardShape {
    pub(super) fn new(spec: &GameSpec) -> BoardShape {
        let game = new_game(spec);
        let board = game.board();
        let side = |ply| if game.side_at(ply) == Side::X { 'x' } else { 'o' };
        BoardShape {
            columns: board.columns(),
            rows: board.rows(),
            levels: board.levels(),
            sides: (0..=board.len()).map(side).collect(),
            prefix: prefix(&game.text()),
        }
    }
}

/// Returns the words of a position before its rows, side and number.
fn prefix(position: &str) -> String {
    let words: Vec<&str> = position.split(' ').collect();
    words[..words.len().saturating_sub(3)].join(" ")
}

/// A game that has been replayed by the rules.
#[derive(Debug, Default, Serialize)]
pub(super) struct Replay {
    /// The stones before the first move: X's squares, then O's.
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<[String; 2]>,
    /// The squares to highlight after the last ply: the winning line, or the
    /// longest trains.
    #[serde(skip_serializing_if = "str::is_empty")]
    shows: String,
    /// The longest trains after the last ply: X's squares, then O's.
    #[serde(skip_serializing_if = "Option::is_none")]
    trains: Option<[String; 2]>,
}

impl Replay {
    /// Replays a record; returns `None` if it breaks the rules.
    pub(super) fn new(spec: &GameSpec, record: &GameRecord) -> Option<Replay> {
        let mut game = new_game(spec);
        let text = record.opening.start.as_deref();
        game.set_start(text).ok()?;
        let start = text.map(|_| stones(&*game));
        let opening = &record.opening.moves;
        for name in opening.iter().chain(record.plies.iter().map(|ply| &ply.name)) {
            game.play(name).ok()?;
        }
        let shows = names(&*game, game.highlights());
        let trains = Train::longest(&*game).map(|both| both.map(|train| train.squares.join(" ")));
        Some(Replay { start, shows, trains })
    }
}

/// Returns the stones before the first move of an opening, X's squares first;
/// `None` if there are none.
pub(crate) fn start_stones(spec: &GameSpec, opening: &Opening) -> Option<[String; 2]> {
    let text = opening.start.as_deref()?;
    let mut game = new_game(spec);
    game.set_start(Some(text)).ok()?;
    Some(stones(&*game))
}

fn stones(game: &dyn GameState) -> [String; 2] {
    Side::BOTH.map(|side| names(game, game.stones(side)))
}

fn names(game: &dyn GameState, squares: WideSet) -> String {
    let board = game.board();
    let named: Vec<String> = board
        .squares()
        .filter(|&square| squares.contains(square))
        .map(|square| board.name(square))
        .collect();
    named.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::tests::record;
    use crate::model::record::Ply;
    use noughts_client::Evaluation;

    fn replay(spec: &str, opening: &str, plies: &str) -> Option<Replay> {
        let mut record = record(1);
        record.opening = opening.parse().unwrap();
        let ply =
            |name: &str| Ply { name: name.to_string(), us: 1, evaluation: Evaluation::default() };
        record.plies = plies.split_whitespace().map(ply).collect();
        Replay::new(&spec.parse().unwrap(), &record)
    }

    #[test]
    fn the_winning_line_is_highlighted() {
        let game = replay("tictactoe", "a1 a2", "b1 b2 c1").unwrap();
        assert_eq!(game.shows, "a1 b1 c1");
        assert_eq!((game.start, game.trains), (None, None));
        let game = replay("tictactoe", "fen 3 3 3 3/1X1/3 o 1", "a1").unwrap();
        assert_eq!(game.start, Some(["b2".to_string(), String::new()]));
        assert!(replay("tictactoe", "a1", "a1").is_none());
    }

    #[test]
    fn an_unfinished_game_has_its_longest_trains() {
        let game = replay("tictactrains:modern", "d4", "d5 g7 d3").unwrap();
        let [x, o] = game.trains.unwrap();
        assert!(["d4 d3", "d3 d4"].contains(&x.as_str()), "{x}");
        assert!(["d5", "g7"].contains(&o.as_str()), "{o}");
    }

    #[test]
    fn the_rules_give_the_side_of_each_ply() {
        let sides = |spec: &str| BoardShape::new(&spec.parse().unwrap()).sides;
        assert_eq!(sides("tictactoe"), "xoxoxoxoxo");
        assert!(sides("tictactrains:modern").starts_with("xooxoxo"));
        assert_eq!(sides("qubic").len(), 65);
    }
}
