//! The tables of tests: which tests, on which games, with which bounds.

use noughts::random::Random;
use noughts_tournament::model::sprt::{Counts, Model, Sprt, Verdict};

use crate::games::{KINDS, Kind};
use crate::sequential::{Ratios, Tests};
use crate::table::print;

/// A row of a table: a test on a kind of games.
struct Row {
    kind: Kind,
    sprt: Sprt,
    /// Whether games are played singly, as with `no_swap`.
    is_single: bool,
    tests: u64,
}

impl Row {
    fn new(kind: Kind, sprt: Sprt, tests: u64) -> Row {
        Row { kind, sprt, is_single: false, tests }
    }

    /// Returns the tests at these places between elo0 (0) and elo1 (1), each by the rule of
    /// the runner and with the bounds corrected.
    fn simulate<const N: usize>(&self, seed: u64, places: [f64; N]) -> [[Tests; 2]; N] {
        let Row { kind, sprt, is_single, tests } = self;
        let mut ratios = Ratios::new(*sprt);
        let mut random = Random::new(seed);
        places.map(|place| {
            let elo = sprt.elo0 + place * (sprt.elo1 - sprt.elo0);
            let pairings = kind.at(sprt.model, sprt.counts, elo);
            let played = if *is_single { pairings.single() } else { pairings };
            // Between the ends nothing is promised, and tests are long: a tenth suffices.
            let part = if place == 0.0 || place == 1.0 { 1 } else { 10 };
            ratios.many(&played, tests / part, &mut random)
        })
    }

    /// Returns the cells that name the row.
    fn names(&self) -> Vec<String> {
        let Row { kind, sprt, is_single, tests } = self;
        let single = if *is_single { ", single games" } else { "" };
        vec![kind.name.to_string(), format!("{sprt}{single}"), tests.to_string()]
    }
}

/// Every kind of test on every kind of games.
pub(crate) fn kinds(seed: u64, tests: u64) {
    let mut all = Vec::new();
    for counts in [Counts::Pentanomial, Counts::Trinomial] {
        for model in [Model::Normalized, Model::Logistic, Model::Bayesian] {
            let sprt = Sprt { model, counts, ..Sprt::new(0.0, 50.0) };
            let tests = match (counts, model) {
                // These ratios are not looked up, see `Ratios::of`.
                (_, Model::Bayesian) => tests / 20,
                (Counts::Trinomial, _) => tests / 5,
                (Counts::Pentanomial, _) => tests,
            };
            all.extend(KINDS.map(|kind| Row::new(kind, sprt, tests)));
            if counts == Counts::Trinomial && model != Model::Bayesian {
                let single =
                    KINDS.map(|kind| Row { is_single: true, ..Row::new(kind, sprt, tests) });
                all.extend(single);
            }
        }
    }
    let columns = [
        "games",
        "test",
        "tests",
        "wrong at elo0, %",
        "accepted midway, %",
        "wrong at elo1, %",
        "length at elo0",
        "midway",
        "at elo1",
    ];
    let rows = all.iter().zip(seed..).map(|(row, seed)| {
        let [at0, midway, at1] = row.simulate(seed, [0.0, 0.5, 1.0]).map(|[plain, _]| plain);
        let shares = [
            at0.share(Verdict::Accepted),
            midway.share(Verdict::Accepted),
            at1.share(Verdict::Rejected),
        ];
        let lengths = [at0, midway, at1].map(|tests| tests.length());
        row.names().into_iter().chain(shares).chain(lengths).collect()
    });
    print(&columns, &rows.collect::<Vec<_>>());
}

const CORRECTED: [&str; 9] = [
    "games",
    "test",
    "tests",
    "wrong at elo0, %",
    "wrong at elo1, %",
    "pairings at elo0",
    "corrected: wrong at elo0, %",
    "wrong at elo1, %",
    "pairings at elo0",
];

/// Prints rows by the rule of the runner beside the same tests with bounds corrected.
fn print_corrected(seed: u64, all: &[(String, Row)]) {
    let rows = all.iter().zip(seed..).map(|((name, row), seed)| {
        let [at0, at1] = row.simulate(seed, [0.0, 1.0]);
        let mut cells = row.names();
        cells[1].push_str(name);
        for (at0, at1) in at0.iter().zip(at1) {
            cells.push(at0.share(Verdict::Accepted));
            cells.push(at1.share(Verdict::Rejected));
            cells.push(at0.length());
        }
        cells
    });
    print(&CORRECTED, &rows.collect::<Vec<_>>());
}

/// Bounds from narrow to wide.
pub(crate) fn bounds(seed: u64, tests: u64) {
    let mut all = Vec::new();
    for model in [Model::Normalized, Model::Logistic] {
        for kind in [0, 3, 4].map(|kind| KINDS[kind]) {
            // A test takes as many pairings as the square of the bounds is small.
            for (elo1, part) in [(10.0, 50), (20.0, 10), (30.0, 10), (100.0, 1), (200.0, 1)] {
                let sprt = Sprt { model, ..Sprt::new(0.0, elo1) };
                all.push((String::new(), Row::new(kind, sprt, tests / part)));
            }
        }
    }
    print_corrected(seed, &all);
}

/// Other promises than 5 %.
pub(crate) fn errors(seed: u64, tests: u64) {
    let mut all = Vec::new();
    for kind in [0, 3, 4].map(|kind| KINDS[kind]) {
        for (alpha, beta) in [(0.01, 0.01), (0.1, 0.1), (0.05, 0.2), (0.2, 0.05), (0.001, 0.1)] {
            let sprt = Sprt { alpha, beta, ..Sprt::new(0.0, 50.0) };
            let name = format!(", alpha {} %, beta {} %", 100.0 * alpha, 100.0 * beta);
            all.push((name, Row::new(kind, sprt, tests / 5)));
        }
    }
    print_corrected(seed, &all);
}
