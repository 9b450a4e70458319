//! Tests of specs: parsing and printing.

use super::*;

fn canonical(text: &str) -> Result<String, String> {
    text.parse::<GameSpec>().map(|s| s.to_string()).map_err(|e| e.to_string())
}

#[test]
fn the_shortest_text_is_canonical() {
    for (text, short) in [
        ("tictactrains", "tictactrains"),
        ("TicTacTrains:Classical", "tictactrains"),
        ("tictactrains:(XA, OA, ...)", "tictactrains"),
        ("tictactrains: (xa,o1,o3,xa,oa,...)", "tictactrains:modern"),
        ("tictactrains:(XA,O1-d4,XA,OA,...)", "tictactrains:(XA, O1-d4, XA, OA, ...)"),
        ("tictactoe:3", "tictactoe"),
        ("tictactoe:3x3:3", "tictactoe"),
        ("tictactoe:5x5:5", "tictactoe:5"),
        ("tictactoe:05X5:4", "tictactoe:5x5:4"),
        ("tictactoe:7x6:4", "tictactoe:7x6:4"),
        ("tictactoe:15X15:5", "tictactoe:15x15:5"),
        ("tictactoe:15x15:5=", "tictactoe:15x15:5="),
        ("tictactoe:3x3:3=", "tictactoe:3="),
        ("tictactoe:15X15:Renju", "tictactoe:15x15:renju"),
        ("tictactoe:5x5:renju", "tictactoe:5x5:renju"),
        ("tictactoe:15:renju", "tictactoe:15x15:renju"),
        ("tictactoe:15:5", "tictactoe:15x15:5"),
        ("tictactoe:5:5=", "tictactoe:5="),
        ("tictactoe:15X15:Caro", "tictactoe:15x15:caro"),
        ("tictactoe:5x7:caro=", "tictactoe:5x7:caro="),
        ("qubic:4", "qubic"),
        ("QUBIC:5", "qubic:5"),
    ] {
        assert_eq!(canonical(text), Ok(short.to_string()));
        assert_eq!(canonical(short), Ok(short.to_string()));
    }
}

#[test]
fn the_text_of_a_position_names_its_board() {
    let of = |text: &str| {
        let named = GameSpec::of_position(text)?;
        Some(named.map(|game| game.to_string()).map_err(|error| error.to_string()))
    };
    let mut games: Vec<String> = (2..=5).map(|side| format!("qubic:{side}")).collect();
    let sides = || (1..=11).chain([15, 20]);
    for (columns, rows) in sides().flat_map(|columns| sides().map(move |rows| (columns, rows))) {
        for line in 1..=usize::max(columns, rows) {
            games.push(format!("tictactoe:{columns}x{rows}:{line}"));
            games.extend((line > 1).then(|| format!("tictactoe:{columns}x{rows}:{line}=")));
        }
    }
    for game in games {
        let game: GameSpec = game.parse().expect("a game");
        let text = crate::game::new_game(&game).text();
        assert_eq!(of(&text), Some(Ok(game.to_string())), "{text}");
    }
    for text in [
        "",
        "7/7/7/7/7/7/7 x 1",
        "3/3/3[PPPPPpppp] w - - 0 1",
        "3 3 3/3/3 x",
        "3 3= 3 3/3/3 x",
        "3 3 3== 3/3/3 x",
        "4= 4/4 x",
    ] {
        assert_eq!(of(text), None, "{text}");
    }
    for (text, part) in [
        ("23 23 5 23/23 x", "board cannot be 23x23"),
        ("3 3 4 3/3/3 x", "4 in a row do not fit"),
        ("6 6/6|6/6 x", "a cube cannot have side 6"),
        ("1 1 1= 1 x", "lines of 1 cannot be exact"),
    ] {
        let error = of(text).and_then(Result::err).expect(text);
        assert!(error.contains(part), "{text}: {error}");
    }
}

#[test]
fn every_family_describes_its_own_games_and_no_others() {
    for family in FAMILIES {
        let spec = (family.parse)(None).unwrap_or_else(|e| panic!("{}: {e}", family.name));
        assert_eq!(spec.to_string(), family.name);
        let owners = FAMILIES.iter().filter(|other| (other.describe)(&spec).is_some());
        assert_eq!(owners.map(|other| other.name).collect::<Vec<_>>(), [family.name]);
    }
}

#[test]
fn errors_name_the_cause() {
    for (text, part) in [
        ("chess", "unknown game \"chess\""),
        ("", "unknown game"),
        ("tictactoe:x", "tictactoe:CxR:K"),
        ("tictactoe:5x5", "tictactoe:CxR:K"),
        ("tictactoe:", "tictactoe:CxR:K"),
        ("tictactoe:+3", "tictactoe:CxR:K"),
        ("tictactoe:=", "tictactoe:CxR:K"),
        ("tictactoe:15x15:5==", "tictactoe:CxR:K"),
        ("tictactoe:x:4", "tictactoe:CxR:K"),
        ("tictactoe:15x:4", "tictactoe:CxR:K"),
        ("tictactoe:renju", "tictactoe:CxR:renju"),
        ("tictactoe:15x15:renju=", "tictactoe:CxR:renju"),
        ("tictactoe:4:renju", "renju needs a board with at least 5 columns or rows"),
        ("tictactoe:23:renju", "board cannot be 23x23"),
        ("tictactoe:15x15:caro==", "tictactoe:CxR:caro"),
        ("tictactoe:caro", "tictactoe:CxR:caro="),
        ("tictactoe:15x15=:5", "tictactoe:CxR:K"),
        ("tictactoe:1=", "lines of 1 cannot be exact"),
        ("tictactoe:23", "board cannot be 23x23"),
        ("tictactoe:99999999999999999999", "tictactoe:CxR:K"),
        ("tictactoe:4x3:5", "5 in a row do not fit"),
        ("qubic:6", "a cube cannot have side 6"),
        ("qubic:four", "qubic:N"),
        ("tictactrains:gothic", "unknown rules \"gothic\""),
    ] {
        let error = canonical(text).unwrap_err();
        assert!(error.contains(part), "{text:?}: {error}");
    }
}
