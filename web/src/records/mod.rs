//! Answers about records of games in PGN: what a text holds, one game of it, and the
//! record of a game.
//!
//! `games` or `games SPEC`, followed by lines of PGN, asks for a list. The answer has a
//! line for each game, with tabs between
//!
//! - the line of the text, and the offsets in bytes where the game begins and ends;
//! - the game's spec, X, O, the result, the date, the event, and the number of moves;
//! - the mistake in the game, or nothing.
//!
//! SPEC is the game of records without the tag `Game`.
//!
//! `game` or `game SPEC` and PGN asks for the first game. The answer has the facts
//! `game`, `start`, `moves`, `tag NAME VALUE`, and a `line M…` for each variation, with
//! all moves from the start.
//!
//! `record`, SPEC, a position text or nothing, the moves, and any of the lines `event`,
//! `date`, `x` and `o` with a text, `result` with the result of a game that the moves do
//! not end, and `line M…` ask for a record; the answer is the PGN.

mod variations;

use std::collections::HashMap;

use noughts::game::{GameSpec, GameState};
use noughts::pgn::{PgnGame, PgnWriter, first_game, games, result_of, result_word};
use noughts::protocol::printable;

use crate::facts::set_up;
use variations::{names, variations_of, with_variations};

/// The maximum length of a tag in an answer, in characters.
const MAX_TAG: usize = 80;

/// The states at the start of games that a file has many of.
type Starts = HashMap<(String, String), Box<dyn GameState>>;

/// Answers `games`.
pub(crate) fn list(spec: &str, text: &str) -> String {
    let mut starts = Starts::new();
    let mut counted = (0, 1);
    let mut rows = Vec::new();
    let mut all = games(text).peekable();
    while let Some(game) = all.next() {
        counted = (game.at, line_of(text, game.at, counted));
        let end = all.peek().map_or(text.len(), |next| next.at);
        let mistake = replay(&game, spec, &mut starts).err();
        let mistake = mistake.map_or(String::new(), |(at, mistake)| {
            let line = line_of(text, at.max(game.at), counted);
            format!("line {line}: {}", printable(&mistake, 4 * MAX_TAG))
        });
        let player = |names: [&str; 2]| names.iter().find_map(|name| short_tag(&game, name));
        let fields = [
            counted.1.to_string(),
            game.at.to_string(),
            end.to_string(),
            game.tag("Game").map_or_else(|| spec.to_string(), |spec| printable(spec, MAX_TAG)),
            player(["X", "White"]).unwrap_or_default(),
            player(["O", "Black"]).unwrap_or_default(),
            result_word(game.result).to_string(),
            short_tag(&game, "Date").unwrap_or_default(),
            short_tag(&game, "Event").unwrap_or_default(),
            game.moves.len().to_string(),
            mistake,
        ];
        rows.push(fields.join("\t"));
    }
    rows.join("\n")
}

/// Answers `game`.
pub(crate) fn first(spec: &str, text: &str) -> Result<String, String> {
    let game = first_game(text).ok_or("there is no game in this text")?;
    let state = replay(&game, spec, &mut Starts::new()).map_err(|(at, mistake)| {
        format!("line {}: {mistake}", line_of(text, at.max(game.at), (0, 1)))
    })?;
    let names = names(&*state);
    let mut facts = vec![
        format!("game {}", state.spec()),
        format!("start {}", game.tag("FEN").unwrap_or_default()),
        format!("moves {}", names.join(" ")),
        format!("result {}", result_word(game.result)),
    ];
    for name in ["Event", "Date", "X", "O", "White", "Black"] {
        facts.extend(short_tag(&game, name).map(|value| format!("tag {name} {value}")));
    }
    let start = set_up(&state.spec().to_string(), game.tag("FEN").unwrap_or_default(), "")?;
    let lines = variations_of(&game, text, &names, &*start);
    facts.extend(lines.into_iter().map(|line| format!("line {}", line.join(" "))));
    Ok(facts.join("\n"))
}

