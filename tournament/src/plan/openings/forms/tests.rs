//! Openings as other programs write them.

use super::*;

fn reader(game: &str, form: Form) -> FormReader {
    let spec = game.parse().ok();
    FormReader::new(spec.as_ref(), None, form)
}

/// Reads lines; returns the openings, or the first mistake as `column: reason`.
fn read(game: &str, form: Form, lines: &[&str]) -> Result<Vec<String>, String> {
    let mut reader = reader(game, form);
    reader.recognize(lines.iter().copied());
    let mut found = Vec::new();
    for line in lines {
        match reader.line(line) {
            Ok(opening) => found.extend(opening.map(|opening| opening.to_string())),
            Err(Misread { column, reason }) => return Err(format!("{column}: {reason}")),
        }
    }
    Ok(found)
}

fn line(game: &str, text: &str) -> Result<String, String> {
    read(game, Form::Auto, &[text]).map(|found| found.join(" | "))
}

#[test]
fn openings_are_rewritten_as_the_game_writes_them() {
    for (text, written) in [
        ("A1 B2", "a1 b2"),
        ("1. A1! b2?? 2. C3 $1", "a1 b2 c3"),
        ("P@a1 p@B2", "a1 b2"),
        ("startpos moves A1", "a1"),
        ("moves A1", "a1"),
        ("3 3 3 x2/1o1/3 X 0", "fen 3 3 3 X2/1O1/3 x 2"),
        ("fen 3 3 3 3/1x1/3 O moves C1", "fen 3 3 3 3/1X1/3 o 1 moves c1"),
        ("3/1P1/3[PPPPpppp] b - - 0 1", "fen 3 3 3 3/1X1/3 o 1"),
        ("fen 3/1P1/3 b moves P@a1", "fen 3 3 3 3/1X1/3 o 1 moves a1"),
    ] {
        assert_eq!(line("tictactoe", text), Ok(written.to_string()), "{text}");
        let same = line("tictactoe", written);
        assert_eq!(same, Ok(written.to_string()), "it is read again");
    }
    assert_eq!(line("qubic", "1. 2B3 1A1"), Ok("2b3 1a1".to_string()));
    let trains = "7/7/7/3x3/7/7/7 O 9";
    assert_eq!(line("tictactrains", trains), Ok("fen 7/7/7/3X3/7/7/7 o 1".to_string()));
}

#[test]
fn comments_results_and_operations_are_skipped() {
    for (text, written) in [
        ("a1 b2 # the corner / the centre", "a1 b2"),
        ("a1 b2 ; of a match, 1/2-1/2", "a1 b2"),
        ("{a comment; with # and /} a1 {b1} b2", "a1 b2"),
        ("1. a1 b2 2. c3 1/2-1/2", "a1 b2 c3"),
        ("a1 b2 *", "a1 b2"),
        ("3 3 3 3/1X1/O2 x 2 id \"a; b # c\"; c0 \"book\";", "fen 3 3 3 3/1X1/O2 x 2"),
        ("3 3 3 3/1X1/O2 x hmvc 0; fmvn 2;", "fen 3 3 3 3/1X1/O2 x 2"),
        ("3 3 3 3/1X1/O2 x 2 sm a3; ce 4; acn 99;", "fen 3 3 3 3/1X1/O2 x 2"),
        ("3 3 3 3/1X1/O2 x 2 ; a comment", "fen 3 3 3 3/1X1/O2 x 2"),
        ("3 3 3 3/1X1/3 o 1 moves a1 # x", "fen 3 3 3 3/1X1/3 o 1 moves a1"),
        ("3/1P1/3[PPPPpppp] b - - id \"x\";", "fen 3 3 3 3/1X1/3 o 1"),
        ("", ""),
        ("  # nothing", ""),
        ("; nothing", ""),
        ("{nothing}", ""),
    ] {
        assert_eq!(line("tictactoe", text), Ok(written.to_string()), "{text}");
    }
}

#[test]
fn without_rules_only_comments_and_operations_go() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    for (text, written) in [
        ("1. e2e4 E7E5 # open", "e2e4 E7E5"),
        ("P@e4 d3e5f6", "P@e4 d3e5f6"),
        (&format!("{start} 0 1"), &*format!("fen {start} 0 1")),
        (&format!("{start} bm e4; id \"x\";"), &*format!("fen {start}")),
        (&format!("{start} hmvc 3; fmvn 7;"), &*format!("fen {start} 3 7")),
        (&format!("{start} my \"x\";"), &*format!("fen {start}")),
        (&format!("{start} 0 1 moves e2e4 ; x"), &*format!("fen {start} 0 1 moves e2e4")),
        ("x5o/7/7/7/7/7/o5x x 0 1 ; ataxx", "fen x5o/7/7/7/7/7/o5x x 0 1"),
    ] {
        assert_eq!(line("ugi", text), Ok(written.to_string()), "{text}");
    }
}

