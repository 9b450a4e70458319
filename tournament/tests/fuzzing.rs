//! Runs the fuzz targets of the runner (`tests/fuzz` of the workspace) on their
//! corpus and on mutated copies of it.
#![allow(unreachable_pub, missing_docs)]

#[path = "../../tests/fuzz/corpus.rs"]
mod corpus;
#[path = "../../tests/fuzz/runner.rs"]
mod runner;

use corpus::exercise;

#[test]
fn tournament_files() {
    exercise("tournament_files", runner::tournament_files, 1000);
}

#[test]
fn journals() {
    exercise("journals", runner::journals, 300);
}