/// Answers `record`.
pub(crate) fn record(question: &str) -> Result<String, String> {
    let mut lines = question.split('\n').map(str::trim);
    let [spec, start, moves] = std::array::from_fn(|_| lines.next().unwrap_or(""));
    let state = set_up(spec, start, moves)?;
    let (mut heading, mut players) = (["noughts play", "????.??.??"], ["?", "?"]);
    let mut result = state.outcome();
    let mut others = Vec::new();
    for line in lines {
        let (name, value) = line.split_once(' ').unwrap_or((line, ""));
        match name {
            "event" => heading[0] = value,
            "date" => heading[1] = value,
            "x" => players[0] = value,
            "o" => players[1] = value,
            "result" => result = result.or(result_of(value).flatten()),
            "line" => others.push(names(&*set_up(spec, start, value)?)),
            _ => {}
        }
    }
    let start = (!start.is_empty()).then_some(start);
    let mut record = PgnWriter::of_game(&*state, start, result, heading, players);
    record.movetext(&with_variations(&*state, &others));
    Ok(record.finish(result))
}

/// Plays the moves of a record; the error has its offset in the text.
fn replay(
    game: &PgnGame,
    spec: &str,
    starts: &mut Starts,
) -> Result<Box<dyn GameState>, (usize, String)> {
    let spec = game.tag("Game").unwrap_or(spec);
    if spec.is_empty() {
        return Err((game.at, "the record has no tag such as [Game \"tictactoe\"]".to_string()));
    }
    let start = game.tag("FEN").unwrap_or_default();
    let key = (spec.to_string(), start.to_string());
    let mut state = match starts.get(&key) {
        Some(known) => known.boxed_clone(),
        None => {
            let is_game = spec.parse::<GameSpec>().is_ok();
            let at = if is_game { game.fen_at } else { game.at };
            let state = set_up(spec, start, "").map_err(|mistake| (at, mistake))?;
            // A file of openings has many starts.
            if starts.len() < 100 {
                starts.insert(key, state.boxed_clone());
            }
            state
        }
    };
    for (i, name) in game.moves.iter().enumerate() {
        state.play(name).map_err(|e| (game.places[i], format!("move {}: {e}", i + 1)))?;
    }
    Ok(state)
}

/// A tag in one line of a bounded length.
fn short_tag(game: &PgnGame, name: &str) -> Option<String> {
    game.tag(name).map(|value| printable(value, MAX_TAG))
}

/// The number of the line at an offset, from a place whose line is known.
fn line_of(text: &str, at: usize, (known, line): (usize, usize)) -> usize {
    line + text.as_bytes()[known.min(at)..at].iter().filter(|&&byte| byte == b'\n').count()
}

#[cfg(test)]
mod tests {
    use super::variations::MAX_LINES;
    use super::*;

    #[test]
    fn a_list_has_a_line_for_each_game() {
        let text = "[Game \"tictactoe\"]\n[X \"a\tb\"]\n[Black \"c\"]\n[Date \"2026.01.02\"]\n\n1. b2 a1 1-0\n\n\
                    [Game \"chess\"]\n\n1. e4 *\n\n[Event \"x\"]\n\n1. a1 *\n\n\
                    [Game \"tictactoe\"]\n\n1. b2\na1 2. b2 *\n\n\
                    [Game \"tictactoe\"]\n[FEN \"4\"]\n\n1. b2 *\n";
        let answer = list("", text);
        let rows: Vec<Vec<&str>> = answer.lines().map(|row| row.split('\t').collect()).collect();
        assert_eq!(rows.len(), 5);
        assert!(rows.iter().all(|row| row.len() == 11));
        let first = ["tictactoe", "a\\tb", "c", "1-0", "2026.01.02", "", "2", ""];
        assert_eq!(rows[0][3..], first);
        assert!(text[rows[0][1].parse().unwrap()..].starts_with("[Game \"tictactoe\"]\n[X"));
        assert_eq!(rows[0][2], rows[1][1]);
        assert_eq!(rows[4][2], text.len().to_string());
        let lines: Vec<&str> = rows.iter().map(|row| row[0]).collect();
        assert_eq!(lines, ["1", "8", "12", "16", "21"]);
        let mistakes: Vec<&str> = rows.iter().map(|row| row[10]).collect();
        assert!(mistakes[1].starts_with("line 8: unknown game \"chess\""), "{mistakes:?}");
        assert_eq!(mistakes[2], "line 12: the record has no tag such as [Game \"tictactoe\"]");
        assert!(mistakes[3].starts_with("line 19: move 3: \"b2\" is occupied"), "{mistakes:?}");
        assert!(mistakes[4].starts_with("line 22: the position must"), "{mistakes:?}");
        assert_eq!(list("tictactoe", "1. b2 a1").split('\t').nth(3), Some("tictactoe"));
        assert_eq!(list("", "[Game \"qubic\"]"), "");
    }

