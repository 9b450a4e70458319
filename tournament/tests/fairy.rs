//! Matches against Fairy-Stockfish, a UCI engine with drops, if it is
//! installed, and of two of it in chess.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use noughts_tournament::config;
use noughts_tournament::journal::read;
use noughts_tournament::model::record::Termination;

const VARIANTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/variants.ini");

/// Returns the sections of the file, one for each board.
fn boards() -> String {
    let mut text = String::new();
    for (columns, rows) in (3..=12).flat_map(|c| (3..=10).map(move |r| (c, r))) {
        for k in 3..=columns.max(rows) {
            let squares: usize = columns * rows;
            let board = vec![columns.to_string(); rows].join("/");
            let pockets = "P".repeat(squares.div_ceil(2)) + &"p".repeat(squares / 2);
            let _ = write!(
                text,
                "\n[{columns}x{rows}x{k}:tictactoe-base]\nmaxFile = {columns}\nmaxRank = {rows}\n\
                 startFen = {board}[{pockets}] w - - 0 1\nconnectN = {k}\n"
            );
        }
    }
    text
}

/// Returns the text before the boards: the comment and the common section.
fn head(text: &str) -> &str {
    text.find("\n[3x3x3:").map_or(text, |end| &text[..end])
}

#[test]
fn the_file_of_variants_has_every_board() {
    let text = fs::read_to_string(VARIANTS).unwrap();
    assert!(head(&text).contains("[tictactoe-base]"));
    assert!(
        text == format!("{}{}", head(&text), boards()),
        "variants.ini is not as generated; run this test with --ignored"
    );
}

#[test]
#[ignore = "writes variants.ini"]
fn make_the_file_of_variants() {
    let text = fs::read_to_string(VARIANTS).unwrap();
    fs::write(VARIANTS, format!("{}{}", head(&text), boards())).unwrap();
}

fn is_installed() -> bool {
    let installed = Path::new("/usr/games/fairy-stockfish").exists();
    if !installed {
        eprintln!("fairy-stockfish is not installed: nothing is tested");
    }
    installed
}

/// Plays pairings on a board from these openings, and keeps all transcripts.
fn play(folder: &Path, game: &str, variant: &str, openings: &str) -> Output {
    let file = format!(
        "game = '{game}'\npairings = 2\njournal = 'j'\ntranscripts = 'wire'\nkeep_all = true\n\
         [openings]\n{openings}\n\
         [[engine]]\nname = 'noughts'\nnodes = 200\n\
         [[engine]]\nname = 'fairy'\ncmd = '/usr/games/fairy-stockfish'\ndialect = 'uci'\n\
         nodes = 200\nponder = true\n\
         options = {{ VariantPath = '{VARIANTS}', UCI_Variant = '{variant}' }}\n"
    );
    fs::write(folder.join("t.toml"), file).unwrap();
    let program = env!("CARGO_BIN_EXE_noughts-tournament");
    Command::new(program).args(["run", "t.toml"]).current_dir(folder).output().unwrap()
}

#[test]
fn games_end_by_the_rules_of_noughts() {
    if !is_installed() {
        return;
    }
    let mut hits = 0;
    for (game, variant, openings) in [
        ("tictactoe", "3x3x3", "random = 1"),
        ("tictactoe:4x3:3", "4x3x3", "list = ['fen 3 4 3 4/1X2/4 o 1', 'a1']"),
        ("tictactoe:11x10:5", "11x10x5", "random = 4"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let output = play(folder.path(), game, variant, openings);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{errors}");
        let mut games = 0;
        for found in read(&folder.path().join("j")).unwrap().1 {
            let record = found.unwrap().record;
            assert_eq!(record.termination, Termination::Rules, "{game}: {:?}", record.culprit);
            games += 1;
        }
        assert_eq!(games, 4);
        for game in 1..=4 {
            let path = folder.path().join(format!("wire/game-{game}-fairy.txt"));
            let transcript = fs::read_to_string(path).unwrap();
            for line in transcript.lines() {
                if line.contains("> position ") {
                    let mut names = line.split(" moves").nth(1).unwrap().split_whitespace();
                    assert!(names.all(|name| name.starts_with("P@")), "{line}");
                }
                hits += usize::from(line.contains("> ponderhit"));
            }
        }
    }
    assert!(hits > 0, "no reply was ever predicted");
}

/// The match of `docs/tournament.md`, with a Python that has the package `chess`.
#[test]
fn two_engines_play_chess_under_a_referee() {
    let Ok(python) = std::env::var("NOUGHTS_PYTHON") else {
        return eprintln!("NOUGHTS_PYTHON names no Python with python-chess: nothing is tested");
    };
    if !is_installed() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let referee = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/chess_referee.py");
    let program = env!("CARGO_BIN_EXE_noughts-tournament");
    let engine = "cmd=/usr/games/fairy-stockfish";
    let output = Command::new(program)
        .args(["run", "--game", "ugi", "--pairs", "2", "--plain", "--journal", "j"])
        .args(["--openings", "list=e2e4 c7c5; f2f3 e7e5 g2g4"])
        .args(["--each", "dialect=uci", "nodes=500", "--records", "r.pgn"])
        .args(["--engine", "name=a", engine, "--engine", "name=b", engine])
        .args(["--referee", &format!("cmd={python}"), &format!("args='{referee}'")])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{errors}");
    let found = read(&folder.path().join("j")).unwrap().1;
    let records: Vec<_> = found.into_iter().map(|found| found.unwrap().record).collect();
    assert_eq!(records.len(), 4);
    for record in &records {
        assert_eq!(record.termination, Termination::Rules, "{:?}", record.culprit);
        // From the second opening Black mates at once.
        let is_mate = record.opening.moves.len() == 3;
        assert_eq!(is_mate, record.plies[0].name == "d8h4" && record.plies.len() == 1);
    }
}

#[test]
fn an_unknown_variant_is_refused() {
    if !is_installed() {
        return;
    }
    // Fairy-Stockfish would silently play chess.
    let folder = tempfile::tempdir().unwrap();
    let output = play(folder.path(), "tictactoe", "13x3x3", "random = 1");
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("UCI_Variant") && errors.contains("13x3x3"), "{errors}");
}

#[test]
fn the_tournament_file_is_valid() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/fairy.toml");
    let config = config::load(file.as_ref()).unwrap();
    assert_eq!(config.engines.len(), 2);
}
