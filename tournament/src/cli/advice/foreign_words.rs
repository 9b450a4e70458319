//! The tests that options and keys of other runners are answered with their
//! equivalents.

use clap::CommandFactory;
use noughts_tournament::config::foreign;

use super::hints::advice;
use crate::cli::Arguments;

/// Returns the answer to a refused command line.
fn answer(words: &str) -> String {
    let words = shlex::split(words).unwrap();
    let program = Arguments::command();
    let line = ["noughts-tournament".to_string()].into_iter().chain(words.iter().cloned());
    let error = program.clone().try_get_matches_from(line).unwrap_err();
    advice(&program, &words, &error).unwrap_or_else(|| panic!("{error}")).text
}

#[test]
fn every_option_of_another_runner_is_answered_as_the_table_says() {
    for row in foreign::OPTIONS {
        let typed = row.theirs.replace(" N", " 6").replace("=N", "=6");
        let text = answer(&format!("run {typed}"));
        let code = row.here.split('`').skip(1).step_by(2);
        let mut here = code.filter(|code| code.starts_with("--"));
        let same = format!("--{} ", row.name());
        if row.is_same() {
            assert!(text.contains(&format!("-{}: options have two hyphens", row.name())), "{text}");
        } else {
            // Never the same word, which has another meaning here, or none.
            assert!(!text.contains(&format!("run {same}")), "{typed}: {text}");
            let option = here.next().map(|code| code.split(' ').next().unwrap_or(code));
            let expected = option.unwrap_or("none is needed");
            let expected = if row.name() == "repeat" { "both sides anyway" } else { expected };
            assert!(text.contains(expected), "{typed}: {expected} in {text}");
        }
    }
    let rounds = answer("run -rounds 5 -concurrency 2");
    assert!(rounds.contains("-rounds: here --pairs 5 sets the number of pairings"), "{rounds}");
}

#[test]
fn no_command_line_with_keys_of_another_runner_is_proposed() {
    for row in foreign::KEYS {
        let table = match row.name() {
            "movecount" | "movenumber" | "twosided" => "draw",
            "format" => "openings",
            _ => "each",
        };
        let text = answer(&format!("run -{table} {}", row.theirs.replace("=N", "=6")));
        let proposes = text.contains(&format!("run --{table}"));
        assert_eq!(proposes, row.is_same(), "{}: {text}", row.theirs);
    }
}