    #[test]
    fn a_record_is_read_as_it_is_written() {
        let others = ["d4 d5 g4 c4 a1", "d4 d5 g5", "d4 d5 g4 c4 e4 a1", "a1"];
        let question = "tictactrains:modern\n\nd4 d5 g4 c4 e4\nx you\no it \"x\"\ndate 2026.01.02";
        let asked = format!("{question}\nline {}", others.join("\nline "));
        let text = record(&asked).expect("a record");
        let moves = "\n\n1. d4 (1. a1) 1... d5 g4 (1... g5) 2. c4 e4 (2... a1) (2... e4 3. a1) *\n";
        assert!(text.ends_with(moves), "{text}");
        let facts = first("", &text).expect("a game");
        let values = |name: &str| {
            let found = facts.lines().filter_map(|fact| fact.strip_prefix(name)?.strip_prefix(' '));
            found.map(str::to_string).collect::<Vec<_>>()
        };
        assert_eq!(values("moves"), ["d4 d5 g4 c4 e4"]);
        assert_eq!(values("tag O"), ["it \"x\""]);
        let mut found = values("line");
        let mut expected = others.map(str::to_string);
        found.sort();
        expected.sort();
        assert_eq!(found, expected);
        // A start that is not that of the game.
        let later = record("tictactoe\n3 3 3 3/1X1/3 o 1\na1\nline c3 c1").expect("a record");
        assert!(later.ends_with("\n\n1... a1 (1... c3 2. c1) *\n"), "{later}");
        let again = first("", &later).expect("a game");
        assert!(again.contains("\nstart 3 3 3 3/1X1/3 o 1\nmoves a1\n"), "{again}");
        assert!(record("tictactoe\n\na1\nline a1 a1").is_err());
        // A game that was lost on time.
        let lost = record("tictactoe\n\na1\nresult 0-1").expect("a record");
        assert!(lost.contains("[Result \"0-1\"]\n") && lost.ends_with("1. a1 0-1\n"), "{lost}");
        let empty = record("tictactoe\n\n\nline b2").expect("a record");
        assert!(first("", &empty).is_ok_and(|facts| facts.ends_with("line b2")), "{empty}");
    }

    #[test]
    fn hostile_records_do_no_harm() {
        let deep = format!("[Game \"tictactoe\"]\n\n1. a1 {} b1 *", "(1. b1 ".repeat(100_000));
        assert!(first("", &deep).is_ok());
        let many = format!("[Game \"tictactoe\"]\n\n1. a1 {} b1 *", "(1. b1) ".repeat(10_000));
        let facts = first("", &many).expect("a game");
        assert_eq!(facts.lines().filter(|fact| fact.starts_with("line ")).count(), MAX_LINES);
        let nested = "[Game \"tictactoe\"]\n\n1. a1 b1 (1... c1 2. c2 (2. c3) a2) 2. b2 *";
        let facts = first("", nested).expect("a game");
        assert!(facts.ends_with("line a1 c1 c2 a2\nline a1 c1 c3"), "{facts}");
        assert!(first("", "").is_err());
    }
}
