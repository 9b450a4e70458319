//! The words on the screen: answers to mistyped command lines and files, what a
//! run says at its end, colours and the width of tables.

mod engines;
mod mistakes;
mod results;
#[cfg(target_os = "linux")]
mod terminal;

use std::path::Path;
use std::process::{Command, Output};

pub(crate) fn tournament(folder: &Path, args: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_noughts-tournament");
    Command::new(program)
        .current_dir(folder)
        .env("RUST_BACKTRACE", "1")
        .args(args)
        .output()
        .unwrap()
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

pub(crate) const BUILTIN: &str = "game = 'tictactoe'\npairings = 2\n[each]\nnodes = 20\n\
                       [[engine]]\nname = 'one'\noptions = { Search = 'random' }\n\
                       [[engine]]\nname = 'two'\noptions = { Search = 'uct' }\n";

/// Returns the errors of a command line that is a mistake of the user.
pub(crate) fn refused_in(folder: &Path, words: &str) -> String {
    let words = shlex::split(words).unwrap();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let output = tournament(folder, &words);
    let errors = text(&output.stderr);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), String::new()), "{errors}");
    assert!(!errors.contains("backtrace") && !errors.contains('\u{1b}'), "{errors}");
    errors
}

pub(crate) fn refused(words: &str) -> String {
    refused_in(tempfile::tempdir().unwrap().path(), words)
}

pub(crate) fn assert_answers(words: &str, expected: &[&str]) {
    let errors = refused(words);
    for expected in expected {
        assert!(errors.contains(expected), "{words}: {expected} in {errors}");
    }
}
