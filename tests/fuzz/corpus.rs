//! The corpus of the fuzz targets and mutations of it: fuzzing without coverage
//! feedback.

use std::fs;
use std::path::Path;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{Config, TestError, TestRunner};

/// A fuzz target: accepts any bytes and panics on an error.
pub type Target = fn(&[u8]);

/// Runs a target on its corpus and on `cases` mutated copies, times
/// `NOUGHTS_FUZZ`.
pub fn exercise(name: &str, target: Target, cases: u32) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let inside = [root, root.parent().unwrap_or(root)];
    let folder = inside.map(|root| root.join("tests/fuzz/corpus").join(name));
    let folder = folder.iter().find(|folder| folder.is_dir()).expect("the target has a corpus");
    let entries = fs::read_dir(folder).expect("it can be read");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    let seeds: Vec<Vec<u8>> = paths.iter().map(|p| fs::read(p).expect("a file")).collect();
    assert!(!seeds.is_empty(), "{name}");
    seeds.iter().for_each(|seed| target(seed));
    let factor = std::env::var("NOUGHTS_FUZZ").ok().and_then(|text| text.parse().ok());
    let cases = cases.saturating_mul(factor.unwrap_or(1));
    // The panic message has the input, so no file of failures is needed.
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let run = TestRunner::new(config).run(&changed(seeds), |bytes| {
        target(&bytes);
        Ok(())
    });
    match run {
        Ok(()) => {}
        Err(TestError::Fail(why, bytes)) => {
            panic!("{name}: {why}, with\n{}", String::from_utf8_lossy(&bytes))
        }
        Err(error) => panic!("{name}: {error}"),
    }
}

/// A mutation at one place of an input.
#[derive(Clone, Debug)]
enum Change {
    /// Removes bytes.
    Remove,
    /// Inserts bytes.
    Insert(Vec<u8>),
    /// Inserts a part of the same or another input.
    Splice(Index, Index, usize),
    /// Swaps two lines.
    Swap(Index),
}

fn changed(seeds: Vec<Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    let text = select(vec![
        "\n",
        " ",
        "\r",
        "\0",
        "0",
        "1",
        "-1",
        "4294967296",
        "99999999999999999999",
        "é",
        ",",
        ";",
        "/",
        ":",
        "|",
        "(",
        ")",
        "\"",
        "[",
        "]",
        "=",
        "{",
        "}",
        "x",
        "X",
        "o",
        "a1",
        "d4",
        "go ",
        "stop\n",
        "~\n",
        "quit\n",
    ]);
    let change = prop_oneof![
        2 => Just(Change::Remove),
        3 => text.prop_map(|text| Change::Insert(text.as_bytes().to_vec())),
        1 => vec(any::<u8>(), 1..6).prop_map(Change::Insert),
        3 => (any::<Index>(), any::<Index>(), 1usize..60).prop_map(|(seed, at, n)| Change::Splice(seed, at, n)),
        1 => any::<Index>().prop_map(Change::Swap),
    ];
    let changes = vec((any::<Index>(), 1usize..12, change), 1..8);
    (any::<Index>(), changes).prop_map(move |(first, changes)| {
        let mut bytes = seeds[first.index(seeds.len())].clone();
        for (place, length, change) in changes {
            let at = place.index(bytes.len() + 1);
            apply(&mut bytes, at, length, &change, &seeds);
        }
        bytes
    })
}

fn apply(bytes: &mut Vec<u8>, at: usize, length: usize, change: &Change, seeds: &[Vec<u8>]) {
    match change {
        Change::Remove => drop(bytes.drain(at..(at + length).min(bytes.len()))),
        Change::Insert(new) => drop(bytes.splice(at..at, new.iter().copied())),
        Change::Splice(seed, from, length) => {
            let seed = &seeds[seed.index(seeds.len())];
            let from = from.index(seed.len() + 1);
            let part = &seed[from..(from + length).min(seed.len())];
            bytes.splice(at..at, part.iter().copied());
        }
        Change::Swap(other) => {
            let mut lines: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').collect();
            let (one, two) = (at % lines.len(), other.index(lines.len()));
            lines.swap(one, two);
            *bytes = lines.join(&b'\n');
        }
    }
}
