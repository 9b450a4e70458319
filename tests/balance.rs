//! Who is favoured in a game is proven again, and is in the documents.

use std::process::Command;

use noughts::game::{Balance, GameSpec, NAMED_RULES, Outcome};

/// The only board of the table that takes longer than seconds (docs/truth.md).
const SLOW: &str = "tictactoe:8x7:5";

/// All boards to 8x8, cubes, and TicTacTrains to 4x4.
fn boards() -> Vec<GameSpec> {
    let flat = (1..=8).flat_map(|columns| (1..=8).map(move |rows| (columns, rows)));
    let flat = flat.flat_map(|(columns, rows)| {
        (1..=8).map(move |line| format!("tictactoe:{columns}x{rows}:{line}"))
    });
    let cubes = (2..=4).map(|side| format!("qubic:{side}"));
    let trains =
        (3..=4).flat_map(|size| NAMED_RULES.map(|(name, _)| format!("tictactrains:{size}:{name}")));
    flat.chain(cubes).chain(trains).filter_map(|game| game.parse().ok()).collect()
}

#[test]
fn every_proven_value_is_proven_again() {
    let mut count = 0;
    for spec in boards().into_iter().filter(|spec| spec.to_string() != SLOW) {
        let Some(Balance::Proven(outcome, plies)) = spec.balance() else { continue };
        let output = Command::new(env!("CARGO_BIN_EXE_noughts"))
            .args(["solve", &spec.to_string()])
            .output()
            .expect("the program starts");
        let text = String::from_utf8(output.stdout).expect("text");
        let value = text.lines().find_map(|line| line.strip_prefix("value: ")).expect("a value");
        match (outcome, plies) {
            (Outcome::Draw, _) => assert_eq!(value, "draw", "{spec}"),
            (Outcome::Win(side), Some(plies)) => {
                assert_eq!(value, format!("{side} wins in {plies} plies"), "{spec}");
            }
            (Outcome::Win(side), None) => {
                assert!(value.starts_with(&format!("{side} wins")), "{spec}: {value}");
            }
        }
        count += 1;
    }
    assert!(count > 34, "{count}");
}

#[test]
fn the_documents_have_the_measured_shares() {
    let page = include_str!("../docs/truth.md");
    for rules in ["classical", "modern", "postmodern", "spanish", "swiss", "viennese", "mallorcan"]
    {
        let spec: GameSpec = format!("tictactrains:{rules}").parse().expect("a rule set");
        let Some(Balance::Measured([x, draws, o])) = spec.balance() else { panic!("{rules}") };
        let row = format!("| {rules} | {x:.1} % | {draws:.1} % | {o:.1} % |");
        assert!(page.contains(&row), "docs/truth.md lacks {row}");
    }
}