#[test]
fn offsets_count_from_the_centre() {
    // The eleventh of 20 squares, the eighth of 15; rows count from the top.
    assert_eq!(line("tictactoe:20x20:5", "0,0, 8,-3"), Ok("k10 s13".to_string()));
    assert_eq!(line("tictactoe:20x20:5", "-10,-10,9,9"), Ok("a20 t1".to_string()));
    assert_eq!(line("tictactoe:15x15:5", "0,0, -1,2 # x"), Ok("h8 g6".to_string()));
    assert_eq!(line("tictactoe:7x6:4", "0,0"), Ok("d3".to_string()));
    let wrong = |text| line("tictactoe:15x15:5", text).unwrap_err();
    assert_eq!(wrong("0,0, 8,-3"), "6: \"8,-3\" is not on the board of 15x15");
    assert_eq!(wrong("0,0, 8"), "6: this column offset has no row offset after it");
    assert!(wrong("0,--1").starts_with("3: \"--1\" is not an offset"));
    assert!(wrong("0,99999999999999999999").starts_with("3: "));
    assert!(wrong("0,0, 0,0").contains("\"h8\" is occupied"));
    assert!(read("qubic", Form::Offset, &["0,0"]).unwrap_err().contains("flat board"));
}

#[test]
fn rows_of_runs_count_from_the_top() {
    let read = |form, lines: &[&str]| read("tictactoe:20x20:5", form, lines);
    let runs = Ok(["d18 e16 f15 d14", "k11 j11"].map(str::to_string).to_vec());
    assert_eq!(read(Form::Auto, &["d3e5f6d7", "", "K10J10"]), runs);
    // A single square is a move, unless all other lines are runs.
    assert_eq!(read(Form::Auto, &["h8", "a1"]), Ok(vec!["h8".to_string(), "a1".to_string()]));
    assert_eq!(read(Form::Auto, &["h8", "a1a2"]).unwrap()[0], "h13");
    assert_eq!(read(Form::Pos, &["h8"]), Ok(vec!["h13".to_string()]));
    let mixed = read(Form::Auto, &["h8 h9", "a1a2"]).unwrap_err();
    assert!(mixed.contains("use it in every line or in none"), "{mixed}");
    assert_eq!(read(Form::Pos, &["a1u1"]).unwrap_err(), "3: \"u1\" is not on the board of 20x20");
    assert!(read(Form::Pos, &["a1x"]).unwrap_err().starts_with("1: \"a1x\" is not a run"));
    assert!(
        read(Form::Pos, &["a0"]).is_err() && read(Form::Pos, &["a1a99999999999999999999"]).is_err()
    );
}

#[test]
fn mistakes_have_a_column_and_a_way_out() {
    for (text, column, part) in [
        ("a1 b9", 4, "\"b9\" is not a square"),
        ("1. a1 {é} 1...A1", 15, "\"A1\" is occupied"),
        ("  a1 {b2", 6, "no } at its end"),
        ("fen 3 3 3 3/1X1 o 1", 5, "does not fit"),
        ("7/7/7/3X3/7/7/7 o 1 moves a1", 1, "must begin with \"3 3 3\""),
        ("4 4/4/4/4 x 1; x", 1, "must begin with \"3 3 3\""),
        ("3 3 3 3/1X1/3 o 1 sm a1", 19, "unexpected \"sm\""),
        ("3 3 3 3/1X1/3 o 1 a1 b2", 19, "the word \"moves\""),
        ("3 3 3 3/1X1/3 o 1 a1; b2", 19, "the word \"moves\""),
        ("startpos a1", 10, "the word \"moves\""),
        ("3 3 3 3/1X1/3 o 1 id \"x;", 22, "no \" at its end"),
        ("Nf3 Nf6", 1, "a line has moves such as a1 b2, or a position"),
        ("3. a1 b2", 1, "format=pgn"),
        ("[Event \"x\"]", 1, "format=pgn"),
        ("a1 b1 a2 b2 a3", 0, "plies=N"),
        ("3 3 3 XXX/OO1/3 o 3", 0, "over"),
    ] {
        let mut reader = reader("tictactoe", Form::Auto);
        reader.recognize(["a1"]);
        let misread = reader.line(text).unwrap_err();
        assert!(misread.reason.contains(part), "{text}: {misread:?}");
        assert_eq!(misread.column, column, "{text}: {misread:?}");
    }
}

