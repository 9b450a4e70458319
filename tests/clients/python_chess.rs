//! python-chess: `python_chess.py` drives the engine through its
//! `SimpleEngine`, with the board of `docs/noughts_board.py` and the example of
//! `docs/gui-author.md`. `NOUGHTS_PYTHON` names a Python that has the package
//! `chess` (1.11.2: `pip install chess==1.11.2`); without it the test is
//! skipped. `.ci/run` sets it.

use std::process::Command;

use super::process::PROGRAM;

#[test]
fn python_chess_plays_and_analyses() {
    let Ok(python) = std::env::var("NOUGHTS_PYTHON") else {
        println!("skipped: NOUGHTS_PYTHON does not name a Python with the package chess");
        return;
    };
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/clients/python_chess.py");
    let output =
        Command::new(python).args(["-B", script, PROGRAM]).output().expect("Python starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("passed"), "{errors}");
}
