//! Runs the fuzz targets of the runner (`tests/fuzz` of the workspace) on their
//! corpus and on mutated copies of it.

#[path = "../../tests/fuzz/corpus.rs"]
#[allow(unreachable_pub)]
mod corpus;
#[path = "../../tests/fuzz/runner.rs"]
#[allow(unreachable_pub)]
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
