//! Games in the Smart Game Format, FF[4]. SGF has no number for games in a row
//! in general: `GM[4]`, Gomoku, is the nearest for all flat boards. X is black,
//! O is white, and `RU` names the game.

use std::fmt::Write;

use noughts::game::{GameSpec, GameState, Side, Square, WideSet, new_game};
use noughts_client::fault::FaultKind;
use noughts_client::text::printable;

use crate::files::pgn;
use crate::model::adjudication::Reason;
use crate::model::config::Config;
use crate::model::opening::OpeningError;
use crate::model::record::{GameRecord, GameResult, Termination};
use crate::output::export::selection::ExportError;

/// Checks that SGF has the board of a game.
pub(super) fn check(spec: &GameSpec) -> Result<(), ExportError> {
    if new_game(spec).board().levels() > 1 { Err(ExportError::Cube) } else { Ok(()) }
}

/// Returns a game with a line for each node. The moves of the opening have the
/// comment `book`, the others that of PGN.
pub(super) fn game(record: &GameRecord, config: &Config) -> Result<String, OpeningError> {
    let Some(spec) = config.game.spec() else { return Ok(String::new()) };
    let mut game = new_game(spec);
    game.set_start(record.opening.start.as_deref())?;
    let board = *game.board();
    let size = match (board.columns(), board.rows()) {
        (columns, rows) if columns == rows => columns.to_string(),
        (columns, rows) => format!("{columns}:{rows}"),
    };
    let mut text = format!("(;FF[4]CA[UTF-8]GM[4]SZ[{size}]");
    let mut property = |name: &str, value: &str| {
        // Writing to a string does not fail.
        let _ = write!(text, "{name}[{}]", escaped(value));
    };
    property("AP", &format!("noughts-tournament:{}", env!("CARGO_PKG_VERSION")));
    property("RU", &spec.to_string());
    property("EV", config.title.as_deref().unwrap_or("noughts-tournament"));
    property("RO", &format!("{}.{}", record.meeting, record.game));
    property("DT", &pgn::date(record.started).replace('.', "-"));
    property("PB", &record.players[0]);
    property("PW", &record.players[1]);
    property("RE", &result(record));
    if let Some(culprit) = &record.culprit {
        let name = record.players.get(culprit.player).map_or("", String::as_str);
        property("GC", &format!("{name}: {}", culprit.detail));
    }
    if record.opening.start.is_some() {
        for (name, side) in [("AB", Side::X), ("AW", Side::O)] {
            text += &stones(name, game.stones(side), &*game);
        }
        text += &format!("PL[{}]", letter(game.side()));
    }
    text.push('\n');
    let book = record.opening.moves.iter().map(|name| (name, "book".to_string()));
    let played = record.plies.iter().map(|ply| (&ply.name, pgn::comment(ply)));
    for (name, comment) in book.chain(played) {
        let side = letter(game.side());
        let square = game.play(name)?;
        let _ = writeln!(text, ";{side}[{}]C[{}]", point(&*game, square), escaped(&comment));
    }
    text += ")\n\n";
    Ok(text)
}

fn letter(side: Side) -> char {
    if side == Side::X { 'B' } else { 'W' }
}

/// Returns a point: the letters of the column and of the row from the top.
fn point(game: &dyn GameState, square: Square) -> String {
    let (column, row, _) = game.board().coordinates(square);
    // Boards have fewer than 26 columns and rows.
    [column, row].map(|number| char::from(b'a' + number as u8)).iter().collect()
}

fn stones(name: &str, set: WideSet, game: &dyn GameState) -> String {
    let points = set.into_iter().map(|square| format!("[{}]", point(game, square)));
    if set.is_empty() { String::new() } else { name.to_string() + &points.collect::<String>() }
}

fn result(record: &GameRecord) -> String {
    let why = match record.termination {
        Termination::Adjudicated(Reason::Resign) => "R",
        Termination::Fault(FaultKind::Time) => "T",
        Termination::Fault(_) => "F",
        _ => "",
    };
    match record.result {
        GameResult::X => format!("B+{why}"),
        GameResult::O => format!("W+{why}"),
        GameResult::Draw => "0".to_string(),
        GameResult::Unscored => "Void".to_string(),
    }
}

/// Escapes the characters that end a value or separate its parts.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in printable(text, usize::MAX).chars() {
        if matches!(c, ']' | '\\') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::tests::record;
    use crate::model::record::Ply;
    use noughts_client::Evaluation;

    fn ply(name: &str) -> Ply {
        let evaluation = Evaluation { cp: Some(5), depth: Some(2), ..Evaluation::default() };
        Ply { name: name.to_string(), us: 1000, evaluation }
    }

    #[test]
    fn a_game_has_its_moves_and_its_result() {
        let config = |game: &str| Config::new(game.parse().unwrap(), Vec::new());
        let mut played = record(3);
        played.players[1] = "b]\\\n;B[aa]".to_string();
        played.opening = "a1".parse().unwrap();
        played.plies = vec![ply("b3"), ply("c2")];
        played.result = GameResult::X;
        let version = env!("CARGO_PKG_VERSION");
        let text = game(&played, &config("tictactoe")).unwrap();
        let expected = format!(
            "(;FF[4]CA[UTF-8]GM[4]SZ[3]AP[noughts-tournament:{version}]RU[tictactoe]\
             EV[noughts-tournament]RO[1.3]DT[1970-01-01]PB[a]PW[b\\]\\\\\\\\n;B[aa\\]]RE[B+]\n\
             ;B[ac]C[book]\n;W[ba]C[+0.05/2 0.001s]\n;B[cb]C[+0.05/2 0.001s]\n)\n\n"
        );
        assert_eq!(text, expected);
        played.opening = "fen 2 7 2 7/O5X x 2 moves b1".parse().unwrap();
        played.plies = Vec::new();
        played.termination = Termination::Fault(FaultKind::Time);
        let text = game(&played, &config("tictactoe:7x2:2")).unwrap();
        assert!(text.contains("SZ[7:2]") && text.contains("RE[B+T]"), "{text}");
        assert!(text.ends_with("AB[gb]AW[ab]PL[B]\n;B[bb]C[book]\n)\n\n"), "{text}");
    }

    #[test]
    fn cubes_are_refused() {
        let check = |game: &str| check(&game.parse().unwrap()).map_err(|error| error.to_string());
        assert_eq!(check("tictactoe:7x6:4"), Ok(()));
        assert_eq!(check("tictactoe:20x20:5"), Ok(()));
        assert_eq!(check("tictactrains"), Ok(()));
        assert!(check("qubic").unwrap_err().contains("no boards with levels"));
    }

    #[test]
    fn two_plies_of_one_side_follow_each_other() {
        // O plays the second and the third ply.
        let config =
            Config::new("tictactrains:(XA, OA, OA, XA, OA, ...)".parse().unwrap(), Vec::new());
        let mut played = record(1);
        played.opening = "d4 d5 g4".parse().unwrap();
        let text = game(&played, &config).unwrap();
        assert!(text.contains(";B[dd]C[book]\n;W[dc]C[book]\n;W[gd]C[book]\n"), "{text}");
    }
}