const GAMES: &str = "% made by hand\n\n[Event \"one\"]\n[Result \"1-0\"]\n\n1. A1 {x (y)} (1. b1 c1) \
                     1... b2! ; rest\n2. P@c3 1-0\n\n[Event \"two\"]\n[FEN \"3 3 3 3/1x1/3 O 4\"]\n\n1... \
                     a1 *\n";

#[test]
fn games_in_pgn_are_openings() {
    for game in ["tictactoe", "ugi"] {
        let mut reader = FormReader::new(game.parse().ok().as_ref(), Some(2), Form::Auto);
        reader.recognize(GAMES.lines());
        assert!(reader.is_of_games());
        let found: Vec<_> = reader
            .games(GAMES)
            .into_iter()
            .map(|(at, read)| (at, read.unwrap().to_string()))
            .collect();
        let expected = match game {
            "ugi" => ["A1 b2", "fen 3 3 3 3/1x1/3 O 4 moves a1"],
            _ => ["a1 b2", "fen 3 3 3 3/1X1/3 o 1 moves a1"],
        };
        assert_eq!(found, [(3, expected[0].to_string()), (9, expected[1].to_string())]);
    }
}

#[test]
fn mistakes_in_games_have_the_place_of_the_move() {
    let mut reader = reader("tictactoe", Form::Auto);
    let text = "[Event \"x\"]\n\n1. a1 b1\n2. a1 *\n\n[Game \"qubic\"]\n\n1. 1a1 *\n\n[Event \"y\"]\n\na1 b1 a2 b2 a3 1-0\n";
    reader.recognize(text.lines());
    let found = reader.games(text);
    let at = |i: usize| (found[i].0, found[i].1.as_ref().unwrap_err().column);
    assert_eq!([at(0), at(1), at(2)], [(4, 4), (6, 1), (10, 0)]);
    let reason = |i: usize| found[i].1.as_ref().unwrap_err().reason.clone();
    assert!(reason(0).contains("occupied") && reason(1).contains("a game of qubic"));
    assert!(reason(2).contains("plies=N") && reason(2).contains("book --from"));
}

#[test]
fn any_text_does_no_harm() {
    let whole = "fen 3 3 3 3/1X1/3 o 1 moves {é} a1; id \"é\" # [x \"\" 1,-2 d3e5 $1 1/2-1/2";
    let places: Vec<usize> = whole.char_indices().map(|(at, _)| at).collect();
    for form in [Form::Auto, Form::Lines, Form::Pgn, Form::Offset, Form::Pos] {
        for game in ["tictactoe", "qubic", "tictactrains", "ugi"] {
            let mut reader = reader(game, form);
            for &from in &places {
                for &to in places.iter().filter(|&&to| to >= from) {
                    let text = &whole[from..to];
                    reader.recognize([text]);
                    let _ = (reader.line(text), reader.games(text));
                }
            }
        }
    }
}

#[test]
fn comments_are_told_from_openings() {
    let of = |game: &str, line: &str| read(game, Form::Auto, &[line]);
    let (three, large) = ("tictactoe", "tictactoe:15x15:5");
    assert_eq!(of(three, "{first} a1 b2 ; a remark"), Ok(vec!["a1 b2".to_string()]));
    let error = of(three, "a1; b2; c3").unwrap_err();
    assert!(error.starts_with("5: ") && error.contains("a line of its own"), "{error}");
    assert_eq!(of(large, "0,0, 1,-1 {c}"), Ok(vec!["h8 i9".to_string()]));
    assert_eq!(of(large, "h8i9 {c}"), Ok(vec!["h8 i7".to_string()]));
    let text = "[Event \"x\"]\n[fen \"junk\"]\n\n1. a1 *\n\n[Event \"y\"]\n[FEN \"\"]\n\n1. a1 *\n";
    let mut reader = reader(three, Form::Auto);
    reader.recognize(text.lines());
    let found = reader.games(text);
    assert!(found[0].0 == 2 && found[0].1.is_err(), "{found:?}");
    assert_eq!(found[1].1.as_ref().unwrap().to_string(), "a1");
}
